"""Watching a match while it is played."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from tests.cli.conftest import Place, ServerProcess
from tests.cli.terminal import Terminal

RECORD = re.compile(r"record (\d+) ")


@contextmanager
def bots_at(place: Place, match: str, seats: int = 2) -> Iterator[None]:
    with ExitStack() as stack:
        for seat in range(seats):
            bot = place.started("bot", "random", match, "--seat", str(seat), "--seed", str(seat))
            stack.enter_context(bot)
        yield


def new_match(place: Place, *settings: str, seats: int = 2) -> str:
    place.registered("Ada")
    return place.new_match("--seats", str(seats), "--start-when-full", "--title", "The long rain", *settings)


def drawn(place: Place, match: str, *more: str, lines: int = 40, columns: int = 100) -> Terminal:
    return place.terminal("watch", match, "--live", *more, lines=lines, columns=columns)


@contextmanager
def waiting(place: Place, match: str, *more: str, lines: int = 40, columns: int = 100) -> Iterator[Terminal]:
    """Start a drawn watch before the match begins."""
    with drawn(place, match, *more, lines=lines, columns=columns) as terminal:
        terminal.shows("The match has not started yet.")
        yield terminal


def test_the_board_is_drawn_while_bots_play_and_the_result_stays(place: Place) -> None:
    match = new_match(place)
    with waiting(place, match, "--pace", "0.05") as terminal, bots_at(place, match):
        screen = terminal.shows("Action Phase")
        assert "The long rain" in screen
        assert "harvest dice" in screen
        assert "waiting for" in screen
        assert len(screen.splitlines()) <= 40
        assert terminal.ends(60) == 0
    assert "End of the match" in terminal.text
    assert "Place  Player" in terminal.text
    assert "The seed matches the hash" in terminal.text


def test_space_pauses_the_screen_and_plus_makes_it_faster(place: Place) -> None:
    match = new_match(place)
    with waiting(place, match, "--pace", "0.5") as terminal, bots_at(place, match):
        # Records come and go, and here one may be late to look.
        terminal.shows(lambda text: (now := RECORD.search(text)) is not None and int(now[1]) >= 5)
        terminal.press(" ")
        terminal.shows("paused")
        stopped_at = terminal.text.splitlines()[0]
        terminal.press("+", "+")
        terminal.shows("(0.12 s)")
        assert terminal.text.splitlines()[0] == stopped_at
        terminal.press(" ")
        terminal.shows(lambda text: text.splitlines()[0] != stopped_at)
        terminal.press("q")
        assert terminal.ends() == 0


def test_a_late_viewer_sees_every_record_from_the_named_one(place: Place) -> None:
    """A record of the backlog comes without a view; the archive is asked for the view after that record."""
    match = new_match(place)
    with bots_at(place, match):
        place.tilth("watch", match)
    with drawn(place, match, "--from", "0", "--pace", "0.3") as terminal:
        early = terminal.shows("Round 1 of 4")
        assert "Round 4" not in early
        terminal.press("q")
        assert terminal.ends() == 0


def test_watch_prints_lines_at_full_speed_and_the_result_without_a_terminal(place: Place) -> None:
    match = new_match(place)
    with bots_at(place, match):
        frame = place.tilth("watch", match, "--live", "--pace", "60")
    assert frame.code == 0
    assert "\x1b" not in frame.out
    assert "Round 4 begins" in frame.out
    assert "Place  Player" in frame.out
    assert frame.err == ""


def test_a_spectator_sees_no_cards_and_a_seat_its_own(place: Place) -> None:
    match = new_match(place, "--take", "0")
    with bots_at(place, match):
        place.tilth("watch", match)
    lines = place.tilth("watch", match, "--from", "0", "--json").documents()
    dealt = [
        event["cards_dealt"]
        for frame in lines
        for event in frame.get("update", {}).get("events", [])
        if "cards_dealt" in event
    ]
    assert dealt
    assert all(one["cards"] == [] and one["count"] > 0 for one in dealt)
    own = place.tilth("watch", match, "--from", "0", "--seat", "0", "--plain").out
    assert "draws 7 cards: " in own or "draws 8 cards: " in own


def test_watch_as_json_is_one_line_per_frame_with_typed_events(place: Place) -> None:
    match = new_match(place)
    with place.started("watch", match, "--json") as watching:
        assert watching.stdout is not None
        first = watching.stdout.readline()
        with bots_at(place, match):
            frames = [json.loads(line) for line in (first, *watching.stdout)]
        assert watching.wait(60) == 0
    assert "opened" in frames[0]
    records = [frame["record"] for frame in frames if "update" in frame]
    assert records == list(range(len(records)))
    kinds = {
        kind for frame in frames for event in frame.get("update", {}).get("events", []) for kind in event
    }
    assert {"cloud_formed", "vote_placed", "match_ended"} <= kinds
    views = [frame["update"]["view"] for frame in frames if frame.get("update", {}).get("view")]
    assert views[-1]["phase"] == "OVER"
    assert frames[-1]["ended"]["result"]["places"]


def test_a_match_is_drawn_in_the_smallest_usual_terminal(place: Place) -> None:
    match = new_match(place, seats=4)
    with (
        waiting(place, match, "--pace", "0.3", lines=24, columns=80) as terminal,
        bots_at(place, match, seats=4),
    ):
        screen = terminal.shows("Round 1 of 4")
        rows = screen.splitlines()
        assert len(rows) <= 24
        assert "space: pause" in rows[-1]
        assert sum(row.count("┌") for row in rows) == 12
        assert "all votes" in screen
        terminal.press("q")
        assert terminal.ends() == 0


def test_a_server_restart_is_shown_on_the_screen_and_watching_continues(
    place: Place, own_server: ServerProcess
) -> None:
    place.address = own_server.address
    match = new_match(place)
    with waiting(place, match) as terminal:
        own_server.stop()
        terminal.shows("is lost; trying again")
        own_server.start()
        with bots_at(place, match):
            assert terminal.ends(60) == 0
        assert "The seed matches the hash" in terminal.text
