"""A dry run: what a space would be good for after the forced cards of whoever enters it have acted."""

from collections.abc import Sequence
from typing import Any, Final

from tilth_rules.agricola.actions.parts import KNOWN
from tilth_rules.agricola.actions.spaces import usable
from tilth_rules.agricola.cards.facts import Facts
from tilth_rules.agricola.cards.steps import CardActs, heard
from tilth_rules.agricola.cards.words import ENTER
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Act, Ask, Choose, Event, Step, Table

DEPTH: Final = 8
"""More steps than any card takes when it acts on entering."""


class Unforeseeable(Exception):
    """Chance is drawn, or something hidden is asked for: a dry run goes no further."""


class Rehearsal:
    """Stands in for a table: steps act on a state of its own, and nothing is recorded."""

    def __init__(self, state: State, steps: Sequence[Step]) -> None:
        self.state = state
        self.steps = list(steps)
        self.seats = len(state.seats)
        self._pending: list[Step] = []

    def emit(self, event: Event) -> None:
        event.apply(self.state)

    def then(self, *steps: Step) -> None:
        self._pending.extend(steps)

    @property
    def pushed(self) -> bool:
        return bool(self._pending)

    def draw(self, purpose: str) -> Any:
        raise Unforeseeable(purpose)

    def fork(self, *lanes: Any, sealed: bool = False) -> None:
        raise Unforeseeable("lanes")

    def run(self, step: Step, picks: Sequence[int] | None = None) -> None:
        table: Table = self  # type: ignore[assignment]  # steps ask no more of a table than what is here
        if isinstance(step, Ask):
            assert picks is not None
            step.take(table, picks)
        elif isinstance(step, Act):
            step.act(table)
        self.steps = self._pending + self.steps
        self._pending = []


def usable_after_entering(state: State, facts: Facts, how: int = KNOWN) -> bool:
    """Whether forced cards make something possible on the space which is not possible yet."""
    if not state.listening[ENTER]:
        return False
    forced = [
        CardActs(call) for call, listener in heard(state, facts.seat, ENTER, facts) if not listener.optional
    ]
    if not forced:
        return False
    try:
        return _leads_to_use(Rehearsal(state.clone(), forced), facts, how, DEPTH)
    except Unforeseeable:
        return False


def _leads_to_use(rehearsal: Rehearsal, facts: Facts, how: int, depth: int) -> bool:
    while rehearsal.steps:
        if not depth:
            return False
        depth -= 1
        step = rehearsal.steps.pop(0)
        if isinstance(step, Ask):
            decision = step.ask(rehearsal.state)
            if isinstance(decision, Choose):
                return any(
                    _leads_to_use(_after(rehearsal, step, (option,)), facts, how, depth)
                    for option in decision.options
                )
            continue
        rehearsal.run(step)
    return usable(rehearsal.state, facts, how)


def _after(rehearsal: Rehearsal, step: Ask, picks: Sequence[int]) -> Rehearsal:
    twin = Rehearsal(rehearsal.state.clone(), rehearsal.steps)
    twin.run(step, picks)
    return twin
