"""Showing a match as its frames come: drawn live, as lines, or as JSON lines."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable

from rich.text import Text

from tilth_cli.animation import FAR_BEHIND, Animation, play_animation
from tilth_cli.drawing import board, match_picture, result, story_line
from tilth_cli.games import drawing_of
from tilth_cli.messages import tr
from tilth_cli.output import Output
from tilth_cli.scene import Scene
from tilth_cli.score_sheet import frame_document
from tilth_cli.screen import Screen
from tilth_dataclasses.tilth.v1 import Frame

FetchView = Callable[[Scene], Awaitable[None]]
"""A function that sets a scene's view to that of its record: late records come without one."""

REDRAW_S = 0.05
"""Seconds between two pictures: more per second are not visible."""
TICK_S = 1.0
"""Seconds between drawings while no frame comes: clocks run on."""
SLOWEST_S, FASTEST_S = 8.0, 0.03


async def as_json(out: Output, scene: Scene, frames: AsyncIterator[Frame]) -> None:
    """Apply each frame of a match to the scene, and print it as a line of JSON."""
    async for frame in frames:
        scene.apply_frame(frame)
        out.line(frame_document(frame, scene))


async def as_lines(out: Output, scene: Scene, frames: AsyncIterator[Frame]) -> None:
    """Print the story of a match line by line as its frames come, and the result at the end, for pipes, logs, and
    terminals that cannot be drawn on."""
    async for frame in frames:
        for line in scene.apply_frame(frame):
            out.show(story_line(scene, line))
    if scene.ended is not None:
        out.show(result(scene))


class WatchScreen:
    """A live drawing of each record; space pauses and resumes, + and - change the pace, q leaves."""

    def __init__(
        self,
        out: Output,
        scene: Scene,
        frames: AsyncIterator[Frame],
        pace_s: float,
        fetch_view: FetchView | None = None,
    ) -> None:
        self._out = out
        self._fetch_view = fetch_view
        self._scene = scene
        self._frames = frames
        self._pace_s = pace_s
        self._paused = False
        self._poke = asyncio.Event()
        self._left = asyncio.Event()
        self._queue: asyncio.Queue[Frame | None] = asyncio.Queue()
        self._drawn_at = 0.0

    async def run(self) -> bool:
        """Show the match; return True when it has ended, False if the viewer leaves."""
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
        """Print the final board and the result, which stay in the terminal after the drawing has gone."""
        if self._scene.ended is not None:
            self._out.show(board(self._scene, self._out.console.width), result(self._scene))

    async def _read(self) -> None:
        """Put all frames into a queue as they come, however slowly they are drawn: the server would cut a slow reader
        off."""
        async for frame in self._frames:
            self._queue.put_nowait(frame)
        self._queue.put_nowait(None)

    async def _show(self, screen: Screen) -> None:
        """Show each frame at the chosen pace, with its animation, until the match ends; redraw the clocks between
        frames."""
        while True:
            try:
                async with asyncio.timeout(TICK_S):
                    frame = await self._queue.get()
            except TimeoutError:
                self._draw(screen)
                continue
            if frame is None:
                return
            lines = self._scene.apply_frame(frame)
            if self._fetch_view and frame.update is not None and not frame.update.view:
                await self._fetch_view(self._scene)
            if self._scene.animation is not None and self._queue.qsize() < FAR_BEHIND:
                await self._play(screen, self._scene.animation)
            if self._pace_s or self._queue.empty() or time.monotonic() - self._drawn_at > REDRAW_S:
                self._draw(screen)
            if lines and self._scene.view is not None:
                await self._hold(screen)

    async def _play(self, screen: Screen, animation: Animation) -> None:
        """Play the film that leads to a record's view; any key ends it."""
        self._poke.clear()
        keys = Text(tr("animation-keys"), style="dim")
        await play_animation(
            animation,
            lambda view: screen.draw(
                match_picture(self._scene.with_view(view), self._out.console, keys, asks=False)
            ),
            self._poke,
        )

    async def _hold(self, screen: Screen) -> None:
        """Wait for the time that a record stays on the screen, longer while paused; draw again after each key."""
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
        """Draw the match with the line that names the keys."""
        keys = tr("watch-keys_paused" if self._paused else "watch-keys", pace=f"{self._pace_s:.2g}")
        if drawing_of(self._scene.game).paged:
            keys = tr("watch-keys_page", keys=keys)
        screen.draw(match_picture(self._scene, self._out.console, Text(keys, style="dim"), asks=False))
        self._drawn_at = time.monotonic()

    def _key(self, key: str) -> None:
        """Handle a key: leave, pause or resume, turn the page, or change the pace."""
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
