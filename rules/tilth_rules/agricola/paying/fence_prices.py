"""Prices of fences: one wood each, except for those that cards make free, and for wood that they save."""

from collections.abc import Iterable

import msgspec

from tilth_rules.agricola.codes import WOOD, Goods


class FenceTerms(msgspec.Struct, frozen=True):
    """The terms that decide the price of a seat's next fences in an action. Without any of them a fence costs one
    wood."""

    standing: int
    """The number of fences built before: the next one has the number after."""
    free_numbers: int = 0
    """Numbers of fences that cost nothing, as a bit mask: bit 3 stands for the third fence."""
    free_more: int = 0
    """The number of fences that are still free once a fence of this action stands."""
    begun: bool = False
    """True if a fence of this action stands already."""
    less: int = 0
    """The limited uses that still save a wood each, as a bit mask."""


class FencePrice(msgspec.Struct, frozen=True):
    """A price of some fences: the wood, and the free fences and limited uses that it takes."""

    wood: int
    free_more: int = 0
    """The number of `FenceTerms.free_more` that this price uses."""
    uses: int = 0

    @property
    def goods(self) -> Goods:
        """The price as a sum of goods."""
        return ((WOOD, self.wood),) if self.wood else ()


def fence_prices(terms: FenceTerms, count: int) -> tuple[FencePrice, ...]:
    """Return the prices of `count` fences that no other one beats, those that spare most uses first.

    Fences whose numbers are free come first, then those that are free once a fence stands. The owner orders the fences
    of one action, so only a first fence whose own number isn't free must be paid for. Pasture by pasture this adds up
    to the price of all of them at once, because `free_more` and `begun` are carried on.
    """
    wood, free = _wood_for(terms, count)
    found = [FencePrice(wood, free)]
    for use in _bits(terms.less):
        found += [FencePrice(price.wood - 1, free, price.uses | use) for price in found if price.wood]
    return tuple(found)


def max_fences(terms: FenceTerms, wood: int, at_most: int) -> int:
    """Return the number of fences, at most `at_most`, that this much wood pays for."""
    wood += terms.less.bit_count()
    return next((count for count in range(at_most, 0, -1) if _wood_for(terms, count)[0] <= wood), 0)


def _wood_for(terms: FenceTerms, count: int) -> tuple[int, int]:
    """Return the wood that `count` fences cost before limited savings, and how many of them are free because a fence of
    the action stands already (`FenceTerms.free_more`)."""
    numbers = terms.free_numbers >> terms.standing + 1 & (1 << count) - 1
    rest = count - numbers.bit_count()
    first_is_paid = not terms.begun and not numbers & 1
    free = max(0, min(terms.free_more, rest - first_is_paid))
    return rest - free, free


def _bits(mask: int) -> Iterable[int]:
    """Yield each bit of a mask as a mask of its own."""
    while mask:
        yield mask & -mask
        mask &= mask - 1
