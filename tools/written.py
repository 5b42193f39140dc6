"""What the tools have in common that write a page about a game's cards, and the last part of its texts, from data."""

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, TypeVar

ROOT: Final = Path(__file__).resolve().parent.parent

Language = TypeVar("Language", bound=str)


def write_or_tell(about: str | None, arguments: Sequence[str], files: Iterable[tuple[Path, str]]) -> int:
    """Write the files that are not as they should be, if --write is among the arguments; else only name them, and say
    by the exit code whether there are any. The tool's docstring tells what it is for."""
    parser = argparse.ArgumentParser(description=(about or "").partition("\n\n")[0])
    parser.add_argument(
        "--write", action="store_true", help="write the files instead of telling which would change"
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
    """Each language's texts: what stands above the marker stays, all below it is written anew."""
    for language in languages:
        path = folder / f"{language}.ftl"
        ours = path.read_text().partition(marker)[0] if path.is_file() else ""
        yield path, ours + messages(language)
