"""The clocks of matches that have changed their owner: the time that their open decisions had used at the one before.

No record holds that time, so it is lost with a node that is killed: open decisions begin again, as after a restart.
"""

from typing import Final

import msgspec

from tilth_server.matches.cache import MatchCache
from tilth_server.matches.clocks import STOPPED, SeatClock, first_deadline
from tilth_server.matches.live import LiveMatch

MAX_KEPT: Final = 20_000


class HandedClock(msgspec.Struct, frozen=True):
    """The clock of a seat, as the owner before has left it."""

    bank_ms: int
    number: int
    """The number of the open decision; 0 if the clock does not run."""
    used_ms: int
    """Time that the decision had used before it was asked again."""
    running_ms: int
    """Time that it has used since then."""
    spans: tuple[int, ...]


class HandedMatch(msgspec.Struct, frozen=True):
    """The clocks of one match, as the owner before has left them."""

    match_id: str
    next_record: int
    clocks: tuple[HandedClock, ...]
    """One for each seat."""


class HandedClocks:
    """The clocks that were handed over with matches which are not in memory yet."""

    def __init__(self, cache: MatchCache) -> None:
        self._cache = cache
        self._kept: dict[str, HandedMatch] = {}
        cache.on_table_loaded.append(self._on_table_loaded)

    def leave(self, match: LiveMatch) -> HandedMatch | None:
        """Return the clocks of a match that this node gives up; None if it has none.

        They are kept here, too: other nodes may take this one for the owner a little longer, and the match is loaded
        again.
        """
        if not match.clocks:
            return None
        now = match.clock_time(self._cache.time.now())
        handed = HandedMatch(
            match.info.id, match.next_record, tuple(_handed(clock, now) for clock in match.clocks)
        )
        self._keep(handed)
        return handed

    def take(self, handed: HandedMatch) -> None:
        """Take the clocks of a match over, now or when it is loaded. Nobody's time counts until then."""
        match = self._cache.loaded.get(handed.match_id)
        if match is None or not match.clocks:
            self._keep(handed)
        else:
            self._set(match, handed)

    def _keep(self, handed: HandedMatch) -> None:
        """Keep the clocks until the match is loaded."""
        self._kept[handed.match_id] = handed
        if len(self._kept) > MAX_KEPT:
            del self._kept[next(iter(self._kept))]

    def _on_table_loaded(self, match: LiveMatch) -> None:
        """Give a match that was loaded the clocks that it had at its owner before."""
        handed = self._kept.pop(match.info.id, None)
        if handed is not None and match.clocks:
            self._set(match, handed)

    def _set(self, match: LiveMatch, handed: HandedMatch) -> None:
        """Set the clocks of a match back to the time that was used before."""
        if len(handed.clocks) != len(match.clocks):
            return
        now = match.clock_time(self._cache.time.now())
        is_same = handed.next_record == match.next_record
        match.clocks = tuple(
            _joined(clock, before, now, is_same)
            for clock, before in zip(match.clocks, handed.clocks, strict=True)
        )
        if match.paused_at is None:
            self._cache.alarms.set(match, first_deadline(match.clocks, match.info.clock))


def _handed(clock: SeatClock, now: float) -> HandedClock:
    """Return a clock as another node can take it over."""
    if clock.since == STOPPED:
        return HandedClock(clock.bank_ms, 0, 0, 0, clock.spans)
    running_ms = max(0, round((now - clock.since) * 1000))
    return HandedClock(clock.bank_ms, clock.number, clock.used_ms, running_ms, clock.spans)


def _joined(clock: SeatClock, before: HandedClock, now: float, is_same: bool) -> SeatClock:
    """Return a clock as its owner before has left it, if that is known, and not less than it shows now.

    `is_same`: no record was added since. Both owners may have let it run for the same time, so the greater one counts.
    """
    number = 0 if clock.since == STOPPED else clock.number
    if number != before.number or (number and before.used_ms + before.running_ms < clock.used(now)):
        return clock
    bank_ms, spans = (before.bank_ms, before.spans) if is_same else (clock.bank_ms, clock.spans)
    if not number:
        return SeatClock(bank_ms, spans=spans)
    return SeatClock(bank_ms, now - before.running_ms / 1000, number, before.used_ms, spans)
