"""The kept matches of Sonora leave nothing of the game out."""

from typing import Any

import pytest

from tests.playthroughs.cover import Cover, cover_of
from tests.playthroughs.sonora_matches import SETUPS
from tilth_rules.kernel import Table
from tilth_rules.sonora import game
from tilth_rules.sonora.codes import SECTIONS
from tilth_rules.sonora.events.bot import BotShapeDrawn
from tilth_rules.sonora.events.flicks import DiscOut, DiscSunk
from tilth_rules.sonora.events.marks import (
    BonusGained,
    BonusUsed,
    BuildingFinished,
    DiscsSorted,
    ShapeDrawn,
    TriangleClosed,
)


@pytest.fixture(scope="module")
def kept() -> Cover:
    return cover_of(SETUPS)


def nobody(question: Any) -> bytes:
    raise AssertionError(f"a replay asked: {question!r}")


def test_a_replay_of_each_asks_nobody_where_its_discs_came_to_rest(kept: Cover) -> None:
    for setup, playthrough in zip(SETUPS, kept.matches, strict=True):
        table = playthrough.table
        assert any(record.facts for record in playthrough.records)
        again = Table.resume(
            game, setup.options, setup.seats, table.chance, playthrough.records, outside=nobody
        )
        assert again.state == table.state, setup.name


def test_every_option_and_every_number_of_seats_is_played(kept: Cover) -> None:
    assert {setup.seats for setup in SETUPS} == set(game.seats)
    assert {setup.options.rounds for setup in SETUPS} == {5, 6, 7}
    for option in ("no_pushing", "tremor"):
        assert {getattr(setup.options, option) for setup in SETUPS} == {True, False}, option


def test_every_shape_is_drawn_by_players_and_by_the_bot(kept: Cover) -> None:
    events = kept.events
    assert {event.number for event in events if isinstance(event, ShapeDrawn)} == {1, 2, 3, 4, 5}
    assert {event.number for event in events if isinstance(event, BotShapeDrawn)} >= {1, 2, 3}


def test_every_bonus_is_gained_and_used(kept: Cover) -> None:
    events = kept.events
    assert {event.bonus for event in events if isinstance(event, BonusGained)} == {1, 2, 3, 4, 5, 6}
    used = {(event.bonus, event.kept) for event in events if isinstance(event, BonusUsed)}
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


def test_discs_count_for_every_section_by_zone_by_circle_and_from_the_hole(kept: Cover) -> None:
    events = kept.events
    counted = {
        (section, doubled)
        for event in events
        if isinstance(event, DiscsSorted)
        for section, doubled in zip(event.sections, event.doubled, strict=True)
    }
    assert counted >= {(section, doubled) for section in SECTIONS for doubled in (False, True)}
    assert {event.section for event in events if isinstance(event, DiscSunk)} == set(SECTIONS)


def test_discs_are_out_in_every_way_that_is_not_absurd(kept: Cover) -> None:
    assert {event.reason for event in kept.events if isinstance(event, DiscOut)} >= {1, 2, 3}


def test_buildings_are_finished_first_and_later_and_all_kinds_of_triangles_close(
    kept: Cover,
) -> None:
    events = kept.events
    assert {event.first for event in events if isinstance(event, BuildingFinished)} == {True, False}
    assert {event.points for event in events if isinstance(event, TriangleClosed)} == {0, 2, 4, 6}
