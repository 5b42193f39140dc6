"""The operator's desk in the terminal: the screen, and everything an operator does."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.cli.conftest import Place, Ran, ServerProcess
from tests.cli.terminal import Terminal

SOON_S = 40


class Desk:
    """An operator at a server of the test's own, and two players."""

    def __init__(self, place: Place, server: ServerProcess) -> None:
        self.place = place
        place.address = server.address
        place.registered("Ada", "Bo")
        self.token = (server.data / "operator.token").read_text().strip()

    def ops(self, *words: str) -> Ran:
        return self.place.tilth("ops", *words, "--token", self.token)

    def out(self, *words: str) -> str:
        ran = self.ops(*words)
        assert ran.code == 0, ran.err
        return ran.out

    def as_player(self, name: str, *words: str) -> Ran:
        return self.place.tilth("--as", self.place.names[name], *words)

    def id_of(self, name: str) -> str:
        found: str = self.as_player(name, "players", "me", "--json").document()["id"]
        return found

    def screen(self, *words: str, lines: int = 24, columns: int = 80) -> Terminal:
        return self.place.terminal("ops", "--token", self.token, *words, lines=lines, columns=columns)

    def match(self) -> str:
        match = self.place.new_match("--seats", "2", "--start-when-full", "--take", "0")
        assert self.as_player("Bo", "join", match).code == 0
        return match

    @contextmanager
    def played(self, match: str) -> Iterator[None]:
        """By bots that take their time."""
        with (
            self.place.started(
                "--as", self.place.names["Ada"], "bot", "random", match, "--seat", "0", "--think", "0.3"
            ),
            self.place.started(
                "--as", self.place.names["Bo"], "bot", "random", match, "--seat", "1", "--think", "0.3"
            ),
        ):
            yield


@pytest.fixture
def desk(place: Place, own_server: ServerProcess) -> Desk:
    return Desk(place, own_server)


def test_the_screen_shows_matches_players_and_calls_as_they_play_in_the_smallest_terminal(desk: Desk) -> None:
    match = desk.match()
    with desk.screen() as terminal, desk.played(match):
        screen = terminal.shows(
            lambda text: re.search(rf"{match} petrichor +[1-9]", text) is not None, SOON_S
        )
        rows = screen.splitlines()
        assert len(rows) <= 24
        assert "q: leave" in rows[-1]
        assert "1 running" in screen
        assert re.search(r"a second: [1-9]\S* answers", screen)
        assert re.search(r"an answer takes \d+\.\d ms", screen)
        terminal.press("\t")
        terminal.shows("thinks, ms", SOON_S)
        for name in ("Ada", "Bo"):
            terminal.shows(lambda text, name=name: re.search(rf"{name} \S+ +[1-9]", text) is not None, SOON_S)  # type: ignore[misc]
        terminal.press("\t")
        calls = terminal.shows("Play/Attend", SOON_S)
        assert "Operations/WatchServer" in calls
        assert re.search(r"127\.0\.0\.1:\d+", calls)
        terminal.press("\t")
        terminal.shows(match, SOON_S)
        terminal.press("q")
        assert terminal.ends(SOON_S) == 0


def test_p_stops_the_screen_and_lets_it_go_on(desk: Desk) -> None:
    with desk.screen("top", "--interval", "0.2") as terminal:
        terminal.shows("up ", SOON_S)
        terminal.press("p")
        stopped = terminal.shows("stopped", SOON_S)
        desk.match()
        assert terminal.text == stopped
        terminal.press("p")
        terminal.shows("1 running", SOON_S)
        terminal.press("q")
        assert terminal.ends(SOON_S) == 0


def test_arrows_change_by_what_the_list_is_ordered(desk: Desk) -> None:
    quiet, busy = desk.match(), desk.match()
    with desk.screen("top", "--interval", "0.2") as terminal, desk.played(busy):

        def first(text: str) -> str:
            ids = [line.split()[0] for line in text.splitlines() if " petrichor " in line]
            return ids[0] if len(ids) == 2 else ""

        terminal.shows(lambda text: "answers/s ▾" in text and first(text) == busy, SOON_S)
        terminal.press("\x1b[C", "\x1b[C", "\x1b[C")
        terminal.shows(lambda text: "idle ▾" in text and first(text) == quiet, SOON_S)
        terminal.press("\x1b[D")
        terminal.shows("watch ▾", SOON_S)
        terminal.press("q")
        assert terminal.ends(SOON_S) == 0


def test_a_long_list_is_scrolled(desk: Desk) -> None:
    for _ in range(4):
        desk.match()
    with desk.screen("top", "--interval", "0.2", lines=12) as terminal:
        head = terminal.shows("4 in all", SOON_S)
        shown = [line.split()[0] for line in head.splitlines() if " petrichor " in line]
        assert len(shown) == 3
        terminal.press("\x1b[B")
        terminal.shows(
            lambda text: (
                [line.split()[0] for line in text.splitlines() if " petrichor " in line][:2] == shown[1:]
            ),
            SOON_S,
        )
        terminal.press("q")
        assert terminal.ends(SOON_S) == 0


def test_a_server_that_restarts_is_waited_for_on_the_screen(desk: Desk, own_server: ServerProcess) -> None:
    with desk.screen() as terminal:
        terminal.shows("up ", SOON_S)
        own_server.stop()
        terminal.shows("is lost; trying again", SOON_S)
        own_server.start()
        terminal.shows(lambda text: "is lost" not in text and "up " in text, SOON_S)
        terminal.press("q")
        assert terminal.ends(SOON_S) == 0


def test_without_a_terminal_it_prints_a_line_each_time(desk: Desk) -> None:
    match = desk.match()
    lines = desk.out("top", "--interval", "0.2", "--count", "2").splitlines()
    assert len(lines) == 2
    assert all("running 1" in line and "p99" in line for line in lines)
    documents = [json.loads(line) for line in desk.out("top", "--count", "2", "--json").splitlines()]
    assert [one["matches"][0]["match_id"] for one in documents] == [match, match]
    assert all(one["since"] > 0 for one in documents)


def test_calls_are_listed_with_the_ids_that_other_commands_take(desk: Desk) -> None:
    match = desk.match()
    ada = desk.id_of("Ada")
    with desk.place.started("--as", desk.place.names["Ada"], "watch", match, "--json") as watching:
        assert watching.stdout is not None
        watching.stdout.readline()
        assert re.search(rf"Play/Watch +{ada} +{re.escape(desk.place.names['Ada'])} +127", desk.out("calls"))
        (call,) = json.loads(desk.out("calls", desk.place.names["Ada"], "--json"))
        assert (call["player_id"], call["channels"]) == (ada, 1)
        document = json.loads(desk.out("kick", ada, "--reason", "too loud", "--json"))
        assert document == {"player_id": ada, "streams": 1}
        assert watching.wait(SOON_S) == 1
        assert watching.stderr is not None
        assert "too loud" in watching.stderr.read()
    assert json.loads(desk.out("calls", ada, "--json")) == []


def test_a_ban_holds_until_it_is_lifted(desk: Desk) -> None:
    name = desk.place.names["Ada"]
    assert f"{name} is banned until somebody lifts it" in desk.out("ban", name, "--reason", "rude")
    banned = desk.as_player("Ada", "players", "me")
    assert (banned.code, len(banned.err.splitlines())) == (1, 1)
    assert "rude" in banned.err
    assert "may come again" in desk.out("unban", name)
    assert desk.as_player("Ada", "players", "me").code == 0
    document = json.loads(desk.out("ban", name, "--until", "2h", "--resign", "--json"))
    assert document["banned"] is True
    assert "until" in desk.as_player("Ada", "players", "me").err
    assert desk.ops("ban", name, "--until", "yesterday").code == 2
    assert desk.ops("ban", name, "--until", "2001-01-01").code == 1
    nobody = desk.ops("ban", "nobody")
    assert (nobody.code, len(nobody.err.splitlines())) == (1, 1)


def test_a_paused_match_takes_no_answers_until_it_goes_on(desk: Desk) -> None:
    match = desk.match()
    assert "paused" in desk.out("pause", match, "--reason", "tea")
    assert json.loads(desk.out("status", "--json"))["paused_matches"] == 1
    with desk.screen() as terminal:
        terminal.shows("‖", SOON_S)
    assert json.loads(desk.out("resume", match, "--json")) == {"match_id": match, "paused": False}
    assert json.loads(desk.out("status", "--json"))["paused_matches"] == 0


def test_the_audit_tells_what_was_done_and_goes_on_as_it_is_done(desk: Desk) -> None:
    match = desk.match()
    desk.out("cancel", match, "--reason", "rain")
    desk.out("drain", "--undo")
    first, second = desk.out("audit").splitlines()
    assert re.search(rf" 0  [\d-]+ [\d:]+  operator  CancelMatch  {match}  'rain'  ipv4:127\.0\.0\.1", first)
    assert "undo=true" in second
    (entry,) = [json.loads(line) for line in desk.out("audit", "--from", "1", "--json").splitlines()]
    assert (entry["number"], entry["record"]["action"]) == (1, "Drain")
    with desk.place.started("ops", "audit", "--follow", "--json", "--token", desk.token) as following:
        assert following.stdout is not None
        seen = [json.loads(following.stdout.readline())["number"] for _ in range(2)]
        desk.out("invite")
        seen.append(json.loads(following.stdout.readline())["number"])
    assert seen == [0, 1, 2]


@pytest.mark.parametrize(
    "words",
    [
        *((), ("top", "--json"), ("calls",), ("kick", "x"), ("ban", "x"), ("unban", "x"), ("pause", "x")),
        *(("resume", "x"), ("audit",), ("cancel", "x"), ("drain",), ("invite",), ("status",)),
    ],
    ids=lambda words: words[0] if words else "ops",
)
def test_operations_are_for_operators(place: Place, words: tuple[str, ...]) -> None:
    place.registered("Ada")
    named = [place.names["Ada"] if word == "x" else word for word in words]
    ran = place.tilth("ops", *named)
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (1, "", 1)
    assert "only an operator" in ran.err


def test_it_speaks_russian_in_the_smallest_terminal(desk: Desk) -> None:
    match = desk.match()
    desk.place.more["TILTH_LANG"] = "ru"
    with desk.screen() as terminal:
        screen = terminal.shows(match, SOON_S)
        assert "в секунду: ответов 0" in screen
        assert "q: уйти" in screen.splitlines()[-1]
        terminal.press("q")
        assert terminal.ends(SOON_S) == 0
