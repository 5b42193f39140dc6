"""Petrichor in whatever mix of its options: the laws of every game, and what no match of this one may ever do."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from tests.seeds import examples
from tilth_rules.conformance import conforms
from tilth_rules.kernel import SeededChance, Table
from tilth_rules.petrichor import Options, game
from tilth_rules.petrichor.codes import LAKE, LIGHT, OVER, WEATHER, WEATHERS
from tilth_rules.petrichor.fields import FIELDS
from tilth_rules.petrichor.state import State
from tilth_rules.random_play import inside

SEEDS = st.integers(0, 2**32)
PATCHES = {
    "crops": {
        **{
            crop: {"threshold": {"value": st.integers(1, 8)}}
            for crop in ("wheat", "cotton", "grass", "potato", "coffee", "rice", "corn")
        },
        "cactus": {"threshold": {"value": st.integers(1, 3)}, "overwatered_at": {"value": st.integers(4, 6)}},
    },
    "lake": {"wind_adds": {"value": st.integers(0, 6)}},
    "fertilizer": {"tokens": {"value": st.integers(0, 3)}, "bonus": {"value": st.integers(0, 3)}},
}


@st.composite
def mixes(draw: st.DrawFn) -> tuple[int, Options]:
    """Any number of seats, and any options that go with it."""
    seats = draw(st.sampled_from(game.seats))
    allowed = {"fertilizer"}
    if seats == 1:
        allowed |= {"cactus", "double_card", "non_random_targeting", "no_more_tricks", "one_more_turn"}
    else:
        allowed |= {"long_form", "draft"}
        allowed |= draw(st.sampled_from(({"first_layout"}, {"cactus", "lake"})))
    return seats, msgspec.convert({name: draw(st.booleans()) for name in sorted(allowed)}, Options)


def drawn(draw: st.DrawFn, patch: dict[str, Any]) -> dict[str, Any]:
    return {
        name: drawn(draw, below) if isinstance(below, dict) else draw(below) for name, below in patch.items()
    }


@st.composite
def corrections(draw: st.DrawFn) -> str:
    """Values that another owner of the box might read off it."""
    return json.dumps(drawn(draw, PATCHES))


def tables_of(mix: tuple[int, Options], seed: int) -> Iterator[Table]:
    """Yield the table of a random match after the set-up and after every answer."""
    seats, options = mix
    random = Random(seed)
    table = Table(game, options, seats, SeededChance(random.randbytes(32)), journal=False)
    table.start()
    yield table
    while not table.over:
        seat = random.choice(table.pending_seats)
        table.answer(seat, *inside(table.open[seat], random))
        yield table


# The laws ----------------------------------------------------------------------------------------


@examples(12, 60)
@given(mix=mixes(), seed=SEEDS)
def test_every_match_obeys_the_laws(mix: tuple[int, Options], seed: int) -> None:
    seats, options = mix
    conforms(game, options, seats, seed, thorough=False)


@examples(5, 25)
@given(mix=mixes(), seed=SEEDS)
def test_no_match_betrays_what_is_hidden(mix: tuple[int, Options], seed: int) -> None:
    seats, options = mix
    conforms(game, options, seats, seed)


@examples(5, 25)
@given(mix=mixes(), values=corrections(), seed=SEEDS)
def test_corrected_values_change_no_law(mix: tuple[int, Options], values: str, seed: int) -> None:
    seats, options = mix
    conforms(game, msgspec.structs.replace(options, values=values), seats, seed, thorough=False)


# What the box holds ------------------------------------------------------------------------------


@examples(12, 60)
@given(mix=mixes(), seed=SEEDS)
def test_no_drop_and_no_vote_is_ever_lost_or_won(mix: tuple[int, Options], seed: int) -> None:
    for table in tables_of(mix, seed):
        state: State = table.state
        for side in range(state.sides):
            assert state.supply[side] + sum(state.drops[side::4]) + sum(state.clouds[side::4]) == 20
            assert state.free[side] + sum(state.votes[4 * side + 1 : 4 * side + 5]) == 12
        counted = (state.supply, state.drops, state.clouds, state.free, state.votes)
        assert all(number >= 0 for numbers in counted for number in numbers)


@examples(8, 40)
@given(mix=mixes(), seed=SEEDS)
def test_there_are_ten_cards_of_each_kind_twelve_wheat_tokens_and_twelve_clouds(
    mix: tuple[int, Options], seed: int
) -> None:
    for table in tables_of(mix, seed):
        state: State = table.state
        for kind in WEATHERS:
            held = sum(state.hands[kind::4])
            drafting = sum(state.packs[kind::4]) + sum(state.takes[kind::4]) if state.stage else 0
            assert state.deck[kind] + state.discards[kind] + held + drafting == 10
        assert sum(state.wheat) + state.wheat_left == 12
        assert sum(sky > 0 for sky in state.skies) <= 12


@examples(12, 60)
@given(mix=mixes(), seed=SEEDS)
def test_whenever_somebody_is_asked_fields_and_sky_are_in_order(mix: tuple[int, Options], seed: int) -> None:
    for table in tables_of(mix, seed):
        state: State = table.state
        asked = {decision.kind for decision in table.open.values()}
        for tile in FIELDS[state.seats]:
            wet, load = sum(state.drops[4 * tile : 4 * tile + 4]), sum(state.clouds[4 * tile : 4 * tile + 4])
            assert (wet, load) == (state.wet[tile], state.loads[tile])
            if state.crops[tile] == LAKE:
                assert wet == 0, "the Lake keeps no drop"
            elif state.crops[tile]:
                assert (state.growth[tile] > 0) == (wet >= state.needs[tile]), (
                    "crops grow and dry out at once"
                )
            assert (state.skies[tile] > 0) == (load > 0), "empty clouds are removed"
            if "take-drops" not in asked:
                assert load < (4 if state.skies[tile] == LIGHT else 8), "clouds grow and overflow at the end"
        if state.phase in (WEATHER, OVER):
            assert max(state.held) <= 4, "the hand limit"
