"""The supervisor's side of a launcher: processes are started, spoken with and ended here."""

import asyncio
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tilth_arena.launcher import MESSAGE_BYTES
from tilth_arena.limits import Ending, Limits
from tilth_arena.programs import BadProgram, Program

READ_BYTES: Final = 1 << 20
READY_SECONDS: Final = 120.0
"""So long may a bot's module take to load."""
CLOSE_SECONDS: Final = 15.0
NO_LIMITS: Final = Limits()
NAMES_A_PLAYER: Final = frozenset(
    {"TILTH_ADDRESS", "TILTH_TOKEN", "TILTH_MATCH", "TILTH_SEAT", "TILTH_CA", "TILTH_CERT", "TILTH_KEY"}
)
"""Variables that a bot is told things by. What the supervisor has of them itself is not for every bot."""


def bare_environment() -> dict[str, str]:
    """This program's, without what names a player."""
    return {name: value for name, value in os.environ.items() if name not in NAMES_A_PLAYER}


@dataclass(slots=True)
class Process:
    """One process, with pipes to its questions and answers where it has them."""

    number: int
    ended: "asyncio.Future[Ending]"
    reader: asyncio.StreamReader | None = None
    writer: asyncio.WriteTransport | None = None
    closers: list[asyncio.BaseTransport] = field(default_factory=list)

    def write(self, data: bytes) -> None:
        """Questions are small and asked one at a time, so nothing piles up."""
        if self.writer is not None and not self.writer.is_closing():
            self.writer.write(data)

    def close_questions(self) -> None:
        if self.writer is not None:
            self.writer.close()

    def close(self) -> None:
        for transport in self.closers:
            transport.close()


class Launcher:
    """One bot's launcher, started when it is first needed, and anew when it has died."""

    def __init__(self, program: Program, directory: Path, log: Path | None = None) -> None:
        self.program = program
        self.wants_views = True
        self._directory = directory
        self._log = log
        """Where the launcher's own output goes, and that of programs without a log. None: stderr."""
        self._control: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = itertools.count(1)
        self._running: dict[int, Process] = {}
        self._opening = asyncio.Lock()
        self._is_ready = False

    async def open(self) -> None:
        """Raises BadProgram where the bot can't be loaded."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setblocking(False)
        output = sys.stderr.fileno() if self._log is None else _appended(self._log)
        try:
            self._process = subprocess.Popen(  # noqa: ASYNC220  # it returns at once
                # -P: a file of the user's called random.py is no module of ours.
                [sys.executable, "-P", "-m", "tilth_arena", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env=bare_environment(),
                # Ctrl-C is for the supervisor, which stops everything in order.
                start_new_session=True,
            )
        finally:
            theirs.close()
            if self._log is not None:
                os.close(output)
        self._control = ours
        self._request(
            {
                "kind": self.program.kind,
                "words": self.program.words,
                "spec": self.program.spec,
                "directory": str(self._directory),
            }
        )
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(READY_SECONDS):
                said = await loop.sock_recv(ours, MESSAGE_BYTES)
        except TimeoutError:
            said = b""
        ready = json.loads(said) if said else {"ready": False, "failed": "it can't be loaded"}
        if not ready["ready"]:
            await self.close()
            raise BadProgram(f"{self.program.spec}: {ready['failed']}")
        self.wants_views = bool(ready["wants_views"])
        self._is_ready = True
        loop.add_reader(ours.fileno(), self._told)

    async def start(
        self,
        environment: Mapping[str, str],
        *,
        pipes: bool,
        limits: Limits = NO_LIMITS,
        log: Path | None = None,
        last_signal: signal.Signals = signal.SIGKILL,
    ) -> Process:
        """A process of the bot. Without pipes it reads nothing, and what it prints goes into its log.

        `environment` comes to what it finds there anyway.
        """
        async with self._opening:
            if self._control is None:
                await self.open()
        number = next(self._numbers)
        process = Process(number, asyncio.get_running_loop().create_future())
        log = log or self._log
        log_file = os.dup(sys.stderr.fileno()) if log is None else _appended(log)
        if pipes:
            (source, question_end), (answer_end, sink) = os.pipe(), os.pipe()
            files = [source, sink, log_file]
        else:
            question_end = answer_end = -1
            files = [os.open(os.devnull, os.O_RDONLY), os.dup(log_file), log_file]
        self._running[number] = process
        request = {
            "start": number,
            "limits": limits.as_plain(),
            "environment": dict(environment),
            "last_signal": int(last_signal),
        }
        try:
            self._request(request, files)
        finally:
            for file in files:
                os.close(file)
        if pipes:
            await _connect(process, question_end, answer_end)
        return process

    def signal(self, process: Process, number: signal.Signals = signal.SIGKILL) -> None:
        """To the process and all that it has started."""
        if self._control is not None and not process.ended.done():
            with suppress(OSError):
                self._request({"signal": process.number, "with": int(number)})

    async def close(self) -> None:
        """End all of its processes, and itself."""
        self._lost()
        process, self._process = self._process, None
        if process is None:
            return
        if not self._is_ready:
            process.kill()  # it is still loading the bot, and would see nothing else
        self._is_ready = False
        try:
            await asyncio.to_thread(process.wait, CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _request(self, request: Mapping[str, Any], files: "list[int] | None" = None) -> None:
        assert self._control is not None
        data = json.dumps(request).encode()
        self._control.setblocking(True)
        try:
            socket.send_fds(self._control, [data], files or [])
        finally:
            self._control.setblocking(False)

    def _told(self) -> None:
        while self._control is not None:
            try:
                said = self._control.recv(MESSAGE_BYTES)
            except BlockingIOError:
                return
            except ConnectionError:
                said = b""
            if not said:
                self._lost()
                return
            told = json.loads(said)
            process = self._running.pop(told["ended"], None)
            if process is not None and not process.ended.done():
                status = told.get("status", 1 << 8)
                process.ended.set_result(Ending(status, told.get("cpu", 0.0), told.get("resident", 0)))

    def _lost(self) -> None:
        """Nothing comes from it any more: what it has started has ended, or does now."""
        if self._control is None:
            return
        asyncio.get_running_loop().remove_reader(self._control.fileno())
        self._control.close()
        self._control = None
        for process in self._running.values():
            if not process.ended.done():
                process.ended.set_result(Ending(signal.SIGKILL))
        self._running.clear()


async def _connect(process: Process, question_end: int, answer_end: int) -> None:
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=READ_BYTES)
    reading, _ = await loop.connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(answer_end, "rb", buffering=0)
    )
    writing, _ = await loop.connect_write_pipe(
        asyncio.BaseProtocol, os.fdopen(question_end, "wb", buffering=0)
    )
    process.reader, process.writer = reader, writing
    process.closers = [reading, writing]


def _appended(file: Path) -> int:
    return os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
