"""docs/games/earth.md says what the rules do."""

import ast
import re
from pathlib import Path

import tilth_rules.earth
from tilth_rules.earth import Options, game

PAGE = (Path(__file__).parents[2] / "docs" / "games" / "earth.md").read_text()
SOURCES = Path(tilth_rules.earth.__file__).parent


def part(title: str) -> str:
    """The page from one heading to the next."""
    return PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]


def kinds() -> set[str]:
    """The kinds of decisions that the rules name."""
    return {
        str(node.args[1].value)
        for module in SOURCES.glob("*.py")
        for node in ast.walk(ast.parse(module.read_text()))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Choose"
        if isinstance(node.args[1], ast.Constant)
    }


def test_the_page_lists_every_kind_of_decision_and_no_other() -> None:
    listed = re.findall(r"^\| `([a-z-]+)` \| [a-z]", part("What a seat is asked"), re.M)
    assert sorted(listed) == sorted(kinds())


def test_the_page_names_every_move() -> None:
    named = set(re.findall(r"`?([A-Z]\w+)\([a-z, ]*\)`", part("What a seat is asked")))
    assert named == {move.__name__ for move in game.moves}


def test_the_page_lists_every_option() -> None:
    assert re.findall(r"^\| `(\w+)` \|", part("Options"), re.M) == list(Options.__struct_fields__)


def test_every_example_of_the_rulebook_names_a_test_that_there_is() -> None:
    rows = re.findall(r"^\|.*\| (`test_\w+`.*) \|$", part("The rulebook's examples"), re.M)
    named = {name for row in rows for name in re.findall(r"`(test_\w+)`", row)}
    there = {
        name
        for module in Path(__file__).parent.rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", module.read_text(), re.M)
    }
    assert len(rows) >= 15
    assert named <= there


def test_the_page_names_every_module_that_is_a_chapter() -> None:
    for module in re.findall(r"`(\w+\.py)`", PAGE.partition("## Options")[0]):
        assert (SOURCES / module).is_file(), module
