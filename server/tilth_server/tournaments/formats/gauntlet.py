"""Gauntlet: the first entrants, the challengers, play against all others, who do not meet each other.

Every table has one challenger. In a cycle each challenger has a table with every set of `table_seats` - 1 of the
others. So at tables of two the others never meet, and at larger tables only around a challenger. Challengers do not
meet each other. As in a round robin, rounds do not depend on results, nobody sits twice in a round, and the schedule is
made for the entrants who were active at the start; tables with an entrant who has withdrawn since are left out.

The challengers are ranked first, by points among themselves, then the others, because only entrants of the same class
play equally many games against the same opponents.
"""

from collections.abc import Sequence
from itertools import islice
from math import comb
from typing import Final

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.reasons import TOURNAMENT_INVALID
from tilth_server.refusal import Refusal
from tilth_server.tournaments.formats import schedule
from tilth_server.tournaments.formats.format import Finished, Table, Tables, Wait
from tilth_server.tournaments.formats.round_robin import MAX_GAMES, cycles_of
from tilth_server.tournaments.paired_tables import all_ended
from tilth_server.tournaments.points import games_per_table
from tilth_server.tournaments.tournament import Tournament

CHALLENGER: Final = "challenger"


class Gauntlet:
    """The format in which challengers meet everybody else."""

    tie_breaks: tuple["pb.TieBreak.ValueType", ...] = (pb.TIE_BREAK_WINS, pb.TIE_BREAK_POINTS_IN_PLAY)
    takes_late_entries = False

    def check(self, settings: pb.TournamentSettings) -> None:
        """Refuse more challengers, cycles or entrants than MAX_GAMES allows."""
        most = self.max_entrants(settings)
        if most < self.min_entrants(settings):
            field = "cycles" if challengers_of(settings) == 1 else "challengers"
            message = f"the smallest gauntlet of these settings has more than {MAX_GAMES} games"
            raise Refusal(TOURNAMENT_INVALID, message, field=f"settings.gauntlet.{field}")
        if settings.max_entrants > most:
            message = f"the tournament would have more than {MAX_GAMES} games: at most {most} entrants fit"
            raise Refusal(TOURNAMENT_INVALID, message, field="settings.max_entrants")

    def min_entrants(self, settings: pb.TournamentSettings) -> int:
        """Return how many entrants are the challengers and the others of one table."""
        return challengers_of(settings) + settings.table_seats - 1

    def max_entrants(self, settings: pb.TournamentSettings) -> int:
        """Return the largest number of entrants who have at most MAX_GAMES games in all cycles."""
        entrants = self.min_entrants(settings) - 1
        while _games(entrants + 1, settings) <= MAX_GAMES:
            entrants += 1
        return entrants

    def next(self, tournament: Tournament, now_ms: int) -> Tables | Wait | Finished:
        """Return the tables of the next round; Wait for the last results after all are paired, then Finished."""
        upcoming = _upcoming_rounds(tournament)
        if upcoming:
            return upcoming[0]
        return Finished() if all_ended(tournament) else Wait()

    def rounds(self, tournament: Tournament) -> int:
        """Return the rounds of all cycles; 0 before the start, when the schedule is not known."""
        if not tournament.started_ms:
            return 0
        return cycles_of(tournament.settings.gauntlet.cycles) * len(_schedule(tournament))

    def games_to_come(self, tournament: Tournament) -> int:
        """Return how many games are not paired yet, if nobody withdraws."""
        if not tournament.started_ms:
            return _games(len(_field(tournament)), tournament.settings)
        tables = sum(len(each.tables) for each in _upcoming_rounds(tournament, every=True))
        return tables * games_per_table(tournament.settings)

    def stages(self, tournament: Tournament) -> Sequence[str]:
        """Return "challenger" for the challengers, "" for all others."""
        challengers = _field(tournament)[: challengers_of(tournament.settings)]
        return [CHALLENGER if each.number in challengers else "" for each in tournament.entrants]

    def rank(self, tournament: Tournament) -> Sequence[Sequence[int]] | None:
        """Return the challengers, the other entrants of the schedule, and the entrants who left before the start."""
        field = _field(tournament)
        count = challengers_of(tournament.settings)
        absent = [each.number for each in tournament.entrants if each.number not in field]
        return [each for each in (field[:count], field[count:], absent) if each]


def challengers_of(settings: pb.TournamentSettings) -> int:
    """Return the number of challengers for this setting, whose 0 means 1."""
    return settings.gauntlet.challengers or 1


def games_of_one(tournament: Tournament, entrant: int) -> float:
    """Return how many games an entrant of the schedule has in all cycles."""
    field, settings = _field(tournament), tournament.settings
    challengers, seats = challengers_of(settings), settings.table_seats
    others = len(field) - challengers
    is_challenger = entrant in field[:challengers]
    tables = comb(others, seats - 1) if is_challenger else challengers * comb(others - 1, seats - 2)
    return tables * cycles_of(settings.gauntlet.cycles) * games_per_table(settings)


def _games(entrants: int, settings: pb.TournamentSettings) -> int:
    """Return how many games this many entrants have in all cycles together."""
    challengers = challengers_of(settings)
    tables = challengers * comb(max(0, entrants - challengers), settings.table_seats - 1)
    return tables * cycles_of(settings.gauntlet.cycles) * games_per_table(settings)


def _upcoming_rounds(tournament: Tournament, every: bool = False) -> list[Tables]:
    """Return the next round in which a table plays, if there is one; with `every`, all such rounds to come."""
    rounds, field = _schedule(tournament), _field(tournament)
    last = cycles_of(tournament.settings.gauntlet.cycles) * len(rounds)
    to_come = (
        Tables(number, tables)
        for number in range(tournament.last_round + 1, last + 1)
        if (tables := _tables(tournament, field, rounds[(number - 1) % len(rounds)]))
    )
    return list(islice(to_come, None if every else 1))


def _tables(tournament: Tournament, field: Sequence[int], places: Sequence[tuple[int, ...]]) -> list[Table]:
    """Return the tables of a round of the schedule, without tables of entrants who have withdrawn."""
    seated = (tuple(field[place] for place in table) for table in places)
    return [
        Table(table) for table in seated if not any(tournament.entrants[each].withdrawn for each in table)
    ]


def _schedule(tournament: Tournament) -> schedule.Schedule:
    """Return the rounds of one cycle."""
    challengers = challengers_of(tournament.settings)
    others = len(_field(tournament)) - challengers
    return schedule.gauntlet_cycle(challengers, others, tournament.settings.table_seats)


def _field(tournament: Tournament) -> Sequence[int]:
    """Return the entrants who were active at the start; before it, those who are active now."""
    return tournament.starters or tuple(entrant.number for entrant in tournament.active())
