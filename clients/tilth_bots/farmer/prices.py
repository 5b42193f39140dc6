"""What cards that make things cheaper may still save, in points: rough figures for each clause."""

from typing import Final

from tilth_bots.farmer.acts import Table, renovation_price, room_price
from tilth_bots.farmer.counts import ROUNDS
from tilth_bots.farmer.faces import Clause
from tilth_bots.farmer.farm import Farm
from tilth_bots.farmer.goods import REED, WOOD, WORTH, Price, value_of
from tilth_bots.farmer.worth import MOST_PEOPLE
from tilth_bots.farmer.yard import FENCES, STABLES

ROOMS: Final = 3.0
IMPROVEMENTS: Final = 4.0
"""How many are bought in a whole match."""
FENCED: Final = 0.6
"""How many of the fences that are left will be built."""
SAVED: Final = 0.6
"""How much of what could be saved is saved: often something else is bought, or with something else."""
ANY_RESOURCE: Final = 0.6
"""What a building resource of one's choice is worth."""
BY_NAME: Final = 0.2
"""How often a certain card is built."""
ANOTHER_HOUSE: Final = 0.2
NEXT_HOUSE: Final = 0.5
"""How much of what is bought is bought for a house that is not the one of now."""
MORE_AT_ONCE: Final = 2
"""How often further fences come with those that are built."""


def still_bought(what: str, farm: Farm, table: Table) -> float:
    """How many of these will still be bought."""
    time = table.left / ROUNDS
    match what:
        case "room":
            return ROOMS * time if farm.rooms.bit_count() < MOST_PEOPLE else 0.0
        case "renovation":
            return (2 - farm.house) * min(1.0, 1.5 * time)
        case "stable":
            return (STABLES - farm.stables.bit_count()) * time
        case "fence":
            return FENCED * (FENCES - farm.fences.bit_count()) * min(1.0, 2 * time)
        case _:
            return IMPROVEMENTS * time


def base(clause: Clause, farm: Farm, table: Table) -> float:
    house = clause["house"]
    usual: Price
    if clause["of"] == "room":
        usual = room_price(house)
        share = 1.0 if house == farm.house else ANOTHER_HOUSE
    else:
        usual = renovation_price(house, farm.rooms.bit_count())
        share = NEXT_HOUSE if house == farm.house + 1 else ANOTHER_HOUSE
    saved = max(0.0, value_of(usual) - value_of(clause["price"]))
    return share * saved * still_bought(clause["of"], farm, table)


def less(clause: Clause, farm: Farm, table: Table) -> float:
    saved = value_of(clause.get("goods", ())) + ANY_RESOURCE * int(clause.get("any_building", 0))
    often = sum(still_bought(what, farm, table) for what in clause.get("of", ()))
    often += BY_NAME * len(clause.get("cards", ()))
    if clause.get("limit") == "game":
        often = min(1.0, often)
    return SAVED * saved * often


def replace(clause: Clause, farm: Farm, table: Table) -> float:
    """Each of a good, or all of it in a price, is paid by something else."""
    good, by = int(clause["good"]), value_of(clause.get("by", ()))
    total: float = 0.0
    for what in clause["of"]:
        usual = dict(room_price(farm.house) if what == "room" else ((REED, 1),))
        amount = usual.get(good, 0)
        instead: float = by * (amount if clause["how"] == "each" else 1)
        total += still_bought(what, farm, table) * max(0.0, amount * WORTH[good] - instead)
    return total


def free_fences(clause: Clause, farm: Farm, table: Table) -> float:
    """Fences by their numbers, or some more each time."""
    standing = farm.fences.bit_count()
    free: int = sum(one > standing for one in clause.get("numbers", ()))
    free += MORE_AT_ONCE * int(clause.get("more", 0))
    return WORTH[WOOD] * free * min(1.0, table.left / 5)
