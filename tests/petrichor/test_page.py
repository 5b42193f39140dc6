"""docs/games/petrichor says what the rules do."""

import re
from pathlib import Path

import tilth_rules.petrichor
from tests.pages import names_of_tests, part
from tilth_rules.petrichor.content.compiled import FILE

PAGES = Path(__file__).parents[2] / "docs" / "games" / "petrichor"
SOURCES = Path(tilth_rules.petrichor.__file__).parent


def test_the_page_lists_every_kind_of_decision() -> None:
    page = (PAGES / "for-clients.md").read_text()
    listed = set(re.findall(r"^\| `([a-z-]+)` \| [a-zA-Z]", part(page, "What a seat is asked"), re.M))
    asked = {
        kind
        for module in SOURCES.rglob("*.py")
        for kind in re.findall(r'Choose\([^"]*"([a-z-]+)"', module.read_text())
    }
    assert asked
    assert asked <= listed


def test_the_page_lists_the_values_of_the_file() -> None:
    rows = dict(re.findall(r"^\| (\w+: [\w ]+) \| ([\d /]+) \|", (PAGES / "values.md").read_text(), re.M))
    in_file = {}
    for crop, values in FILE.data["crops"].items():
        for name, value in values.items():
            numbers = value if isinstance(value, list) else [value]
            in_file[f"{crop}: {name.replace('_', ' ')}"] = " / ".join(
                str(number["value"]) for number in numbers
            )
    assert rows == in_file


def test_every_example_of_the_rulebooks_names_a_test_that_there_is() -> None:
    named = re.findall(r"^\|.*\| `(test_\w+)` \|$", (PAGES / "examples.md").read_text(), re.M)
    there = names_of_tests(Path(__file__).parent)
    assert len(named) > 25
    assert set(named) <= there
