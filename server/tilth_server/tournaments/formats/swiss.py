"""Swiss: a number of rounds in which entrants with about equal points play each other, if they have not met.

Tables of two are a matching of least cost (`matching.py`). These are the parts of the cost, the most important first:
1. the number of times that the two have met
2. a bye for an entrant who is not the lowest that may have one
3. without rotation, two entrants who both have sat at least twice more on the same seat
4. the square of the difference in points
5. without rotation, two entrants who both have sat more on the same seat
6. within equal points, the distance from the top half playing the bottom half
Up to MAX_EXACT_ENTRANTS entrants every pair is considered. In a larger field each entrant is first considered with the
opponents around the ideal one, and that range is widened until all are paired. So nobody meets twice if that can be
avoided at all.

Tables of more seats are filled down the ranking. Entrants with equal points are split into as many parts as a table has
seats, and each table gets one of each part; entrants who are left over move down to the next points. Then entrants are
swapped between tables as long as that makes repeated meetings fewer. Tables are never smaller than `table_seats`.
Entrants who are left over have a bye, which is worth winning every game of the round. Byes go to the lowest entrants,
and nobody has a second bye before everybody had one.

By default there are as many rounds as a knockout of the first entrants would have in which one of each table advances.
Entry is open until the last round is paired; a late entrant begins with 0 points. Entrants with equal points are ranked
in the order of entry.
"""

from collections.abc import Sequence

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.reasons import TOURNAMENT_INVALID
from tilth_server.refusal import Refusal
from tilth_server.tournaments.formats.format import Finished, Tables, Wait
from tilth_server.tournaments.formats.swiss_pairs import next_pairs
from tilth_server.tournaments.formats.swiss_tables import next_tables
from tilth_server.tournaments.paired_tables import all_ended
from tilth_server.tournaments.points import games_per_table
from tilth_server.tournaments.tournament import Tournament

MAX_ROUNDS = 1_000


class Swiss:
    """The format that pairs entrants with about equal points."""

    tie_breaks: tuple["pb.TieBreak.ValueType", ...] = (
        pb.TIE_BREAK_BUCHHOLZ_CUT,
        pb.TIE_BREAK_BUCHHOLZ,
        pb.TIE_BREAK_SONNEBORN_BERGER,
        pb.TIE_BREAK_POINTS_IN_PLAY,
    )
    takes_late_entries = True

    def check(self, settings: pb.TournamentSettings) -> None:
        """Refuse more than MAX_ROUNDS rounds."""
        if settings.swiss.rounds > MAX_ROUNDS:
            raise Refusal(
                TOURNAMENT_INVALID,
                f"a tournament has at most {MAX_ROUNDS} rounds",
                field="settings.swiss.rounds",
            )

    def min_entrants(self, settings: pb.TournamentSettings) -> int:
        """Return how many entrants fill one table."""
        return settings.table_seats

    def max_entrants(self, settings: pb.TournamentSettings) -> int:
        """Return 0: a Swiss tournament has no bound of its own."""
        return 0

    def next(self, tournament: Tournament, now_ms: int) -> Tables | Wait | Finished:
        """Return the tables and byes of the next round; Wait while a round is played; Finished after the last round."""
        if not all_ended(tournament):
            return Wait()
        if len(tournament.rounds) >= self.rounds(tournament) or not _can_play(tournament):
            return Finished()
        made, without = (next_pairs if tournament.settings.table_seats == 2 else next_tables)(tournament)
        return Tables(tournament.last_round + 1, made, without)

    def rounds(self, tournament: Tournament) -> int:
        """Return the number of rounds from the settings, or else as many as a knockout of the first entrants would
        have."""
        if tournament.settings.swiss.rounds:
            return tournament.settings.swiss.rounds
        field, rounds = len(tournament.starters or tournament.active()), 0
        while field > tournament.settings.table_seats**rounds:
            rounds += 1
        return rounds

    def games_to_come(self, tournament: Tournament) -> int:
        """Return how many games are not paired yet, if nobody enters or withdraws."""
        rounds = self.rounds(tournament) - len(tournament.rounds)
        tables = len(tournament.active()) // tournament.settings.table_seats
        return rounds * tables * games_per_table(tournament.settings)

    def stages(self, tournament: Tournament) -> Sequence[str]:
        """Return "" for every entrant: a Swiss tournament has no stages."""
        return [""] * len(tournament.entrants)

    def rank(self, tournament: Tournament) -> Sequence[Sequence[int]] | None:
        """Return None: points and tie-breaks rank all entrants."""
        return None


def _can_play(tournament: Tournament) -> bool:
    """Return whether enough entrants are active for one table."""
    return len(tournament.active()) >= tournament.settings.table_seats
