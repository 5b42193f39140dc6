"""The drawing of a bracket: every table and every way on, without boxes over each other."""

import re
from itertools import pairwise
from random import Random

import pytest

from tests.report.samples import samples_of_bracket
from tilth_report.bracket import COLUMN, GAP, drawing
from tilth_report.messages import translator

BOXES = re.compile(r'<rect class="(\w+)" x="(\d+)" y="([\d.]+)" width="\d+" height="(\d+)"')


@pytest.mark.parametrize(("entrants", "seats", "lives"), [(8, 2, 1), (13, 2, 2), (17, 4, 1), (3, 3, 1)])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_table_has_a_box_and_no_two_boxes_overlap(
    entrants: int, seats: int, lives: int, language: str
) -> None:
    found = samples_of_bracket(entrants, seats, lives, Random(entrants))
    svg = drawing(found, {each.entrant: each.player_name for each in found.standings}, translator(language))
    boxes = [(kind, int(x), float(y), int(height)) for kind, x, y, height in BOXES.findall(svg)]
    assert sum(kind == "table" for kind, *_ in boxes) == sum(len(each.tables) for each in found.bracket)
    assert sum(kind == "bye" for kind, *_ in boxes) == sum(len(each.byes) for each in found.bracket)
    for at in range(len(found.bracket)):
        column = sorted((y, height) for _, x, y, height in boxes if x == at * COLUMN)
        for (above, height), (below, _) in pairwise(column):
            assert below >= above + height + GAP - 0.11
    seated = [
        {each.entrant for table in one.tables for each in table.entrants} | {*one.byes}
        for one in found.bracket
    ]
    ways = sum(len(seated[at] & set().union(*seated[:at])) for at in range(1, len(seated)))
    assert svg.count("<path") == ways
    assert "bracket-" not in svg


def test_tables_whose_entrants_meet_next_are_neighbours() -> None:
    """In single elimination of a full field no two lines cross."""
    found = samples_of_bracket(16, 2, 1, Random(1))
    svg = drawing(found, {each.entrant: f"e{each.entrant}" for each in found.standings}, translator("en"))
    names = re.findall(r'<text class="(?:advances|out|in)" x="7" y="([\d.]+)">e(\d+)</text>', svg)
    order = [int(name) for _, name in sorted(names, key=lambda each: float(each[0]))]
    for one in found.bracket:
        for table in one.tables:
            places = sorted(order.index(each.entrant) // 2**one.round for each in table.entrants)
            assert len(set(places)) == 1, (one.round, table)


def test_names_are_escaped_and_long_ones_are_cut() -> None:
    found = samples_of_bracket(2, 2, 1, Random(1))
    svg = drawing(found, {0: "<script>", 1: "a name of more than nineteen letters"}, translator("en"))
    assert "<script>" not in svg
    assert "&lt;script&gt;" in svg
    assert "a name of more tha…" in svg
