"""Base classes of the events, steps, moves and decisions of every game.

They are msgspec structs because making one costs a tenth of a frozen dataclass, and a match makes
hundreds. `gc=False` is safe: none of them may hold anything that refers back to it.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, dataclass_transform

import msgspec

if TYPE_CHECKING:
    from tilth_rules.kernel.table import Table

SPECTATOR = -1
"""The viewer without a seat. A spectator sees only what every seat sees."""

EVERYTHING = -2
"""The viewer that sees everything: an operator, or anybody after the match has ended."""


@dataclass_transform(frozen_default=True)
class Event(msgspec.Struct, frozen=True, gc=False):
    """A fact about a match. Applying an event is the only way to change a state.

    An event holds everything that `apply` needs, in plain numbers, strings and tuples. `apply` never decides, draws
    or raises.

        >>> class PointsKept(Event):
        ...     seat: int
        ...     points: int
        ...
        ...     def apply(self, state):
        ...         state.points[self.seat] += self.points
        >>> PointsKept(seat=0, points=12)
        PointsKept(seat=0, points=12)
    """

    hidden: ClassVar[bool] = False
    """True for an event that holds something hidden. The kernel calls `seen_by` and `reveals_to` only for these."""

    def apply(self, state: Any) -> None:
        """Change the state."""
        raise NotImplementedError

    def seen_by(self, viewer: int) -> "Event | None":
        """Return the event as this viewer sees it: in full, with fields left out, or None if it is not shown."""
        return self

    def reveals_to(self, seat: int) -> bool:
        """Return whether the event reveals something new to `seat`. If it does, the seat cannot undo past it."""
        return False

    def text_facts(self) -> "TextFacts":
        """Return the values that the event shows in its text, beside its fields (see `Step.question_facts`)."""
        return NO_FACTS


@dataclass_transform(frozen_default=True)
class Move(msgspec.Struct, frozen=True, gc=False):
    """The meaning of one option of a decision, as a typed value. It is made only when somebody reads it."""


class OptionMoves(Protocol):
    """A mapping of option numbers to the moves that they stand for."""

    def move(self, option: int) -> Move:
        """Return the move that this option stands for."""
        ...


class Choose(msgspec.Struct, gc=False, repr_omit_defaults=True):
    """A decision that is answered with picks: between `min_picks` and `max_picks` of them, from `options`.

    Option i may be picked at most `max_each[i]` times, or once if `max_each` is empty. Every answer within these bounds
    is legal. If a rule couples the picks, the game asks a sequence of decisions instead.

        >>> Choose(0, "turn", (1, 2), default=(2,)).default_answer()
        (2,)
        >>> Choose(0, "pay", (3, 5), 2, 2, max_each=(1, 2)).default_answer()
        (3, 5)
    """

    seat: int
    kind: str
    options: Sequence[int]
    min_picks: int = 1
    max_picks: int = 1
    max_each: Sequence[int] = ()
    ordered: bool = False
    default: tuple[int, ...] | None = None
    about: Move | None = None
    """The subject of the question, if its kind does not name it: the disc that was taken, the card that is played."""

    def default_answer(self) -> tuple[int, ...]:
        """Return the answer for a timeout: `default`, or if it is not set, the fewest picks from the first options."""
        if self.default is not None:
            return self.default
        picks: list[int] = []
        for at, option in enumerate(self.options):
            room = self.min_picks - len(picks)
            if room <= 0:
                break
            picks += [option] * min(room, self.max_each[at] if self.max_each else 1)
        return tuple(picks)


class Quantity(msgspec.Struct, frozen=True, gc=False, repr_omit_defaults=True):
    """The bounds of one number of a `Measure`, in units of 1/scale: 'aim' from -4500 to 4500 at scale 100."""

    name: str
    min: int
    max: int
    scale: int = 1


class Measure(msgspec.Struct, gc=False, repr_omit_defaults=True):
    """A decision that is answered with numbers, one for each quantity. Their bounds do not depend on each other.

    >>> Measure(0, "flick", (Quantity("aim", -4500, 4500, 100), Quantity("power", 0, 1000))).default_answer()
    (-4500, 0)
    """

    seat: int
    kind: str
    quantities: tuple[Quantity, ...]
    default: tuple[int, ...] | None = None
    about: Move | None = None

    def default_answer(self) -> tuple[int, ...]:
        """Return the answer for a timeout: `default` if it is set, otherwise the lower bounds."""
        return self.default if self.default is not None else tuple(q.min for q in self.quantities)


Decision = Choose | Measure

TextFacts = Mapping[str, int | str | tuple[int, ...] | None]
"""Values that a text shows beside the fields of its move, by the names that the text uses: a price, a remainder."""

NO_FACTS: TextFacts = MappingProxyType({})


@dataclass_transform(frozen_default=True)
class Step(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One rule that waits for its turn. The docstring of a step gives the rule in our words: what happens, or what is
    asked of which seat and what follows from the answer.

    A step holds only what everybody may know (seats, tiles, spaces). The state holds what is hidden. Waiting steps are
    stored, so every concrete class names its number (`class Rain(Ask, tag=12)`), and new fields go to the end and have
    defaults.

        >>> class Roll(Act, tag=2):
        ...     seat: int
        ...
        ...     def act(self, table):
        ...         table.emit(DieRolled(self.seat, 1 + table.draw("die").below(6)))
        >>> Roll(1)
        Roll(seat=1)
    """

    stored: ClassVar[str] = ""
    """The former name of a class that was renamed, by which rules/baseline.json knows it."""

    numbers: ClassVar[OptionMoves]
    """The moves that the option numbers of an asking step stand for."""

    asks: ClassVar[bool] = False
    """True for `Ask` and `AskSeveral`."""
    asks_several: ClassVar[bool] = False
    """True for `AskSeveral`."""
    awaits_lanes: ClassVar[bool] = False
    """True for `AwaitLanes`."""
    may_need_fact: ClassVar[bool] = False
    """True for a step that asks, if its answer may lead to an outside fact before the next question."""

    def question_facts(self, state: Any, seat: int) -> TextFacts:
        """Return the values that the question to this seat shows in its text, beside its bounds and its `about`.

        The server calls it only when somebody reads texts. The values must follow from what the seat knows.
        """
        return NO_FACTS

    def option_facts(self, state: Any, seat: int, option: int) -> TextFacts:
        """Return the values that an option shows in its text, beside the fields of its move (see `question_facts`)."""
        return NO_FACTS


class Act(Step):
    """A step that acts once: it emits events, pushes steps, draws chance or forks lanes. It asks no seat."""

    def act(self, table: "Table") -> None:
        """Carry out the rule on the table."""
        raise NotImplementedError


class AwaitLanes(Act):
    """An act that waits until every other lane has ended or waits at such a step, too.

    Then the waiting lanes run one after another, in the order in which they were forked, each until it ends or waits
    again. So lanes can deal with the remainder of something they share in an order that the rules give.
    """

    awaits_lanes: ClassVar[bool] = True


class Ask(Step):
    """A step that asks one seat. The rule that follows the answer is a step of its own."""

    asks: ClassVar[bool] = True

    between_actions: ClassVar[bool] = False
    """True if the decision is asked between two actions. Offers whose effects other seats feel are made only there."""

    def ask(self, state: Any) -> Decision | None:
        """Return the decision, or None if there is nothing to ask. It must be pure: the kernel calls it at any time."""
        raise NotImplementedError

    def take(self, table: "Table", picks: Sequence[int]) -> None:
        """Carry out an answer. The kernel has checked it, so `take` never refuses."""
        raise NotImplementedError

    @classmethod
    def move(cls, option: int) -> Move:
        """Return the move that an option of this step stands for. It depends on the number alone."""
        return cls.numbers.move(option)


class AskSeveral(Step):
    """A step that any of several seats may answer, such as both seats of a team.

    The first answer is taken and closes the decisions of the other seats. Push the step again to ask them again.
    """

    asks: ClassVar[bool] = True
    asks_several: ClassVar[bool] = True
    between_actions: ClassVar[bool] = False

    def ask(self, state: Any) -> tuple[Decision, ...] | None:
        """Return a decision for each seat that may answer, or None if there is nothing to ask."""
        raise NotImplementedError

    def take_from(self, table: "Table", seat: int, picks: Sequence[int]) -> None:
        """Carry out the checked answer of a seat."""
        raise NotImplementedError

    @classmethod
    def move(cls, option: int) -> Move:
        """Return the move that an option of this step stands for."""
        return cls.numbers.move(option)


class Refused(Exception):
    """Raised for an answer that the open decision does not allow. Nothing has changed.

    `reason` is a stable word of `decisions.py`, `message` explains it to a person.
    """

    def __init__(self, reason: str, message: str = "") -> None:
        super().__init__(f"{reason}: {message}" if message else reason)
        self.reason = reason
        self.message = message


class OptionsRefused(Exception):
    """Raised for options that no table can be set up with. `field` names the option, `why` the reason."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field
        self.why = why
