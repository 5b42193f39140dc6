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
"""The seconds that the server of a killed arena may still hold its data."""
SHORT_LIFE: Final = 10.0
MAX_DEATHS: Final = 5
"""The most deaths in a row, each after a short life, after which the server is still started again."""
ANY_PORT: Final = "127.0.0.1:0"


class NoServer(Exception):
    """The server does not start, or dies again and again. The text is one line for a person."""


class ArenaServer:
    """The arena's own server: `tilth-server serve` on the arena's data. A restarted server listens at the same
    address."""

    def __init__(self, folder: Folder, on_death: Callable[[], object]) -> None:
        self.address = ANY_PORT
        self._folder = folder
        self._on_death = on_death
        self._launcher: Launcher | None = None
        self._process: Process | None = None

    async def start(self) -> None:
        """Start the server, again and again while it does not serve. Raise NoServer if it does not within
        FREE_SECONDS."""
        until = time.monotonic() + FREE_SECONDS
        while not await self._try_start():
            if time.monotonic() > until:
                raise NoServer(f"The server does not start: {self._last_log_line()}")
            await asyncio.sleep(0.5)

    async def keep_running(self) -> None:
        """Start the server again each time it dies, until this task is cancelled. Raise NoServer after more than
        MAX_DEATHS deaths in a row, each after a short life."""
        deaths = 0
        while True:
            assert self._process is not None
            since = time.monotonic()
            ending = await asyncio.shield(self._process.ended)
            deaths = deaths + 1 if time.monotonic() - since < SHORT_LIFE else 1
            if deaths > MAX_DEATHS:
                raise NoServer(
                    f"The server dies again and again ({ending.describe()}): {self._last_log_line()}"
                )
            self._on_death()
            await self._close()
            await self.start()

    async def stop(self) -> None:
        """Stop the server by SIGTERM, and wait up to STOP_SECONDS. Everything that it has confirmed is stored
        already."""
        if self._launcher is not None and self._process is not None:
            self._launcher.signal(self._process, signal.SIGTERM)
            await asyncio.wait([self._process.ended], timeout=STOP_SECONDS)
        await self._close()

    async def _try_start(self) -> bool:
        """Start the server program once, without the limits that protect a public server. Return whether it serves
        within START_SECONDS; its address is then known."""
        words = [
            sys.executable,
            "-m",
            "tilth_server.main",
            "serve",
            "--log-format",
            "json",
            "--registration",
            "open",
        ]
        words += ["--data", str(self._folder.data), "--listen", self.address]
        # These limits protect a public server; the arena's bots may exceed them.
        for limit in (
            "calls-per-second",
            "stranger-calls-per-second",
            "registrations-per-minute",
            "streams-per-connection",
            "unfinished-matches-per-player",
            "streams-per-player",
        ):
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
        """Close the pipes of the server's process, and its launcher."""
        if self._process is not None:
            self._process.close()
            self._process = None
        if self._launcher is not None:
            await self._launcher.close()
            self._launcher = None

    def _last_log_line(self) -> str:
        """Return the last line of the server's log, or the text that it is empty."""
        try:
            lines = self._folder.server_log.read_text(errors="replace").splitlines()
        except OSError:
            return "its log is empty"
        return lines[-1] if lines else "its log is empty"
