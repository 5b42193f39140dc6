"""What is printed on the cards that show, as the farmer reads it: prices, what a card asks for, and its clauses."""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from tilth.games.agricola.v1 import agricola_pb2 as agricola
from tilth_bots.farmer.goods import Price

Clause = dict[str, Any]
"""A clause, an act or a condition in the words of the cards; docs/games/agricola.md tells where they stand."""

MAJOR: Final = agricola.CARD_KIND_MAJOR
MINOR: Final = agricola.CARD_KIND_MINOR
OCCUPATION: Final = agricola.CARD_KIND_OCCUPATION


@dataclass(frozen=True, slots=True, eq=False)
class Cost:
    """One of the ways to pay for a card."""

    goods: Price
    returns: tuple[int, ...]
    improvements: int


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A card."""

    card: int
    kind: int
    points: int
    bonus: bool
    costs: tuple[Cost, ...]
    asks: tuple[Clause, ...]
    clauses: tuple[Clause, ...]
    coded: bool
    """Some of what it does is in its text alone."""
    worth: int
    """As how many occupations it counts."""

    def at(self, moment: str) -> list[Clause]:
        """What it does at a moment."""
        return [one for one in self.clauses if one["clause"] == "when" and one["on"] == moment]

    def offers(self) -> list[Clause]:
        """What it offers at any time, in the order of the ways in which it can be used."""
        found: list[Clause] = []
        for clause in self.clauses:
            if clause["clause"] == "convert":
                found += [{**clause, "get": get} for get in clause["get"]]
            elif clause["clause"] == "offer":
                found.append(clause)
        return found


class Faces:
    """The cards that show in a view, by their numbers. Each is read when it is asked for."""

    def __init__(self, view: agricola.View) -> None:
        self.printed = {card.card: card for card in view.printed.cards}

    def __contains__(self, card: int) -> bool:
        return card in self.printed

    def __getitem__(self, card: int) -> Face:
        return face_of(self.printed[card].SerializeToString(deterministic=True))


@lru_cache(maxsize=1 << 10)
def face_of(printed: bytes) -> Face:
    """The same few cards are seen again and again."""
    card = agricola.PrintedCard.FromString(printed)
    rules = json.loads(card.rules) if card.rules else {}
    return Face(
        card=card.card,
        kind=card.kind,
        points=card.points,
        bonus=card.bonus,
        costs=tuple(
            Cost(
                tuple((one.good, one.amount) for one in price.goods),
                tuple(price.returns),
                price.improvements,
            )
            for price in card.prices
        ),
        asks=tuple(json.loads(card.prerequisite)) if card.prerequisite else (),
        clauses=tuple(rules.get("clauses", ())),
        coded="coded" in rules,
        worth=rules.get("worth", 1),
    )
