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
"""Material of rooms, by house."""

Price = tuple[tuple[int, int], ...]
"""Some goods: (good, amount) for each of them."""

WORTH: Final = (0.0, 0.5, 0.5, 0.9, 0.75, 0.7, 1.5, 0.42, 0.8, 1.1, 1.5)
"""Rough worth of each good in points, used if no better estimate is known."""


def value_of(goods: Price) -> float:
    """Return the rough worth of some goods in points (see WORTH)."""
    return sum(WORTH[good] * amount for good, amount in goods)
