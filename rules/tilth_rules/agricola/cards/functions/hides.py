"""Cards that make something of cooked animals besides food: hides, basins, pelts.

All ask, or act, as soon as animals have been cooked, all that were cooked at one time together. A boar that goes to the
Tanner serves neither the Brush Maker nor the Basin Maker, so the Tanner's owner says first how many he gets, and only
then are the others' boars known. Pelts go with everything.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from tilth_rules.agricola.cards.facts import Call
from tilth_rules.agricola.cards.registry import Question, index, on, question, rule
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.cards.words import COOKED, SCORE
from tilth_rules.agricola.events.cards import CardNoted
from tilth_rules.agricola.moves import UseCard
from tilth_rules.agricola.state import State
from tilth_rules.agricola.supply import lose
from tilth_rules.agricola.words import FOOD, WOOD
from tilth_rules.kernel import Measure, Quantity, Table

BASINS: Final = index("K273")
TANNER: Final = index("K280")
PELTS: Final = index("K339")
BRUSHES: Final = index("E156")
WOOD_PER_BOAR: Final = 2


def how_many(call: Call, name: str, most: int) -> Measure:
    """So many, or none."""
    return Measure(call.seat, "card-goods", (Quantity(name, 0, most),), about=UseCard(call.card, call.slot))


def noted(state: State, seat: int, card: int) -> int:
    """What lies on a card that remembers one number."""
    return state.seats[seat].notes.get(card, (0,))[0]


def put_on(table: Table, call: Call, good: int, amount: int) -> None:
    """So much of the owner's good goes onto a card that remembers how much lies there."""
    if amount:
        lose(table, call.seat, ((good, amount),), card=call.card)
        lies = noted(table.state, call.seat, call.card) + amount
        table.emit(CardNoted(call.seat, call.card, (lies,)))


# Tanner ------------------------------------------------------------------------------------------


def ask_boars(state: State, call: Call) -> Measure:
    return how_many(call, "boar", call.facts.more[1])


def take_boars(table: Table, call: Call, picks: Sequence[int]) -> None:
    tan(table, call, picks[0])


BOARS: Final = question("K280", Question(ask_boars, take_boars))


@on("K280", COOKED, wants=lambda state, call: call.facts.more[1] + call.facts.more[2] > 0)
def tanner(table: Table, call: Call) -> None:
    """Boars and cattle go to the card. That costs nothing, so its owner is asked only where another card is about
    boars, too."""
    state: State = table.state
    boars = call.facts.more[1]
    if boars and call.seat in (state.owner[BRUSHES], state.owner[BASINS]):
        table.then(CardAsks(call, BOARS))
    else:
        tan(table, call, boars)


def tan(table: Table, call: Call, boars: int) -> None:
    """So many boars go to the tanner, and all cattle; the other boars are the other cards'."""
    state: State = table.state
    seat = call.seat
    boars_before, cattle_before = state.seats[seat].notes.get(call.card, (0, 0))
    table.emit(CardNoted(seat, call.card, (boars_before + boars, cattle_before + call.facts.more[2])))
    left = call.facts.more[1] - boars
    if left and state.owner[BRUSHES] == seat:
        to_brushes(table, seat, left)
    if left and state.owner[BASINS] == seat:
        table.then(CardAsks(Call(seat, BASINS, call.moment, 0, call.facts, (left,)), WOOD_LAID))


@rule("K280", SCORE)
def hides(state: State, seat: int) -> int:
    """A point for every two boars up to six; for two, three and four cattle one, two and three."""
    boars, cattle = state.seats[seat].notes.get(TANNER, (0, 0))
    return min(boars // 2, 3) + max(0, min(cattle - 1, 3))


# Brush Maker -------------------------------------------------------------------------------------

BRUSH_POINTS: Final = (0, 0, 1, 2, 3)
"""Points by boars on the card."""


def to_brushes(table: Table, seat: int, boars: int) -> None:
    """Boars go onto the card: that costs nothing, so all do that may."""
    table.emit(CardNoted(seat, BRUSHES, (noted(table.state, seat, BRUSHES) + boars,)))


@on("E156", COOKED, wants=lambda state, call: call.facts.more[1] > 0 and state.owner[TANNER] != call.seat)
def brush_maker(table: Table, call: Call) -> None:
    """All boars that are cooked, unless the tanner has some of them."""
    to_brushes(table, call.seat, call.facts.more[1])


@rule("E156", SCORE)
def brushes(state: State, seat: int) -> int:
    """A point for two boars, two for three, three for four and more."""
    return BRUSH_POINTS[min(noted(state, seat, BRUSHES), len(BRUSH_POINTS) - 1)]


# Basin Maker -------------------------------------------------------------------------------------


def ask_wood(state: State, call: Call) -> Measure | None:
    most = min(WOOD_PER_BOAR * call.memo[0], state.seats[call.seat].goods[WOOD])
    return how_many(call, "wood", most) if most else None


def take_wood(table: Table, call: Call, picks: Sequence[int]) -> None:
    put_on(table, call, WOOD, picks[0])


WOOD_LAID: Final = question("K273", Question(ask_wood, take_wood))


@on(
    "K273",
    COOKED,
    wants=lambda state, call: (
        call.facts.more[1] > 0 and state.seats[call.seat].goods[WOOD] > 0 and state.owner[TANNER] != call.seat
    ),
)
def basin_maker(table: Table, call: Call) -> None:
    """Up to two wood a boar can be laid on the card."""
    table.then(CardAsks(msgspec.structs.replace(call, memo=(call.facts.more[1],)), WOOD_LAID))


@rule("K273", SCORE)
def basins(state: State, seat: int) -> int:
    """A point for each wood but the first, the fourth, the seventh and the tenth."""
    wood = noted(state, seat, BASINS)
    return wood - min(4, (wood + 2) // 3)


# Pelts -------------------------------------------------------------------------------------------


def room_for_pelts(state: State, call: Call) -> int:
    """One food for each animal, and one for each room in all."""
    mine = state.seats[call.seat]
    rooms = mine.yard.rooms.bit_count() - noted(state, call.seat, call.card)
    return min(call.facts.count, mine.goods[FOOD], rooms)


def ask_pelts(state: State, call: Call) -> Measure | None:
    most = room_for_pelts(state, call)
    return how_many(call, "food", most) if most else None


def take_pelts(table: Table, call: Call, picks: Sequence[int]) -> None:
    put_on(table, call, FOOD, picks[0])


FOOD_LAID: Final = question("K339", Question(ask_pelts, take_pelts))


@on("K339", COOKED, wants=lambda state, call: room_for_pelts(state, call) > 0)
def pelts(table: Table, call: Call) -> None:
    """For each animal a food from the supply can be put into a room for good."""
    table.then(CardAsks(call, FOOD_LAID))


@rule("K339", SCORE)
def pelts_in_rooms(state: State, seat: int) -> int:
    """A point for each room with a pelt."""
    return noted(state, seat, PELTS)
