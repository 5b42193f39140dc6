"""The places of cards, and the places where a card may be planted."""

import random

from tests.earth.content.fields import CORNER, face, field, place
from tilth_rules.earth.area.area import (
    AROUND,
    BESIDE,
    COLUMNS,
    CORNERS,
    DIAGONALS,
    FULL,
    MIDDLE,
    PLACES,
    ROWS,
    WIDTH,
    Area,
)


def test_the_first_card_goes_to_the_middle() -> None:
    assert Area().free() == [MIDDLE]


def test_the_second_card_goes_to_one_of_the_eight_places_around() -> None:
    area = field("1")
    assert place(0, 0) == MIDDLE
    assert area.free() == list(AROUND[MIDDLE])
    assert len(area.free()) == 8


def test_a_field_four_wide_grows_only_up_and_down() -> None:
    area = field("1 5 9 13")
    columns = {at % WIDTH for at in area.free()}
    assert columns == {CORNER, CORNER + 1, CORNER + 2, CORNER + 3}
    assert {at // WIDTH for at in area.free()} == {CORNER - 1, CORNER + 1}


def test_a_field_three_wide_may_still_grow_to_either_side() -> None:
    area = field("1 5 9")
    assert place(0, 3) in area.free()
    assert place(0, -1) in area.free()
    assert place(0, -2) not in area.free(), "no card is next to it"


def test_a_card_may_touch_by_a_corner_only() -> None:
    area = field("1 - -", "- 5 -")
    assert place(2, 2) in area.free()
    assert place(0, 2) in area.free()
    assert place(0, 3) not in area.free()


def test_a_full_field_has_no_free_place() -> None:
    area = field(*["1 5 9 13"] * 4)
    assert area.cards() == FULL
    assert area.free() == []


def test_the_frame_holds_every_field_that_can_grow() -> None:
    dice = random.Random(1)
    for _ in range(300):
        area = Area()
        while free := area.free():
            assert area.cards() < FULL
            assert all(area.spots[at] < 0 for at in free)
            area.spots[dice.choice(free)] = face(1)
            top, bottom, left, right = area.bounds()
            assert bottom - top < 4
            assert right - left < 4
        assert area.cards() == FULL


def test_cards_are_read_row_by_row_from_the_left() -> None:
    area = field("- 5", "1 9", "- 13")
    assert [area.spots[at] for at in area.places()] == [face(5), face(1), face(9), face(13)]


def test_places_know_their_neighbours() -> None:
    assert len(BESIDE[MIDDLE]) == len(CORNERS[MIDDLE]) == 4
    assert sorted(BESIDE[MIDDLE] + CORNERS[MIDDLE]) == list(AROUND[MIDDLE])
    assert BESIDE[0] == (1, WIDTH)
    assert CORNERS[PLACES - 1] == (PLACES - 2 - WIDTH,)
    assert all(MIDDLE in AROUND[near] for near in AROUND[MIDDLE])


def test_every_place_is_in_one_row_and_one_column() -> None:
    assert sorted(at for row in ROWS for at in row) == list(range(PLACES))
    assert sorted(at for column in COLUMNS for at in column) == list(range(PLACES))


def test_two_diagonals_cross_a_whole_field() -> None:
    inside = {place(row, column) for row in range(4) for column in range(4)}
    assert [set(line) for line in DIAGONALS if set(line) <= inside] == [
        {place(n, n) for n in range(4)},
        {place(n, 3 - n) for n in range(4)},
    ]


def test_a_clone_is_equal_and_independent() -> None:
    area = field("1+2 5/1", island="285a", climate="295a", events=(262,), soil=3)
    area.compost.append(4)
    area.hand.append(7)
    before = repr(area)
    clone = area.clone()
    assert repr(clone) == before
    for many in (clone.spots, clone.sprouts, clone.growth, clone.events, clone.compost, clone.hand):
        many[0] += 1
    clone.soil, clone.island, clone.climate = 0, 0, 0
    assert repr(area) == before
