"""Standing offers: what a seat may do whenever it is asked something."""

from collections.abc import Collection, Iterator

from tilth_rules.agricola.actions import kitchen
from tilth_rules.agricola.cards.facts import Call, Facts
from tilth_rules.agricola.cards.registry import OFFERS
from tilth_rules.agricola.cards.steps import CardActs, is_spent
from tilth_rules.agricola.cards.words import OFFERED
from tilth_rules.agricola.choices import DRAW_OCCUPATION, GRAIN_TO_FOOD, offer_of, offer_option
from tilth_rules.agricola.hands import exchange
from tilth_rules.agricola.state import State
from tilth_rules.agricola.words import BOAR, CATTLE, GRAIN, SHEEP, VEGETABLE
from tilth_rules.kernel import Ask, AskSeveral, Step


def offers(state: State, seat: int, step: Ask | AskSeveral) -> list[int]:
    """What rides on a decision of this seat's. None does where the answer is owed: who may only choose among what can
    be done could make it impossible."""
    mine = state.seats[seat]
    goods = mine.goods
    edible = goods[GRAIN] or goods[VEGETABLE] or goods[SHEEP] or goods[BOAR] or goods[CATTLE]
    if not (edible or mine.offering or state.options.three_for_one) or getattr(step, "owed", False):
        return []
    options = kitchen.offers(state, seat) if edible else []
    if mine.offering:
        ready = ready_offers(state, seat, (False, True) if step.between else (False,))
        options += [offer_option(card, slot) for card, slot in ready]
    if state.options.three_for_one and step.between:
        options += exchange.offers(state, seat)
    return options


def ready_offers(state: State, seat: int, between: Collection[bool]) -> Iterator[tuple[int, int]]:
    """What the seat's cards offer now: the card, and which of its offers. Of those that are open between actions only,
    of the others, or of both."""
    facts = Facts(seat)
    for card in state.seats[seat].offering:
        for slot, offer in enumerate(OFFERS[card]):
            if (
                offer.between in between
                and not is_spent(state, card, offer.limit, offer.times)
                and offer.ready(state, Call(seat, card, OFFERED, slot, facts))
            ):
                yield card, slot


def has_more(state: State, seat: int) -> bool:
    """Whether a card offers what is open between actions only."""
    return bool(state.seats[seat].offering) and any(ready_offers(state, seat, (True,)))


def take_offer(seat: int, offer: int) -> Step:
    if offer >= DRAW_OCCUPATION:
        return exchange.take_offer(seat, offer)
    if offer >= GRAIN_TO_FOOD:
        return kitchen.take_offer(seat, offer)
    card, slot = offer_of(offer)
    return CardActs(Call(seat, card, OFFERED, slot, Facts(seat)))
