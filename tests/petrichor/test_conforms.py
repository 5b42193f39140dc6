"""One match at random in every single mix of options, under the laws that every game obeys.

`tests/properties/test_petrichor.py` plays many more of them.
"""

from itertools import product

import msgspec
import pytest

from tests.seeds import Seeds
from tilth_rules.conformance import conforms
from tilth_rules.kernel import OptionsRefused, ScriptedChance, Table
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
    """Return every mix of options that a table can be set up with."""
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
def test_every_mix_of_options_obeys_the_laws(seats: int, seeds: Seeds) -> None:
    """Every third mix; in a sweep all of them."""
    for at, (players, options) in enumerate(MIXES):
        if players == seats and (seeds.sweep or at % 3 == 0):
            conforms(game, options, seats, seeds.first + at, thorough=False)


def test_a_clone_names_every_field() -> None:
    state = Table(game, Options(draft=True), 4, ScriptedChance()).state
    assert state.clone() == state
    for name in State.__struct_fields__:
        mine, theirs = getattr(state, name), getattr(state.clone(), name)
        if isinstance(mine, list):
            assert mine is not theirs, name


def test_every_step_has_a_number_of_its_own() -> None:
    numbers = [step.__struct_config__.tag for step in game.steps]
    assert len(set(numbers)) == len(numbers)
