"""The one module that reads `cards.json`: every card of the game.

A card is known everywhere by its index in CARDS, a small number that is its own for ever: first the majors A1 to
A10, then the minor improvements by printed number, then the occupations by printed number. Its id ("E11": deck and
number) is for people and for the data files.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta

from tilth_rules.agricola.content.checks import check
from tilth_rules.agricola.content.clauses import Clause
from tilth_rules.agricola.content.conditions import Condition
from tilth_rules.agricola.content.names import CARD_DATA, CARD_INDEX, Name, understood
from tilth_rules.agricola.content.rules import Lends
from tilth_rules.agricola.content.values import CardIndex, Goods, Part

Tag = Literal["baking", "cooking", "oven", "fireplace", "plough", "development"]


class Cost(Part, frozen=True, cache_hash=True):
    """One of the ways to pay for a card."""

    goods: Goods = Goods()
    returns: tuple[CardIndex, ...] = ()
    """One of these is given up: majors go back to the board, minors leave the match."""
    improvements: Annotated[int, Meta(ge=0, le=2)] = 0
    """So many of the own improvements are given up in the same way, whichever they are, and with them whatever they
    have laid for rounds to come."""


class Card(Part, frozen=True, cache_hash=True):
    """What is printed on a card."""

    id: Annotated[str, Meta(pattern=r"^([EIK][1-9][0-9]{1,2}|A[1-9]0?)$")]
    name: Name
    kind: Literal["major", "minor", "occupation"]
    number: Annotated[int, Meta(ge=1, le=342)]
    players: Literal[1, 3, 4] = 1
    """An occupation is in the match with so many players or more."""
    costs: tuple[Cost, ...] = (Cost(),)
    """One of these is paid. For an occupation, besides what playing it costs."""
    prerequisite: tuple[Condition, ...] = ()
    points: Annotated[int, Meta(ge=0, le=8)] = 0
    bonus: bool = False
    """It may bring bonus points."""
    passing: bool = False
    """Goes on to the left neighbour's hand when it has been played."""
    worth: Literal[1, 2] = 1
    """How many occupations it counts as, except in what playing one costs."""
    tags: tuple[Tag, ...] = ()
    clauses: tuple[Clause, ...] = ()
    coded: Literal["", "function", "protocol"] = ""
    """Whether what clauses don't say is said by a function of its own, or by one that asks in a way of its own."""
    note: str = ""
    """A ruling, or how sources differ."""

    @property
    def deck(self) -> str:
        """ "E", "I" or "K"; "A" for majors."""
        return self.id[0]


def read(data: dict[str, object], name: str) -> Card:
    """One card, as the data say it; raises ValueError, with the card's id, where they say what nobody knows."""
    card = understood(data, "card", name, Card)
    check(card)
    return card


CARDS: Final = tuple(read(data, name) for name, data in CARD_DATA.items())
INDEX: Final = CARD_INDEX
"""Indexes by id."""


def _of_kind(kind: str) -> tuple[int, ...]:
    return tuple(at for at, card in enumerate(CARDS) if card.kind == kind)


MAJORS: Final = _of_kind("major")
MINORS: Final = _of_kind("minor")
OCCUPATIONS: Final = _of_kind("occupation")
FIRST_OCCUPATION: Final = OCCUPATIONS[0]
"""Cards from here on are occupations, and no others."""

LENDER: Final[dict[int, int]] = {
    int(clause.space): at
    for at, card in enumerate(CARDS)
    for clause in card.clauses
    if isinstance(clause, Lends)
}
"""By space, the card that brings it into the match."""


def minors(decks: str) -> tuple[int, ...]:
    """The minor improvements of these decks: `minors("EK")`."""
    return tuple(at for at in MINORS if CARDS[at].deck in decks)


def occupations(decks: str, players: int) -> tuple[int, ...]:
    """The occupations of these decks that are in a match of so many."""
    return tuple(at for at in OCCUPATIONS if CARDS[at].deck in decks and CARDS[at].players <= players)
