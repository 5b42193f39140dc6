"""Cards that add to what their owner receives, or turn it into something else at once."""

from collections.abc import Sequence
from typing import Final

import msgspec

from tilth_rules.agricola.cards.facts import Call
from tilth_rules.agricola.cards.registry import Question, on, question
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.cards.words import GOT, PLAY, TOOK
from tilth_rules.agricola.choices import PART_AT
from tilth_rules.agricola.content.cards import CARDS
from tilth_rules.agricola.content.clauses import Convert
from tilth_rules.agricola.content.spaces import INDEX as SPACE
from tilth_rules.agricola.events.cards import CardNoted
from tilth_rules.agricola.moves import UseCard
from tilth_rules.agricola.state import State
from tilth_rules.agricola.supply import gain, lose
from tilth_rules.agricola.words import (
    BOAR,
    BUILDING,
    BY_EXCHANGE,
    CATTLE,
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
from tilth_rules.kernel import Choose, Table

# Market Woman ------------------------------------------------------------------------------------


def from_minor(call: Call) -> bool:
    """Whether a minor improvement has brought vegetables. What a person's action brings is said by the data."""
    facts = call.facts
    return (
        facts.via != NO_CARD
        and CARDS[facts.via].kind == "minor"
        and any(good == VEGETABLE for good, _ in facts.goods)
    )


@on("K292", GOT, wants=lambda state, call: from_minor(call))
def market_woman(table: Table, call: Call) -> None:
    """Two grain go with vegetables, however many."""
    gain(table, call.seat, ((GRAIN, 2),), card=call.card)


# Resource Seller ---------------------------------------------------------------------------------

PILE: Final = (WOOD, CLAY, REED, CLAY, STONE, CLAY, STONE)
"""From top to bottom."""


def converted(call: Call) -> bool:
    """Whether the goods are other goods in another form: that isn't receiving."""
    facts = call.facts
    if facts.via == NO_CARD:
        return BY_EXCHANGE in facts.more
    return any(isinstance(clause, Convert) for clause in CARDS[facts.via].clauses)


def tokens(state: State, call: Call) -> int:
    """How many tokens come along: each goes with one good of its kind, and the next one may go with another."""
    received = dict(call.facts.goods)
    (taken,) = state.seats[call.seat].notes.get(call.card, (len(PILE),))
    count = 0
    for good in PILE[taken:]:
        if not received.get(good):
            break
        received[good] -= 1
        count += 1
    return count


@on("K310", PLAY)
def resource_seller(table: Table, call: Call) -> None:
    """Seven tokens lie in a pile."""
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
    """The token on top comes along with a good of its kind; tokens draw no others."""
    state: State = table.state
    (taken,) = state.seats[call.seat].notes[call.card]
    more = tokens(state, call)
    table.emit(CardNoted(call.seat, call.card, (taken + more,)))
    goods = PILE[taken : taken + more]
    gain(table, call.seat, tuple((good, goods.count(good)) for good in sorted(set(goods))), card=call.card)


# Animal Trainer ----------------------------------------------------------------------------------

TRAVELLING: Final = (SPACE["P4-TRAVEL"], SPACE["P5-ROOMTRAVEL"])
PRICES: Final = {SHEEP: 2, BOAR: 2, CATTLE: 3}
"""In food."""


def purse(state: State, call: Call) -> int:
    """The food that lay on the space and was carried off, as far as it is still there."""
    facts = call.facts
    food = dict(facts.lying).get(FOOD, 0) - dict(facts.left).get(FOOD, 0)
    return min(food, state.seats[call.seat].goods[FOOD])


def ask_animal(state: State, call: Call) -> Choose | None:
    """The memo: what is left to spend, and the animals bought so far."""
    left = min(call.memo[0], state.seats[call.seat].goods[FOOD])
    options = [PART_AT + 16 * animal + 1 for animal, price in PRICES.items() if price <= left]
    return Choose(call.seat, "one-of", options, least=0, about=UseCard(call.card, call.slot))


def take_animal(table: Table, call: Call, picks: Sequence[int]) -> None:
    """Each is paid for at once; they come all together, so that room is looked for when the last one is bought."""
    left, *bought = call.memo
    if picks:
        animal = (picks[0] - PART_AT) // 16
        lose(table, call.seat, ((FOOD, PRICES[animal]),), card=call.card)
        left -= PRICES[animal]
        bought[animal - SHEEP] += 1
        if left >= min(PRICES.values()):
            table.then(CardAsks(msgspec.structs.replace(call, memo=(left, *bought)), WHICH_ANIMAL))
            return
    goods = tuple((animal, many) for animal, many in zip(PRICES, bought, strict=True) if many)
    if goods:
        gain(table, call.seat, goods, card=call.card)


WHICH_ANIMAL: Final = question("K342", Question(ask_animal, take_animal))


@on(
    "K342",
    TOOK,
    optional=True,
    wants=lambda state, call: call.facts.space in TRAVELLING and purse(state, call) >= min(PRICES.values()),
)
def animal_trainer(table: Table, call: Call) -> None:
    """Food of travelling players buys animals, as long as it lasts."""
    memo = (purse(table.state, call), 0, 0, 0)
    table.then(CardAsks(msgspec.structs.replace(call, memo=memo), WHICH_ANIMAL))
