"""Figures that are read off the games, with how sure they are."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from tilth_dataclasses.tilth.v1 import Pairing
from tilth_report.contest import Contest

Z = statistics.NormalDist().inv_cdf(0.975)
"""Intervals hold 95%: so many standard deviations to each side."""


@dataclass(frozen=True)
class Share:
    """A part of a number of games, and the interval in which the true part lies (Wilson's)."""

    value: float
    low: float
    high: float


def share(won: float, games: int) -> Share:
    value = won / games
    middle = (value + Z * Z / (2 * games)) / (1 + Z * Z / games)
    reach = Z / (1 + Z * Z / games) * math.sqrt(value * (1 - value) / games + (Z / (2 * games)) ** 2)
    return Share(value, max(0.0, middle - reach), min(1.0, middle + reach))


@dataclass(frozen=True)
class SeatFigures:
    seat: int
    games: int
    won: int
    """Alone."""
    shared: int
    """Victories shared with others."""
    points: float
    """A game, 0 to 1; half is even."""
    wins: Share
    """A victory that k share is a k-th part for each."""
    even: float
    """The share of wins of a seat that is no better than the others at its tables."""
    scores: Sequence[int]
    """What was scored in play, lowest first."""

    @property
    def leans(self) -> int:
        """1 if it wins more than its even share, -1 if less, 0 if that can't be told."""
        return (self.wins.low > self.even) - (self.wins.high < self.even)


def seat_figures(contest: Contest) -> list[SeatFigures]:
    most = max((len(game.seats) for game in contest.counted), default=0)
    found = [_seat_figures(contest, seat) for seat in range(most)]
    return [each for each in found if each is not None]


def _seat_figures(contest: Contest, seat: int) -> SeatFigures | None:
    games = [game for game in contest.counted if seat < len(places(game))]
    if not games:
        return None
    firsts = [places(game).count(1) for game in games if places(game)[seat] == 1]
    scores = [
        game.result.scores[seat]
        for game in contest.played
        if game.result is not None and seat < len(game.result.scores) and seat not in game.forfeits
    ]
    return SeatFigures(
        seat=seat,
        games=len(games),
        won=firsts.count(1),
        shared=sum(count > 1 for count in firsts),
        points=statistics.fmean(game.points[seat] for game in games),
        wins=share(sum(1 / count for count in firsts), len(games)),
        even=statistics.fmean(1 / len(game.seats) for game in games),
        scores=sorted(scores),
    )


def places(game: Pairing) -> list[int]:
    return game.result.places if game.result is not None else []


def duration(game: Pairing) -> timedelta | None:
    if game.started_at is None or game.ended_at is None:
        return None
    return game.ended_at - game.started_at


def lengths(contest: Contest) -> tuple[list[int], list[float]]:
    """Records and seconds of each match that was played to its end."""
    records = [game.record_count for game in contest.played if game.record_count]
    spans = (duration(game) for game in contest.played)
    return records, [span.total_seconds() for span in spans if span is not None]
