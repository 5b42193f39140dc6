"""Series: two entrants, set after set, until the games are played or the test has decided.

Tables have two seats and there are no byes. A table is played after the other, or beside it: the next can be had at
any time. The test looks at whole tables in the order they were paired, up to the first that isn't over, and stops at
the first that decides; so the decision is the same in whatever order results came, and what was being played then
still counts for the standings. Where seats are rotated it takes the two games of a set as one pair (pentanomial),
since they are not independent; a pair with a void game is left out. Without rotation it takes single games.

When the number of games is odd or otherwise no whole number of tables, the last one is played to its end. When one of
the two withdraws, it is over.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.refusal import Refusal
from tilth_server.tournaments.contest import Contest, Game
from tilth_server.tournaments.formats.format import Finished, Table, Tables, Wait
from tilth_server.tournaments.kept import Kept
from tilth_server.tournaments.ratings.sprt import Sprt, sprt, sprt_of_pairs
from tilth_server.tournaments.reasons import BAD_TOURNAMENT
from tilth_server.tournaments.tables import all_over
from tilth_server.tournaments.tally import games_a_table, rotates

SEATS: Final = 2
SINGLES: Final = 3
PAIRS: Final = 5
"""How many points two games can have, in halves from 0; of one game, three."""
MOST_ELO: Final = 1_000.0
MOST_ERROR: Final = 0.5


class Series:
    tie_breaks: tuple["pb.TieBreak.ValueType", ...] = (pb.TIE_BREAK_WINS, pb.TIE_BREAK_POINTS_IN_PLAY)
    takes_late_entries = False

    def check(self, settings: pb.TournamentSettings) -> None:
        asked = settings.series
        if settings.table_seats != SEATS:
            raise _bad("table_seats", f"a series is played at tables of {SEATS}")
        if not asked.games and not asked.HasField("sprt"):
            raise _bad("series.games", "a series without a test plays a number of games")
        if asked.HasField("sprt"):
            _check_test(asked.sprt)

    def least_entrants(self, settings: pb.TournamentSettings) -> int:
        return SEATS

    def most_entrants(self, settings: pb.TournamentSettings) -> int:
        return SEATS

    def next(self, contest: Contest, now_ms: int) -> Tables | Wait | Finished:
        if self._is_decided(contest):
            return Finished() if all_over(contest) else Wait()
        return Tables(contest.last_round + 1, [Table(contest.starters)])

    def rounds(self, contest: Contest) -> int:
        """One for each table; a test may end it before."""
        return -(-contest.settings.series.games // games_a_table(contest))

    def games_to_come(self, contest: Contest) -> int:
        if not contest.settings.series.games or (contest.started_ms and self._is_decided(contest)):
            return 0
        return (self.rounds(contest) - len(contest.rounds)) * games_a_table(contest)

    def stages(self, contest: Contest) -> Sequence[str]:
        return [""] * len(contest.entrants)

    def rank(self, contest: Contest) -> Sequence[Sequence[int]] | None:
        return None

    def _is_decided(self, contest: Contest) -> bool:
        """Whether no table will come any more."""
        asked = contest.settings.series
        if len(contest.starters) != SEATS or any(
            contest.entrants[each].withdrawn for each in contest.starters
        ):
            return True
        if asked.games and len(contest.games) >= asked.games:
            return True
        test = tested(contest)
        return test is not None and test.decision != 0


class Walk(msgspec.Struct):
    """How far the test has looked."""

    tables: int
    counts: list[int]
    state: Sprt


WALKS: Final = Kept[Walk]()


def tested(contest: Contest) -> Sprt | None:
    """Where the test of the first entrant against the second stands, or stood when it decided; None without one."""
    if not contest.settings.series.HasField("sprt"):
        return None
    test = contest.settings.series.sprt
    size = SEATS if rotates(contest.settings) else 1
    walk = WALKS.of(contest, lambda: _begun(PAIRS if size == SEATS else SINGLES, test))
    while not walk.state.decision and walk.tables < len(contest.rounds):
        played = contest.rounds[walk.tables]
        if not played.is_over:
            break
        walk.tables += 1
        for start in range(0, len(played.games), size):
            games = played.games[start : start + size]
            if all(game.state.counts for game in games):
                walk.counts[sum(_halves(game, contest.starters[0]) for game in games)] += 1
        walk.state = _state(walk.counts, test)
    return walk.state


def _begun(kinds: int, test: pb.Sprt) -> Walk:
    counts = [0] * kinds
    return Walk(0, counts, _state(counts, test))


def _state(counts: Sequence[int], test: pb.Sprt) -> Sprt:
    if len(counts) == PAIRS:
        return sprt_of_pairs(counts, test.elo0, test.elo1, test.alpha, test.beta)
    losses, draws, wins = counts
    return sprt(wins, draws, losses, test.elo0, test.elo1, test.alpha, test.beta)


def _halves(game: Game, entrant: int) -> int:
    """Half points of the entrant: 0 lost, 1 drawn, 2 won."""
    return round(2 * game.points()[game.seats.index(entrant)])


def _check_test(test: pb.Sprt) -> None:
    if not -MOST_ELO <= test.elo0 < test.elo1 <= MOST_ELO:
        raise _bad("series.sprt.elo1", f"elo0 is less than elo1, and both are within {MOST_ELO:.0f} of 0")
    for field in ("alpha", "beta"):
        if not 0 <= getattr(test, field) < MOST_ERROR:
            raise _bad(f"series.sprt.{field}", f"the chance of an error is from 0 to less than {MOST_ERROR}")


def _bad(field: str, what: str) -> Refusal:
    return Refusal(BAD_TOURNAMENT, what, field=f"settings.{field}")
