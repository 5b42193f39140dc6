"""A person plays in a terminal: a real one, with a real server and a bot on the other side."""

import json
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tests.cli.conftest import Place, ServerProcess
from tests.cli.terminal_user import asked, options, play_on
from tests.e2e.serving import until

ADA_IS_FIRST = f"{3:064}"
"""A seed by which seat 0 gets the First Player marker: so it forms the second cloud and has the first turn."""


@contextmanager
def against_a_bot(place: Place, *settings: str, bot: str = "random") -> Iterator[str]:
    """Start a match of Ada, a person, and Bo, whose seat a bot plays."""
    place.registered("Ada", "Bo")
    match = place.new_match(
        "--seats", "2", "--take", "0", "--start-when-full", "--seed", ADA_IS_FIRST, *settings
    )
    with place.started("--as", place.names["Bo"], "bot", bot, match, "--seed", "5"):
        # A player who comes before the bot reads that the match has not begun.
        until(lambda: place.tilth("show", match, "--json").document()["state"] == "RUNNING")
        yield match


def test_a_whole_match_is_played_by_reading_the_screen_and_pressing_keys(place: Place) -> None:
    with against_a_bot(place) as match, place.terminal("play", match) as terminal:
        assert play_on(terminal) > 20
        assert terminal.ends() == 0
        assert "Result" in terminal.text
        assert "The seed matches the hash" in terminal.text
        shown = place.tilth("show", match, "--json").document()
        assert shown["state"] == "FINISHED"
        for seat in shown["seats"]:
            assert seat["player_name"] in terminal.text


def test_the_screen_shows_the_board_the_question_and_the_keys(place: Place) -> None:
    with against_a_bot(place) as match, place.terminal("play", match) as terminal:
        screen = terminal.shows(asked)
        assert "your turn" in screen
        assert "Above which tile do you place your first cloud, with one drop of yours?  pick one" in screen
        assert all(f"[{number}]┐" in screen for number in options(screen))
        assert "harvest dice" in screen
        assert "q: leave and come back later" in screen
        assert max(map(len, screen.splitlines())) <= 100


def refused(typed: str, why: str) -> Callable[[str], bool]:
    """Return whether the screen has, below this line that was typed, why it is none, and the question again."""
    return lambda text: why in text.partition(f"> {typed}\n")[2] and asked(text)


def test_an_invalid_answer_is_refused_and_asked_for_again(place: Place) -> None:
    with against_a_bot(place) as match, place.terminal("play", match) as terminal:
        terminal.shows(asked)
        for typed, expected in (
            ("99", "There is no 99 here"),
            ("1 2", "pick one"),
            ("frost", "is not a number"),
        ):
            terminal.type(typed)
            terminal.shows(refused(typed, expected))
        terminal.type("?")
        terminal.shows("Options are picked by their numbers")
        assert "thundercloud" in terminal.shows(asked)


def test_an_answer_is_taken_back_while_nobody_has_learned_anything(place: Place) -> None:
    with against_a_bot(place) as match, place.terminal("play", match) as terminal:
        terminal.shows(asked)
        terminal.type("u")
        terminal.shows("There is nothing to undo")
        terminal.type("1")
        terminal.shows("Which action do you play?")
        before = terminal.shows(lambda text: asked(text) and "u: undo" in text)
        terminal.type("1")
        terminal.shows(lambda text: asked(text) and "Which action do you play?" not in text)
        terminal.type("u")
        after = terminal.shows(lambda text: asked(text) and "Which action do you play?" in text)
        assert "undoes" in after
        assert options(after) == options(before)


def test_a_person_leaves_and_comes_back_to_the_same_question(place: Place) -> None:
    with against_a_bot(place) as match:
        with place.terminal("play", match) as terminal:
            play_on(terminal, 3)
            before = terminal.shows(asked)
            terminal.type("q")
            assert terminal.ends() == 0
            assert f"tilth play {match} --seat 0" in terminal.text
        with place.terminal("play", match) as terminal:
            after = terminal.shows(asked)
        assert options(after) == options(before)
        assert after.splitlines()[1:20] == before.splitlines()[1:20]


def test_resigning_asks_first_and_ends_the_match_for_two(place: Place) -> None:
    with against_a_bot(place) as match, place.terminal("play", match) as terminal:
        terminal.shows(asked)
        terminal.type("r")
        terminal.shows("Type yes")
        terminal.type("no")
        terminal.shows("You have not resigned")
        terminal.type("r")
        terminal.shows(lambda text: text.count("Type yes") == 2)
        terminal.type("yes")
        assert "Result" in terminal.shows("Result")
        assert terminal.ends() == 0
        assert place.tilth("show", match, "--json").document()["seats"][0]["resigned"]


def test_ctrl_c_is_quiet_and_the_seat_is_kept(place: Place) -> None:
    with against_a_bot(place) as match, place.terminal("play", match) as terminal:
        terminal.shows(asked)
        terminal.program.sendintr()
        assert terminal.ends() == 130
        assert "Traceback" not in terminal.text


def test_play_waits_for_the_start_and_names_the_players_who_join(place: Place) -> None:
    place.registered("Ada", "Bo")
    match = place.new_match("--seats", "2", "--take", "0", "--start-when-full")
    with place.terminal("play", match) as terminal:
        terminal.shows("The match has not started yet")
        assert place.tilth("--as", place.names["Bo"], "join", match).code == 0
        screen = terminal.shows("The match begins.")
        assert f"{place.names['Bo']} takes a seat." in screen


def test_a_match_is_played_in_russian(place: Place) -> None:
    place.more["TILTH_LANG"] = "ru"
    with against_a_bot(place) as match, place.terminal("play", match) as terminal:
        screen = terminal.shows(lambda text: text.endswith("\n>"))
        assert "ваш ход" in screen
        assert "выберите одно" in screen
        assert "Фаза действий" in screen or "Подготовка к игре" in screen


def test_a_low_and_narrow_terminal_still_shows_question_and_board(place: Place) -> None:
    with against_a_bot(place) as match, place.terminal("play", match, lines=34, columns=80) as terminal:
        screen = terminal.shows(asked)
        assert "your turn" in screen
        assert all(f"[{number}]┐" in screen for number in options(screen))


def test_a_match_is_played_in_a_pipe_line_by_line(place: Place) -> None:
    with against_a_bot(place) as match:
        ran = place.tilth("play", match, typed="1\n?\nnonsense\nq\n")
    assert ran.code == 0
    assert "\x1b" not in ran.out
    assert "Above which tile do you place your first cloud, with one drop of yours?" in ran.out
    assert "Options are picked by their numbers" in ran.out
    assert "tilth play" in ran.err


def test_a_match_is_played_as_json_lines(place: Place) -> None:
    with against_a_bot(place) as match, place.started("play", match, "--json") as player:
        moves = 0
        assert player.stdin is not None
        assert player.stdout is not None
        for frame in map(json.loads, player.stdout):
            asked_now = (frame.get("update") or frame.get("caught_up") or {}).get("decision")
            if asked_now:
                least = asked_now["min_picks"]
                limits = asked_now["max_each"] or [1] * len(asked_now["options"])
                picks = [str(i + 1) for i, limit in enumerate(limits) for _ in range(limit)][:least]
                player.stdin.write((" ".join(picks) or "0") + "\n")
                player.stdin.flush()
                moves += 1
            if "ended" in frame:
                break
        assert player.wait(60) == 0
    assert moves > 20
    assert len(frame["ended"]["result"]["places"]) == 2


def test_the_end_of_the_input_leaves_the_seat_as_it_is(place: Place) -> None:
    with against_a_bot(place) as match:
        assert place.tilth("play", match, typed="").code == 0
        assert place.tilth("show", match, "--json").document()["state"] == "RUNNING"


def test_a_terminated_command_has_its_own_exit_code(place: Place) -> None:
    with against_a_bot(place) as match, place.terminal("play", match) as terminal:
        terminal.shows(asked)
        terminal.program.kill(signal.SIGTERM)
        assert terminal.ends() == 143


def test_a_seat_must_be_the_players_own_and_named_if_there_are_several(place: Place) -> None:
    place.registered("Ada", "Bo")
    match = place.new_match("--seats", "3", "--take", "0", "--take", "2")
    several = place.tilth("play", match)
    assert (several.code, several.out) == (1, "")
    assert "--seat: 0, 2" in several.err
    assert "not yours" in place.tilth("play", match, "--seat", "1").err
    assert f"tilth join {match}" in place.tilth("--as", place.names["Bo"], "play", match).err


def test_a_stopped_server_is_waited_for(place: Place, own_server: ServerProcess) -> None:
    """The connection breaks in the middle of a question; a line typed before it is back counts once."""
    place.address = own_server.address
    with against_a_bot(place) as match, place.terminal("play", match) as terminal:
        terminal.shows(asked)
        own_server.stop()
        terminal.shows("is lost; trying again")
        terminal.type("1")
        own_server.start()
        terminal.shows(lambda text: asked(text) and "Which action do you play?" in text)
        answers = [
            frame["update"]
            for frame in place.tilth("replay", match, "--json").documents()
            if frame.get("update", {}).get("cause") == "ANSWERED"
        ]
        assert [frame["seat"] for frame in answers] == [1, 0]


def test_the_clocks_are_shown_and_a_question_that_timed_out_is_reported(place: Place) -> None:
    clocks = ("--bank", "2m", "--per-decision", "10m", "--on-timeout", "default")
    with against_a_bot(place, *clocks) as match, place.terminal("play", match) as terminal:
        first = terminal.shows(asked)
        assert re.search(r"your turn +● 1[12]:\d\d  ▲ 2:00", first)
    hurry = ("--per-decision", "3s")
    with against_a_bot(place, *hurry) as match, place.terminal("play", match) as terminal:
        terminal.shows(asked)
        for frame in ("is out of time; the default answer counts.", "was closed without your answer"):
            terminal.shows(frame)
        terminal.shows(lambda text: asked(text) and "Which action do you play?" in text)
