"""Showing a match as its frames come: drawn live, as lines, or as JSON lines."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable

from rich.text import Text

from tilth_cli.drawing import board, result, story_line, whole
from tilth_cli.films import FAR_BEHIND, Film, play
from tilth_cli.games import drawn
from tilth_cli.output import Output
from tilth_cli.scene import Scene
from tilth_cli.screen import Screen
from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import Told

LookUp = Callable[[Scene], Awaitable[None]]
"""Gives a scene the view of its record: records that are told late come without one."""

REDRAW_S = 0.05
"""Nobody sees more pictures a second than this allows."""
TICK_S = 1.0
"""Clocks go on while nothing happens."""
SLOWEST_S, FASTEST_S = 8.0, 0.03


async def as_json(out: Output, scene: Scene, frames: AsyncIterator[Told]) -> None:
    async for told in frames:
        scene.take(told)
        out.line(told, scene.types)


async def as_lines(out: Output, scene: Scene, frames: AsyncIterator[Told]) -> None:
    """For pipes, logs, and terminals that can't be drawn on."""
    async for told in frames:
        for line in scene.take(told):
            out.show(story_line(scene, line))
    if scene.ended is not None:
        out.show(result(scene))


class LiveShow:
    """Draws each record; space stops and goes on, + and - change the pace, q leaves."""

    def __init__(
        self,
        out: Output,
        scene: Scene,
        frames: AsyncIterator[Told],
        pace_s: float,
        look_up: LookUp | None = None,
    ) -> None:
        self._out = out
        self._look_up = look_up
        self._scene = scene
        self._frames = frames
        self._pace_s = pace_s
        self._paused = False
        self._poke = asyncio.Event()
        self._left = asyncio.Event()
        self._queue: asyncio.Queue[Told | None] = asyncio.Queue()
        self._drawn_at = 0.0

    async def run(self) -> bool:
        """Until the match ends (True), or the viewer leaves (False)."""
        with Screen(self._out.console, self._key) as screen:
            reading = asyncio.create_task(self._read())
            showing = asyncio.create_task(self._show(screen))
            leaving = asyncio.create_task(self._left.wait())
            try:
                await asyncio.wait({reading, showing, leaving}, return_when=asyncio.FIRST_COMPLETED)
                if reading.done() and not self._left.is_set():
                    reading.result()  # raises what went wrong
                    await asyncio.wait({showing, leaving}, return_when=asyncio.FIRST_COMPLETED)
                if showing.done():
                    showing.result()
            finally:
                for task in (reading, showing, leaving):
                    task.cancel()
                await asyncio.gather(reading, showing, leaving, return_exceptions=True)
        return not self._left.is_set()

    def finish(self) -> None:
        """What stays in the terminal after the drawing has gone."""
        if self._scene.ended is not None:
            self._out.show(board(self._scene, self._out.console.width), result(self._scene))

    async def _read(self) -> None:
        """Keeps reading whatever the pace: a slow reader would be cut off by the server."""
        async for told in self._frames:
            self._queue.put_nowait(told)
        self._queue.put_nowait(None)

    async def _show(self, screen: Screen) -> None:
        while True:
            try:
                async with asyncio.timeout(TICK_S):
                    told = await self._queue.get()
            except TimeoutError:
                self._draw(screen)
                continue
            if told is None:
                return
            lines = self._scene.take(told)
            if self._look_up and told.happened is not None and not told.happened.view:
                await self._look_up(self._scene)
            if self._scene.film is not None and self._queue.qsize() < FAR_BEHIND:
                await self._play(screen, self._scene.film)
            if self._pace_s or self._queue.empty() or time.monotonic() - self._drawn_at > REDRAW_S:
                self._draw(screen)
            if lines and self._scene.view is not None:
                await self._hold(screen)

    async def _play(self, screen: Screen, film: Film) -> None:
        """What happened on the way to a record's view; any key ends it."""
        self._poke.clear()
        keys = Text(say("film.keys"), style="dim")
        await play(
            film,
            lambda view: screen.draw(whole(self._scene.seen(view), self._out.console, keys, asks=False)),
            self._poke,
        )

    async def _hold(self, screen: Screen) -> None:
        """Gives a record its time on the screen."""
        until = time.monotonic() + self._pace_s
        while self._paused or time.monotonic() < until:
            self._poke.clear()
            try:
                async with asyncio.timeout(None if self._paused else until - time.monotonic()):
                    await self._poke.wait()
                self._draw(screen)
            except TimeoutError:
                return

    def _draw(self, screen: Screen) -> None:
        keys = say("watch.keys_paused" if self._paused else "watch.keys", pace=f"{self._pace_s:.2g}")
        if drawn(self._scene.game).paged:
            keys = say("watch.keys_page", keys=keys)
        screen.draw(whole(self._scene, self._out.console, Text(keys, style="dim"), asks=False))
        self._drawn_at = time.monotonic()

    def _key(self, key: str) -> None:
        match key:
            case "q" | "Q" | "escape":
                self._left.set()
            case " ":
                self._paused = not self._paused
            case "v" | "V":
                self._scene.page += 1
            case "+" | "=":
                self._pace_s = self._pace_s / 2 if self._pace_s > FASTEST_S else 0.0
            case "-" | "_":
                self._pace_s = min(SLOWEST_S, max(self._pace_s, FASTEST_S) * 2)
        self._poke.set()
