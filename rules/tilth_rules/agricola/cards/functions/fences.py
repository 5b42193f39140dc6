"""Cards about fences: gains from new pastures, and fences without wood."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.agricola.actions.fences import BuildFences, PayFences, Tally, payable_fences
from tilth_rules.agricola.actions.goods import gain, lose
from tilth_rules.agricola.amounts import amounts_by_good
from tilth_rules.agricola.cards.moment_facts import Call, Facts
from tilth_rules.agricola.cards.moments import FENCED, PER_ROUND, PER_TURN, PLAY, STABLED
from tilth_rules.agricola.cards.registry import Question, on, question
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.codes import BOAR, CATTLE, FENCES, FOOD, SHEEP
from tilth_rules.agricola.events.cards import CardNoted
from tilth_rules.agricola.farm.fencing import cells_offered, may_close
from tilth_rules.agricola.farm.yard import fenced
from tilth_rules.agricola.moves import UseCard
from tilth_rules.agricola.moves.numbers import TAKE_PART, part_option
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Choose, Table, TextFacts


@on("E40", PLAY, wants=lambda state, call: bool(cells_offered(state.seats[call.seat].yard, 0, FENCES)))
def mini_pasture(table: Table, call: Call) -> None:
    """Mini Pasture: let the owner fence one pasture of one cell for nothing; it may decline."""
    facts = Facts(call.seat, call.facts.space, call.card, person=call.facts.person)
    table.then(BuildFences(facts, need=False, most=1, free=FENCES, once=True))


@on("E160", FENCED)
def farmer(table: Table, call: Call) -> None:
    """Farmer: the owner gets a boar for the first fences built, and cattle for all later ones: one animal each time."""
    first = call.card not in table.state.seats[call.seat].notes
    table.emit(CardNoted(call.seat, call.card, (1,)))
    gain(table, call.seat, ((BOAR if first else CATTLE, 1),), card=call.card)


# Shepherd's Crook --------------------------------------------------------------------------------

LARGE: Final = 4


def large_pastures(state: State, call: Call) -> int:
    """Shepherd's Crook: return the number of pastures of four cells or more on cells that were not in a pasture before
    this action."""
    fresh = 0
    for area in call.facts.more:
        fresh |= area
    areas = state.seats[call.seat].yard.pastures()
    return sum(area.bit_count() >= LARGE and not area & ~fresh for area in areas)


@on("I77", FENCED, wants=lambda state, call: large_pastures(state, call) > 0)
def shepherds_crook(table: Table, call: Call) -> None:
    """Shepherd's Crook: the owner gets two sheep for every new large pasture. Parts of a pasture that was cut are not
    new."""
    gain(table, call.seat, ((SHEEP, 2 * large_pastures(table.state, call)),), card=call.card)


# Animal Breeder ----------------------------------------------------------------------------------

PAIR: Final = 2
PAIRS: Final = {SHEEP: 1, BOAR: 2, CATTLE: 3}
"""The price of two animals in food, by kind."""


def empty_before(state: State, call: Call) -> bool:
    """Animal Breeder: return whether a new pasture has a cell without a stable, which had no use before."""
    stables = state.seats[call.seat].yard.stables
    return any(area & ~stables for area in call.facts.more)


def ask_pair(state: State, call: Call) -> Choose:
    """Animal Breeder: ask which pair of animals, of those that it has the food for, the owner buys, if any."""
    food = state.seats[call.seat].goods[FOOD]
    options = [part_option(animal, PAIR) for animal, price in PAIRS.items() if price <= food]
    return Choose(call.seat, "one-of", options, min_picks=0, about=UseCard(call.card, call.slot))


def take_pair(table: Table, call: Call, picks: Sequence[int]) -> None:
    """Animal Breeder: take the price in food of the chosen pair, and give the owner the two animals."""
    if picks:
        animal = TAKE_PART.parts(picks[0])[0]
        lose(table, call.seat, ((FOOD, PAIRS[animal]),), card=call.card)
        gain(table, call.seat, ((animal, PAIR),), card=call.card)


def tell_pair(state: State, call: Call, option: int) -> TextFacts:
    """Animal Breeder: return what a text shows of a pair: the animals, and their price."""
    animal = TAKE_PART.parts(option)[0]
    return {
        "given_up": (),
        "gain": amounts_by_good(((animal, PAIR),)),
        "price": amounts_by_good(((FOOD, PAIRS[animal]),)),
    }


WHICH_PAIR: Final = question("K307", Question(ask_pair, take_pair, tell_option=tell_pair))


@on(
    "K307",
    FENCED,
    optional=True,
    limit=PER_TURN,
    price=((FOOD, min(PAIRS.values())),),
    wants=empty_before,
)
def animal_breeder(table: Table, call: Call) -> None:
    """Animal Breeder: the owner may buy a pair of animals for a new pasture, and pays for it before they come."""
    table.then(CardAsks(call, WHICH_PAIR))


# Fence Overseer ----------------------------------------------------------------------------------

AROUND_A_CELL: Final = 4
ONE_FOOD: Final = ((FOOD, 1),)


def closable(state: State, call: Call) -> bool:
    """Fence Overseer: return whether the fences that are left can close the new stable's cell as a pasture of its
    own."""
    fences = payable_fences(state, call.seat, Tally(), AROUND_A_CELL)
    return may_close(state.seats[call.seat].yard, 1 << call.facts.more[0], fences)


@on("K312", STABLED, optional=True, limit=PER_ROUND, price=ONE_FOOD, wants=closable)
def fence_overseer(table: Table, call: Call) -> None:
    """Fence Overseer: the owner pays a food and fences in the stable that was just built, without wood.

    If the stable lies in a pasture, that pasture is cut.
    """
    seat, facts = call.seat, call.facts
    lose(table, seat, ONE_FOOD, card=call.card)
    area = 1 << facts.more[0]
    cut = area & fenced(table.state.seats[seat].yard.fences)
    action = BuildFences(
        Facts(seat, facts.space, call.card), within=area, most=1, free=AROUND_A_CELL, once=True
    )
    table.then(PayFences(action, area, () if cut else (area,)))
