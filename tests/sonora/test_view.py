"""The view: every viewer sees everything."""

from tests.sonora.situations import BLUE, RED, Scene, bits, cell, disc, node, squares
from tilth_rules.kernel import EVERYTHING, SPECTATOR
from tilth_rules.sonora import game
from tilth_rules.sonora.codes import CANYON, FOX, IN_HOLE, MUD, ON_BOARD, RIVER, RUINS, TOP
from tilth_rules.sonora.printed import Printed, Shape
from tilth_rules.sonora.view import View, view


def test_everybody_sees_the_same() -> None:
    state = Scene(3).on_board(disc(RED, 2), 20, 30).state
    seen = {repr(game.view(state, viewer)) for viewer in (0, 1, 2, SPECTATOR, EVERYTHING)}
    assert len(seen) == 1


def test_a_disc_is_shown_with_its_place_and_its_section() -> None:
    scene = Scene(2).on_board(disc(BLUE, 2), -20, 30.5).in_hole(disc(BLUE, 3), RIVER)
    shown = view(scene.state).discs
    on_board, in_hole = shown[disc(BLUE, 2)], shown[disc(BLUE, 3)]
    assert (on_board.colour, on_board.value, on_board.where) == (BLUE, 2, ON_BOARD)
    assert (on_board.x, on_board.y, on_board.section) == (-2000, 3050, 0)
    assert (in_hole.where, in_hole.section) == (IN_HOLE, RIVER)
    scene.state.sections[disc(BLUE, 2)] = RUINS
    assert view(scene.state).discs[disc(BLUE, 2)].section == RUINS


def test_a_place_on_the_board_is_shown_of_discs_that_are_there_only() -> None:
    scene = Scene(2).on_board(disc(RED, 1), 20, 20)
    scene.state.where[disc(RED, 1)] = IN_HOLE
    shown = view(scene.state).discs[disc(RED, 1)]
    assert (shown.x, shown.y) == (0, 0)


def test_a_sheet_is_shown_with_all_that_is_marked_on_it() -> None:
    scene = Scene(2)
    sheet = scene.sheet(BLUE)
    sheet.crossed[1], sheet.rewards[1] = 9, TOP
    sheet.shapes.append(squares("G9 H9 G10 H10 H11"))
    sheet.cacti = [1, 1, 0]
    sheet.river |= bits([cell("c1"), cell("c2")])
    sheet.ends = bits([cell("c2")])
    sheet.nodes |= bits([node("n0")])
    sheet.columns[2] = 3
    sheet.kept[FOX], sheet.circled[FOX], sheet.discoveries = 1, 2, 2
    shown = view(scene.state).players[BLUE]
    assert (shown.ruins_points, shown.canyon_points, shown.river_points, shown.mud_points) == (11, 10, 1, 0)
    assert shown.shapes == (Shape(5, squares("G9 H9 G10 H10 H11")),)
    assert (shown.river_crossed, shown.river_circled) == ((0, cell("c1")), (cell("c2"),))
    assert shown.nodes == (0, node("n0"))
    assert shown.columns == (0, 0, 3, 0)
    assert (shown.kept, shown.circled, shown.discoveries) == ((1, 0, 0), (2, 0, 0), 2)
    assert shown.value_left is None
    sheet.points = 0
    assert view(scene.state).players[BLUE].value_left == 0


def test_the_corner_of_a_seat_is_named_by_its_section() -> None:
    assert [player.corner for player in view(Scene(4).state).players] == [RUINS, CANYON, MUD, RIVER]


def test_the_printed_values_are_part_of_the_view() -> None:
    shown = view(Scene(2).state)
    assert isinstance(shown, View)
    board: Printed = shown.printed
    assert board is view(Scene(3).state).printed
    assert (board.half_side, board.disc_radius, board.least_speed) == (13_000, 1_000, 32_000)
    assert len(board.circle_sections) == len(board.circle_xs) == len(board.circle_ys) == 8
    assert (len(board.river_above), board.river_above[cell("r1")]) == (50, cell("c2"))
    assert len(board.edge_ends) == 2 * 42
    assert len(board.triangle_corners) == 3 * 24
    assert [shape.number for shape in board.shapes] == [1, 1, 2, 3, 4, 5]
    assert (board.node_easts[node("c5")], board.node_south_easts[node("c5")]) == (2, -2)


def test_the_colours_of_the_solo_game_are_shown_once_they_are_chosen() -> None:
    scene = Scene(1)
    assert view(scene.state).own_colour is None
    scene.state.own, scene.state.bot = 0, 2
    shown = view(scene.state)
    assert (shown.own_colour, shown.bot_colour) == (0, 2)
