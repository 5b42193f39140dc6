"""A real server process that can be killed, stopped and started again on the same data."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any, Self

from tests.warm import Process
from tilth_server.archive.index_faults import index_faults
from tilth_server.matches.match_info import STREAMS
from tilth_server.store import LogReader, engine_of
from tilth_server.tournaments import index_faults as tournaments

SERVE = (sys.executable, "-m", "tilth_server.main", "serve", "--log-format", "json")
GREETING = "serving "
PATIENCE_S = 60.0
MANY_CALLS = tuple(
    f"--{limit}=100000"
    for limit in ("calls-per-second", "stranger-calls-per-second", "registrations-per-minute")
)
"""Flags of a server that many come to from one address, and that is not tried for its limits of calls."""
PORTS = range(10_000, int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0]))
"""Ports that the system assigns to no program that asks for any free port."""


def own_port() -> int:
    """A port to come back to: while nobody listens there, nobody else is given it by chance. Test processes that run at
    the same time begin their search in different places."""
    for number in _searched:
        port = PORTS[number % len(PORTS)]
        with socket.socket() as tried, suppress(OSError):
            tried.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


_searched = count(os.getpid() * 211, 17)


class ServerProcess:
    """`tilth-server serve` on a directory. Started again, it listens where it did before."""

    def __init__(self, data: Path, *flags: str) -> None:
        self.data = data
        self.flags = flags
        self.address = f"127.0.0.1:{own_port()}"
        self.log_file = data.parent / f"{data.name}.log"
        self.doomed = False
        """True when the server is about to end, so that calls may fail."""
        self._process: Process | None = None

    def begin(self) -> None:
        """Start the process, and don't wait until it serves."""
        words = (*SERVE, "--data", str(self.data), "--listen", self.address, *self.flags)
        with self.log_file.open("a") as log:
            self._process = Process(words, stdout=subprocess.PIPE, stderr=log, text=True)
        self.doomed = False

    def start(self) -> Self:
        self.begin()
        return self.greeted()

    def greeted(self) -> Self:
        """Wait until the process that has begun serves."""
        assert self._process is not None
        assert self._process.stdout is not None
        greeting = self._process.stdout.readline()
        assert greeting.startswith(GREETING), f"{greeting!r}, {self.log_file.read_text()[-2000:]}"
        self.address = greeting.partition(" on ")[2].split()[0]
        return self

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def lives(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def tell_to_stop(self) -> None:
        assert self._process is not None
        self.doomed = True
        self._process.send_signal(signal.SIGTERM)

    def wait(self) -> int:
        """The exit code."""
        process, self._process = self._process, None
        assert process is not None
        with process:
            return process.wait(PATIENCE_S)

    def stop(self) -> int:
        self.tell_to_stop()
        return self.wait()

    def kill(self) -> None:
        """Kill the server without warning, as the kernel or a power cut would."""
        assert self._process is not None
        self.doomed = True
        self._process.kill()
        self.wait()

    @property
    def operator_token(self) -> str:
        return (self.data / "operator.token").read_text().strip()

    def log(self, after: int = 0) -> list[dict[str, Any]]:
        """Return the log's lines from this byte on. Each has to be a JSON object: no text in it breaks a line."""
        with self.log_file.open("rb") as file:
            file.seek(after)
            return [json.loads(line) for line in file.read().splitlines()]

    def log_size(self) -> int:
        return self.log_file.stat().st_size

    def resident_bytes(self) -> int:
        return self._memory("VmRSS:")

    def peak_resident_bytes(self) -> int:
        """The most it has ever had in memory."""
        return self._memory("VmHWM:")

    def _memory(self, name: str) -> int:
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith(name):
                return int(line.split()[1]) << 10
        raise AssertionError(f"no {name}")


@contextmanager
def running(data: Path, *flags: str) -> Iterator[ServerProcess]:
    server = ServerProcess(data, *flags).start()
    try:
        yield server
    finally:
        if server.lives:
            with suppress(ProcessLookupError):
                server.kill()
    assert_indexed(data)


def assert_indexed(data: Path) -> None:
    """The indexes of a server that has ended are what its streams say."""
    if not (data / "tilth.db").exists():
        return
    # In a thread of its own, because the thread of a test may have a loop that runs.
    with ThreadPoolExecutor(1) as thread:
        faults = thread.submit(asyncio.run, faults_of(f"sqlite:{data}")).result()
    assert not faults, "\n".join(faults)


async def faults_of(store_url: str) -> list[str]:
    """Return what is wrong with the indexes of a store that no server has open."""
    async with engine_of(store_url).hold() as held:
        names = iter_names(held.reader)
        match_ids = [name.removeprefix(STREAMS) for name in names if name.startswith(STREAMS)]
        return [*await index_faults(held, match_ids), *await tournaments.index_faults(held)]


def iter_names(reader: LogReader) -> Iterator[str]:
    """Yield the names of all streams."""
    after = ""
    while names := reader.names("", after, 1000):
        yield from (name for name, _ in names)
        after = names[-1][0]


def assert_calm(server: ServerProcess, after: int = 0, *allowed: str) -> None:
    """The server found nothing wrong with itself: no incident, no traceback, no error but of the kinds allowed."""
    for line in server.log(after):
        text = json.dumps(line)
        assert "Traceback" not in text, text
        if line.get("level") not in ("debug", "info"):
            assert line.get("event") in allowed, text


def until(condition: Any, seconds: float = PATIENCE_S) -> None:
    """Wait until it is so."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came to be"
        time.sleep(0.02)
