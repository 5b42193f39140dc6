"""The roots every game's events, steps, moves and decisions grow from.

They are msgspec structs because making one costs a tenth of a frozen dataclass, and a match makes
hundreds. `gc=False` is safe here: none of them may hold anything that refers back to it.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, dataclass_transform

import msgspec

if TYPE_CHECKING:
    from tilth_rules.kernel.table import Table

SPECTATOR = -1
"""The viewer who holds no seat: sees what everybody at the table sees."""

EVERYTHING = -2
"""The viewer from whom nothing is hidden: an operator, or anybody once the match is over."""


@dataclass_transform(frozen_default=True)
class Event(msgspec.Struct, frozen=True, gc=False):
    """A fact that happened at the table. Applying one is the only way a state changes.

    An event holds everything `apply` needs, in plain numbers, strings and tuples: applying never
    decides, never draws, never raises.
    """

    hidden: ClassVar[bool] = False
    """Says something that not everybody knew: then `seen_by` and `teaches` are asked."""

    def apply(self, state: Any) -> None:
        raise NotImplementedError

    def seen_by(self, viewer: int) -> "Event | None":
        """What this viewer sees of the fact: all, a paler event of the same class, or nothing."""
        return self

    def teaches(self, seat: int) -> bool:
        """Whether `seat` learns by it what it did not know. That bars the way back (undo)."""
        return False


@dataclass_transform(frozen_default=True)
class Move(msgspec.Struct, frozen=True, gc=False):
    """What one option of a decision means, typed. Made only when somebody reads it."""


class Choose(msgspec.Struct, gc=False):
    """Between `least` and `most` picks in all, option i at most `each[i]` times (once, when empty).

    Every answer within that is legal; a rule that couples the picks makes a sequence of decisions.
    """

    seat: int
    kind: str
    options: Sequence[int]
    least: int = 1
    most: int = 1
    each: Sequence[int] = ()
    ordered: bool = False
    default: tuple[int, ...] | None = None
    about: Move | None = None
    """What the question is about where its kind does not say it: the disc taken, the card played."""

    def default_answer(self) -> tuple[int, ...]:
        """What a timeout gives: as named, or the fewest picks, the first options first."""
        if self.default is not None:
            return self.default
        picks: list[int] = []
        for at, option in enumerate(self.options):
            room = self.least - len(picks)
            if room <= 0:
                break
            picks += [option] * min(room, self.each[at] if self.each else 1)
        return tuple(picks)


class Quantity(msgspec.Struct, frozen=True, gc=False):
    """One number of a `Measure`, a whole count of 1/scale: 'aim', -4500..4500 at scale 100."""

    name: str
    low: int
    high: int
    scale: int = 1


class Measure(msgspec.Struct, gc=False):
    """Named numbers, each with bounds of its own that depend on no other number."""

    seat: int
    kind: str
    quantities: tuple[Quantity, ...]
    default: tuple[int, ...] | None = None
    about: Move | None = None

    def default_answer(self) -> tuple[int, ...]:
        return self.default if self.default is not None else tuple(q.low for q in self.quantities)


Decision = Choose | Measure


@dataclass_transform(frozen_default=True)
class Step(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One rule waiting its turn. Its docstring is the rulebook's sentence, in our words.

    A step holds public things only (seats, tiles, spaces); what is hidden lives in the state. Waiting
    steps are stored: every concrete class names its number (`class Rain(Ask, tag=12)`), and fields are
    only ever added, at the end, with defaults.
    """

    asks: ClassVar[bool] = False
    asks_several: ClassVar[bool] = False
    rests: ClassVar[bool] = False


class Act(Step):
    """A step that acts once: it emits, pushes, draws, forks. It asks nobody."""

    def act(self, table: "Table") -> None:
        raise NotImplementedError


class Rest(Act):
    """An act for which its lane rests until every other lane is through or rests, too.

    Then the resting lanes go on one after another, in the order they were forked, each until it is through or rests
    again. So what is left of something that lanes share can be dealt with in an order that the rules give.
    """

    rests: ClassVar[bool] = True


class Ask(Step):
    """A step that asks one seat. The line after a question is a step of its own."""

    asks: ClassVar[bool] = True

    between: ClassVar[bool] = False
    """Asked between actions: offers that other seats can feel ride on such decisions only."""

    def ask(self, state: Any) -> Decision | None:
        """The decision, or None when there is nothing to ask. Pure: asked again at any time."""
        raise NotImplementedError

    def take(self, table: "Table", picks: Sequence[int]) -> None:
        """Receives a checked answer. Never refuses."""
        raise NotImplementedError

    @classmethod
    def move(cls, option: int) -> Move:
        """What an option of this step means. Depends on its number alone."""
        raise NotImplementedError


class AskSeveral(Step):
    """A step that several seats may answer, in whatever order they come (a team's shared lane).

    The first answer is taken and closes the decisions of the others; push the step again to ask on.
    """

    asks: ClassVar[bool] = True
    asks_several: ClassVar[bool] = True
    between: ClassVar[bool] = False

    def ask(self, state: Any) -> tuple[Decision, ...] | None:
        raise NotImplementedError

    def take_from(self, table: "Table", seat: int, picks: Sequence[int]) -> None:
        raise NotImplementedError

    @classmethod
    def move(cls, option: int) -> Move:
        raise NotImplementedError


class Refused(Exception):
    """An answer outside of what was asked. Nothing has changed; `reason` is stable, `what` explains."""

    def __init__(self, reason: str, what: str = "") -> None:
        super().__init__(f"{reason}: {what}" if what else reason)
        self.reason = reason
        self.what = what


class OptionsRefused(Exception):
    """Options no table can be set up with: names the field and why."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field
        self.why = why
