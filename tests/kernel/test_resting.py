"""Lanes that wait for the others: they share out a remainder, one after another, when all others have ended."""

from collections.abc import Sequence
from itertools import permutations
from typing import Any

import msgspec
import pytest

from tilth_rules.conformance import conforms
from tilth_rules.kernel import (
    Act,
    Ask,
    AwaitLanes,
    Choose,
    Event,
    Game,
    Move,
    Refused,
    Result,
    SeededChance,
    Step,
    Table,
)

DIP, DONE = 1, 2
EACH = 2
"""The litres that each seat may draw while the others draw. For more, it waits until they have ended."""


class State(msgspec.Struct):
    seats: int
    water: int
    buckets: list[int]
    own: list[int]

    def clone(self) -> "State":
        return State(self.seats, self.water, self.buckets[:], self.own[:])


class WaterDrawn(Event):
    seat: int
    litres: int
    own: bool

    def apply(self, state: State) -> None:
        state.buckets[self.seat] += self.litres
        state.water -= self.litres
        state.own[self.seat] -= self.own


class Dipped(Move):
    option: int


class Draw(Ask, tag=1):
    """Draw as often as you like. The well gives each seat two litres; what is left is drawn when all others have
    ended."""

    seat: int

    def ask(self, state: State) -> Choose:
        return Choose(self.seat, "dip", (DIP, DONE), default=(DONE,))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        if picks[0] == DONE:
            return
        if table.state.own[self.seat]:
            table.emit(WaterDrawn(self.seat, 1, own=True))
            table.then(self)
        else:
            table.then(DrawLast(self.seat), self)

    @classmethod
    def move(cls, option: int) -> Move:
        return Dipped(option)


class DrawLast(AwaitLanes, tag=2):
    """Half of what is left, rounded up."""

    seat: int

    def act(self, table: Table) -> None:
        table.emit(WaterDrawn(self.seat, (table.state.water + 1) // 2, own=False))


class Open(Act, tag=3):
    def act(self, table: Table) -> None:
        seats = table.state.seats
        table.fork(*(((seat,), (Draw(seat),)) for seat in reversed(range(seats))))
        table.then(Last())


class OpenDry(Act, tag=4):
    """Every lane begins by waiting for the others."""

    def act(self, table: Table) -> None:
        seats = table.state.seats
        table.fork(*(((seat,), (DrawLast(seat), Draw(seat))) for seat in range(seats)))


class Last(Ask, tag=5):
    def ask(self, state: State) -> Choose:
        return Choose(0, "last", (DONE,))

    def take(self, table: Table, picks: Sequence[int]) -> None:
        pass

    @classmethod
    def move(cls, option: int) -> Move:
        return Dipped(option)


class View(msgspec.Struct, frozen=True):
    water: int
    buckets: tuple[int, ...]


class Well(Game):
    name = "well"
    version = 1
    seats = (2, 3, 4)
    options = View
    events = (WaterDrawn,)
    steps = (Draw, DrawLast, Open, OpenDry, Last)
    moves = (Dipped,)
    views = View
    max_records = 2000
    begins: Step = Open()

    def start(self, options: Any, seats: int) -> tuple[State, Sequence[Step]]:
        return State(seats, 100, [0] * seats, [EACH] * seats), (self.begins,)

    def view(self, state: State, viewer: int) -> View:
        return View(state.water, tuple(state.buckets))

    def result(self, state: State) -> Result | None:
        return Result((1,) * state.seats, tuple(state.buckets))

    def conserved(self, state: State) -> dict[str, int]:
        return {"water": state.water + sum(state.buckets)}


def laid(seats: int, begins: Step | None = None) -> Table:
    well = Well()
    well.begins = begins or Open()
    table = Table(well, None, seats, SeededChance(bytes(32)))
    table.start()
    return table


def dip(table: Table, seat: int, times: int = 1) -> None:
    for _ in range(times):
        table.answer(seat, (DIP,))


def test_a_lane_at_an_await_step_waits_for_all_others() -> None:
    table = laid(3)
    dip(table, 0, EACH + 1)
    assert table.pending_seats == [1, 2]
    with pytest.raises(Refused, match="NO_OPEN_DECISION"):
        table.answer(0, (DONE,))
    table.answer(1, (DONE,))
    assert table.pending_seats == [2]
    table.answer(2, (DONE,))
    assert table.pending_seats == [0]
    assert table.state.buckets[0] == EACH + 49


def test_waiting_lanes_run_one_after_another_in_the_order_they_were_forked() -> None:
    table = laid(3)
    for seat in (0, 2, 1):
        dip(table, seat, EACH + 1)
    assert table.pending_seats == [2], "lanes were opened from the last seat to the first"
    assert table.state.buckets == [2, 2, 49]
    dip(table, 2)
    assert table.state.buckets[2] == 49 + 24, "it waits again, and is still the first"
    table.answer(2, (DONE,))
    assert table.pending_seats == [1]
    table.answer(1, (DONE,))
    table.answer(0, (DONE,))
    assert table.open[0].kind == "last"


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_order_in_which_lanes_begin_to_wait_does_not_matter(order: tuple[int, ...]) -> None:
    table = laid(3)
    for seat in order:
        dip(table, seat, EACH + 1)
    assert table.state.buckets == [2, 2, 49]
    assert table.pending_seats == [2]


def test_all_lanes_may_wait_from_the_start() -> None:
    table = laid(2, OpenDry())
    assert table.pending_seats == [0]
    assert table.state.buckets == [50, 0]
    table.answer(0, (DONE,))
    assert table.state.buckets == [50, 25]


def test_an_answer_after_which_a_lane_waits_cannot_be_undone() -> None:
    table = laid(2)
    dip(table, 0)
    assert table.undoable(0) is not None
    dip(table, 0, EACH)
    assert table.undoable(0) is None
    table.answer(1, (DONE,))
    assert table.undoable(0) is None
    dip(table, 0)
    assert table.undoable(0) is not None, "this time it waited for nobody"


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("begins", [Open(), OpenDry()])
def test_waiting_lanes_keep_the_laws(seats: int, begins: Step) -> None:
    well = Well()
    well.begins = begins
    for seed in range(12):
        conforms(well, View(0, ()), seats, seed)
