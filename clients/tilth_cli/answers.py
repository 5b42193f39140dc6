"""From what a person types to an answer within a decision's bounds.

Options are named by their place in the list as it is shown, from 1; offers by o1, o2, ...; so nobody has to know the
ids of the protocol. Bounds are checked here for the sake of a quick word; the server checks them again.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from tilth_cli.messages import tr
from tilth_dataclasses.tilth.v1 import Decision, Quantity

PICK = re.compile(r"(?P<number>\d{1,9})(?:[x*\u00d7](?P<times>\d{1,9}))?")
OFFER = re.compile(r"[oO\u043e\u041e](?P<number>\d{1,9})")
NONE = ("0", "-")


class NotAnAnswer(Exception):
    """An error for a typed line that does not answer the decision; its text says which lines would."""


@dataclass(frozen=True)
class Reply:
    """An answer that a person typed: option ids, or a number for each quantity."""

    picks: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()


def read_reply(typed: str, decision: Decision, have: Mapping[str, int] | None = None) -> Reply:
    """Return the answer that a typed line means: an offer, numbers for quantities, or picks. `have` holds numbers that
    are set already, so that some can be left out. Raise NotAnAnswer if the line is no answer."""
    words = typed.replace(",", " ").split() if not decision.quantities else typed.replace(";", " ").split()
    if len(words) == 1 and (offer := OFFER.fullmatch(words[0])):
        return Reply(picks=(_at(int(offer["number"]), [one.id for one in decision.offers], "o"),))
    if decision.quantities:
        return Reply(numbers=tuple(_read_numbers(words, decision.quantities, have or {})))
    if not words:
        return _only_reply(decision)
    numbers = (
        [] if len(words) == 1 and words[0] in NONE else [one for word in words for one in _numbers(word)]
    )
    _check(numbers, decision)
    return Reply(picks=tuple(decision.options[number - 1].id for number in numbers))


def _numbers(word: str) -> list[int]:
    """Return the option numbers that a typed word picks: `3` is 3 once, `3x2` is 3 twice. Raise NotAnAnswer for any
    other word."""
    found = PICK.fullmatch(word)
    if not found:
        raise NotAnAnswer(tr("answer-not_a_number", word=word))
    return [int(found["number"])] * min(int(found["times"] or 1), 1000)


def _check(numbers: Sequence[int], decision: Decision) -> None:
    """Raise NotAnAnswer if the picks are not within the decision's bounds."""
    if numbers and _nothing_to_pick(decision):
        raise NotAnAnswer(bounds_text(decision))
    ids = [option.id for option in decision.options]
    for number in numbers:
        _at(number, ids, "")
    if not decision.min_picks <= len(numbers) <= decision.max_picks:
        raise NotAnAnswer(bounds_text(decision))
    for number, times in Counter(numbers).items():
        limit = decision.max_each[number - 1] if decision.max_each else 1
        if times > limit:
            raise NotAnAnswer(tr("answer-too_often", number=number, limit=limit))


def _at(number: int, ids: Sequence[int], mark: str) -> int:
    """Return the id of the option or offer with this number, counted from 1 as typed; raise NotAnAnswer if there is
    none."""
    if not 1 <= number <= len(ids):
        highest = f"{mark}{len(ids)}" if ids else "-"
        raise NotAnAnswer(tr("answer-no_such", number=f"{mark}{number}", highest=highest))
    return ids[number - 1]


def _nothing_to_pick(decision: Decision) -> bool:
    """Return whether the decision offers nothing to pick. Such decisions exist to hide that a seat has no choice."""
    return decision.max_picks == 0 or (decision.min_picks == 0 and not decision.options)


def _only_reply(decision: Decision) -> Reply:
    """Return the answer that Enter alone gives: the only possible one. Raise NotAnAnswer if there are several."""
    if _nothing_to_pick(decision):
        return Reply()
    if len(decision.options) == 1 and decision.min_picks == decision.max_picks and not decision.offers:
        return Reply(picks=(decision.options[0].id,) * decision.max_picks)
    raise NotAnAnswer(bounds_text(decision))


def bounds_text(decision: Decision) -> str:
    """Return the bounds of a decision as text: how many picks it takes, or the names of its numbers."""
    if decision.quantities:
        return tr("bounds-measure", names=" ".join(f"{one.name}=..." for one in decision.quantities))
    if _nothing_to_pick(decision):
        return tr("bounds-none")
    one = decision.min_picks == decision.max_picks == 1
    key = (
        "one"
        if one
        else "exact"
        if decision.min_picks == decision.max_picks
        else "range"
        if decision.min_picks
        else "up_to"
    )
    text = tr(f"bounds-{key}", min=decision.min_picks, max=decision.max_picks)
    return f"{text} {tr('bounds-ordered')}" if decision.ordered and decision.max_picks > 1 else text


def _read_numbers(words: Sequence[str], quantities: Sequence[Quantity], have: Mapping[str, int]) -> list[int]:
    """Return a number for each quantity, in its units. They are typed in order without names, or all with names; named
    ones may be left out if `have` has them. Raise NotAnAnswer otherwise."""
    by_text = {one.text.casefold(): one.name for one in quantities}
    given = (word.split("=", 1) for word in words if "=" in word)
    named = {by_text.get(name.casefold(), name): number for name, number in given}
    if named and len(named) == len(words):
        unknown = set(named) - {one.name for one in quantities}
        missing = [one.name for one in quantities if one.name not in named and one.name not in have]
        if unknown or missing:
            raise NotAnAnswer(tr("answer-names", names=" ".join(one.name for one in quantities)))
        return [_count(named[one.name], one) if one.name in named else have[one.name] for one in quantities]
    if len(words) != len(quantities):
        raise NotAnAnswer(tr("answer-names", names=" ".join(one.name for one in quantities)))
    return [_count(word, one) for word, one in zip(words, quantities, strict=True)]


def _count(word: str, quantity: Quantity) -> int:
    """Return a typed number in the quantity's units, multiplied by its scale; raise NotAnAnswer if it is no whole
    number of them or out of bounds."""
    scale = quantity.scale or 1
    try:
        count = Decimal(word.replace(",", ".")) * scale
        whole = int(count)
    except (ArithmeticError, ValueError):
        raise NotAnAnswer(tr("answer-not_a_number", word=word)) from None
    if whole != count or not quantity.min <= whole <= quantity.max:
        raise NotAnAnswer(tr("answer-quantity", name=called(quantity), bounds=quantity_bounds(quantity)))
    return whole


def called(quantity: Quantity) -> str:
    """Return a quantity's text in the client's language, with the name by which it can be typed in brackets; only the
    name if there is no other text."""
    if quantity.text in ("", quantity.name):
        return quantity.name
    return f"{quantity.text} ({quantity.name})"


def quantity_bounds(quantity: Quantity) -> str:
    """Return the lowest and the highest value of a quantity as text, with the step if it is not 1: `0..5`."""
    scale = quantity.scale or 1
    low, high = Decimal(quantity.min) / scale, Decimal(quantity.max) / scale
    step = "" if scale == 1 else tr("bounds-step", step=f"1/{scale}")
    return f"{low}..{high}{step}"
