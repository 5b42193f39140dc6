"""The whole terminal as one picture, with single keys: for watching and replaying."""

import asyncio
import os
import re
import sys
import termios
import tty
from collections.abc import Callable
from types import TracebackType
from typing import Self

from rich.console import Console, RenderableType
from rich.live import Live

SEQUENCES = {
    b"\x1b[C": "right",
    b"\x1bOC": "right",
    b"\x1b[D": "left",
    b"\x1bOD": "left",
    b"\x1b[1;2C": "shift right",
    b"\x1b[1;2D": "shift left",
    b"\x1b[1;2A": "shift up",
    b"\x1b[1;2B": "shift down",
    b"\x1b[A": "up",
    b"\x1bOA": "up",
    b"\x1b[B": "down",
    b"\x1bOB": "down",
    b"\x1b[5~": "page up",
    b"\x1b[6~": "page down",
    b"\x1b[H": "home",
    b"\x1b[1~": "home",
    b"\x1bOH": "home",
    b"\x1b[F": "end",
    b"\x1b[4~": "end",
    b"\x1bOF": "end",
    b"\x7f": "backspace",
    b"\x08": "backspace",
    b"\t": "tab",
    b"\r": "enter",
    b"\n": "enter",
    b"\x1b": "escape",
}
ESCAPE = b"\x1b"
WHOLE = re.compile(rb"\x1b(\[[0-?]*[ -/]*[@-~]|O[ -~])")
"""The byte sequence of one key, for keys that a terminal sends as several bytes."""
TORN = re.compile(rb"\x1b(\[[0-?]*[ -/]*|O)?\Z")
"""The beginning of such a sequence, or the escape key."""


class Screen:
    """The terminal's alternate screen, to be used with `with`: keys go to `on_key`, and leaving it restores the
    terminal. Without a keyboard it only draws."""

    def __init__(self, console: Console, on_key: Callable[[str], None]) -> None:
        self.console = console
        self._on_key = on_key
        self._live = Live(console=console, screen=True, auto_refresh=False, transient=True)
        self._fd = sys.stdin.fileno() if sys.stdin and sys.stdin.isatty() else -1
        self._before: list[int | list[bytes | int]] = []

    def __enter__(self) -> Self:
        if self._fd >= 0:
            self._before = termios.tcgetattr(self._fd)
            tty.setcbreak(self._fd, termios.TCSADRAIN)  # keeps what was typed early
            asyncio.get_running_loop().add_reader(self._fd, self._read)
        self._live.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.__exit__(kind, error, trace)
        if self._fd >= 0:
            asyncio.get_running_loop().remove_reader(self._fd)
            termios.tcsetattr(self._fd, termios.TCSADRAIN, self._before)

    def draw(self, picture: RenderableType) -> None:
        """Show a picture in place of the last one."""
        self._live.update(picture, refresh=True)

    def _read(self) -> None:
        """Read keys from the terminal and pass each to `on_key`; "q" if the terminal is gone."""
        data = os.read(self._fd, 1024)
        if not data:  # the terminal is gone
            asyncio.get_running_loop().remove_reader(self._fd)
            self._on_key("q")
        for key in keys_in(data):
            self._on_key(key)


def keys_in(data: bytes) -> list[str]:
    """Return the keys in the terminal's bytes: characters as they are, special keys by their names in SEQUENCES.
    Unknown sequences are left out."""
    found = []
    while data:
        whole = WHOLE.match(data)
        sent = whole[0] if whole else data[:1]
        if whole or sent in SEQUENCES:
            found += [SEQUENCES[sent]] if sent in SEQUENCES else []
            data = data[len(sent) :]
            continue
        character = data[: _utf8_length(data[0])]
        text = character.decode(errors="ignore")
        if text and text.isprintable():
            found.append(text)
        data = data[len(character) :]
    return found


def _utf8_length(first: int) -> int:
    """Return the number of bytes of a character, from its first byte."""
    return 1 if first < 0xC0 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4
