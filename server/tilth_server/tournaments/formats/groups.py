"""Groups: round robins side by side, and the best of each go on to a knockout.

Entrants are dealt to the groups in a snake, in the order of entry: the first of them lead one group each. All groups
play at once, by the schedule of a round robin of their own, with tables of `table_seats` (every such set of a group,
once a cycle); nobody has a bye or a point for a round without a game. By default there are groups of about eight, and
two go on.

A group is ranked as standings are, by its own games: points, the tie-breaks, and who entered first. The winners of
the groups are seeded first in the knockout, then those who came second, and so on; since the first meets the last and
those who have met are kept apart, winners meet those who came second elsewhere. Everything else there: `knockout.py`.
Those who don't go on are ranked by their place in the group.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from msgspec.structs import replace

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.refusal import Refusal
from tilth_server.tournaments.contest import Contest
from tilth_server.tournaments.formats import schedule
from tilth_server.tournaments.formats.bracket import Bracket, folded
from tilth_server.tournaments.formats.draw import outlook
from tilth_server.tournaments.formats.format import Finished, Table, Tables, Wait
from tilth_server.tournaments.formats.knockout import check_lives, lives_of
from tilth_server.tournaments.formats.round_robin import (
    MOST_GAMES,
    check_cycles,
    cycles_of,
    games_of,
    is_scheduled,
    tables_of_round,
)
from tilth_server.tournaments.kept import Kept
from tilth_server.tournaments.reasons import BAD_TOURNAMENT
from tilth_server.tournaments.tables import all_over
from tilth_server.tournaments.tally import games_a_table
from tilth_server.tournaments.tiebreaks import Field, placed

ADVANCE: Final = 2
SIZE: Final = 8
MOST_GROUPS: Final = 5_000
"""Of two, they have as many entrants as a tournament takes."""


class Groups:
    tie_breaks: tuple["pb.TieBreak.ValueType", ...] = (
        pb.TIE_BREAK_HEAD_TO_HEAD,
        pb.TIE_BREAK_WINS,
        pb.TIE_BREAK_POINTS_IN_PLAY,
    )
    takes_late_entries = False

    def check(self, settings: pb.TournamentSettings) -> None:
        asked = settings.groups
        if asked.groups > MOST_GROUPS:
            what = f"there are {MOST_GROUPS} groups at most"
            raise Refusal(BAD_TOURNAMENT, what, field="settings.groups.groups")
        check_lives(asked.lives, "settings.groups.lives")
        check_cycles(settings, asked.cycles, "settings.groups.cycles")
        if asked.groups and asked.groups * advance_of(settings) < settings.table_seats:
            what = "more have to go on, to fill one table"
            raise Refusal(BAD_TOURNAMENT, what, field="settings.groups.advance")
        if self.least_entrants(settings) > self.most_entrants(settings):
            what = f"the groups would play more than {MOST_GAMES} games"
            raise Refusal(BAD_TOURNAMENT, what, field="settings.groups.groups")

    def least_entrants(self, settings: pb.TournamentSettings) -> int:
        """Each group fills a table, and has as many as go on."""
        groups = settings.groups.groups or -(-settings.table_seats // advance_of(settings))
        return groups * _smallest(settings)

    def most_entrants(self, settings: pb.TournamentSettings) -> int:
        """As many as have no more than MOST_GAMES games in their groups."""
        entrants = 1
        while _group_games(entrants + 1, settings) <= MOST_GAMES:
            entrants += 1
        return entrants

    def next(self, contest: Contest, now_ms: int) -> Tables | Wait | Finished:
        if not _in_bracket(contest):
            for upcoming in _upcoming(contest):
                return upcoming
            if not all_over(contest):
                return Wait()
        return _bracket(contest).next()

    def rounds(self, contest: Contest) -> int:
        """Known as soon as the knockout's are, or are single elimination's."""
        if lives_of(contest.settings.groups.lives) > 1 or not is_scheduled(contest):
            return 0
        if _decided(contest):
            bracket = _bracket(contest)
            over = sum(each.is_over for each in contest.rounds if each.number > bracket.before)
            return bracket.before + over + len(bracket.tables_to_come())
        return _rounds(contest) + len(_knockout_tables(contest))

    def games_to_come(self, contest: Contest) -> int:
        if _decided(contest):
            return _bracket(contest).games_to_come()
        knockout = sum(_knockout_tables(contest)) * games_a_table(contest)
        if not contest.started_ms:
            settings = contest.settings
            return knockout + sum(
                games_of(len(group), settings, settings.groups.cycles) for group in _groups(contest)
            )
        return knockout + sum(len(each.tables) for each in _upcoming(contest)) * games_a_table(contest)

    def stages(self, contest: Contest) -> Sequence[str]:
        stages = [""] * len(contest.entrants)
        for number, group in enumerate(_groups(contest), 1):
            for entrant in group:
                stages[entrant] = f"group {number}"
        if _decided(contest):
            _bracket(contest).tell(stages)
        return stages

    def rank(self, contest: Contest) -> Sequence[Sequence[int]] | None:
        if not _decided(contest):
            return None
        classes = _bracket(contest).rank()
        ranked = {each for rank in classes for each in rank}
        tables = _standings(contest, _groups(contest))
        for place in range(max(len(table) for table in tables)):
            there = [table[place] for table in tables if place < len(table)]
            classes.append([each for each in there if each not in ranked])
            ranked.update(there)
        classes.append([each.number for each in contest.entrants if each.number not in ranked])
        return [rank for rank in classes if rank]


def advance_of(settings: pb.TournamentSettings) -> int:
    return settings.groups.advance or ADVANCE


def group_count(settings: pb.TournamentSettings, entrants: int) -> int:
    """As many as asked for; or of about SIZE, and two as soon as that makes sense, if their best can fill a table."""
    if settings.groups.groups:
        return settings.groups.groups
    wanted = max(round(entrants / SIZE), 2 if entrants >= SIZE else 1)
    wanted = max(wanted, -(-settings.table_seats // advance_of(settings)))
    return max(1, min(wanted, entrants // _smallest(settings)))


def _smallest(settings: pb.TournamentSettings) -> int:
    return max(settings.table_seats, advance_of(settings))


def _group_games(entrants: int, settings: pb.TournamentSettings) -> int:
    groups = group_count(settings, entrants)
    return groups * games_of(-(-entrants // groups), settings, settings.groups.cycles)


def _groups(contest: Contest) -> list[list[int]]:
    field = contest.starters or [entrant.number for entrant in contest.active()]
    return folded(field, group_count(contest.settings, len(field)))


def _rounds_of(contest: Contest, group: Sequence[int]) -> int:
    return cycles_of(contest.settings.groups.cycles) * len(
        schedule.cycle(len(group), contest.settings.table_seats)
    )


def _rounds(contest: Contest) -> int:
    """Of the groups, by the longest."""
    return max(_rounds_of(contest, group) for group in _groups(contest))


def _upcoming(contest: Contest) -> Iterator[Tables]:
    """The groups' rounds that are still to be paired."""
    groups = _groups(contest)
    for number in range(contest.last_round + 1, _rounds(contest) + 1):
        tables: list[Table] = []
        for stage, group in enumerate(groups, 1):
            if number <= _rounds_of(contest, group):
                tables += tables_of_round(contest, group, number, stage)
        if tables:
            yield Tables(number, tables)


def _knockout_tables(contest: Contest) -> list[int]:
    """How many tables each round of the knockout will have, while nobody has withdrawn."""
    settings = contest.settings
    going_on = len(_groups(contest)) * advance_of(settings)
    counts = [going_on] + [0] * (lives_of(settings.groups.lives) - 1)
    return outlook(counts, settings.table_seats)


def _in_bracket(contest: Contest) -> bool:
    return bool(contest.rounds) and contest.rounds[-1].games[0].stage > len(_groups(contest))


def _decided(contest: Contest) -> bool:
    """Whether it is known who goes on."""
    if not contest.started_ms:
        return False
    return _in_bracket(contest) or (all_over(contest) and next(_upcoming(contest), None) is None)


def _bracket(contest: Contest) -> Bracket:
    groups = _groups(contest)
    before = max((game.round for game in contest.games if game.stage <= len(groups)), default=0)
    going_on = [
        [each for each in standing if contest.entrants[each].played_on(before)]
        for standing in _standings(contest, groups)
    ]
    field: list[int] = []
    for place in range(advance_of(contest.settings)):
        field += [table[place] for table in going_on if place < len(table)]
    return Bracket(contest, field, lives_of(contest.settings.groups.lives), len(groups) + 1, before)


DECIDED: Final = Kept[list[list[int]]]()


def _standings(contest: Contest, groups: Sequence[Sequence[int]]) -> list[list[int]]:
    """Each group, the best first, by what was played in the groups. Once the knockout has begun it never changes."""
    if _in_bracket(contest):
        return DECIDED.of(contest, partial(_ranked, contest, groups))
    return _ranked(contest, groups)


def _ranked(contest: Contest, groups: Sequence[Sequence[int]]) -> list[list[int]]:
    rounds = [each for each in contest.rounds if each.games[0].stage <= len(groups)]
    played = replace(contest, rounds=rounds, games=[game for each in rounds for game in each.games])
    field = Field(played)
    ranked = []
    for group in groups:
        classes, _ = placed(field, group, contest.settings.tie_breaks or Groups.tie_breaks)
        ranked.append([entrant for tied in classes for entrant in sorted(tied)])
    return ranked
