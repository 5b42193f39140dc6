"""What a person types, while the program does other things: whole lines, or single keys where they are asked for."""

import asyncio
import contextlib
import os
import select
import termios
import threading
import tty
from dataclasses import dataclass

from tilth_cli.screen import ESCAPE, TORN, keys_in

AFTER_ESCAPE_S = 0.05
"""Longer than a terminal takes between the bytes of one key, shorter than anybody notices after Escape."""
REST_OF_A_KEY_S = 1.0
"""For the rest of what can't be Escape any more."""


@dataclass(frozen=True)
class Typed:
    """A line without its end; None when there will be no more."""

    line: str | None


@dataclass(frozen=True)
class Pressed:
    key: str


class TypedLines:
    """Reads stdin in a thread of its own: an event loop can't wait for every kind of it (not for a file).

    os.read instead of sys.stdin, because the interpreter couldn't end while a thread holds sys.stdin's lock.
    """

    def __init__(self, fd: int = 0) -> None:
        self._fd = fd
        self._loop = asyncio.get_running_loop()
        self._given: asyncio.Queue[Typed | Pressed] = asyncio.Queue()
        self._before: list[int | list[bytes | int]] | None = None
        threading.Thread(target=self._read, daemon=True, name="typed lines").start()

    async def next(self) -> Typed | Pressed:
        return await self._given.get()

    def single_keys(self, wanted: bool) -> None:
        """From now on each key counts as it is pressed, and isn't echoed; or again whole lines. A pipe has no keys."""
        if wanted == (self._before is not None) or not os.isatty(self._fd):
            return
        with contextlib.suppress(termios.error):  # the terminal is gone
            if self._before is None:
                self._before = termios.tcgetattr(self._fd)
                tty.setcbreak(self._fd, termios.TCSADRAIN)  # keeps what was typed early
            else:
                before, self._before = self._before, None
                termios.tcsetattr(self._fd, termios.TCSADRAIN, before)

    def _read(self) -> None:
        kept = b""
        while data := self._some():
            if self._before is not None and not is_a_line(data):
                for key in keys_in(self._whole(data)):
                    self._hand_over(Pressed(key))
                continue
            *lines, kept = (kept + data).split(b"\n")
            for line in lines:
                self._hand_over(Typed(line.decode(errors="replace").strip()))
        if kept:
            self._hand_over(Typed(kept.decode(errors="replace").strip()))
        self._hand_over(Typed(None))

    def _some(self) -> bytes:
        try:
            return os.read(self._fd, 4096)
        except OSError:  # the terminal is gone
            return b""

    def _whole(self, data: bytes) -> bytes:
        """Over a slow connection the bytes of one key may come apart."""
        while torn := TORN.search(data):
            patience = AFTER_ESCAPE_S if torn[0] == ESCAPE else REST_OF_A_KEY_S
            more = self._some() if select.select([self._fd], [], [], patience)[0] else b""
            if not more:
                break
            data += more
        return data

    def _hand_over(self, given: Typed | Pressed) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended, and nobody waits for it
            self._loop.call_soon_threadsafe(self._given.put_nowait, given)


def is_a_line(data: bytes) -> bool:
    """Whether something pasted is a whole line of named numbers, which no single keys are."""
    return data.endswith(b"\n") and b"=" in data
