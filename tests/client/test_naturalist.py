"""The naturalist plays every mix of Earth's options, and plays it better than chance and Gaia."""

import json
from collections import Counter
from itertools import product
from typing import Any

import pytest

from tests.client.in_process import (
    Decide,
    at_random,
    expect_defaults_in_another_game,
    expect_defaults_without_views,
    first,
    playout,
)
from tests.seeds import Seeds, thinned
from tilth.games.earth.v1 import earth_pb2 as earth
from tilth_bots.naturalist import decide
from tilth_bots.naturalist.activating import ability_of
from tilth_bots.naturalist.objectives import free_places
from tilth_bots.naturalist.table import CHASED, Table
from tilth_bots.naturalist.value import Worth
from tilth_client import Answer, Decision
from tilth_rules.earth import Options, game
from tilth_rules.earth.area.area import Area
from tilth_rules.earth.area.measures import measure
from tilth_rules.earth.content.cards import CARDS
from tilth_rules.earth.content.faces import CountCards, CountPool
from tilth_rules.earth.options import Level, Setup
from tilth_rules.kernel import Result
from tilth_server.wire.game import GameWire

ROUNDS = 8
"""Enough for every kind of decision, where the whole match is not what matters."""
OTHER_CARDS = json.dumps({"earth-001": {"cost": 0, "vp": 12}, "earth-002": {"vp": -5}})


@pytest.fixture(scope="module")
def wire() -> GameWire:
    return GameWire.of(game)


def alone(wire: GameWire, bot: Decide, level: Level, number: int) -> Result:
    return playout(wire, Options(level=level), [bot], number.to_bytes(32, "big"))


# Against others ----------------------------------------------------------------------------------------------


def test_the_naturalist_beats_random_in_nearly_all_matches_with_90_points_and_more(
    wire: GameWire, seeds: Seeds
) -> None:
    won = points = 0
    matches = seeds.some(10, 60)
    for number in matches:
        seat = number % 2
        seats = [at_random(f"match {number}")] * 2
        seats[seat] = decide
        result = playout(wire, Options(), seats, number.to_bytes(32, "big"))
        won += result.places[seat] == 1 and result.places[1 - seat] == 2
        points += result.scores[seat]
    often = len(matches)
    assert won >= often * 0.93 - seeds.margin(0.93, often), f"{won} of {often}"
    assert points >= 90 * often, f"{points / often} points"


def test_the_naturalist_beats_gaia_on_the_medium_level_in_half_of_the_matches(
    wire: GameWire, seeds: Seeds
) -> None:
    matches = seeds.some(10, 80)
    won = sum(alone(wire, decide, Level.MEDIUM, number).places == (1,) for number in matches)
    assert won >= len(matches) / 2 - seeds.margin(0.5, len(matches)), f"{won} of {len(matches)}"


def test_gaia_on_the_medium_level_always_beats_random(wire: GameWire, seeds: Seeds) -> None:
    for number in seeds(5):
        assert alone(wire, at_random(f"match {number}"), Level.MEDIUM, number).places == (2,)


# Every way to play -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "setup"), thinned(product((2, 3, 4, 5), Setup), 5))
def test_the_naturalist_plays_every_set_up_without_failing(
    wire: GameWire, players: int, setup: Setup
) -> None:
    seats = [decide, at_random("other"), first, decide, at_random("another")][:players]
    playout(wire, Options(setup=setup, turn_limit=ROUNDS), seats, bytes(32))


@pytest.mark.parametrize("setup", thinned(Setup, 2))
def test_the_naturalist_plays_in_teams_with_itself_and_with_others(wire: GameWire, setup: Setup) -> None:
    options = Options(setup=setup, teams=True, turn_limit=ROUNDS)
    playout(wire, options, [decide, at_random("other"), decide, first], bytes(32))
    playout(wire, options, [decide, decide, at_random("mate"), at_random("mate")], bytes(32))


@pytest.mark.parametrize("setup", [Setup.STANDARD, Setup.ADVANCED])
@pytest.mark.parametrize("level", Level)
def test_the_naturalist_plays_alone_on_every_level(
    wire: GameWire, level: Level, setup: Setup, seeds: Seeds
) -> None:
    for number in seeds(1):
        playout(wire, Options(setup=setup, level=level), [decide], number.to_bytes(32, "big"))


def test_the_naturalist_plays_with_cards_of_ones_own(wire: GameWire) -> None:
    playout(wire, Options(values=OTHER_CARDS), [decide, decide], bytes(32))


def test_the_naturalist_fills_its_field_when_it_plays_with_itself(wire: GameWire) -> None:
    ends = []

    def noting(view: Any, decision: Decision) -> Answer:
        ends.append(view.round)
        return decide(view, decision)

    playout(wire, Options(), [noting, noting], bytes(32))
    assert ends[-1] < 40


def test_the_naturalist_answers_alike_to_the_same_view_and_decision(wire: GameWire) -> None:
    def twice(view: Any, decision: Decision) -> Answer:
        answer = decide(view, decision)
        assert decide(view, decision) == answer
        return answer

    playout(wire, Options(), [twice], bytes(32))


def test_the_naturalist_plays_another_game_as_a_timeout_would() -> None:
    expect_defaults_in_another_game(decide)


def test_a_view_that_it_cannot_read_is_answered_as_a_timeout_would(wire: GameWire) -> None:
    expect_defaults_without_views(wire, Options(turn_limit=3), decide)


# What it reads and what it is after --------------------------------------------------------------------------


def seen(wire: GameWire, options: Options, seed: int) -> list[tuple[earth.View, Decision]]:
    """Return every tenth decision of the naturalist in a match against itself, with its view."""
    asked: list[tuple[earth.View, Decision]] = []

    def noting(view: Any, decision: Decision) -> Answer:
        asked.append((view, decision))
        return decide(view, decision)

    playout(wire, options, [noting, noting], seed.to_bytes(32, "big"))
    return asked[::10]


def area_of(player: earth.Player) -> Area:
    area = Area(player.island, player.climate, soil=player.soil, events=list(player.events))
    area.hand, area.compost = [0] * player.hand_size, [0] * player.compost
    for spot in player.field:
        area.spots[spot.place] = spot.card
        area.sprouts[spot.place] = spot.sprouts
        area.growth[spot.place] = spot.growth
    return area


def test_it_counts_cards_and_goods_as_the_rules_do(wire: GameWire) -> None:
    counted: Counter[str] = Counter()
    for view, decision in seen(wire, Options(), 7):
        table = Table.of(view, decision)
        if not view.players[decision.seat].HasField("island"):
            continue
        area = area_of(view.players[decision.seat])
        for number in (*view.ecosystems, *view.fauna):
            objective, read = CARDS.faces[number].objective, table.cards[number].objective
            assert objective is not None
            assert read is not None
            what = objective.measure
            if isinstance(what, CountPool) or (
                isinstance(what, CountCards) and what.within in ("tableau", "board", "events")
            ):
                counted[type(what).__name__] += 1
                assert table.counting.number(read, -1) == measure(what, area, [area])
    assert counted["CountCards"] > 50


def test_it_finds_the_free_places_of_the_rules(wire: GameWire) -> None:
    for view, decision in seen(wire, Options(), 8):
        own = view.players[decision.seat]
        free = area_of(own).free() if len(own.field) < 16 else []
        assert free_places(Table.of(view, decision).area) == free


def test_it_leaves_no_ability_that_is_no_loss(wire: GameWire) -> None:
    done = 0

    def noting(view: Any, decision: Decision) -> Answer:
        nonlocal done
        answer = decide(view, decision)
        if decision.kind == "activate" and not answer.picks:
            done += 1
            worth = Worth(Table.of(view, decision))
            for option in decision.options:
                move = decision.move(option).activate
                used = ability_of(worth, worth.table.card_at(move.place))
                assert used is not None
                assert move.taking != earth.TAKING_ALL or worth.use(used, move.place) <= 0
        return answer

    playout(wire, Options(), [noting, at_random("other")], bytes(32))
    assert done > 10


def test_it_chases_two_goals_of_those_it_has_not_met(wire: GameWire) -> None:
    chased: Counter[int] = Counter()
    for view, decision in seen(wire, Options(), 9):
        own = view.players[decision.seat]
        goals = Table.of(view, decision).goals
        open_goals = 4 - len({*own.leaves, *own.reached})
        assert len(goals) == min(CHASED, open_goals)
        chased[len(goals)] += 1
    assert CHASED == 2
    assert chased[2] > 10
