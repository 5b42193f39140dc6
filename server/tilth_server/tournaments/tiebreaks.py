"""What decides between entrants of equal points.

The definitions are the arbiters' ones of Swiss and round-robin tournaments, made to hold for tables of more than two
and for tables that play several games. Three words are used throughout:

- Two entrants' *score* against each other at a table: in each game a point for the better place and a half for an
  equal one, as a part of the games they played there. Of two that is the usual result of their encounter: 1, a half
  or 0 where one game is played, and e.g. three quarters for a win and a draw.
- A *meeting* is one table of one round where at least one game has a result: everybody there has met everybody else
  once, however many games were played. Void games count for nothing; forfeits and adjudicated games like all others.
- An opponent's *adjusted points* are their points; in a Swiss tournament plus half of what a table is worth for each
  round that they weren't in (before a late entry, after they withdrew), because they are no worse for having gone.

A bye is like having met as many opponents as a table has others, who end with the same points as oneself, and having
won against all of them.
"""

from collections.abc import Callable, Iterator, Sequence

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments.contest import Contest
from tilth_server.tournaments.ledger import Ledger, ledger_of

Values = dict[int, float]
Measure = Callable[["Field", Sequence[int]], Values]


class Field:
    """Everybody's results, and what tie-breaks make of them."""

    def __init__(self, contest: Contest, ledger: Ledger | None = None) -> None:
        self.ledger = ledger or ledger_of(contest)
        self._makes_up = contest.settings.WhichOneof("format") == "swiss"
        self._adjusted: list[float] = []

    def adjusted(self) -> list[float]:
        """Points as they count for opponents' tie-breaks, by entrant."""
        if not self._adjusted:
            ledger = self.ledger
            self._adjusted = [line.points for line in ledger.lines]
            for present in ledger.rounds if self._makes_up else ():
                for entrant in range(len(ledger.lines)):
                    if entrant not in present:
                        self._adjusted[entrant] += ledger.bye_points / 2
        return self._adjusted

    def opponents(self, entrant: int) -> Iterator[tuple[float, float]]:
        """Of each opponent in each meeting: their adjusted points and one's score against them."""
        line = self.ledger.lines[entrant]
        adjusted = self.adjusted()
        for table in line.tables.values():
            for opponent, score in table.items():
                yield adjusted[opponent], score.points / score.games
        for _ in range(line.byes * (self.ledger.table_seats - 1)):
            yield line.points, 1.0


def buchholz(field: Field, tied: Sequence[int]) -> Values:
    """The sum of the adjusted points of all opponents, once for each meeting."""
    return {entrant: sum(points for points, _ in field.opponents(entrant)) for entrant in tied}


def buchholz_cut(field: Field, tied: Sequence[int]) -> Values:
    """Buchholz without the opponent of the fewest adjusted points, once."""
    out = {}
    for entrant in tied:
        points = [points for points, _ in field.opponents(entrant)]
        out[entrant] = sum(points) - min(points, default=0.0)
    return out


def sonneborn_berger(field: Field, tied: Sequence[int]) -> Values:
    """The sum of the opponents' adjusted points, each times one's score against them in that meeting."""
    return {entrant: sum(points * score for points, score in field.opponents(entrant)) for entrant in tied}


def head_to_head(field: Field, tied: Sequence[int]) -> Values:
    """Points in the games with the others who are tied at this stage: one for each of them in each game who came in a
    worse place, a half for an equal one. It decides only where all of the tied have met each other."""
    out = {}
    for entrant in tied:
        met = field.ledger.lines[entrant].met
        if any(other not in met for other in tied if other != entrant):
            return dict.fromkeys(tied, 0.0)
        out[entrant] = sum(met[other].points for other in tied if other != entrant)
    return out


def points_in_play(field: Field, tied: Sequence[int]) -> Values:
    """The mean over one's games of what one scored in play as a part of what the table scored; an even part where
    the table scored nothing. Games that were not played through to a score are left out."""
    lines = field.ledger.lines
    return {each: lines[each].shares / max(1, lines[each].scored_games) for each in tied}


def wins(field: Field, tied: Sequence[int]) -> Values:
    """Games whose first place was one's own alone. Byes are no games."""
    return {entrant: float(field.ledger.lines[entrant].wins) for entrant in tied}


def rounds_survived(field: Field, tied: Sequence[int]) -> Values:
    """The last round that one was paired in, or had a bye in."""
    return {entrant: float(field.ledger.lines[entrant].last_round) for entrant in tied}


MEASURES: dict["pb.TieBreak.ValueType", Measure] = {
    pb.TIE_BREAK_BUCHHOLZ: buchholz,
    pb.TIE_BREAK_BUCHHOLZ_CUT: buchholz_cut,
    pb.TIE_BREAK_SONNEBORN_BERGER: sonneborn_berger,
    pb.TIE_BREAK_HEAD_TO_HEAD: head_to_head,
    pb.TIE_BREAK_POINTS_IN_PLAY: points_in_play,
    pb.TIE_BREAK_WINS: wins,
    pb.TIE_BREAK_ROUNDS_SURVIVED: rounds_survived,
}


def placed(
    field: Field, entrants: Sequence[int], tie_breaks: Sequence["pb.TieBreak.ValueType"]
) -> tuple[list[list[int]], dict[int, list[float]]]:
    """The entrants in classes of equals, the best first and by number within, and the tie-breaks of each of them."""
    points = {entrant: field.ledger.lines[entrant].points for entrant in entrants}
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
    """Sums of parts come out a little different in a different order; what differs by that is equal."""
    rounded = {entrant: round(values[entrant], 9) for entrant in tied}
    classes: dict[float, list[int]] = {}
    for entrant in sorted(tied, key=lambda each: -rounded[each]):
        classes.setdefault(rounded[entrant], []).append(entrant)
    return list(classes.values())
