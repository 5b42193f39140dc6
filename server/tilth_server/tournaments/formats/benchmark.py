"""Benchmark: every entrant plays the same list of deals alone, and entrants are compared by their scores.

A round is one deal, which each active entrant plays at a table of one seat. Rounds do not depend on results, so the
next one can be paired at any time. A pairing that is played again keeps its deal, because only scores of the same deal
are compared. Entrants are ranked by their mean difference from the mean score of each deal
(`ratings/paired_scores.py`); entrants who have withdrawn come last.
"""

from collections.abc import Sequence
from typing import Final

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.reasons import TOURNAMENT_INVALID
from tilth_server.refusal import Refusal
from tilth_server.tournaments.formats.format import Finished, Table, Tables, Wait
from tilth_server.tournaments.formats.round_robin import MAX_GAMES
from tilth_server.tournaments.paired_tables import all_ended
from tilth_server.tournaments.ratings.paired_scores import mean_differences
from tilth_server.tournaments.tiebreaks import DIGITS
from tilth_server.tournaments.tournament import Tournament

SEATS: Final = 1
MIN_ENTRANTS: Final = 2
DEFAULT_DEALS: Final = 100


class Benchmark:
    """The format in which entrants play alone."""

    tie_breaks: tuple["pb.TieBreak.ValueType", ...] = ()
    takes_late_entries = False

    def check(self, settings: pb.TournamentSettings) -> None:
        """Refuse tables of other than one seat, several sets, and more deals than MAX_GAMES allows."""
        if settings.table_seats != SEATS:
            raise _invalid("table_seats", "a benchmark is played at tables of one seat")
        if settings.sets > 1:
            raise _invalid("sets", "a benchmark plays each deal once: set the number of deals")
        most = MAX_GAMES // MIN_ENTRANTS
        if deals_of(settings) > most:
            raise _invalid("benchmark.deals", f"a benchmark has at most {most} deals")
        if settings.max_entrants > self.max_entrants(settings):
            most = self.max_entrants(settings)
            message = f"the benchmark would have more than {MAX_GAMES} games: at most {most} entrants fit"
            raise _invalid("max_entrants", message)

    def min_entrants(self, settings: pb.TournamentSettings) -> int:
        """Return 2: a benchmark compares entrants."""
        return MIN_ENTRANTS

    def max_entrants(self, settings: pb.TournamentSettings) -> int:
        """Return the largest number of entrants who have at most MAX_GAMES games."""
        return MAX_GAMES // deals_of(settings)

    def next(self, tournament: Tournament, now_ms: int) -> Tables | Wait | Finished:
        """Return the next deal for every active entrant; Wait for the last results after all deals, then Finished."""
        tables = [Table((each,)) for each in _playing(tournament)]
        if tables and tournament.last_round < deals_of(tournament.settings):
            return Tables(tournament.last_round + 1, tables, one_deal=True)
        return Finished() if all_ended(tournament) else Wait()

    def rounds(self, tournament: Tournament) -> int:
        """Return the number of deals."""
        return deals_of(tournament.settings)

    def games_to_come(self, tournament: Tournament) -> int:
        """Return how many games are not paired yet, if nobody withdraws."""
        return (deals_of(tournament.settings) - tournament.last_round) * len(_playing(tournament))

    def stages(self, tournament: Tournament) -> Sequence[str]:
        """Return "" for every entrant: a benchmark has no stages."""
        return [""] * len(tournament.entrants)

    def rank(self, tournament: Tournament) -> Sequence[Sequence[int]] | None:
        """Return classes of entrants with equal mean differences, the best first: active entrants before those who have
        withdrawn, and entrants without a score last.
        """
        means = mean_differences(tournament)
        classes: dict[tuple[bool, bool, float], list[int]] = {}
        for each in tournament.entrants:
            mean = means.get(each.number)
            key = (each.withdrawn, mean is None, -round(mean or 0.0, DIGITS))
            classes.setdefault(key, []).append(each.number)
        return [classes[key] for key in sorted(classes)]


def deals_of(settings: pb.TournamentSettings) -> int:
    """Return the number of deals for this setting, whose 0 means DEFAULT_DEALS."""
    return settings.benchmark.deals or DEFAULT_DEALS


def _playing(tournament: Tournament) -> list[int]:
    """Return the entrants of the start who have not withdrawn; before it, those who are active now."""
    field = tournament.starters or [entrant.number for entrant in tournament.active()]
    return [each for each in field if not tournament.entrants[each].withdrawn]


def _invalid(field: str, message: str) -> Refusal:
    """Return the refusal of a benchmark's settings, for this field of them."""
    return Refusal(TOURNAMENT_INVALID, message, field=f"settings.{field}")
