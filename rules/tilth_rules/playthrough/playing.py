"""Random matches that follow from a seed."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from tilth_rules.kernel import Decision, Game, Outside, Record, SeededChance, Table, nothing_outside
from tilth_rules.kernel.base import Step
from tilth_rules.random_play import inside

Habit = Callable[[Decision, Any, Random], tuple[int, ...] | None]
"""A function that returns the answer to a decision in a state; None leaves the answer to chance."""


class Answered(NamedTuple):
    """A decision of a seat, and the answer to it."""

    step: Step
    decision: Decision
    offers: tuple[int, ...]
    picks: tuple[int, ...]
    numbers: tuple[int, ...]


class Playthrough:
    """One match that is played at random from a seed."""

    def __init__(
        self,
        game: Game,
        options: Any,
        seats: int,
        seed: int,
        *,
        ask_outside: Outside = nothing_outside,
        undo: float = 0.02,
        habit: Habit = lambda decision, state, random: None,
    ) -> None:
        game.check(options, seats)
        self.game = game
        self.options = options
        self.seed = seed
        self.random = Random(seed)
        self.undo = undo
        self.habit = habit
        self.last_round: int | None = None
        """The round after which the match breaks off; None to play to its end."""
        self.chance = SeededChance(self.random.randbytes(32))
        self.table = Table(game, options, seats, self.chance, outside=ask_outside)
        self.records: list[Record] = []
        self.goods: list[Mapping[str, int]] = []
        """The sums of goods after each record (`Game.conserved`)."""

    @property
    def round(self) -> int:
        """The round being played."""
        return self.game.round(self.table.state)

    @property
    def broken_off(self) -> bool:
        """True if the match broke off after `last_round`."""
        return self.last_round is not None and self.round > self.last_round

    def play(self) -> Iterator[tuple[Record, Answered | None]]:
        """Play the match. Yield each record with the answer that caused it, or None for the set-up and an undo."""
        start = self.table.start()
        assert start is not None
        yield self._kept(start), None
        while not self.table.over and not self.broken_off:
            seat = self.random.choice(self.table.pending_seats)
            record, answered = self._answer(seat)
            yield self._kept(record), answered
            if self.table.undoable(seat) == record.number and self.random.random() < self.undo:
                self.table, undone = self.table.undo(seat, self.records)
                yield self._kept(undone), None

    def _answer(self, seat: int) -> tuple[Record, Answered]:
        """Give a random answer for a seat. Return the record, and the answer."""
        table, random = self.table, self.random
        decision, offers, step = table.open[seat], tuple(table.offered.get(seat, ())), table.step_of(seat)
        liked = self.habit(decision, table.state, random)
        picks, numbers = (liked, ()) if liked is not None else inside(decision, random, offers)
        record = table.answer(seat, picks, numbers)
        assert record is not None
        return record, Answered(step, decision, offers, picks, numbers)

    def _kept(self, record: Record) -> Record:
        """Append a record to the records of the match, note the sums of goods after it, and return the record."""
        self.records.append(record)
        self.goods.append(self.game.conserved(self.table.state))
        return record
