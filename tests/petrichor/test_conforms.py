"""Whole matches at random, in every mix of options, under the laws that every game obeys."""

from itertools import product

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilth_rules.conformance import conforms
from tilth_rules.kernel import OptionsRefused, Scripted, Table
from tilth_rules.petrichor import Options, game
from tilth_rules.petrichor.state import State

SWITCHES = (
    "long_form",
    "first_layout",
    "draft",
    "fertilizer",
    "cactus",
    "lake",
    "double_card",
    "non_random_targeting",
    "no_more_tricks",
    "one_more_turn",
)


def mixes() -> list[tuple[int, Options]]:
    """Every mix of options that a table can be set up with."""
    found = []
    for seats in game.seats:
        for chosen in product((False, True), repeat=len(SWITCHES)):
            options = msgspec.convert(dict(zip(SWITCHES, chosen, strict=True)), Options)
            try:
                game.check(options, seats)
            except OptionsRefused:
                continue
            found.append((seats, options))
    return found


MIXES = mixes()


def test_there_are_as_many_mixes_as_the_components_allow() -> None:
    solo = 2**6
    with_first_layout = 2**3
    shuffled = 2**5
    assert len(MIXES) == solo + 3 * (with_first_layout + shuffled)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_mix_of_options_obeys_the_laws(seats: int) -> None:
    for at, (players, options) in enumerate(MIXES):
        if players == seats:
            conforms(game, options, seats, at, thorough=False)


@settings(max_examples=12, deadline=None)
@given(mix=st.sampled_from(MIXES), seed=st.integers(0, 2**32))
def test_random_matches_obey_the_laws_thoroughly(mix: tuple[int, Options], seed: int) -> None:
    seats, options = mix
    conforms(game, options, seats, seed)


@settings(max_examples=40, deadline=None)
@given(mix=st.sampled_from(MIXES), seed=st.integers(0, 2**32))
def test_goods_are_what_the_box_holds(mix: tuple[int, Options], seed: int) -> None:
    seats, options = mix
    state: State = conforms(game, options, seats, seed, thorough=False).table.state
    counted = game.counts(state)
    assert counted["cards"] == 40
    assert counted["wheat tokens"] == 12
    assert counted["dice"] == 3
    for side in range(state.sides):
        assert counted[f"drops of {side}"] == 20
        assert counted[f"votes of {side}"] == 12
    assert sum(sky > 0 for sky in state.skies) <= 12, "clouds in the box"
    assert max(state.wins) < len(game.view(state, 0).track)  # type: ignore[attr-defined]


def test_a_clone_names_every_field() -> None:
    state = Table(game, Options(draft=True), 4, Scripted()).state
    assert state.clone() == state
    for name in State.__struct_fields__:
        mine, theirs = getattr(state, name), getattr(state.clone(), name)
        if isinstance(mine, list):
            assert mine is not theirs, name


def test_every_step_has_a_number_of_its_own() -> None:
    numbers = [step.__struct_config__.tag for step in game.steps]
    assert len(set(numbers)) == len(numbers)
