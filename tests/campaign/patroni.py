"""Three PostgreSQL servers that Patroni manages, with etcd, and failovers of them.

PATRONI_FOR_TESTS and ETCD_FOR_TESTS name the folders of the programs where they are not on the PATH.
"""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from random import Random
from typing import Any

from tests.campaign.databases import SECONDS, Fault, children_of, standing_still, until
from tests.e2e.serving import own_port
from tests.postgres.servers import Installation, PostgresServer

NAMES = ("one", "two", "three")
START_SECONDS = 120.0
BOOTSTRAP: dict[str, Any] = {
    # The shortest that Patroni takes. A leader that is gone is replaced after this time.
    "ttl": 20,
    "loop_wait": 5,
    "retry_timeout": 5,
    "synchronous_mode": "quorum",
    "synchronous_mode_strict": True,
    "synchronous_node_count": 1,
    "postgresql": {
        "use_pg_rewind": True,
        "parameters": {
            "wal_level": "replica",
            "wal_log_hints": "on",
            "wal_keep_size": "256MB",
            "max_wal_size": "256MB",
            "max_connections": 100,
            "shared_buffers": "32MB",
            "log_min_messages": "warning",
            "unix_socket_directories": "",
        },
    },
}


class Missing(Exception):
    """A program that the failovers need is not on this machine."""


def find_program(name: str, variable: str, remedy: str) -> Path:
    """Return a program's path. Raise Missing if it is not there."""
    chosen = os.environ.get(variable)
    found = shutil.which(name, path=chosen or None)
    if found is None:
        where = f"in {chosen}" if chosen else "on the PATH"
        raise Missing(f"{name} is not {where}: {remedy}, or name its folder in {variable}")
    return Path(found)


class ManagedServer(PostgresServer):
    """A PostgreSQL and the Patroni that starts it."""

    def __init__(self, installation: Installation, name: str) -> None:
        super().__init__(installation, name)
        self.rest_port = own_port()
        self.configuration = installation.folder / f"{name}.yml"

    def configure(self, etcd_port: int) -> None:
        """Write Patroni's configuration."""
        roles = {
            role: {"username": "tilth" if role == "superuser" else role, "password": "patroni"}
            for role in ("superuser", "replication", "rewind")
        }
        settings = {
            "scope": "tilth",
            "name": self.name,
            "restapi": {
                "listen": f"127.0.0.1:{self.rest_port}",
                "connect_address": f"127.0.0.1:{self.rest_port}",
            },
            "etcd3": {"hosts": f"127.0.0.1:{etcd_port}"},
            "bootstrap": {
                "dcs": BOOTSTRAP,
                "initdb": [{"encoding": "UTF8"}, {"locale": "C"}, "data-checksums"],
            },
            "postgresql": {
                "listen": f"127.0.0.1:{self.port}",
                "connect_address": f"127.0.0.1:{self.port}",
                "data_dir": str(self.data),
                "bin_dir": str(self.installation.binaries),
                "pgpass": str(self.installation.folder / f"{self.name}.pgpass"),
                "authentication": roles,
                "pg_hba": ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"],
            },
        }
        self.configuration.write_text(json.dumps(settings))

    def begin(self, patroni: Path) -> None:
        """Start Patroni, which starts PostgreSQL."""
        with self.log_file.open("ab") as log:
            self._process = subprocess.Popen(
                [*self.installation.as_user(), patroni, self.configuration],
                **self.installation.surroundings(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def cut_power(self) -> None:
        """Kill Patroni and PostgreSQL with all their processes."""
        for pid in [self.pid, *self._postgres_processes()]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.kill()

    def _postgres_processes(self) -> list[int]:
        """Return PostgreSQL's processes, the first one first."""
        try:
            pid = int((self.data / "postmaster.pid").read_text().split()[0])
        except (OSError, ValueError, IndexError):
            return []
        return [pid, *children_of(pid)]

    @contextlib.contextmanager
    def stopped(self) -> Any:
        """Stop Patroni and PostgreSQL for the time of the block, as on a machine that hangs."""
        with standing_still(self.pid, self._postgres_processes):
            yield

    @property
    def lives(self) -> bool:
        """Return whether Patroni runs."""
        return self._process is not None and self._process.poll() is None

    def end(self) -> None:
        """Stop Patroni, which stops PostgreSQL."""
        if self._process is None:
            return
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self.cut_power()
        self._process = None


class PatroniGroup:
    """etcd, and three servers that Patroni manages."""

    def __init__(self, installation: Installation) -> None:
        """Raise Missing if a program is not there."""
        self.installation = installation
        self.patroni = find_program(
            "patroni", "PATRONI_FOR_TESTS", "pip install 'patroni[etcd3]' 'psycopg[binary]'"
        )
        self.patronictl = self.patroni.with_name("patronictl")
        self.etcd = find_program("etcd", "ETCD_FOR_TESTS", "apt install etcd-server")
        self.servers = [ManagedServer(installation, name) for name in NAMES]
        self.etcd_port = own_port()
        self._etcd: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start etcd and the servers; return when both standbys follow."""
        folder = self.installation.folder / "etcd"
        url, peer = f"http://127.0.0.1:{self.etcd_port}", f"http://127.0.0.1:{own_port()}"
        with (self.installation.folder / "etcd.log").open("wb") as log:
            self._etcd = subprocess.Popen(
                [
                    *self.installation.as_user(), self.etcd, "--name", "etcd", "--data-dir", folder,
                    "--listen-client-urls", url, "--advertise-client-urls", url, "--listen-peer-urls", peer,
                    "--initial-advertise-peer-urls", peer, "--initial-cluster", f"etcd={peer}", "--unsafe-no-fsync",
                ],
                **self.installation.surroundings(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )  # fmt: skip
        for server in self.servers:
            server.configure(self.etcd_port)
            server.begin(self.patroni)
        self.wait_until_whole()
        self.leader().make_database("tilth")

    def close(self) -> None:
        """End everything, and remove the files."""
        for server in self.servers:
            server.end()
        if self._etcd is not None:
            self._etcd.kill()
            self._etcd.wait()
        self.installation.remove()

    def url(self) -> str:
        """Return the URL of the store; it names all servers."""
        first, *others = self.servers
        return first.url("tilth", "", *others)

    def members(self) -> list[dict[str, Any]]:
        """Return the members as one of the servers knows them."""
        for server in self.servers:
            with contextlib.suppress(OSError, urllib.error.URLError, ValueError):
                address = f"http://127.0.0.1:{server.rest_port}/cluster"
                with urllib.request.urlopen(address, timeout=3) as reply:
                    members: list[dict[str, Any]] = json.load(reply)["members"]
                    return members
        return []

    def find_leader(self) -> ManagedServer | None:
        """Return the server that Patroni names leader, if it runs."""
        for member in self.members():
            if member["role"] == "leader" and member["state"] == "running":
                return next(server for server in self.servers if server.name == member["name"])
        return None

    def leader(self) -> ManagedServer:
        """Return the leader, once there is one."""
        found: list[ManagedServer] = []

        def look() -> bool:
            leader = self.find_leader()
            if leader is not None:
                found.append(leader)
            return leader is not None

        until(look, START_SECONDS)
        return found[0]

    def wait_until_whole(self) -> None:
        """Return when there is a leader, and both others stream from it and may confirm."""

        def is_whole() -> bool:
            roles = sorted((member["role"], member["state"]) for member in self.members())
            return roles == [("leader", "running"), *[("quorum_standby", "streaming")] * 2]

        until(is_whole, START_SECONDS)

    def run(self, *arguments: str) -> str:
        """Run patronictl."""
        done = subprocess.run(
            [*self.installation.as_user(), self.patronictl, "-c", self.servers[0].configuration, *arguments],
            **self.installation.surroundings(),
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"patronictl: {done.stdout}{done.stderr}")
        return str(done.stdout)

    @property
    def primary(self) -> ManagedServer:
        """Return the leader."""
        return self.leader()

    @property
    def standbys(self) -> list[ManagedServer]:
        """Return the others."""
        leader = self.leader()
        return [server for server in self.servers if server is not leader]


def lose_leader(group: PatroniGroup, random: Random) -> str:
    """Kill the leader's Patroni and PostgreSQL; start them again when another one leads."""
    former = group.leader()
    former.cut_power()
    began = time.monotonic()
    until(lambda: group.find_leader() not in (None, former))
    led_after = time.monotonic() - began
    time.sleep(random.uniform(0, 5))
    former.begin(group.patroni)
    group.wait_until_whole()
    return f"{group.leader().name} led after {led_after:.1f} s"


def hang_leader(group: PatroniGroup, random: Random) -> str:
    """Let the leader's machine hang until another one leads, and come back beside it."""
    former = group.leader()
    with former.stopped():
        began = time.monotonic()
        until(lambda: group.find_leader() not in (None, former))
        led_after = time.monotonic() - began
        time.sleep(random.uniform(0, 5))
    group.wait_until_whole()
    return f"{group.leader().name} led after {led_after:.1f} s"


def fail_over(group: PatroniGroup, random: Random) -> str:
    """Ask Patroni for another leader."""
    former = group.leader()
    candidate = random.choice([server for server in group.servers if server is not former])
    group.run("failover", "tilth", "--candidate", candidate.name, "--force")
    until(lambda: group.find_leader() not in (None, former))
    group.wait_until_whole()
    return f"to {candidate.name}"


FAILOVERS: dict[str, Fault] = {
    "leader lost": lose_leader,
    "leader hung": hang_leader,
    "patronictl failover": fail_over,
}
