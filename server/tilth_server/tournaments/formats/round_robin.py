"""Round robin: everybody against everybody, so many cycles long.

Tables of two are paired by the circle method: in a round everybody plays once, and with an odd number of entrants one
has no game. Tables of more seats are every set of `table_seats` entrants, once a cycle; a round seats as many of them
as fit without anybody sitting twice, those first who have played least. Tables are never smaller, and nobody has a
point for a round without a game: in the end all have played equally many.

Rounds don't depend on results, so the next one can be had at any time. The schedule is made for those who were there
at the start; tables of anybody who has withdrawn since are left out.
"""

from collections.abc import Sequence
from itertools import islice
from typing import Final

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.refusal import Refusal
from tilth_server.tournaments.contest import Contest
from tilth_server.tournaments.formats import schedule
from tilth_server.tournaments.formats.format import Finished, Table, Tables, Wait
from tilth_server.tournaments.reasons import BAD_TOURNAMENT
from tilth_server.tournaments.tables import all_over
from tilth_server.tournaments.tally import games_a_table, games_of_a_table

MOST_GAMES: Final = 20_000
"""Of all cycles together; a bigger one would be over next year."""


class RoundRobin:
    tie_breaks: tuple["pb.TieBreak.ValueType", ...] = (
        pb.TIE_BREAK_HEAD_TO_HEAD,
        pb.TIE_BREAK_SONNEBORN_BERGER,
        pb.TIE_BREAK_WINS,
        pb.TIE_BREAK_POINTS_IN_PLAY,
    )
    takes_late_entries = False

    def check(self, settings: pb.TournamentSettings) -> None:
        check_cycles(settings, settings.round_robin.cycles, "settings.round_robin.cycles")
        most = self.most_entrants(settings)
        if settings.most_entrants > most:
            raise Refusal(
                BAD_TOURNAMENT,
                f"more than {MOST_GAMES} games: {most} entrants are the most",
                field="settings.most_entrants",
            )

    def least_entrants(self, settings: pb.TournamentSettings) -> int:
        return settings.table_seats

    def most_entrants(self, settings: pb.TournamentSettings) -> int:
        """As many as have no more than MOST_GAMES games with each other."""
        entrants = settings.table_seats
        while games_of(entrants + 1, settings, settings.round_robin.cycles) <= MOST_GAMES:
            entrants += 1
        return entrants

    def next(self, contest: Contest, now_ms: int) -> Tables | Wait | Finished:
        upcoming = self._upcoming(contest)
        if upcoming:
            return upcoming[0]
        return Finished() if all_over(contest) else Wait()

    def rounds(self, contest: Contest) -> int:
        if not is_scheduled(contest):
            return 0
        field = _field(contest)
        return cycles_of(contest.settings.round_robin.cycles) * len(
            schedule.cycle(len(field), contest.settings.table_seats)
        )

    def games_to_come(self, contest: Contest) -> int:
        if not contest.started_ms:
            return games_of(len(_field(contest)), contest.settings, contest.settings.round_robin.cycles)
        tables = sum(len(each.tables) for each in self._upcoming(contest, every=True))
        return tables * games_a_table(contest)

    def stages(self, contest: Contest) -> Sequence[str]:
        return [""] * len(contest.entrants)

    def rank(self, contest: Contest) -> Sequence[Sequence[int]] | None:
        return None

    def _upcoming(self, contest: Contest, every: bool = False) -> list[Tables]:
        """The next round that anybody plays in, or every one."""
        to_come = (
            Tables(number, tables)
            for number in range(contest.last_round + 1, self.rounds(contest) + 1)
            if (tables := tables_of_round(contest, _field(contest), number))
        )
        return list(islice(to_come, None if every else 1))


def is_scheduled(contest: Contest) -> bool:
    """Whether rounds can be told: of tables of more than two the schedule is made when everybody is there."""
    return contest.started_ms > 0 or contest.settings.table_seats == 2


def cycles_of(cycles: int) -> int:
    return cycles or 1


def check_cycles(settings: pb.TournamentSettings, cycles: int, field: str) -> None:
    """Refuses more cycles than one table full could play."""
    if games_of(settings.table_seats, settings, cycles) > MOST_GAMES:
        raise Refusal(BAD_TOURNAMENT, f"more than {MOST_GAMES} games", field=field)


def games_of(entrants: int, settings: pb.TournamentSettings, cycles: int) -> int:
    """How many games so many entrants have with each other."""
    tables = schedule.table_count(entrants, settings.table_seats)
    return tables * cycles_of(cycles) * games_of_a_table(settings)


def tables_of_round(contest: Contest, field: Sequence[int], number: int, stage: int = 0) -> list[Table]:
    """Round `number` (from 1, over all cycles) of those in the field, less the tables of who has withdrawn."""
    rounds = schedule.cycle(len(field), contest.settings.table_seats)
    seated = [tuple(field[place] for place in table) for table in rounds[(number - 1) % len(rounds)]]
    return [
        Table(table, stage)
        for table in seated
        if not any(contest.entrants[entrant].withdrawn for entrant in table)
    ]


def _field(contest: Contest) -> Sequence[int]:
    """Who was there at the start, or would be if that were now."""
    return contest.starters or tuple(entrant.number for entrant in contest.active())
