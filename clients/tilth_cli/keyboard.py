"""The keyboard of a person at a seat: whole lines, single keys while numbers are set, any key while a film runs."""

import asyncio
import sys
import time
from collections.abc import Mapping

from rich.text import Text

from tilth_cli.animation import Animation, play_animation
from tilth_cli.answers import Reply
from tilth_cli.drawing import match_picture
from tilth_cli.games import drawing_of
from tilth_cli.input_lines import InputLines, PressedKey, TypedLine
from tilth_cli.messages import tr
from tilth_cli.number_input import GIVE, NumberInput
from tilth_cli.output import Output
from tilth_cli.scene import Scene
from tilth_dataclasses.tilth.v1 import Decision

TOO_EARLY_S = 0.4
"""Seconds after a question appears in which an answering key is ignored: it was meant to skip the film before it."""
LINES_OF_A_QUESTION = 3
"""Lines kept free below a film, so that the board keeps its size when the question comes."""


class Keyboard:
    """The input of a person at a seat: lines, or single keys while a decision takes numbers."""

    def __init__(self, out: Output, scene: Scene) -> None:
        self._out = out
        self._scene = scene
        self._lines = InputLines()
        self._last_set: dict[str, Mapping[str, int]] = {}
        """The numbers last given, by kind of decision; the next such decision begins with them."""
        self._question_shown_at = 0.0
        self._skip: asyncio.Event | None = None

    async def next(self) -> TypedLine | PressedKey:
        """Return the next line or key; a key that is pressed during an animation ends the animation."""
        while True:
            given = await self._lines.next()
            if self._skip is None or not isinstance(given, PressedKey):
                return given
            self._skip.set()

    def sets_numbers(self, decision: Decision | None) -> bool:
        """Return whether the answer is set by single keys: the decision has quantities, the screen is drawn, and stdin
        is a terminal."""
        return (
            decision is not None and bool(decision.quantities) and self._out.is_drawn and sys.stdin.isatty()
        )

    def prepare(self, decision: Decision | None) -> None:
        """Read single keys if the decision takes numbers, else whole lines. A new such decision begins with the numbers
        of the last one of its kind, or with those of the game's dials."""
        if decision is None or not self.sets_numbers(decision):
            self._scene.number_input = None
            self.read_lines()
            return
        number_input, view = self._scene.number_input, self._scene.view
        if number_input is None or number_input.decision != decision:
            dials = drawing_of(self._scene.game).dials
            start = dials.start(view) if view is not None else {}
            self._scene.number_input = NumberInput(decision, dials, self._last_set.get(decision.kind, start))
            self._question_shown_at = time.monotonic()
            self._scene.page = 0  # the page on which one sees what the numbers come to
        self._lines.single_keys(True)

    def read_lines(self) -> None:
        """Put the terminal back to reading whole lines."""
        self._lines.single_keys(False)

    def press(self, key: str) -> str | None:
        """Apply a key to the numbers being set; return the typed line if the key completes an answer or a command, else
        None. An answering key right after the question has appeared is ignored."""
        number_input = self._scene.number_input
        if number_input is None:
            return None  # the question has been closed
        if (
            key in GIVE
            and number_input.line is None
            and time.monotonic() - self._question_shown_at < TOO_EARLY_S
        ):
            return None
        return number_input.press(key)

    def remember(self, decision: Decision, reply: Reply) -> None:
        """Keep the numbers of an answer: the next decision of the same kind begins with them."""
        if decision.quantities and reply.numbers:
            names = [one.name for one in decision.quantities]
            self._last_set[decision.kind] = dict(zip(names, reply.numbers, strict=True))

    async def play(self, animation: Animation) -> None:
        """Play a film until it ends or a key is pressed."""
        self._skip = asyncio.Event()
        self._lines.single_keys(True)
        foot = Text("\n" * LINES_OF_A_QUESTION + tr("animation-keys"), style="dim")
        try:
            await play_animation(
                animation,
                lambda view: self._out.redraw(
                    match_picture(self._scene.with_view(view), self._out.console, foot, asks=False)
                ),
                self._skip,
            )
        finally:
            self._skip = None
            self.read_lines()
