"""A whole tournament over gRPC on a durable store: what its director costs the matches it has played."""

import asyncio
import tempfile
from pathlib import Path
from random import Random

from grpc import aio

from tests.bench.load import SETTINGS, Attendance, Metadata, register
from tests.bench.measurement import Measurement, median, wall
from tests.bench.processes import CLIENT_CORE, connected, pin, tilth_server
from tests.bench.serve import attending, crowded
from tilth.v1 import decision_pb2, play_pb2
from tilth.v1 import tournaments_pb2 as pb
from tilth.v1 import tournaments_pb2_grpc as rpc

ROUNDS = 3
BOTS = 8
CYCLES = 5
"""Cycles of 28 tables, each with both rotations of its seats: 280 matches."""
MATCHES = 280
OFFER_TAKEN = 1 / 16


class RandomBot:
    """One player's stream: every seat comes by itself, and every decision is answered at random."""

    def __init__(self, channel: aio.Channel, who: Metadata, seed: int) -> None:
        self.attendance = Attendance(channel, who)
        self.random = Random(seed)
        self.answers = 0

    async def play(self) -> None:
        command = play_pb2.Command(channel=1)
        command.auto_open.SetInParent()
        await self.attendance.send([command])
        while True:
            heard = await self.attendance.receive()
            answers = [
                self._answering(frame.channel, update.decision)
                for frame in heard.frames
                if (update := _payload(frame)) is not None and update.HasField("decision")
            ]
            if answers:
                self.answers += len(answers)
                await self.attendance.send(answers)

    def _answering(self, channel: int, asked: decision_pb2.Decision) -> play_pb2.Command:
        command = play_pb2.Command(channel=channel)
        answer = command.answer
        answer.request_id = str(next(self.attendance.requests))
        answer.decision_id = asked.id
        random = self.random
        if asked.offers and random.random() < OFFER_TAKEN:
            answer.picks.append(random.choice(asked.offers).id)
        elif asked.quantities:
            answer.numbers.extend(random.randint(each.min, each.max) for each in asked.quantities)
        else:
            pool = [option.id for option in asked.options]
            if asked.max_each:
                pool = [each for each, most in zip(pool, asked.max_each, strict=True) for _ in range(most)]
            count = random.randint(asked.min_picks, min(asked.max_picks, len(pool)))
            answer.picks.extend(random.sample(pool, count))
        return command


def _payload(frame: play_pb2.Frame) -> "play_pb2.Update | play_pb2.CaughtUp | None":
    payload = frame.WhichOneof("payload")
    if payload == "update":
        return frame.update
    if payload == "caught_up":
        return frame.caught_up
    if payload in ("refused", "cut_off"):
        raise RuntimeError(str(frame))
    return None


async def robin(channel: aio.Channel, name: str) -> float:
    """Answers a second, from the start of a round robin to its last record."""
    stub = rpc.TournamentsServiceStub(channel)
    organiser = await register(channel, f"{name} organiser")
    settings = pb.TournamentSettings(
        game_setups=[pb.GameSetup(game="petrichor", settings=SETTINGS)],
        round_robin=pb.RoundRobin(cycles=CYCLES),
        table_seats=2,
    )
    request = pb.CreateTournamentRequest(settings=settings)
    tournament_id = (await stub.CreateTournament(request, metadata=organiser)).tournament.id
    bots = []
    for number in range(BOTS):
        who = await register(channel, f"{name} {number}")
        await stub.EnterTournament(pb.EnterTournamentRequest(tournament_id=tournament_id), metadata=who)
        bots.append(RandomBot(channel, who, number))
    tasks = [asyncio.create_task(bot.play()) for bot in bots]
    begun = wall()
    await stub.StartTournament(pb.StartTournamentRequest(tournament_id=tournament_id), metadata=organiser)
    followed = asyncio.create_task(_to_the_end(stub, tournament_id, organiser))
    done, _ = await asyncio.wait([followed, *tasks], return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        task.result()
    spent = wall() - begun
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for bot in bots:
        bot.attendance.call.cancel()
    assert followed.result() == MATCHES
    return sum(bot.answers for bot in bots) / spent


async def _to_the_end(stub: "rpc.TournamentsServiceAsyncStub", tournament_id: str, who: Metadata) -> int:
    """Watch a tournament to its end and return the number of its games."""
    request = pb.WatchTournamentRequest(tournament_id=tournament_id)
    over = 0
    async for page in stub.WatchTournament(request, metadata=who):
        over += sum(entry.record.HasField("pairing_ended") for entry in page.entries)
    return over


async def measure() -> Measurement:
    """Round robins and the crowd of serve.64, interleaved on one server; the median of the ratios."""
    pin(CLIENT_CORE)
    robins, crowds = [], []
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        async with tilth_server(Path(folder)) as (port, server), connected(port) as (channel,):
            who = await register(channel, "crowd")
            for number in range(ROUNDS):
                crowds.append((await crowded(channel, who, attending(channel, who, 1), 64, server.pid))[0])
                robins.append(await robin(channel, f"robin {number}"))
    return Measurement(
        "tournament.robin",
        median([robin / crowd for robin, crowd in zip(robins, crowds, strict=True)]),
        "of serve.64's answers/s",
        0.6,
        median(crowds),
        {"answers/s": median(robins), "matches": MATCHES},
    )
