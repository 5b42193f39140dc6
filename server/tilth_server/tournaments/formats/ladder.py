"""Ladder: pairs whoever is free by rating, for ever, or until so many games are paired or so much time has gone.

Ratings are Elo numbers, reckoned over the contest's own games in the order of their numbers, from 1,500; at a table of
more than two each entrant has played each other. Who is free takes company one after the other, the longest waiting
first, from those nearest in rating. Nearer than NEAR is near enough at once, and the bound doubles with every
`patience_ms` that one of a table has waited; those who have just met only meet again after one `patience_ms`, or when
nobody else is there. Nobody else's table is taken apart for it. There are no byes and no smaller tables: who is left
over waits.

Entering and leaving is possible at any time. The standings are by rating. When `games` is not a whole number of
tables, the last one is played to its end.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.refusal import Refusal
from tilth_server.tournaments.contest import Contest, Game
from tilth_server.tournaments.formats.format import Finished, Table, Tables, Wait
from tilth_server.tournaments.kept import Kept
from tilth_server.tournaments.lots import lot
from tilth_server.tournaments.reasons import BAD_TOURNAMENT
from tilth_server.tournaments.tables import all_over
from tilth_server.tournaments.tally import games_a_table

START: Final = 1_500.0
STEP: Final = 32.0
"""The most that a game against one other changes a rating."""
NEAR: Final = 100.0
PATIENCE_MS: Final = 2_000
WIDEST: Final = 16
"""Doublings after which everybody is near enough."""
LONGEST_MS: Final = 10 * 366 * 24 * 3_600_000


class Free(msgspec.Struct):
    """Somebody who can play."""

    entrant: int
    rating: float
    since_ms: int
    """Free since then."""
    waited: int
    """Patiences waited."""
    last: frozenset[int]
    """With whom they played last."""
    drawn: int


class Ladder:
    tie_breaks: tuple["pb.TieBreak.ValueType", ...] = (pb.TIE_BREAK_WINS, pb.TIE_BREAK_POINTS_IN_PLAY)
    takes_late_entries = True

    def check(self, settings: pb.TournamentSettings) -> None:
        for field in ("duration_ms", "patience_ms"):
            if getattr(settings.ladder, field) > LONGEST_MS:
                what = "no ladder lasts ten years"
                raise Refusal(BAD_TOURNAMENT, what, field=f"settings.ladder.{field}")

    def least_entrants(self, settings: pb.TournamentSettings) -> int:
        return settings.table_seats

    def most_entrants(self, settings: pb.TournamentSettings) -> int:
        return 0

    def next(self, contest: Contest, now_ms: int) -> Tables | Wait | Finished:
        asked = contest.settings.ladder
        end_ms = contest.started_ms + asked.duration_ms if asked.duration_ms else 0
        if (asked.games and self.games_to_come(contest) == 0) or (end_ms and now_ms >= end_ms):
            return Finished() if all_over(contest) else Wait()
        free = _free(contest, now_ms)
        tables = _seated(contest, free)
        if tables:
            return Tables(contest.last_round + 1, tables)
        return Wait(_until(contest, free, end_ms))

    def rounds(self, contest: Contest) -> int:
        return 0

    def games_to_come(self, contest: Contest) -> int:
        """At least so many, where there is an end."""
        return max(0, contest.settings.ladder.games - len(contest.games))

    def stages(self, contest: Contest) -> Sequence[str]:
        return [""] * len(contest.entrants)

    def rank(self, contest: Contest) -> Sequence[Sequence[int]] | None:
        """By rating: points would only say who has played most."""
        rated = ratings(contest)
        classes: dict[float, list[int]] = {}
        for entrant, rating in enumerate(rated):
            classes.setdefault(rating, []).append(entrant)
        return [classes[rating] for rating in sorted(classes, reverse=True)]


class Past(msgspec.Struct):
    """What follows from the first games, as many as are all over."""

    games: int = 0
    ratings: dict[int, float] = {}
    """Of who has played."""
    since: dict[int, int] = {}
    """When their last game ended."""
    last: dict[int, frozenset[int]] = {}
    """Who sat at their last table, with themselves."""

    def take(self, game: Game) -> None:
        seated = frozenset(game.seats)
        for entrant in game.seats:
            self.since[entrant] = max(self.since.get(entrant, 0), game.ended_ms)
            self.last[entrant] = seated
        if game.state.counts:
            self._rate(game)

    def _rate(self, game: Game) -> None:
        before = [self.ratings.get(entrant, START) for entrant in game.seats]
        for one, entrant in enumerate(game.seats):
            moved = 0.0
            for other, rating in enumerate(before):
                if one == other:
                    continue
                better = game.places[one] < game.places[other]
                got = 1.0 if better else 0.5 if game.places[one] == game.places[other] else 0.0
                moved += got - 1 / (1 + 10 ** ((rating - before[one]) / 400))
            self.ratings[entrant] = before[one] + moved * STEP / (len(before) - 1)


PASTS: Final = Kept[Past]()


def past(contest: Contest) -> Past:
    """What follows from all games by now, in the order of their numbers. Only the last ones are looked at anew."""
    known = PASTS.of(contest, Past)
    while known.games < len(contest.games) and contest.games[known.games].state.is_over:
        known.take(contest.games[known.games])
        known.games += 1
    whole = Past(known.games, {**known.ratings}, {**known.since}, {**known.last})
    for game in contest.games[known.games :]:
        whole.take(game)
    return whole


def ratings(contest: Contest) -> list[float]:
    """By entrant."""
    rated = past(contest).ratings
    return [rated.get(entrant.number, START) for entrant in contest.entrants]


def patience_ms(contest: Contest) -> int:
    return contest.settings.ladder.patience_ms or PATIENCE_MS


def _free(contest: Contest, now_ms: int) -> list[Free]:
    """Who has no game to play, the longest waiting first."""
    known = past(contest)
    busy = {
        entrant for game in contest.games[known.games :] if not game.state.is_over for entrant in game.seats
    }
    free = []
    for each in contest.active():
        number = each.number
        if number in busy:
            continue
        began = max(contest.started_ms, each.entered_ms, known.since.get(number, 0))
        free.append(
            Free(
                number,
                known.ratings.get(number, START),
                began,
                max(0, now_ms - began) // patience_ms(contest),
                known.last.get(number, frozenset()),
                lot(contest, "ladder", contest.last_round + 1, number),
            )
        )
    return sorted(free, key=lambda each: (each.since_ms, each.drawn))


def _seated(contest: Contest, free: Sequence[Free]) -> list[Table]:
    """Tables that can be had now, no more than there are games to come."""
    seats = contest.settings.table_seats
    alone = len(contest.active()) <= seats
    bound = -(-contest.settings.ladder.games // games_a_table(contest)) - _paired(contest)
    waiting = list(free)
    tables: list[Table] = []
    while waiting and (not contest.settings.ladder.games or len(tables) < bound):
        first = waiting.pop(0)
        table = [first]
        for each in sorted(waiting, key=lambda other: (abs(other.rating - first.rating), other.drawn)):
            if len(table) < seats and all(_may_meet(each, other, alone) for other in table):
                table.append(each)
        if len(table) == seats:
            tables.append(Table(tuple(each.entrant for each in table)))
            waiting = [each for each in waiting if each not in table]
    return tables


def _paired(contest: Contest) -> int:
    """Tables so far."""
    return -(-len(contest.games) // games_a_table(contest))


def _may_meet(one: Free, other: Free, alone: bool) -> bool:
    waited = max(one.waited, other.waited)
    just_met = other.entrant in one.last and one.entrant in other.last
    if just_met and not waited and not alone:
        return False
    return waited >= WIDEST or abs(one.rating - other.rating) <= NEAR * 2**waited


def _until(contest: Contest, free: Sequence[Free], end_ms: int) -> int:
    """When somebody's patience is next at an end, or the ladder."""
    times = [end_ms] if end_ms else []
    if len(free) >= contest.settings.table_seats:
        times += [
            each.since_ms + (each.waited + 1) * patience_ms(contest) for each in free if each.waited < WIDEST
        ]
    return min(times, default=0)
