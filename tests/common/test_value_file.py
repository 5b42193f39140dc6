"""Values of a file, corrections, and refusals that name the value."""

from typing import Any

import msgspec
import pytest

from tilth_rules.common.value_file import ValueFile, by_index, corrected_entries, unless
from tilth_rules.kernel import OptionsRefused

ENTRIES = {"a": {"index": 0, "cost": 1}, "b": {"index": 1, "cost": 2}}


class Fertilizer(msgspec.Struct, frozen=True):
    bonus: dict[str, Any]


class Shape(msgspec.Struct, frozen=True):
    fertilizer: Fertilizer


def bonus_of(shape: Shape) -> int:
    value: int = shape.fertilizer.bonus["value"]
    unless(value < 9, "fertilizer.bonus", "less than 9")
    return value


FILE = ValueFile("tilth_rules.petrichor.content", "values.json", Shape, bonus_of)


def test_a_correction_is_merged_over_the_file() -> None:
    printed = FILE.read("")
    assert FILE.read('{"fertilizer": {"bonus": {"value": 7}}}') == 7
    assert FILE.read("") == printed != 7


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ('{"fertilizer": {"bonus": 3}}', "values.fertilizer.bonus"),
        ('{"fertilizer": {"bonus": {"value": 9}}}', "values.fertilizer.bonus"),
        ("[]", "values"),
        ("{", "values"),
    ],
)
def test_a_value_that_does_not_fit_is_named(text: str, field: str) -> None:
    with pytest.raises(OptionsRefused) as refused:
        FILE.read(text)
    assert refused.value.field == field


def test_entries_are_corrected_one_by_one() -> None:
    found = dict(corrected_entries(ENTRIES, '{"b": {"cost": 5}}', ("index",), "card"))
    assert found == {"a": {"index": 0, "cost": 1}, "b": {"index": 1, "cost": 5}}


@pytest.mark.parametrize(
    ("text", "field"),
    [('{"c": {}}', "values.c"), ('{"b": {"index": 0}}', "values.b.index"), ('{"b": 1}', "values.b")],
)
def test_an_entry_that_cannot_be_corrected_is_named(text: str, field: str) -> None:
    with pytest.raises(OptionsRefused) as refused:
        list(corrected_entries(ENTRIES, text, ("index",), "card"))
    assert refused.value.field == field


def test_entries_lie_in_the_order_of_their_index() -> None:
    assert list(by_index({"b": ENTRIES["b"], "a": ENTRIES["a"]}, "cards.json")) == ["a", "b"]
    with pytest.raises(ValueError, match="c has index 3, but the next free index is 2"):
        by_index({**ENTRIES, "c": {"index": 3}}, "cards.json")
