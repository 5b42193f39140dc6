"""Prices as they are printed, which apply if no card changes them.

Cards make nothing dearer, so a seat that can pay the plain price can buy, and most seats that can't have no card that
would help. So these are checked first, at some places without a call. Everything that does so must agree with
`purchases.can_pay`; a property test (`shortcuts_agree`) compares them.
"""

from functools import lru_cache
from typing import Final

from tilth_rules.agricola.codes import MATERIAL, REED, Goods
from tilth_rules.agricola.content.corrections import content_of
from tilth_rules.agricola.farm.yard import CELLS
from tilth_rules.agricola.moves.numbers import PAY

OF_ITS_MATERIAL: Final = 5
"""The amount of the house's material that a room costs."""

PLAIN_ROOM: Final[tuple[Goods, ...]] = tuple(
    tuple(sorted(((material, OF_ITS_MATERIAL), (REED, 2)))) for material in MATERIAL
)
"""The printed price of a room, by house."""
PLAIN_RENOVATION: Final[tuple[tuple[Goods, ...], ...]] = tuple(
    tuple(tuple(sorted(((material, rooms), (REED, 1)))) for rooms in range(CELLS + 1))
    for material in MATERIAL
)
"""The printed price of a renovation, by the new house and the number of its rooms. No house becomes a wooden one."""
CardPrices = tuple[tuple[Goods, tuple[int, ...]], ...]
"""The prices of a card, each with the cards of which one is given up."""


@lru_cache(maxsize=64)
def plain_cards(values: str) -> tuple[CardPrices, ...]:
    """Return the printed prices of all cards, by card, in a match with these corrections."""
    return tuple(
        tuple((cost.goods, tuple(map(int, cost.returns))) for cost in card.costs)
        for card in content_of(values).cards
    )


_ALL: Final = (
    *PLAIN_ROOM,
    *(price for prices in PLAIN_RENOVATION for price in prices),
    *(price for prices in plain_cards("") for price, _ in prices),
)
for _price in _ALL:
    if not PAY.fits(_price):
        raise ValueError(f"the price {_price} has no room in an option's number")
