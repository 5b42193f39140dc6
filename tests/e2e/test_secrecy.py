"""Hidden information is in none of the bytes that a viewer is sent."""

import asyncio
import base64
from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import Any

import grpc
import pytest

from tests.e2e.people import (
    SECONDS,
    Person,
    Refusal,
    bearer,
    channel_to,
    new_match,
    play_on,
    refused,
    somebody,
)
from tests.e2e.serving import ServerProcess
from tilth.games.petrichor.v1 import petrichor_pb2
from tilth.v1 import archive_pb2, lobby_pb2, play_pb2, record_pb2

SECRET_EVENTS = ("cards_dealt", "pack_dealt", "pack_received", "cards_kept")
"""Events whose cards only one seat may see."""


def written(secret: bytes) -> list[bytes]:
    """The ways in which bytes may stand in a message."""
    return [secret, secret.hex().encode(), base64.b64encode(secret), base64.urlsafe_b64encode(secret)]


class Ears:
    """A recorder of all bytes that one person is sent about a match, by each call there is, as they come off the
    wire."""

    def __init__(self, person: Person, match_id: str, seat: int | None) -> None:
        self.person = person
        self.match_id = match_id
        self.seat = seat
        self.heard: list[bytes] = []
        self.frames: list[play_pb2.Frame] = []
        self._metadata = bearer(person.token)

    async def ask(self, path: str, request: Any) -> bytes:
        call = self.person.channel.unary_unary(path)(request.SerializeToString(), metadata=self._metadata)
        reply: bytes = await call
        self.heard.append(reply)
        return reply

    async def listen(self, path: str, request: Any) -> list[bytes]:
        call = self.person.channel.unary_stream(path)(request.SerializeToString(), metadata=self._metadata)
        replies = [reply async for reply in call]
        self.heard += replies
        return replies

    async def fail(self, call: Any) -> Refusal:
        refusal = await refused(call)
        self.heard.append(repr(refusal).encode())
        return refusal

    async def ask_everything(self, records: int) -> None:
        """Make every call that is possible while the match runs."""
        match_id, seat = self.match_id, self.seat
        viewer = archive_pb2.Viewer(spectator=True) if seat is None else archive_pb2.Viewer(seat=seat)
        await self.ask(
            "/tilth.v1.PlayService/GetView", play_pb2.GetViewRequest(match_id=match_id, seat=seat, texts=True)
        )
        await self.ask("/tilth.v1.LobbyService/GetMatch", lobby_pb2.GetMatchRequest(match_id=match_id))
        await self.ask("/tilth.v1.LobbyService/ListMatches", lobby_pb2.ListMatchesRequest(page_size=500))
        await self.listen(
            "/tilth.v1.ArchiveService/ReadLog", archive_pb2.ReadLogRequest(match_id=match_id, seat=seat)
        )
        await self.listen(
            "/tilth.v1.ArchiveService/VerifyMatch", archive_pb2.VerifyMatchRequest(match_id=match_id)
        )
        for record in range(3, records):
            request = archive_pb2.ViewAtRequest(match_id=match_id, record=record, viewer=viewer, texts=True)
            await self.ask("/tilth.v1.ArchiveService/ViewAt", request)
        replay = archive_pb2.ReplayRequest(
            match_id=match_id, viewer=viewer, interval_ms=1, views=True, texts=True
        )
        for reply in await self.listen("/tilth.v1.ArchiveService/Replay", replay):
            self.frames += archive_pb2.ReplayResponse.FromString(reply).frames

    async def attend(self, ready: asyncio.Event) -> None:
        """Follow the match on a stream, from its first record."""
        call: Any = self.person.channel.stream_stream("/tilth.v1.PlayService/Attend")(metadata=self._metadata)
        opening = play_pb2.OpenChannel(
            match_id=self.match_id, seat=self.seat, from_record=0, views=True, texts=True, language="en"
        )
        request = play_pb2.AttendRequest(commands=[play_pb2.Command(channel=1, open=opening)])
        await call.write(request.SerializeToString())
        try:
            while (message := await call.read()) is not grpc.aio.EOF:
                self.heard.append(message)
                frames = play_pb2.AttendResponse.FromString(message).frames
                self.frames += frames
                if any(frame.HasField("caught_up") for frame in frames):
                    ready.set()
        finally:
            call.cancel()

    def views(self) -> Iterator[petrichor_pb2.View]:
        for frame in self.frames:
            for view in (frame.update.view, frame.caught_up.view):
                if view:
                    yield petrichor_pb2.View.FromString(view)

    def events(self) -> Iterator[petrichor_pb2.Event]:
        for frame in self.frames:
            for event in frame.update.events:
                yield petrichor_pb2.Event.FromString(event)

    def decisions(self) -> Iterator[int]:
        """The seats whose decisions were shown."""
        for frame in self.frames:
            for holder in (frame.update, frame.caught_up):
                if holder.HasField("decision"):
                    yield holder.decision.seat


@pytest.mark.parametrize("draft", ["false", "true"])
async def test_nobody_is_sent_what_is_hidden_from_them(server: ServerProcess, draft: str) -> None:
    """No seed, no waiting steps, no draws, no other hands or packs; by no call, and in no refusal."""
    seed = sha256(draft.encode()).digest()
    async with channel_to(server.address) as channel:
        ann, bo, carl = await somebody(channel), await somebody(channel), await somebody(channel)
        match_id = await new_match(ann, bo, seed=seed, settings={"draft": draft})
        ears = [Ears(ann, match_id, 0), Ears(bo, match_id, 1), Ears(carl, match_id, None)]
        ready = [asyncio.Event() for _ in ears]
        listening = [asyncio.create_task(each.attend(event)) for each, event in zip(ears, ready, strict=True)]
        await asyncio.gather(*(event.wait() for event in ready))
        await play_on(match_id, [ann, bo], 45, Random(3))
        match = await ann.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match_id))
        for each in ears:
            await each.ask_everything(match.match.record_count)
            person = each.person
            await each.fail(person.archive.ExportMatch(archive_pb2.ExportMatchRequest(match_id=match_id)))
            other = 1 - (each.seat or 0)
            peek = play_pb2.GetViewRequest(match_id=match_id, seat=other)
            await each.fail(person.play.GetView(peek))
            answer = play_pb2.Answer(request_id="spy", decision_id=9999, picks=[0, 1, 2])
            wrong = play_pb2.AnswerRequest(match_id=match_id, seat=each.seat or 0, answers=[answer])
            await each.fail(person.play.Answer(wrong))
        await asyncio.sleep(0.1)
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)

    for each in ears:
        heard = b"\n".join(each.heard)
        assert len(heard) > 20_000
        for secret in written(seed):
            assert secret not in heard
        seen = 0
        for view in each.views():
            for player in view.players:
                if player.seat != each.seat:
                    assert not player.hand, "another's hand was shown"
                    assert not player.pack
                    assert not player.kept
                else:
                    seen += len(player.hand) + len(player.pack)
        for event in each.events():
            name = event.WhichOneof("event") or ""
            if name in SECRET_EVENTS and getattr(event, name).seat != each.seat:
                assert not getattr(event, name).cards, f"{name} of another seat was shown with its cards"
            elif name in SECRET_EVENTS:
                seen += len(getattr(event, name).cards)
        assert (seen > 0) == (each.seat is not None), "what is one's own is shown"
        assert set(each.decisions()) <= {each.seat}, "another's decision was shown"


async def test_the_log_of_a_running_match_holds_only_what_its_reader_was_sent(
    server: ServerProcess, ann: Person, bo: Person
) -> None:
    match_id = await new_match(ann, bo)
    await play_on(match_id, [ann, bo], 30, Random(5))
    carl = await somebody(ann.channel)
    for person, seat in ((ann, 0), (bo, 1), (carl, None)):
        request = archive_pb2.ReadLogRequest(match_id=match_id, seat=seat)
        entries = [entry async for page in person.archive.ReadLog(request) for entry in page.entries]
        assert len(entries) > 30
        for entry in entries:
            assert not entry.hash, "a hash of secrets is a means to guess them"
            record = record_pb2.Record.FromString(entry.record)
            assert not record.stack_changes
            assert not record.draws
            assert not record.facts
            assert not record.restricted_events
            assert not record.created.seed
            if record.HasField("answered") and record.answered.seat != seat:
                assert not record.answered.picks
                assert not record.answered.request_id


async def test_the_log_of_a_finished_match_shows_everything_to_everybody(
    server: ServerProcess, ann: Person, bo: Person
) -> None:
    """Without this test, the tests above could pass because no frame ever shows anything."""
    seed = sha256(b"shown").digest()
    match_id = await new_match(ann, bo, seed=seed)
    await play_on(match_id, [ann, bo])
    carl = Ears(await somebody(ann.channel), match_id, None)
    await carl.listen("/tilth.v1.ArchiveService/ReadLog", archive_pb2.ReadLogRequest(match_id=match_id))
    await asyncio.wait_for(_until_ended(carl), SECONDS)
    assert sum(frame.ended.seed == seed for frame in carl.frames) == 1
    assert any(seed in piece for piece in carl.heard)


async def _until_ended(ears: Ears) -> None:
    watching = ears.person.channel.unary_stream("/tilth.v1.PlayService/Watch")
    request = play_pb2.WatchRequest(open=play_pb2.OpenChannel(match_id=ears.match_id))
    async for message in watching(request.SerializeToString(), metadata=bearer(ears.person.token)):
        ears.frames += play_pb2.WatchResponse.FromString(message).frames
