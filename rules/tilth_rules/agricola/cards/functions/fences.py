"""Cards about fences: what comes with new pastures, and fences without wood."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.agricola.actions.fences import BuildFences, PayFences, Tally, budget
from tilth_rules.agricola.cards.facts import Call, Facts
from tilth_rules.agricola.cards.registry import Question, on, question
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.cards.words import FENCED, PER_ROUND, PER_TURN, PLAY, STABLED
from tilth_rules.agricola.choices import part_of, part_option
from tilth_rules.agricola.events.cards import CardNoted
from tilth_rules.agricola.farm.fencing import cells_offered, may_close
from tilth_rules.agricola.farm.yard import fenced
from tilth_rules.agricola.moves import UseCard
from tilth_rules.agricola.state import State
from tilth_rules.agricola.supply import gain, lose
from tilth_rules.agricola.words import BOAR, CATTLE, FENCES, FOOD, SHEEP
from tilth_rules.kernel import Choose, Table


@on("E40", PLAY, wants=lambda state, call: bool(cells_offered(state.seats[call.seat].yard, 0, FENCES)))
def mini_pasture(table: Table, call: Call) -> None:
    """A pasture of one cell, for nothing; or none."""
    facts = Facts(call.seat, call.facts.space, call.card, person=call.facts.person)
    table.then(BuildFences(facts, need=False, most=1, free=FENCES, once=True))


@on("E160", FENCED)
def farmer(table: Table, call: Call) -> None:
    """A boar for the first fences, cattle for all later ones: one animal each time."""
    first = call.card not in table.state.seats[call.seat].notes
    table.emit(CardNoted(call.seat, call.card, (1,)))
    gain(table, call.seat, ((BOAR if first else CATTLE, 1),), card=call.card)


# Shepherd's Crook --------------------------------------------------------------------------------

LARGE: Final = 4


def large_pastures(state: State, call: Call) -> int:
    """Pastures of four cells or more that stand where there was none before this action."""
    fresh = 0
    for area in call.facts.more:
        fresh |= area
    areas = state.seats[call.seat].yard.pastures()
    return sum(area.bit_count() >= LARGE and not area & ~fresh for area in areas)


@on("I77", FENCED, wants=lambda state, call: large_pastures(state, call) > 0)
def shepherds_crook(table: Table, call: Call) -> None:
    """Two sheep for every large pasture that is new; parts of one that was cut are not."""
    gain(table, call.seat, ((SHEEP, 2 * large_pastures(table.state, call)),), card=call.card)


# Animal Breeder ----------------------------------------------------------------------------------

PAIR: Final = 2
PAIRS: Final = {SHEEP: 1, BOAR: 2, CATTLE: 3}
"""What two animals cost in food."""


def empty_before(state: State, call: Call) -> bool:
    """Whether a pasture is new in which a cell had no use before: a stable that is fenced in alone is no such one."""
    stables = state.seats[call.seat].yard.stables
    return any(area & ~stables for area in call.facts.more)


def ask_pair(state: State, call: Call) -> Choose:
    food = state.seats[call.seat].goods[FOOD]
    options = [part_option(animal, PAIR) for animal, price in PAIRS.items() if price <= food]
    return Choose(call.seat, "one-of", options, least=0, about=UseCard(call.card, call.slot))


def take_pair(table: Table, call: Call, picks: Sequence[int]) -> None:
    if picks:
        animal = part_of(picks[0])[0]
        lose(table, call.seat, ((FOOD, PAIRS[animal]),), card=call.card)
        gain(table, call.seat, ((animal, PAIR),), card=call.card)


WHICH_PAIR: Final = question("K307", Question(ask_pair, take_pair))


@on(
    "K307",
    FENCED,
    optional=True,
    limit=PER_TURN,
    wants=lambda state, call: state.seats[call.seat].goods[FOOD] > 0 and empty_before(state, call),
)
def animal_breeder(table: Table, call: Call) -> None:
    """A pair of animals for a pasture that is new: paid for before they come."""
    table.then(CardAsks(call, WHICH_PAIR))


# Fence Overseer ----------------------------------------------------------------------------------

AROUND_A_CELL: Final = 4


def closable(state: State, call: Call) -> bool:
    """Whether the fences that are left close the stable's cell as a pasture of its own."""
    mine = state.seats[call.seat]
    fences = budget(state, call.seat, Tally(), AROUND_A_CELL)
    return mine.goods[FOOD] > 0 and may_close(mine.yard, 1 << call.facts.more[0], fences)


@on("K312", STABLED, optional=True, limit=PER_ROUND, wants=closable)
def fence_overseer(table: Table, call: Call) -> None:
    """For a food the stable that was just built is fenced in, without wood. It may lie in a pasture: that is cut."""
    seat, facts = call.seat, call.facts
    lose(table, seat, ((FOOD, 1),), card=call.card)
    area = 1 << facts.more[0]
    cut = area & fenced(table.state.seats[seat].yard.fences)
    action = BuildFences(
        Facts(seat, facts.space, call.card), within=area, most=1, free=AROUND_A_CELL, once=True
    )
    table.then(PayFences(action, area, () if cut else (area,)))
