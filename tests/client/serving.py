"""A real server process, and a line to it that can be cut."""

import asyncio
import contextlib
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Self

from tests.e2e.serving import own_port
from tests.warm import Process

SERVE = (sys.executable, "-m", "tilth_server.main", "serve", "--log-format", "json")
READY = "serving "


class ServerProcess:
    """`tilth-server serve` on a directory; started again it listens where it did before."""

    def __init__(self, data: Path, *flags: str) -> None:
        self._data = data
        self._flags = flags
        self.address = f"127.0.0.1:{own_port()}"
        self.log = data.parent / f"{data.name}.log"
        self._process: Process | None = None

    def start(self) -> Self:
        words = (*SERVE, "--data", str(self._data), "--listen", self.address, *self._flags)
        with self.log.open("a") as log:
            self._process = Process(words, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith(READY):
                self.address = next(word for word in line.split() if ":" in word)
                return self
        raise AssertionError(f"the server did not start, see {self.log}")

    def fill_the_disk(self, full: bool) -> None:
        """Let the server's disk seem full, or no longer so: while full, no file may grow beyond the largest one
        there is."""
        assert self._process is not None
        largest = max(file.stat().st_size for file in self._data.iterdir())
        limit = largest if full else resource.RLIM_INFINITY
        resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        process, self._process = self._process, None
        assert process is not None
        process.send_signal(how)
        with process:
            return process.wait(timeout=60)

    def kill(self) -> None:
        self.stop(signal.SIGKILL)


@contextlib.contextmanager
def running(data: Path, *flags: str) -> Iterator[ServerProcess]:
    server = ServerProcess(data, *flags).start()
    try:
        yield server
    finally:
        with contextlib.suppress(AssertionError):
            server.stop()


class Line:
    """A TCP proxy in front of a server: `cut` breaks all connections, and so do `every` bytes."""

    def __init__(self, to: str) -> None:
        host, port = to.rsplit(":", 1)
        self._to = host, int(port)
        self._connections: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.every = 0
        self.late = 0.0
        """Seconds that the server takes to notice a new connection."""
        self.cuts = 0
        self._passed = 0
        self._is_last = False
        self.address = ""

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.address = f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *exception: object) -> None:
        assert self._server is not None
        self._server.close()
        self.cut()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def break_once(self, after: int) -> None:
        """Break a single time, when more than this number of bytes has passed from now on."""
        self.every, self._passed, self._is_last = after, 0, True

    def cut(self) -> None:
        self.cuts += 1
        for writer in self._connections:
            writer.transport.abort()
        self._connections.clear()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(self.late)
        try:
            server_reader, server_writer = await asyncio.open_connection(*self._to)
        except OSError:
            writer.transport.abort()
            return
        self._connections |= {writer, server_writer}
        for source, target in ((reader, server_writer), (server_reader, writer)):
            task = asyncio.create_task(self._pass_on(source, target))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(1 << 16):
                self._passed += len(data)
                if self.every and self._passed > self.every:
                    self._passed = 0
                    self.every = 0 if self._is_last else self.every
                    # What was read is lost, as it is when a line breaks.
                    self.cut()
                    return
                target.write(data)
                await target.drain()
        target.transport.abort()


def program(source: str, *arguments: str, **environment: str) -> "subprocess.Popen[str]":
    """Run a Python program in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", source, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | environment,
    )
