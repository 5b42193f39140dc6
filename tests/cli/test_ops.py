"""The commands of an operator in the terminal, and the operator's screen."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from tests.cli.conftest import Place, Ran, ServerProcess
from tests.cli.terminal import Terminal
from tests.server.archive.made import Made
from tilth.v1.archive_pb2 import ExportHeader, LogEntry
from tilth_server.archive import match_file
from tilth_server.store import chain
from tilth_server.wire import load_games

SOON_S = 40


class Operator:
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
        """Play matches with bots that wait before each answer."""
        with (
            self.place.started(
                "--as", self.place.names["Ada"], "bot", "random", match, "--seat", "0", "--delay", "0.3"
            ),
            self.place.started(
                "--as", self.place.names["Bo"], "bot", "random", match, "--seat", "1", "--delay", "0.3"
            ),
        ):
            yield


@pytest.fixture
def operator(place: Place, own_server: ServerProcess) -> Operator:
    return Operator(place, own_server)


def test_the_screen_shows_matches_players_and_calls_as_they_play_in_the_smallest_terminal(
    operator: Operator,
) -> None:
    match = operator.match()
    with operator.screen() as terminal, operator.played(match):
        screen = terminal.shows(
            lambda text: re.search(rf"{match} petrichor +[1-9]", text) is not None, SOON_S
        )
        rows = screen.splitlines()
        assert len(rows) <= 24
        assert "q: leave" in rows[-1]
        assert "1 running" in screen
        assert re.search(r"per second: [1-9]\S* answers", screen)
        assert re.search(r"answers take \d+\.\d ms", screen)
        terminal.press("\t")
        terminal.shows("answers in, ms", SOON_S)
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


def test_p_pauses_and_resumes_the_screen(operator: Operator) -> None:
    with operator.screen("top", "--interval", "0.2") as terminal:
        terminal.shows("up ", SOON_S)
        terminal.press("p")
        stopped = terminal.shows("paused", SOON_S)
        operator.match()
        assert terminal.text == stopped
        terminal.press("p")
        terminal.shows("1 running", SOON_S)
        terminal.press("q")
        assert terminal.ends(SOON_S) == 0


def test_arrows_change_the_order_of_the_list(operator: Operator) -> None:
    idle, busy = operator.match(), operator.match()
    with operator.screen("top", "--interval", "0.2") as terminal, operator.played(busy):

        def first(text: str) -> str:
            ids = [line.split()[0] for line in text.splitlines() if " petrichor " in line]
            return ids[0] if len(ids) == 2 else ""

        terminal.shows(lambda text: "answers/s ▾" in text and first(text) == busy, SOON_S)
        terminal.press("\x1b[C", "\x1b[C", "\x1b[C")
        terminal.shows(lambda text: "idle ▾" in text and first(text) == idle, SOON_S)
        terminal.press("\x1b[D")
        terminal.shows("channels ▾", SOON_S)
        terminal.press("q")
        assert terminal.ends(SOON_S) == 0


def test_a_long_list_is_scrolled(operator: Operator) -> None:
    for _ in range(4):
        operator.match()
    with operator.screen("top", "--interval", "0.2", lines=12) as terminal:
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


def test_a_server_that_restarts_is_waited_for_on_the_screen(
    operator: Operator, own_server: ServerProcess
) -> None:
    with operator.screen() as terminal:
        terminal.shows("up ", SOON_S)
        own_server.stop()
        terminal.shows("is lost; trying again", SOON_S)
        own_server.start()
        terminal.shows(lambda text: "is lost" not in text and "up " in text, SOON_S)
        terminal.press("q")
        assert terminal.ends(SOON_S) == 0


def test_top_prints_a_line_for_each_update_without_a_terminal(operator: Operator) -> None:
    match = operator.match()
    lines = operator.out("top", "--interval", "0.2", "--count", "2").splitlines()
    assert len(lines) == 2
    assert all("running 1" in line and "p99" in line for line in lines)
    documents = [json.loads(line) for line in operator.out("top", "--count", "2", "--json").splitlines()]
    assert [one["matches"][0]["match_id"] for one in documents] == [match, match]
    assert all(one["since"] > 0 for one in documents)


def test_calls_are_listed_with_the_ids_that_other_commands_take(operator: Operator) -> None:
    match = operator.match()
    ada = operator.id_of("Ada")
    with operator.place.started("--as", operator.place.names["Ada"], "watch", match, "--json") as watching:
        assert watching.stdout is not None
        watching.stdout.readline()
        assert re.search(
            rf"Play/Watch +{ada} +{re.escape(operator.place.names['Ada'])} +127", operator.out("calls")
        )
        (call,) = json.loads(operator.out("calls", operator.place.names["Ada"], "--json"))
        assert (call["player_id"], call["channels"]) == (ada, 1)
        document = json.loads(operator.out("kick", ada, "--reason", "too loud", "--json"))
        assert document == {"player_id": ada, "streams": 1}
        assert watching.wait(SOON_S) == 1
        assert watching.stderr is not None
        assert "too loud" in watching.stderr.read()
    assert json.loads(operator.out("calls", ada, "--json")) == []


def test_a_ban_holds_until_it_is_lifted(operator: Operator) -> None:
    name = operator.place.names["Ada"]
    assert f"{name} is banned until an operator lifts the ban" in operator.out(
        "ban", name, "--reason", "rude"
    )
    banned = operator.as_player("Ada", "players", "me")
    assert (banned.code, len(banned.err.splitlines())) == (1, 1)
    assert "rude" in banned.err
    assert "may connect again" in operator.out("unban", name)
    assert operator.as_player("Ada", "players", "me").code == 0
    document = json.loads(operator.out("ban", name, "--until", "2h", "--resign", "--json"))
    assert document["banned"] is True
    assert "until" in operator.as_player("Ada", "players", "me").err
    assert operator.ops("ban", name, "--until", "yesterday").code == 2
    assert operator.ops("ban", name, "--until", "2001-01-01").code == 1
    nobody = operator.ops("ban", "nobody")
    assert (nobody.code, len(nobody.err.splitlines())) == (1, 1)


def test_a_paused_match_takes_no_answers_until_it_is_resumed(operator: Operator) -> None:
    match = operator.match()
    assert "paused" in operator.out("pause", match, "--reason", "tea")
    assert json.loads(operator.out("status", "--json"))["paused_matches"] == 1
    with operator.screen() as terminal:
        terminal.shows("‖", SOON_S)
    assert json.loads(operator.out("resume", match, "--json")) == {"match_id": match, "paused": False}
    assert json.loads(operator.out("status", "--json"))["paused_matches"] == 0


def test_the_audit_lists_past_actions_and_follows_new_ones(operator: Operator) -> None:
    match = operator.match()
    operator.out("cancel", match, "--reason", "rain")
    operator.out("drain", "--stop")
    first, second = operator.out("audit").splitlines()
    assert re.search(rf" 0  [\d-]+ [\d:]+  operator  CancelMatch  {match}  'rain'  ipv4:127\.0\.0\.1", first)
    assert "stop=true" in second
    (entry,) = [json.loads(line) for line in operator.out("audit", "--from", "1", "--json").splitlines()]
    assert (entry["number"], entry["record"]["action"]) == (1, "Drain")
    with operator.place.started("ops", "audit", "--follow", "--json", "--token", operator.token) as following:
        assert following.stdout is not None
        seen = [json.loads(following.stdout.readline())["number"] for _ in range(2)]
        operator.out("invite")
        seen.append(json.loads(following.stdout.readline())["number"])
    assert seen == [0, 1, 2]


@pytest.mark.parametrize(
    "words",
    [
        *((), ("top", "--json"), ("calls",), ("kick", "x"), ("ban", "x"), ("unban", "x"), ("pause", "x")),
        *(("resume", "x"), ("audit",), ("cancel", "x"), ("drain",), ("invite",), ("status",)),
        *(("operators",), ("role", "x", "auditor")),
    ],
    ids=lambda words: words[0] if words else "ops",
)
def test_operations_are_for_operators(place: Place, words: tuple[str, ...]) -> None:
    place.registered("Ada")
    named = [place.names["Ada"] if word == "x" else word for word in words]
    ran = place.tilth("ops", *named)
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (1, "", 1)
    assert "only an operator" in ran.err


def test_the_screen_fits_in_russian_into_the_smallest_terminal(operator: Operator) -> None:
    match = operator.match()
    operator.place.more["TILTH_LANG"] = "ru"
    with operator.screen() as terminal:
        screen = terminal.shows(match, SOON_S)
        assert "в секунду: ответов 0" in screen
        assert "q: уйти" in screen.splitlines()[-1]
        terminal.press("q")
        assert terminal.ends(SOON_S) == 0


def test_an_erased_player_is_named_nowhere(place: Place, own_server: ServerProcess) -> None:
    operator = Operator(place, own_server)
    match, ada = operator.match(), operator.id_of("Ada")
    printed = operator.out("erase", place.names["Ada"], "--reason", "asked for it")
    assert printed == f"The name of {ada} is erased here. Backups and exported files still hold it.\n"
    shown = operator.as_player("Bo", "show", match)
    assert place.names["Ada"] not in shown.out
    assert f"erased player {ada[:6]}" in shown.out
    seats = operator.as_player("Bo", "show", match, "--json").document()["seats"]
    assert [seat["name_source"] for seat in seats] == ["ERASED", "REGISTERED"]
    again = operator.ops("erase", ada, "--json").document()
    assert again == {"player_id": ada, "erased": True, "remaining_records": []}
    assert operator.ops("erase", "nobody at all").code == 1
    assert operator.ops("erase", "p0123456789abcdef").code == 1
    audit = operator.out("audit")
    assert "ErasePlayer  p0123456789abcdef" in audit
    assert "nobody at all" not in audit, "it might be a name, and would stay there"


@pytest.mark.parametrize(
    ("language", "claimed"), [("en", "Zed (named by the file)"), ("ru", "Zed (имя из файла)")]
)
def test_a_name_that_only_a_file_gives_is_shown_as_such(
    place: Place, tmp_path: Path, language: str, claimed: str
) -> None:
    place.registered("Ada")
    match = f"file-{language}"
    file = tmp_path / "match.tilth"
    file.write_bytes(earlier(match, {"p1": "Zed", "p2": "Yan"}))
    imported = place.tilth("import", str(file))
    assert imported.code == 0, imported.err
    for words in (("show", match), ("replay", match, "--plain")):
        assert claimed in place.tilth(*words, "--lang", language).out
    seats = place.tilth("show", match, "--json").document()["seats"]
    assert [seat["name_source"] for seat in seats] == ["CLAIMED"] * 2


def earlier(match_id: str, names: dict[str, str]) -> bytes:
    """Return a match file as earlier builds wrote it: no record holds the hash of a name."""
    match = Made(load_games()["petrichor"], 2, Random(1), players=list(names)).play()
    header = ExportHeader(
        format="tilth match", version=1, match_id=match_id, record_count=len(match.bodies), player_names=names
    )
    link, entries = chain.root(f"match/{match_id}"), []
    for number, body in enumerate(match.bodies):
        link = chain.link(link, body)
        entries.append(LogEntry(number=number, record=body, hash=link))
    return b"".join(match_file.delimited(message.SerializeToString()) for message in (header, *entries))


def test_a_player_gets_another_name_and_the_audit_is_searched(operator: Operator) -> None:
    ada, bo = operator.id_of("Ada"), operator.id_of("Bo")
    named = operator.place.names["Ada"]
    other = f"{named} the second"
    assert other in operator.out("rename", named, other, "--reason", "asked for it")
    operator.out("kick", bo)
    assert operator.as_player("Ada", "players", "me", "--json").document()["name"] == other
    found = operator.out("audit", "--player", other)
    assert "RenamePlayer" in found
    assert ada in found
    assert other not in found, "the audit keeps no names"
    assert "KickPlayer" not in found
    assert "KickPlayer" in operator.out("audit", "--address", "127.0.0.1", "--player", bo)
    assert operator.out("audit", "--address", "192.0.2.1") == ""


def test_a_match_gets_another_title_and_so_does_a_tournament(operator: Operator) -> None:
    match = operator.match()
    assert "tea time" in operator.out("retitle", match, "tea time", "--reason", "nicer")
    assert operator.as_player("Bo", "show", match, "--json").document()["title"] == "tea time"
    assert match in operator.as_player("Bo", "list", "--title", "TEA").out
    made = operator.as_player(
        "Ada", "tournament", "create", "--game", "petrichor", "--title", "rude", "--json"
    )
    tournament = made.document()["id"]
    printed = json.loads(operator.out("retitle-tournament", tournament, "polite", "--json"))
    assert printed == {"tournament_id": tournament, "title": "polite", "matches": 0}
    followed = operator.as_player("Ada", "tournament", "watch", tournament, "--once")
    assert "has a new title: polite" in followed.out
    assert "RetitleTournament" in operator.out("audit")


def test_a_player_who_lost_the_token_gets_another(
    operator: Operator, tmp_path_factory: pytest.TempPathFactory
) -> None:
    place = operator.place
    name = place.names["Bo"]
    token = operator.out("issue-token", name, "--reason", "lost it").splitlines()[0]
    other_machine = Place(place.address, tmp_path_factory.mktemp("other"))
    assert other_machine.tilth("players", "login", typed=f"{token}\n").code == 0
    assert other_machine.tilth("players", "me", "--json").document()["name"] == name
    assert operator.as_player("Bo", "players", "me").code == 1


def test_stuck_matches_are_listed_and_ended(operator: Operator) -> None:
    first, second = operator.match(), operator.match()
    lonely = operator.place.new_match("--seats", "3", "--take", "0")
    listed = operator.out("idle")
    assert [line.split()[0] for line in listed.splitlines()[1:]] == [first, second, lonely]
    assert "2 more players" in listed
    waiting = operator.ops("idle", "--json").document()["matches"][0]
    names = [operator.place.names["Ada"], operator.place.names["Bo"]]
    assert names[waiting["pending_seats"][0]] in listed.splitlines()[1]
    asked, other = ("Ada", "Bo") if waiting["pending_seats"] == [0] else ("Bo", "Ada")
    found = operator.ops("idle", "--player", operator.place.names[asked], "--json").document()
    assert first in [row["match"]["id"] for row in found["matches"]]
    none = operator.ops("idle", "--player", operator.place.names[other], "--json").document()
    assert first not in [row["match"]["id"] for row in none["matches"]]
    assert "No match waits that long" in operator.out("idle", "--for", "1h")
    operator.out("resign", first, "0", "--reason", "asleep")
    assert "resigned" in operator.as_player("Ada", "show", first).out
    operator.out("adjudicate", second, "2", "1", "--reason", "Ada has left")
    shown = operator.as_player("Ada", "show", second).out
    assert "adjudicated" in shown
    assert "Ada has left" in shown
    assert operator.as_player("Ada", "verify", second).code == 0
    assert "Ada has left" in operator.as_player("Ada", "watch", second).out
    audit = operator.out("audit")
    assert "ResignSeat" in audit
    assert "AdjudicateMatch" in audit


def test_a_player_gets_a_role_and_loses_it(operator: Operator) -> None:
    ada, bo = operator.place.names["Ada"], operator.place.names["Bo"]
    assert f"{ada} has a role now: moderator" in operator.out("role", ada, "moderator", "--reason", "helps")
    assert re.search(rf"{ada} \(moderator\) +p", operator.as_player("Bo", "players", "list").out)
    listed = [line.split("  ")[0] for line in operator.out("operators").splitlines()[1:]]
    assert listed == ["operator", ada]
    assert operator.as_player("Ada", "ops", "kick", bo).code == 0
    assert re.search(rf"{ada} \(moderator\)  KickPlayer", operator.out("audit"))
    refused = operator.as_player("Ada", "ops", "drain")
    assert (refused.code, "only an operator may do this" in refused.err) == (1, True)
    assert "no role" in operator.out("role", ada, "none")
    documents = json.loads(operator.out("operators", "--json"))
    assert [one["name"] for one in documents] == ["operator"]


def test_invitations_are_listed_and_revoked(operator: Operator) -> None:
    made = operator.ops("invite", "--label", "club", "--uses", "2", "--until", "2h", "--json").document()
    assert "valid for 3 registrations" in operator.ops("invite", "--uses", "3").err
    wanted = made["invitation_id"]
    assert re.search(rf"{wanted} +0/2 +club +operator +20", operator.out("invitations"))
    assert wanted in operator.out("revoke-invitation", wanted, "--reason", "leaked")
    assert wanted not in operator.out("invitations")
    assert re.search(rf"{wanted} .*revoked", operator.out("invitations", "--all"))
    assert operator.out("invited", wanted, "--tree").splitlines()[0].split() == ["name", "id", "registered"]
    ada = operator.place.names["Ada"]
    assert re.search(r"tokens +1", operator.out("player", ada))
    assert operator.ops("player", ada, "--json").document()["player"]["name"] == ada


def test_wide_bans_are_made_listed_and_lifted(operator: Operator) -> None:
    ban = operator.ops(
        "ban-address", "203.0.113.7", "--until", "2h", "--reason", "floods", "--json"
    ).document()
    invitation = operator.ops("invite", "--label", "club", "--json").document()["invitation_id"]
    assert "0 players are banned" in operator.out("ban-invitation", invitation, "--reason", "spam")
    listed = operator.out("bans")
    assert re.search(rf"{ban['ban_id']} +203\.0\.113\.7/32 +operator +20\S+ \S+ +floods", listed)
    assert re.search(rf"{invitation} +club +operator +spam", listed)
    for each in (ban["ban_id"], invitation):
        assert "is lifted" in operator.out("lift-ban", each)
    assert operator.ops("bans", "--json").document() == []


def test_a_report_is_made_listed_and_resolved(operator: Operator) -> None:
    ada, bo = operator.place.names["Ada"], operator.place.names["Bo"]
    match = operator.place.new_match("--seats", "2", "--title", "A bad title")
    assert "will see it" in operator.as_player("Bo", "report", "player", ada, "shouts").out
    assert operator.as_player("Bo", "report", "match", match).code == 0
    listed = operator.out("reports")
    assert re.search(rf"1 +20\S+ \S+ +{bo} +player {ada} p\S+ +shouts", listed)
    assert f"title A bad title {match}" in listed
    assert "is resolved" in operator.out("resolve", "1", "upheld", "--reason", "seen")
    assert operator.ops("resolve", "2").code == 2, "it has to be said how"
    assert ada not in operator.out("reports")
    assert re.search(r"shouts +upheld", operator.out("reports", "--all", "--player", ada))


def test_load_is_listed_by_player_and_by_address(operator: Operator) -> None:
    ada = operator.place.names["Ada"]
    assert operator.as_player("Ada", "show", "nowhere").code == 1
    assert re.search(
        rf"{ada} +127[\d.]+ +\d+ +0\.\d+ +1: MATCH_NOT_FOUND 1", operator.out("load", "--by-refusals")
    )
    assert " 127.0.0.1 " in operator.out("load", "--by-address")
    assert operator.ops("load", "--json").document()["clients"]


def test_everybody_sees_a_notice_and_the_time_run_down(operator: Operator) -> None:
    match = operator.match()
    with operator.place.terminal("--as", operator.place.names["Ada"], "watch", match) as terminal:
        terminal.shows(match, SOON_S)
        assert "Everybody sees" in operator.out("announce", "Tea at five", "--until", "2h")
        terminal.shows("Announcement: Tea at five", SOON_S)
        assert operator.ops("drain", "--at", "30m", "--reason", "new build").code == 0
        terminal.shows("The server stops in 30:00", SOON_S)
        terminal.shows(lambda text: re.search(r"server stops in 29:\d\d", text) is not None, SOON_S)
        terminal.press("q")
    with operator.place.started("--as", operator.place.names["Bo"], "watch", match, "--json") as watching:
        assert watching.stdout is not None
        lines = (json.loads(watching.stdout.readline()) for _ in range(9))
        notice = next(line["notice"] for line in lines if "notice" in line)
    assert (notice["announcement"], notice["draining"], notice["stop_reason"]) == (
        "Tea at five",
        True,
        "new build",
    )
    assert operator.ops("drain", "--stop").code == 0
    assert "no announcement" in operator.out("announce", "")
