"""From what a person types to an answer within a decision's bounds.

Options are named by their place in the list as it is shown, from 1; offers by o1, o2, ...; so nobody has to know the
ids of the protocol. Bounds are checked here for the sake of a quick word; the server checks them again.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import Decision, Quantity

PICK = re.compile(r"(?P<number>\d{1,9})(?:[x*\u00d7](?P<times>\d{1,9}))?")
OFFER = re.compile(r"[oO\u043e\u041e](?P<number>\d{1,9})")
NONE = ("0", "-")


class NotAnAnswer(Exception):
    """What was typed is no answer to this decision; the text says what would be."""


@dataclass(frozen=True)
class Reply:
    chosen: tuple[int, ...] = ()
    measured: tuple[int, ...] = ()


def read_reply(typed: str, decision: Decision, have: Mapping[str, int] | None = None) -> Reply:
    """`have`: numbers that are set already, so that one of several can be given by its name alone."""
    words = typed.replace(",", " ").split() if not decision.quantities else typed.replace(";", " ").split()
    if len(words) == 1 and (offer := OFFER.fullmatch(words[0])):
        return Reply(chosen=(_at(int(offer["number"]), [one.id for one in decision.offers], "o"),))
    if decision.quantities:
        return Reply(measured=tuple(_read_numbers(words, decision.quantities, have or {})))
    if not words:
        return _only_reply(decision)
    numbers = (
        [] if len(words) == 1 and words[0] in NONE else [one for word in words for one in _numbers(word)]
    )
    _check(numbers, decision)
    return Reply(chosen=tuple(decision.options[number - 1].id for number in numbers))


def _numbers(word: str) -> list[int]:
    found = PICK.fullmatch(word)
    if not found:
        raise NotAnAnswer(say("answer.not_a_number", word=word))
    return [int(found["number"])] * min(int(found["times"] or 1), 1000)


def _check(numbers: Sequence[int], decision: Decision) -> None:
    if numbers and _nothing_to_pick(decision):
        raise NotAnAnswer(bounds_text(decision))
    ids = [option.id for option in decision.options]
    for number in numbers:
        _at(number, ids, "")
    if not decision.least <= len(numbers) <= decision.most:
        raise NotAnAnswer(bounds_text(decision))
    for number, times in Counter(numbers).items():
        limit = decision.each[number - 1] if decision.each else 1
        if times > limit:
            raise NotAnAnswer(say("answer.too_often", number=number, limit=limit))


def _at(number: int, ids: Sequence[int], mark: str) -> int:
    if not 1 <= number <= len(ids):
        highest = f"{mark}{len(ids)}" if ids else "-"
        raise NotAnAnswer(say("answer.no_such", number=f"{mark}{number}", highest=highest))
    return ids[number - 1]


def _nothing_to_pick(decision: Decision) -> bool:
    """A seat may be asked although it has nothing to choose from: being asked must not tell what it holds."""
    return decision.most == 0 or (decision.least == 0 and not decision.options)


def _only_reply(decision: Decision) -> Reply:
    """Enter alone: enough where nothing else could be said anyway."""
    if _nothing_to_pick(decision):
        return Reply()
    if len(decision.options) == 1 and decision.least == decision.most and not decision.offers:
        return Reply(chosen=(decision.options[0].id,) * decision.most)
    raise NotAnAnswer(bounds_text(decision))


def bounds_text(decision: Decision) -> str:
    """How many picks a decision takes, as one sentence."""
    if decision.quantities:
        return say("bounds.measure", names=" ".join(f"{one.name}=..." for one in decision.quantities))
    if _nothing_to_pick(decision):
        return say("bounds.none")
    one = decision.least == decision.most == 1
    key = (
        "one"
        if one
        else "exact"
        if decision.least == decision.most
        else "range"
        if decision.least
        else "up_to"
    )
    text = say(f"bounds.{key}", least=decision.least, most=decision.most)
    return f"{text} {say('bounds.ordered')}" if decision.ordered and decision.most > 1 else text


def _read_numbers(words: Sequence[str], quantities: Sequence[Quantity], have: Mapping[str, int]) -> list[int]:
    named = dict(word.split("=", 1) for word in words if "=" in word)
    if named and len(named) == len(words):
        unknown = set(named) - {one.name for one in quantities}
        missing = [one.name for one in quantities if one.name not in named and one.name not in have]
        if unknown or missing:
            raise NotAnAnswer(say("answer.names", names=" ".join(one.name for one in quantities)))
        return [_count(named[one.name], one) if one.name in named else have[one.name] for one in quantities]
    if len(words) != len(quantities):
        raise NotAnAnswer(say("answer.names", names=" ".join(one.name for one in quantities)))
    return [_count(word, one) for word, one in zip(words, quantities, strict=True)]


def _count(word: str, quantity: Quantity) -> int:
    scale = quantity.scale or 1
    try:
        count = Decimal(word.replace(",", ".")) * scale
        whole = int(count)
    except (ArithmeticError, ValueError):
        raise NotAnAnswer(say("answer.not_a_number", word=word)) from None
    if whole != count or not quantity.low <= whole <= quantity.high:
        raise NotAnAnswer(say("answer.quantity", name=quantity.name, bounds=quantity_bounds(quantity)))
    return whole


def quantity_bounds(quantity: Quantity) -> str:
    scale = quantity.scale or 1
    low, high = Decimal(quantity.low) / scale, Decimal(quantity.high) / scale
    step = "" if scale == 1 else say("bounds.step", step=f"1/{scale}")
    return f"{low}..{high}{step}"
