"""What the naturalist plants, where, and what it pays with."""

from typing import Final

from tilth.games.earth.v1 import earth_pb2 as earth
from tilth_bots.naturalist.cards import Card
from tilth_bots.naturalist.hand import missed
from tilth_bots.naturalist.options import best
from tilth_bots.naturalist.pieces import Growth, Sprouts
from tilth_bots.naturalist.worth import Worth
from tilth_client import Answer, Decision, picks

PLANT_AT_LEAST: Final = 1.5
"""What a plant has to bring."""
REPLACED: Final = 20.0
"""What a card of the field is worth, whichever it is: none is given up for another."""
SPARED: Final = 0.2
FOR_A_PRICE: Final = 0.5
"""What a card promises that finds no place, as a part, and what it brings to pay with it: it is compost then."""
LOOKED_AT: Final = 5
"""Of how many cards it looks for the best place, when it plants."""


def plant(worth: Worth, decision: Decision) -> Answer:
    """The card that pays best where it lies best, if any pays."""
    ways = []
    for option in decision.options:
        move = decision.move(option).plant_card
        if move.taking == earth.TAKING_ALL:
            card = worth.table.cards[move.card]
            ways.append((worth.planted(card), -option.id, card))
    ways.sort(key=lambda way: way[:2], reverse=True)
    found = [(gained + better_place(worth, card), option) for gained, option, card in ways[:LOOKED_AT]]
    if not found or max(found)[0] < PLANT_AT_LEAST:
        return picks()
    return picks(-max(found)[1])


def better_place(worth: Worth, card: Card) -> float:
    """How much more the card is worth on its best place than on the first."""
    if not worth.free:
        return -worth.fit(card)
    gains = [worth.at(card, place) for place in worth.free]
    return max(gains) - gains[0]


def place(worth: Worth, decision: Decision) -> Answer:
    table = worth.table
    card = table.cards[table.me.planting]

    def gained(move: earth.Move) -> float:
        there = move.choose_place.place
        replaced = worth.area.field.get(there)
        return worth.at(card, there) - REPLACED * (replaced is not None)

    return best(decision, gained)


def price(worth: Worth, decision: Decision) -> Answer:
    """No more than must be of what is worth more than soil."""
    on_field, grown = Sprouts(worth), Growth(worth)
    losses = []
    for option in decision.options:
        move = decision.move(option)
        match move.WhichOneof("move"):
            case "pay_sprout":
                losses.append((-on_field.worth(move.pay_sprout.place, -1), option.id))
            case "pay_growth":
                losses.append((-grown.worth(move.pay_growth.place, -1), option.id))
            case "compost_card":
                card = worth.table.cards[move.compost_card.card]
                losses.append(
                    (
                        missed(worth, card) * SPARED - FOR_A_PRICE if card not in worth.wanted else 1.0,
                        option.id,
                    )
                )
    losses.sort()
    chosen: list[int] = []
    for loss, option_id in losses:
        for _ in range(decision.each[option_id]):
            if len(chosen) < decision.least or (len(chosen) < decision.most and loss < worth.soil):
                chosen.append(option_id)
    return picks(*chosen)
