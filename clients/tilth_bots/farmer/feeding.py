"""How food is made: what is cooked when animals find no place, and what is eaten when a family is hungry."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tilth.games.agricola.v1 import agricola_pb2 as agricola
from tilth_bots.farmer.acts import settle
from tilth_bots.farmer.farm import Farm
from tilth_bots.farmer.goods import ANIMALS, FOOD, GRAIN, VEGETABLE, Price
from tilth_bots.farmer.table import Seen
from tilth_client import Answer, Decision, numbers, offer, picks

COOKABLE: Final = (*ANIMALS, VEGETABLE)
"""In the order of what the question asks."""
COOK: Final = "cook_some"
USE: Final = "use_offer"
ENOUGH: Final = 12
"""So many things are turned into food at one harvest, at most."""

Step = tuple[str, int, int]
"""A way to make food: the name of its move, and the good; or the card and its way."""


def feed(seen: Seen, decision: Decision) -> Answer:
    """One thing after the other is turned into food, until nobody is hungry: each time the one that is missed least."""
    offers = {}
    for option in decision.offers:
        move = decision.move(option)
        kind = str(move.WhichOneof("move"))
        offers[(kind, move.use_offer.card, move.use_offer.way)] = option.id
    crafts = [(card, way) for kind, card, way in offers if kind == USE]
    for kind, thing, way in meal(seen, crafts):
        chosen = offers.get((kind, thing, way) if kind == USE else (kind, 0, 0))
        if chosen is not None:
            return offer(chosen)
    return picks(*decision.ids[:1])


def meal(seen: Seen, crafts: Sequence[tuple[int, int]]) -> list[Step]:
    """What is turned into food, in its order."""
    farm = seen.farm
    steps: list[Step] = []
    while len(steps) < ENOUGH and hungry(seen, farm):
        ways = list(conversions(seen, farm, [craft for craft in crafts if (USE, *craft) not in steps]))
        if not ways:
            break
        step, farm = max(ways, key=lambda way: seen.worth(way[1]))
        steps.append(step)
    return steps


def hungry(seen: Seen, farm: Farm) -> bool:
    if seen.phase != agricola.PHASE_FEEDING:
        return False
    return farm.goods[FOOD] < seen.appetite


def conversions(seen: Seen, farm: Farm, crafts: Iterable[tuple[int, int]]) -> Iterator[tuple[Step, Farm]]:
    """Each way to turn something into food."""
    rates = farm.cooks
    for good, rate in zip(COOKABLE, rates, strict=True):
        if farm.goods[good] and rate:
            yield (COOK, good, 0), _turned(farm, good, rate)
    if farm.goods[GRAIN]:
        yield ("eat_grain", GRAIN, 0), _turned(farm, GRAIN, 1)
    if farm.goods[VEGETABLE] and rates[3] <= 1:
        yield ("eat_vegetable", VEGETABLE, 0), _turned(farm, VEGETABLE, 1)
    for card, way in crafts:
        exchange = exchange_of(seen, card, way)
        if exchange is not None:
            give, get = exchange
            if farm.has(give) and any(good == FOOD for good, _ in get):
                after = farm.copy()
                after.pay(give)
                after.gain(get)
                yield (USE, card, way), after


def exchange_of(seen: Seen, card: int, way: int) -> tuple[Price, Price] | None:
    """What an offer of a card takes and gives."""
    offers = seen.faces[card].offers() if card in seen.faces else []
    if way >= len(offers) or offers[way]["clause"] != "convert":
        return None
    return offers[way]["give"], offers[way]["get"]


def _turned(farm: Farm, good: int, food: int) -> Farm:
    way = farm.copy()
    way.goods[good] -= 1
    way.goods[FOOD] += food
    return way


def cook(seen: Seen, decision: Decision) -> Answer:
    """Animals without a place, or as many as the family needs."""
    farm = seen.farm
    counts = dict.fromkeys(COOKABLE, 0)
    if hungry(seen, farm):
        for kind, good, _ in meal(seen, ()):
            if kind == COOK:
                counts[good] += 1
    else:
        kept = settle(farm, seen)
        counts.update({good: farm.goods[good] - kept.goods[good] for good in ANIMALS})
    limits = decision.quantities
    return numbers(*(min(limit.high, counts[good]) for limit, good in zip(limits, COOKABLE, strict=True)))


def keep_animals(seen: Seen, decision: Decision) -> Answer:
    """Those without a place are cooked, where that can be."""
    farm = seen.farm
    kept = settle(farm, seen)
    gone = [farm.goods[good] - kept.goods[good] for good in ANIMALS]
    if any(count and rate for count, rate in zip(gone, farm.cooks, strict=False)):
        for option in decision.offers:
            if decision.move(option).WhichOneof("move") == COOK:
                return offer(option.id)
    return keep(seen, decision)


def keep(seen: Seen, decision: Decision) -> Answer:
    """The herd that is worth most."""
    worths = []
    for option in decision.options:
        herd = decision.move(option).keep_herd
        way = seen.farm.copy()
        way.goods[ANIMALS[0] :] = [herd.sheep, herd.boar, herd.cattle]
        worths.append((seen.worth(way), -option.id))
    return picks(-max(worths)[1])
