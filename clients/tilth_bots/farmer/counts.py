"""What the clauses of cards count on a farm, and whether their conditions hold there."""

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
"""What is counted in the supply alone."""
GROWN: Final = {"all_wood": WOOD, "all_grain": GRAIN, "all_vegetable": VEGETABLE}
"""What is counted on fields, too."""
FACTS: Final = {"count": 2, "cooked_animals": 1}
"""What only the moment tells: what it mostly is."""


class Around(Protocol):
    """What is counted besides the farm."""

    faces: Faces
    round: int
    left: int
    seats: int
    about: frozenset[int]
    """Cards in play, anybody's."""


def number(of: str, farm: Farm, around: Around, cards: Iterable[int] = ()) -> int:
    """How many there are of something."""
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
"""What is counted on the farm itself."""


def value(said: Any, farm: Farm, around: Around) -> int:
    """A number, or what is to be counted for it."""
    if isinstance(said, int):
        return said
    count = number(said["of"], farm, around, said.get("cards", ()))
    if "steps" in said:
        return int(next((gives for begins, gives in reversed(said["steps"]) if begins <= count), 0))
    most = said.get("most", ANY_NUMBER)
    return int(said.get("times", 1) * min(count, most) // said.get("every", 1))


def holds(conditions: Iterable[Clause], farm: Farm, around: Around) -> bool:
    return all(_holds(one, farm, around) for one in conditions)


def _holds(condition: Clause, farm: Farm, around: Around) -> bool:
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
