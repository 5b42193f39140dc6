"""Any game's view, field by field: not pretty, but nothing is missing."""

from typing import Any

from betterproto2 import Message
from rich.console import RenderableType
from rich.text import Text
from rich.tree import Tree

from tilth_cli.draw_context import DrawContext
from tilth_cli.plain import as_plain

LONGEST = 400


def draw(view: Message, context: DrawContext) -> RenderableType:
    """Return a tree of all fields of a view, for a game that this client has no drawing for."""
    tree = Tree(Text(type(view).__name__, style="bold"), guide_style="dim")
    _grow(tree, as_plain(view))
    return tree


def _grow(tree: Tree, found: dict[str, Any]) -> None:
    """Add the fields of a record to the tree: a branch for each nested record, a leaf for each other value."""
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
    """Add a record to the tree: in one line if its values are simple, else as a branch."""
    flat = all(not isinstance(inner, dict | list) for inner in value.values())
    if flat:
        _leaf(tree, name, "  ".join(f"{key} {inner}" for key, inner in value.items()))
    else:
        _grow(tree.add(Text(name, style="dim")), value)


def _leaf(tree: Tree, name: str, value: str) -> None:
    """Add a line with a name and a value to the tree; a value longer than LONGEST characters is cut off."""
    shown = value if len(value) <= LONGEST else value[:LONGEST] + "..."
    tree.add(Text.assemble((name, "dim"), " ", shown))
