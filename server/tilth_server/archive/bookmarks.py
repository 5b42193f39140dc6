"""Bookmarks of a match: the records after which the round or a score has changed."""

import asyncio

from tilth.v1.archive_pb2 import Bookmark
from tilth_server.archive.match_log import MatchLog
from tilth_server.archive.replay import ReplayState

FOLDED_AT_A_TIME = 10
"""Records that are applied before other tasks get a turn."""


async def bookmarks_of(match_log: MatchLog) -> list[Bookmark]:
    """Return the bookmarks of a match in order: its start, and each record after which the round or a score differs
    from the one before. They show rounds and scores, which are public.
    """
    state = ReplayState(match_log, 0)
    game = match_log.wire.game
    bookmarks: list[Bookmark] = []
    before: tuple[int, tuple[int, ...]] | None = None
    for at, logged in enumerate(match_log.records[:]):
        if at % FOLDED_AT_A_TIME == 0:
            await asyncio.sleep(0)
        state.add(logged)
        if state.state is not None:
            now = game.round(state.state), tuple(game.scores(state.state))
            if now != before:
                bookmarks.append(Bookmark(record=logged.number, round=now[0], scores=now[1]))
                before = now
    return bookmarks
