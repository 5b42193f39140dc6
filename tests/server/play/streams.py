"""Attend streams of a test: what is said on them, and what is heard."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

import grpc

from tests.server.serve.small import bearer
from tests.server.serve.whole import SECONDS, Person, Running
from tilth.v1 import play_pb2 as pb

ATTEND = "/tilth.v1.PlayService/Attend"


class Stream:
    """One Attend call of a person."""

    def __init__(self, running: Running, person: Person, *, channel: grpc.aio.Channel | None = None) -> None:
        self.call: Any = (channel or running.channel).stream_stream(ATTEND)(metadata=bearer(person.token))
        self.heard: list[pb.Told] = []
        self._unread: list[pb.Told] = []

    async def say(self, *said: pb.Said) -> None:
        await self.call.write(pb.AttendRequest(said=said).SerializeToString())

    async def open(self, match: str, channel: int = 1, **opening: Any) -> None:
        await self.say(pb.Said(channel=channel, open=pb.Open(match_id=match, **opening)))

    async def answer(self, decision: Any, *chosen: int, channel: int = 1, request_id: str = "") -> None:
        answer = pb.Answer(
            request_id=request_id or f"{channel}/{decision.id}",
            decision=decision.id,
            chosen=chosen or decision.default_chosen,
            measured=decision.default_measured,
        )
        await self.say(pb.Said(channel=channel, answer=answer))

    async def hear(self) -> pb.Told:
        """The next frame; EOFError at the end of the stream."""
        while not self._unread:
            try:
                raw = await asyncio.wait_for(self.call.read(), SECONDS)
            except grpc.aio.AioRpcError as error:
                raise EOFError(error.code()) from error
            if not isinstance(raw, bytes):
                raise EOFError(await self.call.code())
            self._unread += pb.AttendResponse.FromString(raw).told
        self.heard.append(self._unread.pop(0))
        return self.heard[-1]

    async def until(self, holds: Callable[[pb.Told], bool] | str) -> pb.Told:
        """The next frame of this kind, or for which this holds."""
        while True:
            told = await self.hear()
            if told.WhichOneof("what") == holds if isinstance(holds, str) else holds(told):
                return told

    async def code(self) -> grpc.StatusCode:
        """How the stream ended, once everything has been heard."""
        try:
            while True:
                await self.hear()
        except EOFError:
            code: grpc.StatusCode = await self.call.code()
            return code


def asked_by(told: pb.Told) -> Any:
    """The decision a frame asks, if it asks one."""
    source: Any = told.caught_up if told.HasField("caught_up") else told.happened
    return source.asked if source.HasField("asked") else None


def some_answer(decision: Any, channel: int, random: Random) -> pb.Said:
    """An answer within the bounds."""
    answer = pb.Answer(request_id=f"{channel}/{decision.id}", decision=decision.id)
    if decision.quantities:
        answer.measured.extend(random.randint(each.low, each.high) for each in decision.quantities)
    else:
        count = random.randint(decision.least, min(decision.most, len(decision.options)))
        answer.chosen.extend(option.id for option in random.sample(list(decision.options), count))
    return pb.Said(channel=channel, answer=answer)
