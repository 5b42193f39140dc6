"""The print of the cards that a viewer sees, so that a client needs no list of cards.

Names and texts, which would be more than half of a view, are left to the game's labels: they are the same in every
match.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, ClassVar, Final

import msgspec

from tilth_rules.agricola.codes import Goods
from tilth_rules.agricola.content.acts import Act
from tilth_rules.agricola.content.cards import Cost, Tag
from tilth_rules.agricola.content.clauses import Clause
from tilth_rules.agricola.content.corrections import content_of
from tilth_rules.agricola.content.spaces import SPACES, Form

KINDS: Final = ("", "major", "minor", "occupation")


class Amount(msgspec.Struct, frozen=True, gc=False):
    """An amount of a good, in a view."""

    good: int
    amount: int


class Price(msgspec.Struct, frozen=True, gc=False):
    """One of the ways to pay for something, in a view."""

    goods: tuple[Amount, ...]
    returns: tuple[int, ...] = ()
    """Cards of which one is given up."""
    improvements: int = 0
    """The number of own improvements of any kind that are given up."""
    saving: bool = False
    """True if the price uses a saving that a card gives only once in a while."""


class Rules(msgspec.Struct, frozen=True, omit_defaults=True):
    """The part of a card that a view shows as JSON: its effects."""

    clauses: tuple[Clause, ...] = ()
    coded: str = ""
    tags: tuple[Tag, ...] = ()
    worth: int = 1


class SpaceRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """The part of a space that a view shows as JSON: its acts."""

    do: tuple[Act, ...]
    form: Form = "all"


class PrintedCard(msgspec.Struct, frozen=True, gc=False):
    """A card as a view shows what is printed on it."""

    card: int
    kind: int
    deck: str
    number: int
    points: int
    bonus: bool
    passing: bool
    prices: tuple[Price, ...]
    """The prices, of which one is paid; for an occupation, besides the food for playing it."""
    prerequisite: str
    """The conditions for playing it, as JSON; empty if there are none."""
    rules: str
    """The effects, as JSON in the words of `content/cards.json`, with numbers for goods, houses, cards and spaces."""

    kept: ClassVar[bool] = True
    """True: the same few cards are shown again and again, so their encoding is kept."""

    def __hash__(self) -> int:
        return self.card


class PrintedSpace(msgspec.Struct, frozen=True, gc=False):
    """An action space as a view shows what is printed on it."""

    space: int
    rules: str
    """The acts, as JSON in the words of `content/spaces.json`, with numbers as in a card's rules."""

    kept: ClassVar[bool] = True
    """True: the same few spaces are shown again and again, so their encoding is kept."""

    def __hash__(self) -> int:
        return self.space


class Printed(msgspec.Struct, frozen=True, gc=False):
    """Every card that the viewer sees somewhere, and the spaces that the match corrects, in order."""

    cards: tuple[PrintedCard, ...]
    spaces: tuple[PrintedSpace, ...] = ()


def printed(cards: Iterable[int], values: str = "") -> Printed:
    """Return the print of these cards for a view, each once and sorted, and of the spaces that the corrections `values`
    of the match change."""
    return Printed(tuple(_face(values, card) for card in sorted(set(cards))), _corrected_spaces(values))


def amounts(goods: Goods) -> tuple[Amount, ...]:
    """Return a sum of goods as the view shows it: one Amount for each good."""
    return tuple(Amount(good, amount) for good, amount in goods)


@lru_cache(maxsize=1 << 12)
def _face(values: str, card: int) -> PrintedCard:
    """Return a card's print for a view: kind, deck, number, points, prices, and the prerequisite and effects as
    JSON."""
    face = content_of(values).cards[card]
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


@lru_cache(maxsize=64)
def _corrected_spaces(values: str) -> tuple[PrintedSpace, ...]:
    """Return the spaces with other acts than in `content/spaces.json`. A view needs no others."""
    return tuple(
        PrintedSpace(at, _json(SpaceRules(space.do, space.form)))
        for at, (space, was) in enumerate(zip(content_of(values).spaces, SPACES, strict=True))
        if space.do != was.do
    )


def _price(cost: Cost) -> Price:
    """Return one of a card's prices for a view: goods, cards of which one is given back, and the number of improvements
    given up."""
    return Price(amounts(cost.goods), tuple(map(int, cost.returns)), cost.improvements)


def _json(value: object) -> str:
    """Return a value of the card data as JSON text."""
    return msgspec.json.encode(value, enc_hook=_plain).decode()


def _plain(value: Any) -> Any:
    """Return a number or a sum of goods as a plain value for JSON: those of the data have types of their own."""
    return int(value) if isinstance(value, int) else tuple(value)
