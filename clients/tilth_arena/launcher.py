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
from tilth_arena.programs import BadProgram, Kind, Program, bot_maker
from tilth_arena.seat import play_seat
from tilth_arena.versions import command_hashes, module_hashes
from tilth_client.seat_bots import wants_updates, wants_views

MESSAGE_BYTES: Final = 1 << 16
PR_SET_PDEATHSIG: Final = 1
LAST_SECONDS: Final = 12.0
"""The seconds that a process may take to end after a signal, when the supervisor is gone."""

# Found before there is a limit on memory.
_libc: Final = ctypes.CDLL(None) if sys.platform == "linux" else None


class ForkServer:
    """The server that forks a process for each request of its supervisor, and reports the end of each process."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._running: dict[int, int] = {}
        """Numbers of the supervisor's by process id."""
        self._last_signals: dict[int, int] = {}
        request = json.loads(control.recv(MESSAGE_BYTES))
        os.chdir(request["directory"])
        self._program = Program(Kind(request["kind"]), tuple(request["words"]), request["spec"])
        before = list(sys.modules)
        self._make = bot_maker(self._program) if self._program.kind.is_python else None
        is_function = self._program.kind is Kind.FUNCTION
        self._hashes = module_hashes(self._program, before) if is_function else command_hashes(self._program)

    def report_ready(self) -> None:
        """Report to the supervisor that the bot is loaded, with the hashes of its files, and whether it uses views."""
        wanted = {"wants_views": True, "wants_updates": False}
        if self._make is not None:
            bot = self._make(0)
            wanted = {"wants_views": wants_views(bot), "wants_updates": wants_updates(bot)}
        # Memory that is in use now is shared with every fork, as long as the garbage collector does not write to it.
        gc.collect()
        gc.freeze()
        self._send({"ready": True, **wanted, "hashes": self._hashes})

    def run(self) -> None:
        """Carry out requests and report processes that end, until the supervisor closes its end."""
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
                    elif not self._handle_request():
                        return

    def end_all(self) -> None:
        """End all processes: send each its last signal, wait up to LAST_SECONDS, then kill those that still run."""
        for process, last in self._last_signals.items():
            _signal_group(process, last)
        until = time.monotonic() + LAST_SECONDS
        while self._running and time.monotonic() < until:
            self._reap(send=False)
            time.sleep(0.02)
        for process in self._running:
            _signal_group(process, signal.SIGKILL)

    def _handle_request(self) -> bool:
        """Receive one request and carry it out: start a process, or send a signal to one. Return False if the
        supervisor is gone."""
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
        """Fork a process for a request, and note it under the supervisor's number. `files` are its input, output and
        log. If there can't be a process, report that."""
        try:
            process = os.fork()  # noqa: TID251  # this program has no gRPC and one thread
        except OSError as error:
            self._send({"ended": request["start"], "failed": f"no process: {error.strerror}"})
            process = -1
        if process == 0:
            self._run_process(request, files)
        for file in files:
            os.close(file)
        if process > 0:
            self._running[process] = request["start"]
            self._last_signals[process] = request["last_signal"]

    def _run_process(self, request: Mapping[str, Any], files: Sequence[int]) -> NoReturn:
        """Become the requested process, within its limits: play a seat with a Python bot, or replace this program by
        the bot's. An error ends the process, and is in its log."""
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
                _move_descriptor(0, os.open(os.devnull, os.O_RDONLY))
                _move_descriptor(1, log)
                _move_descriptor(2, log)
                limits.apply()
                code = play_seat(self._make, source, sink)
            else:
                for place, file in enumerate((source, sink, log)):
                    _move_descriptor(place, file)
                signal.signal(signal.SIGPIPE, signal.SIG_DFL)
                limits.apply()
                environment = os.environ | request["environment"]
                os.execve(self._program.words[0], self._program.words, environment)
        except BaseException:  # noqa: BLE001  # it must not continue as a second fork server
            traceback.print_exc()
        finally:
            for stream in (sys.stdout, sys.stderr):
                try:
                    stream.flush()
                except OSError:
                    code = code or 1
            os._exit(code)

    def _reap(self, *, send: bool = True) -> None:
        """Collect the processes that have ended, kill those that they have started, and report each with its exit
        status, CPU time and memory to the supervisor."""
        while self._running:
            try:
                process, status, used = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if process == 0:
                return
            # The processes that it has started end with it.
            _signal_group(process, signal.SIGKILL)
            self._last_signals.pop(process, None)
            number = self._running.pop(process, None)
            if number is not None and send:
                cpu = used.ru_utime + used.ru_stime
                self._send({"ended": number, "status": status, "cpu": cpu, "resident": used.ru_maxrss << 10})

    def _send(self, message: Mapping[str, Any]) -> None:
        """Send a message to the supervisor, as JSON over the control socket."""
        self._control.sendall(json.dumps(message).encode())


def _die_with_parent(number: int) -> None:
    """Ask the system to send this process the signal `number` when the launcher is killed. Only Linux can; elsewhere
    the end of its input ends the process."""
    if _libc is not None:
        _libc.prctl(PR_SET_PDEATHSIG, number)


def _move_descriptor(number: int, file: int) -> None:
    """Make an open file the standard input (`number` 0), output (1) or error (2) of this process."""
    os.dup2(file, number)
    os.set_inheritable(number, True)


def _signal_group(process: int, number: int) -> None:
    """Send the signal `number` to a process and to all processes that it has started. Nothing happens if it has
    ended."""
    try:
        os.killpg(process, number)
    except (ProcessLookupError, PermissionError):
        try:
            os.kill(process, number)  # it has not yet made a group of its own
        except (ProcessLookupError, PermissionError):
            return


def main() -> None:
    """Load the bot, and serve the supervisor's requests on the socket whose number is the first argument."""
    control = socket.socket(fileno=int(sys.argv[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        launcher = ForkServer(control)
        launcher.report_ready()
    except Exception as error:  # noqa: BLE001  # a bot's module may fail in any way
        if not isinstance(error, BadProgram):
            traceback.print_exc()
        message = str(error) if isinstance(error, BadProgram) else f"{type(error).__name__}: {error}"
        control.sendall(json.dumps({"ready": False, "failed": message}).encode()[: MESSAGE_BYTES - 1])
        return
    try:
        launcher.run()
    except BrokenPipeError:
        pass  # the supervisor went away while a message was sent
    finally:
        launcher.end_all()
