"""Facts that a page needs besides the records: who watches, which record is one's own, how one registers."""

from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import grpc
import pytest

from tests.server.play.streams import Stream
from tests.server.serve.full_server import (
    Person,
    RunningServer,
    answer,
    full_server,
    new_match,
    open_decision,
)
from tests.server.serve.games import orchard
from tilth.v1 import lobby_pb2
from tilth.v1 import play_pb2 as pb
from tilth_server.matches import presence_frames
from tilth_server.settings import Registration


async def test_a_stranger_learns_how_one_registers(tmp_path: Path) -> None:
    for rule, word in (
        (Registration.OPEN, lobby_pb2.REGISTRATION_RULE_OPEN),
        (Registration.INVITATION, lobby_pb2.REGISTRATION_RULE_INVITATION),
        (Registration.CLOSED, lobby_pb2.REGISTRATION_RULE_CLOSED),
    ):
        async with full_server(tmp_path / rule, orchard(), registration=rule) as running:
            stranger = Person(running.channel, "")
            info = (await stranger.lobby.GetServerInfo(lobby_pb2.GetServerInfoRequest())).server
            assert info.registration == word


async def test_the_watchers_of_a_match_are_counted(
    running: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence_frames, "WATCHERS_SECONDS", 0.05)
    ann, ben = await running.person("Ann"), await running.person("Ben")
    match = await new_match(ann, ben)
    mine, watcher, other = (Stream(running, ann) for _ in range(3))
    await mine.open(match, seat=0, presence=True)
    assert (await mine.until("presence")).presence.watchers == 0
    await watcher.open(match, presence=True)
    assert (await watcher.until("presence")).presence.watchers == 1
    assert (await mine.until("presence")).presence.watchers == 1
    assert (await watcher.until("presence")).presence.watchers == 1
    await other.open(match)
    for stream in (mine, watcher):
        assert (await stream.until("presence")).presence.watchers == 2
    watcher.call.cancel()
    other.call.cancel()
    while (await mine.until("presence")).presence.watchers:
        pass


async def test_a_channel_says_which_record_its_seat_answered_last(running: RunningServer) -> None:
    ann, ben = await running.person("Ann"), await running.person("Ben")
    match = await new_match(ann, ben)

    async def caught_up(**opening: Any) -> pb.CaughtUp:
        stream = Stream(running, ann)
        await stream.open(match, **opening)
        found = (await stream.until("caught_up")).caught_up
        stream.call.cancel()
        return found

    assert not (await caught_up(seat=0)).HasField("own_record")
    given = {0: 0, 1: 0}
    random = Random(1)
    for _ in range(2):
        for seat, person in enumerate((ann, ben)):
            decision = await open_decision(person, match, seat)
            if decision is not None:
                given[seat] = (await answer(person, match, seat, decision, random)).records[-1]
    assert (await caught_up(seat=0)).own_record == given[0] > 0
    assert not (await caught_up()).HasField("own_record")
    undo = pb.UndoRequest(match_id=match, seat=1, request_id="back")
    with suppress(grpc.aio.AioRpcError):
        given[1] = (await ben.play.Undo(undo)).record
    stream = Stream(running, ben)
    await stream.open(match, seat=1)
    assert (await stream.until("caught_up")).caught_up.own_record == given[1]


async def test_a_view_says_which_record_its_seat_answered_last(running: RunningServer) -> None:
    ann, ben = await running.person("Ann"), await running.person("Ben")
    match = await new_match(ann, ben)

    async def view(person: Person, seat: int | None) -> pb.GetViewResponse:
        found: pb.GetViewResponse = await person.play.GetView(pb.GetViewRequest(match_id=match, seat=seat))
        return found

    assert not (await view(ann, 0)).HasField("own_record")
    decision = await open_decision(ann, match, 0)
    assert decision is not None
    given = (await answer(ann, match, 0, decision, Random(1))).records[-1]
    assert (await view(ann, 0)).own_record == given > 0
    assert not (await view(ben, None)).HasField("own_record")
