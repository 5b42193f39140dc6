"""docs/games/agricola/appendix.md: every ruling has a test that there is."""

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.pages import names_of_tests, part
from tilth_rules.agricola.content.cards import CARDS

PAGE = (Path(__file__).parents[3] / "docs" / "games" / "agricola" / "appendix.md").read_text()
NAMES = {card.id: card.name.en for card in CARDS}


def rows(title: str) -> list[list[str]]:
    """Return the cells of a section's table, without its head."""
    lines = part(PAGE, title).splitlines()
    return [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")][1:]


def test_every_test_that_is_named_is_there() -> None:
    there = names_of_tests(Path(__file__).parents[1])
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert named <= there, named - there


@pytest.mark.parametrize(
    ("title", "least"),
    [
        ("The spaces", 25),
        ("The major improvements", 5),
        ("Goods, variants, harvest", 6),
        ("Situations that strain the kernel most", 39),
    ],
)
def test_every_ruling_of_a_section_names_a_test(title: str, least: int) -> None:
    found = rows(title)
    assert len(found) >= least
    assert all(len(row) == 2 and row[1].startswith("`test_") for row in found)


def test_every_card_of_which_the_appendix_speaks_is_there_once_by_its_name() -> None:
    found = rows("Minor improvements") + rows("Occupations")
    assert len(found) == 192
    for row in found:
        card, name = re.fullmatch(r"(\w+) \*(.+)\*", row[0]).groups()  # type: ignore[union-attr]
        assert NAMES[card] == name
        assert row[2].startswith("`test_")
    assert max(Counter(row[0] for row in found).values()) == 1
