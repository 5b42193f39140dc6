"""The output of a command: for people, or as JSON; results go to stdout, everything else to stderr."""

import asyncio
import json
import math
import os
import sys
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from betterproto2 import Message
from rich.console import Console, RenderableType
from rich.text import Text

from tilth_cli.messages import tr
from tilth_cli.plain import GameTypes, as_plain, as_plain_value

if TYPE_CHECKING:
    from rich.progress import Progress

    from tilth_report.columns import Column

Row = TypeVar("Row")

SLOW_S = 1.0
WIDTH_OF_A_FILE = 120


class PipeConsole(Console):
    """A console that shows text as it is: titles and names come from other people, and may look like rich's markup.
    A broken pipe is left to main(), which ends the program quietly."""

    def __init__(self, *, width: int | None = None, stderr: bool = False) -> None:
        super().__init__(width=width, stderr=stderr, highlight=False, markup=False, emoji=False)

    def on_broken_pipe(self) -> None:
        """Raise the error instead of ending the program."""
        raise BrokenPipeError


class Output:
    """The outputs of a command: results on stdout, notes on stderr."""

    def __init__(self, as_json: bool) -> None:
        self.as_json = as_json
        wide = None if sys.stdout.isatty() or os.environ.get("COLUMNS") else WIDTH_OF_A_FILE
        self.console = PipeConsole(width=wide)
        self.notes = PipeConsole(stderr=True)

    @property
    def is_terminal(self) -> bool:
        """True if stdout is a terminal."""
        return self.console.is_terminal

    @property
    def is_drawn(self) -> bool:
        """True if pictures can be drawn one over another."""
        return self.is_terminal and not self.console.is_dumb_terminal and not self.as_json

    def show(self, *shown: RenderableType) -> None:
        """Print for people, on stdout."""
        self.console.print(*shown)

    def redraw(self, shown: RenderableType) -> None:
        """Draw over the terminal's contents from its upper left corner, in one write and without clearing it first, so
        that nothing flickers. A terminal that cannot do that gets the picture printed."""
        if self.console.is_dumb_terminal:
            self.console.print(shown)
            return
        with self.console.capture() as captured:
            self.console.print(shown)
        lines = captured.get().replace("\n", "\n\x1b[K")
        self.console.file.write(f"\x1b[H\x1b[K{lines}\x1b[J")
        self.console.file.flush()

    def print_message(self, key: str, **given: object) -> None:
        """Print a message of the catalogue on stdout, with these values. A long line is not broken, so that it can be
        searched."""
        self.console.print(Text(tr(key, **given)), soft_wrap=True)

    def note(self, key: str, **given: object) -> None:
        """Print a message of the catalogue that is no part of the result, faintly on stderr."""
        self.notes.print(Text(tr(key, **given), style="dim"), soft_wrap=True)

    def document(self, value: Any, types: GameTypes | None = None) -> None:
        """Print a value as the only JSON document of a command, indented; bytes of the game's messages are decoded by
        `types`."""
        self._print_json(_plain(value, types), indent=2)

    def line(self, value: Any, types: GameTypes | None = None) -> None:
        """Print a value as one line of JSON, for a command that prints a stream; bytes of the game's messages are
        decoded by `types`."""
        self._print_json(_plain(value, types), indent=None)

    def rows(self, columns: Sequence["Column[Row]"], rows: Iterable[Row]) -> None:
        """Print a table as CSV. Its columns have their names for machines in every language, and values are as in
        JSON."""
        import csv

        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow([column.name for column in columns])
        writer.writerows([as_plain_value(column.value_of(row)) for column in columns] for row in rows)
        sys.stdout.flush()

    def _print_json(self, value: Any, indent: int | None) -> None:
        """Print a value as JSON on stdout, on one line without `indent`, and flush it."""
        sys.stdout.write(json.dumps(value, indent=indent, ensure_ascii=False) + "\n")
        sys.stdout.flush()

    @asynccontextmanager
    async def note_if_slow(self, key: str, **given: object) -> AsyncIterator[None]:
        """Print a note on the wait if the block takes longer than a second."""
        waiting = asyncio.create_task(self._wait(tr(key, **given)))
        try:
            yield
        finally:
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)

    async def _wait(self, text: str) -> None:
        """Print a note on the wait after a second, with a spinner in a terminal."""
        await asyncio.sleep(SLOW_S)
        if not self.notes.is_terminal:
            self.notes.print(Text(text), soft_wrap=True)
            return
        with self.notes.status(Text(text)):
            await asyncio.Event().wait()

    @contextmanager
    def progress(self, key: str, **given: object) -> Iterator["Bar"]:
        """Yield a progress bar on stderr, which is removed when the block ends. If stderr is no terminal, one line is
        printed once the block takes longer than a second."""
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
        drawn = Progress(*columns, console=self.notes, transient=True, disable=not self.notes.is_terminal)
        with drawn:
            yield Bar(self.notes, drawn, tr(key, **given))


class Bar:
    """A progress bar, or one line in its place."""

    def __init__(self, notes: Console, drawn: "Progress", text: str) -> None:
        self._notes = notes
        self._drawn = drawn
        self._text = text
        self._task = drawn.add_task(text, total=None)
        self._silent_until = math.inf if notes.is_terminal else time.monotonic() + SLOW_S

    def move_to(self, done: int, of: int) -> None:
        """Show that `done` of `of` parts are done; 0 for `of` stands for an unknown number."""
        if time.monotonic() > self._silent_until:
            self._silent_until = math.inf
            self._notes.print(Text(f"{self._text} ..."), soft_wrap=True)
        self._drawn.update(self._task, completed=done, total=of or None)


def _plain(value: Any, types: GameTypes | None) -> Any:
    """Return messages as plain values; other values as they are."""
    if isinstance(value, list):
        return [_plain(one, types) for one in value]
    return as_plain(value, types) if isinstance(value, Message) else value
