"""A whole tournament over gRPC on a durable store: what its director costs the matches it has played."""

import asyncio
import tempfile
from pathlib import Path
from random import Random

from grpc import aio

from tests.bench.load import SETTINGS, Attendance, Metadata, register
from tests.bench.measurement import Measurement, median, wall
from tests.bench.processes import CLIENT_CORE, connected, pin, tilth_server
from tests.bench.serve import crowded
from tilth.v1 import decision_pb2, play_pb2
from tilth.v1 import tournaments_pb2 as pb
from tilth.v1 import tournaments_pb2_grpc as rpc

ROUNDS = 3
BOTS = 8
CYCLES = 5
"""Of 28 tables, each with both rotations of its seats: 280 matches."""
MATCHES = 280
OFFER_TAKEN = 1 / 16


class RandomBot:
    """One player's stream: every seat comes by itself, and every decision is answered at random."""

    def __init__(self, channel: aio.Channel, who: Metadata, seed: int) -> None:
        self.attendance = Attendance(channel, who)
        self.random = Random(seed)
        self.answers = 0

    async def play(self) -> None:
        said = play_pb2.Said(channel=1)
        said.follow.SetInParent()
        await self.attendance.say([said])
        while True:
            heard = await self.attendance.hear()
            answers = [
                self._answering(told.channel, what.asked)
                for told in heard.told
                if (what := _what(told)) is not None and what.HasField("asked")
            ]
            if answers:
                self.answers += len(answers)
                await self.attendance.say(answers)

    def _answering(self, channel: int, asked: decision_pb2.Decision) -> play_pb2.Said:
        said = play_pb2.Said(channel=channel)
        answer = said.answer
        answer.request_id = str(next(self.attendance.requests))
        answer.decision = asked.id
        random = self.random
        if asked.offers and random.random() < OFFER_TAKEN:
            answer.chosen.append(random.choice(asked.offers).id)
        elif asked.quantities:
            answer.measured.extend(random.randint(each.low, each.high) for each in asked.quantities)
        else:
            pool = [option.id for option in asked.options]
            if asked.each:
                pool = [each for each, most in zip(pool, asked.each, strict=True) for _ in range(most)]
            count = random.randint(asked.least, min(asked.most, len(pool)))
            answer.chosen.extend(random.sample(pool, count))
        return said


def _what(told: play_pb2.Told) -> "play_pb2.Happened | play_pb2.CaughtUp | None":
    what = told.WhichOneof("what")
    if what == "happened":
        return told.happened
    if what == "caught_up":
        return told.caught_up
    if what in ("refused", "cut_off"):
        raise RuntimeError(str(told))
    return None


async def robin(channel: aio.Channel, name: str) -> float:
    """Answers a second, from the start of a round robin to its last record."""
    stub = rpc.TournamentsServiceStub(channel)
    organiser = await register(channel, f"{name} organiser")
    settings = pb.TournamentSettings(
        games=[pb.TournamentGame(game="petrichor", settings=SETTINGS)],
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
    """How many games it had."""
    request = pb.FollowTournamentRequest(tournament_id=tournament_id)
    over = 0
    async for page in stub.FollowTournament(request, metadata=who):
        over += sum(entry.record.HasField("game_ended") for entry in page.entries)
    return over


async def measure() -> Measurement:
    """Round robins and the crowd of serve.64, interleaved on one server; the median of the ratios."""
    pin(CLIENT_CORE)
    robins, crowds = [], []
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        async with tilth_server(Path(folder)) as (port, _), connected(port) as (channel,):
            who = await register(channel, "crowd")
            for number in range(ROUNDS):
                crowds.append(await crowded(channel, who, streams=1, live=64))
                robins.append(await robin(channel, f"robin {number}"))
    return Measurement(
        "tournament.robin",
        median([robin / crowd for robin, crowd in zip(robins, crowds, strict=True)]),
        "of serve.64's answers/s",
        0.6,
        median(crowds),
        {"answers/s": median(robins), "matches": MATCHES},
    )
