"""Standing offers, which a seat may take at any of its decisions."""

from collections.abc import Collection, Iterator

from tilth_rules.agricola.actions import kitchen
from tilth_rules.agricola.cards.moment_facts import Call, Facts
from tilth_rules.agricola.cards.moments import COOK as COOKING
from tilth_rules.agricola.cards.moments import OFFERED
from tilth_rules.agricola.cards.registry import tables_of
from tilth_rules.agricola.cards.steps import CardActs
from tilth_rules.agricola.cards.uses import is_spent
from tilth_rules.agricola.codes import GRAIN, VEGETABLE
from tilth_rules.agricola.hands import exchange
from tilth_rules.agricola.moves.numbers import COOK_SOME, DRAW_OCCUPATION, USE_OFFER
from tilth_rules.agricola.state import State
from tilth_rules.kernel import NO_FACTS, Ask, AskSeveral, Step, TextFacts


def offers(state: State, seat: int, step: Ask | AskSeveral) -> list[int]:
    """Return the seat's standing offers on this decision: cooking, offers of its cards, exchanges of hand cards.

    There are none if the answer is owed: a seat that may only choose among possible answers could make all of them
    impossible.
    """
    mine = state.seats[seat]
    goods = mine.goods
    # Only a seat that can cook turns animals into food.
    edible = goods[GRAIN] or goods[VEGETABLE] or mine.rules[COOKING]
    if not (edible or mine.offering or state.options.three_for_one) or getattr(step, "owed", False):
        return []
    options = kitchen.offers(state, seat) if edible else []
    if mine.offering:
        ready = ready_offers(state, seat, (False, True) if step.between_actions else (False,))
        options += [USE_OFFER.option(card, slot) for card, slot in ready]
    if state.options.three_for_one and step.between_actions:
        options += exchange.offers(state, seat)
    return options


def ready_offers(state: State, seat: int, between: Collection[bool]) -> Iterator[tuple[int, int]]:
    """Yield the offers that the seat's cards make now: the card, and the number of the offer.

    `between` chooses those that are open between actions only, the others, or both.
    """
    facts = Facts(seat)
    offered = tables_of(state.options.values).offers
    for card in state.seats[seat].offering:
        for slot, offer in enumerate(offered[card]):
            if (
                offer.between in between
                and not is_spent(state, card, offer.limit, offer.times)
                and offer.ready(state, Call(seat, card, OFFERED, slot, facts))
            ):
                yield card, slot


def has_more(state: State, seat: int) -> bool:
    """Return whether one of the seat's cards offers something that is open between actions only."""
    return bool(state.seats[seat].offering) and any(ready_offers(state, seat, (True,)))


def offer_facts(state: State, seat: int, offer: int) -> TextFacts:
    """Return what the text of an offer shows: the food for each thing cooked, or the next good of a card's pile."""
    if offer == COOK_SOME.number:
        return kitchen.rate_facts(state, seat)
    if offer not in USE_OFFER:
        return NO_FACTS
    card, slot = USE_OFFER.parts(offer)
    tell = tables_of(state.options.values).offers[card][slot].tell
    return tell(state, Call(seat, card, OFFERED, slot, Facts(seat))) if tell else NO_FACTS


def take_offer(seat: int, offer: int) -> Step:
    """Return the step that carries out a standing offer."""
    if offer in USE_OFFER:
        card, slot = USE_OFFER.parts(offer)
        return CardActs(Call(seat, card, OFFERED, slot, Facts(seat)))
    if offer >= DRAW_OCCUPATION.number:
        return exchange.take_offer(seat, offer)
    return kitchen.take_offer(seat, offer)
