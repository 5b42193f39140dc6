"""One match at random in every single mix of options, under the laws that every game obeys.

`tests/properties/test_sonora.py` plays others each time, with discs that come to rest anywhere.
"""

from itertools import product

import pytest

from tests.seeds import Seeds
from tests.sonora.ports import straight
from tilth_rules.conformance import conforms
from tilth_rules.kernel import ScriptedChance, Table
from tilth_rules.sonora import Options, game
from tilth_rules.sonora.state import Sheet, State

MIXES = [
    Options(rounds=rounds, no_pushing=no_pushing, tremor=tremor)
    for rounds, no_pushing, tremor in product((5, 6, 7), (False, True), (False, True))
]


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_mix_of_options_obeys_the_laws(seats: int, seeds: Seeds) -> None:
    """Each in a match with some number of seats, and in a sweep with every one."""
    for at, options in enumerate(MIXES):
        if seeds.sweep or at % 4 == seats - 1:
            conforms(game, options, seats, seeds.first + at, ask_outside=straight, thorough=False)


@pytest.mark.parametrize("seats", [1, 2, pytest.param(4, marks=pytest.mark.sweep)])
def test_no_answer_outside_of_the_bounds_is_taken_in_any_mode(seats: int, seeds: Seeds) -> None:
    for seed in seeds(1):
        conforms(game, MIXES[seats], seats, 77 + seats + seed, ask_outside=straight)


def test_a_clone_names_every_field() -> None:
    state = Table(game, Options(), 4, ScriptedChance()).state
    assert state.clone() == state
    for name in State.__struct_fields__:
        mine, theirs = getattr(state, name), getattr(state.clone(), name)
        if isinstance(mine, list):
            assert mine is not theirs, name
    sheet = state.sheets[0]
    assert sheet.clone() == sheet
    for name in Sheet.__struct_fields__:
        if isinstance(getattr(sheet, name), list):
            assert getattr(sheet, name) is not getattr(sheet.clone(), name), name


def test_every_step_has_a_number_of_its_own() -> None:
    numbers = [step.__struct_config__.tag for step in game.steps]
    assert len(set(numbers)) == len(numbers)
