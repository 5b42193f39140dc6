"""Answers to the questions of cards: whether to use a card, which part, space or card to choose; and offers of
cards."""

from typing import Final

from tilth.games.agricola.v1 import agricola_pb2 as agricola
from tilth.v1 import decision_pb2
from tilth_bots.farmer import cards, space_parts
from tilth_bots.farmer.acts import with_goods
from tilth_bots.farmer.farm import Farm
from tilth_bots.farmer.planning import best_way
from tilth_bots.farmer.table import Seen
from tilth_client import Answer, Decision, picks

WORTH_TAKING: Final = 0.3
"""Least gain in the farm's worth, in points, for which the bot accepts an offer."""
A_PRICE: Final = 0.5
AN_ASK: Final = 0.7
"""Deductions from the worth of a card in hand: for each good of its price, and for each prerequisite."""


# Use of cards and offers -------------------------------------------------------------------------------------------


def next_card(seen: Seen, decision: Decision) -> Answer:
    """Pick the first card with an optional or paid effect that improves the farm. A card whose effect is described only
    in its text, or whose printed data the view lacks, is picked, too. If there is none, pick as few options as
    allowed."""
    for option in decision.options:
        card = decision.move(option).use_card.card
        if card not in seen.faces or seen.faces[card].coded or does_good(seen, card):
            return picks(option.id)
    return picks(*decision.ids[: decision.min_picks])


def does_good(seen: Seen, card: int) -> bool:
    """Return whether one of the "when" clauses of a card that are optional or have a cost improves the farm now. `card`
    is a card's number in `seen.faces`."""
    asked = (
        clause
        for clause in seen.faces[card].clauses
        if clause["clause"] == "when" and (clause.get("optional") or clause.get("cost"))
    )
    return any(cards.done(seen.farm, seen, clause) is not seen.farm for clause in asked)


def use_card(seen: Seen, decision: Decision) -> Answer:
    """Pick the first option if the decision is about a card that the bot has in play; for another player's card, pick
    as few options as allowed."""
    mine = decision.about is not None and decision.about.use_card.card in seen.farm.cards
    return picks(*decision.ids[: max(mine, decision.min_picks)])


def buy_laid(seen: Seen, decision: Decision) -> Answer:
    """Pick the first option that is worth its price: goods that lie on this round for food, or a card with a paid
    effect. Pick as few options as allowed if there is none. The next question is about the rest."""
    for option in decision.options:
        card = decision.move(option).use_card.card
        laid = next((laid for laid in seen.priced if laid.card == card), None)
        if does_good(seen, card) if laid is None else is_worth_it(seen, laid):
            return picks(option.id)
    return picks(*decision.ids[: decision.min_picks])


def is_worth_it(seen: Seen, laid: agricola.LaidGoods) -> bool:
    """Return whether the farm is worth more with these goods and without their price in food; False if the food is
    missing."""
    way = with_goods(seen.farm, seen, ((laid.good, laid.amount),))
    if not way.has(cards.in_food(laid.price)):
        return False
    way.pay(cards.in_food(laid.price))
    return seen.worth(way) > seen.worth(seen.farm)


def offered(seen: Seen, decision: Decision) -> int | None:
    """Return the id of the first offer of a card that improves the farm at once by more than WORTH_TAKING points, such
    as a renovation between actions. Return None if there is none. Offers that exchange goods are left for the feeding
    phase."""
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


# Choices for a card ------------------------------------------------------------------------------------------------


def one_of(seen: Seen, decision: Decision) -> Answer:
    """Pick the part of a card's effect that leads to the farm of most worth, the first of several. Pick none if that is
    allowed and no part improves the farm."""
    worths = []
    for option in decision.options:
        ways = space_parts.act_of(decision.move(option).take_part)(seen.farm, seen, 0)
        worths.append((max(map(seen.worth, ways), default=seen.worth(seen.farm)), -option.id))
    if not worths or (decision.min_picks == 0 and max(worths)[0] <= seen.worth(seen.farm)):
        return picks()
    return picks(-max(worths)[1])


def space(seen: Seen, decision: Decision) -> Answer:
    """Pick the space on which one person's visit leads to the farm of most worth. Pick none if that is allowed and no
    visit improves the farm."""
    spaces = {decision.move(option).use_space.space: option.id for option in decision.options}
    if not spaces:
        return picks()
    worths = {one: best_way(seen, seen.farm, one)[0] for one in sorted(spaces)}
    chosen = max(worths, key=worths.__getitem__)
    if decision.min_picks == 0 and worths[chosen] <= seen.worth(seen.farm):
        return picks()
    return picks(spaces[chosen])


def house(seen: Seen, decision: Decision) -> Answer:
    """Pick the best of the houses that a renovation offers: stone before clay."""
    return picks(max(decision.options, key=lambda option: decision.move(option).renovate_to.house).id)


# Cards of the hand -------------------------------------------------------------------------------------------------


def hope(seen: Seen, card: int) -> float:
    """Return the worth in points of the farm with this card in play, as if it were paid. Deduct A_PRICE for each good
    of its smallest price and AN_ASK for each prerequisite. Return 0 if the view lacks the card's printed data."""
    if card not in seen.faces:
        return 0.0
    face = seen.faces[card]
    after: Farm = cards.in_play(seen.farm, seen, face)
    prices = [sum(amount for _, amount in cost.goods) for cost in face.costs]
    return seen.worth(after) - A_PRICE * min(prices, default=0) - AN_ASK * len(face.asks)


def keep_card(seen: Seen, decision: Decision) -> Answer:
    """Pick one card to keep from a pack: the one of most expected worth (`hope`)."""
    options = decision.options
    return picks(max(options, key=lambda option: hope(seen, decision.move(option).keep_card.card)).id)


def put_away(seen: Seen, decision: Decision) -> Answer:
    """Discard the required number of cards: those of least expected worth (`hope`)."""

    def hoped(option: decision_pb2.Option) -> float:
        """Return the expected worth of the option's card, in points."""
        return hope(seen, decision.move(option).discard_card.card)

    return picks(*(option.id for option in sorted(decision.options, key=hoped)[: decision.min_picks]))


def give_up(seen: Seen, decision: Decision) -> Answer:
    """Give up the required number of cards, at least one: those whose loss leaves the farm with the most worth."""

    def left(option: decision_pb2.Option) -> float:
        """Return the worth in points of the farm without the option's card."""
        given = decision.move(option).give_up_card.card
        way = seen.farm.copy()
        way.cards = tuple(card for card in way.cards if card != given)
        return seen.worth(way)

    best = sorted(decision.options, key=left, reverse=True)[: max(1, decision.min_picks)]
    return picks(*(option.id for option in best))
