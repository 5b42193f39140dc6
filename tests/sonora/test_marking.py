"""The marking phase: swaps, ties, the ruins first, and then everybody side by side."""

import pytest

from tests.sonora.situations import BLUE, GREEN, RED, YELLOW, Scene, asked, cell, disc, kind, of_kind, offered
from tilth_rules.kernel import Refused
from tilth_rules.sonora.actions.bonuses import Discover
from tilth_rules.sonora.actions.canyon import placements
from tilth_rules.sonora.codes import CANYON, FOX, MARKED, MUD, OUT, OWL, RABBIT, RIVER, RUINS, SWAP
from tilth_rules.sonora.events.marks import (
    AnimalCircled,
    BonusGained,
    BonusUsed,
    DiscsMarked,
    DiscsSorted,
    DiscsSwapped,
    MarkingFinished,
    TieSettled,
)
from tilth_rules.sonora.rounds.marking import MarkPhase, MarkRest, SortDiscs, Swap, Swaps, Ties

MARK_MUD = 20
USE, KEPT = 100, 110


def pair(one: int, other: int) -> int:
    return 20 * one + other


def test_a_swap_lets_two_of_ones_discs_change_places() -> None:
    one, five = disc(RED, 1), disc(RED, 5)
    scene = Scene(2).on_board(one, 88, 40).on_board(five, -20, 5)
    table = scene.run(Swap(RED))
    assert offered(table, RED) == [pair(one, five)]
    assert scene.answer(table, RED, pair(one, five)) == [
        BonusUsed(RED, SWAP, False),
        DiscsSwapped(RED, one, five),
    ]
    assert (scene.state.xs[five], scene.state.ys[five]) == (8800, 4000)
    assert (scene.state.xs[one], scene.state.ys[one]) == (-2000, 500)


def test_several_swaps_may_be_used_and_none_has_to_be() -> None:
    scene = Scene(2)
    for value in (1, 2, 3):
        scene.lies_in(disc(RED, value), "canyon")
    scene.sheet(RED).ready[SWAP] = 2
    table = scene.run(Swap(RED))
    assert (asked(table, RED).min_picks, asked(table, RED).max_picks) == (0, 1)
    scene.answer(table, RED, pair(0, 1))
    scene.answer(table, RED, pair(0, 2))
    assert table.over, "both are used"
    scene.sheet(RED).ready[SWAP] = 1
    table = scene.run(Swap(RED))
    scene.answer(table, RED)
    assert table.over
    assert scene.sheet(RED).ready[SWAP] == 1


def test_only_discs_on_the_board_can_be_swapped() -> None:
    scene = Scene(2).lies_in(disc(RED, 1), "mud").in_hole(disc(RED, 2), RUINS)
    assert scene.run(Swap(RED)).over
    scene.lies_in(disc(RED, 3), "mud")
    assert offered(scene.run(Swap(RED)), RED) == [pair(disc(RED, 1), disc(RED, 3))]


def test_swaps_go_round_from_the_first_player_and_skip_players_without_one() -> None:
    scene = Scene(4, first=GREEN)
    for seat in (RED, BLUE, GREEN, YELLOW):
        scene.lies_in(disc(seat, 1), "mud").lies_in(disc(seat, 2), "canyon")
    scene.sheet(YELLOW).ready[SWAP] = 0
    table = scene.run(Swaps())
    order = []
    while table.open:
        order += table.pending_seats
        scene.answer(table, table.pending_seats[0])
    assert order == [GREEN, RED, BLUE]


def test_a_disc_between_two_zones_counts_for_the_zone_its_owner_chooses() -> None:
    mine, theirs = disc(RED, 3), disc(BLUE, 2)
    scene = Scene(2, first=BLUE).on_board(mine, 0, 60).on_board(theirs, -60, 0)
    table = scene.run(Ties(), SortDiscs())
    assert (table.pending_seats, offered(table, BLUE)) == ([BLUE], [RUINS, RIVER])
    assert scene.answer(table, BLUE, RIVER) == [TieSettled(BLUE, theirs, RIVER)]
    assert offered(table, RED) == [RUINS, CANYON]
    scene.answer(table, RED, RUINS)
    assert (scene.state.sections[mine], scene.state.sections[theirs]) == (RUINS, RIVER)


def test_a_tie_is_settled_after_the_swaps_and_before_the_ruins() -> None:
    one, five = disc(RED, 1), disc(RED, 5)
    scene = Scene(2).on_board(one, 0, 60).on_board(five, -60, 20)
    table = scene.run(MarkPhase())
    assert kind(table, RED) == "swap"
    scene.answer(table, RED, pair(one, five))
    assert kind(table, RED) == "tie"
    scene.answer(table, RED, RUINS)
    assert kind(table, RED) == "ruins"
    assert asked(table, RED).max_picks == 6


def test_every_disc_is_sorted_by_circle_zone_or_choice() -> None:
    scene = Scene(2).lies_in(0, "mud").lies_in(1, "mud circle").in_hole(2, RIVER).lies_in(3, "canyon")
    scene.state.where[4] = OUT
    scene.run(SortDiscs())
    assert scene.events == [
        DiscsSorted((MUD, MUD, RIVER, CANYON, *[0] * 6), (False, True, False, False, *[False] * 6))
    ]
    assert scene.state.left[:5] == [1, 1, 1, 1, 0]


def test_only_the_fox_and_the_owl_make_two_marks_of_a_disc() -> None:
    scene = Scene(2).lies_in(0, "canyon circle").lies_in(1, "river circle").lies_in(2, "mud circle")
    scene.lies_in(3, "ruins circle")
    scene.run(SortDiscs())
    assert scene.state.left[:4] == [2, 2, 1, 1]


def test_all_mark_at_the_same_time_in_lanes_of_their_own() -> None:
    scene = Scene(3).lies_in(disc(RED, 1), "canyon").lies_in(disc(GREEN, 2), "river")
    table = scene.run(SortDiscs(), MarkRest())
    assert table.pending_seats == [RED, GREEN], "who has nothing to mark is not asked"
    scene.answer(table, GREEN, disc(GREEN, 2))
    scene.answer(table, RED, disc(RED, 1))
    assert (kind(table, RED), kind(table, GREEN)) == ("canyon", "river")


def test_a_player_who_marks_may_undo_it_independently_of_the_others() -> None:
    scene = Scene(2).lies_in(disc(RED, 1), "canyon").lies_in(disc(BLUE, 2), "river")
    table = scene.run(SortDiscs(), MarkRest())
    scene.answer(table, RED, disc(RED, 1))
    scene.answer(table, BLUE, disc(BLUE, 2))
    assert table.undoable(RED) == scene.records[1].number
    assert table.undoable(BLUE) == scene.records[2].number


def test_everything_that_can_be_marked_has_to_be() -> None:
    scene = Scene(2).lies_in(disc(RED, 1), "canyon").lies_in(disc(RED, 2), "mud")
    scene.sheet(RED).kept[FOX] = 1
    table = scene.run(SortDiscs(), MarkRest())
    assert offered(table, RED) == [disc(RED, 1), MARK_MUD, KEPT + FOX]
    with pytest.raises(Refused):
        table.answer(RED, ())


def test_animals_of_this_phase_have_to_be_used_and_discoveries_do_not() -> None:
    scene = Scene(2)
    scene.sheet(RED).ready[OWL] = 1
    scene.sheet(RED).kept[OWL] = 1
    table = scene.run(MarkRest())
    assert offered(table, RED) == [USE + OWL, KEPT + OWL]
    scene.answer(table, RED, USE + OWL)
    scene.answer(table, RED, cell("c1"))
    assert offered(table, RED) == [KEPT + OWL]
    assert scene.answer(table, RED) == [MarkingFinished(RED, ())]
    assert scene.sheet(RED).kept[OWL] == 1


def test_an_animal_that_nothing_can_be_marked_by_is_lost_at_the_end_of_the_phase() -> None:
    scene = Scene(2)
    sheet = scene.sheet(RED)
    sheet.ready[OWL] = 1
    sheet.river = (1 << len(scene.values.river.parents)) - 1
    table = scene.run(MarkRest())
    assert offered(table, RED) == []
    scene.answer(table, RED)
    assert sheet.ready[OWL] == 0


def test_a_canyon_without_room_lets_a_disc_go() -> None:
    scene = Scene(2).lies_in(disc(RED, 5), "canyon")
    white = scene.values.canyon.white
    scene.sheet(RED).bot_shapes = [tuple(at for at in range(256) if white >> at & 1)]
    table = scene.run(SortDiscs(), MarkRest())
    assert offered(table, RED) == []
    assert scene.answer(table, RED) == [MarkingFinished(RED, (disc(RED, 5),))]


def test_a_seat_is_asked_if_it_is_done_so_that_it_can_still_undo() -> None:
    scene = Scene(2).lies_in(disc(RED, 1), "river")
    table = scene.run(SortDiscs(), MarkRest())
    assert scene.answer(table, RED, disc(RED, 1)) == [DiscsMarked(RED, (disc(RED, 1),))]
    scene.answer(table, RED, cell("c1"))
    assert offered(table, RED) == []
    assert table.undoable(RED) is not None
    scene.answer(table, RED)
    assert table.over


def test_a_marked_disc_leaves_the_board() -> None:
    scene = Scene(2).lies_in(disc(RED, 1), "river")
    table = scene.run(SortDiscs(), MarkRest())
    scene.answer(table, RED, disc(RED, 1))
    assert scene.state.where[disc(RED, 1)] == MARKED


def test_one_bonus_leads_to_the_next() -> None:
    """An owl's path ends on a fox, whose shape covers a rabbit: that is marked in the mud."""
    scene = Scene(2)
    sheet = scene.sheet(RED)
    sheet.ready[OWL] = 1
    sheet.river |= sum(1 << cell(name) for name in ("c1", "c2", "l1", "l2", "la1", "la2"))
    sheet.shapes.append((66, 82, 97))
    table = scene.run(MarkRest())
    scene.answer(table, RED, USE + OWL)
    assert BonusGained(RED, FOX) in scene.answer(table, RED, cell("la3"))
    scene.answer(table, RED, USE + FOX)
    onto = next(
        option
        for option in placements(scene.values.canyon, sheet, 1)
        if option >> 8 == 0 and scene.values.canyon.bonuses.get(option) == RABBIT
    )
    assert BonusGained(RED, RABBIT) in scene.answer(table, RED, onto)
    scene.answer(table, RED, USE + RABBIT)
    assert kind(table, RED) == "mud"


def test_for_a_discovery_an_animal_is_circled_and_kept() -> None:
    scene = Scene(2)
    table = scene.run(Discover(RED))
    assert offered(table, RED) == [FOX, OWL, RABBIT]
    assert scene.answer(table, RED, RABBIT) == [AnimalCircled(RED, RABBIT)]
    assert (scene.sheet(RED).kept[RABBIT], scene.sheet(RED).circled[RABBIT]) == (1, 1)


def test_an_animal_whose_symbols_are_all_circled_cannot_be_chosen_again() -> None:
    scene = Scene(2)
    scene.sheet(RED).circled[FOX] = 2
    assert offered(scene.run(Discover(RED)), RED) == [OWL, RABBIT]
    scene.sheet(RED).circled[OWL] = scene.sheet(RED).circled[RABBIT] = 3
    assert scene.run(Discover(RED)).over


def test_a_kept_animal_serves_in_a_later_round() -> None:
    scene = Scene(2, round_number=3)
    scene.sheet(RED).kept[RABBIT] = 1
    table = scene.run(MarkRest())
    assert offered(table, RED) == [KEPT + RABBIT]
    assert of_kind(scene.answer(table, RED, KEPT + RABBIT), BonusUsed) == [BonusUsed(RED, RABBIT, True)]
    assert scene.sheet(RED).points == 6
