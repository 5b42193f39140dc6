"""The arena's own server: a process on loopback, started again when it dies."""

import asyncio
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tilth_arena.folder import Folder
from tilth_arena.processes import Launcher, Process
from tilth_arena.programs import Kind, Program

START_SECONDS: Final = 60.0
STOP_SECONDS: Final = 12.0
FREE_SECONDS: Final = 20.0
"""So long may the server of an arena that was killed hold on to its data."""
SHORT_LIFE: Final = 10.0
MOST_DEATHS: Final = 5
"""A server that dies so often, each time within a short life, is not started again."""
ANY_PORT: Final = "127.0.0.1:0"


class NoServer(Exception):
    """The server does not start, or dies again and again. Its text is one line for a person."""


class OwnServer:
    """`tilth-server serve` on the arena's data. It listens where it did before when it is started again."""

    def __init__(self, folder: Folder, died: Callable[[], object]) -> None:
        self.address = ANY_PORT
        self._folder = folder
        self._died = died
        self._launcher: Launcher | None = None
        self._process: Process | None = None

    async def start(self) -> None:
        until = time.monotonic() + FREE_SECONDS
        while not await self._started():
            if time.monotonic() > until:
                raise NoServer(f"The server does not start: {self._last_words()}")
            await asyncio.sleep(0.5)

    async def keep_running(self) -> None:
        """Until it is cancelled, or the server can't be kept running."""
        deaths = 0
        while True:
            assert self._process is not None
            since = time.monotonic()
            ending = await asyncio.shield(self._process.ended)
            deaths = deaths + 1 if time.monotonic() - since < SHORT_LIFE else 1
            if deaths > MOST_DEATHS:
                raise NoServer(f"The server dies again and again ({ending.how()}): {self._last_words()}")
            self._died()
            await self._close()
            await self.start()

    async def stop(self) -> None:
        """As the server wants it: what is confirmed is stored anyway."""
        if self._launcher is not None and self._process is not None:
            self._launcher.signal(self._process, signal.SIGTERM)
            await asyncio.wait([self._process.ended], timeout=STOP_SECONDS)
        await self._close()

    async def _started(self) -> bool:
        words = [
            sys.executable,
            "-m",
            "tilth_server.main",
            "serve",
            "--log",
            "json",
            "--registration",
            "open",
        ]
        words += ["--data", str(self._folder.data), "--listen", self.address]
        # These limits are for strangers.
        for limit in ("calls-per-second", "open-matches-per-player", "streams-per-player"):
            words += [f"--{limit}", "100000"]
        program = Program(Kind.EXECUTABLE, tuple(words), "tilth-server")
        self._launcher = Launcher(program, Path.cwd(), self._folder.server_log)
        await self._launcher.open()
        self._process = process = await self._launcher.start({}, pipes=True, last_signal=signal.SIGTERM)
        assert process.reader is not None
        try:
            async with asyncio.timeout(START_SECONDS):
                greeting = (await process.reader.readline()).decode()
        except TimeoutError:
            greeting = ""
        if greeting.startswith("serving "):
            self.address = greeting.partition(" on ")[2].split()[0]
            return True
        await self._close()
        return False

    async def _close(self) -> None:
        if self._process is not None:
            self._process.close()
            self._process = None
        if self._launcher is not None:
            await self._launcher.close()
            self._launcher = None

    def _last_words(self) -> str:
        try:
            lines = self._folder.server_log.read_text(errors="replace").splitlines()
        except OSError:
            return "it said nothing"
        return lines[-1] if lines else "it said nothing"
