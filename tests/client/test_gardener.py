"""The gardener plays every mode of Petrichor, and plays it better than chance."""

from itertools import product
from typing import Any

import pytest

from tests.client.in_process import at_random, playout
from tilth_bots.gardener import decide
from tilth_client import Answer, Decision
from tilth_rules.kernel import OptionsRefused
from tilth_rules.petrichor import game
from tilth_rules.petrichor.options import Options
from tilth_server.wire.game import GameWire

MATCHES = 100
MODES: list[dict[str, Any]] = [
    {},
    {"long_form": True},
    {"first_layout": True},
    {"draft": True},
    {"fertilizer": True},
    {"cactus": True, "lake": True},
    {"long_form": True, "draft": True, "fertilizer": True, "cactus": True, "lake": True},
    {"double_card": True, "non_random_targeting": True},
    {"no_more_tricks": True, "one_more_turn": True},
    {"double_card": True, "non_random_targeting": True, "no_more_tricks": True, "one_more_turn": True},
]


def can_be_set_up(mode: dict[str, Any], players: int) -> bool:
    try:
        game.check(Options(**mode), players)
    except OptionsRefused:
        return False
    return True


@pytest.fixture(scope="module")
def wire() -> GameWire:
    return GameWire.of(game)


def test_the_gardener_beats_random_in_at_least_80_of_100_seeded_matches(wire: GameWire) -> None:
    won = 0
    for number in range(MATCHES):
        seat = number % 2
        seats = [at_random(f"match {number}")] * 2
        seats[seat] = decide
        result = playout(wire, Options(), seats, number.to_bytes(32, "big"))
        won += result.places[seat] == 1 and result.places[1 - seat] == 2
    assert won >= 80, f"{won} of {MATCHES}"


@pytest.mark.parametrize(
    ("mode", "players"),
    [
        pytest.param(mode, players, id=f"{'+'.join(mode) or 'plain'} {players}")
        for mode, players in product(MODES, (1, 2, 3, 4))
        if can_be_set_up(mode, players)
    ],
)
def test_the_gardener_plays_every_mode_without_failing(
    wire: GameWire, mode: dict[str, Any], players: int
) -> None:
    for seed, others in product(range(2), (decide, at_random("others"))):
        playout(wire, Options(**mode), [decide, *[others] * (players - 1)], seed.to_bytes(32, "big"))


def test_the_gardener_answers_alike_to_the_same_view_and_decision(wire: GameWire) -> None:
    def twice(view: Any, decision: Decision) -> Answer:
        answer = decide(view, decision)
        assert decide(view, decision) == answer
        return answer

    playout(wire, Options(draft=True), [twice, twice], bytes(32))
