"""What is printed on the cards that a viewer sees, so that a client needs no list of cards of its own.

Names and texts, which would be more than half of a view, are left to the game's words: they are the same in every
match.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any, ClassVar, Final

import msgspec

from tilth_rules.agricola.content.cards import CARDS, Cost, Tag
from tilth_rules.agricola.content.clauses import Clause
from tilth_rules.agricola.words import Goods

KINDS: Final = ("", "major", "minor", "occupation")


class Amount(msgspec.Struct, frozen=True, gc=False):
    """So much of a good."""

    good: int
    amount: int


class Price(msgspec.Struct, frozen=True, gc=False):
    """One of the ways to pay for something."""

    goods: tuple[Amount, ...]
    returns: tuple[int, ...] = ()
    """One of these cards is given up."""
    improvements: int = 0
    """So many of the own improvements are given up, whichever they are."""
    saving: bool = False
    """A saving that a card gives only now and then is used for it."""


class Rules(msgspec.Struct, frozen=True, omit_defaults=True):
    """The part of a card that says what it does."""

    clauses: tuple[Clause, ...] = ()
    coded: str = ""
    tags: tuple[Tag, ...] = ()
    worth: int = 1


class PrintedCard(msgspec.Struct, frozen=True, gc=False):
    """What is printed on a card."""

    card: int
    kind: int
    deck: str
    number: int
    points: int
    bonus: bool
    passing: bool
    prices: tuple[Price, ...]
    """One of these is paid; for an occupation, besides what playing it costs."""
    prerequisite: str
    """What has to hold before it may be played, as JSON; empty if nothing."""
    rules: str
    """What it does, as JSON in the words of `content/cards.json`, with numbers for goods, houses, cards and spaces."""

    kept: ClassVar[bool] = True
    """The same few are shown again and again, so that they are worth encoding only once."""

    def __hash__(self) -> int:
        return self.card


class Printed(msgspec.Struct, frozen=True, gc=False):
    """Every card that the viewer sees somewhere, in the order of their numbers."""

    cards: tuple[PrintedCard, ...]


def printed(cards: Iterable[int]) -> Printed:
    return Printed(tuple(_face(card) for card in sorted(set(cards))))


def amounts(goods: Goods) -> tuple[Amount, ...]:
    return tuple(Amount(good, amount) for good, amount in goods)


@cache
def _face(card: int) -> PrintedCard:
    face = CARDS[card]
    return PrintedCard(
        card=card,
        kind=KINDS.index(face.kind),
        deck=face.deck,
        number=face.number,
        points=face.points,
        bonus=face.bonus,
        passing=face.passing,
        prices=tuple(_price(cost) for cost in face.costs),
        prerequisite=_json(face.prerequisite) if face.prerequisite else "",
        rules=_json(Rules(face.clauses, face.coded, face.tags, face.worth)),
    )


def _price(cost: Cost) -> Price:
    return Price(amounts(cost.goods), tuple(map(int, cost.returns)), cost.improvements)


def _json(value: object) -> str:
    return msgspec.json.encode(value, enc_hook=_plain).decode()


def _plain(value: Any) -> Any:
    """Numbers and goods of the data have types of their own."""
    return int(value) if isinstance(value, int) else tuple(value)
