"""Standings: the ranking of a tournament's entrants, with all figures that clients are shown."""

from collections import Counter
from collections.abc import Callable, Sequence

from tilth.v1 import tournaments_pb2 as pb
from tilth.v1.record_pb2 import ForfeitCause
from tilth_server.tournaments.formats import series
from tilth_server.tournaments.formats.drawn_bracket import drawn_rounds
from tilth_server.tournaments.formats.format import Format
from tilth_server.tournaments.ratings.elo import difference
from tilth_server.tournaments.ratings.head_to_head import results_between
from tilth_server.tournaments.ratings.paired_scores import (
    ScoresByDeal,
    compared,
    score_margins,
    scores_by_deal,
)
from tilth_server.tournaments.ratings.performance import Performance, strengths_of
from tilth_server.tournaments.ratings.sprt import Sprt
from tilth_server.tournaments.thinking import SeatThinking
from tilth_server.tournaments.tiebreaks import DIGITS, Field, ranked_classes
from tilth_server.tournaments.totals import EntrantTotals, Totals, sets_of, totals_of
from tilth_server.tournaments.tournament import Tournament

MAX_CROSSTABLE_ENTRANTS = 100
"""The largest number of entrants in a crosstable. A larger one would be nearly empty, and would not fit a message."""

LONG_ANSWER_SHARE = 0.99
"""The share of answers that ThinkingTime.p99_ms covers."""

DECISIONS: dict[int, "pb.SprtDecision.ValueType"] = {
    -1: pb.SPRT_DECISION_H0,
    0: pb.SPRT_DECISION_OPEN,
    1: pb.SPRT_DECISION_H1,
}

Names = Callable[[str], str]


class Standings:
    """The standings of one tournament, which are computed again when it has new records."""

    def __init__(self, tournament: Tournament, played_as: Format) -> None:
        self._tournament = tournament
        self._format = played_as
        self._made_at = -1
        self._made = pb.GetStandingsResponse()

    def current(self, names: Names) -> pb.GetStandingsResponse:
        """Return the present standings, with the present names of players. Callers must not change them."""
        if self._made_at != self._tournament.record_count:
            self._made = standings(self._tournament, self._format, names)
            self._made_at = self._tournament.record_count
            return self._made
        for standing in self._made.standings:
            name = names(standing.player_id)
            if standing.player_name != name:
                standing.player_name = name
        return self._made


def rounded(value: float) -> float:
    """Return a sum rounded as it is ranked, so that equal sums look equal."""
    return round(value, DIGITS)


def standings(tournament: Tournament, played_as: Format, names: Names) -> pb.GetStandingsResponse:
    """Return the standings. They follow from the results alone, not from their order. `names` returns a player's
    name."""
    totals = totals_of(tournament)
    classes, values = _classes_and_tie_breaks(tournament, played_as, totals)
    order = [entrant for tied in classes for entrant in tied]
    played = strengths_of([line.met for line in totals.entrants], sets_of(tournament))
    made = pb.GetStandingsResponse(
        tie_breaks=_tie_breaks(tournament, played_as),
        finished=tournament.state.has_ended,
        seats=_seat_records(totals),
        played_under=_played_under(tournament),
        bracket=drawn_rounds(tournament),
    )
    place = 1
    stages = played_as.stages(tournament)
    for tied in classes:
        for entrant in tied:
            standing = _standing(tournament, entrant, totals.entrants[entrant], played[entrant])
            standing.place = place
            standing.player_name = names(standing.player_id)
            standing.tie_breaks.extend(map(rounded, values[entrant]))
            standing.stage = stages[entrant]
            made.standings.append(standing)
        place += len(tied)
    is_benchmark = tournament.settings.HasField("benchmark")
    scores = scores_by_deal(tournament) if is_benchmark else {}
    if is_benchmark:
        _write_score_margins(made, scores)
    if len(order) <= MAX_CROSSTABLE_ENTRANTS:
        made.crosstable.extend(
            _comparison_row(scores, entrant, order)
            if is_benchmark
            else _crosstable_row(totals, entrant, order)
            for entrant in order
        )
    two = _two_of(tournament, order)
    if two:
        made.head_to_head.CopyFrom(_head_to_head(tournament, *sorted(two)))
    return made


def _two_of(tournament: Tournament, order: Sequence[int]) -> Sequence[int]:
    """Return the two entrants who are compared with each other: those of a series, or the only two there are; nobody in
    other tournaments, or in a benchmark.
    """
    if tournament.settings.HasField("series"):
        two: Sequence[int] = series.compared(tournament)
    elif tournament.settings.HasField("benchmark"):
        return ()
    else:
        # An entrant who left before the start is listed, too.
        two = order if len(order) == 2 else tournament.starters
    return two if len(two) == 2 else ()


def ranking(tournament: Tournament, played_as: Format) -> list[int]:
    """Return the entrants, the best first. Entrants who are equal after all tie-breaks are in the order of entry."""
    return [
        entrant
        for tied in _classes_and_tie_breaks(tournament, played_as, totals_of(tournament))[0]
        for entrant in tied
    ]


def _classes_and_tie_breaks(
    tournament: Tournament, played_as: Format, totals: Totals
) -> tuple[list[list[int]], dict[int, list[float]]]:
    """Return the classes of equal entrants, the best first, and each entrant's tie-breaks.

    If the format ranks entrants in classes, points and tie-breaks rank within those.
    """
    everybody = range(len(tournament.entrants))
    field = Field(tournament, totals)
    classes: list[list[int]] = []
    values: dict[int, list[float]] = {}
    for group in played_as.rank(tournament) or (everybody,):
        finer, theirs = ranked_classes(field, group, _tie_breaks(tournament, played_as))
        classes += finer
        values |= theirs
    return classes, values


def _tie_breaks(tournament: Tournament, played_as: Format) -> Sequence["pb.TieBreak.ValueType"]:
    """Return the tie-breaks of the settings, or else those of the format."""
    return tournament.settings.tie_breaks or played_as.tie_breaks


def _standing(tournament: Tournament, entrant: int, line: EntrantTotals, played: Performance) -> pb.Standing:
    """Return an entrant's line of the standings, without place, name and tie-breaks."""
    entered = tournament.entrants[entrant]
    return pb.Standing(
        entrant=entrant,
        player_id=entered.player_id,
        withdrawn=entered.withdrawn,
        points=rounded(line.points),
        games=line.games,
        wins=line.wins,
        draws=line.draws,
        losses=line.losses,
        forfeits=line.forfeits,
        byes=line.byes,
        elo=played.elo,
        elo_margin=played.margin,
        seats=line.seats,
        mean_score=line.score_sum / max(1, line.scored_games),
        version=entered.version,
        earlier_versions=entered.earlier_versions,
        thinking=_thinking_time(line.thinking),
        forfeit_causes=[
            pb.ForfeitCount(cause=ForfeitCause.ValueType(cause), games=games)
            for cause, games in sorted(line.forfeit_causes.items())
        ],
    )


def _thinking_time(thinking: SeatThinking) -> pb.ThinkingTime:
    """Return an entrant's thinking times as a message."""
    return pb.ThinkingTime(
        answers=thinking.answers,
        mean_ms=thinking.mean_ms,
        p99_ms=thinking.within_ms(LONG_ANSWER_SHARE),
        longest_ms=thinking.longest_ms,
        timeouts=thinking.timeouts,
    )


def _played_under(tournament: Tournament) -> list[pb.PlayedUnder]:
    """Return under which builds and rules the matches were played whose results count, the most frequent first."""
    setups = tournament.settings.game_setups
    found = Counter(
        (tuple(tournament.builds_of(game)), setups[game.game_setup].game, game.rules_version)
        for game in tournament.counted()
        if game.match_id
    )
    return [
        pb.PlayedUnder(builds=builds, game=of, rules_version=rules_version, games=games)
        for (builds, of, rules_version), games in sorted(found.items(), key=lambda each: -each[1])
    ]


def _crosstable_row(totals: Totals, entrant: int, order: Sequence[int]) -> pb.CrosstableRow:
    """Return the entrant's row of the crosstable: points and games against each entrant of `order`, empty where they
    have not met. At larger tables a point is for the better place of the two.
    """
    row = pb.CrosstableRow(entrant=entrant)
    met = totals.entrants[entrant].met
    for other in order:
        score = met.get(other)
        if score is None:
            row.cells.add()
        else:
            row.cells.add(points=rounded(score.points), games=score.games)
    return row


def _write_score_margins(made: pb.GetStandingsResponse, scores: ScoresByDeal) -> None:
    """Set the margins of a benchmark's mean scores. There is no Elo, because nobody has met anybody."""
    margins = score_margins(scores)
    for standing in made.standings:
        standing.elo = standing.elo_margin = 0.0
        standing.score_margin = margins.get(standing.entrant, 0.0)


def _comparison_row(scores: ScoresByDeal, entrant: int, order: Sequence[int]) -> pb.CrosstableRow:
    """Return the entrant's row of a benchmark's crosstable: the comparison with each entrant of `order`, empty where
    they have played no deal in common.
    """
    row = pb.CrosstableRow(entrant=entrant)
    for other in order:
        found = compared(scores, entrant, other)
        if other == entrant or not found.deals:
            row.cells.add()
        else:
            row.cells.add(
                points=found.better,
                games=found.deals,
                score_difference=rounded(found.mean),
                score_margin=found.margin,
            )
    return row


def _seat_records(totals: Totals) -> list[pb.SeatRecord]:
    """Return the games, points and games won alone of each seat, over all entrants."""
    counted = zip(totals.seat_games, totals.seat_points, totals.seat_wins, strict=True)
    return [
        pb.SeatRecord(seat=seat, games=games, points=rounded(points), wins=wins)
        for seat, (games, points, wins) in enumerate(counted)
    ]


def _head_to_head(tournament: Tournament, first: int, second: int) -> pb.HeadToHead:
    """Return the results of the first entrant against the second. Wins, draws and losses are counted by game."""
    singles, pairs = results_between(tournament, first, second)
    found = difference(singles, pairs)
    places = [
        (game.places[game.seats.index(first)], game.places[game.seats.index(second)])
        for game in tournament.counted()
        if first in game.seats and second in game.seats
    ]
    made = pb.HeadToHead(
        games=len(places),
        wins=sum(mine < other for mine, other in places),
        draws=sum(mine == other for mine, other in places),
        losses=sum(mine > other for mine, other in places),
        elo=found.elo,
        elo_low=found.low,
        elo_high=found.high,
        superiority=found.superiority,
        entrants=(first, second),
    )
    state = series.sprt_result(tournament)
    if state is not None:
        made.sprt.CopyFrom(_sprt_state(state))
    return made


def _sprt_state(state: Sprt) -> pb.SprtState:
    """Return the state of a statistical test as its message: the log-likelihood ratio, both bounds, and the decision so
    far.
    """
    return pb.SprtState(
        log_likelihood_ratio=state.log_ratio,
        lower_bound=state.lower,
        upper_bound=state.upper,
        decision=DECISIONS[state.decision],
    )
