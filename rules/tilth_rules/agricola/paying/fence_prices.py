"""What fences cost: one wood each, but for those that cards make free, and for wood that they save."""

from collections.abc import Iterable

import msgspec

from tilth_rules.agricola.words import WOOD, Goods


class FenceTerms(msgspec.Struct, frozen=True):
    """What the next fences of an action cost a seat; a fence is 1 wood, unless these say otherwise."""

    standing: int
    """Fences built before: the next one has the number after."""
    free_numbers: int = 0
    """Numbers that cost nothing, as a bit mask: bit 3 stands for the third fence."""
    free_more: int = 0
    """How many more may still come for nothing once a fence of this action stands."""
    begun: bool = False
    """Whether a fence of this action stands already."""
    less: int = 0
    """Wood that limited uses may still take off, one each: the uses as a bit mask."""


class FencePrice(msgspec.Struct, frozen=True):
    wood: int
    free_more: int = 0
    """How many of `FenceTerms.free_more` this takes."""
    uses: int = 0

    @property
    def goods(self) -> Goods:
        return ((WOOD, self.wood),) if self.wood else ()


def fence_prices(terms: FenceTerms, count: int) -> tuple[FencePrice, ...]:
    """The unbeatable prices of so many fences, those that spare most uses first.

    Numbers that are free come first, then those that are free once a fence stands. The owner orders the fences of one
    action, so only a first fence whose own number isn't free has to be paid for. Pasture by pasture this adds up to the
    price of all of them at once, with `free_more` and `begun` carried on.
    """
    wood, free = _wood_for(terms, count)
    found = [FencePrice(wood, free)]
    for use in _bits(terms.less):
        found += [FencePrice(price.wood - 1, free, price.uses | use) for price in found if price.wood]
    return tuple(found)


def most_fences(terms: FenceTerms, wood: int, at_most: int) -> int:
    """How many fences so much wood pays for."""
    wood += terms.less.bit_count()
    return next((count for count in range(at_most, 0, -1) if _wood_for(terms, count)[0] <= wood), 0)


def _wood_for(terms: FenceTerms, count: int) -> tuple[int, int]:
    """The wood for so many fences before limited uses, and how many of them were free because one stood."""
    numbers = terms.free_numbers >> terms.standing + 1 & (1 << count) - 1
    rest = count - numbers.bit_count()
    first_is_paid = not terms.begun and not numbers & 1
    free = max(0, min(terms.free_more, rest - first_is_paid))
    return rest - free, free


def _bits(mask: int) -> Iterable[int]:
    while mask:
        yield mask & -mask
        mask &= mask - 1
