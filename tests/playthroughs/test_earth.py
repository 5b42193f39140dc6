"""The golden matches of Earth go as they went, and leave nothing of the game out."""

import pytest

from tests.playthroughs.earth_matches import EARTH, Golden
from tests.playthroughs.telling import all_played, asked, box_of, events
from tilth_rules.earth import Level, Setup, game
from tilth_rules.earth.card_events import DeckShuffled
from tilth_rules.earth.events import ActionChosen, LeafPlaced
from tilth_rules.earth.gaia_events import GaiaActed, GaiaTurned
from tilth_rules.earth.goods_events import AbilityUsed
from tilth_rules.earth.words import ACTIONS, CLIMATE, ISLAND
from tilth_rules.kernel import Ask, AskSeveral
from tilth_rules.playthrough import Playthrough


@pytest.mark.parametrize("golden", EARTH, ids=lambda golden: golden.name)
def test_the_match_goes_as_it_went_and_loses_nothing_on_the_way(golden: Golden) -> None:
    assert box_of(golden)


@pytest.fixture(scope="module")
def played() -> list[Playthrough]:
    return all_played(EARTH)


def test_there_are_enough_of_them_and_no_other_files() -> None:
    assert len(EARTH) >= 15
    assert {golden.path for golden in EARTH} == set(EARTH[0].path.parent.iterdir())


def test_every_mode_and_every_number_of_seats_is_played() -> None:
    assert {golden.seats for golden in EARTH} == set(game.seats)
    assert {golden.options.setup for golden in EARTH} == set(Setup)
    assert {golden.options.level for golden in EARTH if golden.seats == 1} == set(Level)
    assert {golden.options.setup for golden in EARTH if golden.options.teams} == {
        Setup.STANDARD,
        Setup.ADVANCED,
    }


def test_every_event_happens(played: list[Playthrough]) -> None:
    assert {type(event) for event in events(played)} == set(game.events)


def test_every_question_is_asked(played: list[Playthrough]) -> None:
    assert {step for step in game.steps if issubclass(step, Ask | AskSeveral)} <= asked(played)


def test_every_action_is_chosen_by_players_and_turned_up_by_gaia(played: list[Playthrough]) -> None:
    happened = events(played)
    assert {event.action for event in happened if isinstance(event, ActionChosen)} == set(ACTIONS)
    assert {event.action for event in happened if isinstance(event, GaiaActed)} == set(ACTIONS)
    assert len({event.card for event in happened if isinstance(event, GaiaTurned)}) == 6


def test_islands_climates_and_fields_are_activated(played: list[Playthrough]) -> None:
    places = {event.place for event in events(played) if isinstance(event, AbilityUsed)}
    assert places > {ISLAND, CLIMATE}


def test_goals_are_claimed_first_and_later_and_by_beginners(played: list[Playthrough]) -> None:
    assert {event.points for event in events(played) if isinstance(event, LeafPlaced)} >= {15, 11, 10}


def test_decks_run_out(played: list[Playthrough]) -> None:
    assert any(event.again for event in events(played) if isinstance(event, DeckShuffled))


def test_somebody_takes_an_answer_back(played: list[Playthrough]) -> None:
    assert any(type(record.cause).__name__ == "Undone" for p in played for record in p.records)
