"""A primary and two standbys, one of which confirms each commit, and what may happen to them."""

import contextlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import asyncpg

from tests.postgres.proxy import Proxy
from tests.postgres.servers import Installation, PostgresServer

NAMES = ("one", "two", "three")
SETTINGS = {
    # By name: a pg_basebackup that runs is one of (*), and confirms commits.
    "synchronous_standby_names": f"ANY 1 ({', '.join(NAMES)})",
    "wal_level": "replica",
    "wal_log_hints": "on",
    "wal_keep_size": "256MB",
    "max_wal_size": "128MB",
    "max_wal_senders": "8",
    "wal_receiver_timeout": "5s",
    "wal_retrieve_retry_interval": "200ms",
    "hot_standby_feedback": "on",
}
ROOM_BYTES = 900 << 20
"""The size of the first server's disk."""
BALLAST = "ballast"
SECONDS = 120.0
CLIENTS = "FROM pg_stat_activity WHERE application_name = 'tilth' AND backend_type = 'client backend'"
WAITING = f"{CLIENTS} AND wait_event = 'SyncRep'"
LOST = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)


class Database(PostgresServer):
    """One of the servers, all of whose processes can be killed or stopped. It may be a standby, of any other one."""

    def processes(self) -> list[int]:
        """Return the processes of the server, the first one first."""
        return [self.pid, *children_of(self.pid)]

    def cut_power(self) -> None:
        """Kill all processes."""
        for pid in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.kill()

    @contextlib.contextmanager
    def stopped(self) -> Iterator[None]:
        """Stop all processes for the time of the block, as on a machine that hangs."""
        with standing_still(self.pid, lambda: children_of(self.pid)):
            yield

    @property
    def lives(self) -> bool:
        """Return whether the server runs."""
        return self._process is not None and self._process.poll() is None

    def follow(self, primary: "Database | None") -> None:
        """Receive from another server from now on; from none if it is None."""
        info = ""
        if primary is not None:
            info = f"host=127.0.0.1 port={primary.port} user=tilth application_name={self.name} connect_timeout=3"
        (self.data / "postgresql.auto.conf").write_text(f"primary_conninfo = '{info}'\n")
        if self.lives:
            os.kill(self.pid, signal.SIGHUP)

    def ask(self, statement: str) -> Any:
        """Return the only value of a statement; in the database that each server has."""
        return self.execute(statement, database="postgres")[0][0]

    def received(self) -> int:
        """Return the place in the log up to which a standby has received."""
        return int(self.ask("SELECT pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')::bigint"))


class Databases:
    """Three servers of the same data. Clients reach them through a proxy each, which can cut their connections."""

    def __init__(self, installation: Installation) -> None:
        self.installation = installation
        self.servers = [Database(installation, name, **SETTINGS) for name in NAMES]
        self.primary = self.servers[0]
        self.proxies: dict[str, Proxy] = {}
        self.has_small_disk = False
        """True if the first server has a small file system of its own, which can be filled."""
        self._stack = contextlib.ExitStack()

    @property
    def standbys(self) -> list[Database]:
        """Return the servers that are not the primary."""
        return [server for server in self.servers if server is not self.primary]

    @property
    def proxy(self) -> Proxy:
        """Return the proxy before the primary."""
        return self.proxies[self.primary.name]

    def start(self) -> None:
        """Start the servers."""
        self.has_small_disk = self._mount()
        if not self.has_small_disk:
            self.installation.make_data(self.primary.name)
        with (self.primary.data / "postgresql.conf").open("a") as file:
            # Where pg_rewind finds them when it recovers a server that was killed.
            file.writelines(f"{name} = '{value}'\n" for name, value in SETTINGS.items())
        self.primary.start()
        for standby in self.standbys:
            self.copy_again(standby)
        # It waits for a standby.
        self.primary.make_database("tilth")
        for server in self.servers:
            self.proxies[server.name] = self._stack.enter_context(Proxy(server.port))

    def close(self) -> None:
        """End the servers, and remove their files."""
        self._stack.close()
        for server in self.servers:
            if server.lives:
                server.cut_power()
        if self.has_small_disk:
            unmount = ["umount", "--lazy", str(self.servers[0].data.parent)]
            subprocess.run(unmount, check=False, timeout=20)
        self.installation.remove()

    def url(self) -> str:
        """Return the URL of the store; it names all servers."""
        hosts = ",".join(f"127.0.0.1:{proxy.port}" for proxy in self.proxies.values())
        return f"postgresql://tilth@{hosts}/tilth"

    def _mount(self) -> bool:
        """Give the first server a small disk; return False if this user may not."""
        room = self.installation.folder / "disk"
        room.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", f"size={ROOM_BYTES},mode=0755", "tmpfs", str(room)]
        if os.getuid() or subprocess.run(mount, capture_output=True, check=False, timeout=20).returncode:
            return False
        user = self.installation.user
        os.chown(room, user.pw_uid, user.pw_gid)
        first = self.servers[0]
        first.data = self.installation.make_data(f"{room.name}/{first.name}")
        return True

    # Standbys

    def copy_again(self, standby: Database) -> None:
        """Make a server that does not run a standby, from a new copy of the primary."""
        shutil.rmtree(standby.data, ignore_errors=True)
        self.installation.run(
            "pg_basebackup", "-D", str(standby.data), "-h", "127.0.0.1", "-p", str(self.primary.port),
            "-U", "tilth", "-c", "fast", "-X", "stream", "--no-sync",
        )  # fmt: skip
        self._begin_standby(standby)

    def rewind(self, standby: Database) -> str:
        """Make a former primary that does not run a standby; return how that was done."""
        source = f"host=127.0.0.1 port={self.primary.port} user=tilth dbname=postgres"
        try:
            self.installation.run(
                "pg_rewind", "-D", str(standby.data), "--source-server", source, "--no-sync"
            )
        except RuntimeError:
            self.copy_again(standby)
            return "copied, because it could not be rewound"
        self._begin_standby(standby)
        return "rewound"

    def _begin_standby(self, standby: Database) -> None:
        """Start a server as a standby of the primary."""
        signal_file = standby.data / "standby.signal"
        signal_file.touch()
        user = self.installation.user
        os.chown(signal_file, user.pw_uid, user.pw_gid)
        standby.follow(self.primary)
        standby.start()

    def promote(self) -> Database:
        """Make the standby that has received most the primary; return the former one, which may still run.

        Both standbys leave the former primary first, as they would at the hands of every manager: or it could confirm
        a commit to one of them that the other one, which is promoted, does not have.
        """
        before = self.primary
        for standby in self.standbys:
            standby.follow(None)
        for standby in self.standbys:
            until(lambda each=standby: each.ask("SELECT count(*) FROM pg_stat_wal_receiver") == 0)  # type: ignore[misc]
        new, other = sorted(self.standbys, key=lambda server: -server.received())
        assert new.ask("SELECT pg_promote(true, 60)")
        self.primary = new
        other.follow(new)
        return before


def behind(primary: PostgresServer, standbys: Sequence[PostgresServer]) -> list[str]:
    """Return the streams of which a standby has another record than the primary. The primary may be ahead.

    Every record's hash holds those before it, so that the ends of streams are enough.
    """
    statement = """
    SELECT e.id FROM unnest($1::bigint[], $2::int[], $3::bytea[]) AS e(id, length, head)
    LEFT JOIN tilth.records r ON r.stream = e.id AND r.number = e.length - 1
    WHERE e.length > 0 AND r.hash IS DISTINCT FROM e.head
    """
    faults = []
    for standby in standbys:
        ends = standby.execute("SELECT id, length, head FROM tilth.streams")
        columns = ([end[place] for end in ends] for place in range(3))
        faults += [
            f"{standby.name} has another stream {row[0]}" for row in primary.execute(statement, *columns)
        ]
    return faults


@contextlib.contextmanager
def standing_still(pid: int, others: Callable[[], list[int]]) -> Iterator[None]:
    """Stop a process and others for the time of the block, as on a machine that hangs."""
    # The first one starts no others after it was stopped.
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGSTOP)
    stopped = [pid, *others()]
    for each in stopped[1:]:
        with contextlib.suppress(ProcessLookupError):
            os.kill(each, signal.SIGSTOP)
    try:
        yield
    finally:
        for each in reversed(stopped):
            with contextlib.suppress(ProcessLookupError):
                os.kill(each, signal.SIGCONT)


def children_of(pid: int) -> list[int]:
    """Return the children of a process."""
    children = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdecimal():
            continue
        with contextlib.suppress(OSError):
            # The name in brackets may hold spaces.
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(fields[1]) == pid:
                children.append(int(folder.name))
    return children


def until(condition: Callable[[], object], seconds: float = SECONDS) -> None:
    """Return when the condition gives something true. A server that is away gives nothing."""
    end = time.monotonic() + seconds
    while True:
        with contextlib.suppress(*LOST):
            if condition():
                return
        if time.monotonic() > end:
            raise TimeoutError("PostgreSQL did not get there")
        time.sleep(0.05)


# Faults. Each is a function that returns when everything runs again, and says what it did.

Fault = Callable[[Any, Random], str]


def kill_primary(group: Databases, random: Random) -> str:
    """Kill the primary, and start it again."""
    group.primary.cut_power()
    pause = random.choice((0.0, random.uniform(0, 8)))
    time.sleep(pause)
    group.primary.start()
    return f"away for {pause:.1f} s"


def stop_primary(group: Databases, random: Random) -> str:
    """Let the primary hang."""
    pause = random.choice((random.uniform(0.2, 2), random.uniform(4, 9)))
    with group.primary.stopped():
        time.sleep(pause)
    return f"for {pause:.1f} s"


def restart_primary(group: Databases, _: Random) -> str:
    """Restart the primary as an operator does."""
    group.primary.stop()
    group.primary.start()
    return ""


def kill_standby(group: Databases, random: Random) -> str:
    """Kill one standby, and start it again."""
    standby = random.choice(group.standbys)
    standby.cut_power()
    time.sleep(random.uniform(0, 3))
    standby.start()
    return standby.name


def stop_standby(group: Databases, random: Random) -> str:
    """Let one standby hang."""
    standby = random.choice(group.standbys)
    with standby.stopped():
        time.sleep(random.uniform(0.5, 4))
    return standby.name


def stop_standbys(group: Databases, random: Random) -> str:
    """Let both standbys hang, so that nobody confirms a commit."""
    pause = random.choice((random.uniform(0.5, 3), random.uniform(6, 10)))
    one, two = group.standbys
    with one.stopped(), two.stopped():
        time.sleep(pause)
    return f"for {pause:.1f} s"


def kill_standbys(group: Databases, random: Random) -> str:
    """Kill both standbys, and start them again."""
    for standby in group.standbys:
        standby.cut_power()
    time.sleep(random.uniform(0, 6))
    for standby in group.standbys:
        standby.start()
    return ""


def cancel_waits(group: Databases, random: Random) -> str:
    """Cancel commits that wait for a standby: they are visible, and on no standby."""
    one, two = group.standbys
    cancelled = 0
    with one.stopped(), two.stopped():
        for _ in range(random.randint(1, 4)):
            time.sleep(random.uniform(0.3, 1))
            cancelled += int(group.primary.ask(f"SELECT count(pg_cancel_backend(pid)) {WAITING}"))
    return f"{cancelled} cancelled"


def kill_all(group: Databases, random: Random) -> str:
    """Kill the primary while no standby confirms, so that it shows what was not confirmed when it comes back."""
    one, two = group.standbys
    with one.stopped(), two.stopped():
        time.sleep(random.uniform(0.3, 2))
        group.primary.cut_power()
        group.primary.start()
        time.sleep(random.uniform(0, 6))
    return ""


def fill_disk(group: Databases, random: Random) -> str:
    """Fill the disk of the primary."""
    ballast = group.primary.data.parent / BALLAST
    try:
        with contextlib.suppress(OSError), ballast.open("wb") as file:
            while True:
                file.write(b"\0" * (1 << 20))
                file.flush()
        pause = random.uniform(4, 12)
        end = time.monotonic() + pause
        while time.monotonic() < end and group.primary.lives:
            time.sleep(0.1)
    finally:
        ballast.unlink()
    if not group.primary.lives:
        group.primary.start()
        return "it ended, and was started again"
    until(lambda: group.primary.ask("SELECT 1"))
    return f"for {pause:.1f} s"


def cut_all(group: Databases, random: Random) -> str:
    """Cut all connections to the primary, several times."""
    times = random.randint(1, 6)
    for _ in range(times):
        group.proxy.cut_all()
        time.sleep(random.uniform(0, 0.4))
    return f"{times} times"


def cut_commits(group: Databases, random: Random) -> str:
    """Cut connections in the middle of commits: before a request arrives, or before its answer does."""
    proxy, before = group.proxy, group.proxy.cuts
    for _ in range(random.randint(2, 8)):
        if random.random() < 0.3:
            proxy.cut_before = ANSWERED
        else:
            proxy.cut_after = ANSWERED
        time.sleep(random.uniform(0.02, 0.4))
    proxy.cut_before = proxy.cut_after = None
    return f"{proxy.cuts - before} cut"


def swallow_answers(group: Databases, random: Random) -> str:
    """Let requests arrive and no answers, and cut the connections then."""
    pause = random.choice((random.uniform(0.1, 1), random.uniform(3, 7)))
    group.proxy.answers_pass = False
    time.sleep(pause)
    group.proxy.cut_all()
    time.sleep(0.05)
    group.proxy.answers_pass = True
    return f"for {pause:.1f} s"


def end_sessions(group: Databases, _: Random) -> str:
    """End the nodes' sessions, as an operator may."""
    return f"{group.primary.ask(f'SELECT count(pg_terminate_backend(pid)) {CLIENTS}')} ended"


ANSWERED = b""
"""Bytes in every request that may store an answer."""

FAULTS: dict[str, Fault] = {
    "primary killed": kill_primary,
    "primary stopped": stop_primary,
    "primary restarted": restart_primary,
    "standby killed": kill_standby,
    "standby stopped": stop_standby,
    "both standbys stopped": stop_standbys,
    "both standbys killed": kill_standbys,
    "waiting commits cancelled": cancel_waits,
    "primary killed without standbys": kill_all,
    "disk full": fill_disk,
    "connections cut": cut_all,
    "connections cut in commits": cut_commits,
    "answers swallowed": swallow_answers,
    "sessions ended": end_sessions,
}
"""Faults after which the primary is the same as before."""


def rejoin(group: Databases, former: Database, random: Random) -> str:
    """Stop a former primary, and make it a standby."""
    if random.random() < 0.5:
        former.cut_power()
    else:
        former.stop()
    if random.random() < 0.3:
        group.copy_again(former)
        return "copied"
    return group.rewind(former)


def promote_beside(group: Databases, random: Random) -> str:
    """Promote a standby; the former primary lives on for some time."""
    former = group.promote()
    time.sleep(random.choice((0.0, random.uniform(1, 8))))
    return rejoin(group, former, random)


def promote_beside_stopped(group: Databases, random: Random) -> str:
    """Promote a standby while the primary hangs; it lives on after that, with the statements that it had received."""
    with group.primary.stopped():
        time.sleep(random.uniform(0, 3))
        former = group.promote()
        time.sleep(random.uniform(0, 3))
    time.sleep(random.uniform(1, 5))
    return rejoin(group, former, random)


def promote_and_revive(group: Databases, random: Random) -> str:
    """Kill the primary, promote a standby, and start the former primary as if it still were one."""
    group.primary.cut_power()
    former = group.promote()
    time.sleep(random.choice((0.0, random.uniform(0, 4))))
    former.start()
    time.sleep(random.uniform(1, 5))
    return rejoin(group, former, random)


def promote_behind_cuts(group: Databases, random: Random) -> str:
    """Promote a standby while answers of the primary are lost; the former primary lives on for some time."""
    proxy = group.proxy
    proxy.answers_pass = False
    time.sleep(random.uniform(0, 1))
    former = group.promote()
    proxy.cut_all()
    time.sleep(0.05)
    proxy.answers_pass = True
    time.sleep(random.uniform(1, 5))
    return rejoin(group, former, random)


PROMOTIONS: dict[str, Fault] = {
    "promoted beside the former primary": promote_beside,
    "promoted while the former primary hung": promote_beside_stopped,
    "promoted, and the former primary came back": promote_and_revive,
    "promoted behind lost answers": promote_behind_cuts,
}
"""Faults after which another server is the primary. For some time two of them are, and clients reach both."""
