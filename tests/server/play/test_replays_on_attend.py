"""Replays on an Attend stream: the frames of the call, and channels that are opened, resumed, refused and cut off."""

import asyncio
from pathlib import Path
from typing import Any

import grpc
import pytest

from tests.server.play.streams import Stream
from tests.server.serve.full_server import Person, RunningServer, full_server, new_match, play_randomly
from tests.server.serve.games import orchard
from tests.server.serve.one_service import until
from tilth.v1 import archive_pb2, lobby_pb2
from tilth.v1 import play_pb2 as pb
from tilth_server.api import stream_writer
from tilth_server.settings import Limits


def replay(match: str, channel: int = 1, **opening: Any) -> pb.Command:
    return pb.Command(channel=channel, open_replay=pb.OpenReplay(match_id=match, **opening))


def close(channel: int = 1) -> pb.Command:
    return pb.Command(channel=channel, close=pb.CloseChannel())


async def played(running: RunningServer, answers: int = 10_000) -> tuple[Person, Person, str]:
    ann, ben = await running.person("Ann"), await running.person("Ben")
    match = await new_match(ann, ben)
    await play_randomly(match, ann, ben, max_answers=answers)
    return ann, ben, match


async def replayed(stream: Stream, channel: int = 1) -> list[pb.Frame]:
    """The frames of a channel up to its last one."""
    found: list[pb.Frame] = []
    while not found or found[-1].WhichOneof("payload") not in ("ended", "closed", "refused", "cut_off"):
        found.append(await stream.until(lambda frame: frame.channel == channel))
    return found


async def test_a_replay_on_a_stream_has_the_frames_of_the_call(running: RunningServer) -> None:
    ann, _, match = await played(running)
    for viewer in ({}, {"seat": 1}, {"spectator": True}):
        what: dict[str, Any] = {"views": True, "texts": True, "language": "en", "interval_ms": 1}
        request = archive_pb2.ReplayRequest(match_id=match, viewer=archive_pb2.Viewer(**viewer), **what)
        called = [frame async for reply in ann.archive.Replay(request) for frame in reply.frames]
        stream = Stream(running, ann)
        await stream.send(replay(match, 7, **viewer, **what))
        frames = await replayed(stream, 7)
        for frame in frames:
            frame.channel = 0
        assert frames == called
        assert frames[-1].ended.seed


async def test_a_replay_is_closed_and_resumed_at_its_next_record(running: RunningServer) -> None:
    ann, _, match = await played(running)
    stream = Stream(running, ann)
    await stream.send(replay(match, interval_ms=1))
    whole = await replayed(stream)
    await stream.send(replay(match, 2, interval_ms=60_000))
    await stream.until(lambda frame: frame.channel == 2 and frame.HasField("update"))
    await stream.send(close(2))
    closed = await stream.until("closed")
    assert closed.record == 1
    await stream.send(replay(match, 2, interval_ms=1, from_record=closed.record))
    rest = await replayed(stream, 2)
    assert [frame.record for frame in rest] == [0, *(frame.record for frame in whole[2:])]


async def test_a_replay_of_a_running_match_ends_where_the_match_is(running: RunningServer) -> None:
    ann, ben, match = await played(running, 3)
    stream = Stream(running, ann)
    await stream.send(replay(match, seat=0, views=True, interval_ms=1))
    frames = await replayed(stream)
    assert [frame.WhichOneof("payload") for frame in frames[-2:]] == ["caught_up", "closed"]
    assert frames[-1].record == frames[-2].record == 7
    other = Stream(running, ben)
    await other.send(replay(match, seat=0))
    (refused,) = await replayed(other)
    assert refused.refused.reason == "NOT_YOUR_SEAT"


async def test_a_replay_that_cannot_be_opened_is_refused(running: RunningServer) -> None:
    ann, _, match = await played(running, 3)
    stream = Stream(running, ann)

    async def reason(*commands: pb.Command) -> str:
        await stream.send(*commands)
        found = (await stream.until("refused")).refused
        assert not found.request_id
        return found.reason

    assert await reason(replay("nothing")) == "MATCH_NOT_FOUND"
    assert await reason(replay(match, from_record=8)) == "RECORD_NOT_FOUND"
    assert await reason(replay(match, seat=9)) == "SEAT_NOT_FOUND"
    await stream.send(replay(match, 5, interval_ms=60_000))
    await stream.until("opened")
    assert await reason(replay(match, 5)) == "CHANNEL_IN_USE"
    assert await reason(pb.Command(channel=5, open=pb.OpenChannel(match_id=match))) == "CHANNEL_IN_USE"
    assert await reason(pb.Command(channel=5, auto_open=pb.AutoOpen())) == "AUTO_OPEN_ACTIVE"
    assert await reason(pb.Command(channel=5, undo=pb.Undo())) == "SPECTATOR_CANNOT_ACT"
    await stream.open(match, 6)
    await stream.until("caught_up")
    assert await reason(replay(match, 6)) == "CHANNEL_IN_USE"
    await stream.send(pb.Command(channel=5, request_heartbeat=pb.RequestHeartbeat()))
    assert (await stream.until("heartbeat")).record == 1


async def test_a_player_has_a_limited_number_of_subscriptions(tmp_path: Path) -> None:
    limits = Limits(subscriptions_per_player=2)
    async with full_server(tmp_path, orchard(), limits=limits) as running:
        ann, ben, match = await played(running, 3)
        first, second = Stream(running, ann), Stream(running, ann)
        await first.send(replay(match, interval_ms=60_000))
        await second.send(replay(match, interval_ms=60_000), replay(match, 2))
        refused = await second.until("refused")
        assert refused.channel == 2 or (await second.until("opened")).channel == 1
        assert refused.refused.reason == "LIMIT_EXCEEDED"
        assert "subscriptions_per_player" in refused.refused.message
        other = Stream(running, ben)
        await other.send(replay(match, interval_ms=60_000))
        await other.until("opened")
        await first.until("opened")
        first.call.cancel()
        await until(lambda: running.server.metrics.streams == 2)
        await second.send(replay(match, 3, interval_ms=1))
        assert (await replayed(second, 3))[-1].HasField("closed")


async def test_a_stream_that_was_half_closed_ends_with_its_replay(running: RunningServer) -> None:
    ann, _, match = await played(running)
    stream = Stream(running, ann)
    await stream.send(replay(match, interval_ms=5))
    await stream.call.done_writing()
    assert await stream.code() == grpc.StatusCode.OK
    assert stream.frames[-1].HasField("ended")


async def test_a_stopping_server_cuts_a_replay_off_at_its_next_record(tmp_path: Path) -> None:
    async with full_server(tmp_path, orchard()) as running:
        ann, _, match = await played(running, 3)
        stream = Stream(running, ann)
        await stream.send(replay(match, interval_ms=60_000, from_record=4))
        await stream.until(lambda frame: frame.HasField("update"))
        stopping = asyncio.ensure_future(running.server.stop())
        cut = await stream.until("cut_off")
        assert (cut.record, cut.cut_off.reason) == (5, "SERVER_STOPPING")
        await stopping


async def test_a_slow_reader_of_replays_is_cut_off_and_little_is_queued_for_it(
    running: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream_writer, "TICK_SECONDS", 0.02)
    monkeypatch.setattr(stream_writer, "SLOW_SECONDS", 0.5)
    ann, _, match = await played(running)
    options = [("grpc.http2.bdp_probe", 0), ("grpc.http2.lookahead_bytes", 4096)]
    async with grpc.aio.insecure_channel(str(running.server.address), options) as narrow:
        slow = Stream(running, ann, channel=narrow)
        queued: list[int] = []
        session = None
        for turn in range(400):
            await slow.send(
                *(replay(match, turn * 60 + one, interval_ms=0, views=True, texts=True) for one in range(60))
            )
            sessions = [writer.session for writer in running.server.play.writers._writers.values()]
            if session is None and sessions:
                session = sessions[0]
            if session is not None:
                queued.append(session.outbox.size)
            if session is not None and session.outbox.finished:
                break
            await asyncio.sleep(0.01)
        assert session is not None
        await until(lambda: len(session.subscriptions) == 0)
        assert max(queued) < 1 << 20
        await slow.code()
        cut = [frame for frame in slow.frames if frame.HasField("cut_off")]
        assert cut
        assert {frame.cut_off.reason for frame in cut} == {"READER_TOO_SLOW"}
        for last in cut:
            records = [
                frame.record
                for frame in slow.frames
                if frame.channel == last.channel and frame.HasField("update")
            ]
            assert last.record <= (records[-1] + 1 if records else 0)


async def test_a_stream_may_carry_a_match_and_its_replay(running: RunningServer) -> None:
    ann, ben, match = await played(running, 3)
    stream = Stream(running, ann)
    await stream.open(match, 1, seat=0)
    asked = (await stream.until("caught_up")).caught_up.decision
    await stream.send(replay(match, 2, interval_ms=20))
    if asked.id:
        await stream.answer(asked)
        assert (await stream.until("update")).HasField("update")
    assert (await replayed(stream, 2))[-1].HasField("closed")
    state = (await ben.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match))).match.state
    assert state == lobby_pb2.MATCH_STATE_RUNNING
