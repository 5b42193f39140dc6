"""Occupations of deck E that do what clauses cannot say. Those that are about points stand in `deck_e_points.py`."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from tilth_rules.agricola.actions.building import BuildRooms, can_build_room
from tilth_rules.agricola.actions.fields import Ploughing
from tilth_rules.agricola.actions.kitchen import BakeBread, can_bake
from tilth_rules.agricola.cards.facts import Call, Facts
from tilth_rules.agricola.cards.registry import OTHERS, Offer, index, offer, on, rule
from tilth_rules.agricola.cards.words import (
    APPETITE,
    BAKED,
    BREED,
    FENCED,
    GOT,
    HOLD,
    MAY_RENOVATE,
    PER_GAME,
    PLAY,
    PLOUGH,
    ROUND,
    TOOK,
    WORK,
)
from tilth_rules.agricola.content.spaces import INDEX as SPACE
from tilth_rules.agricola.events.cards import CardNoted
from tilth_rules.agricola.events.rounds import PersonStayed
from tilth_rules.agricola.farm.keeping import Keeping
from tilth_rules.agricola.state import State, clockwise
from tilth_rules.agricola.supply import gain, hand_over, lose
from tilth_rules.agricola.words import (
    AT_HOME,
    BOAR,
    BREEDING,
    CATTLE,
    CLAY,
    FAMILY,
    FOOD,
    GRAIN,
    NOBODY,
    REED,
    SHEEP,
    STONE,
    STONE_HOUSE,
    VEGETABLE,
    WOOD,
    WOODEN,
)
from tilth_rules.kernel import Table

FISHING: Final = SPACE["B-FISH"]
PLOUGHING: Final = frozenset((SPACE["B-PLOUGH"], SPACE["R5-PLOUGHSOW"]))
BUILDING_MATERIAL: Final = index("E16")


@on("E149", BAKED, wants=lambda state, call: call.facts.via != call.card)
def master_baker(table: Table, call: Call) -> None:
    """A food more for one's own bread, unless it is baked because somebody else has baked."""
    gain(table, call.seat, ((FOOD, 1),), card=call.card)


@on("E149", BAKED, whose=OTHERS, optional=True, wants=lambda state, call: can_bake(state, call.seat))
def bake_along(table: Table, call: Call) -> None:
    """Whenever somebody else bakes, bread of one's own."""
    table.then(BakeBread(Facts(call.seat, via=call.card)))


@on(
    "E152",
    GOT,
    wants=lambda state, call: (
        call.facts.via == BUILDING_MATERIAL and any(good == WOOD for good, _ in call.facts.goods)
    ),
)
def berry_picker(table: Table, call: Call) -> None:
    """A food for the wood of Building Material, too."""
    gain(table, call.seat, ((FOOD, 1),), card=call.card)


@on("E160", FENCED)
def farmer(table: Table, call: Call) -> None:
    """A boar for the first fences, cattle for all later ones: one animal each time."""
    first = call.card not in table.state.seats[call.seat].notes
    table.emit(CardNoted(call.seat, call.card, (1,)))
    gain(table, call.seat, ((BOAR if first else CATTLE, 1),), card=call.card)


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


# -------------------------------------------------------------------------------------------------


@on(
    "E178",
    ROUND,
    optional=True,
    limit=PER_GAME,
    wants=lambda state, call: (
        state.round == 11
        and state.since[call.card] <= 4
        and state.seats[call.seat].yard.house != STONE_HOUSE
        and can_build_room(state, call.seat, free=True)
    ),
)
def hut_builder(table: Table, call: Call) -> None:
    """A room for nothing when round 11 begins, for who learned this in the first stage."""
    table.then(BuildRooms(Facts(call.seat, via=call.card), 1, free=True))


@rule("E181", APPETITE)
def cook(state: State, seat: int, adults: int, newborns: int, need: int) -> int:
    """Two people eat as they always do, everybody else one food."""
    hungry = min(adults, 2)
    each = 3 if len(state.seats) == 1 else 2
    return min(need, each * hungry + adults - hungry + newborns)


# Grocer ------------------------------------------------------------------------------------------

PILE: Final = (REED, GRAIN, STONE, VEGETABLE, WOOD, CLAY, REED, VEGETABLE)
"""From the top."""


@on("E184", PLAY)
def grocers_pile(table: Table, call: Call) -> None:
    table.emit(CardNoted(call.seat, call.card, PILE))


def buy(table: Table, call: Call) -> None:
    """The good on top, for a food."""
    pile = table.state.seats[call.seat].notes[call.card]
    lose(table, call.seat, ((FOOD, 1),), card=call.card)
    table.emit(CardNoted(call.seat, call.card, pile[1:]))
    gain(table, call.seat, ((pile[0], 1),), card=call.card)


def can_buy(state: State, call: Call) -> bool:
    mine = state.seats[call.seat]
    return mine.goods[FOOD] > 0 and bool(mine.notes.get(call.card))


offer("E184", Offer(buy, can_buy))


# Pastor ------------------------------------------------------------------------------------------

PARISH: Final = ((WOOD, 3), (CLAY, 2), (REED, 1), (STONE, 1))


def lives_smallest(state: State, call: Call) -> bool:
    """Whether the owner alone has no more than two rooms."""
    rooms = [seat.yard.rooms().bit_count() for seat in state.seats]
    return rooms[call.seat] == 2 and rooms.count(2) == 1


def pastor(table: Table, call: Call) -> None:
    gain(table, call.seat, PARISH, card=call.card)


offer("E193", Offer(pastor, lives_smallest, between=True, limit=PER_GAME))


# -------------------------------------------------------------------------------------------------

ONE_MORE: Final = Ploughing(plus=1, cost=((FOOD, 1),))
NO_HELP: Final = Ploughing()


@rule("E195", PLOUGH)
def plow_maker(state: State, owner: int, facts: Facts) -> Ploughing:
    """A field more for a food, with whatever plough."""
    return ONE_MORE if facts.seat == owner and facts.space in PLOUGHING else NO_HELP


@on("E198", WORK, wants=lambda state, call: state.round in (10, 12) and state.since[call.card] <= 9)
def ratcatcher(table: Table, call: Call) -> None:
    """Everybody else has to do without one of the children."""
    state: State = table.state
    for seat in clockwise(state, call.seat)[1:]:
        other = state.seats[seat]
        family = [person for person, kind in enumerate(other.kinds) if kind == FAMILY]
        for person in family[2:]:
            if other.places[person] == AT_HOME and other.born[person] < state.round:
                table.emit(PersonStayed(seat, person))
                break


@rule("E200", MAY_RENOVATE)
def conservator(state: State, seat: int, facts: Facts) -> list[int]:
    """From wood to stone at once, where the renovation is an action and not a card's doing."""
    return [STONE_HOUSE] if state.seats[seat].yard.house == WOODEN and not facts.by_card else []


@rule("E203", BREED)
def shepherd(state: State, seat: int, animal: int, count: int) -> int:
    """Four sheep have two lambs in the breeding phase."""
    return 2 if animal == SHEEP and count >= 4 and state.phase == BREEDING else 0


@rule("E216", HOLD)
def animal_keeper(state: State, seat: int, keeping: Keeping) -> Keeping:
    """Whatever kinds of animals share a pasture."""
    return shared(keeping)


@lru_cache(maxsize=1 << 8)
def shared(keeping: Keeping) -> Keeping:
    return replace(keeping, pasture_together=True)
