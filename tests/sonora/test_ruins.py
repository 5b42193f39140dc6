"""The ruins: who marks first, what is crossed, and who has which reward."""

import pytest

from tests.sonora.situations import BLUE, GREEN, RED, YELLOW, Scene, asked, disc, kind, of_kind, offered
from tilth_rules.kernel import Refused
from tilth_rules.sonora.actions.ruins import CrossCells, MarkRuins
from tilth_rules.sonora.codes import DISCOVERY, MARKED, ON_BOARD, RUINS, SWAP, TOP
from tilth_rules.sonora.events.marks import (
    BonusGained,
    BuildingFinished,
    CellsCrossed,
    DiscsMarked,
    RuinsOrdered,
)
from tilth_rules.sonora.rounds.marking import SortDiscs

A, B, C, D = range(4)


def test_two_and_three_in_the_zone_and_four_on_the_lizard_are_thirteen() -> None:
    scene = Scene(2).lies_in(disc(RED, 2), "ruins").lies_in(disc(RED, 3), "ruins")
    scene.lies_in(disc(RED, 4), "ruins circle").lies_in(disc(BLUE, 5), "ruins")
    table = scene.run(SortDiscs(), MarkRuins())
    assert of_kind(scene.events, RuinsOrdered) == [RuinsOrdered((RED, BLUE), (13, 5))]
    assert asked(table, RED).min_picks == asked(table, RED).max_picks == 13
    events = scene.answer(table, RED, *[B] * 9, *[C] * 4)
    assert events == [
        CellsCrossed(RED, B, 9),
        BuildingFinished(RED, B, True, 11),
        BonusGained(RED, SWAP),
        CellsCrossed(RED, C, 4),
        DiscsMarked(BLUE, (disc(BLUE, 5),)),
    ]
    assert scene.sheet(RED).ready[SWAP] == 2, "the one from the start and the new one"
    assert scene.sheet(RED).crossed[C] == 4


def test_a_player_who_finishes_a_building_later_has_the_bottom_reward_and_no_bonus() -> None:
    scene = Scene(2)
    scene.sheet(BLUE).crossed[B] = 8
    scene.state.struck[B] = True
    table = scene.run(CrossCells(BLUE, 1))
    assert scene.answer(table, BLUE, B) == [CellsCrossed(BLUE, B, 1), BuildingFinished(BLUE, B, False, 6)]
    assert scene.sheet(BLUE).ready[SWAP] == 1


def test_the_first_to_finish_strikes_the_top_reward_for_everybody() -> None:
    scene = Scene(2)
    scene.sheet(RED).crossed[B] = 8
    table = scene.run(CrossCells(RED, 1))
    scene.answer(table, RED, B)
    assert scene.state.struck[B]
    assert scene.sheet(RED).rewards[B] == TOP


def test_discs_on_the_board_count_for_the_ruins_as_those_in_the_hole_do() -> None:
    scene = Scene(2).in_hole(disc(RED, 4), RUINS).lies_in(disc(RED, 1), "ruins")
    scene.run(SortDiscs(), MarkRuins())
    assert of_kind(scene.events, RuinsOrdered) == [RuinsOrdered((RED,), (5,))]


def test_the_greatest_value_marks_first_and_equals_in_turn_order() -> None:
    scene = Scene(4, first=GREEN)
    for seat, value in ((RED, 3), (BLUE, 5), (GREEN, 3), (YELLOW, 1)):
        scene.lies_in(disc(seat, value), "ruins")
    scene.run(SortDiscs(), MarkRuins())
    assert of_kind(scene.events, RuinsOrdered) == [RuinsOrdered((BLUE, GREEN, RED, YELLOW), (5, 3, 3, 1))]


def test_a_player_without_discs_in_the_ruins_is_not_asked() -> None:
    scene = Scene(3).lies_in(disc(BLUE, 2), "ruins").lies_in(disc(RED, 5), "canyon")
    table = scene.run(SortDiscs(), MarkRuins())
    assert table.pending_seats == [BLUE]


def test_marked_discs_leave_the_board_before_the_next_seat_marks() -> None:
    scene = Scene(2).lies_in(disc(RED, 2), "ruins").lies_in(disc(BLUE, 1), "ruins")
    table = scene.run(SortDiscs(), MarkRuins())
    assert scene.state.where[disc(RED, 2)] == MARKED
    assert scene.state.where[disc(BLUE, 1)] == ON_BOARD
    scene.answer(table, RED, A, A)
    assert table.pending_seats == [BLUE]


def test_cells_may_be_spread_but_a_building_takes_no_more_than_it_has() -> None:
    scene = Scene(2)
    scene.sheet(RED).crossed[A] = 3
    table = scene.run(CrossCells(RED, 6))
    decision = asked(table, RED)
    assert dict(zip(decision.options, decision.max_each, strict=True)) == {
        0: 2, 1: 9, 2: 10, 3: 12, 4: 14, 5: 16, 6: 19, 7: 22,
    }  # fmt: skip
    with pytest.raises(Refused) as refused:
        table.answer(RED, (A, A, A, B, C, D))
    assert refused.value.reason == "OPTION_PICKED_TOO_OFTEN"
    with pytest.raises(Refused) as refused:
        table.answer(RED, (A, A, B, C, D))
    assert refused.value.reason == "TOO_FEW"


def test_one_answer_can_finish_two_buildings() -> None:
    scene = Scene(2)
    scene.sheet(RED).crossed[:2] = [4, 8]
    table = scene.run(CrossCells(RED, 2))
    finished = of_kind(scene.answer(table, RED, A, B), BuildingFinished)
    assert finished == [BuildingFinished(RED, A, True, 6), BuildingFinished(RED, B, True, 11)]


def test_value_beyond_the_last_free_cell_is_lost() -> None:
    scene = Scene(2)
    cells = scene.values.ruins.cells
    scene.sheet(RED).crossed[:] = list(cells)
    scene.sheet(RED).crossed[D] -= 2
    table = scene.run(CrossCells(RED, 13))
    assert (asked(table, RED).min_picks, offered(table, RED)) == (2, [D])


def test_a_full_section_asks_nothing() -> None:
    scene = Scene(2)
    scene.sheet(RED).crossed[:] = list(scene.values.ruins.cells)
    assert scene.run(CrossCells(RED, 13)).over


def test_a_discovery_won_in_the_ruins_is_circled_before_the_next_seat_marks() -> None:
    scene = Scene(2).lies_in(disc(RED, 1), "ruins").lies_in(disc(BLUE, 1), "ruins")
    scene.sheet(RED).crossed[5] = 15
    table = scene.run(SortDiscs(), MarkRuins())
    assert BonusGained(RED, DISCOVERY) in scene.answer(table, RED, 5)
    assert (kind(table, RED), table.pending_seats) == ("discovery", [RED])
