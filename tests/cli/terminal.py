"""A terminal with somebody in front of it: the program runs in a real pty, and its screen is read as it looks."""

import os
import signal
import sys
import termios
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

import pexpect
import pyte
from pexpect.pty_spawn import ptyprocess

from tests.warm import End, can_start_warm, start

PROGRAM = "-m", "tilth_cli.main"


class WarmInTerminal(ptyprocess.PtyProcess):  # type: ignore[misc]
    """A process that is no child of this one."""

    def __init__(self, pid: int, file: int, end: End) -> None:
        super().__init__(pid, file)
        self._end = end

    def isalive(self) -> bool:
        return self._ended(0) is None

    def wait(self) -> int | None:
        return self._ended(None)

    def _ended(self, timeout: float | None) -> int | None:
        """Note the end as pexpect notes it."""
        code = self._end.wait(timeout)
        if code is not None:
            self.terminated = True
            self.exitstatus: int | None = code if code >= 0 else None
            self.signalstatus: int | None = -code if code < 0 else None
        return code


class Program(pexpect.spawn):  # type: ignore[misc]
    """Started without a fork of this process, in which other tests may have used gRPC: what that does in the copy, just
    before it becomes the program, ends at times in no program at all."""

    def _spawnpty(self, args: list[str], env: dict[str, str], dimensions: tuple[int, int], **_: Any) -> Any:
        ours, theirs = os.openpty()
        try:
            termios.tcsetwinsize(theirs, dimensions)
            if can_start_warm(args, env):
                pid, end = start(args, env, [], session=True, terminal=os.ttyname(theirs))
                return WarmInTerminal(pid, ours, end)
            opened = (os.POSIX_SPAWN_OPEN, 0, os.ttyname(theirs), os.O_RDWR, 0)
            copied = [(os.POSIX_SPAWN_DUP2, 0, number) for number in (1, 2)]
            # The terminal that the leader of a session opens first is the one it is controlled by.
            process = os.posix_spawn(args[0], args, env, file_actions=[opened, *copied], setsid=True)
        finally:
            os.close(theirs)
        return ptyprocess.PtyProcess(process, ours)


class Terminal:
    def __init__(
        self, *arguments: str, environment: dict[str, str], lines: int = 40, columns: int = 100
    ) -> None:
        self._screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self._screen)
        self.program = Program(
            sys.executable,
            [*PROGRAM, *arguments],
            env={**os.environ, **environment, "TERM": "xterm-256color", "COLUMNS": "", "LINES": ""},
            dimensions=(lines, columns),
            timeout=None,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # Left to itself pexpect grants the program a tenth of a second to end, which a busy machine may not give it.
        if self.program.isalive():
            self.program.kill(signal.SIGKILL)
            self.program.wait()
        self.program.close()

    @property
    def text(self) -> str:
        """Return the text of the screen."""
        self._read()
        return "\n".join(line.rstrip() for line in self._screen.display).rstrip()

    def shows(self, wanted: str | Callable[[str], bool], within_s: float = 60) -> str:
        """Wait until the screen shows a text (or fulfils a condition), and return the screen."""
        until = time.monotonic() + within_s
        found = wanted if callable(wanted) else lambda text: wanted in text
        # At the second look the rest of a picture is there, too, that was just being drawn.
        while not (found(self.text) and found(text := self.text)):
            if time.monotonic() > until:
                raise AssertionError(f"the screen does not show {wanted!r}:\n{self.text}")
            time.sleep(0.01)
        return text

    def type(self, line: str) -> None:
        """Type a line and Enter."""
        self.program.send(line + "\n")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.program.send(key)

    def resize(self, lines: int, columns: int) -> None:
        """Change the size of the terminal."""
        self._read()
        self._screen.resize(lines, columns)
        self.program.setwinsize(lines, columns)

    def ends(self, within_s: float = 60) -> int:
        """Wait for the program to end, and return its exit code."""
        until = time.monotonic() + within_s
        while self.program.isalive():
            if time.monotonic() > until:
                raise AssertionError(f"the program still runs:\n{self.text}")
            self._read()
            time.sleep(0.01)
        self._read()
        if self.program.signalstatus is not None:
            return -int(self.program.signalstatus)
        return int(self.program.exitstatus)

    def _read(self) -> None:
        while not self.program.closed:
            try:
                self._stream.feed(self.program.read_nonblocking(65536, timeout=0.02))
            except (pexpect.TIMEOUT, pexpect.EOF):
                return
