"""The numbers of the game's words. They are the numbers of the schema's enums, which count from 1."""

from typing import Final

# Goods. What a seat owns is a list by these numbers; the first entry stays empty.
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
"""Length of a list by good."""

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
"""Any number of something: more than a farm ever has. Data write it so, too."""

Goods = tuple[tuple[int, int], ...]
"""Some goods: (good, amount) for each of them."""

# Where goods come from or go to, if not from or to a card.
BY_SET_UP: Final = 1
BY_SPACE: Final = 2
"""From the supply, by a space's action."""
BY_HARVEST: Final = 3
BY_BREEDING: Final = 4
BY_EXCHANGE: Final = 5
"""Turned into something else."""
FOR_BUILDING: Final = 6
FOR_CARD: Final = 7
"""The price of a card."""
FOR_SPACE: Final = 8
"""A toll, or the price of a space's action."""
FOR_FEEDING: Final = 9
WITHOUT_ROOM: Final = 10
"""Animals that were let go."""
BY_SEAT: Final = 11
"""From another seat."""

# Where a person is; else on the space of this number.
AT_HOME: Final = -1
IDLE: Final = -2
"""Has found no work this round."""

# Kinds of persons.
FAMILY: Final = 1
GUEST: Final = 2
"""Works for one round, and is no member of the family."""
LODGER: Final = 3
"""Lives on a card: works like a member of the family, and is none."""

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
"""What rooms are built of, by house."""

ROUNDS: Final = 14
HARVESTS: Final = (4, 7, 9, 11, 13, 14)
"""Rounds with a harvest at their end."""
STAGES: Final = (1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 5, 6)
"""The stage of each round."""
MOST_SEATS: Final = 5
LARGEST_FAMILY: Final = 5
PEOPLE_A_SEAT: Final = 8
"""A family with its guests and lodgers is no larger: so many bits stand for the people of a seat."""
STABLES: Final = 4
FENCES: Final = 15

NOBODY: Final = -1
NO_CARD: Final = -1
NO_SPACE: Final = -1
