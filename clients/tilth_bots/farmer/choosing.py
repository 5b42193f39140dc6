"""How the farmer answers: each kind of decision its own way, all of them by what the farm is worth afterwards."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from tilth.games.agricola.v1 import agricola_pb2 as agricola
from tilth_bots.farmer import acts, asked, cards, parts
from tilth_bots.farmer.farm import Farm
from tilth_bots.farmer.feeding import cook, feed, keep, keep_animals
from tilth_bots.farmer.goods import FOOD, GRAIN, WOOD
from tilth_bots.farmer.majors import MAJORS
from tilth_bots.farmer.planning import best_space
from tilth_bots.farmer.spaces import STABLE_AND_BAKE, after
from tilth_bots.farmer.table import Seen
from tilth_bots.farmer.yard import FIELD_CELLS, ROOM_CELLS, STABLE_CELLS, STRIP_MASKS, bits, mask, pastures
from tilth_client import Answer, Decision, numbers, offer, picks

Answering = Callable[[Seen, Decision], Answer]


def decide(view: Any, decision: Decision) -> Answer:
    """The answer to one decision, from what is seen and asked alone."""
    answering = ANSWERS.get(decision.kind)
    if answering is None or not isinstance(view, agricola.View):
        return decision.default
    return answering(Seen(view, decision.seat), decision)


def best(seen: Seen, decision: Decision, leads_to: Callable[[Any], float]) -> Answer:
    """The option that is worth most, the first of several; none, if one may do without and none is worth it."""
    worths = [(leads_to(decision.move(option)), -option.id) for option in decision.options]
    if not worths or (decision.least == 0 and max(worths)[0] <= seen.worth(seen.farm)):
        return picks()
    return picks(-max(worths)[1])


def most(seen: Seen, ways: Iterable[Farm]) -> float:
    """What the best of some farms is worth; as much as now, where none is known."""
    return max(map(seen.worth, ways), default=seen.worth(seen.farm))


# Work --------------------------------------------------------------------------------------------------------------


def place(seen: Seen, decision: Decision) -> Answer:
    taken = asked.offered(seen, decision)
    if taken is not None:
        return offer(taken)
    spaces = {decision.move(option).use_space.space: option.id for option in decision.options}
    return picks(spaces[best_space(seen, spaces)]) if spaces else picks()


def end_turn(seen: Seen, decision: Decision) -> Answer:
    taken = asked.offered(seen, decision)
    return offer(taken) if taken is not None else picks()


def part(seen: Seen, decision: Decision) -> Answer:
    """A part, and what may come after it in the printed order."""
    takes = [decision.move(option).take_part for option in decision.options]
    cheap = STABLE_AND_BAKE in seen.visited and all(taken.part != parts.ROOMS for taken in takes)
    found = [parts.act_of(taken, cheap) for taken in takes]
    worths = []
    for at, option in enumerate(decision.options):
        ways = found[at](seen.farm, seen, 0)
        for later in found[at + 1 :]:
            ways = ways + after(ways, later, seen, 0)
        worths.append((most(seen, ways), -option.id))
    if decision.least == 0 and max(worths)[0] <= seen.worth(seen.farm):
        return picks()
    return picks(-max(worths)[1])


def goods(seen: Seen, decision: Decision) -> Answer:
    """So many different goods."""
    worths = []
    for option in decision.options:
        way = seen.farm.copy()
        way.goods[decision.move(option).take_good.good] += 1
        worths.append((seen.worth(way), -option.id))
    worths.sort(reverse=True)
    return picks(*(-option for _, option in worths[: decision.least]))


def sow(seen: Seen, decision: Decision) -> Answer:
    def leads_to(move: agricola.Move) -> float:
        return seen.worth(acts.sown(seen.farm, move.sow_plot.good))

    return best(seen, decision, leads_to)


def bake(seen: Seen, decision: Decision) -> Answer:
    quantity = decision.quantities[0]
    worths = []
    for grain in range(quantity.low, quantity.high + 1):
        way = seen.farm.copy()
        way.goods[GRAIN] -= grain
        way.goods[FOOD] += way.bread(grain)
        worths.append((seen.worth(way), -grain))
    return numbers(-max(worths)[1])


# The farmyard ------------------------------------------------------------------------------------------------------


def first_cell(decision: Decision, cells: Mapping[int, int], order: Iterable[int]) -> Answer:
    """Where it goes: the first place in an order."""
    chosen = next((cells[cell] for cell in order if cell in cells), None)
    return picks(chosen) if chosen is not None else picks(*decision.ids[:1])


def room(seen: Seen, decision: Decision) -> Answer:
    cells = {decision.move(option).build_room.cell: option.id for option in decision.options}
    way = acts.one_room(seen.farm)
    if not cells or (decision.least == 0 and way and seen.worth(way) <= seen.worth(seen.farm)):
        return picks()
    return first_cell(decision, cells, ROOM_CELLS)


def stable(seen: Seen, decision: Decision) -> Answer:
    cells = {decision.move(option).build_stable.cell: option.id for option in decision.options}
    way = acts.one_stable(seen.farm, 1 if STABLE_AND_BAKE in seen.visited else 2)
    if not cells or (decision.least == 0 and way and seen.worth(way) <= seen.worth(seen.farm)):
        return picks()
    return first_cell(decision, cells, STABLE_CELLS)


def field(seen: Seen, decision: Decision) -> Answer:
    cells = {decision.move(option).plough_field.cell: option.id for option in decision.options}
    return first_cell(decision, cells, FIELD_CELLS) if cells else picks()


def fence(seen: Seen, decision: Decision) -> Answer:
    """Strip by strip, then one of them in two, as far as that is worth its wood."""
    farm = seen.farm
    ways = acts.fences(farm, seen, 0)
    aim = max(ways, key=seen.worth) if ways else farm
    if decision.least == 0 and seen.worth(aim) <= seen.worth(farm):
        return picks()
    cells, cuts, enclose = {}, {}, decision.ids[:1]
    for option in decision.options:
        move = decision.move(option)
        match move.WhichOneof("move"):
            case "sketch_cell":
                cells[move.sketch_cell.cell] = option.id
            case "cut_pasture":
                cuts[mask(move.cut_pasture.cells)] = option.id
            case "enclose":
                enclose = (option.id,)
    before = pastures(farm.fences)
    fenced = sum(before)
    for area in pastures(aim.fences):
        if area in cuts and area not in before:
            return picks(cuts[area])
    new = sum(pastures(aim.fences)) & ~fenced
    strip = next((new & strip for strip in STRIP_MASKS if new & strip), 0)
    wanted = [cells[cell] for cell in bits(strip) if cell in cells]
    return picks(*(wanted[:1] or enclose))


# Prices and cards --------------------------------------------------------------------------------------------------


def pay(seen: Seen, decision: Decision) -> Answer:
    def leads_to(move: agricola.Move) -> float:
        way = seen.farm.copy()
        if move.HasField("give_up_card"):
            way.cards = tuple(card for card in way.cards if card != move.give_up_card.card)
            return seen.worth(way)
        paid = move.pay
        prices = (
            paid.wood,
            paid.clay,
            paid.reed,
            paid.stone,
            paid.grain,
            paid.vegetables,
            paid.food,
            paid.sheep,
        )
        for good, amount in enumerate(prices, WOOD):
            way.goods[good] -= amount
        return seen.worth(way)

    return best(seen, decision, leads_to)


def improvement(seen: Seen, decision: Decision) -> Answer:
    def leads_to(move: agricola.Move) -> float:
        card = move.play_card.card
        if card < len(MAJORS):
            return most(seen, cards.built(seen.farm, seen, card))
        return most(seen, cards.played(seen.farm, seen, card))

    return best(seen, decision, leads_to)


def occupation(seen: Seen, decision: Decision) -> Answer:
    def leads_to(move: agricola.Move) -> float:
        return most(seen, cards.played(seen.farm, seen, move.play_card.card))

    return best(seen, decision, leads_to)


def first(seen: Seen, decision: Decision) -> Answer:
    return picks(*decision.ids[: max(1, decision.least)])


ANSWERS: Final[Mapping[str, Answering]] = MappingProxyType(
    {
        "place": place,
        "part": part,
        "goods": goods,
        "room": room,
        "stable": stable,
        "field": field,
        "sow": sow,
        "bake": bake,
        "fence": fence,
        "pay": pay,
        "pay-fences": pay,
        "improvement": improvement,
        "occupation": occupation,
        "renovate": asked.house,
        "next-card": asked.next_card,
        "use-card": asked.use_card,
        "buy-laid": asked.buy_laid,
        "one-of": asked.one_of,
        "card-space": asked.space,
        "second-person": asked.space,
        "draft": asked.keep_card,
        "put-away": asked.put_away,
        "give-up": asked.give_up,
        "plough-with": first,
        "end-turn": end_turn,
        "feed": feed,
        "cook": cook,
        "keep-animals": keep_animals,
        "keep-young": keep,
    }
)
"""By the kind of decision."""
