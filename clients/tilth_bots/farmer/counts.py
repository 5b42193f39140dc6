"""Evaluation of card clauses on a farm: the amounts that they count, and their conditions."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, Protocol

from tilth_bots.farmer.faces import OCCUPATION, Clause, Faces
from tilth_bots.farmer.farm import Farm
from tilth_bots.farmer.goods import ANIMALS, CATTLE, CLAY, GRAIN, REED, SHEEP, STONE, VEGETABLE, WOOD
from tilth_bots.farmer.yard import pastures

ROUNDS: Final = 14
ANY_NUMBER: Final = 99
SUPPLY: Final = {
    "wood": WOOD,
    "clay": CLAY,
    "reed": REED,
    "stone": STONE,
    "sheep": SHEEP,
    "cattle": CATTLE,
}
"""Goods that count only in the supply, by the word that a clause uses."""
GROWN: Final = {"all_wood": WOOD, "all_grain": GRAIN, "all_vegetable": VEGETABLE}
"""Goods that count in the supply and on fields, by the word that a clause uses."""
FACTS: Final = {"count": 2, "cooked_animals": 1}
"""Assumed amounts of things that depend on the moment of play, which the farm does not show."""


class Around(Protocol):
    """The values that clauses count besides the farm: the printed cards (`faces`), the number of the round, the rounds
    after it (`left`), and the number of seats."""

    faces: Faces
    round: int
    left: int
    seats: int
    about: frozenset[int]
    """Cards that any player has in play."""


def number(of: str, farm: Farm, around: Around, cards: Iterable[int] = ()) -> int:
    """Return the amount of the thing that a clause names with `of`; 0 if the name is unknown. `cards` are the card
    numbers that "cards" (in the bot's play) and "ever_built" (in anybody's) count."""
    if of in SUPPLY:
        return farm.goods[SUPPLY[of]]
    if of in GROWN:
        good = GROWN[of]
        return farm.goods[good] + sum(amount for crop, amount in farm.crops if crop == good)
    if of in FACTS:
        return FACTS[of]
    if of in ("occupations", "occupation_worth", "improvements"):
        return _played(of, farm, around)
    if of == "cards":
        return len(set(farm.cards).intersection(cards))
    if of == "ever_built":
        return len(around.about.intersection(cards))
    if of == "rounds_left":
        return around.left
    if of in ("round", "rounds_done", "players"):
        return around.seats if of == "players" else around.round - (of == "rounds_done")
    return STANDING[of](farm) if of in STANDING else 0


def _played(of: str, farm: Farm, around: Around) -> int:
    """Return the number of the farm's cards in play that are improvements or occupations; for "occupation_worth", a
    card counts as the number of occupations printed on it."""
    faces = [around.faces[card] for card in farm.cards if card in around.faces]
    if of == "improvements":
        return sum(face.kind != OCCUPATION for face in faces)
    return sum(face.worth if of == "occupation_worth" else 1 for face in faces if face.kind == OCCUPATION)


STANDING: Final[Mapping[str, Callable[[Farm], int]]] = MappingProxyType(
    {
        "animals": lambda farm: sum(farm.herd()),
        "animal_types": lambda farm: sum(farm.goods[good] > 0 for good in ANIMALS),
        "rooms": lambda farm: farm.rooms.bit_count(),
        "stables": lambda farm: farm.stables.bit_count(),
        "fields": lambda farm: farm.fields.bit_count(),
        "sowable_fields": lambda farm: farm.fields.bit_count() + farm.beds,
        "sown_fields": lambda farm: len(farm.crops),
        "grain_fields": lambda farm: sum(crop == GRAIN for crop, _ in farm.crops),
        "vegetable_fields": lambda farm: sum(crop == VEGETABLE for crop, _ in farm.crops),
        "fenced_cells": lambda farm: sum(pastures(farm.fences)).bit_count(),
        "begging": lambda farm: farm.begging,
        "persons_left": lambda farm: farm.unplaced,
    }
)
"""Functions that count things on the farm itself, by the word that a clause uses."""


def value(formula: Any, farm: Farm, around: Around) -> int:
    """Return an amount of a clause: the number itself, or a formula's result. A formula counts the thing that it names;
    it reads the result from a table of steps, or takes `times` for every `every` of it, at most `most`."""
    if isinstance(formula, int):
        return formula
    count = number(formula["of"], farm, around, formula.get("cards", ()))
    if "steps" in formula:
        return int(next((gives for begins, gives in reversed(formula["steps"]) if begins <= count), 0))
    most = formula.get("most", ANY_NUMBER)
    return int(formula.get("times", 1) * min(count, most) // formula.get("every", 1))


def holds(conditions: Iterable[Clause], farm: Farm, around: Around) -> bool:
    """Return whether all conditions of a clause hold on the farm; a condition that the bot can't check counts as
    met."""
    return all(_holds(one, farm, around) for one in conditions)


def _holds(condition: Clause, farm: Farm, around: Around) -> bool:
    """Return whether one condition holds: on a counted number, on the material of the house, or on cards in play. A
    number of another seat and any other kind of condition count as met."""
    match condition["if"]:
        case "number":
            if condition.get("seat", "own") != "own":
                return True
            count = number(condition["of"], farm, around, condition.get("cards", ()))
            return bool(condition.get("least", 0) <= count <= condition.get("most", ANY_NUMBER))
        case "house":
            return bool(farm.house in condition["among"])
        case "in_play":
            cards = condition["cards"]
            found = set(farm.cards).intersection(cards)
            if condition.get("seat", "own") == "any":
                found |= around.about.intersection(cards)
            return bool(found) != bool(condition.get("none"))
        case _:
            return True
