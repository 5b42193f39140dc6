"""The bot host: a program that starts a process for each seat that a server's bot plays. Servers start it.

    python -P -m tilth_client.bot_host

It imports no bot. For each request it forks, and the new process sets its limits, imports the bot and plays: a fork
takes a millisecond or two where a start of Python takes a few hundred. tilth_server/bots/host.py describes the lines
of JSON on standard input and output. When the input ends, every process that it has started ends, too.
"""

import ctypes
import gc
import json
import os
import resource
import selectors
import signal
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NoReturn

from tilth_client.hosted_seat import Assignment, BotStopped, HostedSeat
from tilth_client.seat_bots import BadBot, bot_maker, load_bot

PR_SET_PDEATHSIG: Final = 1
PR_SET_CHILD_SUBREAPER: Final = 36
OUT_OF_MEMORY: Final = 86
"""The exit code of a process that met its limit on memory."""
NICENESS: Final = 5
"""Bots run behind everything else of their machine that wants the CPU."""
CPU_SECONDS: Final = 3600
"""Seconds of CPU time after which a process ends. A bot whose match takes more is started again."""
FILE_BYTES: Final = 16 << 20
MAX_FILES: Final = 64
MAX_INHERITED: Final = 1024
"""The host has no open file of this number or a higher one."""
MAX_TEXT: Final = 2000
"""Bytes of a process's last words."""

_libc: Final = ctypes.CDLL(None) if sys.platform == "linux" else None


class Host:
    """The processes of seats, by the server's numbers."""

    def __init__(self) -> None:
        self._processes: dict[int, int] = {}
        """The server's numbers by process id."""
        self._last_words: dict[int, int] = {}
        """The pipes in which processes leave their last words, by process id."""
        self._killed: set[int] = set()

    def run(self) -> None:
        """Carry out requests until the server closes the input; then end all processes."""
        wake_up, woken = os.pipe()
        for end in (wake_up, woken):
            os.set_blocking(end, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(woken)
        unread = b""
        try:
            with selectors.DefaultSelector() as selector:
                selector.register(0, selectors.EVENT_READ)
                selector.register(wake_up, selectors.EVENT_READ)
                while True:
                    for key, _ in selector.select():
                        if key.fileobj == wake_up:
                            os.read(wake_up, 4096)
                            self._reap()
                            continue
                        data = os.read(0, 1 << 16)
                        if not data:
                            return
                        *lines, unread = (unread + data).split(b"\n")
                        for line in lines:
                            self._carry_out(json.loads(line))
        finally:
            for process in self._processes:
                _kill_group(process)

    def _carry_out(self, request: Mapping[str, Any]) -> None:
        """Carry out one request: start a process, or kill one."""
        if "kill" not in request:
            self._start(request)
            return
        for process, number in self._processes.items():
            if number == request["kill"]:
                _kill_group(process)

    def _start(self, request: Mapping[str, Any]) -> None:
        """Fork a process for a request. If there can't be one, report that."""
        number = request["start"] if "start" in request else request["describe"]
        reading, writing = os.pipe()
        try:
            process = os.fork()  # noqa: TID251  # this program has no gRPC and one thread
        except OSError as error:
            os.close(reading)
            os.close(writing)
            _report({"ended": number, "code": 1, "text": f"no process can be started: {error.strerror}"})
            return
        if process == 0:
            os.close(reading)
            _become(request, writing)
        os.close(writing)
        self._processes[process] = number
        self._last_words[process] = reading

    def _reap(self) -> None:
        """Collect the processes that have ended, and kill those that they have left behind."""
        while True:
            try:
                process, status, _ = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                break
            if process == 0:
                break
            _kill_group(process)
            number = self._processes.pop(process, None)
            if number is None:
                continue  # a process that a bot has left behind
            text = _read_text(self._last_words.pop(process))
            code = os.waitstatus_to_exitcode(status)
            _report(
                {
                    "ended": number,
                    "code": max(code, 0),
                    "signal": max(-code, 0),
                    "memory": code == OUT_OF_MEMORY,
                    "text": text,
                }
            )
        for orphan in _children() - self._processes.keys():
            _kill(orphan)


def _become(request: Mapping[str, Any], last_words: int) -> NoReturn:
    """Become the process of a request, within its limits. It ends here."""
    code, text = 1, ""
    reserve = bytearray(1 << 20)
    try:
        last_words = _confine(request["memory"], last_words)
        text = _describe(request["program"]) if "describe" in request else _play(request)
        code = 0
    except MemoryError:
        del reserve
        code, text = OUT_OF_MEMORY, "out of memory"
    except (BadBot, BotStopped) as error:
        text = str(error)
    except BrokenPipeError:
        code = 0  # the server has ended the stream
    except BaseException as error:  # noqa: BLE001  # it must not become a second host
        text = "".join(traceback.format_exception(error, limit=-6))
    finally:
        os.write(last_words, text.encode(errors="replace")[-MAX_TEXT:])
        os._exit(code)


def _confine(memory: int, last_words: int) -> int:
    """Give up what the host has, and set the limits of this process. Return the new number of `last_words`."""
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGCHLD, signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    os.setsid()
    if _libc is not None:
        _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    last_words = os.dup2(last_words, 3)
    os.closerange(4, MAX_INHERITED)
    for which, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, CPU_SECONDS),
        (resource.RLIMIT_FSIZE, FILE_BYTES),
        (resource.RLIMIT_NOFILE, MAX_FILES),
        # No process and no thread of its own.
        (resource.RLIMIT_NPROC, 0),
    ):
        resource.setrlimit(which, (most, most))
    return last_words


def _play(request: Mapping[str, Any]) -> str:
    """Play a seat to the end. Return no last words."""
    spec = request["program"]
    bot = bot_maker(load_bot(spec), spec)(request["seed"])
    token = bytes.fromhex(request["token"])
    assignment = Assignment(request["socket"], token, request["match"], request["seat"], request["delay"])
    HostedSeat(bot, assignment).play()
    return ""


def _describe(spec: str) -> str:
    """Return what a bot tells of itself, as JSON."""
    found = load_bot(spec)
    bot_maker(found, spec)
    words = (found.__doc__ or "").strip().split("\n\n")[0].split()
    return json.dumps(
        {
            "text": str(getattr(found, "text", "") or " ".join(words)),
            "games": [str(game) for game in getattr(found, "games", ())],
            "seat_counts": [int(count) for count in getattr(found, "seat_counts", ())],
        }
    )


def _report(end: Mapping[str, Any]) -> None:
    """Report the end of a process to the server."""
    os.write(1, json.dumps(end).encode() + b"\n")


def _read_text(pipe: int) -> str:
    """Return the last words in a pipe, and close it."""
    os.set_blocking(pipe, False)
    try:
        return os.read(pipe, MAX_TEXT).decode(errors="replace")
    except BlockingIOError:
        return ""
    finally:
        os.close(pipe)


def _kill_group(process: int) -> None:
    """Kill a process, and those in its group."""
    try:
        os.killpg(process, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        _kill(process)


def _kill(process: int) -> None:
    """Kill a process that may have ended."""
    try:
        os.kill(process, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def _children() -> set[int]:
    """Return the processes whose parent this one is; on a system that does not tell, none."""
    try:
        return set(map(int, Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()))
    except OSError:
        return set()


def main() -> None:
    """Serve the requests on standard input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    if _libc is not None:
        # A process that leaves its parent becomes a child of this one, and is found.
        _libc.prctl(PR_SET_CHILD_SUBREAPER, 1)
    # Memory that is in use now is shared with every fork, as long as the garbage collector does not write to it.
    gc.collect()
    gc.freeze()
    Host().run()


if __name__ == "__main__":
    main()
