"""Bots that cost almost nothing: they give each decision's default answer, and count the frames they receive."""

import asyncio
import itertools
from abc import ABC, abstractmethod
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


class AnyAttendance(ABC):
    """One Attend stream over any transport: opens seats, answers for them, and returns the frames it receives."""

    def __init__(self) -> None:
        self.numbers = itertools.count(1)
        self.requests = itertools.count(1)

    @abstractmethod
    async def send(self, commands: list[play_pb2.Command]) -> None: ...

    @abstractmethod
    async def receive(self) -> play_pb2.AttendResponse: ...

    @abstractmethod
    async def leave(self) -> None: ...

    def opening(self, match_id: str, seat: int | None) -> play_pb2.Command:
        command = play_pb2.Command(channel=next(self.numbers))
        command.open.match_id = match_id
        if seat is not None:
            command.open.seat = seat
        return command

    def answering(self, channel: int, decision: "play_pb2.Update | play_pb2.CaughtUp") -> play_pb2.Command:
        asked = decision.decision
        command = play_pb2.Command()
        command.channel = channel
        answer = command.answer
        answer.request_id = str(next(self.requests))
        answer.decision_id = asked.id
        if asked.quantities:
            answer.numbers.extend(asked.default_numbers)
        elif asked.max_picks and asked.options:
            # The defaults alone would pass at once; the first options play on.
            picks = max(asked.min_picks, min(1, asked.max_picks))
            answer.picks.extend(
                asked.default_picks if asked.min_picks > 1 else [o.id for o in asked.options[:picks]]
            )
        return command


class Attendance(AnyAttendance):
    """A stream over gRPC."""

    def __init__(self, channel: aio.Channel, who: Metadata) -> None:
        super().__init__()
        self.call = channel.stream_stream(
            ATTEND,
            request_serializer=play_pb2.AttendRequest.SerializeToString,
            response_deserializer=play_pb2.AttendResponse.FromString,
        )(metadata=who)

    async def send(self, commands: list[play_pb2.Command]) -> None:
        await self.call.write(play_pb2.AttendRequest(commands=commands))

    async def receive(self) -> play_pb2.AttendResponse:
        heard = await self.call.read()
        if not isinstance(heard, play_pb2.AttendResponse):
            raise ConnectionError(f"the server ended the stream: {await self.call.details()}")
        return heard

    async def leave(self) -> None:
        self.call.cancel()


class Crowd:
    """Matches kept going, `live` at a time, each with two seats; an answer counts when both seats have it."""

    def __init__(self, matches: list[str], live: int, spread: Callable[[str, int], AnyAttendance]) -> None:
        self.matches = iter(matches)
        self.spread = spread
        self.live = live
        self.heard: dict[tuple[str, int], int] = {}
        self.seats: dict[tuple[int, int], str] = {}
        self.answers = 0
        self.over = 0

    def next_match(self) -> list[tuple[AnyAttendance, play_pb2.Command]]:
        match = next(self.matches)
        openings = []
        for seat in (0, 1):
            attendance = self.spread(match, seat)
            command = attendance.opening(match, seat)
            self.seats[id(attendance), command.channel] = match
            openings.append((attendance, command))
        return openings

    def take(
        self, attendance: AnyAttendance, response: play_pb2.AttendResponse
    ) -> list[tuple[AnyAttendance, play_pb2.Command]]:
        out: list[tuple[AnyAttendance, play_pb2.Command]] = []
        for frame in response.frames:
            payload = frame.WhichOneof("payload")
            if payload == "update":
                update = frame.update
                key = (self.seats[id(attendance), frame.channel], frame.record)
                if self.heard.pop(key, 0):
                    self.answers += 1
                else:
                    self.heard[key] = 1
                if update.HasField("decision"):
                    out.append((attendance, attendance.answering(frame.channel, update)))
            elif payload == "caught_up":
                if frame.caught_up.HasField("decision"):
                    out.append((attendance, attendance.answering(frame.channel, frame.caught_up)))
            elif payload == "ended":
                self.over += 1
                if self.over % 2 == 0:
                    out += self.next_match()
            elif payload in ("refused", "cut_off"):
                raise RuntimeError(str(frame))
        return out

    async def run(self, attendances: list[AnyAttendance], seconds: float, warm_up: float) -> float:
        """Answers a second."""
        waiting: dict[int, list[play_pb2.Command]] = {id(a): [] for a in attendances}
        awake = {id(a): asyncio.Event() for a in attendances}

        def post(messages: list[tuple[AnyAttendance, play_pb2.Command]]) -> None:
            for attendance, command in messages:
                waiting[id(attendance)].append(command)
                awake[id(attendance)].set()

        async def write(attendance: AnyAttendance) -> None:
            while True:
                await awake[id(attendance)].wait()
                awake[id(attendance)].clear()
                batch, waiting[id(attendance)] = waiting[id(attendance)], []
                await attendance.send(batch)

        async def read(attendance: AnyAttendance) -> None:
            while True:
                post(self.take(attendance, await attendance.receive()))

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
            await attendance.leave()
        return rate

    async def _sleep(self, seconds: float, tasks: list[asyncio.Task[None]]) -> None:
        """Let them play; a task that failed fails the measurement."""
        done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()
