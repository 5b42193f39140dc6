"""Prices as they are printed: what is paid where no card has a say.

Cards make nothing dearer, so whoever can pay the plain price can buy; and most who can't pay it have no card that would
help. So these are looked at first, at some places without a call. Everything that does so has to agree with
`purchases.can_pay`, and a test of properties (`shortcuts_agree`) holds it to that.
"""

from typing import Final

from tilth_rules.agricola.choices import fits_an_option
from tilth_rules.agricola.content.cards import CARDS
from tilth_rules.agricola.farm.yard import CELLS
from tilth_rules.agricola.words import MATERIAL, REED, Goods

OF_ITS_MATERIAL: Final = 5
"""For a room."""

PLAIN_ROOM: Final[tuple[Goods, ...]] = tuple(
    tuple(sorted(((material, OF_ITS_MATERIAL), (REED, 2)))) for material in MATERIAL
)
"""By house."""
PLAIN_RENOVATION: Final[tuple[tuple[Goods, ...], ...]] = tuple(
    tuple(tuple(sorted(((material, rooms), (REED, 1)))) for rooms in range(CELLS + 1))
    for material in MATERIAL
)
"""By the house that it becomes and the number of its rooms. Nothing becomes a wooden one."""
PLAIN_CARDS: Final = tuple(
    tuple((cost.goods, tuple(map(int, cost.returns))) for cost in printed.costs) for printed in CARDS
)
"""By card: its printed prices, each with the cards of which one is given up."""

_ALL: Final = (
    *PLAIN_ROOM,
    *(price for prices in PLAIN_RENOVATION for price in prices),
    *(price for prices in PLAIN_CARDS for price, _ in prices),
)
for _price in _ALL:
    if not fits_an_option(_price):
        raise ValueError(f"an option's number has no room for {_price}")
