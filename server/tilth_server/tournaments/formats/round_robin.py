"""Round robin: everybody against everybody, for a number of cycles.

Tables of two are paired by the circle method: in a round everybody plays once, and with an odd number of entrants one
has no game. With more seats, every set of `table_seats` entrants is a table once a cycle. A round has as many of these
tables as fit without an entrant sitting twice; entrants who have played least are seated first. Tables are never
smaller. A round without a game is worth no points, because in the end all entrants have played equally many games.

Rounds don't depend on results, so the next one can be paired at any time. The schedule is made for the entrants who
were active at the start; tables with an entrant who has withdrawn since are left out.
"""

from collections.abc import Sequence
from itertools import islice
from typing import Final

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.reasons import TOURNAMENT_INVALID
from tilth_server.refusal import Refusal
from tilth_server.tournaments.formats import schedule
from tilth_server.tournaments.formats.format import Finished, Table, Tables, Wait
from tilth_server.tournaments.paired_tables import all_ended
from tilth_server.tournaments.points import games_per_table
from tilth_server.tournaments.tournament import Tournament

MAX_GAMES: Final = 20_000
"""Games of all cycles together. A larger tournament would last until next year."""


class RoundRobin:
    """The format in which everybody meets everybody."""

    tie_breaks: tuple["pb.TieBreak.ValueType", ...] = (
        pb.TIE_BREAK_HEAD_TO_HEAD,
        pb.TIE_BREAK_SONNEBORN_BERGER,
        pb.TIE_BREAK_WINS,
        pb.TIE_BREAK_POINTS_IN_PLAY,
    )
    takes_late_entries = False

    def check(self, settings: pb.TournamentSettings) -> None:
        """Refuse more cycles or entrants than MAX_GAMES allows."""
        check_cycles(settings, settings.round_robin.cycles, "settings.round_robin.cycles")
        most = self.max_entrants(settings)
        if settings.max_entrants > most:
            raise Refusal(
                TOURNAMENT_INVALID,
                f"the tournament would have more than {MAX_GAMES} games: at most {most} entrants fit",
                field="settings.max_entrants",
            )

    def min_entrants(self, settings: pb.TournamentSettings) -> int:
        """Return how many entrants fill one table."""
        return settings.table_seats

    def max_entrants(self, settings: pb.TournamentSettings) -> int:
        """Return the largest number of entrants who have at most MAX_GAMES games with each other in all cycles."""
        entrants = settings.table_seats
        while games_of(entrants + 1, settings, settings.round_robin.cycles) <= MAX_GAMES:
            entrants += 1
        return entrants

    def next(self, tournament: Tournament, now_ms: int) -> Tables | Wait | Finished:
        """Return the tables of the next round; Wait for the last results after all are paired, then Finished."""
        upcoming = self._upcoming_rounds(tournament)
        if upcoming:
            return upcoming[0]
        return Finished() if all_ended(tournament) else Wait()

    def rounds(self, tournament: Tournament) -> int:
        """Return the rounds of all cycles; 0 if the schedule is not known yet."""
        if not has_schedule(tournament):
            return 0
        field = _field(tournament)
        return cycles_of(tournament.settings.round_robin.cycles) * len(
            schedule.cycle(len(field), tournament.settings.table_seats)
        )

    def games_to_come(self, tournament: Tournament) -> int:
        """Return how many games are not paired yet, if nobody withdraws."""
        if not tournament.started_ms:
            return games_of(
                len(_field(tournament)), tournament.settings, tournament.settings.round_robin.cycles
            )
        tables = sum(len(each.tables) for each in self._upcoming_rounds(tournament, every=True))
        return tables * games_per_table(tournament.settings)

    def stages(self, tournament: Tournament) -> Sequence[str]:
        """Return "" for every entrant: a round robin has no stages."""
        return [""] * len(tournament.entrants)

    def rank(self, tournament: Tournament) -> Sequence[Sequence[int]] | None:
        """Return None: points and tie-breaks rank all entrants."""
        return None

    def _upcoming_rounds(self, tournament: Tournament, every: bool = False) -> list[Tables]:
        """Return the next round in which a table plays, if there is one; with `every`, all such rounds to come."""
        to_come = (
            Tables(number, tables)
            for number in range(tournament.last_round + 1, self.rounds(tournament) + 1)
            if (tables := tables_of_round(tournament, _field(tournament), number))
        )
        return list(islice(to_come, None if every else 1))


def has_schedule(tournament: Tournament) -> bool:
    """Return whether the number of rounds is known. For larger tables the schedule is made at the start."""
    return tournament.started_ms > 0 or tournament.settings.table_seats == 2


def cycles_of(cycles: int) -> int:
    """Return the number of cycles for this setting, whose 0 means 1."""
    return cycles or 1


def check_cycles(settings: pb.TournamentSettings, cycles: int, field: str) -> None:
    """Refuse a number of cycles by which even the entrants of a single table would play more than MAX_GAMES games.

    `field` is the setting that the refusal names.
    """
    if games_of(settings.table_seats, settings, cycles) > MAX_GAMES:
        raise Refusal(TOURNAMENT_INVALID, f"the cycles would have more than {MAX_GAMES} games", field=field)


def games_of(entrants: int, settings: pb.TournamentSettings, cycles: int) -> int:
    """Return how many games this many entrants have with each other in all cycles together; 0 cycles mean 1."""
    tables = schedule.table_count(entrants, settings.table_seats)
    return tables * cycles_of(cycles) * games_per_table(settings)


def games_of_one(tournament: Tournament, entrant: int) -> float:
    """Return how many games each entrant of the schedule has in all cycles."""
    field, settings = len(_field(tournament)), tournament.settings
    return games_of(field, settings, settings.round_robin.cycles) * settings.table_seats / field


def tables_of_round(tournament: Tournament, field: Sequence[int], number: int, stage: int = 0) -> list[Table]:
    """Return the tables of a round of these entrants, without tables of entrants who have withdrawn.

    `number` counts the rounds of all cycles from 1.
    """
    rounds = schedule.cycle(len(field), tournament.settings.table_seats)
    seated = [tuple(field[place] for place in table) for table in rounds[(number - 1) % len(rounds)]]
    return [
        Table(table, stage)
        for table in seated
        if not any(tournament.entrants[entrant].withdrawn for entrant in table)
    ]


def _field(tournament: Tournament) -> Sequence[int]:
    """Return the entrants who were active at the start; before it, those who are active now."""
    return tournament.starters or tuple(entrant.number for entrant in tournament.active())
