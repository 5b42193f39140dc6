"""A dry run: what steps would do and ask, without any of it having happened.

A rule sometimes looks ahead: a space may be entered if what must happen on entering leads to something that can be
done there. Such a rule rehearses the very steps that will act, so that it always agrees with them.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NoReturn, Self

from tilth_rules.kernel.base import Choose, Decision, Event, Step
from tilth_rules.kernel.control import Control
from tilth_rules.kernel.game import Game

DEEP: Final = 4
"""Questions in a row that are followed; every one of them multiplies what has to be tried."""


class Unforeseeable(Exception):
    """What comes next depends on chance, on a fact from outside, on another seat, or on something hidden."""


class _Excerpt(Game):
    """No game but some steps of one: it starts where it is told, and no offers ride on what it asks."""

    def start(self, options: Any, seats: int) -> tuple[Any, Sequence[Step]]:
        state, steps = options
        return state, steps


class _NoChance:
    def draw(self, purpose: str, place: int, count: int) -> NoReturn:
        raise Unforeseeable(purpose)


def _no_fact(question: Any) -> NoReturn:
    raise Unforeseeable(repr(question))


EXCERPT: Final = _Excerpt()
NO_CHANCE: Final = _NoChance()


class Rehearsal(Control):
    """What stands in for a table: steps act on a clone of the state until they ask `seat` something, or are through.

    Whoever rehearses knows what `viewer` sees and what `seat` can answer. Where that is not enough to go on, making the
    rehearsal or answering in it raises Unforeseeable.
    """

    __slots__ = ("seat", "viewer")

    def __init__(self, state: Any, steps: Sequence[Step], seats: int, seat: int, viewer: int) -> None:
        super().__init__(
            EXCERPT, (state.clone(), steps), seats, NO_CHANCE, outside=_no_fact, journal=False, trails=False
        )
        self.seat = seat
        self.viewer = viewer
        self._go()
        self._stop_at_others()

    @property
    def asked(self) -> Decision | None:
        """What the seat is asked; None when the steps are through."""
        return self.open.get(self.seat)

    def after(self, picks: Sequence[int]) -> Self:
        """The rehearsal of what follows an answer. This one stays where it is, for other answers."""
        twin = self.clone()
        twin._accept(self.seat, picks, None)
        twin._stop_at_others()
        return twin

    def clone(self) -> Self:
        twin = super().clone()
        twin.seat = self.seat
        twin.viewer = self.viewer
        return twin

    def emit(self, event: Event) -> None:
        if event.hidden and event.seen_by(self.viewer) != event:
            raise Unforeseeable(type(event).__name__)
        super().emit(event)

    def fork(self, *lanes: tuple[tuple[int, ...], tuple[Step, ...]], sealed: bool = False) -> NoReturn:
        raise Unforeseeable("lanes")

    def _stop_at_others(self) -> None:
        if any(seat != self.seat for seat in self.open):
            raise Unforeseeable("another seat is asked")


def outcomes(
    state: Any, steps: Sequence[Step], seats: int, seat: int, viewer: int, deep: int = DEEP
) -> Iterator[Any]:
    """The states that these steps can lead to by what the seat answers, as far as the viewer can foresee them.

    Of each question every option is tried by itself, and no option where none need be picked; where several have to
    be, the default answer stands for all.
    """
    try:
        yield from _ends(Rehearsal(state, steps, seats, seat, viewer), deep)
    except Unforeseeable:
        return


def _ends(rehearsal: Rehearsal, deep: int) -> Iterator[Any]:
    decision = rehearsal.asked
    if decision is None:
        yield rehearsal.state
    elif deep:
        for picks in _tried(decision):
            try:
                yield from _ends(rehearsal.after(picks), deep - 1)
            except Unforeseeable:
                continue


def _tried(decision: Decision) -> list[tuple[int, ...]]:
    if not isinstance(decision, Choose) or decision.least > 1:
        return [decision.default_answer()]
    singles = [(option,) for option in decision.options] if decision.most else []
    return [*singles, ()] if decision.least == 0 else [*singles]
