"""What a match weighs in the server's memory shortly before its end, with seats that attend it: Earth's, Agricola's.

A server's resident memory would not tell: what it keeps by value for all matches fills up at the same time. So the
tables are opened in this process, and a match weighs as much as is free when it has left memory. What those memos
kept of it is driven out by other matches before.
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
from tests.server.tables.tables import Listener
from tilth_server.store import SqliteStreams
from tilth_server.tables.house import House
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
    season = [nearly_over(wires[kind.game], kind, number) for number in range(MATCHES + OTHERS)]
    await stored(folder, season)
    streams = await SqliteStreams.open(folder)
    house = House(streams, wires, name_of=str.title)
    await house.open()
    ids = [match_id for match_id, _ in season]
    tracemalloc.start()
    players = [Listener(house, f"player-{seat}") for seat in range(kind.seats)]
    for seat, player in enumerate(players):
        for channel, match_id in enumerate(ids[:MATCHES], 1):
            player.open(channel, match_id, seat=seat)
        await player.hear_until("caught_up", MATCHES)
    for _ in range(kind.rounds):
        await answer_by_default(players)
    for match_id in ids[MATCHES:]:
        house.awake(house.live(match_id)).clone()
    before = traced()
    for player in players:
        player.leave()
    forget(house, ids[:MATCHES])
    freed = before - traced()
    tracemalloc.stop()
    await house.close()
    await streams.close()
    return freed / MATCHES / 1000, sum(len(bodies) for _, bodies in season[:MATCHES]) / MATCHES


def forget(house: House, ids: list[str]) -> None:
    """As the house does with matches that nobody has touched for long."""
    for match_id in ids:
        match = house.live(match_id)
        match.sleep()
        house.released(match)


async def answer_by_default(players: list[Listener]) -> None:
    """Whoever is asked in a match answers once."""
    for player in players:
        player.listen()
        asked = {channel: one for channel, one in player.asked.items() if one.id}
        for channel, decision in asked.items():
            player.answer(*decision.default_chosen, channel=channel)
            player.asked[channel].Clear()
        if asked:
            await player.hear_until("happened")


def traced() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def measured(kind: Kind) -> Measurement:
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        weight, records = asyncio.run(weigh(kind, Path(folder)))
    beside = {"seats": kind.seats, "records": records}
    return Measurement(
        f"{kind.game}.live", weight, "KB a match", kind.target, calibrate(), beside, at_most=True
    )


def measure() -> list[Measurement]:
    return [measured(kind) for kind in KINDS]
