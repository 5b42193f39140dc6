"""docs/games/earth lists the decisions, moves, options and examples that the rules have."""

import re
from pathlib import Path

import tilth_rules.earth
from tests.pages import kinds, names_of_tests, part
from tilth_rules.earth import Options, game

PAGES = Path(__file__).parents[2] / "docs" / "games" / "earth"
DECISIONS = part((PAGES / "for-clients.md").read_text(), "What a seat is asked")
SOURCES = Path(tilth_rules.earth.__file__).parent


def test_the_page_lists_every_kind_of_decision_and_no_other() -> None:
    listed = re.findall(r"^\| `([a-z-]+)` \| [a-z]", DECISIONS, re.M)
    assert sorted(listed) == sorted(kinds(SOURCES))


def test_the_page_names_every_move() -> None:
    named = set(re.findall(r"`?([A-Z]\w+)\([a-z, ]*\)`", DECISIONS))
    assert named == {move.__name__ for move in game.moves}


def test_the_page_lists_every_option() -> None:
    assert re.findall(r"^\| `(\w+)` \|", part((PAGES / "index.md").read_text(), "Options"), re.M) == list(
        Options.__struct_fields__
    )


def test_every_example_of_the_rulebook_names_a_test_that_there_is() -> None:
    rows = re.findall(
        r"^\|.*\| (`test_\w+`.*) \|$",
        part((PAGES / "examples.md").read_text(), "The rulebook's examples"),
        re.M,
    )
    named = {name for row in rows for name in re.findall(r"`(test_\w+)`", row)}
    there = names_of_tests(Path(__file__).parent)
    assert len(rows) >= 15
    assert named <= there
