"""Processes of our programs that begin as a copy of one in which everything is imported already.

Half a second of imports is most of what a start of `tilth-server` or `tilth` costs. A start here costs a fork: the
process is as separate as any other, with its own pid, signals, files and end. What it shares with its siblings is the
seed of Python's hashes, and what was imported before. A program with another environment of Python starts cold.

`python -m tests.warm` is the process that is copied; it reads orders from its standard input, a socket.
"""

import contextlib
import gc
import importlib
import io
import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import IO, Any, Self

ROOT = Path(__file__).parents[1]
PROGRAMS = ("tilth_server.main", "tilth_cli.main")
"""Modules with a function `main`, which are started as `python -m` starts them."""
SCRIPTS = {"tilth": "tilth_cli.main", "tilth-server": "tilth_server.main"}
IMPORTED = {
    "tilth_server.main": ("tilth_server.program", "tilth_server.store.sqlite", "uvloop"),
    "tilth_cli.main": ("betterproto2", "click", "grpc.aio", "rich.console", "tilth_dataclasses.tilth.v1"),
}
"""The modules that are imported before the copies are made. The commands of `tilth` are imported only for copies that
speak English: their help is put together when that is done."""
OF_PYTHON = ("PYTHON", "LC_", "LANG", "GRPC_")
"""Variables that begin so are looked at by Python or gRPC when they start."""
UNBUFFERED = "PYTHONUNBUFFERED"
"""Unlike the others it can be followed later. A terminal may have it, and a test may set it or leave it out."""
NUMBER = struct.Struct("<q")


class End:
    """The end of a warm process, as the process that was copied reports it."""

    def __init__(self) -> None:
        self._receiver, self.sender = socket.socketpair()
        self.code: int | None = None

    def wait(self, timeout: float | None) -> int | None:
        """Wait at most `timeout` seconds; return the exit code, or None while the process runs."""
        if self.code is None and select.select([self._receiver], [], [], timeout)[0]:
            code = self._receiver.recv(NUMBER.size)
            self._receiver.close()
            self.code = NUMBER.unpack(code)[0] if code else -signal.SIGKILL
        return self.code


class Process:
    """A process that is started warm if it can be, and cold otherwise. It is used like `subprocess.Popen`."""

    def __init__(
        self,
        args: Sequence[str],
        *,
        stdin: int | IO[Any] | None = None,
        stdout: int | IO[Any] | None = None,
        stderr: int | IO[Any] | None = None,
        text: bool = False,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        start_new_session: bool = False,
    ) -> None:
        self.args = words = [os.fspath(word) for word in args]
        self.returncode: int | None = None
        self._buffered: dict[IO[Any], Buffered] = {}
        with contextlib.ExitStack() as theirs:
            ends = [end_of(number, file, text, theirs) for number, file in enumerate((stdin, stdout, stderr))]
            (self.stdin, self.stdout, self.stderr), files = zip(*ends, strict=True)
            self._end: End | subprocess.Popen[bytes]
            environment = dict(os.environ if env is None else env)
            if can_start_warm(words, environment):
                self.pid, self._end = start(words, environment, files, cwd, start_new_session)
            else:
                self._end = subprocess.Popen(
                    words,
                    stdin=files[0],
                    stdout=files[1],
                    stderr=files[2],
                    env=env,
                    cwd=cwd,
                    start_new_session=start_new_session,
                )
                self.pid = self._end.pid

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()
        self.wait()

    def poll(self) -> int | None:
        """Return the exit code, or None while the process runs."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end of the process; return the exit code."""
        self.returncode = code = self._end.wait(timeout)
        if code is None:
            assert timeout is not None
            raise subprocess.TimeoutExpired(self.args, timeout)
        return code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def communicate(self, input: str | None = None, timeout: float | None = None) -> tuple[Any, Any]:  # noqa: A002
        """Write the input, wait for the end of the process, and return what it has said and nobody has read."""
        until = None if timeout is None else time.monotonic() + timeout
        for pipe in (self.stdout, self.stderr):
            if pipe is not None and pipe not in self._buffered:
                self._buffered[pipe] = Buffered(pipe)
        if self.stdin is not None:
            with contextlib.suppress(BrokenPipeError), self.stdin:
                self.stdin.write(input or "")
        for reader in self._buffered.values():
            reader.join(left(until))
            if reader.is_alive():
                raise subprocess.TimeoutExpired(self.args, timeout or 0)
        self.wait(left(until))
        self._close()
        out, err = (pipe and self._buffered[pipe].text for pipe in (self.stdout, self.stderr))
        return out, err

    def _close(self) -> None:
        for pipe in (self.stdin, self.stdout, self.stderr):
            if pipe is not None and not (pipe in self._buffered and self._buffered[pipe].is_alive()):
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()


class Buffered(threading.Thread):
    """Everything that comes through a pipe until its end."""

    def __init__(self, pipe: IO[Any]) -> None:
        super().__init__(daemon=True)
        self._pipe = pipe
        self.text: Any = None
        self.start()

    def run(self) -> None:
        self.text = self._pipe.read()


def left(until: float | None) -> float | None:
    """Return the seconds until this time, and at least 0; None if there is no end to wait for."""
    return None if until is None else max(0.0, until - time.monotonic())


def end_of(
    number: int, file: int | IO[Any] | None, text: bool, theirs: contextlib.ExitStack
) -> tuple[IO[Any] | None, int]:
    """Return our end of a standard file, if it is a pipe, and the file that the process gets. `theirs` closes what only
    the process uses."""
    if file is None:
        return None, number
    if not isinstance(file, int):
        return None, file.fileno()
    assert file == subprocess.PIPE
    read, write = os.pipe()
    ours, given = (write, read) if number == 0 else (read, write)
    theirs.callback(os.close, given)
    return open(ours, ("w" if number == 0 else "r") + ("" if text else "b")), given


def start(
    words: Sequence[str],
    environment: Mapping[str, str],
    files: Sequence[int],
    cwd: Any = None,
    session: bool = False,
    terminal: str = "",
) -> tuple[int, End]:
    """Start a program with these files as its standard ones, or in a terminal of this name."""
    order = {
        "module": words[2],
        "words": list(words[3:]),
        "cwd": os.fspath(cwd or Path.cwd()),
        "env": dict(environment),
        "session": session,
        "terminal": terminal,
    }
    end = End()
    with end.sender:
        english = environment.get("TILTH_LANG") == "en" and not any("--lang" in word for word in words)
        return source(words[2], english).start(order, [*files, end.sender.fileno()]), end


def run(
    words: Sequence[str],
    *,
    input: str | None = None,  # noqa: A002 - as `subprocess.run` calls it
    timeout: float | None = None,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> "subprocess.CompletedProcess[str]":
    """Do what `subprocess.run` does with captured text, in a warm process."""
    pipe = subprocess.PIPE
    with Process(words, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=env, cwd=cwd) as process:
        try:
            out, err = process.communicate(input, timeout)
        except BaseException:
            process.kill()
            raise
        return subprocess.CompletedProcess(words, process.wait(), out, err)


def program(words: Sequence[str]) -> list[str]:
    """Return the command that starts what one of our scripts starts; other commands stay as they are."""
    module = SCRIPTS.get(words[0])
    return [*words] if module is None else [sys.executable, "-m", module, *words[1:]]


def can_start_warm(words: Sequence[str], environment: Mapping[str, str]) -> bool:
    """Return whether this starts one of our programs, with the Python and the packages that the tests run with."""
    return (
        list(words[:2]) == [sys.executable, "-m"] and words[2] in PROGRAMS and of_python(environment) == OURS
    )


def of_python(environment: Mapping[str, str]) -> dict[str, str]:
    return {
        name: value
        for name, value in environment.items()
        if name.startswith(OF_PYTHON) and name != UNBUFFERED
    }


OURS = of_python(os.environ)


class Source:
    """The process that is copied."""

    def __init__(self, module: str, english: bool) -> None:
        self._orders, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            command = [sys.executable, "-m", "tests.warm", module, "english" if english else ""]
            self._process = subprocess.Popen(command, stdin=theirs.fileno(), cwd=ROOT)
        self._turn = threading.Lock()
        """An order and its answer belong together, also where threads start programs at the same time."""

    def start(self, order: Mapping[str, Any], files: Sequence[int]) -> int:
        """Start a process with these files as its standard ones; the last receives its exit code. Return its pid."""
        with self._turn:
            socket.send_fds(self._orders, [json.dumps(order).encode()], list(files))
            answer = self._orders.recv(NUMBER.size)
        assert answer, "the process that is copied has ended"
        pid: int = NUMBER.unpack(answer)[0]
        return pid


@cache
def source(module: str, english: bool) -> Source:
    """Return the process that copies of this program are made of; it ends with this one."""
    return Source(module, english)


# In the process that is copied ---------------------------------------------------------------------------------------


def main(module: str, english: bool) -> None:
    """Copy this process for each order, and report how the copies ended."""
    if module == "tilth_cli.main":
        os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # as it does itself, before gRPC is imported
    for name in (module, *IMPORTED[module]):
        importlib.import_module(name)
    if module == "tilth_server.main":
        importlib.import_module("tilth_server.wire").load_games()
        importlib.import_module("tilth_server.characters").skeletons("a")
    elif english:
        importlib.import_module("tilth_cli.messages").set_language("en")
        importlib.import_module("tilth_cli.commands").all_commands()
    gc.freeze()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    orders = socket.socket(fileno=0)
    ends: dict[int, tuple[int, socket.socket]] = {}
    watched = select.poll()
    watched.register(orders, select.POLLIN)
    while True:
        for file, _ in watched.poll():
            if file == orders.fileno():
                text, files, _, _ = socket.recv_fds(orders, 1 << 20, 4)
                if not text:
                    os._exit(0)
                status = socket.socket(fileno=files.pop())
                pid = os.fork()
                if not pid:
                    status.close()
                    become(json.loads(text), files, [orders, *(held for _, held in ends.values())], [*ends])
                    return
                for number in files:
                    os.close(number)
                handle = os.pidfd_open(pid)
                ends[handle] = pid, status
                watched.register(handle, select.POLLIN)
                orders.send(NUMBER.pack(pid))
            else:
                pid, status = ends.pop(file)
                watched.unregister(file)
                os.close(file)
                code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
                with status, contextlib.suppress(OSError):
                    status.send(NUMBER.pack(code))


def become(order: dict[str, Any], files: list[int], held: list[socket.socket], handles: list[int]) -> None:
    """Make this copy the program that was ordered, and run it; what comes after is the end of the process."""
    for one in held:
        one.detach() if one.fileno() == 0 else one.close()
    for number in handles:
        os.close(number)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if order["session"]:
        os.setsid()
    if order["terminal"]:
        # The terminal that the leader of a session opens first is the one it is controlled by.
        files = [os.open(order["terminal"], os.O_RDWR)] * 3
    for number, file in enumerate(files):
        os.dup2(file, number)
    for file in {*files} - {0, 1, 2}:
        os.close(file)
    os.environ.clear()
    os.environ.update(order["env"])
    os.chdir(order["cwd"])
    program = importlib.import_module(order["module"])
    sys.argv = [str(program.__file__), *order["words"]]
    sys.path[0] = order["cwd"]
    sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)), sys.stdin.encoding)
    sys.stdout, sys.stderr = written_to(1, "strict"), written_to(2, "backslashreplace")
    program.main()


def written_to(file: int, errors: str) -> io.TextIOWrapper:
    """Return a standard output as Python makes it when it starts."""
    at_once, raw = file == 2 or os.isatty(file), io.FileIO(file, "w", closefd=False)
    if os.environ.get(UNBUFFERED):
        return io.TextIOWrapper(raw, sys.stdout.encoding, errors, write_through=True)
    return io.TextIOWrapper(io.BufferedWriter(raw), sys.stdout.encoding, errors, line_buffering=at_once)


if __name__ == "__main__":
    main(sys.argv[1], bool(sys.argv[2]))
