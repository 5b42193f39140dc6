"""The handover of matches: a node drops those that are another node's by now."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

import structlog

from tilth_server import reasons
from tilth_server.matches.cache import MatchCache
from tilth_server.matches.live import LiveMatch
from tilth_server.matches.match_info import MatchInfo
from tilth_server.wire import frames

log = structlog.get_logger()

SWEEP_SECONDS: Final = 0.5


class Handover:
    """The loaded matches that this node does not own are given up as soon as nothing of them is pending.

    Their clients open them again, and reach the owner. A match of another node may be loaded here because the
    members have changed, or because it was created here.
    """

    def __init__(
        self,
        cache: MatchCache,
        owns: Callable[[str], bool],
        on_given_up: Sequence[Callable[[MatchInfo], None]],
    ) -> None:
        self._on_given_up = on_given_up
        self._cache = cache
        self._owns = owns
        self._timer: asyncio.TimerHandle | None = None
        self.on_leave: Callable[[LiveMatch], None] = lambda match: None
        """Called with each match that is given up, before that."""
        self._doubtful: set[LiveMatch] = set()
        """Matches that another node may have changed, and of which something was pending."""

    def start(self) -> None:
        """Look for such matches from now on."""
        self.sweep()
        self._timer = asyncio.get_running_loop().call_later(SWEEP_SECONDS, self.start)

    def stop(self) -> None:
        """Look no longer."""
        if self._timer is not None:
            self._timer.cancel()

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

    async def drop_if_stale(self, match: LiveMatch) -> None:
        """Give the match up if its stream has records that this node has not read.

        A node may be asked for a match that it does not own, because the node that asks sees other members.
        """
        length = (await self._cache.streams.head(match.stream)).length
        if length > match.durable and _is_at_rest(match):
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
