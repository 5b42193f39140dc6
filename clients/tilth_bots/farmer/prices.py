"""Estimates, in points, of the savings by cards that make purchases cheaper, for each kind of clause."""

from typing import Final

from tilth_bots.farmer.acts import Table, renovation_price, room_price
from tilth_bots.farmer.counts import ROUNDS
from tilth_bots.farmer.faces import Clause
from tilth_bots.farmer.farm import Farm
from tilth_bots.farmer.goods import REED, WOOD, WORTH, Price, value_of
from tilth_bots.farmer.value import MAX_PEOPLE
from tilth_bots.farmer.yard import FENCES, STABLES

ROOMS: Final = 3.0
IMPROVEMENTS: Final = 4.0
"""Number of rooms (`ROOMS`) and of improvements bought in a whole match."""
FENCED: Final = 0.6
"""Share of the remaining fences that will be built."""
SAVED: Final = 0.6
"""Share of the possible savings that is counted: often the bot buys something else, or pays with something else."""
ANY_RESOURCE: Final = 0.6
"""Worth of a building resource of the player's choice."""
BY_NAME: Final = 0.2
"""Probability that a certain card is built."""
ANOTHER_HOUSE: Final = 0.2
NEXT_HOUSE: Final = 0.5
"""Share of the purchases that fall on a house other than today's: on any other one (`ANOTHER_HOUSE`), and on the next
one (`NEXT_HOUSE`)."""
MORE_AT_ONCE: Final = 2
"""Number of times that a fence action gives further free fences."""


def still_bought(bought: str, farm: Farm, table: Table) -> float:
    """Return the estimated number of purchases in the rest of the match, by the clause's word: "room", "renovation",
    "stable", "fence", or any other word for improvements. It can be a fraction."""
    time = table.left / ROUNDS
    match bought:
        case "room":
            return ROOMS * time if farm.rooms.bit_count() < MAX_PEOPLE else 0.0
        case "renovation":
            return (2 - farm.house) * min(1.0, 1.5 * time)
        case "stable":
            return (STABLES - farm.stables.bit_count()) * time
        case "fence":
            return FENCED * (FENCES - farm.fences.bit_count()) * min(1.0, 2 * time)
        case _:
            return IMPROVEMENTS * time


def base(clause: Clause, farm: Farm, table: Table) -> float:
    """Return the savings in points by a clause that sets another price for rooms or for a renovation. `house` of the
    clause is the house that it is about."""
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
    """Return the savings in points by a clause that takes some goods off the price of the named kinds of purchase and
    cards."""
    saved = value_of(clause.get("goods", ())) + ANY_RESOURCE * int(clause.get("any_building", 0))
    often = sum(still_bought(what, farm, table) for what in clause.get("of", ()))
    often += BY_NAME * len(clause.get("cards", ()))
    if clause.get("limit") == "game":
        often = min(1.0, often)
    return SAVED * saved * often


def replace(clause: Clause, farm: Farm, table: Table) -> float:
    """Return the savings in points by a clause that replaces each unit of a good in a price, or all of them, by other
    goods."""
    good, by = int(clause["good"]), value_of(clause.get("by", ()))
    total: float = 0.0
    for what in clause["of"]:
        usual = dict(room_price(farm.house) if what == "room" else ((REED, 1),))
        amount = usual.get(good, 0)
        instead: float = by * (amount if clause["how"] == "each" else 1)
        total += still_bought(what, farm, table) * max(0.0, amount * WORTH[good] - instead)
    return total


def free_fences(clause: Clause, farm: Farm, table: Table) -> float:
    """Return the savings in points by free fences: those of certain numbers, or a few more in each fence action."""
    standing = farm.fences.bit_count()
    free: int = sum(one > standing for one in clause.get("numbers", ()))
    free += MORE_AT_ONCE * int(clause.get("more", 0))
    return WORTH[WOOD] * free * min(1.0, table.left / 5)
