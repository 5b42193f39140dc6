"""A bracket: entrants with lives, of whom the worse half of each table loses one. Knockouts are made of it.

It is read off the contest's rounds anew each time. Who has how many lives after a round follows from the lives before
it and the results, so nothing of it has to be recorded.

A table is decided by points over its games, then games won alone, then points in play (the sum of the shares of each
game's scores), then the better seed. A void game counts nothing. Who withdraws loses: at the table where it happens
they come last, whatever has been played there, and between rounds they are out.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final

import msgspec

from tilth_server.tournaments.contest import Contest, Game, Round
from tilth_server.tournaments.formats.company import improved
from tilth_server.tournaments.formats.draw import Draft, drafts, outlook
from tilth_server.tournaments.formats.format import Finished, Table, Tables, Wait
from tilth_server.tournaments.tables import meetings, shares, tables_of
from tilth_server.tournaments.tally import games_a_table

PARTS: Final = 24
"""Points are whole numbers of these, at tables of up to five."""


class State(msgspec.Struct):
    """A bracket after a number of rounds."""

    seeds: dict[int, int]
    """Places of the whole field, from 0."""
    lost: dict[int, int]
    """Lives lost, by entrants who are in, the best seeded first."""
    out: dict[int, int]
    """The round in which each of the others went out."""
    byes: Counter[int]

    def counts(self, lives: int) -> list[int]:
        """How many are in who have lost 0, 1 ... lives."""
        lost = Counter(self.lost.values())
        return [lost[each] for each in range(lives)]


class Bracket(msgspec.Struct):
    contest: Contest
    field: Sequence[int]
    """Who takes part, the best seeded first."""
    lives: int
    stage: int = 0
    """Of the unbeaten; each life lost is one more."""
    before: int = 0
    """The last round that was played before the bracket."""

    @property
    def seats(self) -> int:
        return self.contest.settings.table_seats

    def next(self) -> Tables | Wait | Finished:
        if self.is_playing():
            return Wait()
        state = self.state()
        planned = drafts(state.counts(self.lives), self.seats)
        seated = self._seated(state, planned)
        if not planned or any(len(table) < self.seats for table in seated):
            return Finished()
        tables = [Table(table, self.stage + draft.lost) for table, draft in zip(seated, planned, strict=True)]
        sitting = {entrant for table in seated for entrant in table}
        return Tables(
            self.contest.last_round + 1, tables, [each for each in state.lost if each not in sitting]
        )

    def is_playing(self) -> bool:
        return any(not each.is_over for each in self._rounds())

    def tables_to_come(self) -> list[int]:
        """How many tables each round has that isn't over, if nothing is upset; the one being played is the first."""
        return outlook(self.state().counts(self.lives), self.seats)

    def games_to_come(self) -> int:
        tables = islice(self.tables_to_come(), 1 if self.is_playing() else 0, None)
        return sum(tables) * games_a_table(self.contest)

    def tell(self, stages: list[str]) -> None:
        """Write down, by entrant, how those in the field stand."""
        state = self.state()
        for entrant in state.lost:
            stages[entrant] = "winner" if len(state.lost) == 1 else "in"
        for entrant, number in state.out.items():
            stages[entrant] = f"out in round {number}"

    def rank(self) -> list[list[int]]:
        """Who is in, by lives; then who went out later."""
        state = self.state()
        classes: dict[int, list[int]] = {}
        for entrant, lost in state.lost.items():
            classes.setdefault(lost, []).append(entrant)
        gone: dict[int, list[int]] = {}
        for entrant, number in state.out.items():
            gone.setdefault(number, []).append(entrant)
        return [classes[lost] for lost in sorted(classes)] + [
            gone[number] for number in sorted(gone, reverse=True)
        ]

    def state(self) -> State:
        """As it is after the rounds that are over."""
        seeds = {entrant: seed for seed, entrant in enumerate(self.field)}
        state = State(seeds, dict.fromkeys(self.field, 0), {}, Counter())
        self._leave(state, self.before)
        for played in self._rounds():
            if played.is_over:
                self._take(state, played)
        return state

    def _rounds(self) -> Iterable[Round]:
        return (each for each in self.contest.rounds if each.number > self.before)

    def _take(self, state: State, played: Round) -> None:
        """What a round has decided."""
        tables = tables_of(played)
        for number, draft in enumerate(drafts(state.counts(self.lives), self.seats), 1):
            for loser in self._order(state, tables.get(number, []), played.number)[-draft.losers :]:
                state.lost[loser] += 1
        for entrant in [each for each, lost in state.lost.items() if lost >= self.lives]:
            del state.lost[entrant]
            state.out[entrant] = played.number
        state.byes.update(played.byes)
        self._leave(state, played.number)

    def _leave(self, state: State, number: int) -> None:
        for entrant in [each for each in state.lost if not self.contest.entrants[each].played_on(number)]:
            del state.lost[entrant]
            state.out[entrant] = max(number, self.before + 1)

    def _order(self, state: State, games: Sequence[Game], number: int) -> list[int]:
        """Those of a table who are in, the best first."""
        points, won, scored = Counter[int](), Counter[int](), dict[int, float]()
        for game in games:
            if not game.state.counts:
                continue
            for seat, (entrant, got, share) in enumerate(
                zip(game.seats, game.points(), shares(game), strict=True)
            ):
                points[entrant] += round(PARTS * got)
                won[entrant] += game.places[seat] == 1 and game.places.count(1) == 1
                scored[entrant] = scored.get(entrant, 0.0) + share
        seated = games[0].seats if games else ()
        return sorted(
            (each for each in seated if each in state.lost),
            key=lambda each: (
                not self.contest.entrants[each].played_on(number),
                -points[each],
                -won[each],
                -round(scored.get(each, 0.0), 9),
                state.seeds[each],
            ),
        )

    def _seated(self, state: State, planned: Sequence[Draft]) -> list[tuple[int, ...]]:
        """Entrants by table."""
        if planned and planned[0].mixed:
            return [self._mixed(state, planned[0])]
        seated: list[tuple[int, ...]] = []
        met = meetings(self.contest)
        for lost in range(self.lives):
            tables = sum(draft.lost == lost for draft in planned)
            level = [each for each in state.lost if state.lost[each] == lost]
            rested = sorted(level, key=lambda each: state.byes[each])
            resting = set(rested[: len(level) - tables * self.seats])
            playing = [each for each in level if each not in resting]
            seated += improved(
                folded(playing, tables), met, lambda one, other: abs(state.seeds[one] - state.seeds[other])
            )
        return seated

    def _mixed(self, state: State, draft: Draft) -> tuple[int, ...]:
        """A table of those who have lost most, the lowest seeded first; who is out fills it where too few are in."""
        worst = sorted(state.lost, key=lambda each: (-state.lost[each], -state.seeds[each]))[: draft.living]
        living = [each for each in state.lost if each in worst]
        others = [each.number for each in self.contest.active() if each.number not in state.lost]
        others.sort(key=lambda each: -state.out.get(each, 0))
        return (*living, *others[: self.seats - draft.living])


def folded(seeded: Sequence[int], tables: int) -> list[list[int]]:
    """The first against the last: a snake, down the tables and up again."""
    made: list[list[int]] = [[] for _ in range(tables)]
    for at, entrant in enumerate(seeded):
        row, table = divmod(at, tables)
        made[table if row % 2 == 0 else tables - 1 - table].append(entrant)
    return made
