"""The prices that a purchase may have: every unbeatable price, from its bases and everything that changes them.

One of the bases is chosen. Then each swap and each cut may be applied once, in the order that suits the buyer; a cut
of goods that are not in the price is lost. Applying all swaps first, then all cuts, misses nothing: a cut made later
finds at least as much as a cut made earlier, and a swap needs goods that a cut might have taken away. Among swaps,
those that take reed come first, then those that take clay or stone, then those that take wood, because reed is turned
into clay or wood, and clay or stone into wood, and never the other way round.

A price is beaten by another one if it asks for at least as much of every good, spends at least the same limited uses,
gives back the same card, and isn't equal to it. Beaten prices are not offered.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import msgspec

from tilth_rules.agricola.codes import BUILDING, CLAY, GOODS, NO_CARD, REED, STONE, WOOD, Goods

EACH: Final = 0
ONCE: Final = 1
WHOLE: Final = 2
"""A form of swap that replaces all of a good: see `Way`."""

TURNS: Final = {REED: 0, CLAY: 1, STONE: 1, WOOD: 2}
"""The order in which swaps of a good are applied."""
BITS: Final = 8
"""The bits of each good in a price that is packed into one number: seven for its amount, and one as a guard."""
MAX_AMOUNT: Final = 0x7F
FULL: Final = 0xFF
GUARDS: Final = sum(0x80 << BITS * good for good in range(GOODS))

Bill = tuple[int, int]
"""A price that is being computed: its goods, packed, and the limited uses it spends."""


class Base(msgspec.Struct, frozen=True, cache_hash=True):
    """A price to start from: the printed one, an alternative, or one that a card gives. One base is chosen."""

    goods: Goods = ()
    returns: int = NO_CARD
    """The card in play that is given back as part of the price."""
    use: int = 0
    """The limited uses that this base spends, as a bit mask of the caller's own numbering."""


class Way(msgspec.Struct, frozen=True, cache_hash=True):
    """One way of a swap in a price: `count` of a good are replaced by the goods `by`."""

    good: int
    by: Goods = ()
    count: int = 1
    how: int = EACH
    """EACH: any number of times. ONCE: exactly once. WHOLE: all of the good in the price, for these goods."""


class Swap(msgspec.Struct, frozen=True, cache_hash=True):
    """A card's effect that replaces goods of a price, in one of these ways."""

    ways: tuple[Way, ...]


class Less(msgspec.Struct, frozen=True, cache_hash=True):
    """A card's effect that takes goods off a price, and `any_building` building resources of the buyer's choice."""

    goods: Goods = ()
    any_building: int = 0
    use: int = 0
    """The limited use that this spends; 0 if it has no limit."""


Change = Base | Swap | Less


class Price(msgspec.Struct, frozen=True, cache_hash=True):
    """One unbeatable price: the goods, in the order of their numbers, the card given back, and the uses spent."""

    goods: Goods
    returns: int = NO_CARD
    uses: int = 0


@lru_cache(maxsize=1 << 12)
def prices(changes: tuple[Change, ...]) -> tuple[Price, ...]:
    """Return all prices that these changes can lead to and that no other one beats, those with the fewest goods first.
    The changes must include a base."""
    swaps = sorted((change for change in changes if isinstance(change, Swap)), key=_swap_order)
    cuts = [change for change in changes if isinstance(change, Less)]
    found: dict[int, set[Bill]] = {}
    for base in changes:
        if isinstance(base, Base):
            bills = _after_cuts(_after_swaps(_packed(base.goods), swaps), cuts)
            found.setdefault(base.returns, set()).update((goods, uses | base.use) for goods, uses in bills)
    left = [(goods, returns, uses) for returns, bills in found.items() for goods, uses in _unbeaten(bills)]
    left.sort(key=lambda bill: (bill[0] % FULL, bill))
    return tuple(Price(_unpacked(goods), returns, uses) for goods, returns, uses in left)


def _swap_order(swap: Swap) -> tuple[int, int]:
    """Return a key that sorts swaps into an order in which each finds the goods that earlier ones bring."""
    return min((TURNS.get(way.good, 0), way.how) for way in swap.ways)


def _after_swaps(goods: int, swaps: list[Swap]) -> set[int]:
    """Return all packed prices that these swaps can make of one, itself included."""
    found = {goods}
    for swap in swaps:
        found.update([after for before in found for way in swap.ways for after in _swapped(before, way)])
    return found


def _swapped(goods: int, way: Way) -> Iterable[int]:
    """Return the packed prices that one way of a swap makes of a price."""
    place = BITS * way.good
    there = goods >> place & MAX_AMOUNT
    by = _packed(way.by)
    if way.how == WHOLE:
        return (goods - (there << place) + by,) if there else ()
    if way.how == ONCE:
        return (goods - (way.count << place) + by,) if there >= way.count else ()
    step = by - (way.count << place)
    return [goods + step * times for times in range(1, there // way.count + 1)]


def _after_cuts(goods: set[int], cuts: list[Less]) -> set[Bill]:
    """Return all prices, with the uses they spend, that cuts can make of these. Cuts without a limit always apply, the
    others may be left out."""
    always = [cut for cut in cuts if not cut.use]
    found = {(after, 0) for before in goods for after in _cut(before, always)}
    for cut in cuts:
        if cut.use:
            found |= {(after, uses | cut.use) for before, uses in found for after in _cut(before, [cut])}
    return found


def _cut(goods: int, cuts: list[Less]) -> Iterable[int]:
    """Return the packed prices that these cuts make of one, one for each choice of building resources."""
    choice = 0
    for cut in cuts:
        choice += cut.any_building
        for good, amount in cut.goods:
            place = BITS * good
            goods -= min(goods >> place & MAX_AMOUNT, amount) << place
    return _cut_by_choice(goods, choice, BUILDING) if choice else (goods,)


def _cut_by_choice(goods: int, choice: int, among: tuple[int, ...]) -> Iterable[int]:
    """Return the packed prices left when `choice` of these building resources are taken off in every possible way. If
    there are no more, all are taken off."""
    if not among or not choice:
        return (goods,)
    place = BITS * among[0]
    there = goods >> place & MAX_AMOUNT
    elsewhere = sum(goods >> BITS * good & MAX_AMOUNT for good in among[1:])
    least, most = min(there, max(0, choice - elsewhere)), min(there, choice)
    return [
        after
        for taken in range(least, most + 1)
        for after in _cut_by_choice(goods - (taken << place), choice - taken, among[1:])
    ]


def _unbeaten(bills: set[Bill]) -> list[Bill]:
    """Return the prices that no other one beats.

    A price that beats another has fewer goods, or as few and fewer uses.
    """
    left: list[Bill] = []
    for goods, uses in sorted(bills, key=lambda bill: (bill[0] % FULL, bill[1])):
        guarded = goods | GUARDS
        for other, spent in left:
            if (guarded - other) & GUARDS == GUARDS and not spent & ~uses:
                break
        else:
            left.append((goods, uses))
    return left


def _packed(goods: Goods) -> int:
    """Return a sum of goods as one number, some bits a good."""
    return sum(amount << BITS * good for good, amount in goods)


def _unpacked(packed: int) -> Goods:
    """Return the sum of goods that a number stands for."""
    return tuple(
        (good, packed >> BITS * good & MAX_AMOUNT)
        for good in range(GOODS)
        if packed >> BITS * good & MAX_AMOUNT
    )
