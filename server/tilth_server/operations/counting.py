"""What matches and players do, counted while an operator watches, and only then."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from itertools import accumulate

from tilth_rules.kernel.record import Answered
from tilth_server.tables.flights import Flight
from tilth_server.tables.live import LiveMatch

Asked = dict[int, tuple[int, float]]
"""By seat: the decision that it has open, and when that was put to it."""


class Done:
    """What was done between two snapshots, by match id or player id."""

    def __init__(self) -> None:
        self.match_answers: Counter[str] = Counter()
        self.answers: Counter[str] = Counter()
        self.calls: Counter[str] = Counter()
        self.thought_s: defaultdict[str, float] = defaultdict(float)
        """Seconds, of all answers in `thought`."""
        self.thought: Counter[str] = Counter()


class Counting:
    """Observes the tables and the gate for one who watches."""

    def __init__(self) -> None:
        self._done = Done()
        self._asked: dict[str, Asked] = {}
        self.refusals: Counter[str] = Counter()
        """By player, since it began."""

    def landed(self, flight: Flight) -> None:
        for leg in flight.legs.values():
            match = leg.match
            asked = self._asked.setdefault(match.info.id, {})
            for entry in leg.entries:
                if entry.record is not None and isinstance(entry.record.cause, Answered):
                    self._answered(match, asked, entry.record.cause, flight.now)
            self._look_who_is_asked(match, asked, flight.now)

    def refused(self, player_id: str) -> None:
        self.refusals[player_id] += 1

    def called(self, player_id: str) -> None:
        self._done.calls[player_id] += 1

    def taken(self, live: Collection[LiveMatch]) -> Done:
        """What was done since this was asked last."""
        done, self._done = self._done, Done()
        known = {match.info.id for match in live}
        for match_id in self._asked.keys() - known:
            del self._asked[match_id]
        return done

    def _answered(self, match: LiveMatch, asked: Asked, cause: Answered, now: float) -> None:
        done, player_id = self._done, match.info.player_ids[cause.seat]
        done.match_answers[match.info.id] += 1
        done.answers[player_id] += 1
        number, since = asked.get(cause.seat, (0, 0.0))
        if number == cause.number:
            done.thought[player_id] += 1
            done.thought_s[player_id] += max(0.0, now - since)

    def _look_who_is_asked(self, match: LiveMatch, asked: Asked, now: float) -> None:
        """Where a decision is open that wasn't: its seat thinks from now on."""
        if match.table is None:
            asked.clear()
            return
        for seat in match.table.open:
            number = match.table.counts[seat]
            if asked.get(seat, (0, 0.0))[0] != number:
                asked[seat] = number, now


def percentile(bounds: Sequence[float], counts: Sequence[int], share: float) -> float:
    """Below which this share of the observations lies, taken as even within each bucket of a histogram.

    What lies above the last bound is taken as lying at it; 0 where nothing was observed.
    """
    total = sum(counts)
    if not total:
        return 0.0
    wanted = share * total
    sums = list(accumulate(counts))
    at = bisect_left(sums, wanted)
    if at >= len(bounds):
        return bounds[-1]
    low = bounds[at - 1] if at else 0.0
    return low + (bounds[at] - low) * (wanted - (sums[at] - counts[at])) / counts[at]
