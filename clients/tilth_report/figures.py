"""Figures computed from the games, with their uncertainty."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from tilth_dataclasses.tilth.v1 import Pairing
from tilth_report.tournament_data import TournamentData

Z = statistics.NormalDist().inv_cdf(0.975)
"""The number of standard deviations to each side of an interval that holds 95%."""


@dataclass(frozen=True)
class Share:
    """A share of games, and the interval that holds the true share with a probability of 95% (Wilson's)."""

    value: float
    low: float
    high: float


def share(won: float, games: int) -> Share:
    """Return the share of `games` that were won, with its 95% interval; a shared victory counts as a part of a win.
    `games` must not be 0."""
    value = won / games
    middle = (value + Z * Z / (2 * games)) / (1 + Z * Z / games)
    reach = Z / (1 + Z * Z / games) * math.sqrt(value * (1 - value) / games + (Z / (2 * games)) ** 2)
    return Share(value, max(0.0, middle - reach), min(1.0, middle + reach))


@dataclass(frozen=True)
class SeatFigures:
    """The results of one seat over all counted games."""

    seat: int
    games: int
    won: int
    """The number of victories alone."""
    shared: int
    """The number of victories shared with others."""
    points: float
    """The points per game, 0 to 1; half is even."""
    wins: Share
    """The share of games won. A victory that k seats share counts as a k-th part for each."""
    even: float
    """The share of wins of a seat that is no better than the others at its tables."""
    scores: Sequence[int]
    """The seat's scores in games that were played to the end, lowest first."""

    @property
    def leans(self) -> int:
        """1 if the seat wins more than its even share, -1 if less, 0 if that is not certain."""
        return (self.wins.low > self.even) - (self.wins.high < self.even)


def seat_figures(data: TournamentData) -> list[SeatFigures]:
    """Return the figures of each seat over all games with a result, in the order of seats. Seats without such a game
    are left out."""
    most = max((len(game.seats) for game in data.counted), default=0)
    found = [_seat_figures(data, seat) for seat in range(most)]
    return [each for each in found if each is not None]


def _seat_figures(data: TournamentData, seat: int) -> SeatFigures | None:
    """Return the figures of one seat over all games with a result that have this seat; None if there are none."""
    games = [game for game in data.counted if seat < len(places(game))]
    if not games:
        return None
    firsts = [places(game).count(1) for game in games if places(game)[seat] == 1]
    scores = [
        game.result.scores[seat]
        for game in data.played
        if game.result is not None and seat < len(game.result.scores)
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


@dataclass(frozen=True)
class RowFigures:
    """The mean points of each entrant in each row of the score sheet, over the matches of one game setup."""

    game: int
    """Its number in the tournament's settings."""
    texts: Sequence[str]
    """The texts of the rows."""
    matches: int
    means: dict[int, list[float]]
    """The mean of each row, by the entrants' numbers."""


def row_figures(data: TournamentData) -> list[RowFigures]:
    """Return the mean points by row for each game setup of the tournament; setups without score sheets are left out."""
    return [
        found
        for game in range(len(data.settings.game_setups))
        if (found := _row_figures(data, game)) is not None
    ]


def _row_figures(data: TournamentData, kind: int) -> RowFigures | None:
    """Return each entrant's mean points in each row of the score sheet, over the matches of setup `kind` that were
    played to the end; None if no such match has a score sheet."""
    games = [game for game in data.played if game.game_setup == kind and data.score_rows.get(game.match_id)]
    texts: dict[str, str] = {}
    points: dict[int, list[dict[str, int]]] = {}
    for game in games:
        rows = data.score_rows[game.match_id]
        texts |= {row.name: row.text for row in rows}
        for seat, entrant in enumerate(game.seats):
            points.setdefault(entrant, []).append({row.name: row.points[seat] for row in rows})
    if not games:
        return None
    means = {
        entrant: [statistics.fmean(match.get(name, 0) for match in matches) for name in texts]
        for entrant, matches in points.items()
    }
    return RowFigures(kind, list(texts.values()), len(games), means)


def places(game: Pairing) -> list[int]:
    """Return the place of each seat in a game; empty if the game has no result."""
    return game.result.places if game.result is not None else []


def duration(game: Pairing) -> timedelta | None:
    """Return the time between a game's start and end; None if one is missing."""
    if game.started_at is None or game.ended_at is None:
        return None
    return game.ended_at - game.started_at


def lengths(data: TournamentData) -> tuple[list[int], list[float]]:
    """Return the numbers of records and the durations in seconds of the matches that were played to the end. A match of
    which one figure is not known is left out of that list."""
    records = [game.record_count for game in data.played if game.record_count]
    spans = (duration(game) for game in data.played)
    return records, [span.total_seconds() for span in spans if span is not None]
