"""Cards about food that lies on action spaces: on Fishing, and before travelling players.

Dancer and Juggler both make more of travelling players, but never in the same action.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from tilth_rules.agricola.actions.hauls import lying
from tilth_rules.agricola.cards.asking import may_use
from tilth_rules.agricola.cards.facts import Call
from tilth_rules.agricola.cards.registry import Question, index, on, question
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.cards.words import HOME, TOOK
from tilth_rules.agricola.choices import part_of, part_option
from tilth_rules.agricola.content.spaces import INDEX as SPACE
from tilth_rules.agricola.content.spaces import TRAVELLERS
from tilth_rules.agricola.events.cards import CardNoted
from tilth_rules.agricola.events.goods import GoodsTaken
from tilth_rules.agricola.moves import UseCard
from tilth_rules.agricola.state import State
from tilth_rules.agricola.supply import gain, hand_over, lose, received
from tilth_rules.agricola.words import BOAR, CATTLE, FOOD, NO_SPACE, NOBODY, REED, SHEEP
from tilth_rules.kernel import Choose, Table

FISHING: Final = SPACE["B-FISH"]


# Double food -------------------------------------------------------------------------------------

ANGLERS: Final = tuple(map(index, ("E12", "E22", "E30", "I95", "K126")))
"""Fishing Rod, Raft, Canoe, Fish Trap, Landing Net."""


def dues(state: State, seat: int, cards: Sequence[int]) -> list[int]:
    """The seats that get a food each, once for every one of these cards."""
    owners = [state.owner[card] for card in cards]
    return [owner for owner in owners if owner not in (NOBODY, seat)]


def lay_there(call: Call) -> int:
    """The food that lay on the space."""
    return dict(call.facts.lying).get(FOOD, 0)


def can_double(state: State, call: Call, cards: Sequence[int]) -> bool:
    """Whether food lay there, and all can be paid with it."""
    food = lay_there(call)
    owed = len(dues(state, call.seat, cards))
    return food > 0 and state.seats[call.seat].goods[FOOD] + food >= owed


def double(table: Table, call: Call, cards: Sequence[int]) -> None:
    """As much food again as lay there, and a food for every owner of one of these cards."""
    owners = dues(table.state, call.seat, cards)
    gain(table, call.seat, ((FOOD, lay_there(call)),), card=call.card)
    for owner in owners:
        hand_over(table, call.seat, owner, ((FOOD, 1),))


@on(
    "E161",
    TOOK,
    optional=True,
    wants=lambda state, call: call.facts.space == FISHING and can_double(state, call, ANGLERS),
)
def fisherman(table: Table, call: Call) -> None:
    """Double the food that lay on Fishing; others who fish well get some of it."""
    double(table, call, ANGLERS)


# Net Fisherman -----------------------------------------------------------------------------------


@on(
    "I248",
    TOOK,
    wants=lambda state, call: (
        call.facts.space != NO_SPACE
        and any(good == REED for good, _ in (*call.facts.goods, *call.facts.left))
    ),
)
def claim(table: Table, call: Call) -> None:
    """Whoever was on a space with reed has a claim to Fishing in this round."""
    table.emit(CardNoted(call.seat, call.card, (table.state.round,)))


@on(
    "I248",
    HOME,
    wants=lambda state, call: (
        state.seats[call.seat].notes.get(call.card) == (state.round,) and food_left(state) > 0
    ),
)
def net_fisherman(table: Table, call: Call) -> None:
    """What is still there when all go home is the owner's. That is no fishing."""
    food = food_left(table.state)
    table.emit(GoodsTaken(call.seat, FISHING, FOOD, food))
    received(table, call.seat, ((FOOD, food),), 0, call.card)


def food_left(state: State) -> int:
    return dict(lying(state, FISHING)).get(FOOD, 0)


# Dancer and Juggler ------------------------------------------------------------------------------

DANCER: Final = index("E212")
JUGGLER: Final = index("I237")
FELLOWS: Final = tuple(map(index, ("K311", "E167", "I257", "I249", "K269", "E212", "K342", "E169")))
"""Magician, Conjurer, Street Musician, Puppeteer, Acrobat, Dancer, Animal Trainer, Storyteller."""
LEAST: Final = 4
"""What a dancer gets in any case."""


def short_of(call: Call) -> int:
    """The food that a dancer is still to get."""
    return max(0, LEAST - dict(call.facts.goods).get(FOOD, 0))


def can_juggle(state: State, call: Call) -> bool:
    return call.facts.space in TRAVELLERS and can_double(state, call, FELLOWS)


@on(
    "E212",
    TOOK,
    wants=lambda state, call: (
        call.facts.space in TRAVELLERS
        and short_of(call) > 0
        and not (state.owner[JUGGLER] == call.seat and can_juggle(state, call))
    ),
)
def dancer(table: Table, call: Call) -> None:
    """Four food at least. Where the owner may juggle instead, that is asked first."""
    gain(table, call.seat, ((FOOD, short_of(call)),), card=DANCER)


def ask_juggler(state: State, call: Call) -> Choose:
    return may_use(call, call.seat, can_juggle(state, call))


def take_juggler(table: Table, call: Call, picks: Sequence[int]) -> None:
    if picks:
        double(table, call, FELLOWS)
    elif table.state.owner[DANCER] == call.seat and short_of(call):
        dancer(table, call)


JUGGLING: Final = question("I237", Question(ask_juggler, take_juggler))


@on("I237", TOOK, wants=can_juggle)
def juggler(table: Table, call: Call) -> None:
    """Double the food that lay there, if the owner likes; fellow artists get some of it."""
    table.then(CardAsks(call, JUGGLING))


# Animal Trainer ----------------------------------------------------------------------------------

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
    options = [part_option(animal, 1) for animal, price in PRICES.items() if price <= left]
    return Choose(call.seat, "one-of", options, least=0, about=UseCard(call.card, call.slot))


def take_animal(table: Table, call: Call, picks: Sequence[int]) -> None:
    """Each is paid for at once; they come all together, so that room is looked for when the last one is bought."""
    left, *bought = call.memo
    if picks:
        animal = part_of(picks[0])[0]
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
    wants=lambda state, call: call.facts.space in TRAVELLERS and purse(state, call) >= min(PRICES.values()),
)
def animal_trainer(table: Table, call: Call) -> None:
    """Food of travelling players buys animals, as long as it lasts."""
    memo = (purse(table.state, call), 0, 0, 0)
    table.then(CardAsks(msgspec.structs.replace(call, memo=memo), WHICH_ANIMAL))
