"""A real server process that can be killed, stopped and started again on the same data."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any, Self

SERVE = (sys.executable, "-m", "tilth_server.main", "serve", "--log", "json")
GREETING = "serving "
PATIENCE_S = 60.0
PORTS = range(10_000, int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0]))
"""Those that the system gives to nobody who asks for any port."""


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
        """It has been told to end, so that calls may fail."""
        self._process: subprocess.Popen[str] | None = None

    def begin(self) -> None:
        """Start the process, and don't wait until it serves."""
        words = (*SERVE, "--data", str(self.data), "--listen", self.address, *self.flags)
        with self.log_file.open("a") as log:
            self._process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=log, text=True)
        self.doomed = False

    def start(self) -> Self:
        self.begin()
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
        """As the kernel kills, or a power cut: with no word of warning."""
        assert self._process is not None
        self.doomed = True
        self._process.kill()
        self.wait()

    @property
    def operator_token(self) -> str:
        return (self.data / "operator.token").read_text().strip()

    def log(self, after: int = 0) -> list[dict[str, Any]]:
        """The log's lines from this byte on. Each has to be a JSON object: nothing that is said breaks a line."""
        with self.log_file.open("rb") as file:
            file.seek(after)
            return [json.loads(line) for line in file.read().splitlines()]

    def log_size(self) -> int:
        return self.log_file.stat().st_size

    def resident_bytes(self) -> int:
        return self._memory("VmRSS:")

    def most_resident_bytes(self) -> int:
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


def assert_calm(server: ServerProcess, after: int = 0, *allowed: str) -> None:
    """The server found nothing wrong with itself: no incident, no traceback, no error but of the kinds allowed."""
    for line in server.log(after):
        text = json.dumps(line)
        assert "Traceback" not in text, text
        if line.get("level") not in ("debug", "info"):
            assert line.get("event") in allowed, text


def until(what: Any, seconds: float = PATIENCE_S) -> None:
    """Wait until it is so."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it never came to be"
        time.sleep(0.02)
