"""Standing offers: what a seat may do whenever it is asked something."""

from tilth_rules.agricola.actions import kitchen
from tilth_rules.agricola.cards.facts import Call, Facts
from tilth_rules.agricola.cards.registry import OFFERS
from tilth_rules.agricola.cards.steps import CardActs, is_spent
from tilth_rules.agricola.cards.words import OFFERED
from tilth_rules.agricola.choices import DRAW_OCCUPATION, GRAIN_TO_FOOD, OFFER_AT
from tilth_rules.agricola.hands import exchange
from tilth_rules.agricola.state import State
from tilth_rules.agricola.words import BOAR, CATTLE, GRAIN, SHEEP, VEGETABLE
from tilth_rules.kernel import Ask, AskSeveral, Step


def offers(state: State, seat: int, step: Ask | AskSeveral) -> list[int]:
    """What rides on a decision of this seat's. None does where the answer is owed: who may only choose among what can
    be done could make it impossible."""
    if getattr(step, "owed", False):
        return []
    mine = state.seats[seat]
    goods = mine.goods
    edible = goods[GRAIN] or goods[VEGETABLE] or goods[SHEEP] or goods[BOAR] or goods[CATTLE]
    options = kitchen.offers(state, seat) if edible else []
    if mine.offering:
        options += _of_cards(state, seat, step.between)
    if state.options.three_for_one and step.between:
        options += exchange.offers(state, seat)
    return options


def _of_cards(state: State, seat: int, between: bool) -> list[int]:
    options = []
    facts = Facts(seat)
    for card in state.seats[seat].offering:
        for slot, offer in enumerate(OFFERS[card]):
            if (
                (between or not offer.between)
                and not is_spent(state, card, offer.limit, offer.times)
                and offer.ready(state, Call(seat, card, OFFERED, slot, facts))
            ):
                options.append(OFFER_AT + 16 * card + slot)
    return options


def has_more(state: State, seat: int) -> bool:
    """Whether a card offers what is open between actions only."""
    for card in state.seats[seat].offering:
        for slot, offer in enumerate(OFFERS[card]):
            if (
                offer.between
                and not is_spent(state, card, offer.limit, offer.times)
                and offer.ready(state, Call(seat, card, OFFERED, slot, Facts(seat)))
            ):
                return True
    return False


def take_offer(seat: int, offer: int) -> Step:
    if offer >= DRAW_OCCUPATION:
        return exchange.take_offer(seat, offer)
    if offer >= GRAIN_TO_FOOD:
        return kitchen.take_offer(seat, offer)
    card, slot = divmod(offer - OFFER_AT, 16)
    return CardActs(Call(seat, card, OFFERED, slot, Facts(seat)))
