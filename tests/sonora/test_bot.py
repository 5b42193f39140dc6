"""The marks of the solo game's bot, and the choices that its player has for it."""

import pytest

from tests.sonora.situations import (
    BOT,
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
    squares,
)
from tilth_rules.sonora.codes import MARKED
from tilth_rules.sonora.events.bot import (
    BotCircled,
    BotLost,
    BotMarked,
    BotPainted,
    BotPathLaid,
    BotShapeDrawn,
)
from tilth_rules.sonora.polyominoes import cells_of, cells_of_option
from tilth_rules.sonora.rounds.marking import SortDiscs
from tilth_rules.sonora.solo import (
    BotCanyon,
    BotDraw,
    BotLay,
    BotMarks,
    BotPaint,
    BotRiver,
    BotRuins,
    bot_paths,
    bot_placements,
)


def test_in_the_ruins_the_bot_circles_cells_of_its_own_building() -> None:
    scene = solo().lies_in(disc(BOT, 4), "ruins").lies_in(disc(BOT, 3), "ruins circle")
    scene.run(SortDiscs(), BotRuins())
    assert scene.events[1:] == [BotCircled(10), BotMarked((disc(BOT, 3), disc(BOT, 4)))]


def test_value_that_no_longer_fits_into_the_bots_building_is_lost() -> None:
    scene = solo().lies_in(disc(BOT, 5), "ruins")
    scene.sheet().bot_circled = 22
    scene.run(SortDiscs(), BotRuins())
    assert of_kind(scene.events, BotCircled) == [BotCircled(2)]


def test_on_an_empty_sheet_the_bot_begins_at_its_squares() -> None:
    scene = solo()
    canyon = scene.values.canyon
    counted = [len(bot_placements(canyon, scene.sheet(), number)) for number in (5, 4, 3, 2, 1)]
    assert counted == [3, 2, 3, 6, 9]
    for option in bot_placements(canyon, scene.sheet(), 5):
        assert bits(cells_of_option(option)) & canyon.bot_squares


def test_the_bot_draws_the_greatest_shape_that_fits() -> None:
    scene = solo().lies_in(disc(BOT, 5), "canyon")
    canyon = scene.values.canyon
    scene.sheet().shapes.append(tuple(set(cells_of(canyon.white)) - set(squares("O12 O13 N13"))))
    table = scene.run(SortDiscs(), BotCanyon())
    drawn = scene.answer(table, 0, shape_on("O12 O13 N13"))
    assert drawn == [BotShapeDrawn(2, squares("O12 O13 N13"))]


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5])
def test_the_bots_shape_has_the_number_of_its_disc_where_that_fits(value: int) -> None:
    scene = solo().lies_in(disc(BOT, value), "canyon")
    table = scene.run(SortDiscs(), BotCanyon())
    number_of = scene.values.canyon.number_of
    assert {number_of[option >> 8] for option in offered(table, 0)} == {value}


def test_the_bot_leaps_over_the_start_square_too() -> None:
    scene = solo()
    sheet, canyon = scene.sheet(), scene.values.canyon
    across = shape_on("I7")
    assert across not in bot_placements(canyon, sheet, 1)
    sheet.bot_shapes.append(squares("F7"))
    assert across in bot_placements(canyon, sheet, 1)


def test_a_bots_shape_lies_beside_one_of_its_own() -> None:
    scene = solo()
    scene.sheet().bot_shapes.append(squares("O13"))
    beside = bot_placements(scene.values.canyon, scene.sheet(), 1)
    assert shape_on("N13") in beside
    assert shape_on("M13") not in beside


def test_the_bot_leaps_over_a_shape_of_yours_that_it_touches() -> None:
    scene = solo().lies_in(disc(BOT, 1), "canyon")
    sheet, canyon = scene.sheet(), scene.values.canyon
    sheet.shapes.append(squares("M11 N11 O11"))
    far = shape_on("L11")
    assert far not in bot_placements(canyon, sheet, 1)
    sheet.bot_shapes.append(squares("O12"))
    assert far in bot_placements(canyon, sheet, 1)
    table = scene.run(SortDiscs(), BotCanyon())
    assert scene.answer(table, 0, far) == [BotShapeDrawn(1, squares("L11"))]
    sheet.bot_shapes[:] = [squares("O13")]
    assert far not in bot_placements(canyon, sheet, 1)


def test_a_bots_disc_for_which_no_shape_fits_is_lost() -> None:
    scene = solo().lies_in(disc(BOT, 3), "canyon")
    scene.sheet().shapes.append(cells_of(scene.values.canyon.white))
    scene.run(SortDiscs(), BotCanyon())
    assert of_kind(scene.events, BotLost) == [BotLost((disc(BOT, 3),))]


def test_you_choose_which_of_its_discs_the_bot_uses_first_and_where() -> None:
    scene = solo().lies_in(disc(BOT, 3), "canyon").lies_in(disc(BOT, 1), "canyon")
    table = scene.run(SortDiscs(), BotCanyon())
    assert (kind(table, 0), offered(table, 0)) == ("bot-disc", [disc(BOT, 1), disc(BOT, 3)])
    scene.answer(table, 0, disc(BOT, 3))
    assert kind(table, 0) == "bot-canyon"
    scene.answer(table, 0, offered(table, 0)[0])
    assert kind(table, 0) == "bot-canyon", "the other one is left"


def test_the_circles_of_the_board_count_for_the_bot_and_bonuses_do_not() -> None:
    scene = solo().lies_in(disc(BOT, 1), "canyon circle")
    table = scene.run(SortDiscs(), BotCanyon())
    for _ in range(2):
        scene.answer(table, 0, offered(table, 0)[0])
    assert table.over
    assert len(scene.sheet().bot_shapes) == 2
    scene.sheet().bot_shapes[:] = [squares("L10")]
    table = scene.run(BotDraw(1))
    ready = list(scene.sheet().ready)
    scene.answer(table, 0, shape_on("L9"))
    assert scene.sheet().ready == ready


def test_the_bots_path_begins_at_its_squares_and_paints_every_cell() -> None:
    scene = solo()
    table = scene.run(BotLay(2))
    ends = {tuple(sorted(divmod(option, 64))) for option in offered(table, 0)}
    assert ends == {
        tuple(sorted((cell(a), cell(b))))
        for a, b in (("laa5", "laa4"), ("lba4", "lba3"), ("raa4", "raa3"), ("rba3", "rba2"))
    }
    events = scene.answer(table, 0, offered(table, 0)[0])
    assert events == [BotPathLaid((cell("laa4"), cell("laa5")))]
    assert scene.sheet().ends == 0, "it circles nothing"


def test_the_bots_path_may_begin_next_to_one_of_its_own_and_run_either_way_along_the_river() -> None:
    scene = solo()
    scene.sheet().painted = bits([cell("laa1")])
    begins = {frozenset(divmod(option, 64)) for option in bot_paths(scene.values.river, scene.sheet(), 1)}
    assert frozenset([cell("la4")]) in begins
    assert frozenset([cell("laa2")]) in begins
    assert frozenset([cell("lab1")]) not in begins


def test_the_bots_path_runs_over_no_cell_that_is_marked() -> None:
    scene = solo()
    scene.sheet().river |= bits([cell("laa3")])
    river = scene.values.river
    assert all(not cells >> cell("laa3") & 1 for cells in bot_paths(river, scene.sheet(), 3).values())
    assert not any(cells >> cell("laa5") & 1 for cells in bot_paths(river, scene.sheet(), 3).values())


def test_without_a_path_of_its_length_a_bots_disc_is_lost() -> None:
    scene = solo().lies_in(disc(BOT, 5), "river")
    scene.sheet().painted = bits([cell(name) for name in ("laa4", "lba3", "raa3", "rba2")])
    scene.sheet().river |= bits([cell(name) for name in ("laa3", "lba2", "raa2", "rba1")])
    scene.run(SortDiscs(), BotRiver())
    assert of_kind(scene.events, BotLost) == [BotLost((disc(BOT, 5),))]


def test_of_several_discs_in_the_river_you_choose_the_first() -> None:
    scene = solo().lies_in(disc(BOT, 3), "river").lies_in(disc(BOT, 1), "river")
    table = scene.run(SortDiscs(), BotRiver())
    assert kind(table, 0) == "bot-disc"
    scene.answer(table, 0, disc(BOT, 1))
    scene.answer(table, 0, offered(table, 0)[0])
    scene.answer(table, 0, offered(table, 0)[0])
    assert scene.sheet().painted.bit_count() == 4


def test_in_the_mud_the_bot_paints_small_cells_at_rim_nodes_that_are_not_crossed() -> None:
    scene = solo()
    scene.sheet().nodes |= bits([node("c0")])
    scene.sheet().small[node("m0")] = 2
    table = scene.run(BotPaint(5))
    decision = asked(table, 0)
    room = dict(zip(decision.options, decision.max_each, strict=True))
    assert node("c0") not in room
    assert room[node("m0")] == 1
    assert set(room.values()) == {1, 3}
    assert (len(room), decision.min_picks, decision.max_picks) == (11, 5, 5)
    events = scene.answer(table, 0, *[node("m2")] * 2, *[node("c1")] * 3)
    assert events == [BotPainted(node("c1"), 3), BotPainted(node("m2"), 2)]


def test_the_bot_uses_all_the_value_it_has_room_for() -> None:
    scene = solo().lies_in(disc(BOT, 5), "mud circle").lies_in(disc(BOT, 4), "mud")
    for name in ("c0", "c1", "c2", "c3", "c4", "c5", "m0", "m1", "m3", "m4"):
        scene.sheet().small[node(name)] = 3
    table = scene.run(SortDiscs(), BotMarks())
    assert asked(table, 0).max_picks == 6


def test_the_bots_discs_are_marked_when_it_is_through() -> None:
    scene = solo().lies_in(disc(BOT, 2), "mud").lies_in(disc(BOT, 4), "ruins")
    table = scene.run(SortDiscs(), BotMarks())
    scene.answer(table, 0, *offered(table, 0)[:2])
    assert scene.state.where[disc(BOT, 2)] == scene.state.where[disc(BOT, 4)] == MARKED
