"""Cards of the hand: which are kept for the field, and which become compost."""

from typing import Final

from tilth.games.earth.v1 import earth_pb2 as earth
from tilth_bots.naturalist.cards import Card
from tilth_bots.naturalist.options import best
from tilth_bots.naturalist.worth import PRICE, Worth
from tilth_client import Answer, Decision, picks

TAKEN_BACK: Final = 3.0
"""What a card has to promise that is taken out of the compost."""
KEPT_FROM_GAIA: Final = 1.0
"""What a point is worth that Gaia doesn't get."""


def missed(worth: Worth, card: Card) -> float:
    """What a card of the hand promises."""
    if card.kind == "event":
        return max(0.0, card.points + sum(worth.in_general(ability) for ability in card.abilities))
    return worth.fit(card) - PRICE * worth.price(card)


def worst_cards(worth: Worth, decision: Decision, count: int) -> Answer:
    """Of the hand, those that would be missed least."""
    options = {option.id: decision.move(option).compost_card.card for option in decision.options}
    ranked = sorted(options, key=lambda option: (missed(worth, worth.table.cards[options[option]]), option))
    return picks(*ranked[:count])


def start_compost(worth: Worth, decision: Decision) -> Answer:
    return worst_cards(worth, decision, decision.least)


def compost(worth: Worth, decision: Decision) -> Answer:
    """Cards that find no place on the field are a point each."""
    spared = max(0, len(worth.table.hand) - len(worth.wanted))
    if worth.spare > 1:
        spared = 0
    return worst_cards(worth, decision, max(decision.least, min(decision.most, spared)))


def pay_cards(worth: Worth, decision: Decision) -> Answer:
    return worst_cards(worth, decision, decision.least)


def keep(worth: Worth, decision: Decision) -> Answer:
    """The best of four. Alone, Gaia takes the others, for what is printed on them whether more or less than nothing."""

    def brings(move: earth.Move) -> float:
        card = worth.table.cards[move.keep_card.card]
        return missed(worth, card) + KEPT_FROM_GAIA * worth.alone * abs(card.points)

    return best(decision, brings)


def draw(worth: Worth, decision: Decision) -> Answer:
    return picks(*decision.ids[:1])


def keep_compost(worth: Worth, decision: Decision) -> Answer:
    """One that is worth more on the field than the point it is here."""
    cards = {
        option.id: worth.table.cards[decision.move(option).keep_card.card] for option in decision.options
    }
    option = max(cards, key=lambda option: missed(worth, cards[option]))
    return picks(option) if missed(worth, cards[option]) > TAKEN_BACK else picks()


def put_back(worth: Worth, decision: Decision) -> Answer:
    return picks(*decision.ids)
