"""A page of docs/ against what it speaks of: its parts, the tests that it names, the decisions that rules ask for."""

import ast
import re
from pathlib import Path


def part(page: str, title: str) -> str:
    """From one heading to the next."""
    return page.partition(f"## {title}\n")[2].partition("\n## ")[0]


def names_of_tests(folder: Path) -> set[str]:
    """The names of all tests in this folder and below."""
    return {
        name
        for module in folder.rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", module.read_text(), re.M)
    }


def kinds(sources: Path) -> set[str]:
    """The kinds of decisions that the rules name."""
    return {
        str(node.args[1].value)
        for module in sources.rglob("*.py")
        for node in ast.walk(ast.parse(module.read_text()))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Choose", "Measure")
        if len(node.args) > 1 and isinstance(node.args[1], ast.Constant)
    }
