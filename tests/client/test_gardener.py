"""The gardener plays every mode of Petrichor, and plays it better than chance."""

import json
from itertools import product
from typing import Any

import pytest

from tests.client.in_process import at_random, playout
from tests.seeds import Seeds
from tilth_bots.gardener import decide
from tilth_client import Answer, Decision, decoded
from tilth_rules.kernel import OptionsRefused
from tilth_rules.petrichor import game
from tilth_rules.petrichor.options import Options
from tilth_server.wire.game import GameWire

CORRECTED = {
    "crops": {
        "cotton": {"ranks": [{"value": value, "tag": "S"} for value in (0, 0, 0, 0)]},
        "coffee": {"developed": [{"value": value, "tag": "S"} for value in (0, 0, 0, 0)]},
        "grass": {"ranks": [{"value": value, "tag": "S"} for value in (40, 10, 0, 0)]},
        "potato": {"ranks": [{"value": value, "tag": "S"} for value in (30, 0, 0, 0)]},
    }
}
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


def test_the_gardener_beats_random_in_four_of_five_matches(wire: GameWire, seeds: Seeds) -> None:
    won = 0
    matches = seeds.some(15, 100)
    for number in matches:
        seat = number % 2
        seats = [at_random(f"match {number}")] * 2
        seats[seat] = decide
        result = playout(wire, Options(), seats, number.to_bytes(32, "big"))
        won += result.places[seat] == 1 and result.places[1 - seat] == 2
    assert won >= len(matches) * 0.8 - seeds.margin(0.8, len(matches)), f"{won} of {len(matches)}"


@pytest.mark.parametrize(
    ("mode", "players"),
    [
        pytest.param(mode, players, id=f"{'+'.join(mode) or 'plain'} {players}")
        for mode, players in product(MODES, (1, 2, 3, 4))
        if can_be_set_up(mode, players)
    ],
)
def test_the_gardener_plays_every_mode_without_failing(
    wire: GameWire, mode: dict[str, Any], players: int, seeds: Seeds
) -> None:
    for seed in seeds(1):
        for others in (decide, at_random("others")):
            playout(wire, Options(**mode), [decide, *[others] * (players - 1)], seed.to_bytes(32, "big"))


def test_in_a_match_with_corrected_values_the_gardener_plays_by_them(wire: GameWire, seeds: Seeds) -> None:
    """It is held against itself, with a view that prints the uncorrected values."""
    options = Options(values=json.dumps(CORRECTED))

    def misled(view: Any, decision: Decision) -> Answer:
        other = type(view)()
        other.CopyFrom(view)
        other.printed.CopyFrom(as_printed)
        return decide(other, decision)

    as_printed = decoded(wire.view_type, wire.view(game.start(Options(), 2)[0], 0)).printed
    won = 0
    matches = seeds.some(10, 40)
    for number in matches:
        seats = [misled, misled]
        seats[number % 2] = decide
        result = playout(wire, options, seats, number.to_bytes(32, "big"))
        won += result.places[number % 2] < result.places[1 - number % 2]
    assert won >= len(matches) * 0.7 - seeds.margin(0.7, len(matches)), f"{won} of {len(matches)}"


def test_the_gardener_answers_alike_to_the_same_view_and_decision(wire: GameWire) -> None:
    def twice(view: Any, decision: Decision) -> Answer:
        answer = decide(view, decision)
        assert decide(view, decision) == answer
        return answer

    playout(wire, Options(draft=True), [twice, twice], bytes(32))
