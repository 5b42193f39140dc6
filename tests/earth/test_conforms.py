"""Random matches in every mode, under the laws that every game obeys; some have decks that run dry.

`tests/properties/test_earth.py` plays many more of them.
"""

import pytest

from tests.earth.short_decks import short
from tests.seeds import Seeds
from tilth_rules.conformance import conforms
from tilth_rules.earth import Level, Options, Setup, game
from tilth_rules.earth.events.cards import DeckShuffled, PilesJoined
from tilth_rules.earth.state import Gaia, Seat, State, empty_state
from tilth_rules.kernel import Event, OptionsRefused

ROUNDS = 4


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("setup", Setup)
def test_every_set_up_obeys_the_laws(seats: int, setup: Setup, seeds: Seeds) -> None:
    for seed in seeds(1):
        conforms(game, Options(setup=setup, turn_limit=ROUNDS), seats, seats + seed, thorough=False)


@pytest.mark.parametrize(("seats", "setup"), [(2, Setup.ADVANCED), (3, Setup.BEGINNER), (5, Setup.STANDARD)])
def test_answers_outside_the_bounds_are_refused_and_nothing_hidden_shows(
    seats: int, setup: Setup, seeds: Seeds
) -> None:
    for seed in seeds(1):
        conforms(game, Options(setup=setup, turn_limit=2), seats, 30 + seats + seed)


@pytest.mark.parametrize(("seats", "every"), [(2, 6), (3, 5), (4, 4), (5, 3)])
def test_a_deck_that_runs_dry_while_all_draw_obeys_the_laws(seats: int, every: int, seeds: Seeds) -> None:
    events: list[Event] = []
    for seed in seeds.some(3 if seats == 2 else 1, 6):
        play = conforms(short(every), Options(turn_limit=8), seats, seed, thorough=False)
        events += [event for record in play.records for event in record.events]
    assert any(type(event) is PilesJoined for event in events)
    assert any(type(event) is DeckShuffled and event.again for event in events)


@pytest.mark.parametrize("every", [1, 3])
def test_teams_obey_the_laws(every: int) -> None:
    conforms(short(every), Options(teams=True, turn_limit=ROUNDS), 4, every, thorough=False)
    conforms(short(every), Options(teams=True, turn_limit=2), 4, 5 + every)


@pytest.mark.parametrize("level", Level)
def test_solo_matches_obey_the_laws_on_every_level(level: Level) -> None:
    conforms(game, Options(level=level), 1, level)
    conforms(short(4), Options(setup=Setup.ADVANCED, level=level), 1, 10 + level, thorough=False)


@pytest.mark.parametrize(
    ("options", "seats", "field"),
    [
        (Options(), 6, "seats"),
        (Options(turn_limit=0), 2, "turn_limit"),
        (Options(turn_limit=201), 2, "turn_limit"),
        (Options(setup=Setup.BEGINNER), 1, "setup"),
        (Options(level=Level.HARD), 3, "level"),
        (Options(teams=True), 3, "teams"),
        (Options(values="{"), 2, "values"),
    ],
)
def test_options_that_cannot_be_set_up_are_named(options: Options, seats: int, field: str) -> None:
    with pytest.raises(OptionsRefused) as refused:
        game.check(options, seats)
    assert refused.value.field == field


def test_a_clone_names_every_field() -> None:
    alone = empty_state(Options(), 1)
    pairs: list[tuple[State | Seat | Gaia, State | Seat | Gaia]] = [(alone, alone.clone())]
    pairs.append((alone.seats[0], alone.seats[0].clone()))
    assert alone.gaia is not None
    pairs.append((alone.gaia, alone.gaia.clone()))
    for mine, theirs in pairs:
        assert mine == theirs
        for name in mine.__struct_fields__:
            if isinstance(getattr(mine, name), list):
                assert getattr(mine, name) is not getattr(theirs, name), name
    assert alone.seats[0].area is not alone.clone().seats[0].area


def test_every_step_has_a_number_of_its_own() -> None:
    numbers = [step.__struct_config__.tag for step in game.steps]
    assert len(set(numbers)) == len(numbers)
