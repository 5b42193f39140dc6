"""Answers about planting: the card, its place, and the payment."""

from typing import Final

from tilth.games.earth.v1 import earth_pb2 as earth
from tilth_bots.naturalist.cards import Card
from tilth_bots.naturalist.hand import missed
from tilth_bots.naturalist.options import best
from tilth_bots.naturalist.pieces import Growth, Sprouts
from tilth_bots.naturalist.value import Worth
from tilth_client import Answer, Decision, picks

MIN_PLANTING_GAIN: Final = 1.5
"""Least gain for which the bot plants a card, in points."""
REPLACED: Final = 20.0
"""Deduction for replacing any card of the field, so high that the bot avoids it."""
SPARED: Final = 0.2
FOR_A_PRICE: Final = 0.5
"""Cost of paying with a card that finds no place: `SPARED` times its worth, less `FOR_A_PRICE`, because it becomes
compost."""
LOOKED_AT: Final = 5
"""Number of cards for which the bot looks for the best place when it plants."""


def plant(worth: Worth, decision: Decision) -> Answer:
    """Plant the card that gains most on its best place, or none if no card gains MIN_PLANTING_GAIN points. The best
    place is sought for the LOOKED_AT best cards only."""
    ways = []
    for option in decision.options:
        move = decision.move(option).plant_card
        if move.taking == earth.TAKING_ALL:
            card = worth.table.cards[move.card]
            ways.append((worth.planted(card), -option.id, card))
    ways.sort(key=lambda way: way[:2], reverse=True)
    found = [(gained + better_place(worth, card), option) for gained, option, card in ways[:LOOKED_AT]]
    if not found or max(found)[0] < MIN_PLANTING_GAIN:
        return picks()
    return picks(-max(found)[1])


def better_place(worth: Worth, card: Card) -> float:
    """Return the gain in points of a card's best place over the first free one; if no place is free, minus the card's
    worth."""
    if not worth.free:
        return -worth.fit(card)
    gains = [worth.at(card, place) for place in worth.free]
    return max(gains) - gains[0]


def place(worth: Worth, decision: Decision) -> Answer:
    """Plant the card on the offered place where it gains most; replacing another card counts as a large loss."""
    table = worth.table
    card = table.cards[table.me.planting]

    def gained(move: earth.Move) -> float:
        there = move.choose_place.place
        replaced = worth.area.field.get(there)
        return worth.at(card, there) - REPLACED * (replaced is not None)

    return best(decision, gained)


def price(worth: Worth, decision: Decision) -> Answer:
    """Pay with the goods that cost least. More than the required number is paid only while a good costs less than a
    piece of soil."""
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
        for _ in range(decision.max_each[option_id]):
            if len(chosen) < decision.min_picks or (len(chosen) < decision.max_picks and loss < worth.soil):
                chosen.append(option_id)
    return picks(*chosen)
