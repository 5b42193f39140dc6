"""The handover of matches: a node drops those that are another node's by now."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import structlog

from tilth_server import reasons
from tilth_server.matches.cache import MatchCache
from tilth_server.matches.live import LiveMatch
from tilth_server.matches.match_info import MatchInfo
from tilth_server.store import StoreError
from tilth_server.wire import frames

log = structlog.get_logger()

SWEEP_SECONDS: Final = 0.5
COMPARED_AT_ONCE: Final = 500


class Handover:
    """The loaded matches that this node does not own are given up as soon as nothing of them is pending.

    Their clients open them again, and reach the owner. A match of another node may be loaded here because the
    members have changed, or because it was created here.

    A former owner may append until every node knows of the change: what was read before that is compared with the
    store until then.
    """

    def __init__(
        self,
        cache: MatchCache,
        owns: Callable[[str], bool],
        is_sure_of: Callable[[str], bool],
        on_given_up: Sequence[Callable[[MatchInfo], None]],
    ) -> None:
        self._on_given_up = on_given_up
        self._cache = cache
        self._owns = owns
        self._is_sure_of = is_sure_of
        self._timer: asyncio.TimerHandle | None = None
        self.on_leave: Callable[[LiveMatch], None] = lambda match: None
        """Called with each match that is given up, before that."""
        self._doubtful: set[LiveMatch] = set()
        """Matches that another node may have changed, and of which something was pending."""
        self._read_early: set[str] = set()
        """Matches of this node that were read while another node may still have taken them for its own."""
        self._is_compared = True
        """True if all nodes knew the present owners when the loaded matches were last compared with the store."""
        self._comparing: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look for such matches from now on."""
        self.sweep()
        self._timer = asyncio.get_running_loop().call_later(SWEEP_SECONDS, self.start)

    def stop(self) -> None:
        """Look no longer."""
        if self._timer is not None:
            self._timer.cancel()
        self._stop_comparing()

    def trusts(self, match_id: str) -> bool:
        """Return whether what is in memory of a match is what the store has, because no other node acts for it."""
        return match_id not in self._read_early and self._is_sure_of(match_id)

    def note_read(self, match_id: str) -> None:
        """Take note that a match is read from the store."""
        if not self._is_sure_of(match_id):
            if self._owns(match_id):
                self._read_early.add(match_id)
                self._is_compared = False
        elif match_id not in self._cache.loaded:
            self._read_early.discard(match_id)

    def sweep(self, owned_before: Callable[[str], bool] | None = None) -> None:
        """Give up every match that another node owns and of which nothing is pending here.

        After a change of owners also those that another node owned before: it may have changed them.
        """
        for match in list(self._cache.loaded.values()):
            match_id = match.info.id
            is_known = match not in self._doubtful and (owned_before is None or owned_before(match_id))
            if is_known and self._owns(match_id):
                continue
            if _is_at_rest(match):
                self._give_up(match)
            elif not is_known:
                self._doubtful.add(match)
        self._doubtful.intersection_update(self._cache.loaded.values())
        if owned_before is not None:
            self._stop_comparing()
            self._read_early = set(filter(self._owns, self._cache.loaded))
            self._is_compared = False
        elif not self._is_compared and (self._comparing is None or self._comparing.done()):
            self._comparing = asyncio.create_task(self._compare())

    async def drop_if_stale(self, match: LiveMatch) -> None:
        """Give the match up if its stream has records that this node has not read.

        A node may be asked for a match that it does not own, because the node that asks sees other members.
        """
        await self._drop_stale([match])

    async def _compare(self) -> None:
        """Compare the loaded matches that were read early with the store."""
        owned = list(filter(self._owns, self._read_early))
        is_last = all(map(self._is_sure_of, owned))
        matches = [match for match in map(self._cache.loaded.get, owned) if match is not None]
        with suppress(StoreError):
            for first in range(0, len(matches), COMPARED_AT_ONCE):
                await self._drop_stale(matches[first : first + COMPARED_AT_ONCE])
            self._is_compared = is_last

    def _stop_comparing(self) -> None:
        """Compare no longer."""
        if self._comparing is not None:
            self._comparing.cancel()

    async def _drop_stale(self, matches: Sequence[LiveMatch]) -> None:
        """Give up those of the matches whose streams have records that this node has not read."""
        sure = [self._is_sure_of(match.info.id) for match in matches]
        lengths = await self._cache.streams.lengths([match.stream for match in matches])
        for match, is_sure, length in zip(matches, sure, lengths, strict=True):
            if self._cache.loaded.get(match.info.id) is not match:
                continue
            if length <= match.durable:
                if is_sure:
                    self._read_early.discard(match.info.id)
            elif _is_at_rest(match):
                self._give_up(match)

    def _give_up(self, match: LiveMatch) -> None:
        """Evict the match, and cut its channels off: they continue at the owner."""
        log.debug("match handed over", match=match.info.id, channels=len(match.channels))
        self.on_leave(match)
        self._cache.evict(match)
        self._cache.index.forget(match.info.id)
        for channel in list(match.channels):
            channel.close(frames.cut_off(channel.next_record, reasons.MATCH_MOVED))
        match.drop_table()
        for call in self._on_given_up:
            call(match.info)


def _is_at_rest(match: LiveMatch) -> bool:
    """Return whether nothing of the match is pending, waiting or being loaded."""
    return (
        not match.pending and not match.has_waiting_actions and match.loading is None and bool(match.durable)
    )
