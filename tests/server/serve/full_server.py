"""A full server in the test's own process, and people who call it."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import grpc

from tests.server.serve.one_service import bearer
from tilth.v1 import (
    archive_pb2_grpc,
    lobby_pb2,
    lobby_pb2_grpc,
    moderation_pb2_grpc,
    operations_pb2_grpc,
    play_pb2,
    play_pb2_grpc,
    players_pb2,
    players_pb2_grpc,
    tournaments_pb2_grpc,
)
from tilth_server.serving import Server
from tilth_server.settings import Address, Settings
from tilth_server.wire import GameWire

ANY_PORT = Address("127.0.0.1", 0)
SECONDS = 60
"""A call that takes longer hangs; on a busy machine a good one may well take some."""


class Person:
    """A player with a token, who calls the services: `await ann.lobby.GetMatch(request)`; streams are iterated."""

    def __init__(self, channel: grpc.aio.Channel, token: str, player_id: str = "", name: str = "") -> None:
        self.token = token
        self.id = player_id
        self.name = name
        self.lobby: Any = _Calls(lobby_pb2_grpc.LobbyServiceStub(channel), token)
        self.play: Any = _Calls(play_pb2_grpc.PlayServiceStub(channel), token)
        self.archive: Any = _Calls(archive_pb2_grpc.ArchiveServiceStub(channel), token)
        self.players: Any = _Calls(players_pb2_grpc.PlayersServiceStub(channel), token)
        self.operations: Any = _Calls(operations_pb2_grpc.OperationsServiceStub(channel), token)
        self.moderation: Any = _Calls(moderation_pb2_grpc.ModerationServiceStub(channel), token)
        self.tournaments: Any = _Calls(tournaments_pb2_grpc.TournamentsServiceStub(channel), token)


class _Calls:
    """A stub whose calls carry the token and a deadline."""

    def __init__(self, stub: Any, token: str) -> None:
        self._stub = stub
        self._metadata = bearer(token) if token else ()

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._stub, name)
        return lambda request, timeout=SECONDS: method(request, metadata=self._metadata, timeout=timeout)


class RunningServer:
    """A running server, a gRPC channel to it, and its operator. `person` registers a player."""

    def __init__(self, server: Server, channel: grpc.aio.Channel) -> None:
        self.server = server
        self.channel = channel
        self.operator = Person(channel, server.operator_token or "")

    async def person(self, name: str) -> Person:
        reply = await Person(self.channel, "").players.Register(players_pb2.RegisterRequest(name=name))
        return Person(self.channel, reply.token, reply.player.id, name)


@asynccontextmanager
async def full_server(
    folder: Path, games: Mapping[str, GameWire], **settings: Any
) -> AsyncIterator[RunningServer]:
    server = await Server.start(Settings(data=folder, listen=ANY_PORT, **settings), games)
    try:
        async with grpc.aio.insecure_channel(str(server.address)) as channel:
            yield RunningServer(server, channel)
    finally:
        await server.stop()


async def new_match(*people: Person, game: str = "orchard", start: bool = True, **options: Any) -> str:
    """Create a match of these people, in their order; return its id. A match of one waits for a second."""
    seats = max(2, len(people))
    request = lobby_pb2.CreateMatchRequest(
        game=game, seat_count=seats, take_seats=[0], start_when_full=start, **options
    )
    match: str = (await people[0].lobby.CreateMatch(request)).match.id
    for seat, person in enumerate(people[1:], 1):
        await person.lobby.TakeSeat(lobby_pb2.TakeSeatRequest(match_id=match, seat=seat))
    return match


async def open_decision(person: Person, match: str, seat: int) -> Any:
    """Return the seat's open decision; None if it has none."""
    reply = await person.play.GetView(play_pb2.GetViewRequest(match_id=match, seat=seat))
    return reply.decision if reply.HasField("decision") else None


async def answer(person: Person, match: str, seat: int, decision: Any, random: Random) -> Any:
    """Give a random answer within the bounds of the decision."""
    sent = play_pb2.Answer(request_id=f"{seat}/{decision.id}", decision_id=decision.id)
    if decision.quantities:
        sent.numbers.extend(random.randint(each.min, each.max) for each in decision.quantities)
    else:
        each = decision.max_each or [1] * len(decision.options)
        pool = [option.id for option, most in zip(decision.options, each, strict=True) for _ in range(most)]
        count = random.randint(decision.min_picks, min(decision.max_picks, len(pool)))
        sent.picks.extend(random.sample(pool, count))
    return await person.play.Answer(play_pb2.AnswerRequest(match_id=match, seat=seat, answers=[sent]))


async def play_randomly(match: str, *people: Person, max_answers: int = 10_000, seed: int = 1) -> int:
    """Answer at random until the match has ended, or `max_answers` answers were given. Return their number."""
    random = Random(seed)
    given = 0
    while given < max_answers:
        state = (await people[0].lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match))).match.state
        if state != lobby_pb2.MATCH_STATE_RUNNING:
            return given
        for seat, person in enumerate(people):
            decision = await open_decision(person, match, seat)
            if decision is not None and given < max_answers:
                await answer(person, match, seat, decision, random)
                given += 1
        await asyncio.sleep(0)
    return given
