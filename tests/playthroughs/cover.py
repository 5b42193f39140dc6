"""The events, questions and steps that the kept matches of a game reach."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple

from tests.playthroughs.setups import Golden, Setup, traced
from tilth_rules.kernel import Event, Game, Undone
from tilth_rules.kernel.base import Step
from tilth_rules.playthrough import Playthrough


class Cover(NamedTuple):
    """The events, questions and steps that some matches have reached."""

    matches: tuple[Playthrough, ...]
    steps: frozenset[type[Step]]
    """Steps that have acted or taken an answer."""
    kinds: frozenset[str]
    """Kinds of decisions that were answered."""

    @property
    def events(self) -> list[Event]:
        return [event for match in self.matches for record in match.records for event in record.events]

    @property
    def has_undo(self) -> bool:
        return any(isinstance(record.cause, Undone) for match in self.matches for record in match.records)


@cache
def cover_of(setups: tuple[Setup, ...]) -> Cover:
    """Play the matches of which lines are kept, and return what they reach."""
    traced.cache_clear()
    steps: set[type[Step]] = set()
    with _steps_taken(setups[0].game, steps):
        kept = [traced(setup) for setup in setups]
    kinds = frozenset(kind for one in kept for kind in one.kinds)
    return Cover(tuple(one.match for one in kept), frozenset(steps), kinds)


class Recorded(NamedTuple):
    """The events and kinds of decisions that the recorded matches of a game show."""

    events: frozenset[str]
    kinds: frozenset[str]


def recorded_in(goldens: Iterable[Golden]) -> Recorded:
    """Return the names of the events, and the kinds of the decisions, that stand in the files."""
    texts = "\n".join(golden.path.read_text() for golden in goldens)
    events = re.findall(r"^    (\w+)(?::|$|   )", texts, re.MULTILINE)
    kinds = re.findall(r"^\d+\. \w+, ([\w-]+)", texts, re.MULTILINE)
    return Recorded(frozenset(events), frozenset(kinds))


@contextmanager
def _steps_taken(game: Game, taken: set[type[Step]]) -> Iterator[None]:
    """Note the class of each step that acts or takes an answer."""
    before = {
        (step, name): step.__dict__[name]
        for step in game.steps
        for name in ("act", "take", "take_from")
        if name in step.__dict__
    }
    for (step, name), method in before.items():
        setattr(step, name, _noting(method, step, taken))
    try:
        yield
    finally:
        for (step, name), method in before.items():
            setattr(step, name, method)


def _noting(method: Callable[..., Any], step: type[Step], taken: set[type[Step]]) -> Callable[..., Any]:
    def noting(self: Step, *given: Any) -> Any:
        taken.add(step)
        return method(self, *given)

    return noting
