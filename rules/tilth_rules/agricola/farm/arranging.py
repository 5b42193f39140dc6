"""Arrangements of a herd's animals, for views of a farm, and for points that depend on them."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from tilth_rules.agricola.farm.herds import (
    BOAR,
    CATTLE,
    FIELD,
    SHEEP,
    SHIFTS,
    Herd,
    Holder,
    choices_of,
    is_for_one,
    room_in,
)

ANY: Final = 3
"""The index in a plan of places for animals of any kind."""

Plan = tuple[int, ...]
"""The uses of some holders, added up: their places for sheep, boar, cattle and any kind, then the number of these
holders that want at least one animal of it."""
NOTHING_PLANNED: Final = (0,) * 8


@lru_cache(maxsize=1 << 12)
def arrange(herd: Herd, holders: tuple[Holder, ...]) -> tuple[Herd, ...] | None:
    """Return the animals that stand in each holder, by a fixed rule; None if the herd doesn't fit.

    Holders of one kind are used first, in their order, then places of cards for one kind, then places for any.
    """
    kinds = _kinds(herd, holders)
    if kinds is None:
        return None
    left = list(herd)
    standing = [[0, 0, 0] for _ in holders]
    for place, kind in kinds.items():
        _put_animals(standing[place], kind, left, holders[place].capacity + holders[place].own[kind])
    mixed = [place for place in range(len(holders)) if place not in kinds]
    for place in mixed:
        for kind in (SHEEP, BOAR, CATTLE):
            _put_animals(standing[place], kind, left, holders[place].own[kind])
    for place in mixed:
        rest = holders[place].capacity
        for kind in (SHEEP, BOAR, CATTLE):
            rest -= _put_animals(standing[place], kind, left, rest)
    return tuple((sheep, boar, cattle) for sheep, boar, cattle in standing)


def _put_animals(standing: list[int], kind: int, left: list[int], places: int) -> int:
    """Put as many animals of a kind as possible into a holder's places: from `left` into `standing`. Return their
    number."""
    count = min(left[kind], places)
    standing[kind] += count
    left[kind] -= count
    return count


def _kinds(herd: Herd, holders: tuple[Holder, ...]) -> dict[int, int] | None:
    """Choose a kind for each holder that takes only one, so that the herd needs the fewest places for any kind. Return
    the kinds by holder.

    Return None if the herd doesn't fit.
    """
    layers = [{0}]
    choosing = [place for place, holder in enumerate(holders) if is_for_one(holder)]
    for place in choosing:
        layers.append({point + choice for point in layers[-1] for choice in choices_of(holders[place])})
    own = [
        sum(holder.own[kind] for holder in holders if not is_for_one(holder))
        for kind in (SHEEP, BOAR, CATTLE)
    ]
    over, point = min((_without_place(herd, own, point), -point) for point in layers[-1])
    if over > room_in(holders)[1]:
        return None
    point = -point
    kinds = {}
    for place, layer in zip(reversed(choosing), reversed(layers[:-1]), strict=True):
        for choice in choices_of(holders[place]):
            if point - choice in layer:
                kinds[place] = next(kind for kind in (SHEEP, BOAR, CATTLE) if choice >> SHIFTS[kind] & FIELD)
                point -= choice
                break
    return dict(sorted(kinds.items()))


def _without_place(herd: Herd, own: list[int], point: int) -> int:
    """Return how many animals find no place among their own places and those of `point`, a packed herd."""
    return sum(
        max(0, herd[kind] - own[kind] - (point >> SHIFTS[kind] & FIELD)) for kind in (SHEEP, BOAR, CATTLE)
    )


@lru_cache(maxsize=1 << 10)
def most_roomy(herd: Herd, holders: tuple[Holder, ...], which: tuple[int, ...], spare: int) -> int:
    """Return the largest number of the holders `which` that can each keep at least one animal and `spare` places free,
    in the best arrangement of the whole herd; 0 if it doesn't fit. Mixed holders among them must be like pastures: with
    places of their own for one kind at most."""
    plans: set[Plan] = {NOTHING_PLANNED}
    for place, holder in enumerate(holders):
        uses = [*_full(holder)]
        if place in which:
            uses += _roomy(holder, spare)
        if uses:
            plans = {_added(herd, plan, use) for plan in plans for use in uses}
    return max((sum(plan[4:]) for plan in plans if _plan_fits(herd, plan)), default=0)


def _full(holder: Holder) -> Iterator[Plan]:
    """Yield the plans (places by kind) in which all places of a holder are used, one for each kind that it may take."""
    sheep, boar, cattle = holder.own
    if not is_for_one(holder):
        yield sheep, boar, cattle, holder.capacity, 0, 0, 0, 0
    else:
        yield from (
            (*_only(kind, holder.capacity + own), 0, 0, 0, 0, 0) for kind, own in enumerate(holder.own)
        )


def _roomy(holder: Holder, spare: int) -> Iterator[Plan]:
    """Yield the plans (places by kind) in which a holder has at least one animal, and `spare` places are kept free."""
    if not is_for_one(holder):
        places = holder.capacity + max(holder.own) - spare
        if places > 0:
            sheep, boar, cattle = (max(0, min(own, places - holder.capacity)) for own in holder.own)
            yield sheep, boar, cattle, min(holder.capacity, places), 0, 0, 0, 1
    else:
        for kind, own in enumerate(holder.own):
            if holder.capacity + own > spare:
                yield (*_only(kind, holder.capacity + own - spare), 0, *_only(kind, 1), 0)


def _only(kind: int, count: int) -> Herd:
    """Return a herd with `count` animals of one kind and none of the others."""
    return (count if kind == SHEEP else 0, count if kind == BOAR else 0, count if kind == CATTLE else 0)


def _added(herd: Herd, plan: Plan, use: Plan) -> Plan:
    """Return two plans added up. Places beyond the herd are dropped, so that equal plans compare equal."""
    sheep, boar, cattle = herd
    return (
        min(sheep, plan[0] + use[0]),
        min(boar, plan[1] + use[1]),
        min(cattle, plan[2] + use[2]),
        min(sheep + boar + cattle, plan[3] + use[3]),
        plan[4] + use[4],
        plan[5] + use[5],
        plan[6] + use[6],
        plan[7] + use[7],
    )


def _plan_fits(herd: Herd, plan: Plan) -> bool:
    """Return whether the herd fits into the places of a plan, and is large enough for all holders that want an
    animal."""
    over = sum(herd) - plan[SHEEP] - plan[BOAR] - plan[CATTLE]
    wanted = plan[4:]
    enough = all(count <= herd[kind] for kind, count in enumerate(wanted[:ANY])) and sum(wanted) <= sum(herd)
    return over <= plan[ANY] and enough
