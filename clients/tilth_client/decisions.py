"""Decisions of a seat, and the answers to them."""

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

    picks: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()


def picks(*options: int) -> Answer:
    """Return an answer with these options, by their ids. `picks()` picks none, `picks(4, 4)` the same option twice."""
    return Answer(picks=options)


def numbers(*values: int) -> Answer:
    """Return an answer with one number for each quantity, in the order of the decision's quantities: `numbers(45,
    -10)`."""
    return Answer(numbers=values)


def offer(number: int) -> Answer:
    """Return an answer that accepts a standing offer, by its id. The decision is then asked again."""
    return Answer(picks=(number,))


@dataclass(frozen=True, slots=True)
class Context:
    """The match and the viewer of a channel: one of the match's seats, or a spectator (seat None)."""

    match_id: str = ""
    seat: int | None = None
    language: str = ""
    opened: play_pb2.ChannelOpened = field(default_factory=play_pb2.ChannelOpened, repr=False)
    """The server's description of the match: its game, its options, its players, the names of its types."""

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.opened.game

    @property
    def options(self) -> Any:
        """The options that the match was set up with, in the game's type."""
        return decoded(self.opened.options_type, self.opened.options)


class Decision:
    """One open decision of a seat. An answer is legal exactly if it is within the decision's bounds, so a client needs
    no rules to check it.

        def bot(view, decision):
            return picks(*decision.ids[: decision.min_picks])
    """

    def __init__(self, message: decision_pb2.Decision, context: Context) -> None:
        self.message = message
        self.context = context
        self.id = message.id
        self.seat = message.seat
        self.kind = message.kind
        """The game's name for this kind of question, such as "rain-clouds"."""
        self.min_picks = message.min_picks
        self.max_picks = message.max_picks

    @property
    def ordered(self) -> bool:
        """True if the order of the picks counts."""
        return self.message.ordered

    @property
    def text(self) -> str:
        """The question in the viewer's language; empty if texts were not requested."""
        return self.message.text

    @property
    def options(self) -> Sequence[decision_pb2.Option]:
        """The options that can be picked."""
        return self.message.options

    @property
    def offers(self) -> Sequence[decision_pb2.Option]:
        """The standing offers, one of which may be picked instead of an answer."""
        return self.message.offers

    @property
    def quantities(self) -> Sequence[decision_pb2.Quantity]:
        """The numbers that are asked for; empty if options are picked."""
        return self.message.quantities

    @cached_property
    def ids(self) -> tuple[int, ...]:
        """The ids of the options, in their order, as an answer picks them."""
        return tuple(option.id for option in self.message.options)

    @cached_property
    def max_each(self) -> Mapping[int, int]:
        """The number of times that each option may be picked, by its id."""
        return dict(zip(self.ids, self.message.max_each or [1] * len(self.ids), strict=True))

    @property
    def default(self) -> Answer:
        """The answer that a timeout would give. It is always legal."""
        return Answer(tuple(self.message.default_picks), tuple(self.message.default_numbers))

    @property
    def forced_answer(self) -> Answer | None:
        """The only legal answer, such as "done" when nothing else is offered; None if there is a choice."""
        if self.offers:
            return None
        if self.quantities:
            fixed = all(quantity.min == quantity.max for quantity in self.quantities)
            return numbers(*(quantity.min for quantity in self.quantities)) if fixed else None
        pool = [option for option, most in self.max_each.items() for _ in range(most)]
        if self.min_picks < min(self.max_picks, len(pool)):
            return None
        all_alike = len(self.ids) == 1
        all_of_them = self.min_picks == len(pool) and not self.ordered
        return picks(*pool[: self.min_picks]) if not self.min_picks or all_alike or all_of_them else None

    @property
    def about(self) -> Any:
        """The subject of the question, in the game's move type; None if the decision's kind says enough."""
        about = self.message.about
        return decoded(self.context.opened.move_type, about) if about else None

    def move(self, option: decision_pb2.Option) -> Any:
        """Return the move of an option (or an offer), in the game's move type; bytes if its stubs are missing."""
        return decoded(self.context.opened.move_type, option.move)

    def allows(self, answer: Answer) -> bool:
        """Return whether an answer is within the decision's bounds, and so legal."""
        return not self.problem_with(answer)

    def problem_with(self, answer: Answer) -> str:
        """Return the reason why the server would refuse an answer; "" for a legal one."""
        wanted = self.quantities
        if wanted:
            if answer.picks:
                return self._problem_unless_offer(answer, "numbers are asked for, not picks")
            if len(answer.numbers) != len(wanted):
                return f"{len(answer.numbers)} numbers, {len(wanted)} are asked for"
            for quantity, number in zip(wanted, answer.numbers, strict=True):
                if not quantity.min <= number <= quantity.max:
                    return f"{quantity.name} {number}: {quantity.min} to {quantity.max}"
            return ""
        if answer.numbers:
            return "picks are asked for, not numbers"
        each = self.max_each
        for option, count in Counter(answer.picks).items():
            if count > each.get(option, 0):
                often = f"option {option} picked {count} times, at most {each.get(option)}"
                return self._problem_unless_offer(
                    answer, often if option in each else f"option {option} is not offered"
                )
        if not self.min_picks <= len(answer.picks) <= self.max_picks:
            return self._problem_unless_offer(
                answer, f"{len(answer.picks)} picks, {self.min_picks} to {self.max_picks} are asked for"
            )
        return ""

    def _problem_unless_offer(self, answer: Answer, otherwise: str) -> str:
        """Return the problem, or "" if the answer accepts a standing offer: its pick is then not among the options."""
        taken = len(answer.picks) == 1 and not answer.numbers
        return "" if taken and any(answer.picks[0] == way.id for way in self.offers) else otherwise

    def __repr__(self) -> str:
        if self.quantities:
            bounds = ", ".join(f"{each.name} {each.min} to {each.max}" for each in self.quantities)
        else:
            bounds = f"{self.min_picks} to {self.max_picks} of {self.ids}"
        return f"<Decision {self.id} of seat {self.seat}: {self.kind}, {bounds}>"
