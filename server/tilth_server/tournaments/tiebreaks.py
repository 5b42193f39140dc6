"""Tie-breaks: the order of entrants with equal points.

The definitions are those of arbiters for Swiss and round-robin tournaments, extended to tables of more than two and to
tables that play several games. Three terms are used throughout:

- The *score* of an entrant against another at a table is the mean over their games there of 1 for the better place and
  a half for an equal place. At a table of two it is the usual result of their encounter: 1, a half or 0 after one game,
  three quarters after a win and a draw.
- A *meeting* is one table of one round at which at least one game has a result. Everybody there has met everybody else
  once, even if several games were played. Void games count for nothing; forfeited and adjudicated games count like all
  others.
- The *adjusted points* of an opponent are their points. In a Swiss tournament, half of a bye's points are added for
  each round that they were not in (before a late entry, after a withdrawal), as if they had drawn it.

A bye counts like a meeting with as many opponents as a table has others, who end with the same points as the entrant
and lost all games against them.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments.totals import Totals, totals_of
from tilth_server.tournaments.tournament import Tournament

DIGITS: Final = 9
"""Digits after the point that count; values with smaller differences are taken as equal."""

Values = dict[int, float]
Measure = Callable[["Field", Sequence[int]], Values]


class Field:
    """The results of all entrants of a tournament, and values that several tie-breaks need, computed once."""

    def __init__(self, tournament: Tournament, totals: Totals | None = None) -> None:
        self.totals = totals or totals_of(tournament)
        self._adjusts_missed_rounds = tournament.settings.WhichOneof("format") == "swiss"
        self._cached_points: list[float] = []

    def adjusted_points(self) -> list[float]:
        """Return each entrant's points; in a Swiss tournament, half of a bye's points are added for each round they
        were not in.
        """
        if not self._cached_points:
            totals = self.totals
            self._cached_points = [line.points for line in totals.entrants]
            for present in totals.rounds if self._adjusts_missed_rounds else ():
                for entrant in range(len(totals.entrants)):
                    if entrant not in present:
                        self._cached_points[entrant] += totals.bye_points / 2
        return self._cached_points

    def opponents(self, entrant: int) -> Iterator[tuple[float, float]]:
        """Yield for each opponent at each table the opponent's adjusted points and the entrant's score (0 to 1) against
        them. A bye yields the entrant's own points and 1.0, once for each other seat of a table.
        """
        line = self.totals.entrants[entrant]
        adjusted = self.adjusted_points()
        for table in line.tables.values():
            for opponent, score in table.items():
                yield adjusted[opponent], score.points / score.games
        for _ in range(line.byes * (self.totals.table_seats - 1)):
            yield line.points, 1.0


def buchholz(field: Field, tied: Sequence[int]) -> Values:
    """Return for each tied entrant the sum of all opponents' adjusted points, once for each meeting."""
    return {entrant: sum(points for points, _ in field.opponents(entrant)) for entrant in tied}


def buchholz_cut(field: Field, tied: Sequence[int]) -> Values:
    """Return for each tied entrant the sum of all opponents' adjusted points, once for each meeting, without the
    smallest.
    """
    out = {}
    for entrant in tied:
        points = [points for points, _ in field.opponents(entrant)]
        out[entrant] = sum(points) - min(points, default=0.0)
    return out


def sonneborn_berger(field: Field, tied: Sequence[int]) -> Values:
    """Return for each tied entrant the sum over meetings of the opponent's adjusted points times the score against
    them."""
    return {entrant: sum(points * score for points, score in field.opponents(entrant)) for entrant in tied}


def head_to_head(field: Field, tied: Sequence[int]) -> Values:
    """Return for each tied entrant the points from games against the other tied entrants.

    In each game a better place than another of them is worth one point, an equal place a half. If not all of the tied
    have met each other, all have 0, so that the tie-break decides nothing.
    """
    out = {}
    for entrant in tied:
        met = field.totals.entrants[entrant].met
        if any(other not in met for other in tied if other != entrant):
            return dict.fromkeys(tied, 0.0)
        out[entrant] = sum(met[other].points for other in tied if other != entrant)
    return out


def points_in_play(field: Field, tied: Sequence[int]) -> Values:
    """Return for each tied entrant the mean share of their games' scores (`paired_tables.score_shares`).

    Games without scores are left out.
    """
    lines = field.totals.entrants
    return {each: lines[each].score_share_sum / max(1, lines[each].scored_games) for each in tied}


def wins(field: Field, tied: Sequence[int]) -> Values:
    """Return for each tied entrant the number of games won alone. Byes are no games."""
    return {entrant: float(field.totals.entrants[entrant].wins) for entrant in tied}


def rounds_survived(field: Field, tied: Sequence[int]) -> Values:
    """Return for each tied entrant the number of the last round in which they were paired or had a bye."""
    return {entrant: float(field.totals.entrants[entrant].last_round) for entrant in tied}


MEASURES: dict["pb.TieBreak.ValueType", Measure] = {
    pb.TIE_BREAK_BUCHHOLZ: buchholz,
    pb.TIE_BREAK_BUCHHOLZ_CUT: buchholz_cut,
    pb.TIE_BREAK_SONNEBORN_BERGER: sonneborn_berger,
    pb.TIE_BREAK_HEAD_TO_HEAD: head_to_head,
    pb.TIE_BREAK_POINTS_IN_PLAY: points_in_play,
    pb.TIE_BREAK_WINS: wins,
    pb.TIE_BREAK_ROUNDS_SURVIVED: rounds_survived,
}


def ranked_classes(
    field: Field, entrants: Sequence[int], tie_breaks: Sequence["pb.TieBreak.ValueType"]
) -> tuple[list[list[int]], dict[int, list[float]]]:
    """Rank the entrants by points, then by the tie-breaks in their order.

    Return classes of equal entrants, the best first and by number within, and each entrant's tie-breaks.
    """
    points = {entrant: field.totals.entrants[entrant].points for entrant in entrants}
    classes = _split(sorted(entrants), points)
    values: dict[int, list[float]] = {entrant: [] for entrant in entrants}
    for tie_break in tie_breaks:
        measure = MEASURES[tie_break]
        finer: list[list[int]] = []
        for tied in classes:
            measured = measure(field, tied)
            for entrant in tied:
                values[entrant].append(measured[entrant])
            finer += _split(tied, measured)
        classes = finer
    return classes, values


def _split(tied: Sequence[int], values: Values) -> list[list[int]]:
    """Return the tied entrants in classes of equal values, the best first.

    Sums of shares differ a little with the order in which they are added; such differences are taken as equal.
    """
    rounded = {entrant: round(values[entrant], DIGITS) for entrant in tied}
    classes: dict[float, list[int]] = {}
    for entrant in sorted(tied, key=lambda each: -rounded[each]):
        classes.setdefault(rounded[entrant], []).append(entrant)
    return list(classes.values())
