"""The numbers of goods, persons, phases and houses. They are the numbers of the schema's enums, which count from 1."""

from typing import Final

# Goods. A seat's goods are a list by these numbers; the first entry stays empty.
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
"""The length of a list by good."""

GOOD_NAMES: Final = (
    "",
    "wood",
    "clay",
    "reed",
    "stone",
    "grain",
    "vegetable",
    "food",
    "sheep",
    "boar",
    "cattle",
)
GOOD_OF: Final = {name: good for good, name in enumerate(GOOD_NAMES) if name}
BUILDING: Final = (WOOD, CLAY, REED, STONE)
ANIMALS: Final = (SHEEP, BOAR, CATTLE)

ENDLESS: Final = 99
"""Any number of something: more than a farm ever has. The data write it as this number, too."""

Goods = tuple[tuple[int, int], ...]
"""Some goods: (good, amount) for each of them."""

# Sources and targets of goods that do not come from or go to a card.
BY_SET_UP: Final = 1
BY_SPACE: Final = 2
"""From the supply, by a space's action."""
BY_HARVEST: Final = 3
BY_BREEDING: Final = 4
BY_EXCHANGE: Final = 5
"""Turned into another good."""
FOR_BUILDING: Final = 6
FOR_CARD: Final = 7
"""Paid as the price of a card."""
FOR_SPACE: Final = 8
"""Paid as a toll, or as the price of a space's action."""
FOR_FEEDING: Final = 9
WITHOUT_ROOM: Final = 10
"""Let go, because there was no room for the animals."""
BY_SEAT: Final = 11
"""From another seat."""

# Places of a person beside the spaces, which have their own numbers.
AT_HOME: Final = -1
IDLE: Final = -2
"""The person has found no work this round."""

# Kinds of persons.
FAMILY: Final = 1
GUEST: Final = 2
"""A person who works for one round, and is no member of the family."""
LODGER: Final = 3
"""A person who lives on a card. It works like a member of the family, and is none."""

# Phases of a match.
SET_UP: Final = 1
START: Final = 2
REPLENISH: Final = 3
WORK: Final = 4
RETURN: Final = 5
FIELD: Final = 6
FEEDING: Final = 7
BREEDING: Final = 8
OVER: Final = 9
HARVEST: Final = (FIELD, FEEDING, BREEDING)

# Houses.
WOODEN: Final = 0
CLAY_HOUSE: Final = 1
STONE_HOUSE: Final = 2
MATERIAL: Final = (WOOD, CLAY, STONE)
"""The material of rooms, by house."""

ROUNDS: Final = 14
HARVESTS: Final = (4, 7, 9, 11, 13, 14)
"""Rounds with a harvest at their end."""
STAGES: Final = (1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 5, 6)
"""The stage of each round."""
MOST_SEATS: Final = 5
LARGEST_FAMILY: Final = 5
PEOPLE_A_SEAT: Final = 8
"""The largest number of a seat's people: a family with its guests and lodgers. Sets of people have as many bits."""
STABLES: Final = 4
FENCES: Final = 15

NOBODY: Final = -1
NO_CARD: Final = -1
NO_SPACE: Final = -1
