"""Flicks are facts: a build on which wood slides otherwise, or not at all, tells a recorded match as it was."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.e2e.people import Person, assert_proven, channel_to, somebody
from tests.e2e.serving import assert_calm, running
from tests.e2e.sonora_campaign import (
    FLAGS,
    FLICKING,
    HELD,
    SILENT,
    Blow,
    Build,
    KillPlan,
    begun,
    people,
    played,
    records_of,
)
from tilth.v1 import archive_pb2 as pb
from tilth.v1.lobby_pb2 import GetMatchRequest
from tilth.v1.play_pb2 import Frame, GetViewRequest
from tilth_bots import random_bot

OTHER_WOOD = {
    "disc_restitution": 100,
    "edge_restitution": 950,
    "escape_speed": 500,
    "drop_speed": 1500,
    "deceleration": 500,
    "least_speed": 400,
    "greatest_speed": 2500,
    "tremor_aim": 900,
    "tremor_speed": 300,
}
"""Every constant is another: those of the simulator, those shown to who aims, and those that make a flick's speed."""


@dataclass
class Replies:
    """The exact bytes of everything that a server sends about a finished match."""

    file: bytes
    text: str
    log: list[bytes]
    replay: list[bytes]
    views: list[bytes]
    """The views after each record since the start."""
    standing: bytes
    result: bytes


async def replies_about(person: Person, match_id: str) -> Replies:
    match = (await person.lobby.GetMatch(GetMatchRequest(match_id=match_id))).match
    started = len(match.seats) + 1
    archive = person.archive
    return Replies(
        b"".join(
            [each.chunk async for each in archive.ExportMatch(pb.ExportMatchRequest(match_id=match_id))]
        ),
        (await archive.ExportText(pb.ExportTextRequest(match_id=match_id, language="en"))).text,
        [
            entry.SerializeToString(deterministic=True)
            async for page in archive.ReadLog(pb.ReadLogRequest(match_id=match_id))
            for entry in page.entries
        ],
        [
            frame.SerializeToString(deterministic=True)
            async for page in archive.Replay(
                pb.ReplayRequest(
                    match_id=match_id,
                    interval_ms=0,
                    speed_percent=10000,
                    views=True,
                    texts=True,
                    language="en",
                )
            )
            for frame in page.frames
        ],
        [
            (await archive.ViewAt(pb.ViewAtRequest(match_id=match_id, record=record))).SerializeToString(
                deterministic=True
            )
            for record in range(started, match.record_count)
        ],
        (await person.play.GetView(GetViewRequest(match_id=match_id))).SerializeToString(deterministic=True),
        match.result.SerializeToString(deterministic=True),
    )


def without_name_sources(replies: Replies) -> Replies:
    """Return the replies without the sources of the players' names: an import knows the names from the file alone."""
    replay = []
    for each in replies.replay:
        frame = Frame.FromString(each)
        if frame.HasField("opened"):
            frame.opened.ClearField("name_sources")
        # Each server signs with its own key.
        if frame.HasField("ended"):
            frame.ended.ClearField("receipt")
        replay.append(frame.SerializeToString(deterministic=True))
    return replace(replies, replay=replay)


@dataclass
class Recorded:
    """A finished match of this build, and the store that it lies in."""

    data: Path
    match_id: str
    replies: Replies


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    return asyncio.run(record(tmp_path_factory.mktemp("recorded") / "data"))


async def record(data: Path) -> Recorded:
    with running(data, *FLAGS) as server:
        async with people(server.address, 2) as tilths, channel_to(server.address) as channel:
            match = await begun(tilths, rounds="5", tremor="true")
            await played(tilths, match.id, [random_bot(0), random_bot(1)])
            replies = await replies_about(await somebody(channel), match.id)
        assert server.stop() == 0
        assert_calm(server)
    return Recorded(data, match.id, replies)


def verify(data: Path) -> "subprocess.CompletedProcess[str]":
    """`tilth-server verify` of the build that is in use."""
    words = (sys.executable, "-m", "tilth_server.main", "verify", "--data", str(data))
    return subprocess.run(words, capture_output=True, text=True, timeout=240, check=False)


@contextmanager
def other_build(place: Path, **constants: int) -> Iterator[None]:
    """Let servers that start inside the block have these constants, and a simulator that must not be called."""
    build = Build(place).with_port(SILENT).with_physics(**constants)
    with build.used():
        yield
    assert not build.was_called


async def test_a_recorded_match_is_sent_in_the_same_bytes_on_other_wood(
    recorded: Recorded, tmp_path: Path
) -> None:
    with other_build(tmp_path / "build", **OTHER_WOOD):
        with running(recorded.data, *FLAGS) as server:
            async with channel_to(server.address) as channel:
                person = await somebody(channel)
                assert await replies_about(person, recorded.match_id) == recorded.replies
                await assert_proven(person, recorded.match_id)
            assert server.stop() == 0
            assert_calm(server)
        done = verify(recorded.data)
        assert done.returncode == 0, done.stdout


async def test_a_server_of_other_wood_takes_it_in_and_tells_the_same(
    recorded: Recorded, tmp_path: Path
) -> None:
    with (
        other_build(tmp_path / "build", **OTHER_WOOD),
        running(tmp_path / "file", *FLAGS) as by_file,
        running(tmp_path / "text", *FLAGS) as by_text,
    ):
        async with channel_to(by_file.address) as channel:
            person = await somebody(channel)
            pieces = iter([pb.ImportMatchRequest(chunk=recorded.replies.file)])
            assert (await person.archive.ImportMatch(pieces)).match_id == recorded.match_id
            replies = without_name_sources(await replies_about(person, recorded.match_id))
            assert replies == without_name_sources(recorded.replies)
            await assert_proven(person, recorded.match_id)
        async with channel_to(by_text.address) as channel:
            person = await somebody(channel)
            made = await person.archive.ImportText(pb.ImportTextRequest(text=recorded.replies.text))
            assert made.match_id == recorded.match_id
            assert (await replies_about(person, recorded.match_id)).log == recorded.replies.log


async def test_a_match_continues_on_its_own_wood_when_the_server_has_other_wood(tmp_path: Path) -> None:
    with running(tmp_path / "data", *FLAGS) as server:
        async with people(server.address, 2) as tilths:
            calm = await begun(tilths, rounds="5")
            await played(tilths, calm.id, [random_bot(0), random_bot(1)])
            build = Build(tmp_path / "build").with_port(HELD).with_physics(**OTHER_WOOD)
            with build.used():
                match = await begun(tilths, rounds="5")
                plan = KillPlan(server, build, [Blow(90, FLICKING)], 4)
                await played(tilths, match.id, [plan.bound(random_bot(0)), plan.bound(random_bot(1))])
            before, after = [
                [list(record.facts) for record in await records_of(tilths[0], each.id)]
                for each in (calm, match)
            ]
            assert after == before
        async with channel_to(server.address) as channel:
            await assert_proven(await somebody(channel), match.id)
