"""The board: corners, zones, circles, and how a disc is flicked."""

from itertools import pairwise
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sonora.situations import BLUE, GREEN, RED, YELLOW, Scene, asked, disc, kind
from tilth_rules.sonora import Options
from tilth_rules.sonora.actions.ruins import MarkRuins
from tilth_rules.sonora.board import (
    circle_at,
    corner_of,
    flick_to_ask,
    lies_between,
    section_of,
    speed_of,
    zone_of,
    zones_beside,
)
from tilth_rules.sonora.codes import CANYON, MUD, RIVER, RUINS
from tilth_rules.sonora.events.marks import CellsCrossed
from tilth_rules.sonora.flick_question import heading_of, start_place, wholly_on
from tilth_rules.sonora.options import values_of
from tilth_rules.sonora.rounds.marking import MarkRest, SortDiscs

VALUES = values_of(Options())
BOARD = VALUES.board


@pytest.mark.parametrize(
    ("place", "zone"), [((-50, 50), RUINS), ((50, 50), CANYON), ((50, -50), MUD), ((-50, -50), RIVER)]
)
def test_zones_lie_clockwise_from_the_north_west(place: tuple[int, int], zone: int) -> None:
    assert zone_of(*place) == zone


def test_a_disc_counts_for_the_zone_that_holds_its_larger_part() -> None:
    three = disc(RED, 3)
    scene = Scene(2).on_board(three, 0.01, 50)
    table = scene.run(SortDiscs(), MarkRuins(), MarkRest())
    scene.answer(table, RED, three)
    assert kind(table, RED) == "canyon"
    scene = Scene(2).on_board(three, -0.01, 50)
    table = scene.run(SortDiscs(), MarkRuins(), MarkRest())
    assert kind(table, RED) == "ruins"
    assert scene.answer(table, RED, 0, 0, 0) == [CellsCrossed(RED, 0, 3)]


def test_exactly_half_in_each_zone_is_neither() -> None:
    assert zone_of(0, 5000) == 0
    assert zones_beside(0, 5000) == (RUINS, CANYON)
    assert zones_beside(0, -5000) == (MUD, RIVER)
    assert zones_beside(-5000, 0) == (RUINS, RIVER)
    assert zones_beside(5000, 0) == (CANYON, MUD)


def test_touching_a_circle_with_the_edge_counts() -> None:
    x, y = 8800, 4000
    assert circle_at(VALUES, x - 2200, y) == RUINS
    assert circle_at(VALUES, x - 2201, y) == 0


def test_every_section_has_two_circles_and_one_of_the_ruins_lies_in_the_mud() -> None:
    sections = [section for section, _, _ in VALUES.circles]
    assert sorted(sections) == [1, 1, 2, 2, 3, 3, 4, 4]
    assert MUD in [zone_of(x, y) for section, x, y in VALUES.circles if section == RUINS]
    assert all(zone_of(x, y) != section for section, x, y in VALUES.circles)


def test_a_circle_is_stronger_than_the_zone_it_lies_in() -> None:
    scene = Scene(2).on_board(disc(RED, 4), 92, -34)
    assert zone_of(9200, -3400) == MUD
    assert section_of(scene.state, VALUES, disc(RED, 4)) == (RUINS, True)
    table = scene.run(SortDiscs(), MarkRuins(), MarkRest())
    decision = asked(table, RED)
    assert (decision.kind, decision.min_picks) == ("ruins", 8)
    scene.answer(table, RED, *decision.default_answer())
    assert table.over


def test_a_disc_between_zones_on_a_circle_needs_no_choice() -> None:
    scene = Scene(2).on_board(disc(RED, 4), 88, 20)
    scene.state.ys[disc(RED, 4)] = 0
    scene.state.xs[disc(RED, 4)] = 9200
    between = lies_between(scene.state, VALUES, disc(RED, 4))
    assert between == (circle_at(VALUES, 9200, 0) == 0)
    scene.on_board(disc(RED, 1), 0, 60)
    assert lies_between(scene.state, VALUES, disc(RED, 1))


def test_the_corner_of_the_ruins_begins_at_the_first_player() -> None:
    state = Scene(4, first=GREEN).state
    assert [corner_of(state, seat) for seat in (GREEN, YELLOW, RED, BLUE)] == [0, 1, 2, 3]


def test_with_four_the_first_player_always_has_the_corner_of_the_ruins() -> None:
    state = Scene(4, first=BLUE).state
    for number in range(1, 8):
        state.round = number
        assert corner_of(state, (BLUE + number - 1) % 4) == 0


def test_every_round_everybody_has_the_next_corner() -> None:
    state = Scene(3, first=BLUE).state
    corners = []
    for number in range(1, 6):
        state.round = number
        corners.append([corner_of(state, seat) for seat in range(3)])
        assert len(set(corners[-1])) == 3, "nobody shares a corner"
    assert [corner for corner, *_ in corners] == [3, 2, 1, 0, 3]


def test_two_sit_across_the_board() -> None:
    state = Scene(2).state
    assert [corner_of(state, seat) for seat in (RED, BLUE)] == [0, 2]


@given(corner=st.integers(0, 3), side=st.integers(0, 1000), back=st.integers(0, 1000))
def test_from_every_start_place_a_disc_lies_wholly_on_its_corner(corner: int, side: int, back: int) -> None:
    x, y = start_place(BOARD, corner, side, back)
    assert max(abs(x), abs(y)) <= BOARD.half_side - BOARD.disc_radius
    over_the_step = (abs(x) + abs(y) - BOARD.corner_cut) / 2**0.5
    assert over_the_step >= BOARD.disc_radius
    assert zone_of(x, y) == corner + 1


def test_left_and_right_are_as_the_player_sees_them() -> None:
    """Behind the corner in the south-west, looking north-east, the left end lies to the north-west."""
    left, right = start_place(BOARD, 3, 0, 0), start_place(BOARD, 3, 1000, 0)
    assert left[0] < right[0]
    assert left[1] > right[1]
    assert heading_of(3, 0) == 4500
    assert heading_of(3, 4500) == 0, "to the right of north-east is east"
    assert heading_of(1, -4500) == 27000, "to the left of south-west is south"


def test_the_weakest_flick_leaves_the_corner_from_any_place() -> None:
    least = speed_of(VALUES, 0)
    way = least * least / (2 * VALUES.physics.deceleration)
    deepest = 2 * (BOARD.half_side - BOARD.disc_radius)
    assert way >= deepest - wholly_on(BOARD), "along the rim, the longest way out"


def test_power_adds_the_same_length_of_way_with_every_step() -> None:
    ways = [speed_of(VALUES, power) ** 2 for power in (0, 250, 500, 750, 1000)]
    steps = [after - before for before, after in pairwise(ways)]
    assert max(steps) - min(steps) < 0.001 * max(steps)
    assert speed_of(VALUES, 1000) == 180_000


def test_the_question_holds_the_board_and_all_other_discs_on_it() -> None:
    scene = Scene(2, round_number=2).on_board(disc(BLUE, 1), 10, 20).on_board(disc(RED, 5), -10, 70)
    scene.in_hole(disc(BLUE, 2), RIVER)
    flick = flick_to_ask(scene.state, VALUES, disc(RED, 3), RED, (500, 500, 1000, 50_000))
    assert [(one.disc, one.x, one.y) for one in flick.resting] == [(4, -1000, 7000), (5, 1000, 2000)]
    assert (flick.disc, flick.seat, flick.corner, flick.speed) == (2, RED, 3, 50_000)
    assert flick.heading == 3500
    assert hypot(flick.x, flick.y) > hypot(10_250, 10_250), "beyond the step"
