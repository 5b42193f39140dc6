"""Looking at a match again."""

import re

import pytest

from tests.cli.conftest import Place, ServerProcess
from tests.cli.terminal import Terminal

AT = re.compile(r"^(\d+)/(\d+), seen by (.+?)  (\w+)", re.MULTILINE)
HAND = re.compile(r"hand: \w", re.MULTILINE)


@pytest.fixture(scope="module")
def played(server: ServerProcess, tmp_path_factory: pytest.TempPathFactory) -> tuple[Place, str]:
    """A match that is over, and the place of who holds both of its seats."""
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


def test_it_steps_forwards_backwards_and_to_both_ends(played: tuple[Place, str]) -> None:
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
        last = terminal.shows("The deal was fair")
        assert "End of the match" in last
        terminal.press("\x1b[C", "\x1b[H")
        goes_to(terminal, 1)
        terminal.press("q")
        assert terminal.ends() == 0


def test_it_jumps_to_a_record_and_from_round_to_round(played: tuple[Place, str]) -> None:
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


def test_it_plays_by_itself_at_the_speed_that_is_set(played: tuple[Place, str]) -> None:
    place, match = played
    with place.terminal("replay", match, "--pace", "0.05") as terminal:
        terminal.shows("playing, 0.05 s a record")
        terminal.shows(lambda text: (found := AT.search(text)) is not None and int(found[1]) > 10)
        terminal.press(" ")
        terminal.shows("stopped")
        terminal.press("-", " ")
        terminal.shows("playing, 0.1 s a record")
        terminal.press("q")
        assert terminal.ends() == 0


def test_it_is_seen_by_the_eyes_that_are_chosen(played: tuple[Place, str]) -> None:
    place, match = played
    with place.terminal("replay", match, "--at", "8") as terminal:
        everybody = terminal.shows("seen by everybody")
        assert len(HAND.findall(everybody)) == 2
        terminal.press("s")
        spectator = terminal.shows("seen by a spectator")
        assert len(HAND.findall(spectator)) == 0
        terminal.press("s")
        seat = terminal.shows("seen by seat 0")
        assert len(HAND.findall(seat)) == 1
        assert where(terminal) == 9
        terminal.press("s", "s")
        terminal.shows("seen by everybody")
        terminal.press("q")
        assert terminal.ends() == 0


def test_in_a_pipe_it_tells_the_whole_story(played: tuple[Place, str]) -> None:
    place, match = played
    told = place.tilth("replay", match).out
    assert [f"Round {number} begins" in told for number in (1, 2, 3, 4)] == [True] * 4
    assert "The deal was fair" in told
    assert "\x1b" not in told


def test_in_a_pipe_one_moment_is_one_board(played: tuple[Place, str]) -> None:
    place, match = played
    at_record = place.tilth("replay", match, "--at", "12").out
    assert "record 12" in at_record
    assert at_record.count("harvest dice") == 1
    at_round = place.tilth("replay", match, "--round", "3", "--spectator").out
    assert "Round 3 of 4" in at_round
    assert not HAND.search(at_round)


def test_a_seats_eyes_see_the_question_that_was_asked(played: tuple[Place, str]) -> None:
    place, match = played
    frames = place.tilth("replay", match, "--json").documents()
    first = next(
        told["happened"]["seat"] for told in frames if told.get("happened", {}).get("cause") == "ANSWERED"
    )
    start = next(told["record"] for told in frames if told.get("happened", {}).get("cause") == "STARTED")
    seen = place.tilth("replay", match, "--at", str(start), "--seat", str(first), "--json").document()
    assert seen["record"] == start
    assert seen["asked"]["text"] == "Above which tile does your first cloud hang?"
    assert seen["asked"]["options"][0]["move"]["place_cloud"]["tile"] >= 0
    assert len(seen["view"]["players"][first]["hand"]) > 0
    assert seen["view"]["players"][1 - first]["hand"] == []


def test_as_json_it_has_every_record_once(played: tuple[Place, str]) -> None:
    place, match = played
    count = place.tilth("show", match, "--json").document()["record_count"]
    frames = place.tilth("replay", match, "--json").documents()
    assert [told["record"] for told in frames if "happened" in told] == list(range(count))


def test_it_runs_again_in_the_tempo_it_was_played(played: tuple[Place, str]) -> None:
    place, match = played
    told = place.tilth("replay", match, "--speed", "1000", "--plain")
    assert told.code == 0
    assert "Round 4 begins" in told.out
    with place.terminal("replay", match, "--speed", "100") as terminal:
        terminal.shows(lambda text: "Round" in text or "End of the match" in text)
