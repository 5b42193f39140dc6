"""Swiss: so many rounds in which those play each other who have about as many points and have not met.

Tables of two are a matching of least cost (`matching.py`), and in this order it costs: to meet again, to give the bye
to somebody higher, to sit a third time more on the same seat (where seats aren't rotated), the difference in points
(its square), to sit a second time more on the same seat, and within the same points how far a pair is from the top
half playing the bottom half. Up to EXACT entrants every pair is looked at. Of more, each sees those around whom it
should meet, which is widened until all are paired: so nobody meets twice while that can be avoided at all.

Tables of more seats are filled down the ranking: of equal points the top part, the next part ... are dealt to the
tables, and who is left over goes down to the next points. Then entrants are swapped between tables as long as that
makes repeated meetings fewer. Tables are never smaller than `table_seats`: who is left over has a bye, which is worth
winning every game of the round. Nobody has a second bye before all had one; the lowest go first.

By default there are as many rounds as a knockout of those who were there at the start would have, if one of each
table went on. Entry is open until the last round is paired: who comes late has 0 points. Equal points are ranked in
order of entry.
"""

from collections.abc import Sequence

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.refusal import Refusal
from tilth_server.tournaments import tally
from tilth_server.tournaments.contest import Contest
from tilth_server.tournaments.formats.format import Finished, Tables, Wait
from tilth_server.tournaments.formats.swiss_pairs import pairs
from tilth_server.tournaments.formats.swiss_tables import filled
from tilth_server.tournaments.reasons import BAD_TOURNAMENT
from tilth_server.tournaments.tables import all_over

MOST_ROUNDS = 1_000


class Swiss:
    tie_breaks: tuple["pb.TieBreak.ValueType", ...] = (
        pb.TIE_BREAK_BUCHHOLZ_CUT,
        pb.TIE_BREAK_BUCHHOLZ,
        pb.TIE_BREAK_SONNEBORN_BERGER,
        pb.TIE_BREAK_POINTS_IN_PLAY,
    )
    takes_late_entries = True

    def check(self, settings: pb.TournamentSettings) -> None:
        if settings.swiss.rounds > MOST_ROUNDS:
            raise Refusal(
                BAD_TOURNAMENT, f"there are {MOST_ROUNDS} rounds at most", field="settings.swiss.rounds"
            )

    def least_entrants(self, settings: pb.TournamentSettings) -> int:
        return settings.table_seats

    def most_entrants(self, settings: pb.TournamentSettings) -> int:
        return 0

    def next(self, contest: Contest, now_ms: int) -> Tables | Wait | Finished:
        if not all_over(contest):
            return Wait()
        if len(contest.rounds) >= self.rounds(contest) or not _can_play(contest):
            return Finished()
        made, without = (pairs if contest.settings.table_seats == 2 else filled)(contest)
        return Tables(contest.last_round + 1, made, without)

    def rounds(self, contest: Contest) -> int:
        if contest.settings.swiss.rounds:
            return contest.settings.swiss.rounds
        field, rounds = len(contest.starters or contest.active()), 0
        while field > contest.settings.table_seats**rounds:
            rounds += 1
        return rounds

    def games_to_come(self, contest: Contest) -> int:
        rounds = self.rounds(contest) - len(contest.rounds)
        tables = len(contest.active()) // contest.settings.table_seats
        return rounds * tables * tally.games_a_table(contest)

    def stages(self, contest: Contest) -> Sequence[str]:
        return [""] * len(contest.entrants)

    def rank(self, contest: Contest) -> Sequence[Sequence[int]] | None:
        return None


def _can_play(contest: Contest) -> bool:
    return len(contest.active()) >= contest.settings.table_seats
