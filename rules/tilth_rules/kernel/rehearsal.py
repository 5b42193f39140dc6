"""Rehearsals: run steps on a clone of the state to see what they would do and ask.

Some rules look ahead: a space may be entered if the forced effects of entering lead to something that can be done
there. Such a rule rehearses the same steps that will act, so that it always agrees with them.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NoReturn, Self

from tilth_rules.kernel.base import Choose, Decision, Event, Step
from tilth_rules.kernel.control import Control
from tilth_rules.kernel.game import Game

DEEP: Final = 4
"""The number of questions in a row that `outcomes` follows. Each of them multiplies the answers to try."""


class Unforeseeable(Exception):
    """Raised if the next event depends on chance, on an outside fact, on another seat, or on something hidden."""


class _Excerpt(Game):
    """A stand-in for a game that starts with a given state and given steps, and has no offers."""

    name = ""
    version = 0

    def start(self, options: Any, seats: int) -> tuple[Any, Sequence[Step]]:
        """Return the given state and the given steps."""
        state, steps = options
        return state, steps


class _NoChance:
    """A source of chance for rehearsals, which cannot foresee a draw."""

    def draw(self, purpose: str, place: int, count: int) -> NoReturn:
        """Raise Unforeseeable, because the outcome of a draw is not known."""
        raise Unforeseeable(purpose)


def _no_fact(question: Any) -> NoReturn:
    """Raise Unforeseeable: the port for outside facts in a rehearsal."""
    raise Unforeseeable(repr(question))


EXCERPT: Final = _Excerpt()
NO_CHANCE: Final = _NoChance()


class Rehearsal(Control):
    """A stand-in for a table: its steps act on a clone of the state until they ask `seat` something, or none is left.

    A rehearsal uses only what `viewer` sees and what `seat` can answer. If that is not enough to continue, making the
    rehearsal or answering in it raises Unforeseeable.
    """

    __slots__ = ("seat", "viewer")

    def __init__(self, state: Any, steps: Sequence[Step], seats: int, seat: int, viewer: int) -> None:
        super().__init__(
            EXCERPT, (state.clone(), steps), seats, NO_CHANCE, outside=_no_fact, journal=False, trails=False
        )
        self.seat = seat
        self.viewer = viewer
        self._run_to_next_decision()
        self._stop_at_others()

    @property
    def decision(self) -> Decision | None:
        """The open decision of the seat; None if no step is left."""
        return self.open.get(self.seat)

    def after(self, picks: Sequence[int]) -> Self:
        """Return a rehearsal of what follows an answer. This one does not change, so other answers can be tried."""
        twin = self.clone()
        twin._accept(self.seat, picks, None)
        twin._stop_at_others()
        return twin

    def clone(self, state: Any = None) -> Self:
        """Return an equal and independent rehearsal, around another state if one is given."""
        twin = super().clone(state)
        twin.seat = self.seat
        twin.viewer = self.viewer
        return twin

    def emit(self, event: Event) -> None:
        """Apply the event, or raise Unforeseeable if the viewer does not see all of it."""
        if event.hidden and event.seen_by(self.viewer) != event:
            raise Unforeseeable(type(event).__name__)
        super().emit(event)

    def fork(self, *lanes: tuple[tuple[int, ...], tuple[Step, ...]], sealed: bool = False) -> NoReturn:
        """Raise Unforeseeable: the answers of other lanes are not known."""
        raise Unforeseeable("lanes")

    def _stop_at_others(self) -> None:
        """Raise Unforeseeable if a step asks another seat."""
        if any(seat != self.seat for seat in self.open):
            raise Unforeseeable("another seat is asked")


def outcomes(
    state: Any, steps: Sequence[Step], seats: int, seat: int, viewer: int, deep: int = DEEP
) -> Iterator[Any]:
    """Yield the states that these steps can lead to, for different answers of the seat, as far as the viewer can tell.

    For each question every single option is tried, and the empty answer if it is allowed. If a question needs several
    picks, only its default answer is tried. At most `deep` questions in a row are followed.
    """
    try:
        yield from _ends(Rehearsal(state, steps, seats, seat, viewer), deep)
    except Unforeseeable:
        return


def _ends(rehearsal: Rehearsal, deep: int) -> Iterator[Any]:
    """Yield the states at the end of a rehearsal, for different answers to at most `deep` more questions."""
    decision = rehearsal.decision
    if decision is None:
        yield rehearsal.state
    elif deep:
        for picks in _tried(decision):
            try:
                yield from _ends(rehearsal.after(picks), deep - 1)
            except Unforeseeable:
                continue


def _tried(decision: Decision) -> list[tuple[int, ...]]:
    """Return the answers to a decision that `outcomes` tries."""
    if not isinstance(decision, Choose) or decision.min_picks > 1:
        return [decision.default_answer()]
    singles = [(option,) for option in decision.options] if decision.max_picks else []
    return [*singles, ()] if decision.min_picks == 0 else [*singles]
