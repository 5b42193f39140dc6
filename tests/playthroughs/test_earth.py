"""The golden matches of Earth cover the whole game."""

import pytest

from tests.playthroughs.cover import Cover, cover_of
from tests.playthroughs.earth_matches import SETUPS
from tilth_rules.earth import Level, Setup, game
from tilth_rules.earth.codes import ACTIONS, CLIMATE, ISLAND
from tilth_rules.earth.events.cards import DeckShuffled
from tilth_rules.earth.events.gaia import GaiaActed, GaiaTurned
from tilth_rules.earth.events.goods import AbilityUsed
from tilth_rules.earth.events.rounds import ActionChosen, LeafPlaced


@pytest.fixture(scope="module")
def kept() -> Cover:
    return cover_of(SETUPS)


def test_every_mode_and_every_number_of_seats_is_played() -> None:
    assert {setup.seats for setup in SETUPS} == set(game.seats)
    assert {setup.options.setup for setup in SETUPS} == set(Setup)
    assert {setup.options.level for setup in SETUPS if setup.seats == 1} == set(Level)
    assert {setup.options.setup for setup in SETUPS if setup.options.teams} == {
        Setup.STANDARD,
        Setup.ADVANCED,
    }


def test_every_action_is_chosen_by_players_and_turned_up_by_gaia(kept: Cover) -> None:
    seen_events = kept.events
    assert {event.action for event in seen_events if isinstance(event, ActionChosen)} == set(ACTIONS)
    assert {event.action for event in seen_events if isinstance(event, GaiaActed)} == set(ACTIONS)
    assert len({event.card for event in seen_events if isinstance(event, GaiaTurned)}) == 6


def test_islands_climates_and_fields_are_activated(kept: Cover) -> None:
    places = {event.place for event in kept.events if isinstance(event, AbilityUsed)}
    assert places > {ISLAND, CLIMATE}


def test_goals_are_claimed_first_and_later_and_by_beginners(kept: Cover) -> None:
    assert {event.points for event in kept.events if isinstance(event, LeafPlaced)} >= {15, 11, 10}


def test_decks_run_out(kept: Cover) -> None:
    assert any(event.again for event in kept.events if isinstance(event, DeckShuffled))
