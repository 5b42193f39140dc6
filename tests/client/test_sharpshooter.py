"""The sharpshooter plays every mix of Sonora's options, and plays it better than chance."""

import json
from itertools import product
from math import hypot
from random import Random
from typing import Any

import pytest

from tests.client.in_process import (
    at_random,
    expect_defaults_in_another_game,
    expect_defaults_without_views,
    first,
    playout,
)
from tests.seeds import Seeds, thinned
from tests.sonora.ports import at, scattered
from tilth.games.sonora.v1 import sonora_pb2 as sonora
from tilth_bots.sharpshooter import decide
from tilth_bots.sharpshooter.aiming import Hand, Range
from tilth_bots.sharpshooter.board import HOLE, NOWHERE, Board, Landing, Shot
from tilth_client import Answer, Decision
from tilth_physics import came_to_rest, port
from tilth_rules.sonora import Options, game
from tilth_rules.sonora.board import circle_at, flick_to_ask, speed_of, zone_of
from tilth_rules.sonora.content.compiled.values import Values
from tilth_rules.sonora.flick_question import CameToRest, Flick, Resting, encode, heading_of, start_place
from tilth_rules.sonora.options import values_of
from tilth_rules.sonora.state import State, bare
from tilth_server.wire.game import GameWire

CORNERS = range(4)
OTHER_PAPER = json.dumps(
    {
        "ruins": {"bot_building": {"cells": 3}},
        "canyon": {"cactus_table": {"rows": [1, 3]}},
        "board": {"disc_radius": 9, "hole_radius": 20},
    }
)
ALL_ABOUT = {Landing(section): float(section) for section in range(1, 5)} | {
    Landing(section, doubled=True): 10.0 + section for section in range(1, 5)
}
"""Example values of a disc's landing: circles count more than zones, and later sections more than earlier ones."""


@pytest.fixture(scope="module")
def wire() -> GameWire:
    return GameWire.of(game)


@pytest.fixture(scope="module")
def values() -> Values:
    return values_of(Options())


@pytest.fixture(scope="module")
def board(wire: GameWire) -> Board:
    view = sonora.View.FromString(wire.view(bare(Options(), 2, values_of(Options())), 0))
    return Board.of(view.printed)


# Against others ----------------------------------------------------------------------------------------------


def test_the_sharpshooter_beats_random_in_nine_of_ten_matches(wire: GameWire, seeds: Seeds) -> None:
    won = 0
    matches = seeds.some(10, 100)
    for number in matches:
        seat = number % 2
        seats = [at_random(f"match {number}")] * 2
        seats[seat] = decide
        result = playout(wire, Options(), seats, number.to_bytes(32, "big"), port)
        won += result.places[seat] == 1 and result.places[1 - seat] == 2
    assert won >= len(matches) * 0.9 - seeds.margin(0.9, len(matches)), f"{won} of {len(matches)}"


@pytest.mark.parametrize(
    ("no_pushing", "tremor", "players"), thinned(product((False, True), (False, True), (1, 2, 3, 4)), 5)
)
def test_the_sharpshooter_plays_every_mix_of_options_without_failing(
    wire: GameWire, no_pushing: bool, tremor: bool, players: int
) -> None:
    options = Options(5, no_pushing, tremor)
    others = [at_random("others"), first, decide]
    playout(wire, options, [decide, *others][:players], bytes(32), port)
    playout(wire, options, [decide, *others][:players], b"1" * 32, scattered)


def test_the_sharpshooter_plays_with_a_board_and_sheets_of_ones_own(wire: GameWire) -> None:
    options = Options(5, values=OTHER_PAPER)
    playout(wire, options, [decide, at_random("other")], bytes(32), port)
    playout(wire, options, [decide], bytes(32), scattered)


def test_the_sharpshooter_answers_alike_to_the_same_view_and_decision(wire: GameWire) -> None:
    def twice(view: Any, decision: Decision) -> Answer:
        answer = decide(view, decision)
        assert decide(view, decision) == answer
        return answer

    playout(wire, Options(5, tremor=True), [twice, twice], bytes(32), port)


def test_the_sharpshooter_plays_another_game_as_a_timeout_would() -> None:
    expect_defaults_in_another_game(decide)


def test_a_view_that_it_cannot_read_is_answered_as_a_timeout_would(wire: GameWire) -> None:
    expect_defaults_without_views(wire, Options(5), decide, port)


# Aiming ------------------------------------------------------------------------------------------------------


def test_the_bot_computes_a_flick_as_the_rules_do(board: Board, values: Values) -> None:
    random = Random(1)
    for _ in range(2000):
        corner, side, back = random.randrange(4), random.randint(0, 1000), random.randint(0, 1000)
        aim, power = random.randint(-4500, 4500), random.randint(0, 1000)
        assert board.start(corner, side, back) == start_place(values.board, corner, side, back)
        assert board.heading(corner, aim) == heading_of(corner, aim)
        assert board.speed(power) == speed_of(values, power)


def test_the_bot_computes_the_worth_of_a_disc_as_the_rules_do(board: Board, values: Values) -> None:
    random = Random(2)
    for _ in range(2000):
        x, y = random.randint(-9000, 9000), random.randint(-9000, 9000)
        circle = circle_at(values, x, y)
        if hypot(x, y) > board.hole:
            assert board.landing(x, y) == Landing(circle or zone_of(x, y), circle > 0)


@pytest.mark.parametrize("corner", CORNERS)
def test_a_flick_of_its_own_carries_a_disc_where_it_is_to_go(
    board: Board, values: Values, corner: int
) -> None:
    state = table_with()
    reached = set()
    aims = Range(board, Hand(corner, no_pushing=False, tremor=False))
    ways = [way for spot, _ in board.spots for way in aims.ways(spot)[:2]]
    for way in ways[::3]:
        fact = came_to_rest(flick_of(state, values, corner, way.shot))
        ((landing, _),) = way.lands
        if landing == HOLE:
            assert fact.in_hole
        else:
            (rested,) = fact.moved
            assert hypot(rested.x - way.end[0], rested.y - way.end[1]) < 5
            assert landing == board.landing(rested.x, rested.y)
        reached.add(landing)
    sections = range(1, 5)
    assert reached == {HOLE, *map(Landing, sections), *(Landing(section, True) for section in sections)}


@pytest.mark.parametrize("corner", CORNERS)
def test_it_goes_for_what_is_worth_most_and_finds_a_free_way_there(
    board: Board, values: Values, corner: int
) -> None:
    random = Random(corner)
    gains = {HOLE: 4.0, NOWHERE: 0.0, **ALL_ABOUT}
    aims = Range(board, Hand(corner, no_pushing=False, tremor=False))
    brought = []
    for _ in range(20):
        others = [at(1 + disc, *place) for disc, place in enumerate(apart(random, 8))]
        state = table_with(*((disc.disc, disc.x, disc.y) for disc in others))
        found = aims.best(gains, [(disc.x, disc.y) for disc in others])
        assert found is not None
        shot, worth = found
        fact = came_to_rest(flick_of(state, values, corner, shot))
        assert {moved.disc for moved in fact.moved} | set(fact.in_hole) == {0}
        assert worth == gains[HOLE if fact.in_hole else board.landing(fact.moved[0].x, fact.moved[0].y)]
        brought.append(worth)
    assert max(brought) == 14.0
    assert min(brought) > 4.0


def test_without_pushing_it_never_aims_at_the_zone_before_it(board: Board) -> None:
    gains = {HOLE: 0.0, NOWHERE: 0.0} | {
        Landing(section, doubled): 1.0 for section in range(1, 5) for doubled in (False, True)
    }
    gains[Landing(sonora.SECTION_RUINS)] = 9.0
    ends = {}
    for no_pushing in (False, True):
        aims = Range(board, Hand(0, no_pushing, tremor=False))
        found = aims.best(gains, [])
        assert found is not None
        ends[no_pushing] = board.zone(*board.end(0, found[0]))
    assert ends[False] == sonora.SECTION_RUINS != ends[True]


def test_where_no_way_is_free_it_answers_all_the_same(wire: GameWire) -> None:
    answers = set()

    def noting(view: Any, decision: Decision) -> Answer:
        answer = decide(view, decision)
        if decision.kind == "flick":
            wall = wall_before(view.players[decision.seat].corner - 1)
            lying = {(disc.x, disc.y) for disc in view.discs if disc.where == sonora.PLACE_ON_BOARD}
            answers.add((lying.issuperset(wall), answer == decision.default))
        return answer

    playout(wire, Options(5), [noting, noting], bytes(32), walled_in)
    assert answers == {(False, False), (True, True)}


# What is decided between flicks and on the sheet -------------------------------------------------------------


def test_it_flicks_again_what_went_off_the_board_and_keeps_what_lies_well(wire: GameWire) -> None:
    flicks = 0
    answered = []

    def off_at_first(flick: Flick) -> bytes:
        nonlocal flicks
        flicks += flick.seat == 0
        off = flick.seat == 1 or flicks == 1
        return encode(CameToRest(off_board=(flick.disc,))) if off else port(flick)

    def noting(view: Any, decision: Decision) -> Answer:
        answer = decide(view, decision)
        if decision.kind == "reflick" and view.round == 1:
            answered.append(answer.picks)
        return answer

    playout(wire, Options(5), [noting, first], bytes(32), off_at_first)
    assert answered[0] == (1,)
    assert set(answered[1:]) <= {(0,)}


def test_it_swaps_its_largest_disc_onto_a_circle(wire: GameWire) -> None:
    places = {0: (9200, -3400), 4: (-5000, 4000)}
    answered = []

    def set_down(flick: Flick) -> bytes:
        if flick.disc not in places:
            return encode(CameToRest(off_board=(flick.disc,)))
        x, y = places[flick.disc]
        return encode(CameToRest(moved=(Resting(flick.disc, x, y),)))

    def noting(view: Any, decision: Decision) -> Answer:
        answer = decide(view, decision)
        if decision.kind == "swap":
            answered.append(answer.picks)
        return answer

    playout(wire, Options(5), [noting, first], bytes(32), set_down)
    assert answered[0] == (4,), "20 * disc + other: the 1 on the circle of the lizard, and the 5"


def test_alone_it_keeps_the_bot_from_ever_marking(wire: GameWire) -> None:
    asked = set()

    def noting(view: Any, decision: Decision) -> Answer:
        asked.add(decision.kind)
        if decision.kind == "own-colour":
            lying = [disc.colour for disc in view.discs if disc.where != sonora.PLACE_OUT]
            assert lying == [0] * 5
        return decide(view, decision)

    playout(wire, Options(), [noting], bytes(32), port)
    assert {"canyon", "river", "mark"} < asked
    assert not asked & {"bot-disc", "bot-canyon", "bot-river", "bot-mud"}


WALL = ((-12000, 7000), (-10582, 8418), (-9164, 9836), (-7746, 11254))
"""Discs side by side before the corner of the ruins, from rim to rim."""


def wall_before(corner: int) -> tuple[tuple[int, int], ...]:
    wall: tuple[tuple[int, int], ...] = WALL
    for _ in range(corner):
        wall = tuple((y, -x) for x, y in wall)
    return wall


def walled_in(flick: Flick) -> bytes:
    """Sets discs down before the corner across the board, as long as there is room."""
    taken = {(disc.x, disc.y) for disc in flick.resting}
    free = [place for place in wall_before((flick.corner + 2) % 4) if place not in taken]
    if not free:
        return encode(CameToRest(off_board=(flick.disc,)))
    return encode(CameToRest(moved=(Resting(flick.disc, *free[0]),)))


def table_with(*lying: tuple[int, int, int]) -> State:
    """Return a table of two with these discs on the board: number, x and y."""
    state = bare(Options(), 2, values_of(Options()))
    state.round = 1
    for disc, x, y in lying:
        state.where[disc], state.xs[disc], state.ys[disc] = sonora.PLACE_ON_BOARD, x, y
    return state


def flick_of(state: State, values: Values, corner: int, shot: Shot) -> Flick:
    """Return a flick of disc 0 from this corner. The first seat begins at the ruins' corner, and the board turns."""
    state.round = 1 + (4 - corner) % 4
    return flick_to_ask(state, values, 0, 0, (shot.side, shot.back, shot.aim, speed_of(values, shot.power)))


def apart(random: Random, count: int) -> list[tuple[float, float]]:
    """Places in millimetres, out of the corners, the hole and each other's way."""
    found: list[tuple[float, float]] = []
    while len(found) < count:
        x, y = random.uniform(-85, 85), random.uniform(-85, 85)
        if hypot(x, y) > 40 and all(hypot(x - a, y - b) > 25 for a, b in found):
            found.append((x, y))
    return found
