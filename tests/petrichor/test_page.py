"""docs/games/petrichor.md says what the rules do."""

import re
from pathlib import Path

import tilth_rules.petrichor
from tests.pages import names_of_tests
from tilth_rules.petrichor.content.values import FILE

PAGE = (Path(__file__).parents[2] / "docs" / "games" / "petrichor.md").read_text()
SOURCES = Path(tilth_rules.petrichor.__file__).parent


def test_the_page_lists_every_kind_of_decision() -> None:
    listed = set(
        re.findall(r"^\| `([a-z-]+)` \| [a-zA-Z]", PAGE[PAGE.index("## What a seat is asked") :], re.M)
    )
    asked = {
        kind
        for module in SOURCES.glob("*.py")
        for kind in re.findall(r'Choose\([^"]*"([a-z-]+)"', module.read_text())
    }
    assert asked
    assert asked <= listed


def test_the_page_lists_the_values_of_the_file() -> None:
    rows = dict(re.findall(r"^\| (\w+: [\w ]+) \| ([\d /]+) \|", PAGE, re.M))
    told = {}
    for crop, values in FILE["crops"].items():
        for name, value in values.items():
            numbers = value if isinstance(value, list) else [value]
            told[f"{crop}: {name.replace('_', ' ')}"] = " / ".join(str(number["value"]) for number in numbers)
    assert rows == told


def test_every_example_of_the_rulebooks_names_a_test_that_there_is() -> None:
    named = re.findall(r"^\|.*\| `(test_\w+)` \|$", PAGE[PAGE.index("## The rulebooks' examples") :], re.M)
    there = names_of_tests(Path(__file__).parent)
    assert len(named) > 25
    assert set(named) <= there
