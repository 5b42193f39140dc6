"""The replays that players ask for, by a call or on a stream."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from tilth.v1 import archive_pb2
from tilth_server.archive.match_log import LogCache
from tilth_server.archive.replay import ReplayOptions, ReplayPiece, Tempo, replay
from tilth_server.archive.viewers import is_ended, viewer_of_request
from tilth_server.matches.naming import Names
from tilth_server.matches.record_frames import ended_frame
from tilth_server.matches.registry import Matches
from tilth_server.reasons import RECORD_NOT_FOUND
from tilth_server.refusal import Refusal
from tilth_server.store import Store
from tilth_server.wire import frames, language_of


class Replays:
    """The maker of replays: it finds the match, the viewer and the log that a request names."""

    def __init__(self, store: Store, matches: Matches, names: Names, logs: LogCache) -> None:
        self._store = store
        self._matches = matches
        self._names = names
        self._logs = logs

    async def replay(self, request: archive_pb2.ReplayRequest, player_id: str) -> AsyncGenerator[ReplayPiece]:
        """Yield the frames of a match in the wanted tempo; the last one is the match's end, or "caught up" if it still
        runs.

        Refuse a first record beyond the log, and a seat of another player while the match runs.
        """
        info = await self._matches.fetch(request.match_id)
        viewer = viewer_of_request(info, player_id, request.viewer)
        if request.from_record > info.record_count:
            raise Refusal(RECORD_NOT_FOUND, f"the log has {info.record_count} records", field="from_record")
        match_log = await self._logs.open(info)
        language = language_of(request.language) if request.texts else None
        options = ReplayOptions(viewer, request.views, language, self._names)
        tempo = Tempo(request.interval_ms, request.speed_percent, request.max_pause_ms)
        if is_ended(info):
            head = (await self._store.head(info.stream)).hash
            last = ended_frame(
                await self._matches.ended.completed(info), head, self._matches.cache.sign_end(info, head)
            )
        else:
            last = frames.caught_up(len(match_log.records))
        async with aclosing(replay(match_log, options, request.from_record, tempo, last)) as pieces:
            async for piece in pieces:
                yield piece
