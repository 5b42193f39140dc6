"""Tournaments of every format with the bots who play them, and how they ended, to be compared with another run."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from tilth.v1 import tournaments_pb2 as pb
from tilth_bots import random_bot
from tilth_client import Tilth, connect
from tilth_client.tournaments import Format

BOTS = 6
FORMS: dict[str, Format] = {
    "robin": pb.RoundRobin(),
    "swiss": pb.Swiss(rounds=5),
    "gauntlet": pb.Gauntlet(challengers=2),
    "knockout": pb.Knockout(max_further_sets=2),
    "series": pb.Series(games=12),
    "benchmark": pb.Benchmark(deals=5),
}
SEATS = {"series": 3}
SEED = bytes(range(32))
PATIENCE_S = 300.0


class Cups:
    """The tournaments of one server, with the bots who play them."""

    def __init__(self, people: Sequence[Tilth], sets: int, names: Sequence[str]) -> None:
        self.organiser, *self.bots = people
        self.sets = sets
        self.names = names
        self.ids: dict[str, str] = {}

    async def begin(self) -> None:
        """Whatever of it is done twice is done once."""
        for name in self.names:
            made = await self.organiser.tournaments.create(
                FORMS[name],
                "petrichor",
                title=name,
                seats=SEATS.get(name, 2),
                duplicate=True,
                sets=1 if name == "benchmark" else self.sets,
                seed=SEED,
                max_running=6,
                request_id=name,
            )
            assert self.ids.setdefault(name, made.id) == made.id
            for bot in self.bots:
                await bot.tournaments.enter(made.id)
            await self.organiser.tournaments.start(made.id)

    async def finished(self) -> None:
        for tournament_id in self.ids.values():
            async for _ in self.organiser.tournaments.watch(tournament_id):
                pass

    async def outcome(self, name: str) -> tuple[list[Any], list[Any]]:
        """Its games and its standings, without times and ids; and every game has one match."""
        tournament_id = self.ids[name]
        games = []
        matches: dict[int, list[str]] = {}
        async for match in self.organiser.matches():
            if match.tournament_id == tournament_id:
                matches.setdefault(match.pairing_number, []).append(match.id)
        async for game in self.organiser.tournaments.pairings(tournament_id):
            assert matches.pop(game.number) == [game.match_id]
            for field in ("match_id", "started_at", "ended_at", "thinking"):
                game.ClearField(field)
            games.append(game)
        assert not matches
        standings = await self.organiser.tournaments.standings(tournament_id)
        assert standings.finished
        for standing in standings.standings:
            standing.ClearField("player_id")
            standing.ClearField("thinking")
        records = [entry.record async for entry in self.organiser.tournaments.watch(tournament_id)]
        ended = [record.pairing_ended.number for record in records if record.HasField("pairing_ended")]
        assert sorted(ended) == [game.number for game in games], "a game ended twice, or never"
        return games, list(standings.standings)


@asynccontextmanager
async def playing(
    addresses: Sequence[str], sets: int, names: Sequence[str] = tuple(FORMS)
) -> AsyncIterator[Cups]:
    """Everybody registered, the bots at play, and everybody at one of these addresses in turn, through whatever happens
    to the server.
    """
    async with AsyncExitStack() as stack:
        people = []
        for number in range(BOTS + 1):
            tilth = await stack.enter_async_context(
                connect(addresses[number % len(addresses)], retry_seconds=PATIENCE_S)
            )
            await tilth.register(f"player {number}")
            people.append(tilth)
        cups = Cups(people, sets, names)
        serving = [
            asyncio.create_task(bot.play_all(random_bot(number))) for number, bot in enumerate(cups.bots)
        ]
        try:
            yield cups
        finally:
            for task in serving:
                task.cancel()
            results = await asyncio.gather(*serving, return_exceptions=True)
            assert all(isinstance(result, asyncio.CancelledError) for result in results), results


async def through(cups: Cups) -> None:
    """Play from the entry to the end."""
    await cups.begin()
    await cups.finished()
