"""The clients' message files, as the Fluent parser reads them."""

from functools import cache
from pathlib import Path

from fluent.syntax import FluentParser
from fluent.syntax import ast as fluent

import tilth_cli
import tilth_report

PACKAGES = {"tilth_cli": Path(tilth_cli.__file__).parent, "tilth_report": Path(tilth_report.__file__).parent}


@cache
def parsed(package: str, language: str) -> dict[str, fluent.Message]:
    """Return the messages of a file as the Fluent parser reads it."""
    resource = FluentParser().parse((PACKAGES[package] / "messages" / f"{language}.ftl").read_text())
    assert [entry for entry in resource.body if isinstance(entry, fluent.Junk)] == []
    return {entry.id.name: entry for entry in resource.body if isinstance(entry, fluent.Message)}


def variables(message: fluent.Message) -> set[str]:
    """Return the names of the variables in a message."""
    found: set[str] = set()

    def visit(node: object) -> None:
        if isinstance(node, fluent.VariableReference):
            found.add(node.id.name)
        elif isinstance(node, fluent.BaseNode):
            for one in vars(node).values():
                for inner in one if isinstance(one, list) else [one]:
                    visit(inner)

    visit(message)
    return found
