"""Going through a match record by record, forwards and backwards, with anybody's eyes."""

import dataclasses
from collections import deque
from collections.abc import AsyncIterator
from itertools import pairwise

from tilth_cli.connection import Server
from tilth_cli.output import Output
from tilth_cli.scene import LINES_KEPT, Line, Scene
from tilth_cli.words import spoken
from tilth_dataclasses.tilth.v1 import (
    Cause,
    ListMomentsRequest,
    Moment,
    ReplayRequest,
    Told,
    ViewAtRequest,
    ViewAtResponse,
    Viewer,
)

AT_ONCE_MS = 1
"""The least pause between records that the server knows: a replay that is only to be read."""
VIEWS_KEPT = 500


def viewer_of(seat: int | None, spectator: bool) -> Viewer | None:
    """None is everybody's eyes, once a match is over."""
    if seat is not None:
        return Viewer(seat=seat)
    return Viewer(spectator=True) if spectator else None


async def frames(
    server: Server, match_id: str, viewer: Viewer | None, views: bool = False, speed: int | None = None
) -> AsyncIterator[Told]:
    """A match's frames again: at once, or so many percent as fast as it was played."""
    request = ReplayRequest(
        match_id=match_id,
        viewer=viewer,
        interval_ms=AT_ONCE_MS if speed is None else 0,
        speed_percent=speed or 0,
        views=views,
        texts=True,
        language=spoken(),
    )
    async for reply in server.each(server.archive.replay, request):
        for told in reply.told:
            yield told


async def view_at(server: Server, match_id: str, record: int, viewer: Viewer | None) -> ViewAtResponse:
    request = ViewAtRequest(match_id=match_id, record=record, viewer=viewer, texts=True, language=spoken())
    return await server.ask(server.archive.view_at, request)


async def look_up(server: Server, scene: Scene) -> None:
    """How a scene looked right after its record, to the eyes it is seen by."""
    if scene.started:
        seen = await view_at(server, scene.match_id, scene.record, viewer_of(scene.seat, scene.seat is None))
        scene.view = scene.types.read_view(seen.view)


class Reel:
    """A match's records with what happened in each; views are fetched as they are looked at."""

    def __init__(self, server: Server, scene: Scene, viewer: Viewer | None) -> None:
        self._server = server
        self.scene = scene
        self.viewer = viewer
        self.told: list[Told] = []
        self.records: list[int] = []
        self.lines: list[Line] = []
        self.started_at = 0
        self._views: dict[int, ViewAtResponse] = {}
        self._moments: list[Moment] | None = None

    async def load(self, out: Output) -> None:
        """Reads the whole story once, as this viewer may know it."""
        scene = dataclasses.replace(self.scene, story=deque(), ended=None)
        self.told, self.records, self.lines, self._views = [], [], [], {}
        with out.progress("replay.progress", match=scene.match_id) as bar:
            async for told in frames(self._server, scene.match_id, self.viewer):
                self.told.append(told)
                self.lines += scene.take(told)
                if told.happened is not None:
                    self.records.append(told.record)
                    if told.happened.cause is Cause.STARTED:
                        self.started_at = told.record
                    bar.at(len(self.records), 0)
        self.scene = scene

    async def view(self, record: int) -> ViewAtResponse:
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
        """How it looked after the record at this place of `records`."""
        record = self.records[index]
        seen = await self.view(record)
        lines = [line for line in self.lines if line.record <= record]
        last = index == len(self.records) - 1
        return dataclasses.replace(
            self.scene,
            record=record,
            started=record >= self.started_at,
            view=self.scene.types.read_view(seen.view),
            asked=seen.asked,
            waiting=seen.waiting,
            clocks=(),
            ended=self.scene.ended if last else None,
            story=deque(lines[-LINES_KEPT:]),
        )

    def index_of(self, record: int) -> int:
        """The place of a record, or of the last one before it."""
        return max((i for i, known in enumerate(self.records) if known <= record), default=0)

    async def score_changes(self, seat: int | None = None) -> list[int]:
        """The places of the records by which a score changed: any, or one seat's."""
        if self._moments is None:
            request = ListMomentsRequest(match_id=self.scene.match_id)
            self._moments = (await self._server.ask(self._server.archive.list_moments, request)).moments
        changes = []
        for before, after in pairwise(self._moments):
            if seat is None:
                changed = before.scores != after.scores
            else:
                changed = before.scores[seat : seat + 1] != after.scores[seat : seat + 1]
            if changed:
                changes.append(self.index_of(after.record))
        return changes

    async def round_start(self, number: int) -> int:
        """Where a round begins, found by halving: rounds only go up."""
        low, high = 0, len(self.records) - 1
        while low < high:
            middle = (low + high) // 2
            if (await self.view(self.records[middle])).round >= number:
                high = middle
            else:
                low = middle + 1
        return low

    async def round_at(self, index: int) -> int:
        return (await self.view(self.records[index])).round

    @property
    def seat(self) -> int | None:
        return self.viewer.seat if self.viewer else None
