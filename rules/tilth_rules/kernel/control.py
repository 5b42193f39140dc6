"""The machine under a table: where control waits, who is asked, and what steps may call."""

from collections.abc import Sequence
from typing import Any, Self, TypeVar

import msgspec

from tilth_rules.kernel.base import Decision, Event, Step
from tilth_rules.kernel.chance import Chance, Draw
from tilth_rules.kernel.game import Game
from tilth_rules.kernel.lanes import OWN, Lane
from tilth_rules.kernel.outside import Outside, nothing_outside

Fact = TypeVar("Fact")


class Control:
    """A state, the steps that wait, and the decisions they ask. All of it synchronous and pure."""

    __slots__ = (
        "_closed",
        "_draws",
        "_ended",
        "_events",
        "_facts",
        "_forked",
        "_here",
        "_pending",
        "_veils",
        "chance",
        "counts",
        "drawn",
        "game",
        "journal",
        "lanes",
        "main",
        "number",
        "offered",
        "open",
        "options",
        "outside_port",
        "over",
        "resigned",
        "seats",
        "state",
        "trails",
    )

    def __init__(
        self,
        game: Game,
        options: Any,
        seats: int,
        chance: Chance,
        *,
        outside: Outside = nothing_outside,
        journal: bool = True,
        trails: bool = True,
    ) -> None:
        """Without a `journal` nothing is recorded; without `trails` nothing can be taken back."""
        self.game = game
        self.options = options
        self.seats = seats
        self.chance = chance
        self.outside_port = outside
        self.journal = journal
        self.trails = trails
        self.state, steps = game.start(options, seats)
        self.main = Lane(OWN, tuple(range(seats)), tuple(reversed(steps)))
        self.lanes: list[Lane] | None = None
        self.open: dict[int, Decision] = {}
        """The open decisions, at most one a seat."""
        self.offered: dict[int, Sequence[int]] = {}
        """The standing offers that ride on them."""
        self.counts = [1] * seats
        """The number of each seat's open, or next, decision."""
        self.drawn: dict[tuple[str, int], int] = {}
        """How often chance was drawn, by purpose and place."""
        self.resigned: set[int] = set()
        self.number = -1
        """The number of the last record."""
        self.over = False
        self._here = self.main
        self._pending: list[Step] = []
        self._forked: list[Lane] | None = None
        self._events: list[Event] = []
        self._draws: list[tuple[str, int]] = []
        self._facts: list[bytes] = []
        self._closed: list[int] = []
        self._ended: list[int] = []
        self._veils: list[tuple[int, tuple[int, ...]]] = []

    # What steps may call ---------------------------------------------------------------------------

    def emit(self, event: Event) -> None:
        """Let it have happened."""
        event.apply(self.state)
        if self.journal:
            self._events.append(event)
            if self._here.sealed:
                self._veils.append((len(self._events) - 1, self._here.seats))

    def then(self, *steps: Step) -> None:
        """What comes next, in reading order, before anything that waits already."""
        self._pending.extend(steps)

    @property
    def pushed(self) -> bool:
        """Whether the step that acts now, or takes an answer, has pushed anything yet."""
        return bool(self._pending)

    def fork(self, *lanes: tuple[tuple[int, ...], tuple[Step, ...]], sealed: bool = False) -> None:
        """Open lanes, each (its seats, its steps in reading order); the table goes on when all are through."""
        if self._here.key != OWN or self._forked is not None:
            raise RuntimeError("lanes open from the table's own stack, one set at a time")
        self._forked = [
            Lane(key, seats, tuple(reversed(steps)), sealed) for key, (seats, steps) in enumerate(lanes)
        ]

    def draw(self, purpose: str) -> Draw:
        """Draw chance. Keyed by its purpose and its lane, so that arrival order cannot matter."""
        place = self._here.key + 1
        count = self.drawn.get((purpose, place), 0)
        self.drawn[purpose, place] = count + 1
        if self.journal:
            self._draws.append((purpose, place))
        return self.chance.draw(purpose, place, count)

    def outside(self, question: Any, answer: type[Fact]) -> Fact:
        """Take a fact from outside of the rules. It is recorded, and never asked for again."""
        fact = self.outside_port(question)
        self._facts.append(fact)
        return msgspec.json.decode(fact, type=answer)

    def step_of(self, seat: int) -> Step:
        """The step that asks this seat."""
        return self._lane_of(seat).steps[-1]

    @property
    def waiting(self) -> list[int]:
        """The seats the table waits for, in order. Everybody may know."""
        return sorted(self.open)

    # Inside ----------------------------------------------------------------------------------------

    def clone(self) -> Self:
        """An equal and independent table."""
        twin = type(self).__new__(type(self))
        twin.game = self.game
        twin.options = self.options
        twin.seats = self.seats
        twin.chance = self.chance
        twin.outside_port = self.outside_port
        twin.journal = self.journal
        twin.trails = self.trails
        twin.state = self.state.clone()
        twin.main = self.main.clone()
        twin.lanes = None if self.lanes is None else [lane.clone() for lane in self.lanes]
        twin.open = dict(self.open)
        twin.offered = dict(self.offered)
        twin.counts = list(self.counts)
        twin.drawn = dict(self.drawn)
        twin.resigned = set(self.resigned)
        twin.number = self.number
        twin.over = self.over
        twin._here = twin.main
        twin._pending = []
        twin._forked = None
        twin._events = []
        twin._draws = []
        twin._facts = []
        twin._closed = []
        twin._ended = []
        twin._veils = []
        return twin

    def _become(self, other: Self) -> None:
        """Be as that table is: a batch was refused."""
        for name in Control.__slots__:
            setattr(self, name, getattr(other, name))

    def _lane_of(self, seat: int) -> Lane:
        if self.lanes is None:
            return self.main
        for lane in self.lanes:
            if seat in lane.seats:
                return lane
        return self.main

    def _accept(self, seat: int, picks: Sequence[int], offer: int | None) -> Lane:
        """Let the step that asked take the answer, and run on to the next decisions."""
        where = self.main if self.lanes is None else self._lane_of(seat)
        self._here = where
        del self.open[seat]
        self.counts[seat] += 1
        steps = where.steps
        step = steps[-1]
        several = step.asks_several
        if several:
            self._close_others(where)
        if offer is not None:
            self.then(self.game.take_offer(self.state, seat, offer))
        else:
            steps.pop()
            if several:
                step.take_from(self, seat, picks)  # type: ignore[attr-defined]  # asks several: an AskSeveral
            else:
                step.take(self, picks)  # type: ignore[attr-defined]  # asks: it is an Ask
        pending = self._pending
        while pending:
            steps.append(pending.pop())
        self._go()
        return where

    def _close_others(self, where: Lane) -> None:
        for seat in where.seats:
            if seat in self.open:
                del self.open[seat]
                self.counts[seat] += 1
                self._closed.append(seat)

    def _go(self) -> None:
        """Run until somebody is asked or the match is over, through forks and joins."""
        woken = False
        while True:
            here = self._here
            waits = self._run(here, woken)
            if self._forked is not None:
                lanes, self._forked = self._forked, None
                self.lanes = lanes
                for lane in lanes:
                    self._here = lane
                    lane.ended = not self._run(lane)
            elif waits:
                if not here.steps[-1].rests:
                    return
            elif here.key == OWN:
                self.over = True
                return
            else:
                here.ended = True
                if here.stored is not None:
                    self._ended.append(here.key)
            if not self._next_lane():
                return
            woken = self._here.key != OWN

    def _next_lane(self) -> bool:
        """The lane to run on with when nobody in the others can be waited for: one that rests, or the table's own."""
        assert self.lanes is not None
        resting: Lane | None = None
        for lane in self.lanes:
            if lane.ended:
                continue
            if not lane.rests:
                return False
            resting = resting or lane
        if resting is None:
            self.lanes = None
            resting = self.main
        self._here = resting
        return True

    def _run(self, here: Lane, woken: bool = False) -> bool:
        """Run one stack until it asks or rests (True), is through (False), or forks. A woken one rests no more."""
        steps = here.steps
        state = self.state
        pending = self._pending
        while steps:
            step = steps[-1]
            if step.asks:
                asked = step.ask(state)  # type: ignore[attr-defined]
                if asked is None:
                    steps.pop()
                    continue
                self._opened(step, asked)
                return True
            if step.rests:
                if not woken:
                    return True
                woken = False
            steps.pop()
            step.act(self)  # type: ignore[attr-defined]
            while pending:
                steps.append(pending.pop())
            if self._forked is not None:
                return True
        return False

    def _opened(self, step: Step, asked: Any) -> None:
        game = self.game
        for decision in asked if step.asks_several else (asked,):
            seat = decision.seat
            self.open[seat] = decision
            if game.has_offers:
                self.offered[seat] = game.offers(self.state, seat, step)  # type: ignore[arg-type]
