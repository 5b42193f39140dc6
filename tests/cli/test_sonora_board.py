"""Sonora on the screen: what lies on the board is seen where it lies, and what can be picked is marked."""

import io
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from math import pi

import pytest
from rich.console import Console
from rich.text import Text

from tests.cli.conftest import Place
from tests.cli.positions import ENDLESS, NAMES, for_each
from tests.cli.sonora_positions import Moment, canyons, fullest, kinds, moments
from tests.cli.terminal_user import asked
from tests.seeds import Seeds
from tilth_cli.draw_context import STYLES, DrawContext
from tilth_cli.drawing import match_picture
from tilth_cli.games import drawing_of
from tilth_cli.games.sonora.aim import aim_of
from tilth_cli.games.sonora.board import CORNERS, board
from tilth_cli.games.sonora.names import colour_of, disc_name
from tilth_cli.games.sonora.sheets import sheet
from tilth_cli.messages import set_language
from tilth_cli.option_search import MANY, narrow, remaining
from tilth_dataclasses.tilth.games.sonora.v1 import (
    DrawShape,
    FinishMarking,
    FlickAgain,
    KeepFlick,
    Reward,
    StopCrossing,
)
from tilth_dataclasses.tilth.games.sonora.v1 import Place as Where
from tilth_dataclasses.tilth.v1 import Decision, Option

ONLY_LISTED = (FinishMarking, FlickAgain, KeepFlick, StopCrossing, DrawShape)
"""Moves that no single place on board and sheet stands for."""
one_of_each = for_each(kinds)


@pytest.fixture(autouse=True)
def _english_afterwards() -> Iterator[None]:
    yield
    set_language("en")


def text_of(renderable: object, width: int, height: int = 40) -> list[str]:
    console = Console(width=width, height=height, file=io.StringIO(), record=True, color_system=None)
    console.print(renderable)
    return console.export_text().splitlines()


def picture(moment: Moment, context: DrawContext) -> str:
    return "\n".join(text_of(drawing_of("sonora").draw(moment.view, context), context.width))


def filled(lines: list[Text], colour: str) -> float:
    """Return the number of characters painted in a colour; a quarter block counts as a quarter."""
    quarters = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
    console, found = Console(color_system="truecolor"), 0.0
    for line in lines:
        for segment in line.render(console):
            for character in segment.text:
                share = quarters.index(character).bit_count() / 4 if character in quarters else 0
                style = segment.style
                assert style is not None
                if style.color is not None and style.color.name == colour:
                    found += share
                if style.bgcolor is not None and style.bgcolor.name == colour:
                    found += 1 - share
    return found


@pytest.mark.parametrize("rows", [17, 24, 30, 40])
def test_every_disc_is_seen_where_it_lies(rows: int) -> None:
    assert sum(disc.where == Where.ON_BOARD for disc in fullest().view.discs) > 12
    lines = board(fullest().view, fullest().context(), rows)
    assert {line.cell_len for line in lines} == {2 * rows}
    printed = fullest().view.printed
    assert printed is not None
    for disc in fullest().view.discs:
        name = disc_name(disc)
        found = [(line.plain.find(name), at) for at, line in enumerate(lines) if name in line.plain]
        if disc.where != Where.ON_BOARD:
            assert found == []
            continue
        [(column, row)] = found
        x = (column + 1) / (2 * rows) * 2 * printed.half_side - printed.half_side
        y = printed.half_side - (row + 0.5) / rows * 2 * printed.half_side
        assert abs(x - disc.x) <= printed.half_side / rows, "half a character beside it at most"
        assert abs(y - disc.y) <= printed.half_side / rows


@pytest.mark.parametrize("rows", [20, 28, 44])
def test_a_disc_is_as_large_as_the_board_says(rows: int) -> None:
    lone = next(disc for disc in fullest().view.discs if disc.where == Where.ON_BOARD)
    view = replace(fullest().view, discs=[replace(lone, x=3100, y=4700)])
    printed = view.printed
    assert printed is not None
    share = pi * printed.disc_radius**2 / (2 * printed.half_side) ** 2
    area = filled(board(view, DrawContext(NAMES, 100), rows), colour_of(lone.colour))
    assert area == pytest.approx(share * 2 * rows * rows, rel=0.2)


def test_the_board_does_not_turn_and_its_corners_name_their_seats() -> None:
    each_round = {
        (moment.seats, moment.table.state.round): moment for moment in moments() if moment.seats > 1
    }
    assert len(each_round) == 3 * 5
    for moment in each_round.values():
        empty = replace(moment.view, discs=[])
        lines = [line.plain for line in board(empty, moment.context(), 24)]
        assert lines[0].index("ruins") < 24 < lines[0].index("canyon")
        assert lines[-1].index("river") < 24 < lines[-1].index("mud")
        for player in moment.view.players:
            east, north = CORNERS[player.corner]
            rows = lines[:5] if north > 0 else lines[-5:]
            part = [line[:10] if east < 0 else line[-10:] for line in rows]
            assert any("●▲■◆"[player.seat] in line for line in part)


def test_the_numbers_being_set_are_drawn_as_a_disc_and_a_line() -> None:
    moment = kinds()[(2, "flick")]
    setting = {"side": 500, "back": 300, "aim": 0, "power": 300}
    context = moment.context(numbers=setting)
    aim = aim_of(moment.view, context)
    assert aim is not None
    before, after = board(moment.view, replace(context, numbers={}), 28), board(moment.view, context, 28)
    colour = STYLES[moment.decisions["en"].seat]
    assert filled(after, colour) > filled(before, colour) + 1
    assert sum("\u2800" < one < "\u2900" for line in after for one in line.plain) > sum(
        "\u2800" < one < "\u2900" for line in before for one in line.plain
    )


@one_of_each
def test_no_line_is_wider_than_the_terminal_and_nothing_is_lost_below(
    moment: Moment, number: int, seeds: Seeds
) -> None:
    """Each position is drawn at one of the sizes, in a sweep at all."""
    sizes = (("ru", 80, 24), ("en", 60, 50), ("ru", 100, 44), ("en", 200, 50))
    for language, width, height in sizes if seeds.sweep else sizes[number % 4 :][:1]:
        set_language(language)
        context = moment.context(width, short=height < 30)
        player = moment.view.players[context.seat or 0]
        assert max(line.cell_len for line in sheet(moment.view, player, context, width, ENDLESS)) <= width
        shown = text_of(
            match_picture(moment.scene(language), Console(width=width, height=height)), width, height
        )
        assert max(map(len, shown)) <= width
        assert len(shown) < height or height == 24


@one_of_each
def test_options_are_marked_on_board_and_sheet(moment: Moment) -> None:
    context = moment.context(120)
    shown = picture(moment, context)
    marked = {label for labels in re.findall(r"\[([\d,o]+)\]", shown) for label in labels.split(",")}
    ways = moment.kind in ("bot-canyon", "bot-river")
    wanted = {
        label for label, move in context.moves.items() if not isinstance(move, ONLY_LISTED) and not ways
    }
    assert wanted <= marked


@one_of_each
def test_the_question_lists_every_option_or_one_of_its_kind(moment: Moment) -> None:
    scene = moment.scene()
    options = scene.decision.options if scene.decision else []
    text = "\n".join(text_of(match_picture(scene, Console(width=200, height=60)), 200, 60))
    listed = {int(number) for number in re.findall(r"(?<!\S)(\d+)  \S", text)}
    if len(options) <= MANY:
        assert set(range(1, len(options) + 1)) <= listed
    else:
        assert 1 in listed
        assert f"{len(options)} options" in text


def cells_of(text: str) -> list[str]:
    """Return the cells at the beginning of a shape's text."""
    return text.lower().partition(":")[0].split(", ")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_one_of_very_many_shapes_is_found_by_its_cells(language: str) -> None:
    assert len(canyons()) > 10
    for moment in canyons()[::9]:
        decision = moment.decisions[language]
        for at, option in list(enumerate(decision.options))[::6]:
            cells = cells_of(option.text)
            narrowed = None
            for cell in cells:
                before = remaining(decision, narrowed)
                narrowed = narrow(cell, decision, narrowed)
                assert at in remaining(decision, narrowed) <= before
            for kept in remaining(decision, narrowed):
                assert set(cells) <= set(cells_of(decision.options[kept].text))
            assert len(remaining(decision, narrowed)) <= MANY
            assert remaining(decision, narrow(" ".join(cells), decision, None)) == remaining(
                decision, narrowed
            )


def test_a_whole_word_counts_before_one_that_only_begins_so() -> None:
    many = Decision(options=[Option(id=at, text=f"F{at}, G{at}") for at in range(1, MANY + 9)])
    assert remaining(many, narrow("f1", many, None)) == {0}
    assert remaining(many, narrow("f", many, None)) == set(range(MANY + 8))
    few = Decision(options=many.options[:MANY])
    assert narrow("f1", few, None) is None


def test_cells_typed_on_a_russian_keyboard_are_the_same_cells() -> None:
    decision = canyons()[0].decisions["ru"]
    latin = decision.options[0].text.split(",")[0].lower()
    russian = latin.translate(str.maketrans("abcdefghijklmno", "фисвуапршолдьтщ"))
    assert remaining(decision, narrow(russian, decision, None)) == remaining(
        decision, narrow(latin, decision, None)
    )
    assert narrow("zz", decision, None) is None
    assert narrow("12", decision, None) is None, "numbers are options"


def test_places_for_a_shape_are_marked_and_after_a_search_only_the_fitting_ones() -> None:
    moment = canyons()[0]
    scene = moment.scene()
    cell = moment.decisions["en"].options[0].text.split(", ")[0]
    scene.search = narrow(cell, moment.decisions["en"], None)
    kept = remaining(moment.decisions["en"], scene.search)
    moves = moment.context().moves
    squares = {
        square for at in kept if isinstance(move := moves[str(at + 1)], DrawShape) for square in move.squares
    }
    shown = "\n".join(text_of(match_picture(scene, Console(width=140, height=50)), 140, 50))
    assert shown.count("°") == len(squares)
    assert f"{len(kept)} left" in shown
    scene.search = None
    everywhere = "\n".join(text_of(match_picture(scene, Console(width=140, height=50)), 140, 50))
    assert everywhere.count("°") > len(squares)


def test_a_sheet_shows_crossed_drawn_and_laid_cells() -> None:
    for moment in [*kinds().values()]:
        for player in moment.view.players:
            context = DrawContext(NAMES[: moment.seats], 120, room=ENDLESS)
            shown = "\n".join(line.plain for line in sheet(moment.view, player, context, 120, ENDLESS))
            tops = sum(reward == Reward.TOP for reward in player.rewards)
            struck = sum(moment.view.struck) - tops
            assert len(re.findall(r"-[A-Z]\d+-", shown)) == struck
            crossed = sum(player.crossed) + player.bot_crossed + sum(player.columns)
            crossed += sum(cell not in (0, *player.bot_river) for cell in player.river_crossed)
            crossed += len(set(player.nodes)) - 1
            spent = sum(player.circled) - sum(player.kept)
            assert shown.count("×") == crossed + spent
            bot_cells = sum(len(shape.squares) for shape in player.bot_shapes) + len(player.bot_river)
            assert shown.count("▒") == bot_cells
            assert sum(line.count("(") for line in shown.splitlines()) >= len(player.river_circled)


def test_pages_show_the_board_alone_and_all_sheets_the_viewers_first() -> None:
    moment = kinds()[(4, "disc")]
    context = moment.context(100)
    seat = context.seat or 0
    assert "sheet of" not in picture(moment, replace(context, page=1))
    for after in range(4):
        shown = picture(moment, replace(context, page=2 + after))
        assert f"sheet of {NAMES[(seat + after) % 4]}" in shown
        assert all(name in shown for name in ("Canyon", "Mud", "River", "Ruins"))
    assert picture(moment, replace(context, page=6)) == picture(moment, context)


def until_a_shape_is_drawn(place: Place, match: str) -> list[str]:
    """Plays line by line, discs into the middle and what falls into the hole into the canyon, until one of many
    places is asked for; gives the texts of the options."""
    with place.started("play", match, "--json") as playing:
        assert playing.stdout is not None
        assert playing.stdin is not None
        for line in playing.stdout:
            frame = json.loads(line)
            decision = frame.get("update", frame.get("caught_up", {})).get("decision")
            if decision is None:
                continue
            options = decision["options"]
            if decision["kind"] == "canyon" and len(options) > MANY:
                return [option["text"] for option in options]
            numbers = list(range(1, len(options) + 1)) * 9
            reply = " ".join(map(str, numbers[: decision["min_picks"]])) or "0"
            if decision["quantities"]:
                reply = "0.5 0.5 0 0.06"
            playing.stdin.write(("2" if decision["kind"] == "bullseye" else reply) + "\n")
            playing.stdin.flush()
    raise AssertionError("nobody drew a shape")


def test_a_shape_is_found_and_drawn_in_a_real_terminal_by_typing_its_cells(place: Place) -> None:
    place.registered("Ada")
    settings = ("--seats", "1", "--take", "0", "--start-when-full", "--seed", f"{3:064}")
    match = place.tilth("new", "sonora", *settings, "--json").document()["id"]
    largest = until_a_shape_is_drawn(place, match)[0]
    with place.terminal("play", match, lines=45, columns=130) as terminal:
        screen = terminal.shows(lambda now: asked(now) and "Where do you draw a shape in the canyon?" in now)
        assert "Type words of the one you mean" in screen
        for page in (2, 3, 1):
            terminal.type("v")
            terminal.shows(f"page {page} of 3")
        cell, *others = cells_of(largest)
        terminal.type(cell)
        terminal.shows(f"{cell}: ")
        terminal.type("zz")
        terminal.shows("zz is not a number here")
        terminal.type("")
        terminal.shows(lambda now: asked(now) and "Type words of the one you mean" in now)
        terminal.type(cell)
        # The terminal would show what is typed in the middle of the picture that it is being sent.
        terminal.shows(lambda now: asked(now) and f"{cell}: " in now)
        terminal.type(" ".join(others))
        terminal.shows("one left. Enter picks it.")
        terminal.type("")
        terminal.shows(f" on {', '.join(cells_of(largest))}")
