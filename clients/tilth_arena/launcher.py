"""The process that starts a bot's processes: it has imported the bot once, and forks itself for each match.

A fork takes a millisecond or two where a start of Python with its imports takes a few hundred. It never uses gRPC,
whose threads would not survive a fork. When its supervisor goes away, all that it has started goes, too.

    python -P -m tilth_arena FD

FD is a socket of whole messages (SOCK_SEQPACKET), JSON each; processes.py is at its other end.
"""

import ctypes
import gc
import json
import os
import selectors
import signal
import socket
import sys
import time
import traceback
from collections.abc import Mapping, Sequence
from typing import Any, Final, NoReturn

from tilth_arena.limits import Limits
from tilth_arena.programs import BadProgram, Kind, Program, maker
from tilth_arena.seat import play_seat

MESSAGE_BYTES: Final = 1 << 16
PR_SET_PDEATHSIG: Final = 1
LAST_SECONDS: Final = 12.0
"""So long may a process take that is asked to end when the supervisor is gone."""

# Found before there is a limit on memory.
_libc: Final = ctypes.CDLL(None) if sys.platform == "linux" else None


class Launcher:
    """Starts processes on request, and tells how they end."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._running: dict[int, int] = {}
        """Numbers of the supervisor's by process id."""
        self._last_signals: dict[int, int] = {}
        request = json.loads(control.recv(MESSAGE_BYTES))
        os.chdir(request["directory"])
        self._program = Program(Kind(request["kind"]), tuple(request["words"]), request["spec"])
        self._make = maker(self._program) if self._program.kind.is_python else None

    def ready(self) -> None:
        wants_views = True
        if self._make is not None:
            wants_views = bool(getattr(self._make(0), "wants_views", True))
        # What is here now is shared with every fork, as long as no collection touches it.
        gc.collect()
        gc.freeze()
        self._tell({"ready": True, "wants_views": wants_views})

    def run(self) -> None:
        """Until the supervisor closes its end."""
        wake_up, woken = os.pipe()
        for end in (wake_up, woken):
            os.set_blocking(end, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(woken)
        with selectors.DefaultSelector() as selector:
            selector.register(self._control, selectors.EVENT_READ)
            selector.register(wake_up, selectors.EVENT_READ)
            while True:
                for key, _ in selector.select():
                    if key.fileobj == wake_up:
                        os.read(wake_up, 4096)
                        self._reap()
                    elif not self._obey():
                        return

    def end_all(self) -> None:
        """Servers are asked to end and may take their time; bots are not asked."""
        for process, last in self._last_signals.items():
            _signal_group(process, last)
        until = time.monotonic() + LAST_SECONDS
        while self._running and time.monotonic() < until:
            self._reap(tell=False)
            time.sleep(0.02)
        for process in self._running:
            _signal_group(process, signal.SIGKILL)

    def _obey(self) -> bool:
        """One request; False when there will be no more."""
        try:
            data, files, _, _ = socket.recv_fds(self._control, MESSAGE_BYTES, 3)
        except ConnectionError:
            return False
        if not data:
            return False
        request = json.loads(data)
        if "start" in request:
            self._start(request, files)
        else:
            for process, number in self._running.items():
                if number == request["signal"]:
                    _signal_group(process, request["with"])
        return True

    def _start(self, request: Mapping[str, Any], files: Sequence[int]) -> None:
        try:
            process = os.fork()
        except OSError as error:
            self._tell({"ended": request["start"], "failed": f"no process: {error.strerror}"})
            process = -1
        if process == 0:
            self._become(request, files)
        for file in files:
            os.close(file)
        if process > 0:
            self._running[process] = request["start"]
            self._last_signals[process] = request["last_signal"]

    def _become(self, request: Mapping[str, Any], files: Sequence[int]) -> NoReturn:
        """In the new process: what it is to be, within its limits. Whatever fails ends it, and is in its log."""
        code = 1
        try:
            signal.set_wakeup_fd(-1)
            for number in (signal.SIGCHLD, signal.SIGINT, signal.SIGXFSZ):
                signal.signal(number, signal.SIG_DFL)
            self._control.close()
            os.setsid()
            _die_with_parent(request["last_signal"])
            source, sink, log = files
            limits = Limits.from_plain(request["limits"])
            if self._make is not None:
                _stand_on(0, os.open(os.devnull, os.O_RDONLY))
                _stand_on(1, log)
                _stand_on(2, log)
                limits.apply()
                code = play_seat(self._make, source, sink)
            else:
                for place, file in enumerate((source, sink, log)):
                    _stand_on(place, file)
                signal.signal(signal.SIGPIPE, signal.SIG_DFL)
                limits.apply()
                environment = os.environ | request["environment"]
                os.execve(self._program.words[0], self._program.words, environment)
        except BaseException:  # noqa: BLE001  # it must not go on as a second launcher
            traceback.print_exc()
        finally:
            for stream in (sys.stdout, sys.stderr):
                try:
                    stream.flush()
                except OSError:
                    code = code or 1
            os._exit(code)

    def _reap(self, *, tell: bool = True) -> None:
        while self._running:
            try:
                process, status, used = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if process == 0:
                return
            # What it has started in turn goes with it.
            _signal_group(process, signal.SIGKILL)
            self._last_signals.pop(process, None)
            number = self._running.pop(process, None)
            if number is not None and tell:
                cpu = used.ru_utime + used.ru_stime
                self._tell({"ended": number, "status": status, "cpu": cpu, "resident": used.ru_maxrss << 10})

    def _tell(self, what: Mapping[str, Any]) -> None:
        self._control.sendall(json.dumps(what).encode())


def _die_with_parent(number: int) -> None:
    """Nobody is left behind when the launcher is killed. Elsewhere than on Linux, the end of its input must do."""
    if _libc is not None:
        _libc.prctl(PR_SET_PDEATHSIG, number)


def _stand_on(number: int, file: int) -> None:
    os.dup2(file, number)
    os.set_inheritable(number, True)


def _signal_group(process: int, number: int) -> None:
    try:
        os.killpg(process, number)
    except (ProcessLookupError, PermissionError):
        try:
            os.kill(process, number)  # it has not yet made a group of its own
        except (ProcessLookupError, PermissionError):
            return


def main() -> None:
    control = socket.socket(fileno=int(sys.argv[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        launcher = Launcher(control)
        launcher.ready()
    except Exception as error:  # noqa: BLE001  # a bot's module may fail in any way
        if not isinstance(error, BadProgram):
            traceback.print_exc()
        said = str(error) if isinstance(error, BadProgram) else f"{type(error).__name__}: {error}"
        control.sendall(json.dumps({"ready": False, "failed": said}).encode()[: MESSAGE_BYTES - 1])
        return
    try:
        launcher.run()
    except BrokenPipeError:
        pass  # the supervisor went away while something was told
    finally:
        launcher.end_all()
