"""Attend streams of a test, with the frames that they have received."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

import grpc

from tests.server.serve.full_server import SECONDS, Person, RunningServer
from tests.server.serve.one_service import bearer
from tilth.v1 import play_pb2 as pb

ATTEND = "/tilth.v1.PlayService/Attend"


class Stream:
    """One Attend call of a person."""

    def __init__(
        self, running: RunningServer, person: Person, *, channel: grpc.aio.Channel | None = None
    ) -> None:
        self.call: Any = (channel or running.channel).stream_stream(ATTEND)(metadata=bearer(person.token))
        self.frames: list[pb.Frame] = []
        self._unread: list[pb.Frame] = []

    async def send(self, *messages: pb.Command) -> None:
        await self.call.write(pb.AttendRequest(commands=messages).SerializeToString())

    async def open(self, match: str, channel: int = 1, **opening: Any) -> None:
        await self.send(pb.Command(channel=channel, open=pb.OpenChannel(match_id=match, **opening)))

    async def answer(self, decision: Any, *chosen: int, channel: int = 1, request_id: str = "") -> None:
        answer = pb.Answer(
            request_id=request_id or f"{channel}/{decision.id}",
            decision_id=decision.id,
            picks=chosen or decision.default_picks,
            numbers=decision.default_numbers,
        )
        await self.send(pb.Command(channel=channel, answer=answer))

    async def receive(self) -> pb.Frame:
        """Return the next frame; raise EOFError at the end of the stream."""
        while not self._unread:
            try:
                raw = await asyncio.wait_for(self.call.read(), SECONDS)
            except grpc.aio.AioRpcError as error:
                raise EOFError(error.code()) from error
            if not isinstance(raw, bytes):
                raise EOFError(await self.call.code())
            self._unread += pb.AttendResponse.FromString(raw).frames
        self.frames.append(self._unread.pop(0))
        return self.frames[-1]

    async def until(self, holds: Callable[[pb.Frame], bool] | str) -> pb.Frame:
        """The next frame of this kind, or for which this holds."""
        while True:
            received = await self.receive()
            if received.WhichOneof("payload") == holds if isinstance(holds, str) else holds(received):
                return received

    async def code(self) -> grpc.StatusCode:
        """Read the stream to its end and return its status code."""
        try:
            while True:
                await self.receive()
        except EOFError:
            code: grpc.StatusCode = await self.call.code()
            return code


def asked_by(received: pb.Frame) -> Any:
    """The decision a frame asks, if it asks one."""
    source: Any = received.caught_up if received.HasField("caught_up") else received.update
    return source.decision if source.HasField("decision") else None


def some_answer(decision: Any, channel: int, random: Random) -> pb.Command:
    """An answer within the bounds."""
    answer = pb.Answer(request_id=f"{channel}/{decision.id}", decision_id=decision.id)
    if decision.quantities:
        answer.numbers.extend(random.randint(each.min, each.max) for each in decision.quantities)
    else:
        count = random.randint(decision.min_picks, min(decision.max_picks, len(decision.options)))
        answer.picks.extend(option.id for option in random.sample(list(decision.options), count))
    return pb.Command(channel=channel, answer=answer)
