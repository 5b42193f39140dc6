"""Cards about food that lies on action spaces: on Fishing, and before travelling players.

Dancer and Juggler both gain more from travelling players, but never in the same action.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from tilth_rules.agricola.actions.goods import gain, hand_over, lose, push_after_gain
from tilth_rules.agricola.actions.hauls import goods_on
from tilth_rules.agricola.amounts import amounts_by_good, food, has
from tilth_rules.agricola.cards.means import within_reach
from tilth_rules.agricola.cards.moment_facts import Call
from tilth_rules.agricola.cards.moments import HOME, TOOK
from tilth_rules.agricola.cards.questions import use_question
from tilth_rules.agricola.cards.registry import Question, index, on, question
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.codes import BOAR, CATTLE, FOOD, NO_SPACE, NOBODY, REED, SHEEP, Goods
from tilth_rules.agricola.content.spaces import INDEX as SPACE
from tilth_rules.agricola.content.spaces import TRAVELLERS
from tilth_rules.agricola.events.cards import CardNoted
from tilth_rules.agricola.events.goods import GoodsTaken
from tilth_rules.agricola.moves import UseCard
from tilth_rules.agricola.moves.numbers import TAKE_PART, part_option
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Choose, Table, TextFacts

FISHING: Final = SPACE["B-FISH"]


# Double food -------------------------------------------------------------------------------------

ANGLERS: Final = tuple(map(index, ("E12", "E22", "E30", "I95", "K126")))
"""The cards that give a share of Fishing: Fishing Rod, Raft, Canoe, Fish Trap, Landing Net."""


def dues(state: State, seat: int, cards: Sequence[int]) -> list[int]:
    """Return the owners of these cards, other than the seat, who get a food each; an owner of two is named twice."""
    owners = [state.owner[card] for card in cards]
    return [owner for owner in owners if owner not in (NOBODY, seat)]


def lay_there(call: Call) -> int:
    """Return the food that lay on the space of this moment."""
    return dict(call.facts.lying).get(FOOD, 0)


def own_share(state: State, call: Call, cards: Sequence[int]) -> Goods:
    """Return the food that the owner must add, if the shares for these cards are more than the food that lay there."""
    return food(max(0, len(dues(state, call.seat, cards)) - lay_there(call)))


def double(table: Table, call: Call, cards: Sequence[int]) -> None:
    """Fisherman, Juggler: give the seat as much food again as lay on the space; it hands a food to every owner of one
    of these cards."""
    owners = dues(table.state, call.seat, cards)
    gain(table, call.seat, ((FOOD, lay_there(call)),), card=call.card)
    for owner in owners:
        hand_over(table, call.seat, owner, ((FOOD, 1),))


@on(
    "E161",
    TOOK,
    optional=True,
    price=lambda state, call: own_share(state, call, ANGLERS),
    wants=lambda state, call: call.facts.space == FISHING and lay_there(call) > 0,
)
def fisherman(table: Table, call: Call) -> None:
    """Fisherman: the owner gets double the food that lay on Fishing; other seats with fishing cards get some of it."""
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
    """Net Fisherman: the card notes that its owner was on a space with reed in this round."""
    table.emit(CardNoted(call.seat, call.card, (table.state.round,)))


@on(
    "I248",
    HOME,
    wants=lambda state, call: (
        state.seats[call.seat].notes.get(call.card) == (state.round,) and food_left(state) > 0
    ),
)
def net_fisherman(table: Table, call: Call) -> None:
    """Net Fisherman: after a visit to reed, the owner gets the food that is still on Fishing when all people go home.
    This is no fishing."""
    left = food_left(table.state)
    table.emit(GoodsTaken(call.seat, FISHING, FOOD, left))
    push_after_gain(table, call.seat, food(left), 0, call.card)


def food_left(state: State) -> int:
    """Net Fisherman: return the food that is left on Fishing."""
    return dict(goods_on(state, FISHING)).get(FOOD, 0)


# Dancer and Juggler ------------------------------------------------------------------------------

DANCER: Final = index("E212")
JUGGLER: Final = index("I237")
FELLOWS: Final = tuple(map(index, ("K311", "E167", "I257", "I249", "K269", "E212", "K342", "E169")))
"""The owners of these cards get a share: Magician, Conjurer, Street Musician, Puppeteer, Acrobat, Dancer, Animal
Trainer, Storyteller."""
MIN_FOOD: Final = 4
"""The least food that a dancer gets."""


def short_of(call: Call) -> int:
    """Dancer: return how much food the goods just taken from travelling players lack to four; 0 if they hold four or
    more."""
    return max(0, MIN_FOOD - dict(call.facts.goods).get(FOOD, 0))


def may_juggle(state: State, call: Call) -> bool:
    """Juggler: return whether food of travelling players lay there, and all shares are payable, if need be after
    exchanges."""
    there = call.facts.space in TRAVELLERS and lay_there(call) > 0
    return there and within_reach(state, call.seat, own_share(state, call, FELLOWS))


@on(
    "E212",
    TOOK,
    wants=lambda state, call: (
        call.facts.space in TRAVELLERS
        and short_of(call) > 0
        and not (state.owner[JUGGLER] == call.seat and may_juggle(state, call))
    ),
)
def dancer(table: Table, call: Call) -> None:
    """Dancer: the owner gets at least four food from travelling players. If the owner may juggle instead, that is asked
    first."""
    gain(table, call.seat, ((FOOD, short_of(call)),), card=DANCER)


def ask_juggler(state: State, call: Call) -> Choose:
    """Juggler: ask whether the owner juggles."""
    return use_question(call, call.seat, has(state, call.seat, own_share(state, call, FELLOWS)))


def take_juggler(table: Table, call: Call, picks: Sequence[int]) -> None:
    """Juggler: double the food if the owner says yes. Otherwise the Dancer may get her food."""
    if picks:
        double(table, call, FELLOWS)
    elif table.state.owner[DANCER] == call.seat and short_of(call):
        dancer(table, call)


JUGGLING: Final = question("I237", Question(ask_juggler, take_juggler))


@on("I237", TOOK, wants=may_juggle)
def juggler(table: Table, call: Call) -> None:
    """Juggler: the owner may take double the food that lay on travelling players; owners of certain other cards get
    some of it."""
    table.then(CardAsks(call, JUGGLING))


# Animal Trainer ----------------------------------------------------------------------------------

PRICES: Final = {SHEEP: 2, BOAR: 2, CATTLE: 3}
"""The price of an animal in food, by kind."""


def purse(state: State, call: Call) -> int:
    """Animal Trainer: return the food of the space that was carried off, as far as the owner still has it."""
    facts = call.facts
    taken = dict(facts.lying).get(FOOD, 0) - dict(facts.left).get(FOOD, 0)
    return min(taken, state.seats[call.seat].goods[FOOD])


def ask_animal(state: State, call: Call) -> Choose | None:
    """Animal Trainer: ask for the next animal to buy. The memo holds the food left to spend and the animals bought so
    far."""
    left = min(call.memo[0], state.seats[call.seat].goods[FOOD])
    options = [part_option(animal, 1) for animal, price in PRICES.items() if price <= left]
    return Choose(call.seat, "one-of", options, min_picks=0, about=UseCard(call.card, call.slot))


def take_animal(table: Table, call: Call, picks: Sequence[int]) -> None:
    """Animal Trainer: pay for an animal at once. All animals come together at the end, so that room is looked for only
    once."""
    left, *bought = call.memo
    if picks:
        animal = TAKE_PART.parts(picks[0])[0]
        lose(table, call.seat, ((FOOD, PRICES[animal]),), card=call.card)
        left -= PRICES[animal]
        bought[animal - SHEEP] += 1
        if left >= min(PRICES.values()):
            table.then(CardAsks(msgspec.structs.replace(call, memo=(left, *bought)), WHICH_ANIMAL))
            return
    goods = tuple((animal, many) for animal, many in zip(PRICES, bought, strict=True) if many)
    if goods:
        gain(table, call.seat, goods, card=call.card)


def tell_animals(state: State, call: Call) -> TextFacts:
    """Animal Trainer: return what the text of the question shows: the food left to spend."""
    return {"food": min(call.memo[0], state.seats[call.seat].goods[FOOD])}


def tell_animal(state: State, call: Call, option: int) -> TextFacts:
    """Animal Trainer: return what a text shows of an animal: its price."""
    animal = TAKE_PART.parts(option)[0]
    return {
        "given_up": (),
        "gain": amounts_by_good(((animal, 1),)),
        "price": amounts_by_good(((FOOD, PRICES[animal]),)),
    }


WHICH_ANIMAL: Final = question(
    "K342", Question(ask_animal, take_animal, tell=tell_animals, tell_option=tell_animal)
)


@on(
    "K342",
    TOOK,
    optional=True,
    wants=lambda state, call: call.facts.space in TRAVELLERS and purse(state, call) >= min(PRICES.values()),
)
def animal_trainer(table: Table, call: Call) -> None:
    """Animal Trainer: the owner may buy animals with food of travelling players, as long as it lasts."""
    memo = (purse(table.state, call), 0, 0, 0)
    table.then(CardAsks(msgspec.structs.replace(call, memo=memo), WHICH_ANIMAL))
