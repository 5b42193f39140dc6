"""Answers about food: animals to cook when they find no place, and goods to eat when the family is hungry."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tilth.games.agricola.v1 import agricola_pb2 as agricola
from tilth_bots.farmer.acts import settle
from tilth_bots.farmer.farm import Farm
from tilth_bots.farmer.goods import ANIMALS, FOOD, GRAIN, VEGETABLE, Price
from tilth_bots.farmer.table import Seen
from tilth_client import Answer, Decision, numbers, offer, picks

COOKABLE: Final = (*ANIMALS, VEGETABLE)
"""Goods that can be cooked, in the order of the question's quantities."""
COOK: Final = "cook_some"
USE: Final = "use_offer"
ENOUGH: Final = 12
"""Most goods that the bot turns into food at one harvest."""

Step = tuple[str, int, int]
"""A way to make food: the name of its move, and the good; or the card and its way."""


def feed(seen: Seen, decision: Decision) -> Answer:
    """Turn one good into food: accept the offer for the first step of `meal` that is among the offers. If there is
    none, pick the first option. The question comes again until nobody is hungry."""
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
    """Return the steps in which goods are turned into food until nobody is hungry, at most ENOUGH. Each step is the one
    that leaves the farm with the most worth. `crafts` are the exchanges of cards, as pairs of card and way; each is
    used once. The list ends early if nothing can be turned into food."""
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
    """Return whether the match is in a feeding phase and the farm has less food than its family needs."""
    if seen.phase != agricola.PHASE_FEEDING:
        return False
    return farm.goods[FOOD] < seen.appetite


def conversions(seen: Seen, farm: Farm, crafts: Iterable[tuple[int, int]]) -> Iterator[tuple[Step, Farm]]:
    """Yield each way to turn something into food once: cooking one good, eating one grain or vegetable, or one of the
    exchanges `crafts` (card and way) that gives food. Each comes with a copy of the farm after it."""
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
    """Return the goods that an exchange takes and the goods that it gives. `card` and `way` name one of a card's
    offers. Return None if it is no exchange or the view lacks the card's data."""
    offers = seen.faces[card].offers() if card in seen.faces else []
    if way >= len(offers) or offers[way]["clause"] != "convert":
        return None
    return offers[way]["give"], offers[way]["get"]


def _turned(farm: Farm, good: int, food: int) -> Farm:
    """Return a copy of the farm with one of a good less and `food` food more."""
    way = farm.copy()
    way.goods[good] -= 1
    way.goods[FOOD] += food
    return way


def cook(seen: Seen, decision: Decision) -> Answer:
    """Answer with the number of sheep, boars, cattle and vegetables to cook, each at most its limit. If the family is
    hungry, these are the goods that `meal` cooks; otherwise the animals without a place."""
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
    return numbers(*(min(limit.max, counts[good]) for limit, good in zip(limits, COOKABLE, strict=True)))


def keep_animals(seen: Seen, decision: Decision) -> Answer:
    """Accept the offer to cook if one of the animals without a place can be cooked; otherwise pick the herd to keep
    (`keep`)."""
    farm = seen.farm
    kept = settle(farm, seen)
    gone = [farm.goods[good] - kept.goods[good] for good in ANIMALS]
    if any(count and rate for count, rate in zip(gone, farm.cooks, strict=False)):
        for option in decision.offers:
            if decision.move(option).WhichOneof("move") == COOK:
                return offer(option.id)
    return keep(seen, decision)


def keep(seen: Seen, decision: Decision) -> Answer:
    """Pick the offered herd that leaves the farm with the most worth, the first of several."""
    worths = []
    for option in decision.options:
        herd = decision.move(option).keep_herd
        way = seen.farm.copy()
        way.goods[ANIMALS[0] :] = [herd.sheep, herd.boar, herd.cattle]
        worths.append((seen.worth(way), -option.id))
    return picks(-max(worths)[1])
