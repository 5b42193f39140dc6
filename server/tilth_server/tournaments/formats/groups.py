"""Groups: round robins side by side, followed by a knockout of the best of each group.

Entrants are dealt to the groups in a snake, in the order of entry, so the first entrants lead one group each. All
groups play at the same time, each by the schedule of its own round robin: every set of `table_seats` entrants of a
group meets once a cycle. There are no byes, and a round without a game is worth no points. By default a group has about
eight entrants, and two of them advance to the knockout.

A group is ranked as standings are, by its own games: by points, then by tie-breaks, then by the order of entry. In the
knockout the winners of the groups are seeded first, then the second of each group, and so on. The first seed meets the
last, and entrants who have met are kept apart, so winners meet the second of other groups. `knockout.py` describes the
rest. Entrants who don't advance are ranked by their place in the group.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from msgspec.structs import replace

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.reasons import TOURNAMENT_INVALID
from tilth_server.refusal import Refusal
from tilth_server.tournaments.formats import schedule
from tilth_server.tournaments.formats.bracket import Bracket, dealt_in_snake
from tilth_server.tournaments.formats.bracket_sizes import tables_per_round
from tilth_server.tournaments.formats.format import Finished, Table, Tables, Wait
from tilth_server.tournaments.formats.knockout import check_further_sets, check_lives, lives_of
from tilth_server.tournaments.formats.round_robin import (
    MAX_GAMES,
    check_cycles,
    cycles_of,
    games_of,
    has_schedule,
    tables_of_round,
)
from tilth_server.tournaments.incremental import PerTournament
from tilth_server.tournaments.paired_tables import all_ended
from tilth_server.tournaments.points import games_per_table
from tilth_server.tournaments.tiebreaks import Field, ranked_classes
from tilth_server.tournaments.tournament import Tournament

DEFAULT_ADVANCE: Final = 2
DEFAULT_GROUP_SIZE: Final = 8
MAX_GROUPS: Final = 5_000
"""Groups of the largest tournament: with two entrants each they take all entrants."""


class Groups:
    """The format with round robins in groups, followed by a knockout."""

    tie_breaks: tuple["pb.TieBreak.ValueType", ...] = (
        pb.TIE_BREAK_HEAD_TO_HEAD,
        pb.TIE_BREAK_WINS,
        pb.TIE_BREAK_POINTS_IN_PLAY,
    )
    takes_late_entries = False

    def check(self, settings: pb.TournamentSettings) -> None:
        """Refuse more than MAX_GROUPS groups, too many lives, further sets or cycles, groups from which too few advance
        to fill a table, and groups with more than MAX_GAMES games.
        """
        asked = settings.groups
        if asked.groups > MAX_GROUPS:
            message = f"a tournament has at most {MAX_GROUPS} groups"
            raise Refusal(TOURNAMENT_INVALID, message, field="settings.groups.groups")
        check_lives(asked.lives, "settings.groups.lives")
        check_further_sets(asked.max_further_sets, "settings.groups.max_further_sets")
        check_cycles(settings, asked.cycles, "settings.groups.cycles")
        if asked.groups and asked.groups * advance_of(settings) < settings.table_seats:
            message = "too few entrants advance to fill one table of the knockout"
            raise Refusal(TOURNAMENT_INVALID, message, field="settings.groups.advance")
        if self.min_entrants(settings) > self.max_entrants(settings):
            message = f"the groups would play more than {MAX_GAMES} games"
            raise Refusal(TOURNAMENT_INVALID, message, field="settings.groups.groups")

    def min_entrants(self, settings: pb.TournamentSettings) -> int:
        """Return how many entrants give each group enough for one table, and enough to advance."""
        groups = settings.groups.groups or -(-settings.table_seats // advance_of(settings))
        return groups * _min_group_size(settings)

    def max_entrants(self, settings: pb.TournamentSettings) -> int:
        """Return how many entrants have at most MAX_GAMES games in their groups."""
        entrants = 1
        while _group_games(entrants + 1, settings) <= MAX_GAMES:
            entrants += 1
        return entrants

    def next(self, tournament: Tournament, now_ms: int) -> Tables | Wait | Finished:
        """Return the next round of the groups, then the next tables of the knockout; Wait or Finished if there are
        none."""
        if not _has_bracket_begun(tournament):
            for upcoming in _upcoming_rounds(tournament):
                return upcoming
            if not all_ended(tournament):
                return Wait()
        return bracket_of(tournament).next()

    def rounds(self, tournament: Tournament) -> int:
        """Return the rounds of the groups and the knockout; 0 with two lives, or before the schedule is known."""
        if lives_of(tournament.settings.groups.lives) > 1 or not has_schedule(tournament):
            return 0
        if groups_have_ended(tournament):
            bracket = bracket_of(tournament)
            return bracket.before + bracket.round_count()
        return _group_round_count(tournament) + len(_knockout_tables(tournament))

    def games_to_come(self, tournament: Tournament) -> int:
        """Return how many games of the groups and the knockout are not paired yet, if nobody withdraws."""
        if groups_have_ended(tournament):
            return bracket_of(tournament).games_to_come()
        knockout = sum(_knockout_tables(tournament)) * games_per_table(tournament.settings)
        if not tournament.started_ms:
            settings = tournament.settings
            return knockout + sum(
                games_of(len(group), settings, settings.groups.cycles) for group in _groups(tournament)
            )
        tables = sum(len(each.tables) for each in _upcoming_rounds(tournament))
        return knockout + tables * games_per_table(tournament.settings)

    def stages(self, tournament: Tournament) -> Sequence[str]:
        """Return "group 2" or the like for each entrant; once the groups have ended, "winner", "in" or "out in round 3"
        for those of the knockout. Entrants who never were in a group have "".
        """
        stages = [""] * len(tournament.entrants)
        for number, group in enumerate(_groups(tournament), 1):
            for entrant in group:
                stages[entrant] = f"group {number}"
        if groups_have_ended(tournament):
            bracket_of(tournament).write_stages(stages)
        return stages

    def rank(self, tournament: Tournament) -> Sequence[Sequence[int]] | None:
        """Return the knockout's classes, then the others by their place in the group; None before the knockout."""
        if not groups_have_ended(tournament):
            return None
        classes = bracket_of(tournament).rank()
        ranked = {each for rank in classes for each in rank}
        tables = _group_rankings(tournament, _groups(tournament))
        for place in range(max(len(table) for table in tables)):
            there = [table[place] for table in tables if place < len(table)]
            classes.append([each for each in there if each not in ranked])
            ranked.update(there)
        classes.append([each.number for each in tournament.entrants if each.number not in ranked])
        return [rank for rank in classes if rank]


def advance_of(settings: pb.TournamentSettings) -> int:
    """Return how many entrants of each group advance to the knockout."""
    return settings.groups.advance or DEFAULT_ADVANCE


def group_count(settings: pb.TournamentSettings, entrants: int) -> int:
    """Return the number of groups: the one in the settings, or else one for about DEFAULT_GROUP_SIZE entrants each.

    By default there are two groups from DEFAULT_GROUP_SIZE entrants on, and enough groups to fill a table with the
    entrants who advance.
    """
    if settings.groups.groups:
        return settings.groups.groups
    wanted = max(round(entrants / DEFAULT_GROUP_SIZE), 2 if entrants >= DEFAULT_GROUP_SIZE else 1)
    wanted = max(wanted, -(-settings.table_seats // advance_of(settings)))
    return max(1, min(wanted, entrants // _min_group_size(settings)))


def _min_group_size(settings: pb.TournamentSettings) -> int:
    """Return how many entrants a group has at least: enough for a table, and for those who advance."""
    return max(settings.table_seats, advance_of(settings))


def _group_games(entrants: int, settings: pb.TournamentSettings) -> int:
    """Return how many games the groups of this many entrants have, if all are as large as the largest."""
    groups = group_count(settings, entrants)
    return groups * games_of(-(-entrants // groups), settings, settings.groups.cycles)


def _groups(tournament: Tournament) -> list[list[int]]:
    """Return the entrants of each group, dealt in a snake from those who were active at the start; before it, from
    those who are active now.
    """
    field = tournament.starters or [entrant.number for entrant in tournament.active()]
    return dealt_in_snake(field, group_count(tournament.settings, len(field)))


def _round_count_of(tournament: Tournament, group: Sequence[int]) -> int:
    """Return the number of rounds of this group's round robin."""
    return cycles_of(tournament.settings.groups.cycles) * len(
        schedule.cycle(len(group), tournament.settings.table_seats)
    )


def _group_round_count(tournament: Tournament) -> int:
    """Return the number of rounds of the longest group."""
    return max(_round_count_of(tournament, group) for group in _groups(tournament))


def _upcoming_rounds(tournament: Tournament) -> Iterator[Tables]:
    """Yield the rounds of the groups that are still to be paired, without those in which no table can play."""
    groups = _groups(tournament)
    for number in range(tournament.last_round + 1, _group_round_count(tournament) + 1):
        tables: list[Table] = []
        for stage, group in enumerate(groups, 1):
            if number <= _round_count_of(tournament, group):
                tables += tables_of_round(tournament, group, number, stage)
        if tables:
            yield Tables(number, tables)


def _knockout_tables(tournament: Tournament) -> list[int]:
    """Return the number of tables of each round of the knockout, if nobody withdraws."""
    settings = tournament.settings
    going_on = len(_groups(tournament)) * advance_of(settings)
    counts = [going_on] + [0] * (lives_of(settings.groups.lives) - 1)
    return tables_per_round(counts, settings.table_seats)


def _has_bracket_begun(tournament: Tournament) -> bool:
    """Return whether a round of the knockout has been paired."""
    return bool(tournament.rounds) and tournament.rounds[-1].pairings[0].stage > len(_groups(tournament))


def groups_have_ended(tournament: Tournament) -> bool:
    """Return whether all group games have ended, so that the knockout can be paired."""
    if not tournament.started_ms:
        return False
    return _has_bracket_begun(tournament) or (
        all_ended(tournament) and next(_upcoming_rounds(tournament), None) is None
    )


def bracket_of(tournament: Tournament) -> Bracket:
    """Return the knockout of the entrants who advance, the winners of the groups seeded first."""
    groups = _groups(tournament)
    before = max((game.round for game in tournament.pairings if game.stage <= len(groups)), default=0)
    going_on = [
        [each for each in standing if tournament.entrants[each].is_active_after(before)]
        for standing in _group_rankings(tournament, groups)
    ]
    field: list[int] = []
    for place in range(advance_of(tournament.settings)):
        field += [table[place] for table in going_on if place < len(table)]
    asked = tournament.settings.groups
    return Bracket(tournament, field, lives_of(asked.lives), len(groups) + 1, before, asked.max_further_sets)


FINAL_RANKINGS: Final = PerTournament[list[list[int]]]()


def _group_rankings(tournament: Tournament, groups: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return each group ranked by its group games, the best first. The ranking is kept once the knockout has begun."""
    if _has_bracket_begun(tournament):
        return FINAL_RANKINGS.get(tournament, partial(_ranked_by_group_games, tournament, groups))
    return _ranked_by_group_games(tournament, groups)


def _ranked_by_group_games(tournament: Tournament, groups: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return each group ranked by its own games, the best first."""
    rounds = [each for each in tournament.rounds if each.pairings[0].stage <= len(groups)]
    played = replace(tournament, rounds=rounds, pairings=[game for each in rounds for game in each.pairings])
    field = Field(played)
    ranked = []
    for group in groups:
        classes, _ = ranked_classes(field, group, tournament.settings.tie_breaks or Groups.tie_breaks)
        ranked.append([entrant for tied in classes for entrant in sorted(tied)])
    return ranked
