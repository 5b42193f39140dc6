"""The canyon: which shapes fit where, and what lies in them."""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.seeds import examples
from tests.sonora.situations import RED, Scene, disc, offered, shape_on, square, squares
from tilth_rules.sonora import Options
from tilth_rules.sonora.actions.canyon import Draw, can_draw, placements, points
from tilth_rules.sonora.codes import FOX, SWAP
from tilth_rules.sonora.content.compiled.sections import Canyon
from tilth_rules.sonora.events.marks import BonusGained, DiscsMarked, ShapeDrawn
from tilth_rules.sonora.options import values_of
from tilth_rules.sonora.polyominoes import WIDTH, cells_of, cells_of_option
from tilth_rules.sonora.rounds.marking import MarkRest, SortDiscs
from tilth_rules.sonora.state import Sheet, bare_sheet

VALUES = values_of(Options())
CANYON = VALUES.canyon

FIVE = "G9 H9 G10 H10 H11"
TWO = "G11 F12 G12"
THREE = "E8 F8 D9 E9"
FOUR = "H6 I6 J6 I7"


def test_a_five_then_a_two_then_a_three_instead_of_a_four() -> None:
    five, four, two = disc(RED, 5), disc(RED, 4), disc(RED, 2)
    scene = Scene(2)
    for number in (five, four, two):
        scene.lies_in(number, "canyon")
    table = scene.run(SortDiscs(), MarkRest())
    assert scene.answer(table, RED, five) == [DiscsMarked(RED, (five,))]
    first = scene.answer(table, RED, shape_on(FIVE))
    assert first == [ShapeDrawn(RED, 5, squares(FIVE), (1, 2))]
    scene.answer(table, RED, two)
    assert scene.answer(table, RED, shape_on(TWO)) == [
        ShapeDrawn(RED, 2, squares(TWO), ()),
        BonusGained(RED, SWAP),
    ]
    scene.answer(table, RED, four)
    assert shape_on(FOUR) in offered(table, RED), "a 4 would fit"
    third = scene.answer(table, RED, shape_on(THREE))
    assert isinstance(third[0], ShapeDrawn)
    assert (third[0].number, len(third[0].cacti)) == (3, 2)
    assert sum(scene.sheet(RED).cacti) == 4


def test_a_disc_with_a_three_may_draw_a_three_a_two_or_any_of_the_ones() -> None:
    shapes = {CANYON.number_of[option >> 8] for option in placements(CANYON, bare_sheet(VALUES), 3)}
    assert shapes == {3, 2, 1}
    ones = {len(cells) for _, cells in CANYON.shapes[1]}
    assert ones == {1, 2}, "there are several ones"
    scene = Scene(2)
    table = scene.run(Draw(RED, 3))
    for option in (offered(table, RED)[0], offered(table, RED)[-1]):
        assert option in placements(CANYON, bare_sheet(VALUES), 3)
    assert isinstance(scene.answer(table, RED, offered(table, RED)[-1])[0], ShapeDrawn)


def test_an_empty_sheet_has_as_many_places_as_were_counted() -> None:
    sheet = bare_sheet(VALUES)
    assert [len(placements(CANYON, sheet, number)) for number in (1, 2, 3, 4, 5)] == [21, 42, 55, 71, 85]


def test_shapes_may_be_turned_and_mirrored_without_limit() -> None:
    assert [len(CANYON.shapes[number]) for number in (5, 4, 3, 2)] == [8, 4, 4, 4]
    assert [len(cells) for _, cells in CANYON.shapes[1]].count(2) == 2


def test_corners_do_not_join() -> None:
    sheet = bare_sheet(VALUES)
    beside, across = shape_on("F7"), shape_on("F6")
    assert beside in placements(CANYON, sheet, 1)
    assert CANYON.white >> square("F6") & 1
    assert across not in placements(CANYON, sheet, 1)


def test_a_shape_may_join_to_any_shape_drawn_before() -> None:
    sheet = bare_sheet(VALUES)
    assert shape_on("F5") not in placements(CANYON, sheet, 1)
    sheet.shapes.append(squares("F6 F7"))
    assert shape_on("F5") in placements(CANYON, sheet, 1)


def test_nothing_is_covered_twice_not_even_the_bots_shapes() -> None:
    sheet = bare_sheet(VALUES)
    sheet.shapes.append(squares("F7"))
    sheet.bot_shapes.append(squares("I7"))
    taken = set(squares("F7 I7 G7 H7 G8 H8"))
    for option in placements(CANYON, sheet, 5):
        assert not taken & set(cells_of_option(option))


def test_a_bonus_and_cacti_in_a_shape_are_gained_at_once() -> None:
    scene = Scene(2)
    scene.sheet(RED).shapes.append(squares("H9 H10"))
    table = scene.run(Draw(RED, 2))
    events = scene.answer(table, RED, shape_on("G11 H11"))
    assert events == [ShapeDrawn(RED, 1, squares("G11 H11"), (2,)), BonusGained(RED, SWAP)]
    assert scene.sheet(RED).cacti == [0, 1, 0]


def test_on_the_circle_of_the_fox_a_disc_draws_two_shapes() -> None:
    three = disc(RED, 3)
    scene = Scene(2).lies_in(three, "canyon circle")
    table = scene.run(SortDiscs(), MarkRest())
    for _ in range(2):
        assert offered(table, RED) == [three]
        scene.answer(table, RED, three)
        assert max(CANYON.number_of[option >> 8] for option in offered(table, RED)) == 3
        scene.answer(table, RED, offered(table, RED)[0])
    assert three not in offered(table, RED)
    assert len(scene.sheet(RED).shapes) == 2


def test_a_fox_draws_a_four_or_less() -> None:
    scene = Scene(2)
    scene.sheet(RED).ready[FOX] = 1
    table = scene.run(MarkRest())
    scene.answer(table, RED, 100 + FOX)
    assert max(CANYON.number_of[option >> 8] for option in offered(table, RED)) == 4


@pytest.mark.parametrize(
    ("cacti", "worth"), [([3, 5, 2], (10, 19, 7)), ([0, 1, 8], (0, 5, 40)), ([9, 0, 11], (45, 0, 55))]
)
def test_cacti_are_worth_the_points_of_the_table_and_five_each_beyond_it(
    cacti: list[int], worth: tuple[int, ...]
) -> None:
    scene = Scene(2)
    scene.sheet(RED).cacti = cacti
    assert points(CANYON, scene.sheet(RED)) == worth
    assert scene.ended().canyon == (sum(worth), 0)


def by_hand(canyon: Canyon, sheet: Sheet, number: int) -> set[tuple[int, ...]]:
    """Return every place of a shape of this number or less, tried cell by cell."""
    taken = {cell for shape in (*sheet.shapes, *sheet.bot_shapes) for cell in shape}
    start = set(cells_of(canyon.start))
    drawn = start | {cell for shape in sheet.shapes for cell in shape}
    free = set(cells_of(canyon.white)) - taken
    found = set()
    for smaller in range(1, number + 1):
        for (_, cells), corner in product(canyon.shapes[smaller], range(256)):
            placed = tuple(corner + cell for cell in cells)
            steps = (1, -1, WIDTH, -WIDTH)
            if set(placed) <= free and any(cell + step in drawn for cell in placed for step in steps):
                found.add(placed)
    return found


@examples(13, 80)
@given(seed=st.integers(0, 2**32), shapes=st.integers(0, 35), number=st.integers(1, 5))
def test_the_places_listed_are_those_found_by_hand(seed: int, shapes: int, number: int) -> None:
    random = Random(seed)
    sheet = bare_sheet(VALUES)
    for _ in range(shapes):
        options = placements(CANYON, sheet, random.randint(1, 5))
        if options:
            mine = sheet.shapes if random.random() < 0.8 else sheet.bot_shapes
            mine.append(cells_of_option(random.choice(options)))
    listed = placements(CANYON, sheet, number)
    assert len(set(listed)) == len(listed)
    assert {cells_of_option(option) for option in listed} == by_hand(CANYON, sheet, number)
    assert can_draw(CANYON, sheet, number) == bool(listed)
