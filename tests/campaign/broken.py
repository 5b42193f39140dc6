"""PART=broken: servers with a part that is broken on purpose, each in the situation in which that does harm.

The checker has to find it, and to find nothing in the same situation with a server that is whole.
"""

import asyncio
import shutil
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from tests.campaign.cluster import CampaignNode, Cluster, LoneServer, store_url
from tests.campaign.match import CampaignMatch, Seat
from tests.campaign.node_faults import NODES
from tests.campaign.players import Player
from tests.campaign.proxies import Wire
from tests.campaign.rounds import Round
from tests.postgres.servers import Installation, PostgresServer, find_binaries

GAME = "earth"
"""The game whose matches begin with a question to each seat."""
STANDBY = "standby"
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE '%moved AS%'"
CANCEL = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
SECONDS = 120
SHORT_SECONDS = 2.0
"""The patience of a client whose answer nobody can store at the moment."""
LONG_SECONDS = 40.0
TELLING_SECONDS = 4.0
"""Time in which a server that is too sure of a commit confirms it, or shows it."""


class Scene:
    """Two servers that do not know each other, on one store, and a match that is played at both.

    The first server may be broken. It reaches the primary through a wire.
    """

    def __init__(self, one: Round, databases: list[PostgresServer], wire: Wire) -> None:
        self.round = one
        self.databases = databases
        """The primary, and a standby if there is one."""
        self.wire = wire
        self.first, self.second = one.cluster.nodes

    @property
    def match(self) -> CampaignMatch:
        """Return the match."""
        return self.round.crowd.matches[0]

    def seat(self, number: int) -> tuple[Player, Seat]:
        """Return the player of a seat, and the seat."""
        player = self.match.players[number]
        return player, next(seat for seat in player.seats if seat.number == number)

    async def begin_match(self) -> None:
        """Start the match, at the first server."""
        crowd = self.round.crowd
        crowd.nodes = [self.first]
        await crowd.new_match(GAME)
        crowd.nodes = [self.first, self.second]

    async def ask(self, number: int) -> None:
        """Let a seat choose its answer."""
        player, seat = self.seat(number)
        await player.ask(seat, self.first)

    async def give(self, number: int, server: CampaignNode, seconds: float = SHORT_SECONDS) -> bool:
        """Give the answer of a seat at a server; return whether it was confirmed in time."""
        player, seat = self.seat(number)
        return await player.give(seat, server, seconds)

    async def insist(self, number: int, server: CampaignNode) -> None:
        """Give the answer of a seat again and again, until it is confirmed."""
        async with asyncio.timeout(LONG_SECONDS):
            while self.seat(number)[1].pending is not None and not await self.give(number, server):  # noqa: ASYNC110
                await asyncio.sleep(0.1)

    async def watch(self, number: int, server: CampaignNode) -> None:
        """Let a seat look at the match at a server, for some time."""
        player, _ = self.seat(number)
        player.nodes = [server]
        self.round.crowd.start(player)
        await asyncio.sleep(TELLING_SECONDS)

    async def lose_standby(self) -> None:
        """Let the standby end."""
        await asyncio.to_thread(self.databases[1].kill)

    async def until_waiting(self) -> None:
        """Return when a commit waits for the standby."""
        while not (await asyncio.to_thread(self.databases[0].execute, WAITING))[0][0]:  # noqa: ASYNC110
            await asyncio.sleep(0.05)

    async def answer_without_standby(self, seconds: float) -> asyncio.Task[bool]:
        """Start the match, lose the standby, and give the answer of seat 0 at the first server. Return the call when
        its commit waits for the standby.
        """
        await self.begin_match()
        await self.ask(0)
        await self.lose_standby()
        waiting = asyncio.create_task(self.give(0, self.first, seconds))
        await self.until_waiting()
        return waiting

    async def lose_primary(self) -> None:
        """Lose the primary for good, and promote the standby."""
        former, new = self.databases
        await asyncio.to_thread(former.kill)
        await asyncio.to_thread(new.start)
        await asyncio.to_thread(new.execute, "SELECT pg_promote()")
        self.databases = [new]


async def meet(scene: Scene) -> None:
    """Both seats answer at a server that is cut off from the database. One of them repeats that at the other server."""
    await scene.begin_match()
    await scene.ask(0)
    await scene.ask(1)
    scene.wire.cut()
    waiting = asyncio.create_task(scene.give(0, scene.first, LONG_SECONDS))
    # The first answer is a batch of its own, and the second one waits behind it.
    await asyncio.sleep(0.5)
    assert not await scene.give(1, scene.first)
    await scene.insist(1, scene.second)
    scene.wire.heal()
    await waiting
    # The second answer follows at once, and nobody else writes until then.
    await asyncio.sleep(SHORT_SECONDS)
    await scene.insist(0, scene.second)


async def be_killed(scene: Scene) -> None:
    """A server that is cut off from the database is killed with an answer that it could not store."""
    await scene.begin_match()
    await scene.ask(0)
    scene.wire.cut()
    await scene.give(0, scene.first)
    await asyncio.to_thread(scene.first.kill)
    scene.wire.heal()
    await scene.insist(0, scene.second)


async def crash_while_waiting(scene: Scene) -> None:
    """A commit waits for a standby; the primary crashes, comes back, shows the record, and is lost."""
    waiting = await scene.answer_without_standby(LONG_SECONDS)
    await asyncio.to_thread(scene.databases[0].kill)
    await asyncio.to_thread(scene.databases[0].start)
    await asyncio.sleep(TELLING_SECONDS)
    await scene.lose_primary()
    await waiting
    await scene.insist(0, scene.second)


async def be_cancelled(scene: Scene) -> None:
    """A commit waits for a standby; an operator cancels that, and then the primary is lost."""
    waiting = await scene.answer_without_standby(LONG_SECONDS)
    await asyncio.to_thread(scene.databases[0].execute, CANCEL)
    await asyncio.sleep(TELLING_SECONDS)
    await scene.lose_primary()
    await waiting
    await scene.insist(0, scene.second)


async def leave_while_waiting(scene: Scene) -> None:
    """A commit waits for a standby; the client leaves, somebody else looks at the match, and then the primary is lost,
    and the server with it.
    """
    waiting = await scene.answer_without_standby(SHORT_SECONDS)
    await waiting
    await scene.watch(1, scene.second)
    await asyncio.to_thread(scene.first.kill)
    await scene.lose_primary()


async def be_killed_after_the_start(scene: Scene) -> None:
    """A server is killed as soon as it has confirmed that a match has started."""
    await scene.begin_match()
    await asyncio.to_thread(scene.first.kill)


class Case(NamedTuple):
    """A part that is broken on purpose, and the situation in which that does harm."""

    broken: str
    """The name of the break in tests/campaign/broken_node.py."""
    title: str
    play: Callable[[Scene], Awaitable[None]]
    sentence: str
    """A part of the sentence with which the checker has to find it."""
    has_standby: bool = False


CASES = (
    Case("hash", "no hash in the fence", meet, "is stored 2 times"),
    Case("barrier", "no barrier", crash_while_waiting, "and is stored as nothing", True),
    Case("early", "telling before the commit", be_killed, "and is stored as nothing"),
    Case(
        "cancel", "the server cancels its own wait", leave_while_waiting, "is not stored: the log has", True
    ),
    Case("warning", "a cancelled wait counts as a commit", be_cancelled, "and is stored as nothing", True),
    Case("rows", "an index row is not written with its record", be_killed_after_the_start, "lists it as"),
    Case("conflict", "an owner ignores a conflict", meet, "was confirmed as record"),
)


async def sentences_of(case: Case, *, is_broken: bool, folder: Path) -> list[str]:
    """Play a case, with the broken part or without; return what the checker says."""
    async with asyncio.timeout(SECONDS), opened(case, is_broken=is_broken, folder=folder) as scene:
        await case.play(scene)
        crowd = scene.round.crowd
        await crowd.end(SHORT_SECONDS)
        # A server that is new and whole answers for what is stored.
        scene.round.cluster.end()
        scene.first.broken = ""
        crowd.nodes = [scene.first]
        await scene.round.cluster.start(scene.first)
        return await scene.round.compare_diary(scene.databases[0])


@asynccontextmanager
async def opened(case: Case, *, is_broken: bool, folder: Path) -> AsyncIterator[Scene]:
    """Yield the scene of a case."""
    binaries = find_binaries()
    assert binaries is not None, "there is no PostgreSQL here"
    installation = Installation(binaries)
    databases: list[PostgresServer] = []
    made = Cluster([])
    try:
        await asyncio.to_thread(start_databases, installation, databases, has_standby=case.has_standby)
        async with AsyncExitStack() as wires:
            wire = await wires.enter_async_context(Wire(("127.0.0.1", databases[0].port)))
            ports = [wire.address[1], *(server.port for server in databases[1:])]
            first = LoneServer(folder, "first", store_url(databases, ports, "durability=disk"))
            second = LoneServer(folder, "second", store_url(databases, options="durability=disk"))
            made.nodes = [first, second]
            first.broken = case.broken if is_broken else ""
            await made.start(first)
            one = Round(made, NODES, 0, folder)
            # Players that look on, and answer only when a case says so.
            one.crowd.is_closing = True
            one.crowd.nodes = [first]
            await one.crowd.register(3)
            made.copy_keys()
            # A server that is no node learns of players when it starts.
            await made.start(second)
            yield Scene(one, databases, wire)
            await asyncio.to_thread(made.end)
    finally:
        await asyncio.to_thread(made.end)
        for server in reversed(databases):
            await asyncio.to_thread(server.kill)
        installation.remove()


def start_databases(
    installation: Installation, databases: list[PostgresServer], *, has_standby: bool
) -> None:
    """Start a primary, and a standby that has to confirm each commit, and put them into the list."""
    primary = PostgresServer(installation, "primary")
    databases.append(primary)
    primary.start()
    primary.make_database("tilth")
    if has_standby:
        standby = primary.make_standby(STANDBY)
        databases.append(standby)
        standby.start()
        primary.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{STANDBY}'", database="postgres")
        primary.execute("SELECT pg_reload_conf()", database="postgres")


async def play_all() -> int:
    """Play all cases, and print what the checker says. Return 0 if it finds each break, and nothing else."""
    wrong = 0
    for case in CASES:
        for is_broken in (True, False):
            folder = Path(tempfile.mkdtemp(prefix="tilth-broken-"))
            began = time.monotonic()
            sentences = await sentences_of(case, is_broken=is_broken, folder=folder)
            is_right = any(case.sentence in each for each in sentences) if is_broken else not sentences
            wrong += not is_right
            print(
                f"{'ok' if is_right else 'WRONG':5} {case.title}{'' if is_broken else ', mended'}:"
                f" {len(sentences)} sentences, {time.monotonic() - began:.0f} s",
                *(f"      {sentence}" for sentence in sentences[:3]),
                sep="\n",
                flush=True,
            )
            if is_right:
                shutil.rmtree(folder, ignore_errors=True)
            else:
                print(f"      the diary and the logs of the servers are in {folder}")
    return 1 if wrong else 0
