"""Writes docs/reference/sdk.md and docs/reference/kernel-api.md from the docstrings of the public names.

    python -m tools.reference [--write]

Without --write it only lists the pages that would change. A public name is one in `__all__` of the package.
"""

import ast
import importlib
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from google.protobuf.message import Message

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "docs" / "reference"
WIDTH: Final = 120


@dataclass(frozen=True)
class Page:
    """One page of the reference."""

    package: str
    file: str
    title: str
    intro: str
    last: str


PAGES: Final = (
    Page(
        "tilth_client",
        "sdk.md",
        "The SDK's names",
        "Every public name of `tilth_client`, generated from the docstrings by `make docs`. "
        "[Write a bot](../guides/write-a-bot.md) shows how they are used.",
        "Next: [Write a bot](../guides/write-a-bot.md).",
    ),
    Page(
        "tilth_rules.kernel",
        "kernel-api.md",
        "The kernel's names",
        "Every public name of `tilth_rules.kernel`, generated from the docstrings by `make docs`. "
        "[The kernel](../explanation/kernel.md) explains the ideas.",
        "Next: [The kernel](../explanation/kernel.md).",
    ),
)


def written(page: Page) -> str:
    """Return the Markdown text of a page, with all public names of its package by kind."""
    package = importlib.import_module(page.package)
    kinds: dict[str, list[str]] = {"Functions": [], "Classes": [], "Messages": [], "Constants and types": []}
    for name in sorted(package.__all__, key=str.lower):
        kind, lines = described(package, name)
        kinds[kind] += lines
    parts = [f"# {page.title}\n", wrapped(page.intro) + "\n"]
    for kind, lines in kinds.items():
        if lines:
            parts += [f"## {kind}\n", *lines]
    return "\n".join([*parts, page.last, ""])


def described(package: ModuleType, name: str) -> tuple[str, list[str]]:
    """Return the section that a public name belongs to, such as "Functions", and the lines about it."""
    thing = getattr(package, name)
    if inspect.isclass(thing) and issubclass(thing, Message):
        return "Messages", [f"### {name}\n", f"The message `{thing.DESCRIPTOR.full_name}` of the schema.\n"]
    if inspect.isclass(thing):
        return "Classes", [f"### {name}\n", *about_class(thing)]
    if inspect.isroutine(thing):
        return "Functions", [f"### {name}\n", *about_function(name, thing)]
    return "Constants and types", [f"### {name}\n", *about_value(package, name, thing)]


def about_value(package: ModuleType, name: str, thing: Any) -> Iterator[str]:
    """Yield the value of a constant, or the name or type that an alias stands for, and the string under it in the
    source."""
    if isinstance(thing, int | str | bytes | tuple | frozenset):
        yield f"`{thing!r}`\n"
    elif hasattr(thing, "DESCRIPTOR"):
        yield f"The enum `{thing.DESCRIPTOR.full_name}` of the schema.\n"
    else:
        yield f"`{plain(repr(thing))}`\n"
    for module in modules_of(package):
        for assigned, sentence in sentences_under_names(ast.parse(inspect.getsource(module)).body).items():
            if assigned == name:
                yield wrapped(sentence) + "\n"
                return


def modules_of(package: ModuleType) -> Iterator[ModuleType]:
    """Yield the loaded modules of a package, sorted by name, without the package itself."""
    for name, module in sorted(sys.modules.items()):
        if name.startswith(package.__name__ + ".") and hasattr(module, "__file__"):
            yield module


def about_class(thing: type) -> Iterator[str]:
    """Yield the docstring of a class, a table of its fields, and each public method and property of its own with its
    docstring."""
    yield text_of(thing)
    fields = list(fields_of(thing))
    if fields:
        yield "| field | |\n| --- | --- |"
        for name, kind, sentence in fields:
            cell = " ".join(sentence.split()).replace("|", "\\|")
            yield f"| `{name}: {kind}` | {cell} |".replace(": ` |", "` |")
        yield ""
    for name, member in vars(thing).items():
        if name.startswith("_") or not member_doc(member):
            continue
        if isinstance(member, property | cached_property):
            yield f"**`{name}`** (property)\n"
            yield text_of(member)
        elif inspect.isroutine(member) or isinstance(member, classmethod | staticmethod):
            function = getattr(thing, name)
            yield f"**`{name}{signature(function)}`**\n"
            yield text_of(function)


def member_doc(member: Any) -> str:
    """Return the docstring of a method or property; "" if it has none."""
    return (
        getattr(member, "__doc__", None) or getattr(getattr(member, "__func__", None), "__doc__", None) or ""
    )


def fields_of(thing: type) -> Iterator[tuple[str, str, str]]:
    """Yield name, type and sentence of each public field that the class itself declares."""
    try:
        (node,) = ast.parse(textwrap.dedent(inspect.getsource(thing))).body
    except (OSError, TypeError):
        return
    assert isinstance(node, ast.ClassDef)
    sentences = sentences_under_names(node.body)
    for line in node.body:
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
            name = line.target.id
            if not name.startswith("_"):
                yield name, ast.unparse(line.annotation).replace("|", "\\|"), sentences.get(name, "")


def sentences_under_names(body: list[ast.stmt]) -> dict[str, str]:
    """Return the string that stands under each assigned name."""
    found: dict[str, str] = {}
    for line, after in pairwise(body):
        if (
            isinstance(after, ast.Expr)
            and isinstance(after.value, ast.Constant)
            and isinstance(after.value.value, str)
        ):
            targets = line.targets if isinstance(line, ast.Assign) else [getattr(line, "target", None)]
            found |= {target.id: after.value.value for target in targets if isinstance(target, ast.Name)}
    return found


def about_function(name: str, function: Any) -> Iterator[str]:
    """Yield the signature and the docstring of a function."""
    yield f"```python\n{name}{signature(function)}\n```\n"
    yield text_of(function)


def signature(function: Any) -> str:
    """Return a function's parameters and result as text, such as `(name: str) -> int`, without `self` and with short
    names of types."""
    try:
        given = inspect.signature(function)
    except (TypeError, ValueError):
        return "(...)"
    parameters = [each for each in given.parameters.values() if each.name != "self"]
    return re.sub(r"<function (\w+) at 0x\w+>", r"\1", plain(str(given.replace(parameters=parameters))))


def plain(text: str) -> str:
    """Return the text of a type or signature without the modules of its names, and without quotes around whole
    types."""
    return re.sub(r"(: |-> )'([^']*)'", r"\1\2", re.sub(r"\b(?:[a-z_]\w*\.)+(?=[A-Za-z_])", "", text))


def text_of(thing: Any) -> str:
    """Return a docstring as paragraphs; an example becomes a block of code."""
    paragraphs = (inspect.getdoc(thing) or "").strip().split("\n\n")
    return "\n\n".join(map(indented, paragraphs)) + "\n"


def indented(paragraph: str) -> str:
    """Return an example four spaces from the left, and any other paragraph as it is."""
    if not paragraph.lstrip().startswith(">>> "):
        return paragraph
    return textwrap.indent(textwrap.dedent(paragraph), "    ")


def wrapped(text: str) -> str:
    """Return a paragraph in lines."""
    return textwrap.fill(" ".join(text.split()), WIDTH)


def main() -> None:
    """Print the paths of the pages that differ from the docstrings; with `--write`, write them."""
    for page in PAGES:
        path, text = FOLDER / page.file, written(page)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            if "--write" in sys.argv[1:]:
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, encoding="utf-8")
            print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
