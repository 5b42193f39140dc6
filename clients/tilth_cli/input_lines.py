"""Keyboard input that arrives while the program does other things: whole lines, or single keys on request."""

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
"""Seconds to wait after an Escape byte: more than a terminal needs between the bytes of one key, too few to notice."""
REST_OF_A_KEY_S = 1.0
"""Seconds to wait for the rest of a sequence that can't be the Escape key alone."""


@dataclass(frozen=True)
class TypedLine:
    """A typed line without its line end; None at the end of the input."""

    line: str | None


@dataclass(frozen=True)
class PressedKey:
    """A key that was pressed while single keys are read."""

    key: str


class InputLines:
    """A reader of stdin in a thread of its own, because an event loop cannot wait for every kind of stdin, such as a
    file. It uses os.read: with sys.stdin the interpreter could not end while the thread holds its lock."""

    def __init__(self, fd: int = 0) -> None:
        self._fd = fd
        self._loop = asyncio.get_running_loop()
        self._given: asyncio.Queue[TypedLine | PressedKey] = asyncio.Queue()
        self._before: list[int | list[bytes | int]] | None = None
        threading.Thread(target=self._read, daemon=True, name="typed lines").start()

    async def next(self) -> TypedLine | PressedKey:
        """Return the next line or key; wait until it has been typed."""
        return await self._given.get()

    def single_keys(self, wanted: bool) -> None:
        """Switch the terminal to single keys without echo (`wanted`), or back to whole lines. Nothing happens if stdin
        is no terminal."""
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
        """Read the input until its end, in a thread of its own."""
        kept = b""
        while data := self._some():
            if self._before is not None and not is_a_line(data):
                for key in keys_in(self._whole(data)):
                    self._hand_over(PressedKey(key))
                continue
            *lines, kept = (kept + data).split(b"\n")
            for line in lines:
                self._hand_over(TypedLine(line.decode(errors="replace").strip()))
        if kept:
            self._hand_over(TypedLine(kept.decode(errors="replace").strip()))
        self._hand_over(TypedLine(None))

    def _some(self) -> bytes:
        """Return the next bytes of the input; empty at its end, or if the terminal is gone."""
        try:
            return os.read(self._fd, 4096)
        except OSError:  # the terminal is gone
            return b""

    def _whole(self, data: bytes) -> bytes:
        """Return the bytes with the rest of the last key appended, because over a slow connection the bytes of one key
        may come apart."""
        while torn := TORN.search(data):
            patience = AFTER_ESCAPE_S if torn[0] == ESCAPE else REST_OF_A_KEY_S
            more = self._some() if select.select([self._fd], [], [], patience)[0] else b""
            if not more:
                break
            data += more
        return data

    def _hand_over(self, given: TypedLine | PressedKey) -> None:
        """Pass a line or key from the thread to the event loop."""
        with contextlib.suppress(RuntimeError):  # the loop has ended, and nobody waits for it
            self._loop.call_soon_threadsafe(self._given.put_nowait, given)


def is_a_line(data: bytes) -> bool:
    """Return whether pasted bytes are a whole line of named numbers rather than single keys."""
    return data.endswith(b"\n") and b"=" in data
