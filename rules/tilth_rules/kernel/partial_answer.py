"""Answers one pick at a time, from one small set of picks for every decision of every game.

A learner and a searching bot want a fixed set of actions. A pick is a number below PICKS: the place of an option among
those offered, the place of a standing offer, or DONE. A number of a `Measure` is given by its digits to the base
`OPTION_PICKS`, the greatest first.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from tilth_rules.kernel.base import Choose, Decision, Quantity
from tilth_rules.kernel.table import Answer

OPTION_PICKS: Final = 256
OFFER_PICKS: Final = 64
DONE: Final = OPTION_PICKS + OFFER_PICKS
PICKS: Final = DONE + 1


class PartialAnswer(NamedTuple):
    """The picks given so far to a decision.

    >>> PartialAnswer(Choose(0, "turn", (17, 42))).then(1).answer
    Answer(number=0, picks=(42,))
    """

    decision: Decision
    offers: Sequence[int] = ()
    given: tuple[int, ...] = ()

    @property
    def allowed(self) -> bytes:
        """Return, for each number of a pick, 1 if it may come next and 0 if not. No pick is allowed after the last
        one."""
        mask = bytearray(PICKS)
        if self.answer is not None:
            return bytes(mask)
        decision, given = self.decision, self.given
        if not given:
            mask[OPTION_PICKS : OPTION_PICKS + len(self.offers)] = b"\1" * len(self.offers)
        if isinstance(decision, Choose):
            if len(given) < decision.max_picks:
                for place in range(len(decision.options)):
                    most = decision.max_each[place] if decision.max_each else 1
                    mask[place] = given.count(place) < most
            mask[DONE] = len(given) >= decision.min_picks
        else:
            quantity, digits = self._running(decision.quantities)
            span = quantity.max - quantity.min
            below = OPTION_PICKS ** (_digits(quantity) - len(digits) - 1)
            last = min(span // below - _number(digits) * OPTION_PICKS, OPTION_PICKS - 1)
            mask[: last + 1] = b"\1" * (last + 1)
        return bytes(mask)

    def then(self, pick: int) -> "PartialAnswer":
        """Return the answer with one more pick, which must be allowed."""
        return PartialAnswer(self.decision, self.offers, (*self.given, pick))

    @property
    def answer(self) -> Answer | None:
        """Return the whole answer for `Table.answer_all`, or None if picks are missing."""
        decision, given = self.decision, self.given
        if given and OPTION_PICKS <= given[0] < DONE:
            return Answer(0, (self.offers[given[0] - OPTION_PICKS],))
        if isinstance(decision, Choose):
            done = given[-1:] == (DONE,)
            if not done and (not given or len(given) < decision.max_picks):
                return None
            return Answer(0, tuple(decision.options[place] for place in given[: len(given) - done]))
        if len(given) < sum(map(_digits, decision.quantities)):
            return None
        digits = iter(given)
        return Answer(
            0,
            (),
            tuple(
                quantity.min + _number([next(digits) for _ in range(_digits(quantity))])
                for quantity in decision.quantities
            ),
        )

    def _running(self, quantities: Sequence[Quantity]) -> tuple[Quantity, tuple[int, ...]]:
        """Return the number that is being given, and its digits so far."""
        left = self.given
        for quantity in quantities:
            digits = _digits(quantity)
            if len(left) < digits:
                return quantity, left
            left = left[digits:]
        raise ValueError("all numbers are given")


def picks_of(decision: Decision, offers: Sequence[int], answer: Answer) -> Iterator[int]:
    """Yield the picks that give a legal answer of a decision pick by pick.

    >>> list(picks_of(Choose(0, "turn", (17, 42)), (), Answer(0, picks=(42,))))
    [1]
    """
    if len(answer.picks) == 1 and answer.picks[0] in offers:
        yield OPTION_PICKS + list(offers).index(answer.picks[0])
    elif isinstance(decision, Choose):
        options = list(decision.options)
        yield from map(options.index, answer.picks)
        if not answer.picks or len(answer.picks) < decision.max_picks:
            yield DONE
    else:
        for quantity, number in zip(decision.quantities, answer.numbers, strict=True):
            for place in reversed(range(_digits(quantity))):
                yield (number - quantity.min) // OPTION_PICKS**place % OPTION_PICKS


def _digits(quantity: Quantity) -> int:
    """Return the number of digits that every number within the bounds needs.

    A number that is given by its bounds has a digit, too: beside it, a seat may pick what it is offered at any time.
    """
    span, digits = (quantity.max - quantity.min) // OPTION_PICKS, 1
    while span:
        span //= OPTION_PICKS
        digits += 1
    return digits


def _number(digits: Sequence[int]) -> int:
    """Return the number that these digits write, to the base OPTION_PICKS."""
    number = 0
    for digit in digits:
        number = number * OPTION_PICKS + digit
    return number
