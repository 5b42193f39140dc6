"""The servers of a campaign: nodes on a primary with two standbys, and the wires between them."""

import asyncio
import resource
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Self

import grpc

from tests.campaign.proxies import Wire
from tests.e2e.serving import MANY_CALLS, ServerProcess, own_port
from tests.postgres.servers import Installation, PostgresServer, find_binaries
from tests.warm import Process
from tilth.v1 import lobby_pb2, lobby_pb2_grpc

FLAGS = (*MANY_CALLS, "--unfinished-matches-per-player", "100000", "--streams-per-player", "1000")
NAMES = ("one", "two", "three")
STANDBYS = ("standby_one", "standby_two")
JOIN_SECONDS = 60.0
ANSWER_SECONDS = 2.0
IN_A_NAMESPACE = 'mount --bind "$1" /etc/hosts && shift && exec "$@"'
"""A shell's words: the program that follows reads another file of host names."""


class CampaignNode(ServerProcess):
    """A node that can also be stopped for a while, started with a wrong clock, or behind wires."""

    def __init__(self, folder: Path, name: str, store_url: str, node: str, hosts: Path | None = None) -> None:
        """`node` is the address of its links. `hosts` is the file of host names that it reads."""
        self.name = name
        self.node = node
        self.clock_seconds = 0.0
        """Seconds by which its wall clock is ahead."""
        self.broken = ""
        """The part that is broken on purpose (tests/campaign/broken_node.py); "" if none is."""
        self.is_stopped = False
        self._hosts = hosts
        super().__init__(folder / name, "--store", store_url, "--node", node, "--private-links", *FLAGS)

    def begin(self) -> None:
        """Start the process, and don't wait until it serves."""
        module = ["tilth_server.main"]
        if self.clock_seconds:
            module = ["tests.campaign.shifted_node", str(self.clock_seconds)]
        if self.broken:
            module = ["tests.campaign.broken_node", self.broken]
        words = [sys.executable, "-m", *module, "serve", "--log-format", "json"]
        words += ["--data", str(self.data), "--listen", self.address, *self.flags]
        if self._hosts is not None:
            words = ["unshare", "--mount", "sh", "-c", IN_A_NAMESPACE, "sh", str(self._hosts), *words]
        with self.log_file.open("a") as log:
            self._process = Process(words, stdout=-1, stderr=log, text=True)
        self.is_stopped = self.doomed = False

    def pause(self) -> None:
        """Stop the process where it is, as a machine that hangs."""
        assert self._process is not None
        self.is_stopped = True
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let the process continue."""
        assert self._process is not None
        self.is_stopped = False
        self._process.send_signal(signal.SIGCONT)

    def fill_disk(self) -> None:
        """Let every write to a file fail, also to its log, as on a full disk."""
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

    def clear_disk(self) -> None:
        """Let writes to files succeed again."""
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    def kill(self) -> None:
        """Kill the process, also one that is stopped."""
        self.is_stopped = False
        super().kill()


class LoneServer(CampaignNode):
    """A server on the store of others that knows of none: it takes itself for the owner of every match."""

    def __init__(self, folder: Path, name: str, url: str) -> None:
        super().__init__(folder, name, url, "")
        place = self.flags.index("--node")
        self.flags = (*self.flags[:place], *self.flags[place + 3 :])


class Cluster:
    """Three nodes, and the wires to their databases and between them if there are any."""

    def __init__(self, nodes: Sequence[CampaignNode], databases: Sequence[PostgresServer] = ()) -> None:
        self.nodes = list(nodes)
        self.databases = list(databases)
        """PostgreSQL's servers; the first was the primary when the campaign began."""
        self.found: list[str] = []
        """Sentences about what faults have found wrong with the databases."""
        self.links: dict[tuple[str, str], Wire] = {}
        """The wires between nodes, by the names of who connects and who is reached."""
        self.database_wires: dict[str, list[Wire]] = {}
        """The wires of each node to the databases, by the name of the node."""

    def node(self, name: str) -> CampaignNode:
        """Return the node of this name."""
        return next(node for node in self.nodes if node.name == name)

    @property
    def serving(self) -> list[CampaignNode]:
        """Return the nodes that run and are not stopped."""
        return [node for node in self.nodes if node.lives and not node.is_stopped]

    async def start(self, *nodes: CampaignNode) -> Self:
        """Start nodes, side by side, and wait until they serve."""
        for node in nodes:
            node.begin()
        for node in nodes:
            await asyncio.to_thread(node.greeted)
        return self

    async def start_all(self) -> None:
        """Start all nodes: the first alone, because it makes the tables."""
        first, *others = self.nodes
        await self.start(first)
        self.copy_keys()
        await self.start(*others)

    def copy_keys(self) -> None:
        """Give all nodes the keys of the first: they sign with one key, as docs/guides/postgresql.md says."""
        first, *others = self.nodes
        for node in others:
            node.data.mkdir(parents=True, exist_ok=True)
            for name in ("signing.key", "operator.token"):
                (node.data / name).write_bytes((first.data / name).read_bytes())
                (node.data / name).chmod(0o600)

    async def heal(self) -> None:
        """Take back every fault: all nodes run, with right clocks, and all wires pass."""
        for wire in (
            *self.links.values(),
            *(wire for wires in self.database_wires.values() for wire in wires),
        ):
            wire.heal()
        gone: list[CampaignNode] = []
        for node in self.nodes:
            if node.is_stopped:
                node.resume()
            if not node.lives or node.clock_seconds:
                if node.lives:
                    node.kill()
                node.clock_seconds = 0.0
                gone.append(node)
        await self.start(*gone)

    async def is_answering(self, node: CampaignNode) -> bool:
        """Return whether the node answers a call."""
        async with grpc.aio.insecure_channel(node.address) as channel:
            stub = lobby_pb2_grpc.LobbyServiceStub(channel)
            try:
                await stub.GetServerInfo(lobby_pb2.GetServerInfoRequest(), timeout=ANSWER_SECONDS)
            except grpc.aio.AioRpcError:
                return False
            return True

    def end(self) -> None:
        """Kill all nodes."""
        for node in self.nodes:
            if node.lives:
                node.kill()

    def primary_url(self) -> str:
        """Return the URL of the store past all wires, for checks."""
        return store_url(self.databases)


def store_url(databases: Sequence[PostgresServer], ports: Sequence[int] = (), options: str = "") -> str:
    """Return the URL of the store, in all these servers."""
    hosts = ",".join(f"127.0.0.1:{port}" for port in (ports or [server.port for server in databases]))
    return f"postgresql://tilth@{hosts}/tilth{f'?{options}' if options else ''}"


def start_databases(installation: Installation) -> list[PostgresServer]:
    """Start a primary and two synchronous standbys, of which one has to confirm each commit."""
    primary = PostgresServer(installation, "primary")
    primary.start()
    primary.make_database("tilth")
    standbys = [primary.make_standby(name) for name in STANDBYS]
    for standby in standbys:
        standby.start()
    primary.execute(
        f"ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 ({', '.join(STANDBYS)})'", database="postgres"
    )
    primary.execute("SELECT pg_reload_conf()", database="postgres")
    return [primary, *standbys]


@asynccontextmanager
async def cluster(folder: Path, *, has_wires: bool = False, url: str = "") -> AsyncIterator[Cluster]:
    """Yield three nodes that serve a primary with two standbys, all new; with `has_wires`, behind proxies.

    Without wires the nodes reach each other and the databases directly, so that a dead address refuses connections.
    With `url` they serve the store there.
    """
    installation: Installation | None = None
    databases: list[PostgresServer] = []
    if not url:
        binaries = find_binaries()
        assert binaries is not None, "there is no PostgreSQL here"
        installation = Installation(binaries)
        try:
            databases = await asyncio.to_thread(start_databases, installation)
        except BaseException:
            installation.remove()
            raise
    try:
        async with AsyncExitStack() as wires:
            made = Cluster([], databases)
            if has_wires:
                await _add_wires(made, folder, wires)
            else:
                url = url or store_url(databases)
                made.nodes = [CampaignNode(folder, name, url, f"127.0.0.1:{own_port()}") for name in NAMES]
            try:
                await made.start_all()
                yield made
            finally:
                await asyncio.to_thread(made.end)
    finally:
        if installation is not None:
            for server in reversed(databases):
                await asyncio.to_thread(server.kill)
            installation.remove()


async def _add_wires(made: Cluster, folder: Path, wires: AsyncExitStack) -> None:
    """Make the nodes behind wires. Each node finds the others by host names that lead it to proxies of its own."""
    port = own_port()
    for place, name in enumerate(NAMES):
        ways = [
            await wires.enter_async_context(Wire(("127.0.0.1", server.port))) for server in made.databases
        ]
        made.database_wires[name] = ways
        lines = ["127.0.0.1 localhost", f"{_host(place, place)} node-{name}"]
        for other, other_name in enumerate(NAMES):
            if other != place:
                wire = Wire((_host(other, other), port), _host(place, other), port)
                made.links[name, other_name] = await wires.enter_async_context(wire)
                lines.append(f"{_host(place, other)} node-{other_name}")
        hosts = folder / f"{name}.hosts"
        hosts.write_text("\n".join(lines) + "\n")
        url = store_url(made.databases, [way.address[1] for way in ways])
        made.nodes.append(CampaignNode(folder, name, url, f"node-{name}:{port}", hosts))


def _host(who: int, whom: int) -> str:
    """Return the loopback address at which one node reaches another, or itself."""
    return f"127.77.{who + 1}.{whom + 1}"
