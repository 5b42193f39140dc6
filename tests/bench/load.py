"""Bots that cost next to nothing: they give every decision's default answer, and count what they are told."""

import asyncio
import itertools
from collections.abc import Callable, Mapping

from grpc import aio

from tests.bench.measurement import wall
from tilth.v1 import lobby_pb2, lobby_pb2_grpc, play_pb2, players_pb2, players_pb2_grpc

Metadata = tuple[tuple[str, str], ...]

ATTEND = "/tilth.v1.PlayService/Attend"
SETTINGS = {"long_form": "true"}


async def register(channel: aio.Channel, name: str) -> Metadata:
    """A new player, and what its calls carry."""
    stub = players_pb2_grpc.PlayersServiceStub(channel)
    reply = await stub.Register(players_pb2.RegisterRequest(name=name, request_id=name))
    return (("authorization", f"Bearer {reply.token}"),)


async def create_matches(
    channel: aio.Channel,
    who: Metadata,
    count: int,
    seats: int = 2,
    game: str = "petrichor",
    settings: Mapping[str, str] = SETTINGS,
) -> list[str]:
    """Matches that begin at once, all seats held by one player."""
    stub = lobby_pb2_grpc.LobbyServiceStub(channel)
    gate = asyncio.Semaphore(32)

    async def create(number: int) -> str:
        async with gate:
            reply = await stub.CreateMatch(
                lobby_pb2.CreateMatchRequest(
                    game=game,
                    settings=settings,
                    seat_count=seats,
                    take_seats=range(seats),
                    start_when_full=True,
                ),
                metadata=who,
            )
            return str(reply.match.id)

    return list(await asyncio.gather(*(create(number) for number in range(count))))


class Attendance:
    """One Attend stream: opens seats, answers for them, and tells what it hears."""

    def __init__(self, channel: aio.Channel, who: Metadata) -> None:
        self.call = channel.stream_stream(
            ATTEND,
            request_serializer=play_pb2.AttendRequest.SerializeToString,
            response_deserializer=play_pb2.AttendResponse.FromString,
        )(metadata=who)
        self.numbers = itertools.count(1)
        self.requests = itertools.count(1)

    def opening(self, match_id: str, seat: int | None) -> play_pb2.Said:
        said = play_pb2.Said(channel=next(self.numbers))
        said.open.match_id = match_id
        if seat is not None:
            said.open.seat = seat
        return said

    def answering(self, channel: int, decision: "play_pb2.Happened | play_pb2.CaughtUp") -> play_pb2.Said:
        asked = decision.asked
        said = play_pb2.Said()
        said.channel = channel
        answer = said.answer
        answer.request_id = str(next(self.requests))
        answer.decision = asked.id
        if asked.quantities:
            answer.measured.extend(asked.default_measured)
        elif asked.most and asked.options:
            # The defaults alone would pass at once; the first options play on.
            picks = max(asked.least, min(1, asked.most))
            answer.chosen.extend(
                asked.default_chosen if asked.least > 1 else [o.id for o in asked.options[:picks]]
            )
        return said

    async def say(self, said: list[play_pb2.Said]) -> None:
        await self.call.write(play_pb2.AttendRequest(said=said))

    async def hear(self) -> play_pb2.AttendResponse:
        heard = await self.call.read()
        if not isinstance(heard, play_pb2.AttendResponse):
            raise ConnectionError(f"the server ended the stream: {await self.call.details()}")
        return heard


class Crowd:
    """Matches kept going, `live` at a time, each with two seats; an answer counts when both seats have it."""

    def __init__(self, matches: list[str], live: int, spread: Callable[[str, int], Attendance]) -> None:
        self.matches = iter(matches)
        self.spread = spread
        self.live = live
        self.heard: dict[tuple[str, int], int] = {}
        self.seats: dict[tuple[int, int], str] = {}
        self.answers = 0
        self.over = 0

    def next_match(self) -> list[tuple[Attendance, play_pb2.Said]]:
        match = next(self.matches)
        openings = []
        for seat in (0, 1):
            attendance = self.spread(match, seat)
            said = attendance.opening(match, seat)
            self.seats[id(attendance), said.channel] = match
            openings.append((attendance, said))
        return openings

    def take(
        self, attendance: Attendance, response: play_pb2.AttendResponse
    ) -> list[tuple[Attendance, play_pb2.Said]]:
        out: list[tuple[Attendance, play_pb2.Said]] = []
        for told in response.told:
            what = told.WhichOneof("what")
            if what == "happened":
                happened = told.happened
                key = (self.seats[id(attendance), told.channel], told.record)
                if self.heard.pop(key, 0):
                    self.answers += 1
                else:
                    self.heard[key] = 1
                if happened.HasField("asked"):
                    out.append((attendance, attendance.answering(told.channel, happened)))
            elif what == "caught_up":
                if told.caught_up.HasField("asked"):
                    out.append((attendance, attendance.answering(told.channel, told.caught_up)))
            elif what == "ended":
                self.over += 1
                if self.over % 2 == 0:
                    out += self.next_match()
            elif what in ("refused", "cut_off"):
                raise RuntimeError(str(told))
        return out

    async def run(self, attendances: list[Attendance], seconds: float, warm_up: float) -> float:
        """Answers a second."""
        waiting: dict[int, list[play_pb2.Said]] = {id(a): [] for a in attendances}
        awake = {id(a): asyncio.Event() for a in attendances}

        def post(messages: list[tuple[Attendance, play_pb2.Said]]) -> None:
            for attendance, said in messages:
                waiting[id(attendance)].append(said)
                awake[id(attendance)].set()

        async def write(attendance: Attendance) -> None:
            while True:
                await awake[id(attendance)].wait()
                awake[id(attendance)].clear()
                batch, waiting[id(attendance)] = waiting[id(attendance)], []
                await attendance.say(batch)

        async def read(attendance: Attendance) -> None:
            while True:
                post(self.take(attendance, await attendance.hear()))

        tasks = [asyncio.create_task(job(a)) for a in attendances for job in (read, write)]
        for _ in range(self.live):
            post(self.next_match())
        await self._sleep(warm_up, tasks)
        begun, before = wall(), self.answers
        await self._sleep(seconds, tasks)
        rate = (self.answers - before) / (wall() - begun)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for attendance in attendances:
            attendance.call.cancel()
        return rate

    async def _sleep(self, seconds: float, tasks: list[asyncio.Task[None]]) -> None:
        """Let them play; a task that failed fails the measurement."""
        done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()
