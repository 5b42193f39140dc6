"""Tests of the laws that every game must keep, over random play. `conforms(game, ...)` runs them all.

A game is done when it conforms in every mix of its options, when its rulebook's examples pass, and when
its golden playthroughs cover every mode. Each law is a function whose docstring is the promise it tests.
"""

from random import Random
from typing import Any

from tilth_rules.conformance import bounds, history, learning, secrecy, twins
from tilth_rules.conformance.broken import LawBroken, accepted, digest
from tilth_rules.conformance.worlds import known_alike_in_worlds, viewers, worlds_continue_from_bytes
from tilth_rules.kernel import (
    EVERYTHING,
    SPECTATOR,
    Encoding,
    Game,
    Outside,
    Record,
    SeededChance,
    Table,
    nothing_outside,
)
from tilth_rules.random_play import Picks, inside

__all__ = ["LawBroken", "RandomMatch", "conforms"]

UNDO = 0.15
RESUME = 0.05
THINK = 0.03
"""The chance that a world is continued from its bytes, and that what is asked and seen is encoded."""
PICK = 0.2
"""The chance that an answer is given pick by pick."""
PAST_STATES = 12


def conforms(
    game: Game,
    options: Any,
    seats: int,
    seed: int,
    *,
    ask_outside: Outside = nothing_outside,
    thorough: bool = True,
) -> "RandomMatch":
    """Play one match at random and test all laws. Return the match that was played, with its records.

    Raises LawBroken if the game breaks a law. Without `thorough`, the laws that repeat every answer in other worlds are
    left out; that is ten times as fast.
    """
    game.check(options, seats)
    play = RandomMatch(game, options, seats, seed, ask_outside, thorough)
    play.run()
    return play


class RandomMatch:
    """One match that is played at random while the laws are tested."""

    def __init__(
        self, game: Game, options: Any, seats: int, seed: int, ask_outside: Outside, thorough: bool
    ) -> None:
        self.game = game
        self.random = Random(seed)
        self.chance = SeededChance(self.random.randbytes(32))
        self.thorough = thorough
        self.table = Table(game, options, seats, self.chance, outside=ask_outside)
        self.folded: Any = game.start(options, seats)[0]
        self.records: list[Record] = []
        self.undone = 0
        self.rows = learning.Rows(Encoding(game))
        self._fork: tuple[Table, list[tuple[int, Picks]]] | None = None
        self._past: list[tuple[Any, bytes]] = []
        self._goods: dict[str, int] = {}
        self._twin: twins.Twin | None = None

    def run(self) -> None:
        """Play the match to its end at random, and raise LawBroken if a law does not hold on the way."""
        start = self.table.start()
        assert start is not None
        self._keep(start)
        self._goods = self.game.conserved(self.table.state)
        if self.thorough:
            twins.set_up_otherwise(self.table, start, self.random)
        self._watch_lanes()
        while not self.table.over:
            if len(self.records) > self.game.max_records:
                raise LawBroken("the match ends", f"it still runs after {self.game.max_records} records")
            if not self.table.open:
                raise LawBroken("the match ends", "no seat is asked, and the match has not ended")
            self._one_answer()
        if self.game.result(self.table.state) is None:
            raise LawBroken("the match ends", "it ended without a result")
        bounds.score_rows_add_up(self.game, self.table.state)
        if self.thorough:
            for viewer in viewers(self.table):
                known = self.game.knowledge(self.table.state, viewer)
                if self._twin is not None:
                    self._twin.unseen_leaves_no_trace(viewer, known)
                known_alike_in_worlds(self.table, viewer, known, self.random)
            self.rows.are_made_again_by(Encoding(self.game))
        history.goes_on_from(self.table, self.records)

    def _one_answer(self) -> None:
        """Give a random answer of a random seat, and test the laws before and after it."""
        table, random = self.table, self.random
        seat = random.choice(table.pending_seats)
        decision = table.open[seat]
        picks = inside(decision, random, table.offered.get(seat, ()))
        bounds.asking_again_gives_the_same(table)
        moves = bounds.options_name_moves(table, decision)
        if random.random() < PICK:
            learning.picks_lead_to_legal_answers(table, decision, picks, random)
        if self.thorough:
            if random.random() < THINK:
                self.rows.note(moves, self.game.view(table.state, seat))
                worlds_continue_from_bytes(table, random.choice(viewers(table)), random)
            bounds.default_is_inside(table, decision)
            bounds.outside_is_refused(table, decision, random)
            secrecy.nothing_hidden_shows(table, seat, picks, self._twin, random)
        before, before_digest = table.clone(), digest(table.state)
        self._keep(accepted(table, seat, picks))
        if self.thorough:
            self._play_twin(before, picks)
        if digest(before.state) != before_digest:
            raise LawBroken("a clone is independent", "answering changed a clone made before")
        self.fold_is_live()
        self.goods_are_conserved()
        self.past_stays_as_it_was()
        if self._fork is not None:
            self._fork[1].append((seat, picks))
        self._watch_lanes()
        if random.random() < UNDO and table.undoable(seat) == self.records[-1].number:
            self._take_back(before)
        if random.random() < RESUME:
            upto = random.randint(1, len(self.records))
            history.goes_on_from(self.table, self.records[:upto])
            bounds.score_rows_add_up(self.game, self.table.state)

    def _keep(self, record: Record) -> None:
        """Append a record, and apply its events to the second state, which is only the fold of the events. Raise
        LawBroken if an event is not listed by the game."""
        self.records.append(record)
        for event in record.events:
            if type(event) not in self.game.events:
                raise LawBroken(
                    "events are listed", f"{type(event).__name__} is not in {self.game.name}.events"
                )
            event.apply(self.folded)

    def _take_back(self, before: Table) -> None:
        """Undo the last answer, and test that this restores the table `before` it."""
        self.table, record = history.undo_restores(before, self.table, self.records)
        self.folded = self.table.state.clone()
        self.records.append(record)
        self.undone += 1
        self._fork = None
        self._twin = None

    def _play_twin(self, before: Table, picks: Picks) -> None:
        """Give the answer at the twin table, too, or make a new twin if no viewer takes the present one for this
        table."""
        record = self.records[-1]
        if self._twin is not None and self._twin.viewers:
            self._twin.follow(self.table, record, record.cause.seat, picks)
        else:
            self._twin = twins.split(before, self.table, record, picks, self.random)

    def _watch_lanes(self) -> None:
        """Keep a copy of the table when lanes open. When they join, repeat their answers in other orders."""
        table = self.table
        forked = any(change.seats for change in self.records[-1].stack_changes)
        if self._fork is not None and (forked or table.lanes is None):
            start, given = self._fork
            self._fork = None
            for _ in range(2):
                history.lanes_commute(start, given, table, self.random)
        if forked and table.lanes is not None:
            self._fork = (table.clone(), [])

    def fold_is_live(self) -> None:
        """The state is the fold of the events, nothing else."""
        if self.folded != self.table.state:
            raise LawBroken("fold == live", f"after record {self.records[-1]}")

    def goods_are_conserved(self) -> None:
        """No good appears or disappears: the sums of `Game.conserved` stay the same."""
        counts = self.game.conserved(self.table.state)
        if counts != self._goods:
            changed = {name: n for name, n in counts.items() if self._goods.get(name) != n}
            raise LawBroken("goods are conserved", f"{changed} after {self.records[-1]}")

    def past_stays_as_it_was(self) -> None:
        """Raise LawBroken if a later answer or a view has changed an earlier state. The last states are kept and hashed
        again to test that."""
        for state, was in self._past:
            if digest(state) != was:
                raise LawBroken(
                    "a clone is independent", f"{self.records[-1].cause} changed an earlier state"
                )
        clone = self.table.state.clone()
        if clone != self.table.state:
            raise LawBroken("a clone is equal", "to the state it was made from")
        for viewer in (EVERYTHING, SPECTATOR, *range(self.table.seats)):
            self.game.view(self.table.state, viewer)
        if clone != self.table.state:
            raise LawBroken("looking changes nothing", "a view changed the state")
        self._past.append((clone, digest(clone)))
        if len(self._past) > PAST_STATES:
            del self._past[self.random.randrange(PAST_STATES)]
