"""Several nodes on one PostgreSQL: what forwarding costs, what watchers at other nodes cost, and how long a takeover
takes.

The processes are not kept on one core each: there are more of them than cores. So the figures are CPU time, held
against that of other turns of the same run.
"""

import asyncio
import itertools
import tempfile
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

import asyncpg
from grpc import aio

from tests.bench.alone import Alone
from tests.bench.load import Attendance, Crowd, Metadata
from tests.bench.measurement import Measurement, median
from tests.bench.postgres import database, postgres
from tests.bench.processes import connected, cpu_seconds, free_port, tilth_server
from tests.bench.serve import SLICE, WARM_UP, Audience
from tests.bench.stores import write_matches
from tests.bench.takeover import Player, begun_matches, registered, takeover
from tests.postgres.servers import PostgresServer
from tilth_server.nodes.ownership import Ownership
from tilth_server.store import Member

ROUNDS = 3
LIVE = 64
SPARE = 14
"""Matches that are made for each one that is played at a time."""
JOIN_SECONDS = 120
LAYOUT = 50, 20
"""The streams of 1,000 watchers at a node, and the channels of each."""
TURNS, ANSWERS = 16, 5
"""The turns of each watched match, and the answers in a turn."""


@dataclass(frozen=True)
class Node:
    """A server process that is one of several."""

    pid: int
    address: str
    """Its address for links."""
    channel: aio.Channel


class Cluster:
    """The nodes on one database."""

    def __init__(self, url: str, nodes: Sequence[Node], members: Sequence[Member]) -> None:
        self.nodes = nodes
        self._url = url
        self._ids = (f"{number:016x}" for number in itertools.count())
        self._owners = Ownership(members)

    def owns(self, node: Node, match_id: str) -> bool:
        """Return whether the node is the owner of a match."""
        owner = self._owners.owner_of(match_id)
        return owner is not None and owner.address == node.address

    def cpu(self) -> float:
        """Return the seconds of CPU time that all nodes have taken."""
        return sum(cpu_seconds(node.pid) for node in self.nodes)

    async def matches_of(self, node: Node, player: Player, count: int) -> list[str]:
        """Store running matches that the node owns, both seats of which the player holds. That is faster than to let
        the player create them."""
        mine = (match_id for match_id in self._ids if self.owns(node, match_id))
        found = list(itertools.islice(mine, count))
        await write_matches(self._url, begun_matches(found, player.id, records=0))
        return found


@asynccontextmanager
async def cluster(folder: Path, url: str, count: int) -> AsyncIterator[Cluster]:
    """Start nodes on one database, and wait until each has seen all."""
    async with AsyncExitStack() as stack:
        started = []
        for number in range(count):
            address = f"127.0.0.1:{free_port()}"
            place = folder / f"node{number}"
            place.mkdir(parents=True)
            flags = ("--store", url, "--node", address, "--private-links")
            port, child = await stack.enter_async_context(tilth_server(place, *flags, core=None))
            started.append((port, child.pid, address))
            await _until_logged(place / "server.log", "serving", 1)
        nodes = []
        # After all processes have been started: a fork beside gRPC's threads may hang.
        for port, pid, address in started:
            (channel,) = await stack.enter_async_context(connected(port))
            nodes.append(Node(pid, address, channel))
        members = await _members(url)
        assert len(members) == count, members
        for number in range(count):
            await _until_logged(folder / f"node{number}" / "server.log", "link up", count - 1)
        yield Cluster(url, nodes, members)


async def _members(url: str) -> list[Member]:
    """Return the members as the database has them."""
    connection = await asyncpg.connect(url)
    try:
        rows = await connection.fetch("SELECT id, address, version FROM tilth.members WHERE NOT gone")
    finally:
        await connection.close()
    return [Member(row["id"], row["address"], row["version"]) for row in rows]


async def _until_logged(log: Path, words: str, times: int) -> None:
    """Wait until these words are in a log this many times."""
    async with asyncio.timeout(JOIN_SECONDS):
        while (await asyncio.to_thread(log.read_text)).count(words) < times:  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.05)


async def measure() -> AsyncIterator[Measurement]:
    """Yield the figures of several nodes. Each has a database of its own on one PostgreSQL."""
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as name:
        folder = Path(name)
        with postgres(folder) as server:
            for measurement in await forward(folder / "forward", server):
                yield measurement
            yield await side_by_side(folder / "two", server)
            yield await watch(folder / "watch", server)
            async with cluster(folder / "takeover", database(server, "takeover"), 3) as found:
                is_first_ones = partial(found.owns, found.nodes[0])
                for measurement in await takeover(found.nodes, is_first_ones, server.url("takeover", "")):
                    yield measurement


# Forwarding


async def forward(folder: Path, server: PostgresServer) -> list[Measurement]:
    """Return the CPU time an answer of a match whose clients are at another node than its owner, against clients at
    its owner: with all seats on one stream, and with a stream for each."""
    spent: dict[tuple[int, int], list[float]] = {}
    async with cluster(folder, database(server, "forward"), 2) as nodes:
        owner, other = nodes.nodes
        crowd = await registered(owner.channel, "crowd")
        for _, streams in itertools.product(range(ROUNDS), (1, 2 * LIVE)):
            for place, node in enumerate((owner, other)):
                matches = await nodes.matches_of(owner, crowd, LIVE * SPARE)
                before = nodes.cpu()
                answers = await play([(node, matches)], crowd.who, streams)
                spent.setdefault((streams, place), []).append((nodes.cpu() - before) / answers)
    return [
        Measurement(
            name,
            median([b / a for a, b in zip(spent[streams, 0], spent[streams, 1], strict=True)]),
            "of the CPU an answer at the owner",
            target,
            1e6 * median(spent[streams, 0]),
            {"us of CPU an answer, all nodes": 1e6 * median(spent[streams, 1])},
            target_is_max=True,
        )
        for name, streams, target in (("cluster.forward.1", 1, 1.4), ("cluster.forward.128", 2 * LIVE, 2.2))
    ]


async def play(places: Sequence[tuple[Node, list[str]]], who: Metadata, streams: int) -> int:
    """Play matches at some nodes for some seconds, each on this many streams; return the number of answers."""
    crowds = []
    for node, matches in places:
        attendances = [Attendance(node.channel, who) for _ in range(streams)]
        turns = itertools.cycle(attendances)
        crowd = Crowd(matches, LIVE, partial(_next_of, turns))
        crowds.append((crowd, attendances))
    await asyncio.gather(*(crowd.run(list(streams), SLICE, WARM_UP) for crowd, streams in crowds))
    return sum(crowd.answers for crowd, _ in crowds)


def _next_of(attendances: Iterator[Attendance], _match_id: str, _seat: int) -> Attendance:
    return next(attendances)


async def side_by_side(folder: Path, server: PostgresServer) -> Measurement:
    """Return the CPU time an answer of two nodes, whose clients are at the owners of their matches, against that of
    one."""
    spent: list[list[float]] = [[], []]
    async with (
        cluster(folder / "alone", database(server, "one"), 1) as one,
        cluster(folder / "together", database(server, "two"), 2) as two,
    ):
        for _ in range(ROUNDS):
            for place, nodes in enumerate((one, two)):
                crowd = await registered(nodes.nodes[0].channel, "crowd")
                places = [(node, await nodes.matches_of(node, crowd, LIVE * SPARE)) for node in nodes.nodes]
                before = nodes.cpu()
                answers = await play(places, crowd.who, 1)
                spent[place].append((nodes.cpu() - before) / answers)
    return Measurement(
        "cluster.two",
        median([b / a for a, b in zip(*spent, strict=True)]),
        "of the CPU an answer of one node",
        1.15,
        1e6 * median(spent[0]),
        {"us of CPU an answer, two nodes": 1e6 * median(spent[1])},
        target_is_max=True,
    )


# Watchers


class Show:
    """A match that the first node owns, with 1,000 watchers there, and more at the other nodes."""

    def __init__(self, stage: Alone, audience: Audience) -> None:
        self.stages = [stage]
        """The match, and another one that is played beside it, if there is one."""
        self.audience = audience
        self.watchers = 0
        """The channels that get each record."""
        self._given = 0

    async def seat(
        self, nodes: Iterable[Node], guest: Metadata, match_id: str, layout: tuple[int, int]
    ) -> None:
        """Let watchers come at each of the nodes, on some streams of some channels each."""
        streams, channels = layout
        for node in nodes:
            self.watchers += streams * channels
            for _ in range(streams):
                await self.audience.sit(node.channel, guest, match_id, channels)

    async def play(self, answers: int) -> None:
        """Give answers in each match, each when all watchers have seen the one before."""
        for _ in range(answers):
            self._given += 1
            await asyncio.gather(*(stage.answer(next(iter(stage.next_answers))) for stage in self.stages))
            await self.audience.wait_for(self._given * self.watchers)

    async def close(self) -> None:
        await self.audience.leave()
        for stage in self.stages:
            await stage.attendance.leave()


async def _staged(nodes: Cluster, node: Node, player: Player) -> tuple[Alone, str]:
    """Return a new match that a node owns, both seats of which the player plays there."""
    (match_id,) = await nodes.matches_of(node, player, 1)
    stage = Alone(Attendance(node.channel, player.who))
    await stage.open([match_id])
    return stage, match_id


async def watch(folder: Path, server: PostgresServer) -> Measurement:
    """Return the CPU time of an owner a record with 1,000 watchers at each of three nodes, against 1,000 at the owner
    and one at each other node.

    The three nodes and all clients have the same cores, and what the others do there slows the owner down. So there is
    a third match to compare with: its owner has as little to send as that of the second one, and the other nodes serve
    1,000 watchers of a match of their own.
    """
    kinds = few, many, beside = range(3)
    owners: list[list[float]] = [[] for _ in kinds]
    others: list[list[float]] = [[] for _ in kinds]
    random = Random(1)
    async with cluster(folder, database(server, "watch"), 3) as nodes:
        owner, *rest = nodes.nodes
        player, guest = [await registered(owner.channel, name) for name in ("player", "guest")]
        for _ in range(ROUNDS):
            shows = []
            for kind in kinds:
                stage, match_id = await _staged(nodes, owner, player)
                show = Show(stage, Audience())
                await show.seat([owner], guest.who, match_id, LAYOUT)
                await show.seat(rest, guest.who, match_id, LAYOUT if kind == many else (1, 1))
                if kind == beside:
                    stage, match_id = await _staged(nodes, rest[0], player)
                    show.stages.append(stage)
                    await show.seat(rest, guest.who, match_id, LAYOUT)
                shows.append(show)
            for kind in [kind for _ in range(TURNS) for kind in random.sample(kinds, len(kinds))]:
                before, before_all = cpu_seconds(owner.pid), nodes.cpu()
                await shows[kind].play(ANSWERS)
                mine, all_of_it = cpu_seconds(owner.pid) - before, nodes.cpu() - before_all
                owners[kind].append(mine / ANSWERS)
                others[kind].append((all_of_it - mine) / ANSWERS)
            for show in shows:
                await show.close()

    def ratio(kind: int, base: int) -> float:
        return median([a / b for a, b in zip(owners[kind], owners[base], strict=True)])

    return Measurement(
        "cluster.watchers",
        ratio(many, few),
        "of the owner's CPU a record with one watcher at each other node",
        1.1,
        1e6 * median(owners[few]),
        {
            "of it, with 1,000 at each other node who watch another match": ratio(many, beside),
            "us of the owner's CPU a record": 1e6 * median(owners[many]),
            "us of the others' CPU a record": 1e6 * median(others[many]),
        },
        target_is_max=True,
    )
