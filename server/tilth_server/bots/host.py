"""The bot host, as its server sees it: one program, which starts a process for each seat that a bot plays.

It starts with the first request. Requests and reports are lines of JSON on its standard input and output:

    {"start": 1, "program": "tilth_bots.farmer:farmer", "socket": ..., "token": ..., "match": ..., "seat": 0, ...}
    {"describe": 2, "program": "tilth_bots.farmer:farmer"}
    {"kill": 1}
    -> {"ended": 1, "code": 1, "signal": 0, "memory": false, "text": "Traceback ..."}

If the host ends, every process of it has ended, too; the next request starts it again.
"""

import asyncio
import os
import socket
import sys
from asyncio import StreamReader, StreamWriter
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import count
from subprocess import PIPE, Popen
from typing import Any, Final

import msgspec
import structlog

log = structlog.get_logger()

MODULE: Final = "tilth_client.bot_host"
DESCRIBE_SECONDS: Final = 10.0
"""Seconds in which a bot has to be imported: fewer than a client waits for the reply of its call."""
KILL_SECONDS: Final = 5.0
"""Seconds after which a process that was killed has ended, or else the host itself is replaced."""
MAX_DESCRIPTION_TRIES: Final = 3
"""Times that a bot is asked to describe itself, if the host ends before it has."""
RESTART_SECONDS: Final = 5.0
"""Pause before the host is started again if it cannot be started."""
LINE_BYTES: Final = 1 << 16
MAX_WORDS: Final = 500
"""Characters of the host's own errors that are logged."""
PASSED_ON: Final = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "PYTHONPATH", "SYSTEMROOT")
"""Variables of the server's environment that bots get. Others may hold secrets."""
THREADS: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS")
ONE_THREAD: Final = dict.fromkeys(THREADS, "1")
"""A bot's process may start no thread; libraries for numbers would start some."""


class Ended(msgspec.Struct):
    """The end of a process."""

    ended: int
    """The number of the process."""
    code: int = 0
    """Its exit code; 0 if a signal has ended it."""
    signal: int = 0
    """The signal that has ended it; 0 if it has left by itself."""
    memory: bool = False
    """True if it met its limit on memory."""
    text: str = ""
    """The text that it has left: the description of a bot, or the reason for which it failed."""
    with_host: bool = False
    """True if the host ended, and the process with it. The host never reports that itself."""

    @property
    def reason(self) -> str:
        """Return why the process ended, in words."""
        if self.memory:
            return "it met its limit on memory"
        if self.text:
            return self.text
        return f"killed by signal {self.signal}" if self.signal else f"it ended with the code {self.code}"


class Description(msgspec.Struct):
    """The description of a bot, by its own process."""

    text: str = ""
    games: list[str] = []
    seat_counts: list[int] = []


OnEnded = Callable[[Ended], None]


class BotHost:
    """The program that starts bots' processes, each in its own limits."""

    def __init__(
        self, memory_bytes: int, delay: float = 0.0, describe_seconds: float = DESCRIBE_SECONDS
    ) -> None:
        """`memory_bytes` is the limit on each process's address space, `delay` the seconds that a bot waits before each
        answer, `describe_seconds` the time in which a bot has to be imported and to describe itself.
        """
        self._memory_bytes = memory_bytes
        self._delay = delay
        self._describe_seconds = describe_seconds
        self._numbers = count(1)
        self._running: dict[int, OnEnded] = {}
        """The processes that have not ended, with the function that gets their end."""
        self._unsent: list[bytes] = []
        """Requests for a host that is being started."""
        self._process: Popen[bytes] | None = None
        self._requests: StreamWriter | None = None
        self._task: asyncio.Task[None] | None = None
        self._kills: dict[int, asyncio.TimerHandle] = {}
        self._is_closed = False

    @property
    def pid(self) -> int:
        """Return the process id of the host; 0 while it does not run."""
        return 0 if self._process is None else self._process.pid

    def start(self, request: Mapping[str, Any], on_ended: OnEnded) -> int:
        """Have a process started, and return its number; `on_ended` is called once when it has ended."""
        number = next(self._numbers)
        self._running[number] = on_ended
        self._send({"start": number, "memory": self._memory_bytes, "delay": self._delay, **request})
        return number

    def kill(self, number: int) -> None:
        """Kill a process. Its end is reported as any other."""
        if number in self._running and number not in self._kills:
            self._send({"kill": number})
            self._kills[number] = asyncio.get_running_loop().call_later(KILL_SECONDS, self._replace)

    async def describe(self, programs: Mapping[str, str]) -> dict[str, Description]:
        """Return what the bots tell of themselves, by name. A bot that cannot be loaded is left out, and logged."""
        found = await asyncio.gather(*(self._describe(name, program) for name, program in programs.items()))
        return {
            name: described for name, described in zip(programs, found, strict=True) if described is not None
        }

    async def _describe(self, name: str, program: str) -> Description | None:
        """Return what one bot tells of itself; None if it cannot be loaded."""
        number, ended = self._ask_description(program)
        tries = 1
        try:
            async with asyncio.timeout(self._describe_seconds):
                while (end := await ended).with_host and tries < MAX_DESCRIPTION_TRIES:
                    tries += 1
                    number, ended = self._ask_description(program)
            if end.code == 0 and end.signal == 0:
                return msgspec.json.decode(end.text.encode(), type=Description)
            reason = end.reason
        except TimeoutError:
            self.kill(number)
            reason = f"it was not loaded within {self._describe_seconds:.0f} s"
        except msgspec.DecodeError as error:
            reason = f"it describes itself wrongly: {error}"
        log.warning("bot not loaded", bot=name, program=program, reason=reason)
        return None

    def _ask_description(self, program: str) -> tuple[int, asyncio.Future[Ended]]:
        """Have a bot describe itself in a process. Return the process's number, and its end once it has come."""
        ended: asyncio.Future[Ended] = asyncio.get_running_loop().create_future()
        number = next(self._numbers)
        self._running[number] = lambda end: None if ended.done() else ended.set_result(end)
        self._send({"describe": number, "memory": self._memory_bytes, "program": program})
        return number, ended

    async def close(self) -> None:
        """End the host and all its processes."""
        self._is_closed = True
        process, task = self._process, self._task
        if process is not None:
            _kill(process)
        if task is not None:
            await asyncio.gather(task, return_exceptions=True)
        for timer in self._kills.values():
            timer.cancel()

    def _send(self, request: Mapping[str, Any]) -> None:
        """Send a request, to a host that is started for it if none runs."""
        line = msgspec.json.encode(request) + b"\n"
        if self._requests is not None and not self._requests.is_closing():
            self._requests.write(line)
            return
        self._unsent.append(line)
        if self._task is None and not self._is_closed:
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        """Start the host and read its reports until it ends; then report the ends of all processes."""
        reason = "the bot host has ended"
        try:
            self._process, ours = _start_host()
            if self._is_closed:
                _kill(self._process)
            reports, self._requests = await asyncio.open_connection(sock=ours, limit=LINE_BYTES)
            self._requests.writelines(self._unsent)
            self._unsent.clear()
            with suppress(ConnectionError):
                await self._read(reports, self._process)
            code = await asyncio.to_thread(self._process.wait)
            if not self._is_closed:
                log.warning(
                    "bot host ended", code=code, error=_read_errors(self._process)[-MAX_WORDS:].strip()
                )
        except OSError as error:
            reason = f"the bot host cannot be started: {error}"
            log.warning("bot host not started", error=str(error))
            await asyncio.sleep(RESTART_SECONDS)
        finally:
            if self._requests is not None:
                self._requests.close()
            self._process = self._requests = self._task = None
            self._unsent.clear()
            running, self._running = self._running, {}
            for timer in self._kills.values():
                timer.cancel()
            self._kills.clear()
            for number, on_ended in running.items():
                on_ended(Ended(number, 1, text=reason, with_host=True))

    async def _read(self, reports: StreamReader, process: Popen[bytes]) -> None:
        """Read the host's reports until it ends."""
        decode = msgspec.json.Decoder(Ended).decode
        while line := await reports.readline():
            try:
                end = decode(line)
            except msgspec.DecodeError:
                log.error("bot host unreadable", line=line[:200])
                _kill(process)
                return
            timer = self._kills.pop(end.ended, None)
            if timer is not None:
                timer.cancel()
            on_ended = self._running.pop(end.ended, None)
            if on_ended is not None:
                on_ended(end)

    def _replace(self) -> None:
        """Kill the host, which did not kill a process in time."""
        log.error("bot host hangs")
        if self._process is not None:
            _kill(self._process)


def _start_host() -> tuple[Popen[bytes], socket.socket]:
    """Start the host. Return its process, and our end of its standard input and output.

    The loop's own way to start programs is not used: uvloop forks, and where the process has gRPC's threads that runs
    gRPC's handlers of a fork, which can crash the new process and stop this one's connections. `Popen` does not fork.
    """
    ours, theirs = socket.socketpair()
    with theirs:
        try:
            process = Popen(
                (sys.executable, "-P", "-m", MODULE),
                stdin=theirs.fileno(),
                stdout=theirs.fileno(),
                stderr=PIPE,
                cwd="/",
                env=_environment(),
                start_new_session=True,
            )
        except BaseException:
            ours.close()
            raise
    return process, ours


def _read_errors(process: Popen[bytes]) -> str:
    """Return what the host, which has ended, has written to its standard error."""
    assert process.stderr is not None
    with process.stderr as errors:
        os.set_blocking(errors.fileno(), False)
        return (errors.read(LINE_BYTES) or b"").decode(errors="replace")


def _kill(process: Popen[bytes]) -> None:
    """Kill the host and the processes of its session. When it has gone, the system kills those of the seats."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, 9)


def _environment() -> dict[str, str]:
    """Return the environment of the host: none of the server's secrets."""
    return {name: os.environ[name] for name in PASSED_ON if name in os.environ} | ONE_THREAD
