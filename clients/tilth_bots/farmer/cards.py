"""The effects of playing a card from the hand, on the farm now and later in the match."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from tilth_bots.farmer import acts
from tilth_bots.farmer.acts import Act, Table, Ways, with_goods
from tilth_bots.farmer.counts import ROUNDS, holds, number, value
from tilth_bots.farmer.faces import MINOR, OCCUPATION, Clause, Cost, Face
from tilth_bots.farmer.farm import Farm
from tilth_bots.farmer.goods import FOOD, WOOD, Price, value_of
from tilth_bots.farmer.lasting_cards import lasting
from tilth_bots.farmer.majors import ALL, MAJORS

A_CARD: Final = 1.2
"""Worth of playing one more card, whichever it is."""
A_FIRE: Final = 0.7
"""Deduction for the first cooking card, for each harvest to come, because a fireplace would do as well."""
A_LITTER: Final = 0.8
"""Worth of one more breeding of one kind of animals."""
FREE: Final = Cost((), (), 0)
PATIENCE: Final = 0.9
"""Worth of goods that arrive in later rounds, as a share of their worth now."""


# Acts of cards -----------------------------------------------------------------------------------------------------


def goods_of(amounts: Iterable[Any], farm: Farm, table: Table) -> Price:
    """Return goods as pairs of good and amount. An amount that a clause gives as a formula is counted on the farm and
    the table."""
    return tuple((good, value(amount, farm, table)) for good, amount in amounts)


def in_food(price: int) -> Price:
    """Return the price of this number of food, as a pair of good and amount."""
    return ((FOOD, price),)


def gain(act: Clause) -> Act:
    """Return the act of paying the clause's price, if it has one, and gaining its goods. It is not possible if the
    supply lacks the price. A gain for other players leaves the farm unchanged."""

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
    """Return the act of laying goods on those of the clause's rounds that are still to come. Food is entered in the
    farm's `laid`. Other goods add PATIENCE times their rough worth to its `extra`; a price deducts its rough worth
    there for each round."""

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
    """Return the act of gaining the clause's `gain` and giving up its `goods`, which were taken just now. They may not
    be counted in the supply yet, so no amount falls below 0."""

    def left(farm: Farm, table: Table, space: int) -> Ways:
        way = with_goods(farm, table, act["gain"])
        for good, amount in act["goods"]:
            way.goods[good] = max(0, way.goods[good] - amount)
        return [way]

    return left


def either(each: Iterable[Act]) -> Act:
    """Return the act of doing one of several acts: its results are the farms that each of them can lead to."""
    chosen = tuple(each)
    return lambda farm, table, space: [way for act in chosen for way in act(farm, table, space)]


def ploughing(act: Clause) -> Act:
    """Return the act of ploughing as many fields as the clause allows (one if it names no number) and the yard has room
    for. It has one result: the last farm, unchanged if there is no room."""

    def ploughed(farm: Farm, table: Table, space: int) -> Ways:
        ways = [farm]
        for _ in range(value(act.get("most", 1), farm, table)):
            ways += acts.plough(ways[-1], table, space)
        return ways[-1:]

    return ploughed


def stables(act: Clause) -> Act:
    """Return the act of building up to the clause's number of stables (four if it names none), each for the wood of its
    price."""
    return acts.stables(act.get("most", 4), dict(act.get("price", ())).get(WOOD, 0))


def rooms(act: Clause) -> Act:
    """Return the act of building up to the clause's number of rooms (five if it names none), free of charge if it says
    so."""
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
    """Return the act for one entry of a clause's `do`, by the kind that its `act` names (see DOING)."""
    return DOING[act["act"]](act)


def done(farm: Farm, table: Table, clause: Clause) -> Farm:
    """Return the farm after a clause's acts, each done in the way of most worth, and after its cost is paid. Return the
    same farm object if the condition does not hold, the cost can't be paid, no act changes anything, or a clause that
    is optional or has a cost brings no gain."""
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
    """Return a copy of the farm after it pays a card's price: the goods, the first of the cards to return that it has
    in play, and its first major improvements if improvements are given up. Return None if it can't pay."""
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
    """Return a copy of the farm with a card in play that has been paid for. Its cooking, ovens and plots are added, its
    lasting benefit in points is added to `extra`, and its immediate effects happen."""
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
    """Return the farms with the card of this number in play, one for each way to pay for it. Return no farm if the view
    lacks the card's printed data or its prerequisites are not met. If the view lists the card as playable but no
    printed price can be paid, the farm pays what it has."""
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
    """Return a copy of the farm after it pays as much of each good of a price as it has. It is used when another card
    makes the price lower."""
    way = farm.copy()
    way.pay(tuple((good, min(amount, farm.goods[good])) for good, amount in cost.goods))
    return way


def of_hand(table: Table, kind: int) -> list[int]:
    """Return the numbers of the bot's cards in hand that are of this kind (MINOR or OCCUPATION) and whose printed data
    the view shows."""
    return [card for card in table.hand if card in table.faces and table.faces[card].kind == kind]


def minor(farm: Farm, table: Table, space: int) -> Ways:
    """Return the farms after playing one minor improvement from the hand, for each card and each way to pay for it; no
    farm if none can be played."""
    held = (card for card in of_hand(table, MINOR) if card not in farm.cards)
    return [way for card in held for way in played(farm, table, card)]


def occupation(*prices: int) -> Act:
    """Return the act of playing one occupation from the hand. `prices` are in food: the first for the first occupation,
    and so on; the last price is for all later ones. The results are the farms for each card and each way to pay its own
    price."""

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
    """Return the farms with the major improvement of this number built: one for paying its price, one for each card
    that can be returned instead. If it is an oven with a bake action, the farms after baking follow."""
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
    """Return the farms after building one of the major improvements that are left on the table, for each card and each
    way to pay for it; no farm if none can be paid for."""
    return [way for card in table.majors if card not in farm.cards for way in built(farm, table, card)]


def improvement(farm: Farm, table: Table, space: int) -> Ways:
    """Return the farms after building one major improvement, or playing one minor improvement from the hand."""
    return major(farm, table, space) + minor(farm, table, space)
