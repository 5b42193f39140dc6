"""A replay of a match, record by record, forwards and backwards, for any viewer."""

import dataclasses
from collections import deque
from collections.abc import AsyncIterator
from itertools import pairwise

from tilth_cli.connection import Server
from tilth_cli.messages import language
from tilth_cli.output import Output
from tilth_cli.scene import LINES_KEPT, Line, Scene
from tilth_cli.score_sheet import with_score_rows
from tilth_dataclasses.tilth.v1 import (
    Bookmark,
    Cause,
    Frame,
    ListBookmarksRequest,
    ReplayRequest,
    ViewAtRequest,
    ViewAtResponse,
    Viewer,
)

AT_ONCE_MS = 1
"""The shortest pause in milliseconds that the server knows between records: for a replay that is only read."""
VIEWS_KEPT = 500


def viewer_of(seat: int | None, spectator: bool) -> Viewer | None:
    """Return the viewer: a seat, or a spectator; None stands for everybody's view of a finished match."""
    if seat is not None:
        return Viewer(seat=seat)
    return Viewer(spectator=True) if spectator else None


async def replayed_frames(
    server: Server, match_id: str, viewer: Viewer | None, views: bool = False, speed: int | None = None
) -> AsyncIterator[Frame]:
    """Yield the frames of a match from its first record on, as a viewer may see them: without pauses, or at `speed`
    percent of the pace at which it was played."""
    request = ReplayRequest(
        match_id=match_id,
        viewer=viewer,
        interval_ms=AT_ONCE_MS if speed is None else 0,
        speed_percent=speed or 0,
        views=views,
        texts=True,
        language=language(),
    )
    async for reply in server.stream(server.archive.replay, request):
        for frame in reply.frames:
            yield frame


async def view_at(server: Server, match_id: str, record: int, viewer: Viewer | None) -> ViewAtResponse:
    """Return the view of a match after a record, as a viewer, fetched from the server."""
    request = ViewAtRequest(match_id=match_id, record=record, viewer=viewer, texts=True, language=language())
    return await server.ask(server.archive.view_at, request)


async def fetch_view(server: Server, scene: Scene) -> None:
    """Set a scene's view to the one after its record, for its seat or a spectator; nothing before the match has
    started."""
    if scene.started:
        seen = await view_at(server, scene.match_id, scene.record, viewer_of(scene.seat, scene.seat is None))
        scene.view = scene.types.read_view(seen.view)


class ReplayFrames:
    """A match's records and their story lines; views are fetched when they are looked at."""

    def __init__(self, server: Server, scene: Scene, viewer: Viewer | None) -> None:
        self._server = server
        self.scene = scene
        self.viewer = viewer
        self.frames: list[Frame] = []
        self.records: list[int] = []
        self.lines: list[Line] = []
        self.started_at = 0
        self._views: dict[int, ViewAtResponse] = {}
        self._bookmarks: list[Bookmark] | None = None

    async def load(self, out: Output) -> None:
        """Read all frames of the match once, as this viewer may see them, and keep its records and lines; show a
        progress bar."""
        scene = dataclasses.replace(self.scene, story=deque(), ended=None)
        self.frames, self.records, self.lines, self._views = [], [], [], {}
        with out.progress("replay-progress", match=scene.match_id) as bar:
            frames = replayed_frames(self._server, scene.match_id, self.viewer)
            async for frame in with_score_rows(self._server, scene, frames):
                self.frames.append(frame)
                self.lines += scene.apply_frame(frame)
                if frame.update is not None:
                    self.records.append(frame.record)
                    if frame.update.cause is Cause.STARTED:
                        self.started_at = frame.record
                    bar.move_to(len(self.records), 0)
        self.scene = scene

    async def view(self, record: int) -> ViewAtResponse:
        """Return the view after a record, fetched from the server when it is first needed and kept; an empty reply for
        records before the start."""
        if record < self.started_at:
            return ViewAtResponse()  # only seats were taken yet
        found = self._views.get(record)
        if found is None:
            found = await view_at(self._server, self.scene.match_id, record, self.viewer)
            if len(self._views) >= VIEWS_KEPT:
                self._views.pop(next(iter(self._views)))
            self._views[record] = found
        return found

    async def scene_at(self, index: int) -> Scene:
        """Return the scene right after the record at this index of `records`."""
        record = self.records[index]
        seen = await self.view(record)
        lines = [line for line in self.lines if line.record <= record]
        last = index == len(self.records) - 1
        return dataclasses.replace(
            self.scene,
            record=record,
            started=record >= self.started_at,
            view=self.scene.types.read_view(seen.view),
            decision=seen.decision,
            pending_seats=seen.pending_seats,
            clocks=(),
            ended=self.scene.ended if last else None,
            story=deque(lines[-LINES_KEPT:]),
        )

    def index_of(self, record: int) -> int:
        """Return the index of a record in `records`, or of the last one before it; 0 if there is none."""
        return max((i for i, known in enumerate(self.records) if known <= record), default=0)

    async def score_changes(self, seat: int | None = None) -> list[int]:
        """Return the indexes of the records by which a score changed: the score of `seat`, or any score without it."""
        if self._bookmarks is None:
            request = ListBookmarksRequest(match_id=self.scene.match_id)
            self._bookmarks = (await self._server.ask(self._server.archive.list_bookmarks, request)).bookmarks
        changes = []
        for before, after in pairwise(self._bookmarks):
            if seat is None:
                changed = before.scores != after.scores
            else:
                changed = before.scores[seat : seat + 1] != after.scores[seat : seat + 1]
            if changed:
                changes.append(self.index_of(after.record))
        return changes

    async def round_start(self, number: int) -> int:
        """Return the index of the first record of a round or, if the match has no such round, of the next round or the
        last record."""
        low, high = 0, len(self.records) - 1
        while low < high:
            middle = (low + high) // 2
            if (await self.view(self.records[middle])).round >= number:
                high = middle
            else:
                low = middle + 1
        return low

    async def round_at(self, index: int) -> int:
        """Return the round of the game after the record at an index of `records`."""
        return (await self.view(self.records[index])).round

    @property
    def seat(self) -> int | None:
        """The seat that the match is viewed as; None for other viewers."""
        return self.viewer.seat if self.viewer else None
