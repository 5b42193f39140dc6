"""Functions shared by the tools that write pages, and the last part of a game's texts, from data."""

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, TypeVar

ROOT: Final = Path(__file__).resolve().parent.parent

Language = TypeVar("Language", bound=str)


def write_or_list(about: str | None, arguments: Sequence[str], files: Iterable[tuple[Path, str]]) -> int:
    """Print the paths of the files whose contents differ from the given texts. With --write among the arguments, write
    them and return 0; without it return 1 if there are any. `about` is the tool's docstring, for its help."""
    parser = argparse.ArgumentParser(description=(about or "").partition("\n\n")[0])
    parser.add_argument(
        "--write", action="store_true", help="write the files instead of listing those that would change"
    )
    write = parser.parse_args(arguments).write
    changed = [(path, text) for path, text in files if not path.is_file() or path.read_text() != text]
    for path, text in changed:
        print(path.relative_to(ROOT))
        if write:
            path.write_text(text)
    return 1 if changed and not write else 0


def texts_in(
    folder: Path, languages: Iterable[Language], marker: str, messages: Callable[[Language], str]
) -> Iterator[tuple[Path, str]]:
    """Yield the path and the new text of each language's Fluent file: the part above the marker stays as it is, the
    part from the marker on is what `messages` returns."""
    for language in languages:
        path = folder / f"{language}.ftl"
        ours = path.read_text().partition(marker)[0] if path.is_file() else ""
        yield path, ours + messages(language)
