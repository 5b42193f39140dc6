"""Answers about cards in hand: cards to keep for the field, and cards to compost."""

from typing import Final

from tilth.games.earth.v1 import earth_pb2 as earth
from tilth_bots.naturalist.cards import Card
from tilth_bots.naturalist.options import best
from tilth_bots.naturalist.value import PRICE, Worth
from tilth_client import Answer, Decision, picks

TAKEN_BACK: Final = 3.0
"""Worth that a card in the compost must exceed to be taken back."""
KEPT_FROM_GAIA: Final = 1.0
"""Worth of each point that Gaia does not get."""


def missed(worth: Worth, card: Card) -> float:
    """Return the worth in points of a card in hand less its price, which is the loss if it is given away. An event
    counts its points and abilities, at least 0."""
    if card.kind == "event":
        return max(0.0, card.points + sum(worth.in_general(ability) for ability in card.abilities))
    return worth.fit(card) - PRICE * worth.price(card)


def worst_cards(worth: Worth, decision: Decision, count: int) -> Answer:
    """Pick `count` of the offered cards of the hand, those of least worth first."""
    options = {option.id: decision.move(option).compost_card.card for option in decision.options}
    ranked = sorted(options, key=lambda option: (missed(worth, worth.table.cards[options[option]]), option))
    return picks(*ranked[:count])


def start_compost(worth: Worth, decision: Decision) -> Answer:
    """Compost the required number of cards at the start of the match, those of least worth first."""
    return worst_cards(worth, decision, decision.min_picks)


def compost(worth: Worth, decision: Decision) -> Answer:
    """Compost the cards of least worth that find no place on the field, because each scores a point as compost. Compost
    only as many as required if the cost of losing a card is more than one point."""
    spared = max(0, len(worth.table.hand) - len(worth.wanted))
    if worth.spare > 1:
        spared = 0
    return worst_cards(worth, decision, max(decision.min_picks, min(decision.max_picks, spared)))


def pay_cards(worth: Worth, decision: Decision) -> Answer:
    """Pay with the required number of cards from the hand, those of least worth first."""
    return worst_cards(worth, decision, decision.min_picks)


def keep(worth: Worth, decision: Decision) -> Answer:
    """Keep one of the drawn cards, the best. In a solo match Gaia takes the others, so a card's printed points count in
    addition, as an absolute value."""

    def brings(move: earth.Move) -> float:
        card = worth.table.cards[move.keep_card.card]
        return missed(worth, card) + KEPT_FROM_GAIA * worth.alone * abs(card.points)

    return best(decision, brings)


def draw(worth: Worth, decision: Decision) -> Answer:
    """Pick the first option: the bot has no preference for the pile that it draws from."""
    return picks(*decision.ids[:1])


def keep_compost(worth: Worth, decision: Decision) -> Answer:
    """Take back the card of most worth if it is worth more than TAKEN_BACK points; otherwise none."""
    cards = {
        option.id: worth.table.cards[decision.move(option).keep_card.card] for option in decision.options
    }
    option = max(cards, key=lambda option: missed(worth, cards[option]))
    return picks(option) if missed(worth, cards[option]) > TAKEN_BACK else picks()


def put_back(worth: Worth, decision: Decision) -> Answer:
    """Pick all offered cards."""
    return picks(*decision.ids)
