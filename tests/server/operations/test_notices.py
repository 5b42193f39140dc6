"""Notices to everybody: an announcement, and when the server is going to stop."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from tests.e2e.serving import running as running_process
from tests.server.operations.helpers import audit, refused
from tests.server.play.streams import Stream
from tests.server.serve.full_server import Person, RunningServer, full_server, new_match
from tests.server.serve.games import orchard
from tests.server.serve.one_service import bearer
from tilth.v1 import lobby_pb2, lobby_pb2_grpc, operations_pb2_grpc, play_pb2
from tilth.v1 import operations_pb2 as pb


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with full_server(tmp_path, orchard()) as here:
        yield here


def soon(request: Any, field: str, seconds: float) -> Any:
    getattr(request, field).FromMilliseconds(int((time.time() + seconds) * 1000))
    return request


async def notice_of(running: RunningServer) -> Any:
    request = lobby_pb2.GetServerInfoRequest()
    return (await Person(running.channel, "").lobby.GetServerInfo(request)).server.notice


async def test_an_announcement_is_on_every_stream_and_in_the_servers_information(
    running: RunningServer,
) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    match = await new_match(ann, bob)
    stream = Stream(running, ann)
    await stream.open(match)
    await stream.until("caught_up")
    opened = play_pb2.OpenChannel(match_id=match, from_record=0)
    watch = bob.play.Watch(play_pb2.WatchRequest(open=opened))
    await running.operator.operations.Announce(pb.AnnounceRequest(text="Tea at five"))
    frame = await stream.until("notice")
    assert (frame.channel, frame.notice.announcement, frame.notice.draining) == (0, "Tea at five", False)
    assert await notice_on(watch) == "Tea at five"
    assert (await notice_of(running)).announcement == "Tea at five"
    late = Stream(running, bob)
    assert (await late.until("notice")).notice.announcement == "Tea at five"
    await running.operator.operations.Announce(pb.AnnounceRequest())
    assert (await stream.until("notice")).notice.announcement == ""
    assert (await notice_of(running)).announcement == ""
    for one in (stream, late):
        one.call.cancel()
    watch.cancel()
    entry = (await audit(running.operator))[0].record
    assert (entry.action, dict(entry.details)) == ("Announce", {"text": "Tea at five"})


async def notice_on(call: Any) -> str:
    """The announcement of the first notice on a stream of Watch."""
    async with asyncio.timeout(10):
        while True:
            for frame in (await call.read()).frames:
                if frame.HasField("notice"):
                    return str(frame.notice.announcement)


async def test_a_stream_begins_without_a_notice_if_there_is_nothing_to_tell(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    match = await new_match(ann, bob)
    stream = Stream(running, ann)
    await stream.open(match)
    await stream.until("caught_up")
    assert not any(frame.HasField("notice") for frame in stream.frames)
    stream.call.cancel()


async def test_an_announcement_ends_by_the_clock(running: RunningServer) -> None:
    await running.operator.operations.Announce(soon(pb.AnnounceRequest(text="Tea"), "ends_at", 1))
    notice = await notice_of(running)
    assert (notice.announcement, notice.HasField("announcement_ends_at")) == ("Tea", True)
    await asyncio.sleep(1.1)
    assert (await notice_of(running)).announcement == ""


async def test_a_drain_says_to_everybody_when_the_server_stops(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    match = await new_match(ann, bob)
    stream = Stream(running, ann)
    await stream.open(match)
    await stream.until("caught_up")
    request = soon(pb.DrainRequest(reason="new build"), "stops_at", 3600)
    await running.operator.operations.Drain(request)
    while not (notice := (await stream.until("notice")).notice).draining:
        pass
    assert (notice.stops_at, notice.stop_reason) == (request.stops_at, "new build")
    assert (await notice_of(running)).stops_at == request.stops_at
    await running.operator.operations.Drain(pb.DrainRequest())
    notice = await notice_of(running)
    assert (notice.draining, notice.HasField("stops_at")) == (True, False), "the time is taken back"
    await running.operator.operations.Drain(pb.DrainRequest(stop=True))
    while (await stream.until("notice")).notice.draining:
        pass
    assert not (await notice_of(running)).draining
    stream.call.cancel()


@pytest.mark.parametrize(
    ("method", "request_of", "reason"),
    [
        ("Announce", pb.AnnounceRequest(text="x" * 501), "LIMIT_EXCEEDED"),
        ("Announce", pb.AnnounceRequest(text="a\u200bb"), "TITLE_INVALID"),
        ("Announce", soon(pb.AnnounceRequest(text="x"), "ends_at", -1), "END_INVALID"),
        ("Drain", soon(pb.DrainRequest(), "stops_at", -1), "END_INVALID"),
        ("Drain", pb.DrainRequest(reason="x" * 501), "LIMIT_EXCEEDED"),
    ],
)
async def test_what_makes_no_sense_is_refused(
    running: RunningServer, method: str, request_of: Any, reason: str
) -> None:
    assert (await refused(getattr(running.operator.operations, method)(request_of)))[1] == reason
    notice = await notice_of(running)
    assert (notice.announcement, notice.draining) == ("", False)


def test_notices_survive_a_kill_until_their_time(tmp_path: Path) -> None:
    with running_process(tmp_path / "data") as server:
        metadata = bearer(server.operator_token)
        with grpc.insecure_channel(server.address) as channel:
            operations = operations_pb2_grpc.OperationsServiceStub(channel)
            operations.Announce(pb.AnnounceRequest(text="Tea at five"), metadata=metadata, timeout=30)
            request = soon(pb.DrainRequest(reason="new build"), "stops_at", 3600)
            operations.Drain(request, metadata=metadata, timeout=30)
        server.kill()
        server.start()
        notice = notice_at(server.address)
        assert (notice.announcement, notice.draining, notice.stop_reason) == (
            "Tea at five",
            True,
            "new build",
        )
        assert notice.stops_at == request.stops_at
        with grpc.insecure_channel(server.address) as channel:
            operations = operations_pb2_grpc.OperationsServiceStub(channel)
            request = soon(pb.DrainRequest(), "stops_at", 1)
            operations.Drain(request, metadata=metadata, timeout=30)
        time.sleep(1)
        assert notice_at(server.address).draining, "the server continues until it is stopped"
        server.kill()
        server.start()
        notice = notice_at(server.address)
        assert (notice.announcement, notice.draining) == ("Tea at five", False)


def notice_at(address: str) -> Any:
    with grpc.insecure_channel(address) as channel:
        stub = lobby_pb2_grpc.LobbyServiceStub(channel)
        return stub.GetServerInfo(lobby_pb2.GetServerInfoRequest(), timeout=30).server.notice
