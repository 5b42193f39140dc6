"""Cards with a store of their own: goods to buy, tokens in a pile, animals in a bag."""

from typing import Final

from tilth_rules.agricola.actions.goods import gain, lose
from tilth_rules.agricola.cards.moment_facts import Call
from tilth_rules.agricola.cards.moments import GOT, PLAY, ROUND
from tilth_rules.agricola.cards.registry import Exchanges, Offer, offer, on
from tilth_rules.agricola.codes import (
    ANIMALS,
    BUILDING,
    BY_EXCHANGE,
    CLAY,
    FOOD,
    GRAIN,
    NO_CARD,
    REED,
    SHEEP,
    STONE,
    VEGETABLE,
    WOOD,
)
from tilth_rules.agricola.content.cards import CARDS
from tilth_rules.agricola.content.clauses import Convert
from tilth_rules.agricola.events.cards import CardNoted, TokensDrawn
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Table, TextFacts

# Grocer ------------------------------------------------------------------------------------------

GROCERIES: Final = (REED, GRAIN, STONE, VEGETABLE, WOOD, CLAY, REED, VEGETABLE)
"""The goods of the pile, from the top."""


@on("E184", PLAY)
def grocers_pile(table: Table, call: Call) -> None:
    """Grocer: when it is played, the card notes the goods of its pile, from the top."""
    table.emit(CardNoted(call.seat, call.card, GROCERIES))


def buy(table: Table, call: Call) -> None:
    """Grocer: take a food from the owner and give it the good on top of the pile."""
    pile = table.state.seats[call.seat].notes[call.card]
    lose(table, call.seat, ((FOOD, 1),), card=call.card)
    table.emit(CardNoted(call.seat, call.card, pile[1:]))
    gain(table, call.seat, ((pile[0], 1),), card=call.card)


def can_buy(state: State, call: Call) -> bool:
    """Grocer: return whether the owner has a food and the pile has a good."""
    mine = state.seats[call.seat]
    return mine.goods[FOOD] > 0 and bool(mine.notes.get(call.card))


def to_buy(state: State, call: Call) -> Exchanges:
    """Grocer: return the exchanges of food for the rest of the pile, piece by piece."""
    pile = state.seats[call.seat].notes.get(call.card, ())
    return Exchanges(tuple((((FOOD, 1),), ((good, 1),)) for good in pile))


def on_top(state: State, call: Call) -> TextFacts:
    """Grocer: return what the text of the offer shows: the good on top of the pile."""
    return {"good": state.seats[call.seat].notes[call.card][0]}


offer("E184", Offer(buy, can_buy, exchanges=to_buy, tell=on_top))


# Resource Seller ---------------------------------------------------------------------------------

TOKENS: Final = (WOOD, CLAY, REED, CLAY, STONE, CLAY, STONE)
"""The tokens of the pile, from top to bottom."""


def converted(call: Call) -> bool:
    """Resource Seller: return whether the goods come from an exchange of other goods. That is no receiving."""
    facts = call.facts
    if facts.via == NO_CARD:
        return BY_EXCHANGE in facts.more
    return any(isinstance(clause, Convert) for clause in CARDS[facts.via].clauses)


def tokens(state: State, call: Call) -> int:
    """Resource Seller: return how many tokens come along with the goods received. Each comes with one good of its kind,
    and the next one may come with another."""
    received = dict(call.facts.goods)
    (taken,) = state.seats[call.seat].notes.get(call.card, (len(TOKENS),))
    count = 0
    for good in TOKENS[taken:]:
        if not received.get(good):
            break
        received[good] -= 1
        count += 1
    return count


@on("K310", PLAY)
def resource_seller(table: Table, call: Call) -> None:
    """Resource Seller: when it is played, note on the card that none of its seven tokens is used."""
    table.emit(CardNoted(call.seat, call.card, (0,)))


@on(
    "K310",
    GOT,
    wants=lambda state, call: (
        call.facts.via != call.card
        and any(good in BUILDING for good, _ in call.facts.goods)
        and not converted(call)
        and tokens(state, call) > 0
    ),
)
def sell_resources(table: Table, call: Call) -> None:
    """Resource Seller: the token on top of the pile comes along with a good of its kind. Goods from tokens draw no
    further ones."""
    state: State = table.state
    (taken,) = state.seats[call.seat].notes[call.card]
    more = tokens(state, call)
    table.emit(CardNoted(call.seat, call.card, (taken + more,)))
    goods = TOKENS[taken : taken + more]
    gain(table, call.seat, tuple((good, goods.count(good)) for good in sorted(set(goods))), card=call.card)


# Veterinarian ------------------------------------------------------------------------------------

BAG: Final = (4, 3, 2)
"""The numbers of sheep, boars and cattle in the bag."""


@on("K304", PLAY)
def veterinarian(table: Table, call: Call) -> None:
    """Veterinarian: when it is played, note the nine animals of its bag on the card."""
    table.emit(CardNoted(call.seat, call.card, BAG))


@on("K304", ROUND, wants=lambda state, call: sum(state.seats[call.seat].notes[call.card]) > 1)
def draw_two(table: Table, call: Call) -> None:
    """Veterinarian: when a round begins, the owner draws two animals from the bag. If they are alike the owner keeps
    one; all others go back."""
    bag = table.state.seats[call.seat].notes[call.card]
    animals = [animal for animal, count in zip(ANIMALS, bag, strict=True) for _ in range(count)]
    chance = table.draw("animals of the bag")
    one = animals.pop(chance.below(len(animals)))
    other = animals[chance.below(len(animals))]
    table.emit(TokensDrawn(call.seat, call.card, (one, other)))
    if one == other:
        left = list(bag)
        left[one - SHEEP] -= 1
        table.emit(CardNoted(call.seat, call.card, tuple(left)))
        gain(table, call.seat, ((one, 1),), card=call.card)
