"""Any game's view, field by field: not pretty, but nothing is missing."""

from typing import Any

from betterproto2 import Message
from rich.console import RenderableType
from rich.text import Text
from rich.tree import Tree

from tilth_cli.looks import Look
from tilth_cli.plain import as_plain

LONGEST = 400


def draw(view: Message, look: Look) -> RenderableType:
    tree = Tree(Text(type(view).__name__, style="bold"), guide_style="dim")
    _grow(tree, as_plain(view))
    return tree


def _grow(tree: Tree, found: dict[str, Any]) -> None:
    for name, value in found.items():
        match value:
            case dict():
                _grow(tree.add(Text(name, style="bold")), value)
            case [dict(), *_]:
                branch = tree.add(Text(name, style="bold"))
                for i, one in enumerate(value):
                    _leaf_or_branch(branch, str(i), one)
            case list():
                _leaf(tree, name, " ".join(map(str, value)) or "-")
            case _:
                _leaf(tree, name, str(value))


def _leaf_or_branch(tree: Tree, name: str, value: dict[str, Any]) -> None:
    """A small record is one line, a large one a branch of its own."""
    flat = all(not isinstance(inner, dict | list) for inner in value.values())
    if flat:
        _leaf(tree, name, "  ".join(f"{key} {inner}" for key, inner in value.items()))
    else:
        _grow(tree.add(Text(name, style="dim")), value)


def _leaf(tree: Tree, name: str, value: str) -> None:
    shown = value if len(value) <= LONGEST else value[:LONGEST] + "..."
    tree.add(Text.assemble((name, "dim"), " ", shown))
