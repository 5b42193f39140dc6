"""The process of those who only want to play: the measured player, and bystanders who must not be disturbed.

The measured player makes one call after the other, most of them GetView. They are several accounts taking turns,
because one may make 200 calls a second only. Each account follows its own match on an Attend stream.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from time import perf_counter
from typing import Any

import grpc
import uvloop

from tests.attack.processes import obey
from tests.e2e.people import OPTIONS, Person, Stream, answer_to, bearer
from tilth.v1 import lobby_pb2, play_pb2
from tilth.v1.decision_pb2 import Decision

ANSWER_ONE_IN = 100
"""Calls: the rest are views."""
CALL_SECONDS = 20.0
SETTINGS = {"long_form": "true"}


@dataclass
class Health:
    """Counts of faults that must not happen to a player while others attack."""

    disconnected: int = 0
    """Streams that ended."""
    failed: int = 0
    """Calls that were not answered."""
    out_of_order: int = 0
    """Records that a stream skipped or sent twice."""
    updates: int = 0
    """Records that arrived on streams."""


class Follower:
    """An Attend stream that is read all the time. It opens a match, and then another when that one has ended."""

    def __init__(self, person: Person, health: Health) -> None:
        self._person = person
        self._health = health
        self._stream = Stream(person.play.Attend())
        self._channels = count(1)
        self._next: dict[int, int] = {}
        """The record that is to come next, by channel."""
        self._first_frame = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    async def follow(self, match_id: str, seat: int | None = None) -> None:
        channel = next(self._channels)
        self._next[channel] = 0
        await self._stream.open(channel, match_id, seat, from_record=0)
        self._first_frame.clear()
        await asyncio.wait(
            [self._reading, asyncio.create_task(self._first_frame.wait())],
            timeout=CALL_SECONDS,
            return_when=asyncio.FIRST_COMPLETED,
        )

    async def _read(self) -> None:
        try:
            async for frame in self._stream:
                if frame.HasField("update"):
                    self._health.updates += 1
                    self._health.out_of_order += frame.record != self._next[frame.channel]
                    self._next[frame.channel] = frame.record + 1
                    self._first_frame.set()
        except grpc.aio.AioRpcError:
            pass
        self._health.disconnected += 1


class Measured:
    """One account of the measured player: both seats of a match."""

    def __init__(self, person: Person, match_id: str, health: Health) -> None:
        self.person = person
        self.match_id = match_id
        self._health = health
        self._view = person.channel.unary_unary("/tilth.v1.PlayService/GetView")
        self._answer = person.channel.unary_unary("/tilth.v1.PlayService/Answer")
        self._create = person.channel.unary_unary("/tilth.v1.LobbyService/CreateMatch")
        self._metadata = bearer(person.token)
        self._requests = count(1)
        self.follower = Follower(person, health)

    async def view(self, seat: int) -> tuple[float, play_pb2.GetViewResponse]:
        """Ask for a view; return the time it took and the reply."""
        request = play_pb2.GetViewRequest(match_id=self.match_id, seat=seat)
        took, raw = await self._timed(self._view, request.SerializeToString())
        return took, play_pb2.GetViewResponse.FromString(raw)

    async def answer(self, seat: int, decision: Decision) -> float:
        answers = [answer_to(decision, f"r{next(self._requests)}")]
        request = play_pb2.AnswerRequest(match_id=self.match_id, seat=seat, answers=answers)
        return (await self._timed(self._answer, request.SerializeToString()))[0]

    async def another_match(self) -> None:
        request = lobby_pb2.CreateMatchRequest(
            game="petrichor", settings=SETTINGS, seat_count=2, take_seats=[0, 1], start_when_full=True
        )
        _, raw = await self._timed(self._create, request.SerializeToString())
        if raw:
            self.match_id = lobby_pb2.CreateMatchResponse.FromString(raw).match.id
            await self.follower.follow(self.match_id)

    async def _timed(self, method: Any, request: bytes) -> tuple[float, bytes]:
        began = perf_counter()
        try:
            reply: bytes = await method(request, metadata=self._metadata, timeout=CALL_SECONDS)
        except grpc.aio.AioRpcError:
            self._health.failed += 1
            reply = b""
        return perf_counter() - began, reply


class Company:
    """Everybody in this process."""

    def __init__(self) -> None:
        self.health = Health()
        self._accounts: list[Measured] = []
        self._bystanders: list[Follower] = []
        self._calls = count(1)

    async def come(self, command: dict[str, Any]) -> dict[str, Any]:
        """Connect. Accounts share a connection, as a program's do; every bystander has their own."""
        address = command["address"]
        channel = grpc.aio.insecure_channel(address, options=OPTIONS)
        for token, match_id in command["accounts"]:
            account = Measured(Person(channel, token), match_id, self.health)
            await account.follower.follow(match_id)
            self._accounts.append(account)
        for token, match_id, seat in command["bystanders"]:
            own = grpc.aio.insecure_channel(address, options=OPTIONS)
            bystander = Follower(Person(own, token), self.health)
            await bystander.follow(match_id, seat)
            self._bystanders.append(bystander)
        return {}

    async def measure(self, command: dict[str, Any]) -> dict[str, Any]:
        """Make the wanted number of calls within the wanted seconds; return the milliseconds that they took."""
        views: list[float] = []
        answers: list[float] = []
        began = perf_counter()
        until, rate = began + command["seconds"], command.get("rate", 0)
        for account in self._turns():
            if len(views) + len(answers) >= command["calls"] or perf_counter() > until:
                break
            if rate:
                await asyncio.sleep(began + (len(views) + len(answers)) / rate - perf_counter())
            number = next(self._calls)
            took, view = await account.view(number // len(self._accounts) % 2)
            views.append(took)
            if not view.next_record:  # it failed, and was counted as that
                continue
            if number % ANSWER_ONE_IN < len(self._accounts) and number % len(self._accounts) == 0:
                await self._play_on(account, view, answers)
        return {
            "calls": len(views) + len(answers),
            "p50": 1e3 * percentile(views + answers, 0.50),
            "p99": 1e3 * percentile(views + answers, 0.99),
            "longest": 1e3 * max(views + answers),
            "answer_p50": 1e3 * percentile(answers, 0.5) if answers else 0.0,
        }

    async def report(self, _: dict[str, Any]) -> dict[str, Any]:
        return vars(self.health)

    def _turns(self) -> Iterator[Measured]:
        while True:
            yield from self._accounts

    async def _play_on(self, account: Measured, view: play_pb2.GetViewResponse, answers: list[float]) -> None:
        """Answer for a seat that is asked; begin another match when this one is over."""
        if not view.pending_seats:
            await account.another_match()
            return
        seat = view.pending_seats[0]
        _, asked = await account.view(seat)
        if asked.decision.id:
            answers.append(await account.answer(seat, asked.decision))


def percentile(values: list[float], part: float) -> float:
    return sorted(values)[int(part * (len(values) - 1))]


async def main() -> None:
    company = Company()
    await obey({"come": company.come, "measure": company.measure, "report": company.report})


if __name__ == "__main__":
    uvloop.run(main())
