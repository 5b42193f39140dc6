"""Agricola's farmyards on the screen, as they lie."""

import re

import pytest

from tests.cli.agricola_positions import SETTINGS, Moment, last, over, played, words
from tests.cli.agricola_screens import last_of_each
from tests.cli.positions import NAMES
from tilth_cli.draw_context import MARKS, DrawContext
from tilth_cli.games.agricola.farm import MAX_CELL, MIN_CELL, Farm, around, edges_of, farms_beside
from tilth_dataclasses.tilth.games.agricola.v1 import (
    BuildRoom,
    ChoosePlot,
    CutPasture,
    Enclose,
    Good,
    Herd,
    Person,
    PersonKind,
    Player,
    Plot,
    PlotKind,
    SketchCell,
    SowPlot,
    View,
)

LETTERS = {
    Good.WOOD: "W",
    Good.CLAY: "C",
    Good.REED: "R",
    Good.STONE: "S",
    Good.FOOD: "F",
    Good.GRAIN: "g",
    Good.VEGETABLE: "v",
    Good.SHEEP: "s",
    Good.BOAR: "b",
    Good.CATTLE: "c",
}


def drawn_farm(player: Player, cell: int = 4, **context: object) -> list[str]:
    """Return the lines of a farmyard from its upper edge on."""
    seen = DrawContext(NAMES, 100, labels=words("en"), **context)  # type: ignore[arg-type]
    view = View(players=[Player(seat=seat) for seat in range(player.seat)] + [player])
    return [line.plain for line in Farm(view, player, seen).lines(cell)][1:]


def in_cell(lines: list[str], at: int, cell: int = 4) -> str:
    row, column = divmod(at, 5)
    start = 3 + column * (cell + 1)
    return lines[1 + 2 * row][start : start + cell].rstrip()


def stroke(lines: list[str], edge: int, cell: int = 4) -> str:
    """Return the character drawn in the middle of an edge."""
    if edge < 20:
        row, column = divmod(edge, 5)
        return lines[2 * row][3 + column * (cell + 1) + cell - 1]
    row, column = divmod(edge - 20, 6)
    return lines[1 + 2 * row][2 + column * (cell + 1)]


@pytest.mark.parametrize("cell", [MIN_CELL, MAX_CELL])
def test_fences_are_drawn_on_their_edges_and_nowhere_else(cell: int) -> None:
    seen = 0
    for moment in (*last().values(), *over().values()):
        for player in moment.view.players:
            lines = drawn_farm(player, cell)
            for edge in range(38):
                assert (stroke(lines, edge, cell) in "━┃") == (edge in player.fences)
            seen += len(player.fences)
    assert seen > 30


def test_a_corner_shows_which_fences_meet_there() -> None:
    lines = drawn_farm(Player(fences=[0, 1, 20, 21, 22, 5, 6, 26, 10]))
    assert lines[0].startswith("  ┏━A━━┳━B━━┓")
    assert lines[2].startswith("  ┣━━━━┻━━━━┛")
    assert lines[4].startswith("  ┗━━━━")


def test_rooms_fields_crops_stables_and_animals_are_where_they_are() -> None:
    player = Player(
        house=1,
        plots=[
            *(Plot(plot=cell, kind=PlotKind.ROOM) for cell in (5, 10)),
            Plot(plot=0, kind=PlotKind.FIELD),
            Plot(plot=1, kind=PlotKind.FIELD, good=Good.GRAIN, amount=3),
            Plot(plot=2, kind=PlotKind.FIELD, good=Good.VEGETABLE, amount=2),
            Plot(plot=3, stable=True),
            Plot(plot=14, stable=True),
            Plot(plot=15, kind=PlotKind.CARD, card=17, good=Good.VEGETABLE, amount=1),
        ],
        herds=[
            Herd(cells=[3], sheep=1),
            Herd(cells=[13, 14], cattle=12),
            Herd(cells=[8, 9], sheep=2, boar=1),
            Herd(boar=1, home=True),
            Herd(card=18, sheep=2),
            Herd(card=19),
        ],
        people=[
            Person(kind=PersonKind.FAMILY),
            Person(kind=PersonKind.FAMILY, space=3),
            Person(kind=PersonKind.FAMILY),
            Person(kind=PersonKind.FAMILY),
        ],
    )
    lines = drawn_farm(player)
    shown = {at: in_cell(lines, at) for at in range(15)}
    assert [shown[at] for at in (0, 1, 2, 3)] == ["≡", "g3", "v2", "⊓s1"]
    assert [shown[at] for at in (13, 14)] == ["c12", "⊓"]
    assert [shown[at] for at in (8, 9)] == ["s2", "b1"]
    assert [shown[at] for at in (5, 10)] == ["⌂●", "⌂●●"]
    assert {at for at in range(15) if shown[at]} == {0, 1, 2, 3, 5, 8, 9, 10, 13, 14}
    below = " ".join(" ".join(lines[7:]).split())
    assert f"clay house: b1 {words('en').text('card', 18)} s2" in below
    assert words("en").text("card", 19) not in below
    assert f"{words('en').text('card', 17)} v1" in below


@last_of_each
def test_everything_in_a_played_farmyard_is_drawn(moment: Moment) -> None:
    for player in moment.view.players:
        lines = drawn_farm(player)
        animals = "".join(lines)
        for plot in player.plots[:15]:
            shown = in_cell(lines, plot.plot)
            assert shown.startswith("⌂") == (plot.kind == PlotKind.ROOM)
            assert ("⊓" in shown) == plot.stable
            if plot.kind == PlotKind.FIELD:
                crop = LETTERS[plot.good] if plot.amount else "≡"
                assert shown == f"{crop}{plot.amount or ''}"
        for letter, count in (
            ("s", sum(herd.sheep for herd in player.herds)),
            ("b", sum(herd.boar for herd in player.herds)),
            ("c", sum(herd.cattle for herd in player.herds)),
        ):
            assert sum(map(int, re.findall(rf"(?<![a-z]){letter}(\d+)", animals))) == count


def test_a_pasture_shows_its_capacity_if_its_cells_are_wide_enough() -> None:
    player = Player(
        plots=[Plot(plot=3, stable=True), Plot(plot=9, stable=True)],
        herds=[
            Herd(cells=[0, 1], sheep=3, room=4),
            Herd(cells=[2], cattle=2, room=2),
            Herd(cells=[3], room=4),
            Herd(cells=[9], boar=1, room=1),
        ],
    )
    narrow, wide = drawn_farm(player, 3), drawn_farm(player, 5)
    assert [in_cell(narrow, at, 3) for at in (0, 1, 2, 3, 9)] == ["s3", "/4", "c2", "⊓/4", "⊓b1"]
    assert [in_cell(wide, at, 5) for at in (0, 1, 2, 3, 9)] == ["s3", "/4", "c2/2", "⊓/4", "⊓b1"]


@last_of_each
def test_every_pasture_shows_its_capacity(moment: Moment) -> None:
    for player in moment.view.players:
        shown = "".join(drawn_farm(player, 6))
        wanted = sorted(herd.room for herd in player.herds if herd.cells and herd.room > 1)
        assert sorted(map(int, re.findall(r"/(\d+)", shown))) == wanted


def test_a_pasture_that_is_being_sketched_has_dashed_lines_around_it() -> None:
    player = Player(fences=[3, 4])
    lines = drawn_farm(player, seat=0, about=CutPasture(cells=[3, 4, 9]))
    wanted = {3, 4, 8, 14, 23, 25, 30, 31}
    for edge in range(38):
        mark = stroke(lines, edge)
        assert (mark in "━┃") == (edge in player.fences)
        assert (mark in "╍╏") == (edge in wanted - {3, 4})
    others = drawn_farm(player, seat=1, about=CutPasture(cells=[3, 4, 9]))
    assert not re.search("[╍╏]", "".join(others))


def test_the_question_names_the_sketched_cells() -> None:
    found = [one for one in played("five", *SETTINGS["five"]) if one.kind == "fence"]
    sketched = [
        one.context()
        for one in found
        if any(isinstance(move, Enclose) for move in one.context().moves.values())
    ]
    assert sketched
    for context in sketched:
        assert isinstance(context.about, CutPasture)
        assert context.about.cells


def test_the_edges_of_a_cell_lie_above_right_below_and_left() -> None:
    assert edges_of(0) == (0, 21, 5, 20)
    assert edges_of(14) == (14, 37, 19, 36)
    assert around([0]) == {0, 21, 5, 20}
    assert around([0, 1]) == {0, 1, 22, 5, 6, 20}


def test_cells_show_the_labels_of_their_options_as_far_as_there_is_room() -> None:
    player = Player(plots=[Plot(plot=0, kind=PlotKind.FIELD), Plot(plot=15, kind=PlotKind.CARD, card=17)])
    moves = {
        "1": BuildRoom(cell=6),
        "12": BuildRoom(cell=7),
        "3": SowPlot(plot=0, good=Good.GRAIN),
        "4": SowPlot(plot=0, good=Good.VEGETABLE),
        "5": SowPlot(plot=15, good=Good.VEGETABLE),
        "6": SketchCell(cell=14),
    }
    narrow = drawn_farm(player, 3, seat=0, moves=moves)
    wide = drawn_farm(player, 6, seat=0, moves=moves)
    assert [in_cell(narrow, at, 3) for at in (6, 7, 0, 14)] == ["[1]", "12", "3,4", "[6]"]
    assert [in_cell(wide, at, 6) for at in (6, 7, 0, 14)] == ["[1]", "[12]", "≡[3,4]", "[6]"]
    assert "[5]" in "".join(wide[7:])
    assert "[5]" in "".join(narrow[7:])
    alone = drawn_farm(player, 3, seat=0, moves={"3": SowPlot(plot=0, good=Good.GRAIN)})
    assert in_cell(alone, 0, 3) == "[3]"
    moves = {str(at): SowPlot(plot=0, good=good) for at, good in ((11, Good.GRAIN), (12, Good.VEGETABLE))}
    assert in_cell(drawn_farm(player, 3, seat=0, moves=moves), 0, 3) == "11+"
    assert in_cell(drawn_farm(player, 3, seat=1, moves=moves), 0, 3) == "≡"


def test_fields_of_others_can_be_picked_on_their_farms() -> None:
    player = Player(seat=1, plots=[Plot(plot=2, kind=PlotKind.FIELD, good=Good.GRAIN, amount=3)])
    moves = {"1": ChoosePlot(owner=1, plot=2), "2": ChoosePlot(owner=0, plot=3)}
    lines = drawn_farm(player, 6, seat=0, moves=moves)
    assert in_cell(lines, 2, 6) == "g3[1]"
    assert "[2]" not in "".join(lines)


def test_farmyards_stand_side_by_side_as_far_as_the_terminal_is_wide() -> None:
    moment = last()["five"]
    for width, wanted in ((200, [5]), (120, [5]), (100, [4, 1]), (80, [3, 2]), (40, [1] * 5)):
        context = moment.context(width)
        farms = [Farm(moment.view, player, context) for player in moment.view.players]
        rows = farms_beside(farms, width)
        titles = [sum(row.lines[0].plain.count(mark) for mark in MARKS) for row in rows]
        assert titles == wanted
        assert max(line.cell_len for row in rows for line in row.lines) <= width
