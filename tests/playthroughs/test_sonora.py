"""The golden matches of Sonora go as they went, and leave nothing of the game out."""

from typing import Any

import pytest

from tests.playthroughs.sonora_matches import SONORA, Golden
from tests.playthroughs.telling import all_played, asked, box_of, events
from tilth_rules.kernel import Ask, Table
from tilth_rules.playthrough import Playthrough
from tilth_rules.sonora import game
from tilth_rules.sonora.bot_events import BotDrew
from tilth_rules.sonora.flick_events import DiscOut, DiscSunk
from tilth_rules.sonora.mark_events import (
    BonusGained,
    BonusUsed,
    BuildingFinished,
    DiscsSorted,
    ShapeDrawn,
    TriangleClosed,
)
from tilth_rules.sonora.words import SECTIONS


@pytest.mark.parametrize("golden", SONORA, ids=lambda golden: golden.name)
def test_the_match_goes_as_it_went_and_loses_nothing_on_the_way(golden: Golden) -> None:
    box = box_of(golden)
    assert box["discs"] == 5 * (golden.seats if golden.seats > 1 else 3)


@pytest.fixture(scope="module")
def played() -> list[Playthrough]:
    return all_played(SONORA)


def nobody(question: Any) -> bytes:
    raise AssertionError(f"a replay asked: {question!r}")


def test_a_replay_of_each_asks_nobody_where_its_discs_came_to_rest(played: list[Playthrough]) -> None:
    for golden, playthrough in zip(SONORA, played, strict=True):
        table = playthrough.table
        assert any(record.facts for record in playthrough.records)
        again = Table.resume(
            game, golden.options, golden.seats, table.chance, playthrough.records, outside=nobody
        )
        assert again.state == table.state, golden.name


def test_there_are_enough_of_them_and_no_other_files() -> None:
    assert len(SONORA) >= 15
    assert {golden.path for golden in SONORA} == set(SONORA[0].path.parent.iterdir())


def test_every_option_and_every_number_of_seats_is_played(played: list[Playthrough]) -> None:
    assert {golden.seats for golden in SONORA} == set(game.seats)
    assert {golden.options.rounds for golden in SONORA} == {5, 6, 7}
    for option in ("no_pushing", "tremor"):
        assert {getattr(golden.options, option) for golden in SONORA} == {True, False}, option


def test_every_event_happens(played: list[Playthrough]) -> None:
    assert {type(event) for event in events(played)} == set(game.events)


def test_every_question_is_asked(played: list[Playthrough]) -> None:
    assert {step for step in game.steps if issubclass(step, Ask)} <= asked(played)


def test_every_shape_is_drawn_by_players_and_by_the_bot(played: list[Playthrough]) -> None:
    happened = events(played)
    assert {event.number for event in happened if isinstance(event, ShapeDrawn)} == {1, 2, 3, 4, 5}
    assert {event.number for event in happened if isinstance(event, BotDrew)} >= {1, 2, 3}


def test_every_bonus_is_gained_and_used(played: list[Playthrough]) -> None:
    happened = events(played)
    assert {event.bonus for event in happened if isinstance(event, BonusGained)} == {1, 2, 3, 4, 5, 6}
    used = {(event.bonus, event.kept) for event in happened if isinstance(event, BonusUsed)}
    assert used >= {
        (1, False),
        (2, False),
        (3, False),
        (4, False),
        (5, False),
        (3, True),
        (4, True),
        (5, True),
    }


def test_discs_count_for_every_section_by_zone_by_circle_and_from_the_hole(played: list[Playthrough]) -> None:
    happened = events(played)
    counted = {
        (section, doubled)
        for event in happened
        if isinstance(event, DiscsSorted)
        for section, doubled in zip(event.sections, event.doubled, strict=True)
    }
    assert counted >= {(section, doubled) for section in SECTIONS for doubled in (False, True)}
    assert {event.section for event in happened if isinstance(event, DiscSunk)} == set(SECTIONS)


def test_discs_are_out_in_every_way_that_is_not_absurd(played: list[Playthrough]) -> None:
    assert {event.reason for event in events(played) if isinstance(event, DiscOut)} >= {1, 2, 3}


def test_buildings_are_finished_first_and_later_and_all_kinds_of_triangles_close(
    played: list[Playthrough],
) -> None:
    happened = events(played)
    assert {event.first for event in happened if isinstance(event, BuildingFinished)} == {True, False}
    assert {event.points for event in happened if isinstance(event, TriangleClosed)} == {0, 2, 4, 6}


def test_somebody_takes_an_answer_back(played: list[Playthrough]) -> None:
    assert any(type(record.cause).__name__ == "Undone" for p in played for record in p.records)
