"""Recovery after a failed commit: the match is evicted, and loaded again if it continues without clients."""

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

import structlog

from tilth_server import reasons
from tilth_server.matches.cache import MatchCache
from tilth_server.matches.channels import Channel
from tilth_server.matches.live import LiveMatch
from tilth_server.matches.match_info import State
from tilth_server.matches.refusals import commit_refusal
from tilth_server.matches.unit_of_work import MatchWrites
from tilth_server.metrics import Metrics
from tilth_server.refusal import Refusal
from tilth_server.store import StoreClosed, StoreError, StoreFailed, StreamMoved
from tilth_server.wire import frames

log = structlog.get_logger()

RELOAD_SECONDS: Final = 5.0
"""The pause, in seconds, after which a match that continues without clients is loaded again."""


class Recovery:
    """The recovery of matches whose records were not stored: they are evicted, and loaded again if needed."""

    def __init__(self, cache: MatchCache, metrics: Metrics) -> None:
        self._cache = cache
        self._metrics = metrics
        self._tasks: set[asyncio.Task[None]] = set()
        self.on_match_lost: list[Callable[[LiveMatch, Refusal], None]] = []
        """Callbacks that are called after a failed commit, with its match and the refusal."""

    def give_up(self, writes: MatchWrites, error: StoreError) -> None:
        """Refuse everything that is pending in the match, and evict the match: the store has not taken these writes."""
        match = writes.match
        if not isinstance(error, StoreClosed | StreamMoved):
            log.error("commit failed", match=match.info.id, error=str(error))
        match.pending.remove(writes)
        refusal = commit_refusal(error)
        reason = refusal.reason
        is_loaded = self._cache.loaded.get(match.info.id) is match
        if reason == reasons.MATCH_MOVED and is_loaded and writes.first > 0:
            self._cache.moved.add(match.info.id)
        for call in self.on_match_lost:
            call(match, refusal)
        self._refuse_all((writes, *match.pending), refusal)
        self._unload(match, reason)
        if not match.pending:
            match.notify_committed()

    def _refuse_all(self, lost: Iterable[MatchWrites], refusal: Refusal) -> None:
        """Refuse every request of these writes: none of their records will be stored."""
        for writes in lost:
            for channel, request_id in writes.replies_in_frames:
                channel.refused(refusal, request_id)
            for target, request_id, _, _ in writes.replies:
                target.refused(refusal, request_id)
            on_channels = sum(isinstance(target, Channel) for target, *_ in writes.replies)
            self._metrics.refusals[refusal.reason] += len(writes.replies_in_frames) + on_channels
            writes.replies_in_frames.clear()
            writes.replies.clear()

    def _unload(self, match: LiveMatch, reason: str) -> None:
        """Evict the match and cut its channels off; load it again soon if clocks run or the server plays for seats."""
        self._cache.evict(match)
        for channel in list(match.channels):
            channel.close(frames.cut_off(channel.next_record, reason))
        match.table = None
        if match.info.id in self._cache.moved:
            self._reload_soon(match.info.id)
        elif match.clocks or self._cache.needs_autoplay(match.info):
            self._reload_later(match.info.id)

    async def reload(self, match_id: str) -> None:
        """Load a match, so that its clocks run and the server plays for the seats that have resigned.

        A match to which another process has appended is brought up to its log.
        """
        try:
            await self._cache.index.fetch(match_id)
            match = self._cache.get(match_id)
            if match.info.state is State.RUNNING or match_id in self._cache.moved:
                await self._cache.load(match)
                self._cache.release(match)
        except StoreClosed:
            return
        except StoreFailed:
            self._reload_later(match_id)
        except Refusal as refusal:
            if refusal.reason == reasons.MATCH_MOVED:
                # It was evicted again while it was read.
                self._reload_later(match_id)
            else:
                log.exception("match reload failed", match=match_id)
        except Exception:
            log.exception("match reload failed", match=match_id)

    def _reload_later(self, match_id: str) -> None:
        """Load the match again after RELOAD_SECONDS."""
        time = self._cache.time
        time.call_at(time.now() + RELOAD_SECONDS, partial(self._reload_soon, match_id))

    def _reload_soon(self, match_id: str) -> None:
        """Load the match again in a task of its own."""
        task = asyncio.create_task(self.reload(match_id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
