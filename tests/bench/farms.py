"""Benchmarks of Agricola's farm computations with empty caches, in their worst cases: herds, fences, prices."""

from collections.abc import Callable, Iterable
from functools import partial
from time import perf_counter

from tests.bench.measurement import Measurement, calibrate, median
from tilth_rules.agricola.codes import CLAY, REED, STONE, WOOD
from tilth_rules.agricola.farm.fencing import cells_offered, cuts_of, cuts_offered, new_fences
from tilth_rules.agricola.farm.herds import fits, maximal_herds, room_in
from tilth_rules.agricola.farm.housing import Capacities, holders
from tilth_rules.agricola.farm.yard import FENCES, Yard, fenced, pastures
from tilth_rules.agricola.paying.prices import ONCE, WHOLE, Base, Change, Less, Swap, Way, prices

TIMES = 200
SMALL_PASTURES = (3, 4, 8, 9, 13)
"""Five pastures of one cell each, which is as many as fifteen fences make."""
SPREAD = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 4
"""Three stables outside of them, one inside."""
GENEROUS = Capacities(
    pasture_more=2, pasture_own=(2, 0, 0), stable_own=(1, 0, 0), best_stable=3, home=5, home_together=True
)
HERD = (15, 16, 15)

ROOM: tuple[Change, ...] = (
    Base(((CLAY, 5), (REED, 2))),
    Base(((CLAY, 3), (REED, 2))),
    Base(((WOOD, 1), (CLAY, 2), (REED, 1))),
    Swap((Way(REED, ((CLAY, 1),)),)),
    Swap((Way(REED, ((WOOD, 1),)),)),
    Swap((Way(REED, ((WOOD, 1),), how=WHOLE),)),
    Swap((Way(REED, how=WHOLE),)),
    Swap((Way(CLAY, ((WOOD, 1),), 2, ONCE), Way(STONE, ((WOOD, 1),), 2, ONCE))),
    Less(((REED, 1),)),
    Less(((REED, 1),)),
    Less(((CLAY, 2),)),
    Less(((STONE, 1),)),
    Less(((WOOD, 1),), use=1),
)
"""A clay room with every base there is, and whatever changes the price of any room."""


def yard_with(areas: Iterable[int], stables: int = 0) -> Yard:
    yard = Yard(stables=stables)
    for area in areas:
        yard.fences |= new_fences(yard, area)
    return yard


def forget() -> None:
    for remembering in (pastures, fenced, cuts_of, holders, room_in, prices):
        remembering.cache_clear()


def milliseconds(work: Callable[[], object]) -> list[float]:
    """Return the sorted milliseconds of each of TIMES runs of this work, each with empty caches."""
    spent = []
    for _ in range(TIMES):
        forget()
        begun = perf_counter()
        work()
        spent.append(1000 * (perf_counter() - begun))
    return sorted(spent)


def herds() -> Measurement:
    yard = yard_with((1 << cell for cell in SMALL_PASTURES), SPREAD)

    def overflow() -> int:
        return len(maximal_herds(holders(yard.fences, yard.stables, GENEROUS), HERD))

    spent = milliseconds(overflow)
    farm = holders(yard.fences, yard.stables, GENEROUS)
    assert not fits(HERD, farm)
    beside = {"herds": overflow(), "fullest": len(room_in(farm)[0]), "slowest": spent[-1]}
    return measured("herds", spent, 0.5, beside)


def fences() -> Measurement:
    """The cells offered for sketches of up to three cells, and the cuts of the pasture that has most of them."""
    spent: list[float] = [0.0]
    for yard in (yard_with(()), yard_with((1 << 4,))):
        for sketch in (0, 1 << 3, 1 << 3 | 1 << 8, 1 << 3 | 1 << 8 | 1 << 7):
            spent = max(spent, milliseconds(partial(cells_offered, yard, sketch, FENCES)), key=median)
    large = yard_with((0b00111_00111_00111,))
    cuts = milliseconds(partial(cuts_offered, large, FENCES))
    beside = {
        "offering cells": median(spent),
        "offering cuts": median(cuts),
        "cuts": len(cuts_offered(large, FENCES)),
    }
    return measured("fences", max(spent, cuts, key=median), 0.3, beside)


def buying() -> Measurement:
    spent = milliseconds(lambda: prices(ROOM))
    return measured("prices", spent, 0.2, {"prices": len(prices(ROOM)), "slowest": spent[-1]})


def measured(name: str, spent: list[float], target: float, beside: dict[str, float]) -> Measurement:
    return Measurement(
        f"agricola.{name}",
        median(spent),
        "milliseconds, median",
        target,
        calibrate(),
        beside,
        target_is_max=True,
    )


def measure() -> list[Measurement]:
    return [herds(), fences(), buying()]
