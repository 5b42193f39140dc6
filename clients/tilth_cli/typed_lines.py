"""The lines a person types, while the program does other things."""

import asyncio
import contextlib
import os
import threading


class TypedLines:
    """Reads stdin in a thread of its own: an event loop can't wait for every kind of it (not for a file).

    os.read instead of sys.stdin, because the interpreter couldn't end while a thread holds sys.stdin's lock.
    """

    def __init__(self, fd: int = 0) -> None:
        self._fd = fd
        self._loop = asyncio.get_running_loop()
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        threading.Thread(target=self._read, daemon=True, name="typed lines").start()

    async def next(self) -> str | None:
        """The next line, without its end; None when there will be no more."""
        return await self._lines.get()

    def _read(self) -> None:
        kept = b""
        while data := self._some():
            *lines, kept = (kept + data).split(b"\n")
            for line in lines:
                self._hand_over(line.decode(errors="replace").strip())
        if kept:
            self._hand_over(kept.decode(errors="replace").strip())
        self._hand_over(None)

    def _some(self) -> bytes:
        try:
            return os.read(self._fd, 4096)
        except OSError:  # the terminal is gone
            return b""

    def _hand_over(self, line: str | None) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended, and nobody waits for this line
            self._loop.call_soon_threadsafe(self._lines.put_nowait, line)
