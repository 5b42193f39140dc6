"""Clones are equal and independent for all types of fields."""

from typing import ClassVar

import msgspec
import pytest

from tilth_rules.common.clone import Cloned


class Printed(msgspec.Struct, frozen=True):
    name: str


class Part(Cloned):
    cards: list[int]


class Whole(Cloned, gc=False):
    word: ClassVar[str] = "whole"
    printed: Printed
    number: int
    row: list[int]
    rows: list[list[int]]
    part: Part
    parts: list[Part]
    maybe: Part | None
    notes: dict[int, tuple[int, ...]]
    seats: set[int]
    pair: tuple[int, str | None] = (0, None)


def whole() -> Whole:
    part = Part([7])
    return Whole(Printed("a"), 1, [1], [[2]], Part([3]), [Part([4])], part, {5: (5,)}, {6})


def test_a_clone_is_equal() -> None:
    first = whole()
    assert first.clone() == first
    assert first.clone().clone() == first


def test_a_change_of_a_clone_leaves_the_first_state_as_it_is() -> None:
    first = whole()
    clone = first.clone()
    clone.row.append(9)
    clone.rows[0].append(9)
    clone.part.cards.append(9)
    clone.parts[0].cards.append(9)
    assert clone.maybe is not None
    clone.maybe.cards.append(9)
    clone.notes[9] = ()
    clone.seats.add(9)
    assert first == whole()


def test_values_that_never_change_are_shared() -> None:
    first = whole()
    assert first.clone().printed is first.printed


def test_a_part_that_is_none_is_cloned_as_none() -> None:
    first = whole()
    first.maybe = None
    assert first.clone() == first


def test_a_subclass_clones_its_own_fields_too() -> None:
    class More(Part):
        more: list[int]

    Part([1]).clone()
    assert More([1], [2]).clone() == More([1], [2])


def test_a_clone_written_by_hand_is_kept() -> None:
    class Counting(Part):
        def clone(self) -> "Counting":
            return Counting([*self.cards, 0])

    assert Counting([1]).clone().cards == [1, 0]


def test_a_type_that_cannot_be_cloned_is_named() -> None:
    class Mutable(msgspec.Struct):
        number: int

    class Holder(Cloned):
        mutable: Mutable

    with pytest.raises(TypeError, match=r"Holder\.mutable"):
        Holder(Mutable(1)).clone()
