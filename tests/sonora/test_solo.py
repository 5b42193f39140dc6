"""The solo game: three colours, and a bot that is in the way."""

import pytest

from tests.sonora.ports import rests
from tests.sonora.situations import (
    BOT,
    YOU,
    asked,
    bits,
    cell,
    disc,
    kind,
    node,
    of_kind,
    offered,
    shape_on,
    solo,
    square,
    squares,
)
from tilth_rules.sonora.actions.canyon import placements
from tilth_rules.sonora.actions.river import path_ends
from tilth_rules.sonora.actions.ruins import RuinsTurn
from tilth_rules.sonora.board import corner_of
from tilth_rules.sonora.codes import KNOCKED_OFF, OUT, RUINS, SWAP
from tilth_rules.sonora.events.bot import ColoursChosen
from tilth_rules.sonora.events.flicks import DiscOut
from tilth_rules.sonora.events.marks import BotBuildingCrossed, CellsCrossed
from tilth_rules.sonora.polyominoes import cells_of_option
from tilth_rules.sonora.rounds.flick_phase import Aim
from tilth_rules.sonora.solo import OwnColour, SoloMarkPhase


def test_your_corner_is_the_ruins_first_and_another_every_round() -> None:
    state = solo().state
    corners = []
    for number in range(1, 6):
        state.round = number
        corners.append(corner_of(state, 0))
    assert corners == [0, 3, 2, 1, 0]


def test_a_disc_that_you_knock_off_yourself_is_out() -> None:
    scene = solo(with_colours=False).on_board(7, 50, 50)
    scene.sheet().ready[1] = 0
    table = scene.run(Aim(0, 3), facts=[rests(3, 20, 20, off_board=(7,))])
    assert of_kind(scene.flick(table, 0), DiscOut) == [DiscOut(0, 7, KNOCKED_OFF)]


def test_a_disc_of_any_colour_in_the_hole_is_put_into_a_section_by_you() -> None:
    scene = solo(with_colours=False)
    scene.sheet().ready[1] = 0
    scene.on_board(7, 50, 50)
    table = scene.run(Aim(0, 12), facts=[rests(12, 20, 20, in_hole=(7,))])
    scene.flick(table, 0)
    assert kind(table, 0) == "bullseye"
    scene.answer(table, 0, RUINS)
    assert scene.state.settled[7] == RUINS


def test_you_choose_your_colour_and_the_bots_and_the_third_leaves_the_board() -> None:
    scene = solo(with_colours=False)
    for colour in range(3):
        scene.lies_in(disc(colour, 4), "mud").in_hole(disc(colour, 1), RUINS)
    table = scene.run(OwnColour())
    assert offered(table, 0) == [0, 1, 2]
    scene.answer(table, 0, 2)
    assert offered(table, 0) == [0, 1]
    assert scene.answer(table, 0, 0) == [ColoursChosen(2, 0)]
    assert scene.state.where[disc(1, 4)] == scene.state.where[disc(1, 1)] == OUT
    assert OUT not in (scene.state.where[disc(colour, value)] for colour in (0, 2) for value in (1, 4))


def test_swaps_are_for_your_discs_only_and_come_before_the_bot_marks() -> None:
    scene = solo(with_colours=False)
    for colour in range(3):
        scene.lies_in(disc(colour, 4), "mud").lies_in(disc(colour, 2), "canyon")
    table = scene.run(SoloMarkPhase())
    scene.answer(table, 0, 1)
    scene.answer(table, 0, 0)
    assert kind(table, 0) == "swap"
    assert offered(table, 0) == [20 * disc(1, 2) + disc(1, 4)]
    scene.answer(table, 0)
    assert kind(table, 0) == "bot-canyon"


@pytest.mark.parametrize(("crossed", "owed", "rest"), [(0, 6, 4), (4, 2, 8), (6, 0, 10)])
def test_your_value_goes_into_circled_cells_first(crossed: int, owed: int, rest: int) -> None:
    scene = solo()
    scene.sheet().bot_circled, scene.sheet().bot_crossed = 6, crossed
    table = scene.run(RuinsTurn(0, 10))
    assert of_kind(scene.events, BotBuildingCrossed) == ([BotBuildingCrossed(0, owed)] if owed else [])
    assert asked(table, 0).max_picks == rest
    assert scene.sheet().bot_crossed == 6
    crossed_now = of_kind(scene.answer(table, 0, *asked(table, 0).default_answer()), CellsCrossed)
    assert sum(event.cells for event in crossed_now) == rest  # type: ignore[attr-defined]


def test_value_that_the_bots_cells_eat_up_crosses_nothing_else() -> None:
    scene = solo()
    scene.sheet().bot_circled = 6
    assert scene.run(RuinsTurn(0, 5)).over
    assert not of_kind(scene.events, CellsCrossed)
    assert scene.sheet().bot_crossed == 5


def test_the_bot_marks_everything_before_you_mark_the_ruins() -> None:
    """The cells that the bot circles in this round block you in this round already."""
    scene = solo(with_colours=False)
    scene.lies_in(disc(YOU, 5), "ruins").lies_in(disc(BOT, 4), "ruins").lies_in(disc(BOT, 1), "mud")
    scene.sheet().ready[SWAP] = 0
    table = scene.run(SoloMarkPhase())
    scene.answer(table, 0, YOU)
    scene.answer(table, 0, BOT)
    assert kind(table, 0) == "bot-mud"
    scene.answer(table, 0, node("c1"))
    assert (kind(table, 0), asked(table, 0).max_picks) == ("ruins", 1)
    assert BotBuildingCrossed(0, 4) in scene.events


def test_you_cannot_leap_and_cannot_cover_the_bots_shapes() -> None:
    scene = solo()
    sheet, canyon = scene.sheet(), scene.values.canyon
    sheet.bot_shapes.append(squares("F7"))
    for option in placements(canyon, sheet, 5):
        assert square("F7") not in cells_of_option(option)
    assert shape_on("F6") not in placements(canyon, sheet, 1), "next to the bot's shape is not next to yours"


def test_you_neither_run_over_painted_cells_nor_begin_at_them() -> None:
    scene = solo()
    sheet, river = scene.sheet(), scene.values.river
    sheet.painted = bits([cell("l1")])
    assert set(path_ends(river, sheet, 3, 3)) == {cell("r1")}
    assert cell("l2") not in path_ends(river, sheet, 1, 5)
