"""Animals: which herds a farm can hold, and where they stand.

A herd is three counts: sheep, boar, cattle. Where its animals stand is never recorded, because they may be moved at
any time: what counts is whether an arrangement exists. Each place that holds animals is a `Holder`: `capacity` places
for animals of one kind, whichever it is, or of several if they may stand together; besides places for one kind only.
"""

from bisect import bisect_left
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final

import msgspec

Herd = tuple[int, int, int]
"""Sheep, boar, cattle."""
SHEEP: Final = 0
BOAR: Final = 1
CATTLE: Final = 2
NO_ANIMALS: Final = (0, 0, 0)
UNLIMITED: Final = 1000
"""More animals than anybody will ever have."""


SHIFTS: Final = (24, 12, 0)
FIELD: Final = 0xFFF
"""A herd is worked with as one number, twelve bits a kind."""


class Holder(msgspec.Struct, frozen=True, cache_hash=True):
    """A place for animals."""

    capacity: int = 0
    """Places for animals of whatever kind."""
    own: Herd = NO_ANIMALS
    """Places on top that only animals of that kind may take."""
    together: bool = False
    """Whether several kinds may stand here together; else one kind is chosen, and has its own places and the others."""


def fits(herd: Herd, holders: tuple[Holder, ...]) -> bool:
    """Whether all of these animals find room."""
    peaks, shared = room(holders)
    sheep, boar, cattle = herd
    for most_sheep, most_boar, most_cattle in peaks:
        over = 0
        if sheep > most_sheep:
            over = sheep - most_sheep
        if boar > most_boar:
            over += boar - most_boar
        if cattle > most_cattle:
            over += cattle - most_cattle
        if over <= shared:
            return True
    return False


def maximal_herds(
    holders: tuple[Holder, ...], at_most: Herd, at_least: Herd = NO_ANIMALS
) -> tuple[Herd, ...]:
    """The herds between these two which find room and to which no animal can be added: the herd itself if it fits.

    What overflows is a choice among these. Breeding is the same question: between nothing (or the herd before, if none
    of it may be let go) and the herd with its young.
    """
    if fits(at_most, holders):
        return (at_most,)
    peaks, shared = room(holders)
    sheep, boar, cattle = at_most
    packed = {
        (some if some < sheep else sheep) << SHIFTS[SHEEP]
        | (more if more < boar else boar) << SHIFTS[BOAR]
        | (most if most < cattle else cattle)
        for some, more, most in peaks
    }
    if shared:
        packed = {kept + more for kept in _unbeaten(packed) for more in _toppings(kept, at_most, shared)}
    least_sheep, least_boar, least_cattle = at_least
    return tuple(
        herd
        for herd in map(_unpacked, _unbeaten(packed))
        if herd[SHEEP] >= least_sheep and herd[BOAR] >= least_boar and herd[CATTLE] >= least_cattle
    )


@lru_cache(maxsize=1 << 14)
def room(holders: tuple[Holder, ...]) -> tuple[tuple[Herd, ...], int]:
    """The fullest herds that the holders of one kind allow, and how many animals of whatever kind find room besides.

    A herd fits if it exceeds one of the fullest herds by no more animals than that.
    """
    base = shared = 0
    choosing: dict[tuple[int, ...], int] = {}
    for holder in holders:
        if is_for_one(holder):
            choices = choices_of(holder)
            choosing[choices] = choosing.get(choices, 0) + 1
        else:
            base += _packed(*holder.own)
            shared += holder.capacity
    points = {0}
    for choices, times in choosing.items():
        steps = {sum(some) for some in combinations_with_replacement(choices, times)}
        points = {point + step for point in points for step in steps}
    fullest = [base + point for point in _unbeaten(points)]
    return tuple(
        [(herd >> SHIFTS[SHEEP], herd >> SHIFTS[BOAR] & FIELD, herd & FIELD) for herd in fullest]
    ), shared


def is_for_one(holder: Holder) -> bool:
    """Whether a kind has to be chosen for this holder. A single place is for any: one animal is of one kind anyway."""
    return not holder.together and (holder.capacity > 1 or holder.own != NO_ANIMALS)


def choices_of(holder: Holder) -> tuple[int, ...]:
    """What a holder of one kind may hold at most, packed, for each kind that it can hold."""
    places = [holder.capacity + own for own in holder.own]
    return tuple(count << SHIFTS[kind] for kind, count in enumerate(places) if count)


def _packed(sheep: int, boar: int, cattle: int) -> int:
    return sheep << SHIFTS[SHEEP] | boar << SHIFTS[BOAR] | cattle


def _unpacked(packed: int) -> Herd:
    return packed >> SHIFTS[SHEEP], packed >> SHIFTS[BOAR] & FIELD, packed & FIELD


def _toppings(kept: int, at_most: Herd, shared: int) -> tuple[int, ...]:
    """What can be added to a herd that is short of `at_most`: so many animals, whatever their kinds."""
    sheep, boar, cattle = _unpacked(kept)
    return _mixtures(
        shared,
        min(shared, at_most[SHEEP] - sheep),
        min(shared, at_most[BOAR] - boar),
        min(shared, at_most[CATTLE] - cattle),
    )


@lru_cache(maxsize=1 << 8)
def _mixtures(count: int, sheep: int, boar: int, cattle: int) -> tuple[int, ...]:
    """So many animals, but no more than that of any kind."""
    return tuple(
        _packed(some, more, count - some - more)
        for some in range(max(0, count - boar - cattle), sheep + 1)
        for more in range(max(0, count - some - cattle), min(count - some, boar) + 1)
    )


def _unbeaten(points: set[int]) -> list[int]:
    """Those to which no other one is at least equal in everything, the most sheep first.

    Of the points with at least as many sheep, only boars and cattle matter, and of these only the steps of a stair:
    more and more boars beside fewer and fewer cattle.
    """
    boars: list[int] = []
    cattle: list[int] = []
    left = []
    for point in sorted(points, reverse=True):
        boar, cow = point >> SHIFTS[BOAR] & FIELD, point & FIELD
        step = bisect_left(boars, boar)
        if step < len(boars) and cattle[step] >= cow:
            continue
        left.append(point)
        end = step + 1 if step < len(boars) and boars[step] == boar else step
        while step and cattle[step - 1] <= cow:
            step -= 1
        boars[step:end] = [boar]
        cattle[step:end] = [cow]
    return left
