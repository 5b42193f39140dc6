"""Herds: the animals that a farm can hold.

A herd is three counts: sheep, boar, cattle. The places of its animals are never recorded, because they may be moved
at any time: a herd fits if an arrangement exists. Each place that holds animals is a `Holder` with `capacity` places
for animals of one kind, any one, or of several kinds if they may stand together. It may have further places for one
kind only.
"""

from bisect import bisect_left
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final

import msgspec

Herd = tuple[int, int, int]
"""Numbers of sheep, boar and cattle."""
SHEEP: Final = 0
BOAR: Final = 1
CATTLE: Final = 2
NO_ANIMALS: Final = (0, 0, 0)
UNLIMITED: Final = 1000
"""More animals than any farm ever has."""


SHIFTS: Final = (24, 12, 0)
FIELD: Final = 0xFFF
"""The mask of one kind in a herd that is packed into one number, twelve bits a kind."""


class Holder(msgspec.Struct, frozen=True, cache_hash=True):
    """A place that holds animals: a pasture, a stable, the home or a card."""

    capacity: int = 0
    """Places for animals of any kind."""
    own: Herd = NO_ANIMALS
    """Further places that only animals of one kind may take, by kind."""
    together: bool = False
    """True if several kinds may stand here together. Otherwise one kind is chosen, and takes its own places and the
    others."""


def fits(herd: Herd, holders: tuple[Holder, ...]) -> bool:
    """Return whether all animals of a herd find room in these holders."""
    peaks, shared = room_in(holders)
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
    """Return the herds between these two that find room and to which no animal can be added; `at_most` itself if it
    fits.

    Too many animals leave a choice among these. Breeding is the same question: between nothing (or the herd before,
    if none of it may be let go) and the herd with its young.
    """
    if fits(at_most, holders):
        return (at_most,)
    peaks, shared = room_in(holders)
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
def room_in(holders: tuple[Holder, ...]) -> tuple[tuple[Herd, ...], int]:
    """Return what these holders take: the fullest herds in holders of one kind, and the number of other places, for any
    kind.

    A herd fits if it exceeds one of the fullest herds by no more animals than that number.
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
    """Return whether the holder takes only one kind of animals, which must be chosen. A single place takes any kind,
    since one animal has one kind."""
    return not holder.together and (holder.capacity > 1 or holder.own != NO_ANIMALS)


def choices_of(holder: Holder) -> tuple[int, ...]:
    """Return the largest contents of a holder of one kind: a packed herd for each kind that it can hold."""
    places = [holder.capacity + own for own in holder.own]
    return tuple(count << SHIFTS[kind] for kind, count in enumerate(places) if count)


def _packed(sheep: int, boar: int, cattle: int) -> int:
    """Return a herd as one number, twelve bits a kind."""
    return sheep << SHIFTS[SHEEP] | boar << SHIFTS[BOAR] | cattle


def _unpacked(packed: int) -> Herd:
    """Return the herd that a number stands for."""
    return packed >> SHIFTS[SHEEP], packed >> SHIFTS[BOAR] & FIELD, packed & FIELD


def _toppings(kept: int, at_most: Herd, shared: int) -> tuple[int, ...]:
    """Return everything that can be added to a packed herd without exceeding `at_most`: `shared` animals of any kinds,
    packed."""
    sheep, boar, cattle = _unpacked(kept)
    return _mixtures(
        shared,
        min(shared, at_most[SHEEP] - sheep),
        min(shared, at_most[BOAR] - boar),
        min(shared, at_most[CATTLE] - cattle),
    )


@lru_cache(maxsize=1 << 8)
def _mixtures(count: int, sheep: int, boar: int, cattle: int) -> tuple[int, ...]:
    """Return the herds, packed, of `count` animals with no more than these of each kind."""
    return tuple(
        _packed(some, more, count - some - more)
        for some in range(max(0, count - boar - cattle), sheep + 1)
        for more in range(max(0, count - some - cattle), min(count - some, boar) + 1)
    )


def _unbeaten(points: set[int]) -> list[int]:
    """Return the packed herds that no other one equals or exceeds in every kind, the most sheep first.

    Of the herds with at least as many sheep, only boars and cattle matter, and of these only the steps of a stair: more
    boars beside fewer cattle.
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
