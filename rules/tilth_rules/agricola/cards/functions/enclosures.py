"""Cards about fences: animals for new pastures, a fence around a stable, fences as a further action."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.agricola.actions.fences import (
    BuildFences,
    Fencing,
    PayFences,
    Tally,
    budget,
    can_build_fences,
)
from tilth_rules.agricola.cards.facts import Call, Facts
from tilth_rules.agricola.cards.registry import Question, on, question, rule
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.cards.words import FENCED, FENCING, PER_ROUND, PER_TURN, PLAY, STABLED, USED
from tilth_rules.agricola.choices import PART_AT, SPACE_AT
from tilth_rules.agricola.events.cards import CardNoted
from tilth_rules.agricola.farm.fencing import may_close
from tilth_rules.agricola.farm.yard import fenced
from tilth_rules.agricola.moves import UseCard
from tilth_rules.agricola.state import State
from tilth_rules.agricola.supply import gain, lose
from tilth_rules.agricola.words import BOAR, CATTLE, FOOD, SHEEP
from tilth_rules.kernel import Choose, Table

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
    options = [PART_AT + 16 * animal + PAIR for animal, price in PAIRS.items() if price <= food]
    return Choose(call.seat, "one-of", options, least=0, about=UseCard(call.card, call.slot))


def take_pair(table: Table, call: Call, picks: Sequence[int]) -> None:
    if picks:
        animal = (picks[0] - PART_AT) // 16
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


# Fence Builder -----------------------------------------------------------------------------------


def ask_where(state: State, call: Call) -> Choose:
    spaces = [SPACE_AT + space for space in state.open]
    return Choose(call.seat, "card-space", spaces, about=UseCard(call.card, call.slot))


def take_where(table: Table, call: Call, picks: Sequence[int]) -> None:
    state: State = table.state
    space = picks[0] - SPACE_AT
    now = (state.round, state.placed) if space == call.facts.space else (0, 0)
    table.emit(CardNoted(call.seat, call.card, (space, *now)))


WHERE: Final = question("I263", Question(ask_where, take_where))


@on("I263", PLAY)
def fence_builder(table: Table, call: Call) -> None:
    """One of the owner's fences goes to an action space."""
    table.then(CardAsks(call, WHERE))


@rule("I263", FENCING)
def one_fence_away(state: State, seat: int) -> Fencing:
    """It can't be built any more."""
    return Fencing(away=1)


def stands_there(state: State, call: Call) -> bool:
    """Whether the fence stands on the space that was used. The use by which the card came into play is none."""
    space, *since = state.seats[call.seat].notes.get(call.card, (-2,))
    return call.facts.space == space and (state.round, state.placed) != tuple(since)


@on(
    "I263",
    USED,
    optional=True,
    wants=lambda state, call: stands_there(state, call) and can_build_fences(state, call.seat),
)
def fences_besides(table: Table, call: Call) -> None:
    """After what the space is for, fences can be built at their usual price."""
    table.then(BuildFences(Facts(call.seat, call.facts.space, call.card), need=False))
