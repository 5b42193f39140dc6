"""Ladder: pairs free entrants by rating, without end, or until a number of games is paired or a time has passed.

Ratings are Elo numbers that begin at 1,500. They are computed over the tournament's own games in the order of their
numbers; at a table of more than two each entrant has played each other one.

Tables are made one after the other. The free entrant who has waited longest is seated first, then the nearest others by
rating. Two entrants may meet if their ratings differ by at most NEAR_RATING; that bound doubles with every
`widen_after_ms` that one of them has waited. Two entrants who sat at the same last table meet again only after one of
them has waited one `widen_after_ms`, or if all active entrants fit one table. A table is not taken apart for a better
one. There are no byes and no smaller tables: an entrant who is left over waits.

Players may enter and withdraw at any time. Entrants are ranked by rating. If `games` is no whole number of tables, the
last table is played to its end.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.reasons import TOURNAMENT_INVALID
from tilth_server.refusal import Refusal
from tilth_server.tournaments.formats.format import Finished, Table, Tables, Wait
from tilth_server.tournaments.incremental import PerTournament
from tilth_server.tournaments.lots import lot
from tilth_server.tournaments.paired_tables import all_ended
from tilth_server.tournaments.pairing import Pairing
from tilth_server.tournaments.points import games_per_table
from tilth_server.tournaments.tournament import Tournament

START_RATING: Final = 1_500.0
MAX_RATING_CHANGE: Final = 32.0
"""The largest change of a rating by one game."""
NEAR_RATING: Final = 100.0
"""The rating difference up to which two entrants may meet at once."""
DEFAULT_WIDEN_AFTER_MS: Final = 2_000
MAX_DOUBLINGS: Final = 16
"""Number of doublings after which any two entrants may meet."""
MAX_DURATION_MS: Final = 10 * 366 * 24 * 3_600_000


class FreeEntrant(msgspec.Struct):
    """An entrant who plays no game now."""

    entrant: int
    rating: float
    since_ms: int
    """Time at which the entrant became free, in milliseconds since 1970."""
    waited_intervals: int
    """Number of full intervals of `widen_after_ms` that the entrant has waited."""
    last_table: frozenset[int]
    """Entrants of the last table that the entrant sat at, including the entrant."""
    lot: int
    """Number drawn by lot, which decides between equals."""


class Ladder:
    """The format that pairs free entrants by rating."""

    tie_breaks: tuple["pb.TieBreak.ValueType", ...] = (pb.TIE_BREAK_WINS, pb.TIE_BREAK_POINTS_IN_PLAY)
    takes_late_entries = True

    def check(self, settings: pb.TournamentSettings) -> None:
        """Refuse a `duration_ms` or `widen_after_ms` of more than MAX_DURATION_MS, ten years."""
        for field in ("duration_ms", "widen_after_ms"):
            if getattr(settings.ladder, field) > MAX_DURATION_MS:
                message = "a ladder lasts at most ten years"
                raise Refusal(TOURNAMENT_INVALID, message, field=f"settings.ladder.{field}")

    def min_entrants(self, settings: pb.TournamentSettings) -> int:
        """Return how many entrants fill one table."""
        return settings.table_seats

    def max_entrants(self, settings: pb.TournamentSettings) -> int:
        """Return 0: a ladder has no bound of its own."""
        return 0

    def next(self, tournament: Tournament, now_ms: int) -> Tables | Wait | Finished:
        """Return tables of free entrants; Wait, with the time of the next try, if none can be made now; Finished when
        the games are paired or the duration is over, and all games have ended.
        """
        asked = tournament.settings.ladder
        end_ms = tournament.started_ms + asked.duration_ms if asked.duration_ms else 0
        if (asked.games and self.games_to_come(tournament) == 0) or (end_ms and now_ms >= end_ms):
            return Finished() if all_ended(tournament) else Wait()
        free = _free_entrants(tournament, now_ms)
        tables = _possible_tables(tournament, free)
        if tables:
            return Tables(tournament.last_round + 1, tables)
        return Wait(_next_check_ms(tournament, free, end_ms))

    def rounds(self, tournament: Tournament) -> int:
        """Return 0: the number of rounds is not known."""
        return 0

    def games_to_come(self, tournament: Tournament) -> int:
        """Return how many games are missing to the number that is set, as if no duration ended the ladder first; 0 if
        no number is set.
        """
        return max(0, tournament.settings.ladder.games - len(tournament.pairings))

    def stages(self, tournament: Tournament) -> Sequence[str]:
        """Return "" for every entrant: a ladder has no stages."""
        return [""] * len(tournament.entrants)

    def rank(self, tournament: Tournament) -> Sequence[Sequence[int]] | None:
        """Return classes of entrants by rating, the best first: points would only show who has played most."""
        rated = ratings(tournament)
        classes: dict[float, list[int]] = {}
        for entrant, rating in enumerate(rated):
            classes.setdefault(rating, []).append(entrant)
        return [classes[rating] for rating in sorted(classes, reverse=True)]


class LadderHistory(msgspec.Struct):
    """Ratings and last games, as they follow from the first games of a ladder, all of which have ended."""

    games: int = 0
    ratings: dict[int, float] = {}
    """Ratings of entrants who have played."""
    last_ended_ms: dict[int, int] = {}
    """Times at which entrants' last games ended, by entrant, in milliseconds since 1970."""
    last_tables: dict[int, frozenset[int]] = {}
    """Entrants of the last table, by entrant."""

    def add(self, game: Pairing) -> None:
        """Take the next game into account: the time of its end and its table, and if it counts, the ratings."""
        seated = frozenset(game.seats)
        for entrant in game.seats:
            self.last_ended_ms[entrant] = max(self.last_ended_ms.get(entrant, 0), game.ended_ms)
            self.last_tables[entrant] = seated
        if game.state.counts:
            self._rate(game)

    def _rate(self, game: Pairing) -> None:
        """Change the Elo ratings of the game's entrants: the mean over the others at the table of the score less the
        expected score, times MAX_RATING_CHANGE.
        """
        before = [self.ratings.get(entrant, START_RATING) for entrant in game.seats]
        for one, entrant in enumerate(game.seats):
            moved = 0.0
            for other, rating in enumerate(before):
                if one == other:
                    continue
                better = game.places[one] < game.places[other]
                got = 1.0 if better else 0.5 if game.places[one] == game.places[other] else 0.0
                moved += got - 1 / (1 + 10 ** ((rating - before[one]) / 400))
            self.ratings[entrant] = before[one] + moved * MAX_RATING_CHANGE / (len(before) - 1)


HISTORIES: Final = PerTournament[LadderHistory]()


def history_of(tournament: Tournament) -> LadderHistory:
    """Return the history of all games so far, in the order of their numbers. Only new games are computed."""
    known = HISTORIES.get(tournament, LadderHistory)
    while known.games < len(tournament.pairings) and tournament.pairings[known.games].state.has_ended:
        known.add(tournament.pairings[known.games])
        known.games += 1
    whole = LadderHistory(known.games, {**known.ratings}, {**known.last_ended_ms}, {**known.last_tables})
    for game in tournament.pairings[known.games :]:
        whole.add(game)
    return whole


def ratings(tournament: Tournament) -> list[float]:
    """Return the present Elo ratings, by entrant; START_RATING for one without a game that counts."""
    rated = history_of(tournament).ratings
    return [rated.get(entrant.number, START_RATING) for entrant in tournament.entrants]


def widen_after_ms(tournament: Tournament) -> int:
    """Return the milliseconds of waiting after which the bound on rating differences doubles."""
    return tournament.settings.ladder.widen_after_ms or DEFAULT_WIDEN_AFTER_MS


def _free_entrants(tournament: Tournament, now_ms: int) -> list[FreeEntrant]:
    """Return the active entrants who play no game now, those who have waited longest first, then by lot."""
    known = history_of(tournament)
    busy = {
        entrant
        for game in tournament.pairings[known.games :]
        if not game.state.has_ended
        for entrant in game.seats
    }
    free = []
    for each in tournament.active():
        number = each.number
        if number in busy:
            continue
        began = max(tournament.started_ms, each.entered_ms, known.last_ended_ms.get(number, 0))
        free.append(
            FreeEntrant(
                number,
                known.ratings.get(number, START_RATING),
                began,
                max(0, now_ms - began) // widen_after_ms(tournament),
                known.last_tables.get(number, frozenset()),
                lot(tournament, "ladder", tournament.last_round + 1, number),
            )
        )
    return sorted(free, key=lambda each: (each.since_ms, each.lot))


def _possible_tables(tournament: Tournament, free: Sequence[FreeEntrant]) -> list[Table]:
    """Return the tables that can be made of the free entrants now, no more than there are games to come.

    Each begins with the first entrant left in `free`, and is filled with those nearest in rating who may meet all
    others at it. An entrant whose table can't be filled begins no table.
    """
    seats = tournament.settings.table_seats
    alone = len(tournament.active()) <= seats
    bound = -(
        -tournament.settings.ladder.games // games_per_table(tournament.settings)
    ) - _paired_table_count(tournament)
    waiting = list(free)
    tables: list[Table] = []
    while waiting and (not tournament.settings.ladder.games or len(tables) < bound):
        first = waiting.pop(0)
        table = [first]
        for each in sorted(waiting, key=lambda other: (abs(other.rating - first.rating), other.lot)):
            if len(table) < seats and all(_may_meet(each, other, alone) for other in table):
                table.append(each)
        if len(table) == seats:
            tables.append(Table(tuple(each.entrant for each in table)))
            waiting = [each for each in waiting if each not in table]
    return tables


def _paired_table_count(tournament: Tournament) -> int:
    """Return the number of tables paired so far."""
    return -(-len(tournament.pairings) // games_per_table(tournament.settings))


def _may_meet(one: FreeEntrant, other: FreeEntrant, alone: bool) -> bool:
    """Return whether two entrants are near enough in rating, and have not just met, by the longer of their waits.

    The bound NEAR_RATING doubles with each interval waited, and falls away after MAX_DOUBLINGS. After one interval they
    may meet again.

    With `alone` all active entrants fit one table, so that entrants who have just met may meet again.
    """
    waited = max(one.waited_intervals, other.waited_intervals)
    just_met = other.entrant in one.last_table and one.entrant in other.last_table
    if just_met and not waited and not alone:
        return False
    return waited >= MAX_DOUBLINGS or abs(one.rating - other.rating) <= NEAR_RATING * 2**waited


def _next_check_ms(tournament: Tournament, free: Sequence[FreeEntrant], end_ms: int) -> int:
    """Return the next time in milliseconds when an entrant has waited long enough to meet more others, or when the
    ladder ends; 0 if neither comes.
    """
    times = [end_ms] if end_ms else []
    if len(free) >= tournament.settings.table_seats:
        times += [
            each.since_ms + (each.waited_intervals + 1) * widen_after_ms(tournament)
            for each in free
            if each.waited_intervals < MAX_DOUBLINGS
        ]
    return min(times, default=0)
