"""Benchmark of the memory that a match takes shortly before its end, with attended seats: Earth's and Agricola's.

The server's resident memory would be misleading: values that the server keeps for all matches fill up at the same time.
So this process opens the tables itself, and a match weighs as much memory as is freed by its eviction. Before that,
other matches push its values out of those caches.
"""

import asyncio
import gc
import tempfile
import tracemalloc
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.bench.measurement import Measurement, calibrate
from tests.server.archive.made import Made, stored
from tests.server.matches.match_host import Listener
from tilth_server.matches.registry import Matches
from tilth_server.players.name_book import NameBook
from tilth_server.store.sqlite import SqliteStreams
from tilth_server.wire import GameWire, load_games

MATCHES = 4
OTHERS = 4


@dataclass(frozen=True)
class Kind:
    """Matches of a game, and how they are weighed."""

    game: str
    seats: int
    target: float
    """KB."""
    left: int
    """Answers to the end, when a match is taken up."""
    rounds: int
    """Answers that everybody gives before it is weighed, if asked."""


KINDS = (
    Kind("earth", 5, 120, 150, 12),
    Kind("agricola", 4, 150, 60, 8),
)


def nearly_over(wire: GameWire, kind: Kind, number: int) -> tuple[str, list[bytes]]:
    """A standard match played at random, without its last records."""
    bodies = Made(wire, kind.seats, Random(number)).play().bodies
    return f"{number:016x}", bodies[: -kind.left]


async def weigh(kind: Kind, folder: Path) -> tuple[float, float]:
    """KB a match, and records."""
    wires = load_games()
    stored_bodies = [nearly_over(wires[kind.game], kind, number) for number in range(MATCHES + OTHERS)]
    await stored(folder, stored_bodies)
    streams = await SqliteStreams.open(folder)
    house = Matches(streams, wires, names=NameBook())
    await house.open()
    await house.index.wait_complete()
    ids = [match_id for match_id, _ in stored_bodies]
    for match_id in ids:
        await house.index.fetch(match_id)
    tracemalloc.start()
    players = [Listener(house, f"player-{seat}") for seat in range(kind.seats)]
    for seat, player in enumerate(players):
        for channel, match_id in enumerate(ids[:MATCHES], 1):
            player.open(channel, match_id, seat=seat)
        await player.receive_until("caught_up", MATCHES)
    for _ in range(kind.rounds):
        await answer_by_default(players)
    for match_id in ids[MATCHES:]:
        match = house.cache.get(match_id)
        await house.cache.load(match)
        house.cache.table_of(match).clone()
    before = traced()
    for player in players:
        player.leave()
    forget(house, ids[:MATCHES])
    freed = before - traced()
    tracemalloc.stop()
    await house.close()
    await streams.close()
    return freed / MATCHES / 1000, sum(len(bodies) for _, bodies in stored_bodies[:MATCHES]) / MATCHES


def forget(house: Matches, ids: list[str]) -> None:
    """Evict these matches from memory, as the server does with idle matches."""
    for match_id in ids:
        match = house.cache.get(match_id)
        match.drop_table()
        house.cache.release(match)


async def answer_by_default(players: list[Listener]) -> None:
    """Answer once by default for each player that is asked in a match."""
    for player in players:
        player.listen()
        asked = {channel: one for channel, one in player.decisions.items() if one.id}
        for channel, decision in asked.items():
            player.answer(*decision.default_picks, channel=channel)
            player.decisions[channel].Clear()
        if asked:
            await player.receive_until("update")


def traced() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def measured(kind: Kind) -> Measurement:
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        weight, records = asyncio.run(weigh(kind, Path(folder)))
    beside = {"seats": kind.seats, "records": records}
    return Measurement(
        f"{kind.game}.live", weight, "KB a match", kind.target, calibrate(), beside, target_is_max=True
    )


def measure() -> list[Measurement]:
    return [measured(kind) for kind in KINDS]
