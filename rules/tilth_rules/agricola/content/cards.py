"""The module that alone reads `cards.json`: every card of the game.

A card is known everywhere by its index in CARDS. The file gives each card its index, which never changes, because
stored matches hold it; a new card takes the next one. The id of a card ("E11": deck and number) is for people and for
the data files.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta

from tilth_rules.agricola.content.checks import check
from tilth_rules.agricola.content.clauses import Clause
from tilth_rules.agricola.content.conditions import Condition
from tilth_rules.agricola.content.names import CARD_DATA, CARD_INDEX, Name, parse_entry
from tilth_rules.agricola.content.rules import Lends
from tilth_rules.agricola.content.types import CardIndex, Goods, Part

Tag = Literal["baking", "cooking", "oven", "fireplace", "plough", "development"]


class Cost(Part, frozen=True, cache_hash=True):
    """One of the ways to pay for a card: goods, and cards that are given back."""

    goods: Goods = Goods()
    returns: tuple[CardIndex, ...] = ()
    """Cards of which one is given up: majors go back to the board, minors leave the match."""
    improvements: Annotated[int, Meta(ge=0, le=2)] = 0
    """The number of own improvements of any kind that are given up in the same way.

    The goods that they have laid on later rounds are lost with them.
    """


class Card(Part, frozen=True, cache_hash=True):
    """A card with everything that is printed on it: its price, its points, and its effects as clauses."""

    id: Annotated[str, Meta(pattern=r"^([EIK][1-9][0-9]{1,2}|A[1-9]0?)$")]
    index: Annotated[int, Meta(ge=0, le=4095)]
    """The card's number in stored matches."""
    name: Name
    kind: Literal["major", "minor", "occupation"]
    number: Annotated[int, Meta(ge=1, le=342)]
    players: Literal[1, 3, 4] = 1
    """The least number of players with which an occupation is in the match."""
    costs: tuple[Cost, ...] = (Cost(),)
    """The prices of which one is paid. For an occupation, it is paid besides the food for playing it."""
    prerequisite: tuple[Condition, ...] = ()
    points: Annotated[int, Meta(ge=0, le=8)] = 0
    bonus: bool = False
    """True if the card may bring bonus points."""
    passing: bool = False
    """True if the card goes into the left neighbour's hand when it has been played."""
    worth: Literal[1, 2] = 1
    """The number of occupations that it counts as, except for the price of playing one."""
    tags: tuple[Tag, ...] = ()
    clauses: tuple[Clause, ...] = ()
    coded: Literal["", "function", "protocol"] = ""
    """The kind of function that expresses effects without a clause; "" if there is none.

    "protocol" is a function that asks in a way of its own.
    """
    note: str = ""
    """A ruling, or a difference of the sources."""

    @property
    def deck(self) -> str:
        """The letter of the card's deck: "E", "I" or "K"; "A" for major improvements."""
        return self.id[0]


def read(data: dict[str, object], name: str) -> Card:
    """Return a card read from the file's data. Raise ValueError, with the card's id, if the data have an unknown
    word."""
    card = parse_entry(data, "card", name, Card)
    check(card)
    return card


CARDS: Final = tuple(read(data, name) for name, data in CARD_DATA.items())
INDEX: Final = CARD_INDEX
"""Indexes by id."""


def _of_kind(kind: str) -> tuple[int, ...]:
    """Return the indices of all cards of a kind."""
    return tuple(at for at, card in enumerate(CARDS) if card.kind == kind)


MAJORS: Final = _of_kind("major")
MINORS: Final = _of_kind("minor")
OCCUPATIONS: Final = _of_kind("occupation")
IS_OCCUPATION: Final = tuple(card.kind == "occupation" for card in CARDS)
"""True for each card that is an occupation."""

LENDER: Final[dict[int, int]] = {
    int(clause.space): at
    for at, card in enumerate(CARDS)
    for clause in card.clauses
    if isinstance(clause, Lends)
}
"""The card that brings a space into the match, by space."""


def minors(decks: str) -> tuple[int, ...]:
    """Return the minor improvements of these decks: `minors("EK")`."""
    return tuple(at for at in MINORS if CARDS[at].deck in decks)


def occupations(decks: str, players: int) -> tuple[int, ...]:
    """Return the occupations of these decks that are in a match of this many players."""
    return tuple(at for at in OCCUPATIONS if CARDS[at].deck in decks and CARDS[at].players <= players)
