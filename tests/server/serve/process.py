"""A real `tilth-server` process."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from subprocess import PIPE
from typing import IO, Self

from tests import warm
from tests.warm import run

SECONDS = 60
"""A process that takes longer to start or to end hangs."""
COMMAND = (sys.executable, "-m", "tilth_server.main")


class Process:
    """A process whose standard output and standard error are read by the loop."""

    def __init__(
        self, process: warm.Process, stdout: asyncio.StreamReader, stderr: asyncio.StreamReader
    ) -> None:
        self._process = process
        self.stdout = stdout
        self.stderr = stderr
        self.pid = process.pid
        self.send_signal = process.send_signal

    @classmethod
    async def started(cls, *words: str) -> Self:
        process = warm.Process(words, stdout=PIPE, stderr=PIPE)
        assert process.stdout is not None
        assert process.stderr is not None
        return cls(process, await _reader(process.stdout), await _reader(process.stderr))

    @property
    def returncode(self) -> int | None:
        """The exit code, once somebody has waited for the end."""
        return self._process.returncode

    async def communicate(self) -> tuple[bytes, bytes]:
        """Wait for the end; return the rest of what it says."""
        out, err = await asyncio.gather(self.stdout.read(), self.stderr.read())
        await asyncio.to_thread(self._process.wait)
        return out, err

    async def kill(self) -> None:
        """Kill it, if it still runs."""
        if self._process.poll() is None:
            self._process.kill()
            await self.communicate()


async def _reader(pipe: IO[bytes]) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
    return reader


class Serving:
    """One that has said where it listens."""

    def __init__(self, process: Process, first_line: str) -> None:
        self.process = process
        self.first_line = first_line
        self.address = first_line.partition(" on ")[2].split()[0]

    async def stop(self, number: int) -> tuple[int, float, str, str]:
        """Send a signal: the exit code, the seconds it took, and all it said on stdout and stderr."""
        began = time.monotonic()
        self.process.send_signal(number)
        out, err = await asyncio.wait_for(self.process.communicate(), SECONDS)
        code = self.process.returncode
        assert code is not None
        return code, time.monotonic() - began, out.decode(), err.decode()


@asynccontextmanager
async def serving(data: Path, *words: str, before: tuple[str, ...] = ()) -> AsyncIterator[Serving]:
    """A server that listens; `before` is a program that starts it."""
    place = ("--data", str(data), "--listen", "127.0.0.1:0")
    process = await Process.started(*before, *COMMAND, "serve", *place, *words)
    try:
        line = await asyncio.wait_for(process.stdout.readline(), SECONDS)
        if not line:
            raise AssertionError((await process.stderr.read()).decode())
        yield Serving(process, line.decode())
    finally:
        await process.kill()


async def ended(*words: str) -> tuple[int, str, str]:
    """Run it until it ends by itself: exit code, stdout, stderr."""
    done = await asyncio.to_thread(run, [*COMMAND, *words], timeout=SECONDS)
    return done.returncode, done.stdout, done.stderr
