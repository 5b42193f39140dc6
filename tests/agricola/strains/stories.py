"""Scenes with a past: a laid-out scene begins a match, so that answers can be undone."""

from collections.abc import Sequence
from typing import Self

from tests.agricola.situations import Scene
from tilth_rules.agricola.game import Agricola
from tilth_rules.agricola.options import Options
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Measure, Record, ScriptedChance, Step, Table


class LaidOut(Agricola):
    """Agricola from the middle of a match on."""

    def __init__(self, state: State, steps: Sequence[Step]) -> None:
        self.first = state.clone()
        self.begins = tuple(steps)

    def start(self, options: Options, seats: int) -> tuple[State, Sequence[Step]]:
        return self.first.clone(), self.begins


class Story(Scene):
    """A scene that keeps its records. Use `begin` in place of `run`."""

    def begin(self, *steps: Step) -> Self:
        game = LaidOut(self.state, steps)
        self._table = Table(game, self.options, self.seats, ScriptedChance())
        self.records: list[Record] = []
        self.before = [seat.goods[:] for seat in self.state.seats]
        self.events = []
        self._tell(self.table.start())
        return self

    def answer(self, seat: int, *picks: int) -> Self:
        taken = len(picks) == 1 and picks[0] in self.table.offered.get(seat, ())
        measured = isinstance(self.table.open[seat], Measure) and not taken
        self._tell(self.table.answer(seat, (), picks) if measured else self.table.answer(seat, picks))
        return self

    def undo(self, seat: int) -> Self:
        """Undo the seat's last answer."""
        self._table, record = self.table.undo(seat, self.records)
        self._tell(record)
        return self

    def _tell(self, record: Record | None) -> None:
        assert record is not None
        self.records.append(record)
        self.state = self.table.state
