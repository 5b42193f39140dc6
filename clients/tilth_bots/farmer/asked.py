"""What cards ask: whether they are used, which of them, what is chosen for them; and what they offer by the way."""

from typing import Final

from tilth.v1 import decision_pb2
from tilth_bots.farmer import cards, parts
from tilth_bots.farmer.acts import with_goods
from tilth_bots.farmer.farm import Farm
from tilth_bots.farmer.planning import best_way
from tilth_bots.farmer.table import Seen
from tilth_client import Answer, Decision, picks

WORTH_TAKING: Final = 0.3
"""How much better the farm has to be for an offer to be taken up."""
A_PRICE: Final = 0.5
AN_ASK: Final = 0.7
"""What it takes from a card of the hand that it costs something, for each of its goods, and that it asks for
something."""


# Whether -----------------------------------------------------------------------------------------------------------


def next_card(seen: Seen, decision: Decision) -> Answer:
    """The first card that does some good, or that says in its text alone what it does."""
    for option in decision.options:
        card = decision.move(option).use_card.card
        if card not in seen.faces or seen.faces[card].coded or does_good(seen, card):
            return picks(option.id)
    return picks(*decision.ids[: decision.least])


def does_good(seen: Seen, card: int) -> bool:
    """Whether the farm is better for one of the things that a card asks about."""
    asked = (
        clause
        for clause in seen.faces[card].clauses
        if clause["clause"] == "when" and (clause.get("optional") or clause.get("cost"))
    )
    return any(cards.done(seen.farm, seen, clause) is not seen.farm for clause in asked)


def use_card(seen: Seen, decision: Decision) -> Answer:
    """The own cards are used; for what others' cards want, it keeps its goods."""
    mine = decision.about is not None and decision.about.use_card.card in seen.farm.cards
    return picks(*decision.ids[: max(mine, decision.least)])


def buy_laid(seen: Seen, decision: Decision) -> Answer:
    """Whether what lies on this round is worth its price."""
    for laid in seen.priced:
        way = with_goods(seen.farm, seen, ((laid.good, laid.amount),))
        if way.has(cards.in_food(laid.price)):
            way.pay(cards.in_food(laid.price))
            if seen.worth(way) > seen.worth(seen.farm):
                return picks(*decision.ids[:1])
    return picks(*decision.ids[: decision.least])


def offered(seen: Seen, decision: Decision) -> int | None:
    """An offer that makes the farm better at once, such as a renovation between actions. What changes goods for others
    waits until food is needed."""
    least = seen.worth(seen.farm) + WORTH_TAKING
    for option in decision.offers:
        move = decision.move(option)
        if move.WhichOneof("move") != "use_offer" or move.use_offer.card not in seen.faces:
            continue
        offers = seen.faces[move.use_offer.card].offers()
        way = move.use_offer.way
        if way >= len(offers) or offers[way]["clause"] != "offer":
            continue
        if seen.worth(cards.done(seen.farm, seen, offers[way])) > least:
            return option.id
    return None


# Which -------------------------------------------------------------------------------------------------------------


def one_of(seen: Seen, decision: Decision) -> Answer:
    """The part of a card that is worth most."""
    worths = []
    for option in decision.options:
        ways = parts.act_of(decision.move(option).take_part)(seen.farm, seen, 0)
        worths.append((max(map(seen.worth, ways), default=seen.worth(seen.farm)), -option.id))
    if not worths or (decision.least == 0 and max(worths)[0] <= seen.worth(seen.farm)):
        return picks()
    return picks(-max(worths)[1])


def space(seen: Seen, decision: Decision) -> Answer:
    """Where a person would do most."""
    spaces = {decision.move(option).use_space.space: option.id for option in decision.options}
    if not spaces:
        return picks()
    worths = {one: best_way(seen, seen.farm, one)[0] for one in sorted(spaces)}
    chosen = max(worths, key=worths.__getitem__)
    if decision.least == 0 and worths[chosen] <= seen.worth(seen.farm):
        return picks()
    return picks(spaces[chosen])


def house(seen: Seen, decision: Decision) -> Answer:
    """The best house that is offered."""
    return picks(max(decision.options, key=lambda option: decision.move(option).renovate_to.house).id)


# Cards of the hand -------------------------------------------------------------------------------------------------


def hope(seen: Seen, card: int) -> float:
    """What a card would be worth once it is in play, whatever it asks for."""
    if card not in seen.faces:
        return 0.0
    face = seen.faces[card]
    after: Farm = cards.in_play(seen.farm, seen, face)
    prices = [sum(amount for _, amount in cost.goods) for cost in face.costs]
    return seen.worth(after) - A_PRICE * min(prices, default=0) - AN_ASK * len(face.asks)


def keep_card(seen: Seen, decision: Decision) -> Answer:
    options = decision.options
    return picks(max(options, key=lambda option: hope(seen, decision.move(option).keep_card.card)).id)


def put_away(seen: Seen, decision: Decision) -> Answer:
    """Those that would be worth least."""

    def hoped(option: decision_pb2.Option) -> float:
        return hope(seen, decision.move(option).discard_card.card)

    return picks(*(option.id for option in sorted(decision.options, key=hoped)[: decision.least]))


def give_up(seen: Seen, decision: Decision) -> Answer:
    """The cards that leave the farm best."""

    def left(option: decision_pb2.Option) -> float:
        given = decision.move(option).give_up_card.card
        way = seen.farm.copy()
        way.cards = tuple(card for card in way.cards if card != given)
        return seen.worth(way)

    best = sorted(decision.options, key=left, reverse=True)[: max(1, decision.least)]
    return picks(*(option.id for option in best))
