"""Every law of the promises, held against any game over random play. One call: `conforms(game, ...)`.

A game is done when it conforms in every mix of its options, when its rulebook's examples pass, and when
its golden playthroughs cover every mode. Each law is a function whose docstring is the promise it holds.
"""

from random import Random
from typing import Any

from tilth_rules.conformance import bounds, history, secrecy
from tilth_rules.conformance.broken import Broken, accepted, digest
from tilth_rules.kernel import EVERYTHING, SPECTATOR, Game, Outside, Record, Seeded, Table, nothing_outside
from tilth_rules.randomly import Picks, inside

__all__ = ["Broken", "Play", "conforms"]

UNDO = 0.15
RESUME = 0.05
PAST_STATES = 12


def conforms(
    game: Game,
    options: Any,
    seats: int,
    seed: int,
    *,
    ask_outside: Outside = nothing_outside,
    thorough: bool = True,
) -> "Play":
    """Play one match at random, all laws watching. Gives the play, for whoever wants to count what it saw.

    Without `thorough` the laws that try every answer out in other worlds are left out (ten times as fast).
    """
    game.check(options, seats)
    play = Play(game, options, seats, seed, ask_outside, thorough)
    play.run()
    return play


class Play:
    """One random match under the eyes of the laws."""

    def __init__(
        self, game: Game, options: Any, seats: int, seed: int, ask_outside: Outside, thorough: bool
    ) -> None:
        self.game = game
        self.random = Random(seed)
        self.chance = Seeded(self.random.randbytes(32))
        self.thorough = thorough
        self.table = Table(game, options, seats, self.chance, outside=ask_outside)
        self.folded: Any = game.start(options, seats)[0]
        self.records: list[Record] = []
        self.undone = 0
        self._fork: tuple[Table, list[tuple[int, Picks]]] | None = None
        self._past: list[tuple[Any, bytes]] = []
        self._goods: dict[str, int] = {}

    def run(self) -> None:
        start = self.table.start()
        assert start is not None
        self._keep(start)
        self._goods = self.game.counts(self.table.state)
        self._watch_lanes()
        while not self.table.over:
            if len(self.records) > self.game.bound:
                raise Broken("the match ends", f"still going after {self.game.bound} records")
            if not self.table.open:
                raise Broken("the match ends", "nobody is asked, and the match is not over")
            self._one_answer()
        if self.game.result(self.table.state) is None:
            raise Broken("the match ends", "over, but without a result")
        history.goes_on_from(self.table, self.records)

    def _one_answer(self) -> None:
        table, random = self.table, self.random
        seat = random.choice(table.waiting)
        decision = table.open[seat]
        picks = inside(decision, random, table.offered.get(seat, ()))
        bounds.asking_again_gives_the_same(table)
        bounds.options_name_moves(table, decision)
        if self.thorough:
            bounds.default_is_inside(table, decision)
            bounds.outside_is_refused(table, decision, random)
            secrecy.nothing_hidden_shows(table, seat, picks, random)
            secrecy.batches_spy_on_nothing(table, seat, picks, random)
        before, before_digest = table.clone(), digest(table.state)
        self._keep(accepted(table, seat, picks))
        if digest(before.state) != before_digest:
            raise Broken("a clone is independent", "answering changed a clone made before")
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

    def _keep(self, record: Record) -> None:
        self.records.append(record)
        for event in record.events:
            if type(event) not in self.game.events:
                raise Broken("events are listed", f"{type(event).__name__} is not in {self.game.name}.events")
            event.apply(self.folded)

    def _take_back(self, before: Table) -> None:
        self.table, record = history.undo_restores(before, self.table, self.records)
        self.folded = self.table.state.clone()
        self.records.append(record)
        self.undone += 1
        self._fork = None

    def _watch_lanes(self) -> None:
        """Where lanes open, remember the table; where they join, hold it against other orders."""
        table = self.table
        forked = any(thread.seats for thread in self.records[-1].waiting)
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
            raise Broken("fold == live", f"after record {self.records[-1]}")

    def goods_are_conserved(self) -> None:
        """What the box holds is somewhere."""
        counts = self.game.counts(self.table.state)
        if counts != self._goods:
            changed = {name: n for name, n in counts.items() if self._goods.get(name) != n}
            raise Broken("goods are conserved", f"{changed} after {self.records[-1]}")

    def past_stays_as_it_was(self) -> None:
        """No later answer, and no look, reaches into an earlier state: each is hashed again."""
        for state, was in self._past:
            if digest(state) != was:
                raise Broken("a clone is independent", f"{self.records[-1].cause} changed an earlier state")
        clone = self.table.state.clone()
        if clone != self.table.state:
            raise Broken("a clone is equal", "to the state it was made from")
        for viewer in (EVERYTHING, SPECTATOR, *range(self.table.seats)):
            self.game.view(self.table.state, viewer)
        if clone != self.table.state:
            raise Broken("looking changes nothing", "a view changed the state")
        self._past.append((clone, digest(clone)))
        if len(self._past) > PAST_STATES:
            del self._past[self.random.randrange(PAST_STATES)]
