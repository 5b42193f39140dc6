"""Goods by the schema's numbers."""

from typing import Final

WOOD: Final = 1
CLAY: Final = 2
REED: Final = 3
STONE: Final = 4
GRAIN: Final = 5
VEGETABLE: Final = 6
FOOD: Final = 7
SHEEP: Final = 8
BOAR: Final = 9
CATTLE: Final = 10
GOODS: Final = 11
BUILDING: Final = (WOOD, CLAY, REED, STONE)
ANIMALS: Final = (SHEEP, BOAR, CATTLE)
MATERIAL: Final = (WOOD, CLAY, STONE)
"""What rooms are built of, by house."""

Price = tuple[tuple[int, int], ...]
"""Some goods: (good, amount) for each of them."""

WORTH: Final = (0.0, 0.5, 0.5, 0.9, 0.75, 0.7, 1.5, 0.42, 0.8, 1.1, 1.5)
"""Roughly, in points, where nothing better is known."""


def value_of(goods: Price) -> float:
    return sum(WORTH[good] * amount for good, amount in goods)
