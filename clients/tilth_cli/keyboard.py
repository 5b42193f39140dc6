"""The keyboard of a person at a seat: whole lines, single keys while numbers are set, any key while a film runs."""

import asyncio
import sys
import time
from collections.abc import Mapping

from rich.text import Text

from tilth_cli.aiming import GIVE, Setting
from tilth_cli.answers import Reply
from tilth_cli.drawing import whole
from tilth_cli.films import Film, play
from tilth_cli.games import drawn
from tilth_cli.output import Output
from tilth_cli.scene import Scene
from tilth_cli.typed_lines import Pressed, Typed, TypedLines
from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import Decision

TOO_EARLY_S = 0.4
"""Who pressed a key twice to skip a film did not mean the question that came after it."""
LINES_OF_A_QUESTION = 3
"""Kept free below a film, so that the board doesn't change its size with each."""


class Keyboard:
    def __init__(self, out: Output, scene: Scene) -> None:
        self._out = out
        self._scene = scene
        self._lines = TypedLines()
        self._last_set: dict[str, Mapping[str, int]] = {}
        """By kind of decision: where one begins when it is asked again."""
        self._asked_at = 0.0
        self._skip: asyncio.Event | None = None

    async def next(self) -> Typed | Pressed:
        while True:
            given = await self._lines.next()
            if self._skip is None or not isinstance(given, Pressed):
                return given
            self._skip.set()

    def sets(self, asked: Decision | None) -> bool:
        """Whether an answer is set by keys: numbers are, where there are a keyboard and a picture."""
        return asked is not None and bool(asked.quantities) and self._out.is_drawn and sys.stdin.isatty()

    def ask(self, asked: Decision | None) -> None:
        """Single keys count as long as numbers are asked for, and lines at all other times."""
        if asked is None or not self.sets(asked):
            self._scene.setting = None
            self.rest()
            return
        setting, view = self._scene.setting, self._scene.view
        if setting is None or setting.asked != asked:
            dials = drawn(self._scene.game).dials
            start = dials.start(view) if view is not None else {}
            self._scene.setting = Setting(asked, dials, self._last_set.get(asked.kind, start))
            self._asked_at = time.monotonic()
            self._scene.page = 0  # the page on which one sees what the numbers come to
        self._lines.single_keys(True)

    def rest(self) -> None:
        """The terminal is again as it was."""
        self._lines.single_keys(False)

    def press(self, key: str) -> str | None:
        """Turns a number; gives what the person has said by it, as a line."""
        setting = self._scene.setting
        if setting is None:
            return None  # the question was closed meanwhile
        if key in GIVE and setting.line is None and time.monotonic() - self._asked_at < TOO_EARLY_S:
            return None
        return setting.press(key)

    def remember(self, asked: Decision, reply: Reply) -> None:
        """What was answered: the next time one begins there."""
        if asked.quantities and reply.measured:
            names = [one.name for one in asked.quantities]
            self._last_set[asked.kind] = dict(zip(names, reply.measured, strict=True))

    async def play(self, film: Film) -> None:
        """Until it ends, or a key is pressed."""
        self._skip = asyncio.Event()
        self._lines.single_keys(True)
        foot = Text("\n" * LINES_OF_A_QUESTION + say("film.keys"), style="dim")
        try:
            await play(
                film,
                lambda view: self._out.redraw(
                    whole(self._scene.seen(view), self._out.console, foot, asks=False)
                ),
                self._skip,
            )
        finally:
            self._skip = None
            self.rest()
