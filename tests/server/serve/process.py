"""A real `tilth-server` process."""

import asyncio
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

SECONDS = 60
"""A process that takes longer to start or to end hangs."""
COMMAND = (sys.executable, "-m", "tilth_server.main")


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
async def serving(data: Path, *words: str) -> AsyncIterator[Serving]:
    process = await asyncio.create_subprocess_exec(
        *COMMAND, "serve", "--data", str(data), "--listen", "127.0.0.1:0", *words, stdout=PIPE, stderr=PIPE
    )
    try:
        assert process.stdout is not None
        line = await asyncio.wait_for(process.stdout.readline(), SECONDS)
        if not line:
            assert process.stderr is not None
            raise AssertionError((await process.stderr.read()).decode())
        yield Serving(process, line.decode())
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


async def ended(*words: str) -> tuple[int, str, str]:
    """Run it until it ends by itself: exit code, stdout, stderr."""
    process = await asyncio.create_subprocess_exec(*COMMAND, *words, stdout=PIPE, stderr=PIPE)
    try:
        out, err = await asyncio.wait_for(process.communicate(), SECONDS)
    finally:
        if process.returncode is None:
            process.kill()
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()
