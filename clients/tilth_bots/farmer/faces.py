"""The printed data of the cards that a view shows: prices, prerequisites and clauses."""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from tilth.games.agricola.v1 import agricola_pb2 as agricola
from tilth_bots.farmer.goods import Price

Clause = dict[str, Any]
"""A clause, an act or a condition, decoded from the card's rules (docs/games/agricola/for-clients.md)."""

MAJOR: Final = agricola.CARD_KIND_MAJOR
MINOR: Final = agricola.CARD_KIND_MINOR
OCCUPATION: Final = agricola.CARD_KIND_OCCUPATION


@dataclass(frozen=True, slots=True, eq=False)
class Cost:
    """One of the ways to pay for a card: goods, one card to return out of `returns` if that is not empty, and a number
    of improvements to give up."""

    goods: Price
    returns: tuple[int, ...]
    improvements: int


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """The printed data of one card: its number, kind and points, the ways to pay for it (`costs`), its prerequisites
    (`asks`), and the clauses of its effect."""

    card: int
    kind: int
    points: int
    bonus: bool
    costs: tuple[Cost, ...]
    asks: tuple[Clause, ...]
    clauses: tuple[Clause, ...]
    coded: bool
    """True if an effect of the card is described only in its text, not by clauses."""
    worth: int
    """Number of occupations that the card counts as."""

    def at(self, moment: str) -> list[Clause]:
        """Return the card's "when" clauses that take effect at this moment, such as "play" or "take"."""
        return [one for one in self.clauses if one["clause"] == "when" and one["on"] == moment]

    def offers(self) -> list[Clause]:
        """Return the clauses that can be used at any time, in the order of their `way` numbers in moves. An exchange
        occurs once for each of the goods that it can give, as a copy with only these in `get`."""
        found: list[Clause] = []
        for clause in self.clauses:
            if clause["clause"] == "convert":
                found += [{**clause, "get": get} for get in clause["get"]]
            elif clause["clause"] == "offer":
                found.append(clause)
        return found


class Faces:
    """The cards that a view shows, by their numbers. Each card is decoded when it is accessed."""

    def __init__(self, view: agricola.View) -> None:
        self.printed = {card.card: card for card in view.printed.cards}

    def __contains__(self, card: int) -> bool:
        return card in self.printed

    def __getitem__(self, card: int) -> Face:
        return face_of(self.printed[card].SerializeToString(deterministic=True))


@lru_cache(maxsize=1 << 10)
def face_of(printed: bytes) -> Face:
    """Return the printed data of a serialized PrintedCard. The results are cached, because the same few cards are read
    again and again."""
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
