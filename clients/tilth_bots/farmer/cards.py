"""Cards of the hand: what playing one would make of the farm, and what it may still bring afterwards."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from tilth_bots.farmer import acts
from tilth_bots.farmer.acts import Act, Table, Ways, with_goods
from tilth_bots.farmer.counts import ROUNDS, holds, number, value
from tilth_bots.farmer.faces import MINOR, OCCUPATION, Clause, Cost, Face
from tilth_bots.farmer.farm import Farm
from tilth_bots.farmer.goods import FOOD, WOOD, Price, value_of
from tilth_bots.farmer.lasting import lasting
from tilth_bots.farmer.majors import ALL, MAJORS

A_CARD: Final = 1.2
"""What it is worth to play one more card, whichever it is."""
A_FIRE: Final = 0.7
"""What a fireplace would do as well, for each harvest to come."""
A_LITTER: Final = 0.8
"""What it is worth that animals of one kind breed once more."""
FREE: Final = Cost((), (), 0)
PATIENCE: Final = 0.9
"""What goods are worth that come later, of what they would be worth now."""


# What cards let one do ---------------------------------------------------------------------------------------------


def goods_of(said: Iterable[Any], farm: Farm, table: Table) -> Price:
    return tuple((good, value(amount, farm, table)) for good, amount in said)


def in_food(price: int) -> Price:
    return ((FOOD, price),)


def gain(act: Clause) -> Act:
    def gained(farm: Farm, table: Table, space: int) -> Ways:
        if act.get("to", "me") != "me":
            return [farm]
        price = act.get("price", ())
        if not farm.has(price):
            return []
        way = with_goods(farm, table, goods_of(act["goods"], farm, table))
        way.pay(price)
        return [way]

    return gained


def lay(act: Clause) -> Act:
    """Food that will come is counted on by the farm; of other goods it is told what they are worth."""

    def laid(farm: Farm, table: Table, space: int) -> Ways:
        now, way = table.round, farm.copy()
        meant = {now + more for more in (*range(1, act.get("coming", 0) + 1), *act.get("after", ()))}
        rounds = sorted(one for one in meant.union(act.get("rounds", ())) if now < one <= ROUNDS)
        for good, amount in act.get("goods", ()):
            if good == FOOD:
                way.laid += tuple(one for one in rounds for _ in range(amount))
            else:
                way.extra += PATIENCE * len(rounds) * value_of(((good, amount),))
        way.extra -= len(rounds) * value_of(act.get("price", ()))
        return [way]

    return laid


def leave(act: Clause) -> Act:
    """Some of what is just being carried off, and may not be counted yet."""

    def left(farm: Farm, table: Table, space: int) -> Ways:
        way = with_goods(farm, table, act["gain"])
        for good, amount in act["goods"]:
            way.goods[good] = max(0, way.goods[good] - amount)
        return [way]

    return left


def either(each: Iterable[Act]) -> Act:
    chosen = tuple(each)
    return lambda farm, table, space: [way for act in chosen for way in act(farm, table, space)]


def ploughing(act: Clause) -> Act:
    def ploughed(farm: Farm, table: Table, space: int) -> Ways:
        ways = [farm]
        for _ in range(value(act.get("most", 1), farm, table)):
            ways += acts.plough(ways[-1], table, space)
        return ways[-1:]

    return ploughed


def stables(act: Clause) -> Act:
    return acts.stables(act.get("most", 4), dict(act.get("price", ())).get(WOOD, 0))


def rooms(act: Clause) -> Act:
    build = acts.free_room if act.get("free") else acts.one_room
    return lambda farm, table, space: acts.repeated(farm, build, act.get("most", 5))


DOING: Final[dict[str, Callable[[Clause], Act]]] = {
    "gain": gain,
    "choose": lambda act: either(acts.gain((good, 1)) for good in act["of"]),
    "one_of": lambda act: either(doing(one) for one in act["of"]),
    "swap": lambda act: acts.swap(act["give"], act["get"]),
    "leave": leave,
    "lay": lay,
    "plough": ploughing,
    "sow": lambda act: acts.sow,
    "bake": lambda act: acts.bake,
    "rooms": rooms,
    "stables": stables,
    "fences": lambda act: acts.fences,
    "renovate": lambda act: acts.renovate,
    "grow": lambda act: acts.grow(act.get("anyhow", False), act.get("since", 1)),
    "occupation": lambda act: acts.points(A_CARD),
    "improvement": lambda act: acts.points(A_CARD),
    "start_player": lambda act: acts.start,
    "breed": lambda act: acts.points(A_LITTER),
    "note": lambda act: acts.points(act["points"]),
}


def doing(act: Clause) -> Act:
    """What an act of a card does."""
    return DOING[act["act"]](act)


def done(farm: Farm, table: Table, clause: Clause) -> Farm:
    """The farm after a clause has acted, as its owner would like it best; the same, if it doesn't."""
    if not (holds(clause.get("if", ()), farm, table) and farm.has(clause.get("cost", ()))):
        return farm
    after = farm
    for act in clause["do"]:
        after = max(doing(act)(after, table, 0), key=table.worth, default=after)
    if after is farm:
        return farm
    if clause.get("cost"):
        after = after.copy()
        after.pay(clause["cost"])
    refused = clause.get("optional") or clause.get("cost")
    return farm if refused and table.worth(after) <= table.worth(farm) else after


# Playing a card ----------------------------------------------------------------------------------------------------


def bought(farm: Farm, cost: Cost) -> Farm | None:
    """The farm after the price of a card, if it can be paid."""
    if not farm.has(cost.goods):
        return None
    way = farm.copy()
    way.pay(cost.goods)
    if cost.returns:
        returned = next((card for card in cost.returns if card in farm.cards), None)
        if returned is None:
            return None
        way.cards = tuple(card for card in farm.cards if card != returned)
    if cost.improvements:
        given = [card for card in farm.cards if card < len(MAJORS)][: cost.improvements]
        if len(given) < cost.improvements:
            return None
        way.cards = tuple(card for card in farm.cards if card not in given)
    return way


def in_play(farm: Farm, table: Table, face: Face) -> Farm:
    """The farm after a card that is paid for has come into play and done what it does at once."""
    way = farm.copy()
    way.cards += (face.card,)
    for clause in face.clauses:
        match clause["clause"]:
            case "cook" if holds(clause.get("if", ()), way, table):
                if not way.cooks[0]:
                    way.extra -= A_FIRE * table.harvests
                cooked = (clause["sheep"], clause["boar"], clause["cattle"], clause.get("vegetable", 0))
                way.equip(cooked, (0, 0))
            case "bake":
                way.equip((0, 0, 0, 0), (clause["food"], clause.get("most", 0) or ALL))
            case "plot":
                way.beds += clause.get("n", 1)
    way.extra += lasting(face, way, table)
    for clause in face.at("play"):
        way = done(way, table, clause)
    return way


def played(farm: Farm, table: Table, card: int) -> Ways:
    """By each way to pay for it."""
    if card not in table.faces:
        return []
    face = table.faces[card]
    if card not in table.playable and not holds(face.asks, farm, table):
        return []
    costs = face.costs or (FREE,)
    ways = [way for way in (bought(farm, cost) for cost in costs) if way]
    if not ways and card in table.playable:
        ways = [cheaper(farm, costs[0])]
    return [in_play(way, table, face) for way in ways]


def cheaper(farm: Farm, cost: Cost) -> Farm:
    """Another card makes it cheaper: all that is there of the price is paid."""
    way = farm.copy()
    way.pay(tuple((good, min(amount, farm.goods[good])) for good, amount in cost.goods))
    return way


def of_hand(table: Table, kind: int) -> list[int]:
    return [card for card in table.hand if card in table.faces and table.faces[card].kind == kind]


def minor(farm: Farm, table: Table, space: int) -> Ways:
    held = (card for card in of_hand(table, MINOR) if card not in farm.cards)
    return [way for card in held for way in played(farm, table, card)]


def occupation(*prices: int) -> Act:
    """The first prices are for the first occupations, the last one for all that follow."""

    def act(farm: Farm, table: Table, space: int) -> Ways:
        held = [card for card in of_hand(table, OCCUPATION) if card not in farm.cards]
        if not held:
            return []
        before = number("occupations", farm, table)
        price = ((FOOD, prices[min(before, len(prices) - 1)]),)
        if not farm.has(price):
            return []
        way = farm.copy()
        way.pay(price)
        return [after for card in held for after in played(way, table, card)]

    return act


def built(farm: Farm, table: Table, card: int) -> Ways:
    """The farm with a major improvement, by each of the ways to pay for it."""
    major = MAJORS[card]
    ways = []
    if farm.has(major.price):
        way = farm.copy()
        way.pay(major.price)
        ways.append(way)
    for returned in major.returns:
        if returned in farm.cards:
            way = farm.copy()
            way.cards = tuple(one for one in way.cards if one != returned)
            ways.append(way)
    for way in ways:
        way.cards += (card,)
        way.equip(major.cooks, major.bakes)
        if major.well:
            way.laid += tuple(range(table.round + 1, min(14, table.round + 5) + 1))
    if major.oven:
        ways += [baked for way in ways for baked in acts.bake(way, table, 0)]
    return ways


def major(farm: Farm, table: Table, space: int) -> Ways:
    return [way for card in table.majors if card not in farm.cards for way in built(farm, table, card)]


def improvement(farm: Farm, table: Table, space: int) -> Ways:
    return major(farm, table, space) + minor(farm, table, space)
