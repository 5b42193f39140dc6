"""Looking at a match again."""

import re

import pytest

from tests.cli.conftest import Place, ServerProcess
from tests.cli.terminal import Terminal

AT = re.compile(r"^(\d+)/(\d+), viewer: (.+?)  (\w+)", re.MULTILINE)
HAND = re.compile(r"hand: \w", re.MULTILINE)


@pytest.fixture(scope="module")
def played(server: ServerProcess, tmp_path_factory: pytest.TempPathFactory) -> tuple[Place, str]:
    """Play a match to its end; return it with the place of the player who holds both seats."""
    place = Place(server.address, tmp_path_factory.mktemp("played"))
    place.registered("Ada")
    match = place.new_match("--seats", "2", "--take", "0", "--take", "1", "--start-when-full")
    with place.started("bot", "first", match, "--seat", "0") as other:
        assert place.tilth("bot", "random", match, "--seat", "1", "--seed", "4").code == 0
        assert other.wait(60) == 0
    return place, match


def where(terminal: Terminal) -> int:
    found = AT.search(terminal.shows(lambda text: AT.search(text) is not None))
    assert found
    return int(found[1])


def goes_to(terminal: Terminal, place: int) -> str:
    return terminal.shows(lambda text: (found := AT.search(text)) is not None and int(found[1]) == place)


def test_keys_step_forwards_backwards_and_to_both_ends(played: tuple[Place, str]) -> None:
    place, match = played
    with place.terminal("replay", match) as terminal:
        assert "The match begins." in goes_to(terminal, 4)
        terminal.press("\x1b[H")
        assert "The match has not started yet." in goes_to(terminal, 1)
        terminal.press("\x1b[C", "n", "\x1b[C")
        goes_to(terminal, 4)
        terminal.press("\x1b[D")
        goes_to(terminal, 3)
        terminal.press("\x1b[B", "\x1b[6~")
        goes_to(terminal, 23)
        terminal.press("\x1b[5~")
        goes_to(terminal, 13)
        terminal.press("\x1b[F")
        last = terminal.shows("The seed matches the hash")
        assert "End of the match" in last
        terminal.press("\x1b[C", "\x1b[H")
        goes_to(terminal, 1)
        terminal.press("q")
        assert terminal.ends() == 0


def test_keys_jump_to_a_record_and_from_round_to_round(played: tuple[Place, str]) -> None:
    place, match = played
    with place.terminal("replay", match) as terminal:
        terminal.press("g")
        terminal.shows("go to record: _")
        terminal.press("3", "9", "\x7f", "0", "\r")
        assert "record 30 " in goes_to(terminal, 31)
        terminal.press("g", "x")
        terminal.shows(lambda text: "go to record" not in text)
        terminal.press("\x1b[H", "]", "]")
        second = terminal.shows("Round 2 of 4")
        assert "Round 2 begins" in second
        start = where(terminal)
        terminal.press("\x1b[C", "[")
        goes_to(terminal, start)
        terminal.press("[")
        terminal.shows("Round 1 of 4")
        terminal.press("\x1b")
        assert terminal.ends() == 0


def test_the_replay_plays_by_itself_at_the_chosen_speed(played: tuple[Place, str]) -> None:
    place, match = played
    with place.terminal("replay", match, "--pace", "0.05") as terminal:
        terminal.shows("playing, one record every 0.05 s")
        terminal.shows(lambda text: (found := AT.search(text)) is not None and int(found[1]) > 10)
        terminal.press(" ")
        terminal.shows("paused")
        terminal.press("-", " ")
        terminal.shows("playing, one record every 0.1 s")
        terminal.press("q")
        assert terminal.ends() == 0


def test_the_replay_is_shown_as_the_chosen_viewer(played: tuple[Place, str]) -> None:
    place, match = played
    with place.terminal("replay", match, "--at", "8") as terminal:
        everybody = terminal.shows("viewer: everybody")
        assert len(HAND.findall(everybody)) == 2
        terminal.press("s")
        spectator = terminal.shows("viewer: a spectator")
        assert len(HAND.findall(spectator)) == 0
        terminal.press("s")
        seat = terminal.shows("viewer: seat 0")
        assert len(HAND.findall(seat)) == 1
        assert where(terminal) == 9
        terminal.press("s", "s")
        terminal.shows("viewer: everybody")
        terminal.press("q")
        assert terminal.ends() == 0


def test_a_replay_in_a_pipe_prints_the_whole_story(played: tuple[Place, str]) -> None:
    place, match = played
    frame = place.tilth("replay", match).out
    assert [f"Round {number} begins" in frame for number in (1, 2, 3, 4)] == [True] * 4
    assert "The seed matches the hash" in frame
    assert "\x1b" not in frame


def test_one_record_in_a_pipe_is_one_board(played: tuple[Place, str]) -> None:
    place, match = played
    at_record = place.tilth("replay", match, "--at", "12").out
    assert "record 12" in at_record
    assert at_record.count("harvest dice") == 1
    at_round = place.tilth("replay", match, "--round", "3", "--spectator").out
    assert "Round 3 of 4" in at_round
    assert not HAND.search(at_round)


def test_the_view_of_a_seat_has_the_question_that_was_open(played: tuple[Place, str]) -> None:
    place, match = played
    frames = place.tilth("replay", match, "--json").documents()
    first = next(
        frame["update"]["seat"] for frame in frames if frame.get("update", {}).get("cause") == "ANSWERED"
    )
    start = next(frame["record"] for frame in frames if frame.get("update", {}).get("cause") == "STARTED")
    seen = place.tilth("replay", match, "--at", str(start), "--seat", str(first), "--json").document()
    assert seen["record"] == start
    assert (
        seen["decision"]["text"] == "Above which tile do you place your first cloud, with one drop of yours?"
    )
    assert seen["decision"]["options"][0]["move"]["place_cloud"]["tile"] >= 0
    assert len(seen["view"]["players"][first]["hand"]) > 0
    assert seen["view"]["players"][1 - first]["hand"] == []


def test_a_replay_as_json_has_every_record_once(played: tuple[Place, str]) -> None:
    place, match = played
    count = place.tilth("show", match, "--json").document()["record_count"]
    frames = place.tilth("replay", match, "--json").documents()
    assert [frame["record"] for frame in frames if "update" in frame] == list(range(count))


def test_a_replay_runs_at_the_original_speed(played: tuple[Place, str]) -> None:
    place, match = played
    frame = place.tilth("replay", match, "--speed", "1000", "--plain")
    assert frame.code == 0
    assert "Round 4 begins" in frame.out
    with place.terminal("replay", match, "--speed", "100") as terminal:
        terminal.shows(lambda text: "Round" in text or "End of the match" in text)
