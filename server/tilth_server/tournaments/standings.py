"""Standings: everything that is told about where a contest's entrants stand."""

from collections.abc import Callable, Sequence

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.tournaments.contest import Contest
from tilth_server.tournaments.formats import series
from tilth_server.tournaments.formats.format import Format
from tilth_server.tournaments.ledger import Ledger, Line, ledger_of, sets_of
from tilth_server.tournaments.ratings import duel as duels
from tilth_server.tournaments.ratings.elo import difference
from tilth_server.tournaments.ratings.performance import Performance, performances
from tilth_server.tournaments.ratings.sprt import Sprt
from tilth_server.tournaments.tiebreaks import Field, placed

MOST_IN_CROSSTABLE = 100
"""Entrants. Of more there is no crosstable: hardly anybody would have met anybody, and it would not fit a message."""

DECISIONS: dict[int, "pb.SprtDecision.ValueType"] = {
    -1: pb.SPRT_DECISION_H0,
    0: pb.SPRT_DECISION_OPEN,
    1: pb.SPRT_DECISION_H1,
}

Names = Callable[[str], str]


class Standings:
    """One contest's, made anew when it has grown. Who asks must not change what they get."""

    def __init__(self, contest: Contest, played_as: Format) -> None:
        self._contest = contest
        self._format = played_as
        self._made_at = -1
        self._made = pb.GetStandingsResponse()

    def now(self, names: Names) -> pb.GetStandingsResponse:
        if self._made_at != self._contest.record_count:
            self._made = standings(self._contest, self._format, names)
            self._made_at = self._contest.record_count
            return self._made
        for standing in self._made.standings:
            name = names(standing.player_id)
            if standing.player_name != name:
                standing.player_name = name
        return self._made


def standings(contest: Contest, played_as: Format, names: Names) -> pb.GetStandingsResponse:
    """All of it. It follows from the records alone, in whatever order games ended; `names` are players' by id."""
    ledger = ledger_of(contest)
    classes, values = _ranked(contest, played_as, ledger)
    order = [entrant for tied in classes for entrant in tied]
    played = performances([line.met for line in ledger.lines], sets_of(contest))
    made = pb.GetStandingsResponse(
        tie_breaks=_tie_breaks(contest, played_as), finished=contest.state.is_over, seats=_seats(ledger)
    )
    place = 1
    stages = played_as.stages(contest)
    for tied in classes:
        for entrant in tied:
            standing = _standing(contest, entrant, ledger.lines[entrant], played[entrant])
            standing.place = place
            standing.player_name = names(standing.player_id)
            standing.tie_breaks.extend(values[entrant])
            standing.stage = stages[entrant]
            made.standings.append(standing)
        place += len(tied)
    if len(order) <= MOST_IN_CROSSTABLE:
        made.crosstable.extend(_row(ledger, entrant, order) for entrant in order)
    # Whoever left before it began is an entrant too.
    two = order if len(order) == 2 else contest.starters
    if len(two) == 2:
        made.duel.CopyFrom(_duel(contest, *sorted(two)))
    return made


def ranking(contest: Contest, played_as: Format) -> list[int]:
    """Entrants, the best first; those who are equal after all tie-breaks in the order of entry."""
    return [entrant for tied in _ranked(contest, played_as, ledger_of(contest))[0] for entrant in tied]


def _ranked(
    contest: Contest, played_as: Format, ledger: Ledger
) -> tuple[list[list[int]], dict[int, list[float]]]:
    """In classes of equals, and everybody's tie-breaks. What the format ranks comes before points."""
    everybody = range(len(contest.entrants))
    field = Field(contest, ledger)
    classes: list[list[int]] = []
    values: dict[int, list[float]] = {}
    for group in played_as.rank(contest) or (everybody,):
        finer, theirs = placed(field, group, _tie_breaks(contest, played_as))
        classes += finer
        values |= theirs
    return classes, values


def _tie_breaks(contest: Contest, played_as: Format) -> Sequence["pb.TieBreak.ValueType"]:
    return contest.settings.tie_breaks or played_as.tie_breaks


def _standing(contest: Contest, entrant: int, line: Line, played: Performance) -> pb.Standing:
    entered = contest.entrants[entrant]
    return pb.Standing(
        entrant=entrant,
        player_id=entered.player_id,
        withdrawn=entered.withdrawn,
        points=line.points,
        games=line.games,
        wins=line.wins,
        draws=line.draws,
        losses=line.losses,
        forfeits=line.forfeits,
        byes=line.byes,
        elo=played.elo,
        elo_margin=played.margin,
        seats=line.seats,
        mean_score=line.scored / max(1, line.scored_games),
    )


def _row(ledger: Ledger, entrant: int, order: Sequence[int]) -> pb.CrosstableRow:
    """At tables of more than two, a point is for having the better place of the two in question."""
    row = pb.CrosstableRow(entrant=entrant)
    met = ledger.lines[entrant].met
    for other in order:
        score = met.get(other)
        if score is None:
            row.cells.add()
        else:
            row.cells.add(points=score.points, games=score.games)
    return row


def _seats(ledger: Ledger) -> list[pb.SeatRecord]:
    counted = zip(ledger.seat_games, ledger.seat_points, ledger.seat_wins, strict=True)
    return [
        pb.SeatRecord(seat=seat, games=games, points=points, wins=wins)
        for seat, (games, points, wins) in enumerate(counted)
    ]


def _duel(contest: Contest, first: int, second: int) -> pb.Duel:
    """The first's against the second; W, D and L are games, also where pairs of games are weighed."""
    singles, pairs = duels.results(contest, first, second)
    found = difference(singles, pairs)
    places = [
        (game.places[game.seats.index(first)], game.places[game.seats.index(second)])
        for game in contest.counted()
        if first in game.seats and second in game.seats
    ]
    made = pb.Duel(
        games=len(places),
        wins=sum(mine < other for mine, other in places),
        draws=sum(mine == other for mine, other in places),
        losses=sum(mine > other for mine, other in places),
        elo=found.elo,
        elo_low=found.low,
        elo_high=found.high,
        superiority=found.superiority,
    )
    state = series.tested(contest)
    if state is not None:
        made.sprt.CopyFrom(_state(state))
    return made


def _state(state: Sprt) -> pb.SprtState:
    return pb.SprtState(
        log_likelihood_ratio=state.llr,
        lower_bound=state.lower,
        upper_bound=state.upper,
        decision=DECISIONS[state.decision],
    )
