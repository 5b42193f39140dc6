"""`Control`: the run loop of a table, and the functions that steps may call."""

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
    """A state, the steps that wait, and the decisions they ask. It is synchronous and pure."""

    __slots__ = (
        "_closed_seats",
        "_draws",
        "_ended",
        "_events",
        "_fact_allowed",
        "_facts",
        "_forked",
        "_here",
        "_pending",
        "_restricted_events",
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
        """Set up the game. Without `journal` the table makes no records; without `trails` no answer can be undone."""
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
        """The open decisions by seat; a seat has at most one."""
        self.offered: dict[int, Sequence[int]] = {}
        """The standing offers on each open decision, by seat."""
        self.counts = [1] * seats
        """The number of each seat's open decision, or of its next one."""
        self.drawn: dict[tuple[str, int], int] = {}
        """The number of draws so far, by purpose and place."""
        self.resigned: set[int] = set()
        self.number = -1
        """The number of the last record."""
        self.over = False
        self._here = self.main
        self._pending: list[Step] = []
        self._forked: list[Lane] | None = None
        self._events: list[Event] = []
        self._draws: list[tuple[str, int]] = []
        self._fact_allowed = False
        self._facts: list[bytes] = []
        self._closed_seats: list[int] = []
        self._ended: list[int] = []
        self._restricted_events: list[tuple[int, tuple[int, ...]]] = []

    def __repr__(self) -> str:
        """Return the game, the last record, and the questions that are open. It shows nothing hidden."""
        name = getattr(self.game, "name", "")
        head = [f"{type(self).__name__} of {name}" if name else type(self).__name__, f"{self.seats} seats"]
        if self.number >= 0:
            head.append(f"record {self.number}")
        asked = ", ".join(f"seat {seat} {self.open[seat].kind!r}" for seat in self.pending_seats)
        return f"<{', '.join(head)}: {'ended' if self.over else f'asks {asked}' if asked else 'asks nothing yet'}>"

    # For steps ---------------------------------------------------------------------------

    def emit(self, event: Event) -> None:
        """Apply an event to the state, and record it."""
        event.apply(self.state)
        if self.journal:
            self._events.append(event)
            if self._here.sealed:
                self._restricted_events.append((len(self._events) - 1, self._here.seats))

    def then(self, *steps: Step) -> None:
        """Push steps, in reading order. They run before any step that waits already."""
        self._pending.extend(steps)

    @property
    def pushed(self) -> bool:
        """True if the step that acts now, or takes an answer, has pushed a step."""
        return bool(self._pending)

    def fork(self, *lanes: tuple[tuple[int, ...], tuple[Step, ...]], sealed: bool = False) -> None:
        """Open lanes, each given as (seats, steps in reading order). The table continues when all have ended."""
        if self._here.key != OWN or self._forked is not None:
            raise RuntimeError("only a step on the table's own stack may fork, and only once")
        self._forked = [
            Lane(key, seats, tuple(reversed(steps)), sealed) for key, (seats, steps) in enumerate(lanes)
        ]

    def draw(self, purpose: str) -> Draw:
        """Return a new draw for this purpose. It is keyed by the purpose and the lane, so the order of answers cannot
        change it."""
        place = self._here.key + 1
        count = self.drawn.get((purpose, place), 0)
        self.drawn[purpose, place] = count + 1
        if self.journal:
            self._draws.append((purpose, place))
        return self.chance.draw(purpose, place, count)

    def outside(self, question: Any, answer: type[Fact]) -> Fact:
        """Request an outside fact through the port, record it, and return it as an `answer`. It is never requested
        again."""
        fact = self.outside_port(question)
        self._facts.append(fact)
        return msgspec.json.decode(fact, type=answer)

    def step_of(self, seat: int) -> Step:
        """Return the step that asks this seat."""
        return self._lane_of(seat).steps[-1]

    @property
    def pending_seats(self) -> list[int]:
        """The seats with an open decision, in order. Every viewer may know them."""
        return sorted(self.open)

    # Inside ----------------------------------------------------------------------------------------

    def clone(self, state: Any = None) -> Self:
        """Return an equal and independent table, around another state if one is given."""
        twin = type(self).__new__(type(self))
        twin.game = self.game
        twin.options = self.options
        twin.seats = self.seats
        twin.chance = self.chance
        twin.outside_port = self.outside_port
        twin.journal = self.journal
        twin.trails = self.trails
        twin.state = self.state.clone() if state is None else state
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
        twin._fact_allowed = False
        twin._facts = []
        twin._closed_seats = []
        twin._ended = []
        twin._restricted_events = []
        return twin

    def _copy_from(self, other: Self) -> None:
        """Take over the contents of another table, to restore this one when a batch was refused."""
        for name in Control.__slots__:
            setattr(self, name, getattr(other, name))

    def _lane_of(self, seat: int) -> Lane:
        """Return the lane of this seat, or the table's own stack if it has none."""
        if self.lanes is None:
            return self.main
        for lane in self.lanes:
            if seat in lane.seats:
                return lane
        return self.main

    def _accept(self, seat: int, picks: Sequence[int], offer: int | None) -> Lane:
        """Give the answer to the step that asked, or take the offer; then run to the next decisions.

        Returns the lane of the step.
        """
        where = self.main if self.lanes is None else self._lane_of(seat)
        self._here = where
        del self.open[seat]
        self.counts[seat] += 1
        steps = where.steps
        step = steps[-1]
        self._fact_allowed = step.may_need_fact
        several = step.asks_several
        if several:
            self._close_other_decisions(where)
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
        self._run_to_next_decision()
        return where

    def _close_other_decisions(self, where: Lane) -> None:
        """Close the open decisions of the lane's other seats without an answer."""
        for seat in where.seats:
            if seat in self.open:
                del self.open[seat]
                self.counts[seat] += 1
                self._closed_seats.append(seat)

    def _run_to_next_decision(self) -> None:
        """Run the stacks, through forks and joins, until a seat is asked or the match has ended."""
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
                # Only lanes of a fork wait for each other.
                if here.key == OWN or not here.steps[-1].awaits_lanes:
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
        """Choose the lane to run next, and return whether there is one.

        There is none while a lane waits for its seats. Otherwise it is the first lane that waits for the others, or
        the table's own stack if all lanes have ended.
        """
        assert self.lanes is not None
        resting: Lane | None = None
        for lane in self.lanes:
            if lane.ended:
                continue
            if not lane.is_resting:
                return False
            resting = resting or lane
        if resting is None:
            self.lanes = None
            resting = self.main
        self._here = resting
        return True

    def _run(self, here: Lane, woken: bool = False) -> bool:
        """Run one stack. Return True if it asks a seat, waits for other lanes or forks, and False if it has ended.

        A `woken` stack runs the AwaitLanes step on its top.
        """
        steps = here.steps
        state = self.state
        pending = self._pending
        own = here.key == OWN
        while steps:
            step = steps[-1]
            if step.asks:
                asked = step.ask(state)  # type: ignore[attr-defined]
                if asked is None:
                    steps.pop()
                    continue
                self._open_decision(step, asked)
                return True
            if not own and step.awaits_lanes:
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

    def _open_decision(self, step: Step, asked: Any) -> None:
        """Open the decision, or the decisions, that the step asks, and compute the standing offers on them."""
        if type(asked) is tuple:
            for decision in asked:
                self._open_decision(step, decision)
            return
        seat = asked.seat
        self.open[seat] = asked
        game = self.game
        if game.has_offers:
            self.offered[seat] = game.offers(self.state, seat, step)  # type: ignore[arg-type]
