"""The bot's answers, with one function for each kind of decision; they compare the worth of the farms that result."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from tilth.games.agricola.v1 import agricola_pb2 as agricola
from tilth_bots.farmer import acts, card_choices, cards, space_parts
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
    """Return the answer to one decision, based on the view and the decision alone. In other games and for kinds of
    decisions without a function in ANSWERS, it is the default answer."""
    answering = ANSWERS.get(decision.kind)
    if answering is None or not isinstance(view, agricola.View):
        return decision.default
    return answering(Seen(view, decision.seat), decision)


def best(seen: Seen, decision: Decision, leads_to: Callable[[Any], float]) -> Answer:
    """Pick the option whose move leads to the most worth, the first of several. Pick none if there are no options, or
    if that is allowed and no option improves the farm. `leads_to` returns the worth in points of the farm after a
    move."""
    worths = [(leads_to(decision.move(option)), -option.id) for option in decision.options]
    if not worths or (decision.min_picks == 0 and max(worths)[0] <= seen.worth(seen.farm)):
        return picks()
    return picks(-max(worths)[1])


def best_worth(seen: Seen, ways: Iterable[Farm]) -> float:
    """Return the worth in points of the best of some farms; the worth of the present farm if there are none."""
    return max(map(seen.worth, ways), default=seen.worth(seen.farm))


# Work --------------------------------------------------------------------------------------------------------------


def place(seen: Seen, decision: Decision) -> Answer:
    """Place a person on the space that is worth most together with the next person's; accept an offer first if it
    improves the farm at once."""
    taken = card_choices.offered(seen, decision)
    if taken is not None:
        return offer(taken)
    spaces = {decision.move(option).use_space.space: option.id for option in decision.options}
    return picks(spaces[best_space(seen, spaces)]) if spaces else picks()


def end_turn(seen: Seen, decision: Decision) -> Answer:
    """Accept an offer that improves the farm at once by more than WORTH_TAKING points; otherwise end the turn."""
    taken = card_choices.offered(seen, decision)
    return offer(taken) if taken is not None else picks()


def part(seen: Seen, decision: Decision) -> Answer:
    """Pick the part of a space's or card's effect that leads to the most worth, alone or with one of the later parts
    after it. Pick none if that is allowed and no part improves the farm."""
    takes = [decision.move(option).take_part for option in decision.options]
    cheap = STABLE_AND_BAKE in seen.visited and all(taken.part != space_parts.ROOMS for taken in takes)
    found = [space_parts.act_of(taken, cheap) for taken in takes]
    worths = []
    for at, option in enumerate(decision.options):
        ways = found[at](seen.farm, seen, 0)
        for later in found[at + 1 :]:
            ways = ways + after(ways, later, seen, 0)
        worths.append((best_worth(seen, ways), -option.id))
    if decision.min_picks == 0 and max(worths)[0] <= seen.worth(seen.farm):
        return picks()
    return picks(-max(worths)[1])


def goods(seen: Seen, decision: Decision) -> Answer:
    """Pick the required number of goods: those of which one more leads to the farm of most worth."""
    worths = []
    for option in decision.options:
        way = seen.farm.copy()
        way.goods[decision.move(option).take_good.good] += 1
        worths.append((seen.worth(way), -option.id))
    worths.sort(reverse=True)
    return picks(*(-option for _, option in worths[: decision.min_picks]))


def sow(seen: Seen, decision: Decision) -> Answer:
    """Sow the offered field with the crop that leads to the most worth, or with none if that is allowed and none
    improves the farm."""

    def leads_to(move: agricola.Move) -> float:
        return seen.worth(acts.sown(seen.farm, move.sow_plot.good))

    return best(seen, decision, leads_to)


def bake(seen: Seen, decision: Decision) -> Answer:
    """Answer with the number of grain to bake that leads to the most worth, the smallest of several."""
    quantity = decision.quantities[0]
    worths = []
    for grain in range(quantity.min, quantity.max + 1):
        way = seen.farm.copy()
        way.goods[GRAIN] -= grain
        way.goods[FOOD] += way.bread(grain)
        worths.append((seen.worth(way), -grain))
    return numbers(-max(worths)[1])


# The farmyard ------------------------------------------------------------------------------------------------------


def first_cell(decision: Decision, cells: Mapping[int, int], order: Iterable[int]) -> Answer:
    """Pick the option of the first cell in `order` that is offered; the first option if none is. `cells` holds the
    option's id by cell."""
    chosen = next((cells[cell] for cell in order if cell in cells), None)
    return picks(chosen) if chosen is not None else picks(*decision.ids[:1])


def room(seen: Seen, decision: Decision) -> Answer:
    """Build a room on the first offered cell of ROOM_CELLS. Build none if that is allowed and a paid room does not
    improve the farm."""
    cells = {decision.move(option).build_room.cell: option.id for option in decision.options}
    way = acts.one_room(seen.farm)
    if not cells or (decision.min_picks == 0 and way and seen.worth(way) <= seen.worth(seen.farm)):
        return picks()
    return first_cell(decision, cells, ROOM_CELLS)


def stable(seen: Seen, decision: Decision) -> Answer:
    """Build a stable on the first offered cell of STABLE_CELLS. Build none if that is allowed and a paid stable does
    not improve the farm."""
    cells = {decision.move(option).build_stable.cell: option.id for option in decision.options}
    way = acts.one_stable(seen.farm, 1 if STABLE_AND_BAKE in seen.visited else 2)
    if not cells or (decision.min_picks == 0 and way and seen.worth(way) <= seen.worth(seen.farm)):
        return picks()
    return first_cell(decision, cells, STABLE_CELLS)


def field(seen: Seen, decision: Decision) -> Answer:
    """Plough the first of the offered cells in the order of FIELD_CELLS."""
    cells = {decision.move(option).plough_field.cell: option.id for option in decision.options}
    return first_cell(decision, cells, FIELD_CELLS) if cells else picks()


def fence(seen: Seen, decision: Decision) -> Answer:
    """Pick the next step towards the best result of `acts.fences`: cut a pasture in two, or sketch the next cell of the
    first strip with new cells, or enclose the sketched cells. Pick none if that is allowed and no result improves the
    farm."""
    farm = seen.farm
    ways = acts.fences(farm, seen, 0)
    aim = max(ways, key=seen.worth) if ways else farm
    if decision.min_picks == 0 and seen.worth(aim) <= seen.worth(farm):
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
    """Pay the price whose loss leaves the farm with the most worth; a price is paid in goods or by giving up a card."""

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
    """Build the major or play the minor improvement that leads to the most worth, or none if that is allowed and none
    improves the farm."""

    def leads_to(move: agricola.Move) -> float:
        card = move.play_card.card
        if card < len(MAJORS):
            return best_worth(seen, cards.built(seen.farm, seen, card))
        return best_worth(seen, cards.played(seen.farm, seen, card))

    return best(seen, decision, leads_to)


def occupation(seen: Seen, decision: Decision) -> Answer:
    """Play the occupation that leads to the most worth, or none if that is allowed and none improves the farm."""

    def leads_to(move: agricola.Move) -> float:
        return best_worth(seen, cards.played(seen.farm, seen, move.play_card.card))

    return best(seen, decision, leads_to)


def first(seen: Seen, decision: Decision) -> Answer:
    """Pick the first options, as many as must be picked and at least one."""
    return picks(*decision.ids[: max(1, decision.min_picks)])


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
        "renovate": card_choices.house,
        "next-card": card_choices.next_card,
        "use-card": card_choices.use_card,
        "buy-laid": card_choices.buy_laid,
        "one-of": card_choices.one_of,
        "card-space": card_choices.space,
        "second-person": card_choices.space,
        "draft": card_choices.keep_card,
        "put-away": card_choices.put_away,
        "give-up": card_choices.give_up,
        "plough-with": first,
        "end-turn": end_turn,
        "feed": feed,
        "cook": cook,
        "keep-animals": keep_animals,
        "keep-young": keep,
    }
)
"""Answering functions by the kind of decision."""
