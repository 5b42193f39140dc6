"""A server killed in the middle of play: every confirmed answer is there afterwards, once."""

import asyncio
import signal
from pathlib import Path
from random import Random
from types import NoneType
from typing import Any

import grpc
import pytest

from tests.server.serve.full_server import Person
from tests.server.serve.one_service import SECONDS, bearer, until
from tests.server.serve.process import serving
from tilth.v1 import lobby_pb2, players_pb2, record_pb2
from tilth.v1 import play_pb2 as pb
from tilth_server.store.sqlite import SqliteStreams

MATCHES = 8
KILLS = 3
GONE = (NoneType, grpc.aio.AioRpcError, asyncio.InvalidStateError)
"""Types that tell of a stream's end: a read returns or raises one of the first two, a write at that moment raises
the last."""


class Bots:
    """Both seats of some matches on one stream, playing as fast as they can."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.token = ""
        self.matches: list[str] = []
        self.confirmed: dict[tuple[str, str], int] = {}
        """The record of each answer that was confirmed, by match and request id."""
        self.unconfirmed: dict[tuple[str, int], pb.Answer] = {}

    async def settle_in(self, address: str) -> None:
        async with grpc.aio.insecure_channel(address) as channel:
            reply = await Person(channel, "").players.Register(players_pb2.RegisterRequest(name="Bots"))
            self.token = reply.token
            person = Person(channel, self.token)
            for _ in range(MATCHES):
                made = await person.lobby.CreateMatch(
                    lobby_pb2.CreateMatchRequest(
                        game=self.game, seat_count=2, take_seats=[0, 1], start_when_full=True
                    )
                )
                self.matches.append(made.match.id)

    async def play(self, address: str) -> None:
        """Play until the server is gone. Answers that were not confirmed before are sent again with the openings."""
        async with grpc.aio.insecure_channel(address) as channel:
            call: Any = channel.stream_stream("/tilth.v1.PlayService/Attend")(metadata=bearer(self.token))
            await self._send(call, list(self._openings()))
            while True:
                raw = await call.read()
                if not isinstance(raw, bytes):
                    return
                answers = []
                for received in pb.AttendResponse.FromString(raw).frames:
                    answers += self._hear(received)
                if answers:
                    await self._send(call, answers)

    def _openings(self) -> Any:
        for number, match in enumerate(self.matches):
            for seat in (0, 1):
                channel = 2 * number + seat
                yield pb.Command(channel=channel, open=pb.OpenChannel(match_id=match, seat=seat))
                again = self.unconfirmed.get((match, seat))
                if again is not None:
                    yield pb.Command(channel=channel, answer=again)

    def _hear(self, received: pb.Frame) -> list[pb.Command]:
        match, seat = self.matches[received.channel // 2], received.channel % 2
        request = received.update.accepted_request_id or received.accepted.request_id
        if request:
            known = self.confirmed.setdefault((match, request), received.record)
            assert known == received.record, "the first reply again"
            self.unconfirmed.pop((match, seat), None)
        assert not received.refused.reason, received
        decision = received.caught_up.decision if received.HasField("caught_up") else received.update.decision
        if not decision.id or (match, seat) in self.unconfirmed:
            return []
        answer = pb.Answer(
            request_id=f"{seat}/{decision.id}",
            decision_id=decision.id,
            picks=decision.default_picks,
            numbers=decision.default_numbers,
        )
        self.unconfirmed[match, seat] = answer
        return [pb.Command(channel=received.channel, answer=answer)]

    async def _send(self, call: Any, answers: list[pb.Command]) -> None:
        await call.write(pb.AttendRequest(commands=answers).SerializeToString())


async def stored(data: Path, match: str) -> dict[str, list[int]]:
    """The records of each request in the log."""
    store = await SqliteStreams.open(data)
    try:
        found: dict[str, list[int]] = {}
        async for record in store.read(f"match/{match}"):
            cause = record_pb2.Record.FromString(record.body)
            if cause.HasField("answered"):
                found.setdefault(cause.answered.request_id, []).append(record.number)
        return found
    finally:
        await store.close()


@pytest.mark.parametrize("game", ["petrichor", "sonora"])
async def test_every_confirmed_answer_survives_a_kill_and_none_is_doubled(tmp_path: Path, game: str) -> None:
    """In Sonora's matches there is always somebody who waits for a disc to come to rest."""
    bots, random = Bots(game), Random(4)
    for _ in range(KILLS):
        async with serving(tmp_path) as server:
            if not bots.matches:
                await bots.settle_in(server.address)
            playing = asyncio.ensure_future(bots.play(server.address))
            await until(lambda playing=playing: bool(bots.confirmed) or playing.done())  # type: ignore[misc]
            assert bots.confirmed
            await asyncio.sleep(random.uniform(0.1, 0.3))
            server.process.send_signal(signal.SIGKILL)
            await server.process.communicate()
            await asyncio.wait([playing], timeout=SECONDS)
            assert playing.done()
            assert isinstance(playing.exception(), GONE)
        for match in bots.matches:
            log = await stored(tmp_path, match)
            assert all(len(records) == 1 for records in log.values()), "nothing was recorded twice"
            for (of, request), record in bots.confirmed.items():
                if of == match:
                    assert log[request] == [record]
