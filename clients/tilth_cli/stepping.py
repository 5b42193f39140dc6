"""The replay in a terminal: single keys go forwards, backwards, and anywhere."""

import asyncio
import time

from rich.text import Text

from tilth_cli.drawing import whole
from tilth_cli.games import drawn
from tilth_cli.output import Output
from tilth_cli.replaying import Reel
from tilth_cli.screen import Screen
from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import Viewer

PAUSES_S = (4.0, 2.0, 1.0, 0.5, 0.25, 0.1, 0.05)
USUAL = 3
STEPS = {
    "right": 1,
    "n": 1,
    "left": -1,
    "b": -1,
    "down": 10,
    "page down": 10,
    "up": -10,
    "page up": -10,
    "end": 1_000_000,
    "home": -1_000_000,
}
"""By how many records a key goes; further than there are is to the end."""


class Stepper:
    def __init__(self, out: Output, reel: Reel, seats: int, index: int, pause_s: float | None) -> None:
        self._out = out
        self._reel = reel
        self._eyes: list[Viewer | None] = [
            None,
            Viewer(spectator=True),
            *(Viewer(seat=seat) for seat in range(seats)),
        ]
        self._index = index
        self._speed = (
            USUAL if pause_s is None else min(range(len(PAUSES_S)), key=lambda i: abs(PAUSES_S[i] - pause_s))
        )
        self._playing = pause_s is not None
        self._page = 0
        self._paged = False
        self._number: str | None = None
        self._keys: asyncio.Queue[str] = asyncio.Queue()

    async def run(self) -> None:
        with Screen(self._out.console, self._keys.put_nowait) as screen:
            await self._draw(screen)
            while (key := await self._next_key()) != "q":
                if key is None:
                    self._go(self._index + 1)
                    self._playing = self._index < len(self._reel.records) - 1
                elif self._number is not None:
                    self._dial(key)
                else:
                    await self._do(key)
                await self._draw(screen)

    async def _next_key(self) -> str | None:
        """The next key; None when it is time for the next record instead."""
        drawn_at = time.monotonic()
        while True:
            left = drawn_at + PAUSES_S[self._speed] - time.monotonic() if self._playing else None
            if left is not None and left <= 0 and self._keys.empty():
                return None
            try:
                async with asyncio.timeout(left):
                    key = await self._keys.get()
            except TimeoutError:
                return None
            return "q" if key in ("Q", "escape") and self._number is None else key

    def _go(self, index: int) -> None:
        self._index = max(0, min(index, len(self._reel.records) - 1))

    async def _do(self, key: str) -> None:
        if key in STEPS:
            self._go(self._index + STEPS[key])
            return
        match key:
            case "]" | "[":
                await self._go_round(1 if key == "]" else -1)
            case "}" | "{":
                await self._go_score(1 if key == "}" else -1)
            case " ":
                self._playing = not self._playing
            case "+" | "=":
                self._speed = min(self._speed + 1, len(PAUSES_S) - 1)
            case "-" | "_":
                self._speed = max(self._speed - 1, 0)
            case "g":
                self._number = ""
            case "s":
                await self._change_eyes()
            case "v":
                self._page += 1

    async def _go_round(self, by: int) -> None:
        """To the next round's beginning; back: to this round's beginning, from there to the one before."""
        here = await self._reel.round_at(self._index)
        if by > 0:
            self._go(await self._reel.round_start(here + 1))
            return
        start = await self._reel.round_start(here)
        self._go(start if start < self._index else await self._reel.round_start(here - 1))

    async def _go_score(self, by: int) -> None:
        """To the next record by which a score changed, or to the one before."""
        changes = await self._reel.score_changes()
        if by > 0:
            self._go(next((place for place in changes if place > self._index), self._index))
        else:
            self._go(next((place for place in reversed(changes) if place < self._index), self._index))

    def _dial(self, key: str) -> None:
        """The number of a record, digit by digit."""
        assert self._number is not None
        if key.isdecimal():
            self._number = (self._number + key)[:9]
        elif key == "backspace":
            self._number = self._number[:-1]
        else:
            if key == "enter" and self._number:
                self._go(self._reel.index_of(int(self._number)))
            self._number = None

    async def _change_eyes(self) -> None:
        record = self._reel.records[self._index]
        position = self._eyes.index(self._reel.viewer)
        self._reel.viewer = self._eyes[(position + 1) % len(self._eyes)]
        await self._reel.load(self._out)
        self._index = self._reel.index_of(record)

    async def _draw(self, screen: Screen) -> None:
        scene = await self._reel.scene_at(self._index)
        scene.seat, scene.page = self._reel.seat, self._page
        self._paged = drawn(scene.game).paged
        screen.draw(whole(scene, self._out.console, self._footer(), asks=self._reel.seat is not None))

    def _footer(self) -> Text:
        at = say("replay.at", place=self._index + 1, of=len(self._reel.records), eyes=self._eyes_name())
        speed = say("replay.playing" if self._playing else "replay.stopped", pause=PAUSES_S[self._speed])
        first = Text(f"{at}  {speed}", style="bold")
        if self._number is not None:
            first.append(f"   {say('replay.go_to')} {self._number}_", style="reverse")
        keys = say("replay.keys")
        if self._paged:
            keys = say("watch.keys_page", keys=keys)
        return Text("\n").join([first, Text(keys, style="dim")])

    def _eyes_name(self) -> str:
        viewer = self._reel.viewer
        if viewer is None:
            return say("replay.everybody")
        return say("replay.spectator") if viewer.seat is None else say("seat", seat=viewer.seat)
