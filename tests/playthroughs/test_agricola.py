"""The golden matches of Agricola go as they went, and leave no mode and no common event of the game out."""

import pytest

from tests.playthroughs.agricola_matches import AGRICOLA, Golden
from tests.playthroughs.telling import all_played, asked, box_of, events
from tilth_rules.agricola import game
from tilth_rules.agricola.options import decks_of
from tilth_rules.kernel import Ask, AskSeveral
from tilth_rules.playthrough import Playthrough

RARE = {
    *("ChildGrewUp", "CropsAdded", "LodgerLeft", "PersonStayed", "SpaceClosed", "StableReturned"),
    *("ChooseHouse",),
}
"""What only one rare card brings about, or nearly never happens: tests of cards and of properties see it."""


@pytest.mark.parametrize("golden", AGRICOLA, ids=lambda golden: golden.name)
def test_the_match_goes_as_it_went_and_loses_no_card_on_the_way(golden: Golden) -> None:
    assert box_of(golden)


@pytest.fixture(scope="module")
def played() -> list[Playthrough]:
    return all_played(AGRICOLA)


def test_there_are_enough_of_them_and_no_other_files() -> None:
    assert len(AGRICOLA) >= 20
    assert {golden.path for golden in AGRICOLA} == set(AGRICOLA[0].path.parent.iterdir())


def test_every_mode_and_every_number_of_seats_is_played() -> None:
    family = {golden.seats for golden in AGRICOLA if golden.options.family}
    full = {golden.seats for golden in AGRICOLA if not golden.options.family}
    assert family == full == set(game.seats)
    decks = {decks_of(golden.options) for golden in AGRICOLA if not golden.options.family}
    assert decks == {"E", "I", "K", "EI", "EK", "IK", "EIK"}
    for option in (
        "draft",
        "ten_keep_seven",
        "mulligan",
        "three_for_one",
        "series",
        "permanent",
        "extra_food",
    ):
        assert any(getattr(golden.options, option) for golden in AGRICOLA), option
    assert {golden.options.series for golden in AGRICOLA} >= {0, 2, 8}


def test_matches_of_one_and_of_two_go_to_the_end(played: list[Playthrough]) -> None:
    assert {len(p.table.state.seats) for p in played if p.table.over} >= {1, 2}


def test_every_event_that_is_not_rare_happens(played: list[Playthrough]) -> None:
    happened = {type(event).__name__ for event in events(played)}
    assert {event.__name__ for event in game.events} <= happened | RARE


def test_every_question_that_is_not_rare_is_asked(played: list[Playthrough]) -> None:
    seen = {step.__name__ for step in asked(played)}
    assert {step.__name__ for step in game.steps if issubclass(step, Ask | AskSeveral)} <= seen | RARE


def test_somebody_takes_an_answer_back(played: list[Playthrough]) -> None:
    assert any(type(record.cause).__name__ == "Undone" for p in played for record in p.records)
