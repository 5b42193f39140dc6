"""What a match asks of a seat, and the answers to it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tilth.v1 import decision_pb2, play_pb2
from tilth_client.types import decoded


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply to one decision. Made by `picks`, `numbers` or `offer`."""

    chosen: tuple[int, ...] = ()
    measured: tuple[int, ...] = ()


def picks(*options: int) -> Answer:
    """These options, by their ids. `picks()` picks none, `picks(4, 4)` the same one twice."""
    return Answer(chosen=options)


def numbers(*values: int) -> Answer:
    """One number for each quantity, in the order of the decision's quantities."""
    return Answer(measured=values)


def offer(number: int) -> Answer:
    """Take a standing offer first; the decision is then asked anew."""
    return Answer(chosen=(number,))


@dataclass(frozen=True, slots=True)
class Context:
    """Whose eyes one looks through: a seat of a match, or a spectator's (seat None)."""

    match_id: str = ""
    seat: int | None = None
    language: str = ""
    opened: play_pb2.Opened = field(default_factory=play_pb2.Opened)
    """What the server said of the match: its game, its options, its players, the names of its types."""

    @property
    def game(self) -> str:
        return self.opened.game

    @property
    def options(self) -> Any:
        """What the match was set up with, in the game's type."""
        return decoded(self.opened.options_type, self.opened.options)


class Decision:
    """One open decision. An answer is legal exactly when it is within these bounds; no rule is needed to see it."""

    def __init__(self, message: decision_pb2.Decision, context: Context) -> None:
        self.message = message
        self.context = context
        self.id = message.id
        self.seat = message.seat
        self.kind = message.kind
        """The game's word for what is asked: "rain-clouds"."""
        self.least = message.least
        self.most = message.most

    @property
    def ordered(self) -> bool:
        return self.message.ordered

    @property
    def text(self) -> str:
        """The question in the viewer's language, where texts were asked for."""
        return self.message.text

    @property
    def options(self) -> Sequence[decision_pb2.Option]:
        return self.message.options

    @property
    def offers(self) -> Sequence[decision_pb2.Option]:
        return self.message.offers

    @property
    def quantities(self) -> Sequence[decision_pb2.Quantity]:
        return self.message.quantities

    @cached_property
    def ids(self) -> tuple[int, ...]:
        """The ids of the options."""
        return tuple(option.id for option in self.message.options)

    @cached_property
    def each(self) -> Mapping[int, int]:
        """How often each option may be picked, by its id."""
        return dict(zip(self.ids, self.message.each or [1] * len(self.ids), strict=True))

    @property
    def default(self) -> Answer:
        """What a timeout would answer. Always legal."""
        return Answer(tuple(self.message.default_chosen), tuple(self.message.default_measured))

    @property
    def only_answer(self) -> Answer | None:
        """The one answer that is legal: mostly done, when nothing else is offered. None where there is a choice."""
        if self.offers:
            return None
        if self.quantities:
            fixed = all(quantity.low == quantity.high for quantity in self.quantities)
            return numbers(*(quantity.low for quantity in self.quantities)) if fixed else None
        pool = [option for option, most in self.each.items() for _ in range(most)]
        if self.least < min(self.most, len(pool)):
            return None
        all_alike = len(self.ids) == 1
        all_of_them = self.least == len(pool) and not self.ordered
        return picks(*pool[: self.least]) if not self.least or all_alike or all_of_them else None

    @property
    def about(self) -> Any:
        """What the question is about, in the game's move type, where its kind does not say it; else None."""
        about = self.message.about
        return decoded(self.context.opened.move_type, about) if about else None

    def move(self, option: decision_pb2.Option) -> Any:
        """What an option (or an offer) does, in the game's move type; bytes where its stubs are missing."""
        return decoded(self.context.opened.move_type, option.move)

    def allows(self, answer: Answer) -> bool:
        return not self.wrong_with(answer)

    def wrong_with(self, answer: Answer) -> str:
        """Why an answer would be refused; "" for a legal one."""
        wanted = self.quantities
        if wanted:
            if answer.chosen:
                return self._wrong_offer(answer, "numbers are asked for, not picks")
            if len(answer.measured) != len(wanted):
                return f"{len(answer.measured)} numbers, {len(wanted)} are asked for"
            for quantity, number in zip(wanted, answer.measured, strict=True):
                if not quantity.low <= number <= quantity.high:
                    return f"{quantity.name} {number}: {quantity.low} to {quantity.high}"
            return ""
        if answer.measured:
            return "picks are asked for, not numbers"
        each = self.each
        for option, count in Counter(answer.chosen).items():
            if count > each.get(option, 0):
                often = f"option {option} picked {count} times, at most {each.get(option)}"
                return self._wrong_offer(
                    answer, often if option in each else f"option {option} is not offered"
                )
        if not self.least <= len(answer.chosen) <= self.most:
            return self._wrong_offer(
                answer, f"{len(answer.chosen)} picks, {self.least} to {self.most} are asked for"
            )
        return ""

    def _wrong_offer(self, answer: Answer, otherwise: str) -> str:
        """A pick outside of the options may be the one of an offer."""
        taken = len(answer.chosen) == 1 and not answer.measured
        return "" if taken and any(answer.chosen[0] == way.id for way in self.offers) else otherwise

    def __repr__(self) -> str:
        return f"<Decision {self.id} of seat {self.seat}: {self.kind}, {self.least} to {self.most} of {self.ids}>"
