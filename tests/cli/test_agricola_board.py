"""Agricola on the screen: farmyards as they lie, spaces with who is there, rounds, and cards with their texts."""

import io
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from rich.console import Console

from tests.cli.agricola_moments import EACH, LAST, NAMES, OVER, SETTINGS, Moment, played, words
from tests.cli.conftest import Place
from tests.cli.person import asked, play_on
from tilth_cli.drawing import whole
from tilth_cli.games import drawn
from tilth_cli.games.agricola import LOW_PAGE, cards, spaces
from tilth_cli.games.agricola.farm import LEAST_CELL, MOST_CELL, Farm, around, edges_of, farms_beside
from tilth_cli.games.agricola.picks import by_card, by_plot, by_space
from tilth_cli.games.agricola.players import SHEET, goods, points
from tilth_cli.games.agricola.track import track
from tilth_cli.looks import MARKS, Look
from tilth_cli.words import speak
from tilth_dataclasses.tilth.games.agricola.v1 import (
    Agree,
    Amount,
    BuildRoom,
    CardInPlay,
    ChoosePlot,
    CutPasture,
    Enclose,
    Good,
    Herd,
    LaidGoods,
    Person,
    Phase,
    PlayCard,
    Player,
    Plot,
    SketchCell,
    SowPlot,
    SpaceView,
    UseCard,
    UseSpace,
    View,
    Visitor,
)

one_of_each = pytest.mark.parametrize("moment", EACH.values(), ids=EACH.keys())
last_of_each = pytest.mark.parametrize("moment", LAST.values(), ids=LAST.keys())
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


@pytest.fixture(autouse=True)
def _english_afterwards() -> Iterator[None]:
    yield
    speak("en")


def text_of(renderable: object, width: int, height: int = 40) -> list[str]:
    console = Console(width=width, height=height, file=io.StringIO(), record=True, color_system=None)
    console.print(renderable)
    return console.export_text().splitlines()


def picture(view: View, look: Look) -> str:
    return "\n".join(text_of(drawn("agricola").draw(view, look), look.width))


def pages(view: View, look: Look) -> list[str]:
    """Every page, as the first one counts them."""
    count = re.search(r"page 1 of (\d+)", picture(view, look))
    assert count is not None
    return [picture(view, replace(look, page=page)) for page in range(int(count[1]))]


def drawn_farm(player: Player, cell: int = 4, **look: object) -> list[str]:
    """The lines of a farmyard from its upper edge on."""
    seen = Look(NAMES, 100, words=words("en"), **look)  # type: ignore[arg-type]
    view = View(players=[Player(seat=seat) for seat in range(player.seat)] + [player])
    return [line.plain for line in Farm(view, player, seen).lines(cell)][1:]


def in_cell(lines: list[str], at: int, cell: int = 4) -> str:
    row, column = divmod(at, 5)
    start = 3 + column * (cell + 1)
    return lines[1 + 2 * row][start : start + cell].rstrip()


def stroke(lines: list[str], edge: int, cell: int = 4) -> str:
    """What is drawn in the middle of an edge."""
    if edge < 20:
        row, column = divmod(edge, 5)
        return lines[2 * row][3 + column * (cell + 1) + cell - 1]
    row, column = divmod(edge - 20, 6)
    return lines[1 + 2 * row][2 + column * (cell + 1)]


@pytest.mark.parametrize("cell", [LEAST_CELL, MOST_CELL])
def test_fences_are_drawn_on_their_edges_and_nowhere_else(cell: int) -> None:
    seen = 0
    for moment in (*LAST.values(), *OVER.values()):
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
            *(Plot(plot=cell, kind=1) for cell in (5, 10)),
            Plot(plot=0, kind=2),
            Plot(plot=1, kind=2, good=Good.GRAIN, amount=3),
            Plot(plot=2, kind=2, good=Good.VEGETABLE, amount=2),
            Plot(plot=3, stable=True),
            Plot(plot=14, stable=True),
            Plot(plot=15, kind=3, card=17, good=Good.VEGETABLE, amount=1),
        ],
        herds=[
            Herd(cells=[3], sheep=1),
            Herd(cells=[13, 14], cattle=12),
            Herd(cells=[8, 9], sheep=2, boar=1),
            Herd(boar=1, home=True),
            Herd(card=18, sheep=2),
            Herd(card=19),
        ],
        people=[Person(kind=1), Person(kind=1, space=3), Person(kind=1), Person(kind=1)],
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
            assert shown.startswith("⌂") == (plot.kind == 1)
            assert ("⊓" in shown) == plot.stable
            if plot.kind == 2:
                crop = LETTERS[plot.good] if plot.amount else "≡"
                assert shown == f"{crop}{plot.amount or ''}"
        for letter, count in (
            ("s", sum(herd.sheep for herd in player.herds)),
            ("b", sum(herd.boar for herd in player.herds)),
            ("c", sum(herd.cattle for herd in player.herds)),
        ):
            assert sum(map(int, re.findall(rf"(?<![a-z]){letter}(\d+)", animals))) == count


def test_a_pasture_shows_how_many_animals_it_has_room_for_where_there_is_room_to_say_so() -> None:
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
def test_every_pasture_says_how_many_it_has_room_for(moment: Moment) -> None:
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


def test_the_question_says_which_cells_have_been_sketched() -> None:
    found = [one for one in played("five", *SETTINGS["five"]) if one.kind == "fence"]
    sketched = [
        one.look() for one in found if any(isinstance(move, Enclose) for move in one.look().moves.values())
    ]
    assert sketched
    for look in sketched:
        assert isinstance(look.about, CutPasture)
        assert look.about.cells


def test_the_edges_of_a_cell_lie_above_right_below_and_left() -> None:
    assert edges_of(0) == (0, 21, 5, 20)
    assert edges_of(14) == (14, 37, 19, 36)
    assert around([0]) == {0, 21, 5, 20}
    assert around([0, 1]) == {0, 1, 22, 5, 6, 20}


def test_cells_are_marked_by_what_they_are_picked_by_as_well_as_there_is_room() -> None:
    player = Player(plots=[Plot(plot=0, kind=2), Plot(plot=15, kind=3, card=17)])
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
    player = Player(seat=1, plots=[Plot(plot=2, kind=2, good=Good.GRAIN, amount=3)])
    moves = {"1": ChoosePlot(owner=1, plot=2), "2": ChoosePlot(owner=0, plot=3)}
    lines = drawn_farm(player, 6, seat=0, moves=moves)
    assert in_cell(lines, 2, 6) == "g3[1]"
    assert "[2]" not in "".join(lines)


def test_as_many_farmyards_stand_side_by_side_as_there_is_room_for() -> None:
    moment = LAST["five"]
    for width, wanted in ((200, [5]), (120, [5]), (100, [4, 1]), (80, [3, 2]), (40, [1] * 5)):
        look = moment.look(width)
        farms = [Farm(moment.view, player, look) for player in moment.view.players]
        rows = farms_beside(farms, width)
        titles = [sum(row.lines[0].plain.count(mark) for mark in MARKS) for row in rows]
        assert titles == wanted
        assert max(line.cell_len for row in rows for line in row.lines) <= width


@one_of_each
def test_no_line_is_wider_than_the_terminal_and_nothing_is_lost_below(moment: Moment) -> None:
    for language, width, height, room in (("ru", 80, 24, 14), ("en", 100, 32, 20), ("ru", 120, 40, 28)):
        speak(language)
        look = moment.look(width, language, room=room, short=height < 32)
        for page in (0, 1, 2, 5):
            lines = text_of(drawn("agricola").draw(moment.view, replace(look, page=page)), width)
            assert max(map(len, lines)) <= width
            assert len(lines) <= room
        shown = text_of(whole(moment.scene(language), Console(width=width, height=height)), width, height)
        assert max(map(len, shown)) <= width


@one_of_each
def test_what_can_be_picked_is_marked_where_it_lies(moment: Moment) -> None:
    look = moment.look(200)
    shown = "\n".join(pages(moment.view, look))
    marked = {label for labels in re.findall(r"\[([\do,]+)\]", shown) for label in labels.split(",")}
    there = {*moment.own.hand, *moment.own.pack, *moment.own.kept, *moment.view.majors}
    there |= {one.card for player in moment.view.players for one in player.cards}
    wanted = {label for labels in by_space(look).values() for label in labels}
    wanted |= {label for card, labels in by_card(look).items() if card in there for label in labels}
    for player in moment.view.players:
        wanted |= {label for labels in by_plot(look, player.seat).values() for label in labels}
    assert wanted <= marked
    assert marked <= set(look.moves)


@one_of_each
def test_the_question_lists_every_option_and_says_of_cards_what_they_do(moment: Moment) -> None:
    scene = moment.scene()
    text = " ".join("\n".join(text_of(whole(scene, Console(width=200, height=90)), 200, 90)).split())
    for label, option in moment.options():
        assert f"{label} {option.text}" in text
    for move in moment.look().moves.values():
        if isinstance(move, PlayCard):
            assert " ".join(cards.about(moment.look(), move.card).split()) in text


def spaces_view() -> View:
    """Two seats; wood lies on one space, on others there are people."""
    people = [Person(kind=1, space=5), Person(kind=1), Person(kind=1, space=19, newborn=True)]
    return View(
        round=6,
        phase=Phase.WORK,
        next_harvest=7,
        round_cards=[16, 14, 13, 15, 19, 17],
        spaces=[
            SpaceView(space=5, visitors=[Visitor(seat=0, person=0)]),
            SpaceView(
                space=6, goods=[Amount(good=Good.WOOD, amount=9)], grows=[Amount(good=Good.WOOD, amount=3)]
            ),
            SpaceView(space=8, grows=[Amount(good=Good.REED, amount=1)]),
            *(SpaceView(space=space) for space in (16, 14, 13)),
            SpaceView(
                space=15, goods=[Amount(good=Good.SHEEP, amount=4)], grows=[Amount(good=Good.SHEEP, amount=1)]
            ),
            SpaceView(space=19, visitors=[Visitor(seat=0, person=1), Visitor(seat=0, person=2)]),
            SpaceView(space=17, visitors=[Visitor(seat=1, person=1)]),
        ],
        majors=[0, 3, 9],
        laid=[
            LaidGoods(round=7, seat=0, card=9, good=Good.FOOD, amount=1),
            LaidGoods(round=7, seat=0, card=9, good=Good.FOOD, amount=1),
            LaidGoods(round=8, seat=1, card=30, good=Good.SHEEP, amount=1, price=2),
            LaidGoods(round=9, seat=1, card=30),
        ],
        players=[
            Player(
                seat=0,
                people=people,
                cards=[CardInPlay(card=1, since=3), CardInPlay(card=40, since=4, numbers=[7])],
            ),
            Player(
                seat=1,
                people=[Person(kind=1), Person(kind=1, space=17), Person(kind=1, newborn=True)],
                shown=[50],
                begging=2,
            ),
        ],
    )


def look_at(width: int = 100, **also: object) -> Look:
    return Look(NAMES[:2], width, words=words("en"), room=60, **also)  # type: ignore[arg-type]


@pytest.mark.parametrize("way", [spaces.in_columns, spaces.in_short, spaces.in_full])
def test_spaces_show_what_lies_there_who_is_there_and_how_they_are_picked(way: object) -> None:
    assert callable(way)
    look = look_at(90, moves={"1": UseSpace(space=6), "2": UseSpace(space=16)})
    shown = [" ".join(line.plain.split()) for line in way(spaces_view(), look, 90)]
    text = " ".join(shown)
    assert "3 Wood[1] W9" in text
    assert "Day labourer ●" in text
    assert "1: Fences[2]" in text
    assert "4: 1 Sheep s4" in text
    assert "6: 1 Stone ▲" in text
    assert re.search(r"5: Family growth\S* t\S* a?.*? ● ●°", text)
    assert text.index("goods:") < text.index("3 Wood") < text.index("actions:") < text.index("Day")
    assert text.index("Day") < text.index("round cards:") < text.index("Fences")
    if way is spaces.in_full:
        assert words("en").form("space", 6, "text").split(".")[0] in text


def test_while_the_question_lists_the_free_spaces_a_full_page_shows_those_that_are_taken() -> None:
    view = spaces_view()
    asking = look_at(80, moves={"1": UseSpace(space=6)})
    with_farms = picture(view, replace(asking, room=18))
    assert "taken: Day labourer ●" in with_farms
    assert "goods:" not in with_farms
    second = picture(view, replace(asking, room=18, page=1))
    assert "goods:" in second
    assert "rounds:" in second, "all spaces in short, with the rounds"
    assert "goods:" in picture(view, replace(asking, moves={"1": Agree()}, room=22))


def test_the_rounds_show_harvests_the_present_and_what_is_laid_out() -> None:
    line = " ".join(" ".join(text.plain for text in track(spaces_view(), look_at(), 100)).split())
    assert line == "rounds: 1 2 3 4‖ 5 6 7 ●F2‖ 8 ▲s1(F2) 9 ▲*‖ 10 11‖ 12 13‖ 14‖"
    present = next(text for text in track(spaces_view(), look_at(), 100) if "6" in text.plain)
    assert [
        present.plain[span.start : span.end] for span in present.spans if "reverse" in str(span.style)
    ] == ["6"]
    shown = "\n".join(pages(spaces_view(), look_at(120)))
    assert "Round 6 stage 2  Work   harvest after round 7" in shown
    assert re.search(r"Round 8 stage 3 .*▲s1 \(.*, for 2 food\)", shown)
    assert re.search(r"Round 7 stage 2 .*‖ harvest", shown)


def test_majors_show_who_has_them_and_those_that_are_gone_are_not_listed() -> None:
    shown = "\n".join(pages(spaces_view(), look_at(140)))
    listed = shown[shown.index("major improvements:\n") :].splitlines()[1:]
    found = [line for line in listed if not line.startswith(" ")][:4]
    assert [line.split("  ")[0] for line in found] == ["Fireplace", "Fireplace ●", "Cooking Hearth", "Well"]
    for line, card in zip(found, (0, 1, 3, 9), strict=True):
        assert words("en").form("card", card, "facts") in line


def test_cards_in_play_say_since_when_and_what_they_remember_and_known_cards_are_listed() -> None:
    shown = "\n".join(pages(spaces_view(), look_at(140)))
    name = words("en").text("card", 40)
    assert f"{name} (since round 4, remembers 7)" in shown
    assert f"known of the hand:\n{words('en').text('card', 50)}" in shown
    own = "\n".join(pages(spaces_view(), look_at(140, seat=1)))
    assert "known of the hand" not in own


@one_of_each
def test_everybodys_goods_people_and_begging_cards_stand_in_one_line(moment: Moment) -> None:
    lines = [line.plain for line in goods(moment.view, moment.look(), 120)]
    assert len(lines) == 1 + moment.seats
    for player, line in zip(moment.view.players, lines[1:], strict=True):
        assert line.startswith(f"{MARKS[player.seat]} {NAMES[player.seat]}")
        found = line[20:].split()
        amounts = {int(one.good): one.amount for one in player.goods}
        assert [int(number) for number in found[:10]] == [amounts.get(good, 0) for good in range(1, 11)]
        assert int(found[11]) == player.begging
        if len(found) > 12:
            assert found[12] == f"{player.minors_held}+{player.occupations_held}"
    assert goods(spaces_view(), look_at(), 100)[1].plain.split()[-2:] == ["1/2+1", "0"]
    assert goods(spaces_view(), look_at(), 100)[2].plain.split()[-2:] == ["1/2+1", "2"]


@pytest.mark.parametrize("moment", OVER.values(), ids=OVER.keys())
def test_at_the_end_the_points_stand_line_by_line_with_their_sum(moment: Moment) -> None:
    assert moment.view.phase == Phase.OVER
    for width in (80, 120):
        lines = [line.plain for line in points(moment.view, moment.look(), width)]
        shown = picture(moment.view, moment.look(width))
        for player, line in zip(moment.view.players, lines[1:], strict=True):
            assert len(player.sheet) == len(SHEET)
            numbers = [int(number) for number in re.findall(r"-?\d+", line)]
            assert numbers == [*player.sheet, sum(player.sheet)]
            assert line.rstrip() in shown


@last_of_each
def test_pages_show_all_there_is_to_see(moment: Moment) -> None:
    shown = " ".join("\n".join(pages(moment.view, moment.look(110, room=30))).split())
    look = moment.look()
    held = [*moment.own.hand, *moment.view.majors, *moment.own.pack]
    for card in [*held, *(one.card for player in moment.view.players for one in player.cards)]:
        assert cards.name(look, card) in shown
        assert " ".join(cards.about(look, card).split()) in shown
    for one in moment.view.spaces:
        assert words("en").text("space", one.space) in shown
        assert words("en").form("space", one.space, "text") in shown


def test_in_a_low_terminal_pages_leave_room_for_a_long_question() -> None:
    moment = LAST["three"]
    low = pages(moment.view, moment.look(80, room=14, short=True))
    high = pages(moment.view, moment.look(80, room=14))
    assert max(len(page.split("\n")) for page in low[1:]) <= LOW_PAGE + 1
    assert max(len(page.split("\n")) for page in high[1:]) == 14


def test_farmyards_without_room_beside_the_others_stand_on_the_next_page() -> None:
    moment = LAST["five"]
    found = pages(moment.view, moment.look(80, room=14))
    first = moment.seat
    around_the_table = [(first + at) % 5 for at in range(5)]
    for at, seat in enumerate(around_the_table):
        title = f"{MARKS[seat]} {NAMES[seat]}"[:9]
        page = found[0] if at < 3 else found[1]
        assert title in page.split("\n")[1]
    assert "  home  beg" not in found[0]
    assert "  home  beg" in found[2]


def test_a_spectator_sees_no_hand_and_a_seat_its_own() -> None:
    moment = LAST["three"]
    assert moment.own.hand
    assert "\nhand:" in "\n".join(pages(moment.view, moment.look(100, moves={})))
    watching = View.parse(
        bytes(replace(moment.view, players=[replace(one, hand=[]) for one in moment.view.players]))
    )
    assert "\nhand:" not in "\n".join(pages(watching, moment.look(100, seat=None, moves={})))


def test_alone_the_points_to_be_reached_are_told() -> None:
    assert "target 50" in picture(LAST["alone"].view, LAST["alone"].look(100))
    assert "target" not in picture(LAST["three"].view, LAST["three"].look(100))


def test_phase_house_and_spaces_are_called_as_the_server_calls_them() -> None:
    speak("ru")
    moment = LAST["family"]
    shown = picture(moment.view, moment.look(120, "ru"))
    assert words("ru").text("phase", moment.view.phase) in shown
    assert words("ru").text("house", moment.own.house) in shown
    assert "особые улучшения" in shown


def test_what_an_option_is_about_is_told() -> None:
    hint, view, look = drawn("agricola").hint, spaces_view(), look_at()
    assert hint(UseSpace(space=6), view, look) == "wood 9"
    assert hint(UseSpace(space=8), view, look) == ""
    assert hint(UseSpace(space=6), None, look) == ""
    assert hint(UseCard(card=40), view, look) == words("en").form("card", 40, "text")
    assert hint(PlayCard(card=40), view, look) == cards.about(look, 40)
    assert hint(Agree(), view, look) == ""


def test_of_two_spaces_with_the_same_name_the_hint_says_what_each_is_for() -> None:
    view = View(spaces=[SpaceView(space=4), SpaceView(space=27), SpaceView(space=2)])
    look = Look(NAMES, 100, words=words("ru"))
    assert words("ru").text("space", 4) == words("ru").text("space", 27)
    hint = drawn("agricola").hint
    assert hint(UseSpace(space=4), view, look) == words("ru").form("space", 4, "text")
    assert hint(UseSpace(space=27), view, look) == words("ru").form("space", 27, "text")
    assert hint(UseSpace(space=2), view, look) == ""


def test_a_person_plays_agricola_in_a_real_terminal(place: Place) -> None:
    place.registered("Ada")
    settings = ("--seats", "1", "--take", "0", "--start-when-full", "--seed", f"{7:064}")
    match = place.tilth("new", "agricola", *settings, "--json").document()["id"]
    with place.terminal("play", match, lines=50, columns=130) as terminal:
        screen = terminal.shows(asked)
        assert "Where do you place a person?" in screen
        assert "rounds: 1" in " ".join(screen.split())
        terminal.type("?")
        terminal.shows("In a farmyard columns are letters")
        assert play_on(terminal, 12) == 12
        terminal.shows(lambda now: asked(now) and "major improvements:" in now)
        terminal.type("v")
        terminal.shows("page 2 of")
        terminal.type("q")
        assert terminal.ends() == 0
