"""Series: two entrants play set after set, until the games are played or a statistical test has decided.

The two who are compared are the first two entrants. At tables of more than two all others are fill-ins, who take the
other seats in turn; to play several seats of a version, enter it under several names. A set has two games, in which the
two exchange their seats while the fill-ins keep theirs. A game counts by the places of the two: the better place wins.

There are no byes. The next table can be paired at any time, so several tables may be played at once. The test looks at
whole tables in the order in which they were paired, up to the first that has not ended, and stops at the first that
decides. So the decision does not depend on the order in which results come. Games that are being played then still
count in the standings.

With rotation the test takes the two games of a set as one pair (pentanomial), because they are not independent; a pair
with a void game is left out. Without rotation it takes single games. If the number of games is no whole number of
tables, the last table is played to its end. If one of the two withdraws, or too few fill-ins are left for a table, the
series ends.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.reasons import TOURNAMENT_INVALID
from tilth_server.refusal import Refusal
from tilth_server.tournaments.formats.format import Finished, Table, Tables, Wait
from tilth_server.tournaments.incremental import PerTournament
from tilth_server.tournaments.paired_tables import all_ended
from tilth_server.tournaments.points import games_per_set, games_per_table
from tilth_server.tournaments.ratings.head_to_head import half_points, results_between
from tilth_server.tournaments.ratings.sprt import Sprt, sprt, sprt_of_pairs
from tilth_server.tournaments.tournament import Tournament

COMPARED: Final = 2
"""Number of entrants who are compared."""
SINGLE_SCORES: Final = 3
PAIR_SCORES: Final = 5
"""Numbers of different scores, in half points from 0: of one game, and of a pair of games."""
FILL_IN: Final = "fill-in"
MAX_ELO: Final = 1_000.0
MAX_ERROR: Final = 0.5


class Series:
    """The format of two entrants, with or without a sequential probability ratio test."""

    tie_breaks: tuple["pb.TieBreak.ValueType", ...] = (pb.TIE_BREAK_WINS, pb.TIE_BREAK_POINTS_IN_PLAY)
    takes_late_entries = False

    def check(self, settings: pb.TournamentSettings) -> None:
        """Refuse a series with neither a number of games nor a test, and a test with impossible Elo bounds or error
        rates.
        """
        asked = settings.series
        if not asked.games and not asked.HasField("sprt"):
            raise _invalid("series.games", "a series without a test needs a number of games")
        if asked.HasField("sprt"):
            _check_test(asked.sprt)

    def min_entrants(self, settings: pb.TournamentSettings) -> int:
        """Return how many entrants fill one table."""
        return settings.table_seats

    def max_entrants(self, settings: pb.TournamentSettings) -> int:
        """Return 2 at tables of two. At larger tables there may be any number of fill-ins, so return 0."""
        return COMPARED if settings.table_seats == COMPARED else 0

    def next(self, tournament: Tournament, now_ms: int) -> Tables | Wait | Finished:
        """Return the next table; Wait for results once the series is decided, then Finished."""
        if self._is_decided(tournament):
            return Finished() if all_ended(tournament) else Wait()
        fill_ins, wanted = _fill_ins(tournament), tournament.settings.table_seats - COMPARED
        first = tournament.last_round * wanted
        others = (fill_ins[(first + at) % len(fill_ins)] for at in range(wanted))
        return Tables(tournament.last_round + 1, [Table((*compared(tournament), *others))])

    def rounds(self, tournament: Tournament) -> int:
        """Return the number of tables that the games need, 0 if no number of games is set; a test may end the series
        before."""
        return -(-tournament.settings.series.games // games_per_table(tournament.settings))

    def games_to_come(self, tournament: Tournament) -> int:
        """Return how many games are not paired yet; 0 if no number of games is set, or the series is decided."""
        if not tournament.settings.series.games or (tournament.started_ms and self._is_decided(tournament)):
            return 0
        return (self.rounds(tournament) - len(tournament.rounds)) * games_per_table(tournament.settings)

    def stages(self, tournament: Tournament) -> Sequence[str]:
        """Return "fill-in" for the entrants who are not compared, "" for the two who are."""
        two = compared(tournament)
        return ["" if len(two) < COMPARED or each.number in two else FILL_IN for each in tournament.entrants]

    def rank(self, tournament: Tournament) -> Sequence[Sequence[int]] | None:
        """Return None at tables of two, so that points and tie-breaks rank. At larger tables the two who are compared
        come first, by their results against each other, then the others.
        """
        two = compared(tournament)
        if tournament.settings.table_seats == COMPARED or len(two) < COMPARED:
            return None
        others = [each.number for each in tournament.entrants if each.number not in two]
        singles, pairs = results_between(tournament, *two)
        ahead = sum((at - 1) * count for at, count in enumerate(singles))
        ahead += sum((at - 2) * count for at, count in enumerate(pairs))
        classes = [[*two]] if not ahead else [[each] for each in (two if ahead > 0 else two[::-1])]
        return [*classes, others] if others else classes

    def _is_decided(self, tournament: Tournament) -> bool:
        """Return whether no more tables will be paired: one of the two lacks or has withdrawn, fill-ins lack, the games
        are paired, or the test has decided.
        """
        asked = tournament.settings.series
        two = compared(tournament)
        if len(two) < COMPARED or any(tournament.entrants[each].withdrawn for each in two):
            return True
        if len(_fill_ins(tournament)) < tournament.settings.table_seats - COMPARED:
            return True
        if asked.games and len(tournament.pairings) >= asked.games:
            return True
        test = sprt_result(tournament)
        return test is not None and test.decision != 0


def compared(tournament: Tournament) -> tuple[int, ...]:
    """Return the two entrants who are compared; fewer before there are two."""
    field = tournament.starters or tuple(each.number for each in tournament.active())
    return field[:COMPARED]


def _fill_ins(tournament: Tournament) -> list[int]:
    """Return the other entrants of the start who have not withdrawn."""
    return [each for each in tournament.starters[COMPARED:] if not tournament.entrants[each].withdrawn]


class SprtProgress(msgspec.Struct):
    """The state of a series' statistical test after the tables that it has counted."""

    tables: int
    """Number of tables that are counted."""
    counts: list[int]
    """Numbers of games or pairs, by score in half points."""
    state: Sprt


PROGRESS: Final = PerTournament[SprtProgress]()


def sprt_result(tournament: Tournament) -> Sprt | None:
    """Return the present result of the test of the first entrant against the second; None if the series has no test.

    Once the test has decided, its result stays the same.
    """
    if not tournament.settings.series.HasField("sprt"):
        return None
    test = tournament.settings.series.sprt
    two = compared(tournament)
    size = games_per_set(tournament.settings)
    walk = PROGRESS.get(
        tournament, lambda: _initial_progress(PAIR_SCORES if size > 1 else SINGLE_SCORES, test)
    )
    while not walk.state.decision and walk.tables < len(tournament.rounds):
        played = tournament.rounds[walk.tables]
        if not played.has_ended:
            break
        walk.tables += 1
        for start in range(0, len(played.pairings), size):
            games = played.pairings[start : start + size]
            if all(game.state.counts for game in games):
                walk.counts[sum(half_points(game, *two) for game in games)] += 1
        walk.state = _sprt_of_counts(walk.counts, test)
    return walk.state


def _initial_progress(kinds: int, test: pb.Sprt) -> SprtProgress:
    """Return the progress of a test that has counted no table. `kinds` is the number of different scores."""
    counts = [0] * kinds
    return SprtProgress(0, counts, _sprt_of_counts(counts, test))


def _sprt_of_counts(counts: Sequence[int], test: pb.Sprt) -> Sprt:
    """Return the state of the test after these numbers of games or pairs, by score."""
    if len(counts) == PAIR_SCORES:
        return sprt_of_pairs(counts, test.elo0, test.elo1, test.alpha, test.beta)
    losses, draws, wins = counts
    return sprt(wins, draws, losses, test.elo0, test.elo1, test.alpha, test.beta)


def _check_test(test: pb.Sprt) -> None:
    """Refuse a test unless elo0 < elo1, both within MAX_ELO of 0, and alpha and beta are from 0 to below MAX_ERROR."""
    if not -MAX_ELO <= test.elo0 < test.elo1 <= MAX_ELO:
        raise _invalid("series.sprt.elo1", f"elo0 must be less than elo1, and both within {MAX_ELO:.0f} of 0")
    for field in ("alpha", "beta"):
        if not 0 <= getattr(test, field) < MAX_ERROR:
            raise _invalid(
                f"series.sprt.{field}", f"the chance of an error must be at least 0 and less than {MAX_ERROR}"
            )


def _invalid(field: str, message: str) -> Refusal:
    """Return the refusal of a series' settings, for this field of them."""
    return Refusal(TOURNAMENT_INVALID, message, field=f"settings.{field}")
