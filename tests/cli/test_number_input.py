"""A person sets numbers by single keys: in a real terminal, with a real server, whose flicks are real, too."""

import asyncio
import io
import math
import re
import time

import pytest
from betterproto2 import Message

from tests.cli.conftest import Place
from tests.cli.terminal import Terminal
from tests.cli.terminal_user import asked
from tilth_cli.animation import Animation, play_animation
from tilth_cli.dials import Dials
from tilth_cli.draw_context import DrawContext
from tilth_cli.games.sonora.aim import DIALS, Aim, aim_of
from tilth_cli.games.sonora.slide import LONGEST_S, animation
from tilth_cli.keyboard import TOO_EARLY_S
from tilth_cli.number_input import NumberInput
from tilth_dataclasses.tilth.games.sonora.v1 import (
    Disc,
    DiscsCameToRest,
    Player,
    Printed,
    RoundBegan,
    Section,
    TakeDisc,
    View,
)
from tilth_dataclasses.tilth.games.sonora.v1 import Place as Where
from tilth_dataclasses.tilth.v1 import Decision, Quantity
from tilth_rules.sonora.board import speed_of
from tilth_rules.sonora.content.compiled.values import read
from tilth_rules.sonora.flick_question import heading_of, start_place, wholly_on

LEFT, RIGHT, UP, DOWN, SHIFT_RIGHT = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B", "\x1b[1;2C"
FILM = "any key: skip"
ESCAPE, BACKSPACE = "\x1b", "\x7f"
NUMBER = re.compile(r"\b(place|depth|angle|power) (-?[\d.]+)")
NAMES = {"place": "side", "depth": "back", "angle": "aim", "power": "power"}
"""The texts of a flick's quantities, and their names in the protocol."""
QUANTITIES = [
    Quantity(name="side", min=0, max=1000, scale=1000),
    Quantity(name="back", min=0, max=1000, scale=1000),
    Quantity(name="aim", min=-4500, max=4500, scale=100),
    Quantity(name="power", min=0, max=1000, scale=1000),
]
FLICK = Decision(id=1, kind="flick", quantities=QUANTITIES, default_numbers=[500, 500, 0, 250])
VALUES = read("")


HAND = [Disc(disc=disc, colour=disc // 5, value=disc % 5 + 1, where=Where.IN_HAND) for disc in range(10)]


def solo(place: Place) -> str:
    """Return a solo match, which asks its player all the time."""
    place.registered("Ada")
    made = place.tilth("new", "sonora", "--seats", "1", "--take", "0", "--start-when-full", "--json")
    match: str = made.document()["id"]
    return match


def numbers(screen: str) -> dict[str, str]:
    line = next(line for line in reversed(screen.splitlines()) if line.startswith("  place "))
    return {NAMES[called]: number for called, number in NUMBER.findall(line)}


def take_a_disc(terminal: Terminal) -> dict[str, str]:
    terminal.shows(lambda text: asked(text) and "Which disc do you flick next" in text)
    terminal.type("3")
    return numbers(terminal.shows(lambda text: asked(text) and "  place " in text))


def press(terminal: Terminal, *keys: str, until: dict[str, str]) -> None:
    """Press keys and wait until the screen shows these numbers."""
    terminal.press(*keys)
    terminal.shows(lambda text: asked(text) and numbers(text).items() >= until.items())


def give(terminal: Terminal, key: str = " ") -> None:
    """Press the key that answers, after the time in which a new question ignores that key."""
    time.sleep(TOO_EARLY_S)
    terminal.press(key)


def flicks(place: Place, match: str) -> list[dict[str, int]]:
    """Return the server's event of each flick of a match."""
    frames = place.tilth("replay", match, "--json").documents()
    events = [event for frame in frames for event in frame.get("update", {}).get("events", [])]
    return [event["disc_flicked"] for event in events if "disc_flicked" in event]


def as_flicked(side: int, back: int, aim: int, power: int) -> dict[str, int]:
    """Return the start and motion that the rules derive from an answer in the ruins' corner."""
    x, y = start_place(VALUES.board, 0, side, back)
    return {"x": x, "y": y, "heading": heading_of(0, aim), "speed": speed_of(VALUES, power)}


def test_a_person_turns_strengthens_and_flicks_and_the_shown_numbers_are_recorded(
    place: Place, operator_token: str
) -> None:
    match = solo(place)
    with place.terminal("play", match) as terminal:
        begun = take_a_disc(terminal)
        assert begun == {"side": "0.500", "back": "0.500", "aim": "0.00", "power": "0.014"}
        press(terminal, RIGHT, RIGHT, SHIFT_RIGHT, until={"aim": "1.05"})
        press(terminal, UP, UP, DOWN, until={"power": "0.024"})
        press(terminal, "a", "S", until={"side": "0.450", "back": "0.505"})
        press(terminal, "]", "d", "[", "[", UP, "в", until={"side": "0.655", "power": "0.025"})
        shown = numbers(terminal.text)
        give(terminal)
        terminal.shows("Do you flick it again?")
        assert shown == {"side": "0.655", "back": "0.505", "aim": "1.05", "power": "0.025"}
        terminal.type("q")
        assert terminal.ends() == 0
    printed = flicks(place, match)
    assert [flick.items() >= as_flicked(655, 505, 105, 25).items() for flick in printed] == [True]
    assert place.tilth("ops", "cancel", match, "--reason", "enough", "--token", operator_token).code == 0
    assert place.tilth("export", match, "--text", "-o", "whole.txt").code == 0
    assert "655 505 105 25" in (place.home / "whole.txt").read_text()


def test_the_next_flick_begins_where_the_last_one_ended(place: Place) -> None:
    with place.terminal("play", solo(place)) as terminal:
        take_a_disc(terminal)
        press(terminal, LEFT, UP, "w", until={"aim": "-0.50", "power": "0.024", "back": "0.450"})
        give(terminal, "\n")
        terminal.shows("Do you flick it again?")
        terminal.type("0")
        assert take_a_disc(terminal) == {"side": "0.500", "back": "0.450", "aim": "-0.50", "power": "0.024"}


def test_numbers_can_still_be_typed_in_order_by_name_and_pasted(place: Place) -> None:
    match = solo(place)
    with place.terminal("play", match, lines=50) as terminal:
        take_a_disc(terminal)
        terminal.type("0.25 0.5 100 0.05")
        terminal.shows("angle (aim) must be within -45..45")
        terminal.type("0.25 0.5 10 0.05")
        terminal.shows("Do you flick it again?")
        terminal.type("1")
        terminal.shows(lambda text: asked(text) and numbers(text)["aim"] == "10.00")
        terminal.press(ESCAPE)
        terminal.shows("Enter: give them")
        terminal.type("aim=-5")
        take_a_disc(terminal)
        terminal.type("side=0.5 back=0.5 aim=0 power=0.02")
        terminal.shows(lambda text: asked(text) and "flicks disc A4" in text)
        terminal.type("q")
        assert terminal.ends() == 0
    typed = [as_flicked(250, 500, 1000, 50), as_flicked(250, 500, -500, 50), as_flicked(500, 500, 0, 20)]
    printed = flicks(place, match)
    assert [flick.items() >= wanted.items() for flick, wanted in zip(printed, typed, strict=True)] == [
        True
    ] * 3


def test_escape_and_digits_begin_a_line_and_escape_goes_back_to_the_keys(place: Place) -> None:
    with place.terminal("play", solo(place)) as terminal:
        before = take_a_disc(terminal)
        terminal.press("1", "2", BACKSPACE, "a", " ")
        terminal.shows(lambda text: text.endswith("\n> 1a"))
        terminal.press(ESCAPE)
        press(terminal, until=before)
        press(terminal, "d", until={"side": "0.550"})
        terminal.press("?")
        assert "stronger and weaker" in terminal.shows("Each key turns one number")
        press(terminal, "a", until=before)
        terminal.press(ESCAPE, "\n", "r")
        terminal.shows("Type yes")
        terminal.type("no")
        terminal.shows(lambda text: asked(text) and "You have not resigned" in text)
        terminal.press("u")
        terminal.shows(lambda text: asked(text) and "Which disc do you flick next" in text)
        take_a_disc(terminal)
        terminal.press("q")
        assert terminal.ends() == 0
        assert "Your seat is kept" in terminal.text
        assert terminal.program.getecho()


def test_a_resized_terminal_is_drawn_again_with_the_same_numbers(place: Place) -> None:
    with place.terminal("play", solo(place)) as terminal:
        take_a_disc(terminal)
        press(terminal, RIGHT, until={"aim": "0.50"})
        terminal.resize(30, 80)
        shown = terminal.shows(
            lambda text: asked(text) and len(text.splitlines()) <= 30 and " ruins " in text
        )
        assert numbers(shown)["aim"] == "0.50"
        assert "Round 1" in shown


def test_the_board_is_shown_while_a_flick_is_set(place: Place) -> None:
    with place.terminal("play", solo(place)) as terminal:
        terminal.shows(lambda text: asked(text) and "Which disc do you flick next" in text)
        for _ in range(2):
            terminal.type("v")
        terminal.shows("page 3 of 3")
        take_a_disc(terminal)
        terminal.shows("page 1 of 3")


def test_ctrl_c_leaves_the_terminal_as_it_was(place: Place) -> None:
    with place.terminal("play", solo(place)) as terminal:
        take_a_disc(terminal)
        assert not terminal.program.getecho()
        terminal.program.sendintr()
        assert terminal.ends() == 130
        assert terminal.program.getecho()


def test_a_key_whose_bytes_come_apart_is_still_that_key(place: Place) -> None:
    with place.terminal("play", solo(place)) as terminal:
        take_a_disc(terminal)
        terminal.press("\x1b[", "C")
        terminal.shows(lambda text: asked(text) and numbers(text)["aim"] == "0.50")


def test_the_slide_of_a_disc_is_drawn_in_a_terminal_and_not_in_a_pipe(place: Place) -> None:
    match = solo(place)
    written = io.BytesIO()
    with place.terminal("play", match) as terminal:
        terminal.program.logfile_read = written
        take_a_disc(terminal)
        terminal.type("0.5 0.5 0 0.03")
        terminal.shows("Do you flick it again?")
        terminal.type("1")
        terminal.shows(lambda text: asked(text) and "  place " in text)
        terminal.type("q")
        terminal.ends()
    assert FILM in written.getvalue().decode()
    assert FILM not in place.tilth("play", match, typed="0.5 0.5 0 0.03\nq\n").out


def test_a_flick_is_typed_in_a_pipe(place: Place) -> None:
    match = solo(place)
    ran = place.tilth("play", match, typed="3\naim=1 side=0.5 power=0.05\n0.5 0.5 1 0.05\n0\nq\n")
    assert ran.code == 0
    assert "\x1b" not in ran.out
    assert "Give a number for each of: side back aim power" in ran.out
    assert [flick.items() >= as_flicked(500, 500, 100, 50).items() for flick in flicks(place, match)] == [
        True
    ]


# Discs on their way.


def test_discs_go_straight_and_evenly_from_one_place_to_the_next() -> None:
    discs = [Disc(disc=3, where=Where.IN_HAND), Disc(disc=7, where=Where.ON_BOARD, x=100, y=0)]
    path = [0, 3, 0, 0, 100, 3, 100, 0, 100, 7, 100, 0, 300, 7, 500, -200]
    seen = animation(View(discs=discs), [DiscsCameToRest(disc=3, off_board=[7], path=path)])
    assert seen is not None
    assert seen.length_s == 0.3

    def places(seconds: float) -> list[tuple[int, int, Where]]:
        view = seen.at(seconds)
        assert isinstance(view, View)
        return [(one.x, one.y, one.where) for one in view.discs]

    on, off = Where.ON_BOARD, Where.OFF_BOARD
    assert places(0) == [(0, 0, on), (100, 0, on)]
    assert places(0.05) == [(50, 0, on), (100, 0, on)]
    assert places(0.2) == [(100, 0, on), (300, -100, on)]
    assert places(0.3) == [(100, 0, on), (500, -200, off)]
    assert [one.where for one in discs] == [Where.IN_HAND, Where.ON_BOARD]


def test_a_long_slide_is_shown_faster_and_a_record_without_a_flick_has_no_animation() -> None:
    seen = animation(View(discs=HAND), [DiscsCameToRest(disc=3, path=[0, 3, 0, 0, 6000, 3, 600, 0])])
    assert seen is not None
    assert seen.length_s == LONGEST_S
    middle = seen.at(LONGEST_S / 2)
    assert isinstance(middle, View)
    assert middle.discs[3].x == 300
    assert animation(View(discs=HAND), [RoundBegan(round=1)]) is None


async def test_an_animation_is_skipped_by_a_key() -> None:
    skip, drawn = asyncio.Event(), list[Message]()

    def draw(view: Message) -> None:
        drawn.append(view)
        skip.set()

    await asyncio.wait_for(play_animation(Animation(3600, lambda _: View()), draw, skip), 60)
    assert len(drawn) == 1


# The line on the board is the rules' line.

PRINTED = Printed(
    half_side=VALUES.board.half_side,
    corner_cut=VALUES.board.corner_cut,
    disc_radius=VALUES.board.disc_radius,
    deceleration=VALUES.physics.deceleration,
    least_speed=VALUES.speeds[0],
    greatest_speed=VALUES.speeds[1],
)


def view_of(corner: int, *discs: Disc) -> View:
    player = Player(seat=0, corner=Section(corner + 1))
    return View(discs=list(discs), players=[player, Player(seat=1)], printed=PRINTED)


def aimed(corner: int, side: int, back: int, aim: int, power: int) -> Aim:
    setting = {"side": side, "back": back, "aim": aim, "power": power}
    context = DrawContext(names=("Ada", "Bo"), width=80, seat=0, numbers=setting, about=TakeDisc(disc=3))
    found = aim_of(view_of(corner), context)
    assert found is not None
    assert found.disc == 3
    return found


@pytest.mark.parametrize("corner", range(4))
@pytest.mark.parametrize(
    ("side", "back", "aim", "power"),
    [(0, 0, 0, 0), (1000, 0, -1234, 37), (500, 500, 0, 90), (333, 1000, 2500, 60), (77, 901, -4500, 15)],
)
def test_the_line_begins_and_ends_where_the_rules_say(
    corner: int, side: int, back: int, aim: int, power: int
) -> None:
    found = aimed(corner, side, back, aim, power)
    assert (found.x, found.y) == start_place(VALUES.board, corner, side, back)
    distance = speed_of(VALUES, power) ** 2 / (2 * VALUES.physics.deceleration)
    heading = math.radians(heading_of(corner, aim) / 100)
    end = found.x + distance * math.cos(heading), found.y + distance * math.sin(heading)
    assert math.dist(end, (found.to_x, found.to_y)) <= distance / 100


@pytest.mark.parametrize("corner", range(4))
@pytest.mark.parametrize("aim", [-4500, -3000, -100, 0, 1700, 4500])
def test_a_line_that_is_too_long_ends_where_the_disc_meets_an_edge(corner: int, aim: int) -> None:
    found = aimed(corner, 500, 500, aim, 1000)
    rim, step = VALUES.board.half_side - VALUES.board.disc_radius, wholly_on(VALUES.board)
    at_the_rim = rim - max(abs(found.to_x), abs(found.to_y))
    at_a_step = step - (abs(found.to_x) + abs(found.to_y))
    assert min(at_the_rim, at_a_step) == pytest.approx(0, abs=3)


def test_a_drawing_without_a_flick_has_no_line() -> None:
    assert aim_of(view_of(0), DrawContext(names=("Ada", "Bo"), width=80, seat=0)) is None


def test_the_first_aim_goes_half_way_to_the_middle_of_the_board() -> None:
    for corner in range(4):
        start = DIALS.start(view_of(corner))
        end = aimed(corner, start["side"], start["back"], start["aim"], start["power"])
        assert (end.to_x, end.to_y) == pytest.approx((end.x / 2, end.y / 2), abs=100)


# Numbers of a game that says nothing of keys.


def test_tab_chooses_the_number_that_arrows_change() -> None:
    setting = NumberInput(FLICK, Dials(), {})
    assert setting.numbers == {"side": 500, "back": 500, "aim": 0, "power": 250}
    for key in ("left", "tab", "tab", "right", "shift right", "]", "right"):
        assert setting.press(key) is None
    assert setting.numbers == {"side": 490, "back": 500, "aim": 991, "power": 250}
    assert setting.press("enter") == "side=0.490 back=0.500 aim=9.91 power=0.250"


def test_numbers_stay_within_their_bounds() -> None:
    setting = NumberInput(FLICK, DIALS, {"aim": 4490, "power": 9999})
    for key in ("right", "up", "a", "[", "[", "[", "d"):
        setting.press(key)
    assert setting.numbers == {"side": 455, "back": 500, "aim": 4500, "power": 1000}
