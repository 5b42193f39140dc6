"""Matches that have ended: their last hash, their final state, and results that earlier builds left incomplete."""

from contextlib import suppress
from typing import Final

import msgspec
import structlog

from tilth_rules.kernel import Result
from tilth_server.matches.cache import MatchCache
from tilth_server.matches.live import LiveMatch
from tilth_server.matches.match_info import MatchInfo
from tilth_server.matches.places import solo_outcome
from tilth_server.recent_cache import RecentCache
from tilth_server.store import StoreError

log = structlog.get_logger()

MAX_SOLO_RESULTS: Final = 1000
"""Results of matches of one seat that are kept with their opponents. Only earlier builds did not record them."""


class EndedMatches:
    """The loader of data about ended matches, such as their final states, from their logs."""

    def __init__(self, cache: MatchCache) -> None:
        self._cache = cache
        self._solo_results: RecentCache[str, Result] = RecentCache(MAX_SOLO_RESULTS)

    async def load_end(self, match: LiveMatch) -> MatchInfo:
        """Read the hash of the last record of a match that has ended; return the match's data, with a solo match's
        opponent.

        The hash is empty if the record cannot be read.
        """
        if not match.head:
            try:
                (last,) = await self._cache.read_records(match, match.durable - 1, 1)
                match.head = last.hash
            except (StoreError, ValueError) as error:
                log.error("head unreadable", match=match.info.id, error=str(error))
        return await self.completed(match.info)

    async def load_final_state(self, match: LiveMatch) -> None:
        """Fold the events of an ended match's log into its final state, and keep it in the match, unless it is there
        already. No rule is run, and no waiting step is decoded.
        """
        if match.final_state is None:
            bodies = [
                record.body async for record in self._cache.streams.read(match.stream, 0, match.durable)
            ]
            options = match.wire.decode_options(match.info.options)
            state, _ = match.wire.game.start(options, match.info.seat_count)
            for event in match.wire.records.events(bodies):
                event.apply(state)
            match.final_state = state

    async def completed(self, info: MatchInfo) -> MatchInfo:
        """Return the match's data, with its opponent if it was a solo match.

        Earlier builds did not record the opponent, so it is computed from the log once, if this build can read it.
        """
        result = info.result
        if info.seat_count != 1 or result is None or result.solo is not None:
            return info
        computed = self._solo_results.get(info.id)
        if computed is None:
            with suppress(Exception):
                match = self._cache.get(info.id)
                await self.load_final_state(match)
                reached = match.wire.game.result(match.final_state)
                if reached is not None:
                    solo = solo_outcome(reached, info.resigned)
                    computed = msgspec.structs.replace(result, solo=solo)
                    self._solo_results.put(info.id, computed)
        return info if computed is None else msgspec.structs.replace(info, result=computed)
