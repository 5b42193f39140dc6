"""Players report a player, a name or a title, and moderators have a queue."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from tests.e2e.serving import running as running_process
from tests.server.operations.helpers import audit, refused
from tests.server.operations.test_invitations import bytes_in
from tests.server.operations.test_roles import with_role
from tests.server.serve.full_server import Person, RunningServer, full_server, new_match
from tests.server.serve.games import orchard
from tests.server.serve.one_service import bearer
from tilth.v1 import lobby_pb2, moderation_pb2_grpc, operations_pb2, players_pb2, players_pb2_grpc
from tilth.v1 import moderation_pb2 as pb
from tilth.v1.players_pb2 import REPORT_KIND_NAME, REPORT_KIND_PLAYER, REPORT_KIND_TITLE, ReportRequest
from tilth.v1.tournaments_pb2 import CreateTournamentRequest
from tilth_server.operations.reports import MAX_OPEN, Reports


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with full_server(tmp_path, orchard()) as here:
        yield here


async def queue(running: RunningServer, **wanted: Any) -> list[Any]:
    request = pb.ListReportsRequest(**wanted)
    return list((await running.operator.moderation.ListReports(request)).reports)


async def test_a_report_comes_to_the_queue_with_the_name_as_it_was(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Rude Bob")
    await ann.players.Report(ReportRequest(kind=REPORT_KIND_NAME, player_id=bob.id, text="look at it"))
    await running.operator.operations.RenamePlayer(
        operations_pb2.RenamePlayerRequest(player_id=bob.id, new_name="Bob")
    )
    (shown,) = await queue(running)
    assert (shown.number, shown.kind, shown.player_id, shown.reporter_name) == (
        *(1, REPORT_KIND_NAME),
        *(bob.id, "Ann"),
    )
    assert (shown.reported_name, shown.text, shown.state) == ("Rude Bob", "look at it", 0)
    assert shown.reported_at.ToMilliseconds() > 0
    assert (await running.operator.operations.GetStatus(operations_pb2.GetStatusRequest())).open_reports == 1


def measured(running: RunningServer) -> tuple[dict[str, float], float]:
    """Return the numbers of open reports by kind, and the age of the oldest, as Prometheus reads them."""
    found = {metric.name: metric.samples for metric in running.server.metrics.collect()}
    (age,) = found["tilth_report_age_seconds"]
    return {sample.labels["kind"]: sample.value for sample in found["tilth_reports_open"]}, age.value


async def test_metrics_count_what_waits_for_moderators(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    assert measured(running) == ({"player": 0, "name": 0, "title": 0}, 0)
    await ann.players.Report(ReportRequest(kind=REPORT_KIND_PLAYER, player_id=bob.id))
    await asyncio.sleep(0.3)
    second_at = time.time()
    await bob.players.Report(ReportRequest(kind=REPORT_KIND_PLAYER, player_id=ann.id))
    await ann.players.Report(ReportRequest(kind=REPORT_KIND_NAME, player_id=bob.id))
    counts, age = measured(running)
    assert counts == {"player": 2, "name": 1, "title": 0}
    assert 0.3 <= age < 60
    for number, state in ((1, pb.REPORT_STATE_UPHELD), (3, pb.REPORT_STATE_DISMISSED)):
        await running.operator.moderation.ResolveReport(
            pb.ResolveReportRequest(report_number=number, state=state, reason="seen")
        )
    counts, younger = measured(running)
    assert counts == {"player": 1, "name": 0, "title": 0}
    assert younger <= time.time() - second_at + 0.002, "times are stored in milliseconds"


async def test_titles_of_matches_and_tournaments_are_reported(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    match = await new_match(ann, start=False, title="A bad title")
    request = CreateTournamentRequest(request_id="t")
    request.settings.title = "A bad cup"
    request.settings.game_setups.add(game="orchard")
    request.settings.table_seats = 2
    request.settings.round_robin.SetInParent()
    cup = (await ann.tournaments.CreateTournament(request)).tournament.id
    await bob.players.Report(ReportRequest(kind=REPORT_KIND_TITLE, match_id=match))
    await bob.players.Report(ReportRequest(kind=REPORT_KIND_TITLE, tournament_id=cup))
    shown = [(one.reported_name, one.match_id, one.tournament_id) for one in await queue(running)]
    assert shown == [("A bad title", match, ""), ("A bad cup", "", cup)]


async def test_a_moderator_resolves_reports_and_the_audit_says_which(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    cat = await with_role(running, "Cat", "moderator")
    for kind in (REPORT_KIND_PLAYER, REPORT_KIND_NAME):
        await ann.players.Report(ReportRequest(kind=kind, player_id=bob.id))
    for number, state in ((1, pb.REPORT_STATE_UPHELD), (2, pb.REPORT_STATE_DISMISSED)):
        request = pb.ResolveReportRequest(report_number=number, state=state, reason="seen")
        await cat.moderation.ResolveReport(request)
    assert await queue(running) == []
    shown = await queue(running, resolved_too=True, player_id=bob.id)
    assert [(one.state, one.resolver_name) for one in shown] == [(1, "Cat"), (2, "Cat")]
    assert await queue(running, resolved_too=True, player_id=ann.id) == []
    entry = (await audit(running.operator))[-1].record
    assert (entry.action, entry.subject, entry.reason) == ("ResolveReport", "2", "seen")
    await cat.moderation.ResolveReport(pb.ResolveReportRequest(report_number=2))
    assert [one.number for one in await queue(running)] == [2], "it is open again"
    unknown = pb.ResolveReportRequest(report_number=9)
    assert (await refused(cat.moderation.ResolveReport(unknown)))[1] == "REPORT_NOT_FOUND"


async def test_the_same_report_counts_once_and_a_player_has_few_open(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    report = ReportRequest(kind=REPORT_KIND_PLAYER, player_id=bob.id)
    for _ in range(3):
        await ann.players.Report(report)
    assert len(await queue(running)) == 1
    for number in range(MAX_OPEN - 1):
        other = await running.person(f"P{number}")
        await ann.players.Report(ReportRequest(kind=REPORT_KIND_PLAYER, player_id=other.id))
    last = await running.person("Last")
    report.player_id = last.id
    assert (await refused(ann.players.Report(report)))[1] == "LIMIT_EXCEEDED"
    await bob.players.Report(report)
    page = await running.operator.moderation.ListReports(pb.ListReportsRequest(page_size=20))
    rest = pb.ListReportsRequest(page_size=20, page_token=page.next_page_token)
    assert [one.reporter_name for one in (await running.operator.moderation.ListReports(rest)).reports] == [
        "Bob"
    ]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"kind": REPORT_KIND_PLAYER}, "REPORT_INVALID"),
        ({"player_id": "bob"}, "REPORT_INVALID"),
        ({"kind": REPORT_KIND_TITLE, "player_id": "bob"}, "REPORT_INVALID"),
        ({"kind": REPORT_KIND_NAME, "match_id": "m"}, "REPORT_INVALID"),
        ({"kind": REPORT_KIND_PLAYER, "player_id": "ann"}, "REPORT_INVALID"),
        ({"kind": REPORT_KIND_PLAYER, "player_id": "nobody"}, "PLAYER_NOT_FOUND"),
        ({"kind": REPORT_KIND_TITLE, "match_id": "nowhere"}, "MATCH_NOT_FOUND"),
        ({"kind": REPORT_KIND_TITLE, "tournament_id": "nowhere"}, "TOURNAMENT_NOT_FOUND"),
        ({"kind": REPORT_KIND_PLAYER, "player_id": "bob", "text": "x" * 501}, "LIMIT_EXCEEDED"),
    ],
)
async def test_a_report_of_nothing_is_refused(
    running: RunningServer, fields: dict[str, Any], reason: str
) -> None:
    ids = {name.lower(): (await running.person(name)).id for name in ("Bob",)}
    ann = await running.person("Ann")
    ids["ann"] = ann.id
    given: Any = {
        name: ids.get(value, value) if isinstance(value, str) else value for name, value in fields.items()
    }
    assert (await refused(ann.players.Report(ReportRequest(**given))))[1] == reason
    assert await queue(running) == []


async def test_an_erased_player_is_in_no_report(running: RunningServer, tmp_path: Path) -> None:
    ann, bob = await running.person("Ann"), await running.person("Clementine")
    text = "Clementine is rude"
    await ann.players.Report(ReportRequest(kind=REPORT_KIND_PLAYER, player_id=bob.id, text=text))
    await running.operator.operations.ErasePlayer(operations_pb2.ErasePlayerRequest(player_id=bob.id))
    (shown,) = await queue(running)
    assert (shown.player_id, shown.reported_name, shown.text) == (bob.id, "", "")
    again = Reports(running.server.store)
    await again.load()
    assert again.kept(1).text == ""
    await running.server.store.close()
    assert b"Clementine" not in bytes_in(tmp_path)


def test_reports_are_there_after_a_kill(tmp_path: Path) -> None:
    with running_process(tmp_path / "data") as server:
        with grpc.insecure_channel(server.address) as channel:
            players = players_pb2_grpc.PlayersServiceStub(channel)
            ann, bob = (
                players.Register(players_pb2.RegisterRequest(name=name), timeout=30)
                for name in ("Ann", "Bob")
            )
            for kind in (REPORT_KIND_PLAYER, REPORT_KIND_NAME):
                report = ReportRequest(kind=kind, player_id=bob.player.id, text="rude")
                players.Report(report, metadata=bearer(ann.token), timeout=30)
            stub = moderation_pb2_grpc.ModerationServiceStub(channel)
            resolve = pb.ResolveReportRequest(report_number=1, state=pb.REPORT_STATE_UPHELD)
            stub.ResolveReport(resolve, metadata=bearer(server.operator_token), timeout=30)
        server.kill()
        server.start()
        with grpc.insecure_channel(server.address) as channel:
            stub = moderation_pb2_grpc.ModerationServiceStub(channel)
            request = pb.ListReportsRequest(resolved_too=True)
            shown = stub.ListReports(request, metadata=bearer(server.operator_token), timeout=30).reports
            assert [(one.state, one.text, one.reported_name) for one in shown] == [
                (1, "rude", "Bob"),
                (0, "rude", "Bob"),
            ]


async def test_a_banned_player_reports_nobody(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    await running.operator.operations.BanPlayer(operations_pb2.BanPlayerRequest(player_id=ann.id))
    report = ReportRequest(kind=REPORT_KIND_PLAYER, player_id=bob.id)
    assert (await refused(ann.players.Report(report)))[1] == "PLAYER_BANNED"


# Load ------------------------------------------------------------------------------------------------


async def load(running: RunningServer, **wanted: Any) -> list[Any]:
    request = pb.ListLoadRequest(**wanted)
    return list((await running.operator.moderation.ListLoad(request)).clients)


async def test_who_causes_work_and_refusals_is_seen_without_watching(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    for _ in range(30):
        await ann.lobby.ListMatches(lobby_pb2.ListMatchesRequest())
    for _ in range(5):
        await refused(bob.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id="nowhere")))
    for _ in range(3):
        await refused(Person(running.channel, "wrong").players.GetMe(players_pb2.GetMeRequest()))
    by_work = {one.player_name or one.address: one for one in await load(running)}
    assert (by_work["Ann"].calls, by_work["Ann"].refusals, by_work["Ann"].address) == (
        30,
        0,
        "ipv4:127.0.0.1",
    )
    assert by_work["Ann"].work.ToNanoseconds() > 0
    first, second = (await load(running, by_refusals=True))[:2]
    assert (first.player_name, dict(first.refusals_by_reason)) == ("Bob", {"MATCH_NOT_FOUND": 5})
    assert (second.player_id, second.address, dict(second.refusals_by_reason)) == (
        *("", "ipv4:127.0.0.1"),
        {"TOKEN_INVALID": 3},
    )
    (address,) = await load(running, by_address=True)
    assert (address.address, address.player_id, address.players, address.refusals) == (
        "ipv4:127.0.0.1",
        "",
        3,
        8,
    )
    assert address.calls >= 38
    assert len(await load(running, max_rows=1)) == 1


async def test_work_on_a_stream_counts_while_it_runs(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    call: Any = running.channel.stream_stream("/tilth.v1.PlayService/Attend")
    stream = call(metadata=bearer(ann.token), timeout=60)
    before: float = 0.0
    for number in range(4):
        for _ in range(50 * (number % 2)):
            await stream.write(b"")
        await bob.players.GetMe(players_pb2.GetMeRequest())
        found = {one.player_name: one.work.ToNanoseconds() for one in await load(running)}
        if number % 2:
            assert found["Ann"] > before
        before = found.get("Ann", 0)
    stream.cancel()
