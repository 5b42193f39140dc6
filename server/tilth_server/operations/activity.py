"""Counts of answers, calls and refusals of matches and players, kept only while an operator watches the server."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from itertools import accumulate

from tilth_rules.kernel.record import Answered
from tilth_server.matches.live import LiveMatch
from tilth_server.matches.unit_of_work import UnitOfWork

OpenDecisions = dict[int, tuple[int, float]]
"""By seat of one match: the number of its open decision, and the time at which the seat was asked."""


class ActivityCounts:
    """The counts of one period: answers by match, and answers, calls and seconds of thought by player."""

    def __init__(self) -> None:
        self.match_answers: Counter[str] = Counter()
        self.answers: Counter[str] = Counter()
        self.calls: Counter[str] = Counter()
        self.thought_s: defaultdict[str, float] = defaultdict(float)
        """Seconds of thought of a player, over the answers in `timed_answers`."""
        self.timed_answers: Counter[str] = Counter()


class ActivityCounter:
    """An observer of the matches and the gate that counts for one operator who watches the server."""

    def __init__(self) -> None:
        self._counts = ActivityCounts()
        self._decisions: dict[str, OpenDecisions] = {}
        self.refusals: Counter[str] = Counter()
        """Number of refusals since the operator began to watch, by player or by the address of a stranger."""

    def committed(self, work: UnitOfWork) -> None:
        """Count the answers of a unit of work that was committed."""
        for match, writes in work.writes.items():
            asked = self._decisions.setdefault(match.info.id, {})
            for pending in writes.records:
                if pending.record is not None and isinstance(pending.record.cause, Answered):
                    self._count_answer(match, asked, pending.record.cause, work.now)
            self._note_new_decisions(match, asked, work.now)

    def refused(self, client: str, reason: str) -> None:
        """Count a refusal for its client: a player, or the address of a stranger."""
        self.refusals[client] += 1

    def called(self, client: str) -> None:
        """Count a call of this client."""
        self._counts.calls[client] += 1

    def take(self, live: Collection[LiveMatch]) -> ActivityCounts:
        """Return the counts since the last `take`, and begin new ones.

        For matches that are not in `live` (in memory), the times at which seats were asked are forgotten.
        """
        done, self._counts = self._counts, ActivityCounts()
        known = {match.info.id for match in live}
        for match_id in self._decisions.keys() - known:
            del self._decisions[match_id]
        return done

    def _count_answer(self, match: LiveMatch, asked: OpenDecisions, cause: Answered, now: float) -> None:
        """Count an answer for its match and its player, with the time of thought if the counter knows since when."""
        done, player_id = self._counts, match.info.player_ids[cause.seat]
        done.match_answers[match.info.id] += 1
        done.answers[player_id] += 1
        number, since = asked.get(cause.seat, (0, 0.0))
        if number == cause.number:
            done.timed_answers[player_id] += 1
            done.thought_s[player_id] += max(0.0, now - since)

    def _note_new_decisions(self, match: LiveMatch, asked: OpenDecisions, now: float) -> None:
        """Note the time for each seat with a new decision, because its time of thought begins now. Forget the times of
        all seats if the match has no table.
        """
        if match.table is None:
            asked.clear()
            return
        for seat in match.table.open:
            number = match.table.counts[seat]
            if asked.get(seat, (0, 0.0))[0] != number:
                asked[seat] = number, now


def percentile(bounds: Sequence[float], counts: Sequence[int], share: float) -> float:
    """Return the value below which this share of a histogram's observations lies; 0 without observations.

    Observations are assumed to be even within a bucket, and those above the last bound to be at it.
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
