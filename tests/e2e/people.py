"""Somebody with a token, on the stubs that protoc makes, and what people do at a server."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

import grpc
from google.rpc.error_details_pb2 import ErrorInfo
from google.rpc.status_pb2 import Status
from grpc_health.v1 import health_pb2

from tilth.v1 import (
    archive_pb2,
    archive_pb2_grpc,
    lobby_pb2,
    lobby_pb2_grpc,
    moderation_pb2_grpc,
    operations_pb2_grpc,
    play_pb2,
    play_pb2_grpc,
    players_pb2,
    players_pb2_grpc,
    record_pb2,
    tournaments_pb2_grpc,
)
from tilth.v1.decision_pb2 import Decision

SECONDS = 60.0
"""The seconds after which a call counts as hung; on a busy machine a good call may take a large part of them."""
OPTIONS = [
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.max_receive_message_length", -1),
    ("grpc.max_send_message_length", -1),
    ("grpc.initial_reconnect_backoff_ms", 50),
    ("grpc.min_reconnect_backoff_ms", 10_000),
    ("grpc.max_reconnect_backoff_ms", 200),
]

_numbers = count(1)


def channel_to(address: str, *options: tuple[str, int]) -> grpc.aio.Channel:
    return grpc.aio.insecure_channel(address, options=[*OPTIONS, *options])


def bearer(token: str) -> tuple[tuple[str, str], ...]:
    return (("authorization", f"Bearer {token}"),) if token else ()


class _Calls:
    """A stub whose calls carry the token and, except for endless streams, a deadline."""

    def __init__(self, stub: Any, token: str) -> None:
        self._stub = stub
        self._metadata = bearer(token)

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._stub, name)
        limit = None if name == "Attend" else SECONDS
        return lambda *request, timeout=limit: method(*request, metadata=self._metadata, timeout=timeout)


class Person:
    """`await ann.lobby.GetMatch(request)`; streams are iterated."""

    def __init__(self, channel: Any, token: str, player_id: str = "", name: str = "") -> None:
        self.channel = channel
        self.token = token
        self.id = player_id
        self.name = name
        self.lobby: Any = _Calls(lobby_pb2_grpc.LobbyServiceStub(channel), token)
        self.play: Any = _Calls(play_pb2_grpc.PlayServiceStub(channel), token)
        self.archive: Any = _Calls(archive_pb2_grpc.ArchiveServiceStub(channel), token)
        self.players: Any = _Calls(players_pb2_grpc.PlayersServiceStub(channel), token)
        self.tournaments: Any = _Calls(tournaments_pb2_grpc.TournamentsServiceStub(channel), token)
        self.operations: Any = _Calls(operations_pb2_grpc.OperationsServiceStub(channel), token)
        self.moderation: Any = _Calls(moderation_pb2_grpc.ModerationServiceStub(channel), token)

    def on(self, channel: grpc.aio.Channel) -> "Person":
        """Return the same person on another connection."""
        return Person(channel, self.token, self.id, self.name)


async def somebody(channel: grpc.aio.Channel, name: str = "") -> Person:
    """Register a new player."""
    name = name or f"somebody {next(_numbers)}"
    reply = await Person(channel, "").players.Register(players_pb2.RegisterRequest(name=name))
    return Person(channel, reply.token, reply.player.id, name)


@asynccontextmanager
async def visitors(address: str, number: int) -> AsyncIterator[list[Person]]:
    """Register `count` new players, each on a connection of their own."""
    channels = [channel_to(address) for _ in range(number)]
    try:
        yield [await somebody(channel) for channel in channels]
    finally:
        await asyncio.gather(*(channel.close() for channel in channels))


async def new_match(*people: Person, **asked: Any) -> str:
    """Return the id of a running match of these people, in their order; the first creates it."""
    request = lobby_pb2.CreateMatchRequest(
        game="petrichor", seat_count=len(people), take_seats=[0], start_when_full=True, **asked
    )
    match_id: str = (await people[0].lobby.CreateMatch(request)).match.id
    for seat, person in enumerate(people[1:], 1):
        await person.lobby.TakeSeat(lobby_pb2.TakeSeatRequest(match_id=match_id, seat=seat))
    return match_id


async def is_serving(channel: grpc.aio.Channel, wanted: bool = True) -> bool:
    """Return whether a server says that it serves, or, if that is wanted, that it does not."""
    ask: grpc.aio.UnaryUnaryMultiCallable[bytes, health_pb2.HealthCheckResponse] = channel.unary_unary(
        "/grpc.health.v1.Health/Check", response_deserializer=health_pb2.HealthCheckResponse.FromString
    )
    return ((await ask(b"")).status == health_pb2.HealthCheckResponse.SERVING) == wanted


async def match_of(person: Person, match_id: str) -> lobby_pb2.Match:
    reply = await person.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match_id))
    match: lobby_pb2.Match = reply.match
    return match


async def standing(person: Person, match_id: str, seat: int | None = None) -> play_pb2.GetViewResponse:
    reply: play_pb2.GetViewResponse = await person.play.GetView(
        play_pb2.GetViewRequest(match_id=match_id, seat=seat)
    )
    return reply


def answer_to(decision: Decision, request_id: str, random: Random | None = None) -> play_pb2.Answer:
    """Return an answer within the bounds: a random one, or the default without `random`."""
    answer = play_pb2.Answer(request_id=request_id, decision_id=decision.id)
    if random is None:
        answer.picks.extend(decision.default_picks)
        answer.numbers.extend(decision.default_numbers)
    elif decision.quantities:
        answer.numbers.extend(random.randint(each.min, each.max) for each in decision.quantities)
    else:
        ids = [option.id for option in decision.options]
        each = list(decision.max_each) or [1] * len(ids)
        copies = [option for option, most in zip(ids, each, strict=True) for _ in range(most)]
        size = random.randint(decision.min_picks, min(decision.max_picks, len(copies)))
        answer.picks.extend(random.sample(copies, size))
    return answer


async def give(person: Person, match_id: str, seat: int, *answers: play_pb2.Answer) -> list[int]:
    """Give answers by a call, and return the numbers of the records that took them."""
    request = play_pb2.AnswerRequest(match_id=match_id, seat=seat, answers=answers)
    return list((await person.play.Answer(request)).records)


async def play_on(
    match_id: str, people: Sequence[Person], most: int = 100_000, random: Random | None = None
) -> int:
    """Answer in turn, by single calls, until the match has ended or enough answers were given; return their number."""
    given = 0
    while given < most:
        view = await standing(people[0], match_id)
        if not view.pending_seats:
            return given
        for seat in view.pending_seats[: most - given]:
            asked = (await standing(people[seat], match_id, seat)).decision
            if asked.id:
                await give(people[seat], match_id, seat, answer_to(asked, f"{seat}/{asked.id}", random))
                given += 1
    return given


async def play_out(match_id: str, people: Sequence[Person], random: Random | None = None) -> None:
    """Play to the end, each seat on a stream."""

    async def seat_of(seat: int, person: Person) -> None:
        async with attending(person) as stream:
            await stream.open(1, match_id, seat)
            async for frame in stream:
                payload = frame.WhichOneof("payload")
                asked = frame.update.decision if payload == "update" else frame.caught_up.decision
                if payload == "ended":
                    return
                if asked.id:
                    await stream.send(1, answer=answer_to(asked, f"{seat}/{asked.id}", random))

    await asyncio.wait_for(asyncio.gather(*map(seat_of, range(len(people)), people)), SECONDS)


class Stream:
    """An Attend stream by hand."""

    def __init__(self, call: Any) -> None:
        self.call = call
        self._frames: Iterator[play_pb2.Frame] = iter(())

    async def send(self, channel: int, **payload: Any) -> None:
        await self.call.write(play_pb2.AttendRequest(commands=[play_pb2.Command(channel=channel, **payload)]))

    async def open(self, channel: int, match_id: str, seat: int | None = None, **asked: Any) -> None:
        await self.send(channel, open=play_pb2.OpenChannel(match_id=match_id, seat=seat, **asked))

    def __aiter__(self) -> "Stream":
        return self

    async def __anext__(self) -> play_pb2.Frame:
        while True:
            frame = next(self._frames, None)
            if frame is not None:
                return frame
            message = await self.call.read()
            if message is grpc.aio.EOF:
                raise StopAsyncIteration
            self._frames = iter(message.frames)

    async def next(self, *wanted: str) -> play_pb2.Frame:
        """The next frame, of these kinds if any are named."""

        async def search() -> play_pb2.Frame:
            async for frame in self:
                if not wanted or frame.WhichOneof("payload") in wanted:
                    return frame
            raise AssertionError(f"the stream ended without {wanted}: {await self.call.code()}")

        return await asyncio.wait_for(search(), SECONDS)


@asynccontextmanager
async def attending(person: Person) -> AsyncIterator[Stream]:
    call = person.play.Attend()
    try:
        yield Stream(call)
    finally:
        call.cancel()


# The archive --------------------------------------------------------------------------------


async def log_of(person: Person, match_id: str, seat: int | None = None) -> list[record_pb2.Record]:
    """Every record, as this person may see it."""
    request = archive_pb2.ReadLogRequest(match_id=match_id, seat=seat)
    return [
        record_pb2.Record.FromString(entry.record)
        async for page in person.archive.ReadLog(request)
        for entry in page.entries
    ]


async def assert_proven(person: Person, match_id: str) -> None:
    """Check that the server finds chain, fold, rules and seed in order."""
    replies = [
        each async for each in person.archive.VerifyMatch(archive_pb2.VerifyMatchRequest(match_id=match_id))
    ]
    found = replies[-1]
    assert found.finished
    assert not found.findings, f"{match_id}: {found.findings}"
    assert found.chain_ok
    assert found.fold_ok
    assert found.HasField("rules_ok")
    assert found.rules_ok
    assert found.seed_ok


@dataclass
class Picture:
    """A snapshot of all that the players of a running match can see; an equal snapshot later shows that nothing
    changed."""

    views: dict[int, bytes] = field(default_factory=dict)
    log: list[bytes] = field(default_factory=list)
    match: bytes = b""


async def picture_of(match_id: str, people: Sequence[Person]) -> Picture:
    picture = Picture()
    for seat, person in enumerate(people):
        view = await standing(person, match_id, seat)
        view.ClearField("clocks")
        picture.views[seat] = view.SerializeToString(deterministic=True)
    records = await log_of(people[0], match_id, 0)
    picture.log = [record.SerializeToString(deterministic=True) for record in records]
    picture.match = (await match_of(people[0], match_id)).SerializeToString(deterministic=True)
    return picture


# Refusals --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Refusal:
    """The status, reason and metadata of a call that failed."""

    code: grpc.StatusCode
    reason: str = ""
    metadata: tuple[tuple[str, str], ...] = ()
    message: str = ""

    def __getitem__(self, name: str) -> str:
        return dict(self.metadata)[name]


def refusal_of(error: grpc.aio.AioRpcError) -> Refusal:
    """The status, and the reason where ours is in it."""
    trailing = error.trailing_metadata()
    for key, value in trailing if trailing is not None else ():
        if key == "grpc-status-details-bin":
            status = Status.FromString(value if isinstance(value, bytes) else value.encode())
            for detail in status.details:
                info = ErrorInfo()
                if detail.Unpack(info) and status.code == error.code().value[0]:
                    assert info.domain == "tilth"
                    metadata = tuple(sorted(info.metadata.items()))
                    return Refusal(error.code(), info.reason, metadata, error.details() or "")
    return Refusal(error.code(), message=error.details() or "")


async def refused(call: Any) -> Refusal:
    """Return the refusal of this call, and fail if it succeeds. A stream is read to its end."""
    try:
        if hasattr(call, "__aiter__"):
            async for _ in call:
                pass
        else:
            await call
    except grpc.aio.AioRpcError as error:
        return refusal_of(error)
    raise AssertionError("the call went well")


async def how_it_ended(call: Any) -> Refusal:
    """Read a stream to its end, and return its refusal; fail if it ends well."""
    try:
        while await call.read() is not grpc.aio.EOF:
            pass
    except grpc.aio.AioRpcError as error:
        return refusal_of(error)
    raise AssertionError("the stream ended well")
