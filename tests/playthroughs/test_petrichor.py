"""The golden matches of Petrichor go as they went, and leave nothing of the game out."""

import pytest

from tests.playthroughs.matches import PETRICHOR, Golden
from tests.playthroughs.telling import all_played, asked, box_of, events
from tilth_rules.kernel import Ask
from tilth_rules.petrichor import game
from tilth_rules.petrichor.card_events import CardsPlayed
from tilth_rules.petrichor.vote_events import SouthernWindRevealed, VoteWon, WeatherDecided
from tilth_rules.petrichor.water_events import CropHarvested
from tilth_rules.petrichor.words import CACTUS, CORN, WEATHERS, WHEAT
from tilth_rules.playthrough import Playthrough


@pytest.mark.parametrize("golden", PETRICHOR, ids=lambda golden: golden.name)
def test_the_match_goes_as_it_went_and_loses_nothing_on_the_way(golden: Golden) -> None:
    box = box_of(golden)
    assert {name for name in box if name.startswith(("drops", "votes"))}
    assert {"cards", "wheat tokens", "dice"} <= set(box)


@pytest.fixture(scope="module")
def played() -> list[Playthrough]:
    return all_played(PETRICHOR)


def test_there_are_enough_of_them_and_no_other_files() -> None:
    assert len(PETRICHOR) >= 25
    folder = PETRICHOR[0].path.parent
    assert {golden.path for golden in PETRICHOR} == set(folder.iterdir())


def test_every_option_and_every_number_of_seats_is_played(played: list[Playthrough]) -> None:
    assert {golden.seats for golden in PETRICHOR} == set(game.seats)
    for option in set(game.options.__struct_fields__) - {"values"}:
        assert {getattr(golden.options, option) for golden in PETRICHOR} == {True, False}, option


def test_every_event_happens(played: list[Playthrough]) -> None:
    assert {type(event) for event in events(played)} == set(game.events)


def test_every_question_is_asked(played: list[Playthrough]) -> None:
    assert {step for step in game.steps if issubclass(step, Ask)} <= asked(played)


def test_every_card_action_is_played_with_one_card_with_two_and_at_double_cost(
    played: list[Playthrough],
) -> None:
    played_cards = [event for event in events(played) if isinstance(event, CardsPlayed)]
    first = {(event.action, len(event.cards)) for event in played_cards if not event.second}
    second = {(event.action, len(event.cards)) for event in played_cards if event.second}
    assert first == {(action, cards) for action in WEATHERS for cards in (1, 2)}
    assert second == {(action, cards) for action in WEATHERS for cards in (2, 3, 4)}


def test_every_weather_is_resolved_and_every_vote_is_won(played: list[Playthrough]) -> None:
    resolved = {w for event in events(played) if isinstance(event, WeatherDecided) for w in event.weathers}
    assert resolved == set(WEATHERS)
    assert {event.weather for event in events(played) if isinstance(event, VoteWon)} == set(WEATHERS)


def test_every_crop_is_harvested(played: list[Playthrough]) -> None:
    harvested = {event.crop for event in events(played) if isinstance(event, CropHarvested)}
    assert harvested == set(range(WHEAT, CORN + 1)) | {CACTUS}


def test_every_southern_wind_blows(played: list[Playthrough]) -> None:
    blown = {event.wind for event in events(played) if isinstance(event, SouthernWindRevealed)}
    assert blown == set(range(1, 10))


def test_somebody_takes_an_answer_back(played: list[Playthrough]) -> None:
    assert any(type(record.cause).__name__ == "Undone" for p in played for record in p.records)
