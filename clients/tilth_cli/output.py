"""How a command prints: for people, or as JSON; results on stdout, everything else on stderr."""

import asyncio
import csv
import json
import math
import os
import sys
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from betterproto2 import Message
from rich.console import Console, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.text import Text

from tilth_cli.plain import GameTypes, as_plain, as_plain_value
from tilth_cli.words import say

PATIENCE_S = 1.0
WIDTH_OF_A_FILE = 120


class PipeConsole(Console):
    """Shows what it is given to the letter: titles and names come from other people, and may hold what rich takes for
    markup. Leaves a broken pipe to main(), which ends quietly whoever was printing."""

    def __init__(self, *, width: int | None = None, stderr: bool = False) -> None:
        super().__init__(width=width, stderr=stderr, highlight=False, markup=False, emoji=False)

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Output:
    def __init__(self, as_json: bool) -> None:
        self.as_json = as_json
        wide = None if sys.stdout.isatty() or os.environ.get("COLUMNS") else WIDTH_OF_A_FILE
        self.console = PipeConsole(width=wide)
        self.notes = PipeConsole(stderr=True)

    @property
    def is_terminal(self) -> bool:
        return self.console.is_terminal

    @property
    def is_drawn(self) -> bool:
        """Pictures can be drawn, one over the other."""
        return self.is_terminal and not self.console.is_dumb_terminal and not self.as_json

    def show(self, *shown: RenderableType) -> None:
        """For people, on stdout."""
        self.console.print(*shown)

    def redraw(self, shown: RenderableType) -> None:
        """Over what the terminal shows, line by line in one go, so that nothing flickers."""
        if self.console.is_dumb_terminal:
            self.console.print(shown)
            return
        with self.console.capture() as captured:
            self.console.print(shown)
        lines = captured.get().replace("\n", "\n\x1b[K")
        self.console.file.write(f"\x1b[H\x1b[K{lines}\x1b[J")
        self.console.file.flush()

    def say(self, key: str, **given: object) -> None:
        """A sentence of ours, on stdout; long ones aren't cut, so that they can be searched."""
        self.console.print(Text(say(key, **given)), soft_wrap=True)

    def note(self, key: str, **given: object) -> None:
        """A sentence that isn't part of the result, on stderr."""
        self.notes.print(Text(say(key, **given), style="dim"), soft_wrap=True)

    def document(self, value: Any, types: GameTypes | None = None) -> None:
        """The one JSON document of a command."""
        self._print_json(_plain(value, types), indent=2)

    def line(self, value: Any, types: GameTypes | None = None) -> None:
        """One line of a command that prints a stream."""
        self._print_json(_plain(value, types), indent=None)

    def rows(self, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """A table as CSV. Its columns have the schema's names in every language, and values are as in JSON."""
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([as_plain_value(value) for value in row] for row in rows)
        sys.stdout.flush()

    def _print_json(self, value: Any, indent: int | None) -> None:
        sys.stdout.write(json.dumps(value, indent=indent, ensure_ascii=False) + "\n")
        sys.stdout.flush()

    @asynccontextmanager
    async def patience(self, key: str, **given: object) -> AsyncIterator[None]:
        """Says what is being waited for, once it takes longer than a second."""
        waiting = asyncio.create_task(self._wait(say(key, **given)))
        try:
            yield
        finally:
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)

    async def _wait(self, text: str) -> None:
        await asyncio.sleep(PATIENCE_S)
        if not self.notes.is_terminal:
            self.notes.print(Text(text), soft_wrap=True)
            return
        with self.notes.status(Text(text)):
            await asyncio.Event().wait()

    @contextmanager
    def progress(self, key: str, **given: object) -> Iterator["Bar"]:
        """A bar on stderr; where that is no terminal, one line once it takes longer than a second."""
        columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
        drawn = Progress(*columns, console=self.notes, transient=True, disable=not self.notes.is_terminal)
        with drawn:
            yield Bar(self.notes, drawn, say(key, **given))


class Bar:
    def __init__(self, notes: Console, drawn: Progress, text: str) -> None:
        self._notes = notes
        self._drawn = drawn
        self._text = text
        self._task = drawn.add_task(text, total=None)
        self._silent_until = math.inf if notes.is_terminal else time.monotonic() + PATIENCE_S

    def at(self, done: int, of: int) -> None:
        if time.monotonic() > self._silent_until:
            self._silent_until = math.inf
            self._notes.print(Text(f"{self._text} ..."), soft_wrap=True)
        self._drawn.update(self._task, completed=done, total=of or None)


def _plain(value: Any, types: GameTypes | None) -> Any:
    if isinstance(value, list):
        return [_plain(one, types) for one in value]
    return as_plain(value, types) if isinstance(value, Message) else value
