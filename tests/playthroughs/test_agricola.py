"""The golden matches of Agricola go as they went, and leave no mode and no common event of the game out."""

from itertools import chain

import pytest

from tests.playthroughs.agricola_matches import AGRICOLA, Golden
from tilth_rules.agricola import game
from tilth_rules.agricola.options import decks_of
from tilth_rules.kernel import Ask, AskSeveral, Record
from tilth_rules.playthrough import Playthrough

RARE = {
    *("ChildGrewUp", "CropsAdded", "LodgerLeft", "PersonStayed", "StableReturned"),
    *("ChooseHouse",),
}
"""What only one rare card brings about, or nearly never happens: tests of cards and of properties see it."""


@pytest.fixture(scope="module")
def played() -> dict[str, Playthrough]:
    playthroughs = {golden.name: golden.playthrough() for golden in AGRICOLA}
    for playthrough in playthroughs.values():
        playthrough.play()
    return playthroughs


@pytest.mark.parametrize("golden", AGRICOLA, ids=lambda golden: golden.name)
def test_the_match_goes_as_it_went_and_loses_no_card_on_the_way(
    golden: Golden, played: dict[str, Playthrough]
) -> None:
    playthrough = played[golden.name]
    text = "\n".join(line.rstrip() for line in playthrough.told).rstrip("\n") + "\n"
    assert text == golden.path.read_text(), "python -m tests.playthroughs writes them anew"
    box = playthrough.goods[0]
    for record, goods in zip(playthrough.records, playthrough.goods, strict=True):
        assert goods == box, f"after record {record.number}"


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


def test_matches_of_one_and_of_two_go_to_the_end(played: dict[str, Playthrough]) -> None:
    assert {len(p.table.state.seats) for p in played.values() if p.table.over} >= {1, 2}


def test_every_event_that_is_not_rare_happens(played: dict[str, Playthrough]) -> None:
    happened = {
        type(event).__name__ for p in played.values() for record in p.records for event in record.events
    }
    assert {event.__name__ for event in game.events} <= happened | RARE


def test_every_question_that_is_not_rare_is_asked(played: dict[str, Playthrough]) -> None:
    def asking(record: Record) -> set[str]:
        return {type(thread.tail[-1]).__name__ for thread in record.waiting if thread.tail}

    asked = set(chain.from_iterable(asking(record) for p in played.values() for record in p.records))
    assert {step.__name__ for step in game.steps if issubclass(step, Ask | AskSeveral)} <= asked | RARE


def test_somebody_takes_an_answer_back(played: dict[str, Playthrough]) -> None:
    assert any(type(record.cause).__name__ == "Undone" for p in played.values() for record in p.records)
