"""The room that a finished match takes on the disk: matches of four seats, played by the bot that knows the game."""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final, NamedTuple

from tests.bench.measurement import Measurement, calibrate
from tests.bench.processes import CLIENT_CORE, connected, pin, tilth_server
from tilth.v1 import lobby_pb2
from tilth_bots import BOTS
from tilth_client import MATCH_STATE_FINISHED, Tilth, connect

SEATS: Final = 4
LIMITS: Final = ("--stranger-calls-per-second=1000000", "--registrations-per-minute=1000000")


class Game(NamedTuple):
    """A game with the bot that plays it, the number of matches, and the greatest size of one that is wanted."""

    name: str
    bot: str
    matches: int
    kilobytes: float


GAMES: Final = (
    Game("petrichor", "gardener", 20, 60),
    Game("sonora", "sharpshooter", 10, 200),
    Game("earth", "naturalist", 8, 150),
    Game("agricola", "farmer", 10, 90),
)


async def measure() -> AsyncIterator[Measurement]:
    pin(CLIENT_CORE)
    for game in GAMES:
        with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
            yield await size_of_match(Path(folder), game)


async def size_of_match(folder: Path, game: Game) -> Measurement:
    """Play the matches on a server of their own. Its database is measured before and after, while the server is
    stopped, so that nothing is left in the log beside it."""
    async with tilth_server(folder, *LIMITS) as (port, _), connected(port):
        tokens = [await _token(f"127.0.0.1:{port}", number) for number in range(SEATS)]
    empty = _size(folder)
    async with tilth_server(folder, *LIMITS) as (port, _), connected(port):
        records = await _play(f"127.0.0.1:{port}", tokens, game)
    size = _size(folder) - empty
    return Measurement(
        f"store.match.{game.name}",
        size / game.matches / 1000,
        "kB of the database a finished match of four",
        game.kilobytes,
        calibrate(),
        {
            "matches": game.matches,
            "records a match": records / game.matches,
            "bytes a record": size / records,
        },
        target_is_max=True,
    )


async def _token(address: str, number: int) -> str:
    """Register somebody; return their token."""
    async with connect(address) as person:
        await person.register(f"person {number}")
        return person.token


async def _play(address: str, tokens: list[str], game: Game) -> int:
    """Play the matches one after another; return the number of their records."""
    records = 0
    async with (
        connect(address, token=tokens[0]) as first,
        connect(address, token=tokens[1]) as second,
        connect(address, token=tokens[2]) as third,
        connect(address, token=tokens[3]) as fourth,
    ):
        people = (first, second, third, fourth)
        serving = [
            asyncio.create_task(person.play_all(BOTS[game.bot](seat))) for seat, person in enumerate(people)
        ]
        for _ in range(game.matches):
            match = await first.create_match(game.name, SEATS, take=(0,), start_when_full=True)
            for seat in range(1, SEATS):
                await people[seat].take_seat(match.id, seat)
            records += await _records_when_finished(first, match, serving)
        for task in serving:
            task.cancel()
        await asyncio.gather(*serving, return_exceptions=True)
    return records


async def _records_when_finished(
    person: Tilth, match: lobby_pb2.Match, serving: list[asyncio.Task[None]]
) -> int:
    """Return the number of records of a match when it has finished. A bot that failed fails the measurement."""
    while match.state != MATCH_STATE_FINISHED:
        for task in serving:
            if task.done():
                task.result()
        await asyncio.sleep(0.1)
        match = await person.match(match.id)
    return match.record_count


def _size(folder: Path) -> int:
    """Return the bytes of the database, and of a log beside it."""
    return sum(path.stat().st_size for path in (folder / "data").glob("tilth.db*"))
