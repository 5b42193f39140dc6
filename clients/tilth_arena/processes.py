"""The processes of a bot, as the supervisor sees them: how they start, get questions, and end."""

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
from typing import Any, Final, cast

from tilth_arena.launcher import MESSAGE_BYTES
from tilth_arena.limits import Ending, Limits
from tilth_arena.programs import BadProgram, Program
from tilth_arena.versions import Hashes

READ_BYTES: Final = 1 << 20
READY_SECONDS: Final = 120.0
"""The seconds that a bot's module may take to load."""
CLOSE_SECONDS: Final = 15.0
NO_LIMITS: Final = Limits()
PLAYER_VARIABLES: Final = frozenset(
    {"TILTH_ADDRESS", "TILTH_TOKEN", "TILTH_MATCH", "TILTH_SEAT", "TILTH_CA", "TILTH_CERT", "TILTH_KEY"}
)
"""The environment variables that identify a player. The supervisor's own ones are not passed to bots."""


def bare_environment() -> dict[str, str]:
    """Return this program's environment without the variables that identify a player."""
    return {name: value for name, value in os.environ.items() if name not in PLAYER_VARIABLES}


@dataclass(slots=True)
class Process:
    """One process of the fork server: its number there, a future of its end, and the supervisor's ends of the pipes for
    questions (`writer`) and answers (`reader`), None if it has none."""

    number: int
    ended: "asyncio.Future[Ending]"
    reader: asyncio.StreamReader | None = None
    writer: asyncio.WriteTransport | None = None
    closers: list[asyncio.BaseTransport] = field(default_factory=list)

    def write(self, data: bytes) -> None:
        """Send a question or another message, unless there is no pipe or it is closed. Questions are small and sent one
        at a time, so none pile up."""
        if self.writer is not None and not self.writer.is_closing():
            self.writer.write(data)

    def close_questions(self) -> None:
        """Close the pipe of questions: the process reads the end of its input."""
        if self.writer is not None:
            self.writer.close()

    def close(self) -> None:
        """Close both pipes."""
        for transport in self.closers:
            transport.close()


class Launcher:
    """The supervisor's side of a bot's fork server, which is started when it is first needed, and again if it dies."""

    def __init__(self, program: Program, directory: Path, log: Path | None = None) -> None:
        self.program = program
        self.wants_views = True
        self.wants_updates = False
        self.hashes: Hashes = {}
        """Hashes of the bot's files, as they were when it was loaded."""
        self._directory = directory
        self._log = log
        """The log for the launcher's own output, and for that of programs without a log; None for stderr."""
        self._control: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = itertools.count(1)
        self._running: dict[int, Process] = {}
        self._opening = asyncio.Lock()
        self._is_ready = False

    async def open(self) -> None:
        """Start the fork server, which loads the bot, and wait until it is ready. Raise BadProgram if the bot can't be
        loaded, or not within READY_SECONDS."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setblocking(False)
        output = sys.stderr.fileno() if self._log is None else _open_to_append(self._log)
        try:
            self._process = subprocess.Popen(  # noqa: ASYNC220  # it returns at once
                # -P: a file random.py of the user must not replace a module of Python.
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
                message = await loop.sock_recv(ours, MESSAGE_BYTES)
        except TimeoutError:
            message = b""
        ready = json.loads(message) if message else {"ready": False, "failed": "it can't be loaded"}
        if not ready["ready"]:
            await self.close()
            raise BadProgram(f"{self.program.spec}: {ready['failed']}")
        self.wants_views = bool(ready["wants_views"])
        self.wants_updates = bool(ready["wants_updates"])
        self.hashes = {str(file): str(value) for file, value in dict(cast(Any, ready["hashes"])).items()}
        self._is_ready = True
        loop.add_reader(ours.fileno(), self._read_reports)

    async def start(
        self,
        environment: Mapping[str, str],
        *,
        pipes: bool,
        limits: Limits = NO_LIMITS,
        log: Path | None = None,
        last_signal: signal.Signals = signal.SIGKILL,
    ) -> Process:
        """Start a process of the bot and return it. Without `pipes` it reads nothing, and its output goes into its log
        (the launcher's without one).

        `environment` is added to the environment of this program. `last_signal` ends the process when the supervisor is
        gone.
        """
        async with self._opening:
            if self._control is None:
                await self.open()
        number = next(self._numbers)
        process = Process(number, asyncio.get_running_loop().create_future())
        log = log or self._log
        log_file = os.dup(sys.stderr.fileno()) if log is None else _open_to_append(log)
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
        """Send a signal to the process and to all processes that it has started, unless it has ended."""
        if self._control is not None and not process.ended.done():
            with suppress(OSError):
                self._request({"signal": process.number, "with": int(number)})

    async def close(self) -> None:
        """End the fork server and all its processes, and wait for it; kill it after CLOSE_SECONDS."""
        self._close_control()
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
        """Send a request to the fork server as JSON, with the open files that the new process gets: its input, output
        and log."""
        assert self._control is not None
        data = json.dumps(request).encode()
        self._control.setblocking(True)
        try:
            socket.send_fds(self._control, [data], files or [])
        finally:
            self._control.setblocking(False)

    def _read_reports(self) -> None:
        """Read the fork server's reports that have arrived, and note the processes that have ended."""
        while self._control is not None:
            try:
                message = self._control.recv(MESSAGE_BYTES)
            except BlockingIOError:
                return
            except ConnectionError:
                message = b""
            if not message:
                self._close_control()
                return
            report = json.loads(message)
            process = self._running.pop(report["ended"], None)
            if process is not None and not process.ended.done():
                status = report.get("status", 1 << 8)
                process.ended.set_result(Ending(status, report.get("cpu", 0.0), report.get("resident", 0)))

    def _close_control(self) -> None:
        """Close the connection to the launcher, and mark all its processes as killed."""
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
    """Open the supervisor's ends of a process's pipes: the one that answers are read from, and the one that questions
    are written to."""
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


def _open_to_append(file: Path) -> int:
    """Open a log file for appending, and create it readable by its owner only. Return its descriptor."""
    return os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
