"""The kept matches of Petrichor leave nothing of the game out."""

import pytest

from tests.playthroughs.cover import Cover, cover_of
from tests.playthroughs.petrichor_matches import SETUPS
from tilth_rules.petrichor import game
from tilth_rules.petrichor.codes import CACTUS, CORN, WEATHERS, WHEAT
from tilth_rules.petrichor.events.cards import CardsPlayed
from tilth_rules.petrichor.events.votes import SouthernWindRevealed, VoteWon, WeatherDecided
from tilth_rules.petrichor.events.water import CropHarvested


@pytest.fixture(scope="module")
def kept() -> Cover:
    return cover_of(SETUPS)


def test_every_option_and_every_number_of_seats_is_played(kept: Cover) -> None:
    assert {setup.seats for setup in SETUPS} == set(game.seats)
    for option in set(game.options.__struct_fields__) - {"values"}:
        assert {getattr(setup.options, option) for setup in SETUPS} == {True, False}, option


def test_every_card_action_is_played_with_one_card_with_two_and_at_double_cost(
    kept: Cover,
) -> None:
    played_cards = [event for event in kept.events if isinstance(event, CardsPlayed)]
    first = {(event.action, len(event.cards)) for event in played_cards if not event.second}
    second = {(event.action, len(event.cards)) for event in played_cards if event.second}
    assert first == {(action, cards) for action in WEATHERS for cards in (1, 2)}
    assert second == {(action, cards) for action in WEATHERS for cards in (2, 3, 4)}


def test_every_weather_is_resolved_and_every_vote_is_won(kept: Cover) -> None:
    resolved = {w for event in kept.events if isinstance(event, WeatherDecided) for w in event.weathers}
    assert resolved == set(WEATHERS)
    assert {event.weather for event in kept.events if isinstance(event, VoteWon)} == set(WEATHERS)


def test_every_crop_is_harvested(kept: Cover) -> None:
    harvested = {event.crop for event in kept.events if isinstance(event, CropHarvested)}
    assert harvested == set(range(WHEAT, CORN + 1)) | {CACTUS}


def test_every_southern_wind_blows(kept: Cover) -> None:
    blown = {event.wind for event in kept.events if isinstance(event, SouthernWindRevealed)}
    assert blown == set(range(1, 10))
