"""A bracket: entrants with lives. The worse half of each table loses one. A knockout is played as a bracket.

The state of a bracket is computed from the tournament's rounds each time. The lives after a round follow from the lives
before it and the results, so no lives are recorded.

The entrants of a table are ranked by points over its games, then by games won alone, then by points in play (the sum of
their shares of each game's scores), then by seed. Void games count for nothing. An entrant who withdraws during a round
comes last at their table, whatever was played there; one who withdraws between rounds is out. An entrant who forfeited
every game of a table loses a life there, even if all others did so, too: nobody advances without having played.

If the settings allow further sets, a table whose points are equal between the last entrant who advances and the first
who does not plays one set more, and so on, before wins and the rest decide. So does a table whose games are all void. A
table with an entrant who has withdrawn plays no further set. These sets are paired when all games of the round have
ended, so that deals do not depend on the order of results. They are pairings of the same round and table.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

import msgspec
from msgspec.structs import replace

from tilth_server.tournaments.formats.bracket_sizes import PlannedTable, planned_tables, tables_per_round
from tilth_server.tournaments.formats.format import Finished, Table, Tables, Wait
from tilth_server.tournaments.formats.table_swaps import with_fewer_rematches
from tilth_server.tournaments.paired_tables import meetings_of, score_shares, tables_of
from tilth_server.tournaments.pairing import Pairing, Round
from tilth_server.tournaments.points import games_per_set, games_per_table
from tilth_server.tournaments.tournament import LAST_SEAT_WINS, Tournament

PARTS: Final = 24
"""Points are whole numbers of these, at tables of up to five."""


class BracketState(msgspec.Struct):
    """A bracket after a number of rounds."""

    seeds: dict[int, int]
    """Seeds by entrant, from 0 for the best."""
    lost: dict[int, int]
    """Lives lost, by entrant who is still in, the best seeded first."""
    out: dict[int, int]
    """The round in which each other entrant went out."""
    byes: Counter[int]
    """Number of byes by entrant."""
    rounds: int = 0
    """Number of finished rounds."""

    def counts(self, lives: int) -> list[int]:
        """Return how many of the entrants who are still in have lost 0, 1 ... lives."""
        lost = Counter(self.lost.values())
        return [lost[each] for each in range(lives)]


class Bracket(msgspec.Struct):
    """A bracket in a tournament: it pairs its entrants round after round, and ranks them."""

    tournament: Tournament
    field: Sequence[int]
    """Entrants of the bracket, the best seeded first."""
    lives: int
    """Number of lives that an entrant begins with."""
    stage: int = 0
    """Stage of the tables of unbeaten entrants; each lost life adds one."""
    before: int = 0
    """The last round before the bracket; 0 if the bracket begins with the first."""
    max_further_sets: int = 0
    """Number of sets that an undecided table plays beyond those of the settings, at most."""

    @property
    def seats(self) -> int:
        """The number of seats of a table."""
        return self.tournament.settings.table_seats

    def next(self) -> Tables | Wait | Finished:
        """Return the tables of the next round; Wait while a round is being played; Finished if none can follow."""
        further = self._further_tables()
        if further:
            return Tables(self.tournament.last_round, further)
        if self.is_playing():
            return Wait()
        state = self.state()
        planned = planned_tables(state.counts(self.lives), self.seats)
        seated = self._seated_entrants(state, planned)
        if not planned or any(len(table) < self.seats for table in seated):
            return Finished()
        tables = [Table(table, self.stage + each.lost) for table, each in zip(seated, planned, strict=True)]
        sitting = {entrant for table in seated for entrant in table}
        return Tables(
            self.tournament.last_round + 1, tables, [each for each in state.lost if each not in sitting]
        )

    def is_playing(self) -> bool:
        """Return whether a round of the bracket is being played, or has a table that plays a further set."""
        return self.state().rounds < sum(1 for _ in self._rounds())

    def round_count(self) -> int:
        """Return the number of rounds of the bracket, if nobody withdraws."""
        state = self.state()
        return state.rounds + len(tables_per_round(state.counts(self.lives), self.seats))

    def tables_to_come(self) -> list[int]:
        """Return the number of tables of each unfinished round, the round being played first."""
        return tables_per_round(self.state().counts(self.lives), self.seats)

    def games_to_come(self) -> int:
        """Return how many games of the bracket are not paired yet, if nobody withdraws."""
        tables = islice(self.tables_to_come(), 1 if self.is_playing() else 0, None)
        return sum(tables) * games_per_table(self.tournament.settings)

    def write_stages(self, stages: list[str]) -> None:
        """Set the stage of each entrant of the bracket, by entrant: "winner" for the only one who is in, "in" for each
        of several, "out in round 3" for the others.
        """
        state = self.state()
        for entrant in state.lost:
            stages[entrant] = "winner" if len(state.lost) == 1 else "in"
        for entrant, number in state.out.items():
            stages[entrant] = f"out in round {number}"

    def rank(self) -> list[list[int]]:
        """Return classes of entrants: those who are in, by lost lives; then the others, by the round they went out in,
        the last first."""
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

    def state(self) -> BracketState:
        """Return the state after the finished rounds."""
        state = self._initial_state()
        for played in self._rounds():
            if not self._play_round(state, played):
                break
        return state

    def history(self) -> Iterator[tuple[Round, BracketState, BracketState | None]]:
        """Yield each round with the states before and after it; the last round has none after it while it is being
        played.
        """
        state = self._initial_state()
        for played in self._rounds():
            before = replace(state, lost={**state.lost}, out={**state.out}, byes=Counter(state.byes))
            has_ended = self._play_round(state, played)
            yield played, before, state if has_ended else None

    def _initial_state(self) -> BracketState:
        """Return the state before the first round."""
        seeds = {entrant: seed for seed, entrant in enumerate(self.field)}
        state = BracketState(seeds, dict.fromkeys(self.field, 0), {}, Counter())
        self._remove_withdrawn(state, self.before)
        return state

    def _play_round(self, state: BracketState, played: Round) -> bool:
        """Apply the next round to the state. Return False, and change nothing, if it has not ended or needs a further
        set.
        """
        if not played.has_ended or self._undecided_tables(state, played):
            return False
        self._apply_round(state, played)
        state.rounds += 1
        return True

    def _rounds(self) -> Iterable[Round]:
        """Return the rounds that were paired for this bracket, in order."""
        return (each for each in self.tournament.rounds if each.number > self.before)

    def _further_tables(self) -> list[Table]:
        """Return the tables that play a further set now: none while games of the round are being played."""
        if not self.max_further_sets:
            return []
        state = self.state()
        playing = next(islice(self._rounds(), state.rounds, None), None)
        if playing is None or not playing.has_ended:
            return []
        return self._undecided_tables(state, playing)

    def _undecided_tables(self, state: BracketState, played: Round) -> list[Table]:
        """Return the tables of an ended round that points do not decide and that may play a further set. `state` is the
        one before that round.

        A correction after the end of the tournament leads to no further set, and neither does one of an earlier round.
        """
        ended = self.tournament.state.has_ended or played.number < self.tournament.last_round
        if not self.max_further_sets or ended:
            return []
        tables, settings = tables_of(played), self.tournament.settings
        undecided = []
        for number, planned in enumerate(planned_tables(state.counts(self.lives), self.seats), 1):
            games = tables.get(number, [])
            sets = len(games) // games_per_set(settings)
            may_play = sets < max(1, settings.sets) + self.max_further_sets
            if may_play and not self._is_decided(state, games, planned, played.number):
                undecided.append(Table(tuple(sorted(games[0].seats)), games[0].stage, number, sets))
        return undecided

    def _is_decided(
        self, state: BracketState, games: Sequence[Pairing], planned: PlannedTable, number: int
    ) -> bool:
        """Return whether points decide at a table of round `number` who advances. A table with an entrant who has
        withdrawn counts as decided, because nobody can take that seat; so does one where forfeits of all games decide.
        """
        seated = games[0].seats if games else ()
        if not seated or any(self.tournament.entrants[each].withdrawn for each in seated):
            return True
        order = self.table_ranking(state, games, number)
        edge = [*order[: -planned.losers][-1:], *order[-planned.losers :][:1]]
        if len(edge) < 2 or not self._forfeited_all_games(games).isdisjoint(edge):
            return True
        points, _, _ = self.table_totals(games)
        return points[edge[0]] != points[edge[1]]

    def _apply_round(self, state: BracketState, played: Round) -> None:
        """Take lives, and count byes, by the results of a finished round."""
        tables = tables_of(played)
        for number, planned in enumerate(planned_tables(state.counts(self.lives), self.seats), 1):
            games = tables.get(number, [])
            order = self.table_ranking(state, games, played.number)
            losers = set(order[-planned.losers :])
            for loser in losers | (self._forfeited_all_games(games) & state.lost.keys()):
                state.lost[loser] += 1
        for entrant in [each for each, lost in state.lost.items() if lost >= self.lives]:
            del state.lost[entrant]
            state.out[entrant] = played.number
        state.byes.update(played.byes)
        self._remove_withdrawn(state, played.number)

    def _forfeited_all_games(self, games: Sequence[Pairing]) -> set[int]:
        """Return the entrants who forfeited every one of a table's games; nobody in a tournament of older forfeit
        rules.
        """
        if self.tournament.forfeit_rules < LAST_SEAT_WINS or not games:
            return set()
        lost = [{game.seats[seat] for seat in game.forfeits} for game in games]
        return set.intersection(*lost)

    def _remove_withdrawn(self, state: BracketState, number: int) -> None:
        """Move the entrants out of the bracket who had withdrawn by the end of round `number`, as out in that round, or
        in the bracket's first round if it had not begun.
        """
        for entrant in [
            each for each in state.lost if not self.tournament.entrants[each].is_active_after(number)
        ]:
            del state.lost[entrant]
            state.out[entrant] = max(number, self.before + 1)

    def table_ranking(self, state: BracketState, games: Sequence[Pairing], number: int) -> list[int]:
        """Return the entrants of a table who are still in, the best first."""
        points, won, scored = self.table_totals(games)
        seated = games[0].seats if games else ()
        return sorted(
            (each for each in seated if each in state.lost),
            key=lambda each: (
                not self.tournament.entrants[each].is_active_after(number),
                -points[each],
                -won[each],
                -round(scored.get(each, 0.0), 9),
                state.seeds[each],
            ),
        )

    def table_totals(self, games: Sequence[Pairing]) -> tuple[Counter[int], Counter[int], dict[int, float]]:
        """Return by entrant the points at a table, in PARTS of one, the games won alone, and the points in play."""
        points, won, scored = Counter[int](), Counter[int](), dict[int, float]()
        for game in games:
            if not game.state.counts:
                continue
            for seat, (entrant, got, share) in enumerate(
                zip(game.seats, game.points(), score_shares(self.tournament, game), strict=True)
            ):
                points[entrant] += round(PARTS * got)
                won[entrant] += game.places[seat] == 1 and game.places.count(1) == 1
                scored[entrant] = scored.get(entrant, 0.0) + share
        return points, won, scored

    def _seated_entrants(self, state: BracketState, planned: Sequence[PlannedTable]) -> list[tuple[int, ...]]:
        """Return the entrants of each planned table. Byes go to the best seeded of the entrants who had fewest."""
        if planned and planned[0].is_mixed:
            return [self._mixed_table(state, planned[0])]
        seated: list[tuple[int, ...]] = []
        met = meetings_of(self.tournament)
        for lost in range(self.lives):
            tables = sum(each.lost == lost for each in planned)
            level = [each for each in state.lost if state.lost[each] == lost]
            rested = sorted(level, key=lambda each: state.byes[each])
            resting = set(rested[: len(level) - tables * self.seats])
            playing = [each for each in level if each not in resting]
            seated += with_fewer_rematches(
                dealt_in_snake(playing, tables),
                met,
                lambda one, other: abs(state.seeds[one] - state.seeds[other]),
            )
        return seated

    def _mixed_table(self, state: BracketState, planned: PlannedTable) -> tuple[int, ...]:
        """Return the table of the entrants who have lost most lives, the lowest seeded first among equals.

        If too few are in, active entrants who are out fill it, those who went out last first.
        """
        worst = sorted(state.lost, key=lambda each: (-state.lost[each], -state.seeds[each]))[
            : planned.remaining
        ]
        living = [each for each in state.lost if each in worst]
        others = [each.number for each in self.tournament.active() if each.number not in state.lost]
        others.sort(key=lambda each: -state.out.get(each, 0))
        return (*living, *others[: self.seats - planned.remaining])


def dealt_in_snake(seeded: Sequence[int], tables: int) -> list[list[int]]:
    """Return the entrants of each table, dealt in a snake: one to each table from the first to the last, then one to
    each from the last to the first, and so on.
    """
    made: list[list[int]] = [[] for _ in range(tables)]
    for at, entrant in enumerate(seeded):
        row, table = divmod(at, tables)
        made[table if row % 2 == 0 else tables - 1 - table].append(entrant)
    return made
