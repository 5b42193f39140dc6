"""The replay in a terminal: single keys go forwards, backwards, and anywhere."""

import asyncio
import time

from rich.text import Text

from tilth_cli.drawing import match_picture
from tilth_cli.games import drawing_of
from tilth_cli.messages import tr
from tilth_cli.output import Output
from tilth_cli.replay_frames import ReplayFrames
from tilth_cli.screen import Screen
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
"""The number of records by which a key moves; a larger step than there are records goes to the end."""


class ReplayScreen:
    """The screen of a replay, with keys that move to any record."""

    def __init__(
        self, out: Output, replay: ReplayFrames, seats: int, index: int, pause_s: float | None
    ) -> None:
        self._out = out
        self._replay = replay
        self._viewers: list[Viewer | None] = [
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
        """Show the replay, and carry out keys, until the person leaves."""
        with Screen(self._out.console, self._keys.put_nowait) as screen:
            await self._draw(screen)
            while (key := await self._next_key()) != "q":
                if key is None:
                    self._go(self._index + 1)
                    self._playing = self._index < len(self._replay.records) - 1
                elif self._number is not None:
                    self._type_number(key)
                else:
                    await self._do(key)
                await self._draw(screen)

    async def _next_key(self) -> str | None:
        """Return the next key, "q" for each key that leaves; None when it is time to show the next record."""
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
        """Move to a record by its index, or to the nearest end."""
        self._index = max(0, min(index, len(self._replay.records) - 1))

    async def _do(self, key: str) -> None:
        """Carry out a key that moves, plays or stops the replay, or changes its speed, viewer or page; other keys do
        nothing."""
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
                await self._change_viewer()
            case "v":
                self._page += 1

    async def _go_round(self, by: int) -> None:
        """Go to the start of the next round (`by` above 0), else to the start of this round or, if the replay is there
        already, of the previous one."""
        here = await self._replay.round_at(self._index)
        if by > 0:
            self._go(await self._replay.round_start(here + 1))
            return
        start = await self._replay.round_start(here)
        self._go(start if start < self._index else await self._replay.round_start(here - 1))

    async def _go_score(self, by: int) -> None:
        """Go to the next record by which a score changed (`by` above 0), or to the previous one; stay if there is
        none."""
        changes = await self._replay.score_changes()
        if by > 0:
            self._go(next((place for place in changes if place > self._index), self._index))
        else:
            self._go(next((place for place in reversed(changes) if place < self._index), self._index))

    def _type_number(self, key: str) -> None:
        """Take one key of a record's number, typed digit by digit; Enter goes to that record."""
        assert self._number is not None
        if key.isdecimal():
            self._number = (self._number + key)[:9]
        elif key == "backspace":
            self._number = self._number[:-1]
        else:
            if key == "enter" and self._number:
                self._go(self._replay.index_of(int(self._number)))
            self._number = None

    async def _change_viewer(self) -> None:
        """Show the match as the next viewer, at the same record: everybody's view, a spectator, then each seat. The
        match is read again for this."""
        record = self._replay.records[self._index]
        position = self._viewers.index(self._replay.viewer)
        self._replay.viewer = self._viewers[(position + 1) % len(self._viewers)]
        await self._replay.load(self._out)
        self._index = self._replay.index_of(record)

    async def _draw(self, screen: Screen) -> None:
        """Draw the match at the current record, as the chosen viewer may see it."""
        scene = await self._replay.scene_at(self._index)
        scene.seat, scene.page = self._replay.seat, self._page
        self._paged = drawing_of(scene.game).paged
        screen.draw(
            match_picture(scene, self._out.console, self._footer(), asks=self._replay.seat is not None)
        )

    def _footer(self) -> Text:
        """Return two lines: the position, the viewer, the speed and a number being typed; then the keys."""
        at = tr("replay-at", place=self._index + 1, of=len(self._replay.records), viewer=self._viewer_name())
        speed = tr("replay-playing" if self._playing else "replay-stopped", pause=PAUSES_S[self._speed])
        first = Text(f"{at}  {speed}", style="bold")
        if self._number is not None:
            first.append(f"   {tr('replay-go_to')} {self._number}_", style="reverse")
        keys = tr("replay-keys")
        if self._paged:
            keys = tr("watch-keys_page", keys=keys)
        return Text("\n").join([first, Text(keys, style="dim")])

    def _viewer_name(self) -> str:
        """Return the name of the current viewer."""
        viewer = self._replay.viewer
        if viewer is None:
            return tr("replay-everybody")
        return tr("replay-spectator") if viewer.seat is None else tr("seat", seat=viewer.seat)
