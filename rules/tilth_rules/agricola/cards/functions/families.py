"""Cards about families: people who come, newborns who work at once, people who live elsewhere."""

from typing import Final

import msgspec

from tilth_rules.agricola.actions.goods import gain, lose
from tilth_rules.agricola.actions.growth import Grow, can_grow
from tilth_rules.agricola.cards.counting import crops
from tilth_rules.agricola.cards.moment_facts import Call, Facts
from tilth_rules.agricola.cards.moments import GREW, MAY_GROW, PER_GAME, PLAY, ROOMED
from tilth_rules.agricola.cards.questions import yes_or_no
from tilth_rules.agricola.cards.registry import OTHERS, index, on, rule
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.cards.uses import is_spent
from tilth_rules.agricola.codes import (
    AT_HOME,
    FAMILY,
    FOOD,
    GRAIN,
    LARGEST_FAMILY,
    LODGER,
    NO_CARD,
    NO_SPACE,
    WOOD,
    WOODEN,
)
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.spaces import INDEX as SPACE
from tilth_rules.agricola.content.spaces import SPACES
from tilth_rules.agricola.events.cards import CardNoted
from tilth_rules.agricola.events.farm import CropsAdded
from tilth_rules.agricola.events.rounds import ChildGrewUp, GuestArrived, LodgerMovedIn
from tilth_rules.agricola.state import State, discs, family_size
from tilth_rules.kernel import Table

GROWTH: Final = frozenset(
    at for at, space in enumerate(SPACES) if any(isinstance(act, acts.Grow) for act in space.do)
)
NOTHING_ELSE: Final = (SPACE["R2-GROWTH"], SPACE["R5-GROWTH"])
"""Spaces that serve family growth alone: a visitor has got a child there, or has taken the lodger in."""
ADOPTIVE_PARENTS: Final = index("K267")
REED_HUT: Final = index("K138")
ONE_FOOD: Final = ((FOOD, 1),)


def remember_growth(table: Table, call: Call) -> None:
    """Reed Hut, Adoptive Parents: note this round and the space of the growth (no space if a card caused it) for the
    card. `has_grown` reads the note, because no newborn on the space shows the growth later."""
    facts = call.facts
    space = NO_SPACE if facts.by_card else facts.space
    table.emit(CardNoted(call.seat, call.card, (table.state.round, space)))


def newborn(state: State, call: Call) -> bool:
    """Return whether the child of this family growth (the person in `call.facts.more`) is in the owner's family and was
    born in this round."""
    mine = state.seats[call.seat]
    (person,) = call.facts.more
    return person < len(mine.born) and mine.born[person] == state.round


# Clapper -----------------------------------------------------------------------------------------


def has_grown(state: State, seat: int) -> bool:
    """Return whether the seat has used a space for family growth in this round: one of its people or newborns lies
    there, or its Adoptive Parents or Reed Hut has noted it."""
    mine = state.seats[seat]
    found = [
        place
        for place, born, kind in zip(mine.places, mine.born, mine.kinds, strict=True)
        if place in NOTHING_ELSE or (kind == FAMILY and born == state.round)
    ]
    for card in (ADOPTIVE_PARENTS, REED_HUT):
        round_, space = mine.notes.get(card, (0, NO_SPACE))
        if round_ == state.round:
            found.append(space)
    return any(space in GROWTH for space in found)


def rattle(table: Table, call: Call) -> None:
    """Clapper: add one to every stack of grain and of wood that grows on the owner's plots. This is no sowing."""
    for plot, good, _ in crops(table.state.seats[call.seat]):
        if good in (GRAIN, WOOD):
            table.emit(CropsAdded(call.seat, plot, 1))


@on(
    "K127",
    GREW,
    wants=lambda state, call: call.facts.via == NO_CARD and call.facts.space in GROWTH,
)
def clapper(table: Table, call: Call) -> None:
    """Clapper: it acts when the owner's family has grown on a space for family growth, not because of a card."""
    rattle(table, call)


@on("K127", PLAY, wants=lambda state, call: has_grown(state, call.seat))
def clapper_comes_late(table: Table, call: Call) -> None:
    """Clapper: it acts when it is played if the owner's family has grown earlier in the round."""
    rattle(table, call)


# Reed Hut ----------------------------------------------------------------------------------------


def may_move_in(state: State, call: Call) -> bool:
    """Reed Hut: return whether the lodger is at home and another person of the family went for growth."""
    mine = state.seats[call.seat]
    return newborn(state, call) and (LODGER, AT_HOME) in zip(mine.kinds, mine.places, strict=True)


def has_disc(state: State, call: Call) -> bool:
    """Reed Hut: return whether there is a disc for the child who has come, besides the lodger's."""
    return discs(state.seats[call.seat]) <= LARGEST_FAMILY


@on("K138", PLAY, wants=lambda state, call: discs(state.seats[call.seat]) < LARGEST_FAMILY)
def reed_hut(table: Table, call: Call) -> None:
    """Reed Hut: a lodger lives in the hut and works from this round on, after the family."""
    table.emit(GuestArrived(call.seat, lodger=True))


@on(
    "K138",
    GREW,
    optional=True,
    wants=lambda state, call: has_disc(state, call) and may_move_in(state, call),
)
def move_in(table: Table, call: Call) -> None:
    """Reed Hut: the lodger comes into the house as one of the family, instead of a child."""
    table.emit(LodgerMovedIn(call.seat, table.state.seats[call.seat].kinds.index(LODGER)))
    remember_growth(table, call)


@on("K138", GREW, slot=1, wants=lambda state, call: not has_disc(state, call) and may_move_in(state, call))
def last_disc_moves_in(table: Table, call: Call) -> None:
    """Reed Hut: the lodger has to come into the house, because there is no disc for a child."""
    move_in(table, call)


# Adoptive Parents --------------------------------------------------------------------------------


@on(
    "K267",
    GREW,
    optional=True,
    price=ONE_FOOD,
    wants=newborn,
)
def adoptive_parents(table: Table, call: Call) -> None:
    """Adoptive Parents: the owner pays a food, and the child is an adult from now on: it works in this round, and eats
    like one."""
    lose(table, call.seat, ONE_FOOD, card=call.card)
    remember_growth(table, call)
    table.emit(ChildGrewUp(call.seat, call.facts.more[0]))


# Wet Nurse ---------------------------------------------------------------------------------------


def may_nurse(state: State, call: Call) -> bool:
    """Wet Nurse: return whether there is a room in which no person of the family lives, and a child may come."""
    mine = state.seats[call.seat]
    free = mine.yard.rooms.bit_count() > family_size(mine)
    return free and can_grow(state, Facts(call.seat), anyhow=True)


def nurse(table: Table, call: Call, left: int) -> None:
    """Wet Nurse: take a food from the owner and let a child come. If `left`, the number of children that may come with
    this one, is more than 1, ask afterwards about the next child."""
    lose(table, call.seat, ONE_FOOD, card=call.card)
    table.then(Grow(Facts(call.seat, call.facts.space, call.card)))
    if left > 1:
        table.then(CardAsks(msgspec.structs.replace(call, memo=(left - 1,)), ONE_MORE))


ONE_MORE: Final = yes_or_no(
    "K270", may_nurse, lambda table, call: nurse(table, call, call.memo[0]), price=ONE_FOOD
)


@on("K270", ROOMED, optional=True, price=ONE_FOOD, wants=may_nurse)
def wet_nurse(table: Table, call: Call) -> None:
    """Wet Nurse: the owner has built rooms, by any action or card, and children may come."""
    nurse(table, call, call.facts.count)


# Farm Steward ------------------------------------------------------------------------------------

STEWARD: Final = index("I233")
ROOMLESS: Final = frozenset(
    at
    for at, space in enumerate(SPACES)
    if any(isinstance(act, acts.Grow) and act.anyhow for act in space.do)
)
"""The spaces on which a family grows without a free room in any case."""


@rule("I233", MAY_GROW)
def may_grow(state: State, facts: Facts) -> bool:
    """Farm Steward: return whether the family may grow without a free room: once in the match, in a house better than
    wood."""
    seat = state.seats[facts.seat]
    return seat.yard.house != WOODEN and not is_spent(state, STEWARD, PER_GAME, 1)


def was_needed(state: State, call: Call) -> bool:
    """Farm Steward: return whether the child has come only because the card allowed it."""
    mine = state.seats[call.seat]
    crowded = mine.yard.rooms.bit_count() < family_size(mine)
    facts = call.facts
    return crowded and mine.yard.house != WOODEN and facts.via == NO_CARD and facts.space not in ROOMLESS


@on("I233", GREW, limit=PER_GAME, wants=was_needed)
def farm_steward(table: Table, call: Call) -> None:
    """Farm Steward: a growth that needs the card uses it up. The limit of this listener counts the use."""


# Midwife -----------------------------------------------------------------------------------------


def larger(state: State, call: Call) -> int:
    """Midwife: return by how many people the acting seat's family is larger than the owner's."""
    return family_size(state.seats[call.facts.seat]) - family_size(state.seats[call.seat])


@on("I232", GREW, whose=OTHERS, wants=lambda state, call: larger(state, call) > 0)
def midwife(table: Table, call: Call) -> None:
    """Midwife: the owner gets a food for a child that makes another family larger than the owner's, or two for a much
    larger one."""
    gain(table, call.seat, ((FOOD, min(2, larger(table.state, call))),), card=call.card)
