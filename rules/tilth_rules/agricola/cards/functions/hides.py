"""Cards that turn cooked animals into more than food: hides, basins, pelts.

They ask, or act, as soon as animals have been cooked, for all that were cooked at one time. A boar that goes to the
Tanner serves neither the Brush Maker nor the Basin Maker. So the Tanner's owner names the number of his boars first,
and only then are the boars of the others known. Pelts can be made in any case.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from tilth_rules.agricola.actions.goods import lose
from tilth_rules.agricola.cards.moment_facts import Call
from tilth_rules.agricola.cards.moments import COOKED, SCORE
from tilth_rules.agricola.cards.registry import Question, index, on, question, rule
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.codes import FOOD, WOOD
from tilth_rules.agricola.events.cards import CardNoted
from tilth_rules.agricola.moves import UseCard
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Measure, Quantity, Table

BASINS: Final = index("K273")
TANNER: Final = index("K280")
PELTS: Final = index("K339")
BRUSHES: Final = index("E156")
WOOD_PER_BOAR: Final = 2


def how_many(call: Call, name: str, most: int) -> Measure:
    """Return the question in which a card asks its owner for a number of a good (`name`), from 0 to `most`."""
    return Measure(call.seat, "card-goods", (Quantity(name, 0, most),), about=UseCard(call.card, call.slot))


def noted(state: State, seat: int, card: int) -> int:
    """Return the first number in the notes that the seat has for a card; 0 if it has none. The cards of this module
    note there how much lies on them."""
    return state.seats[seat].notes.get(card, (0,))[0]


def put_on(table: Table, call: Call, good: int, amount: int) -> None:
    """Take an amount of a good from the owner, and add it to the amount that is noted for the card; 0 does nothing."""
    if amount:
        lose(table, call.seat, ((good, amount),), card=call.card)
        lies = noted(table.state, call.seat, call.card) + amount
        table.emit(CardNoted(call.seat, call.card, (lies,)))


# Tanner ------------------------------------------------------------------------------------------


def ask_boars(state: State, call: Call) -> Measure:
    """Tanner: ask the owner how many of the boars that it has just cooked go onto the card."""
    return how_many(call, "boar", call.facts.more[1])


def take_boars(table: Table, call: Call, picks: Sequence[int]) -> None:
    """Tanner: put the chosen number of boars onto the card."""
    tan(table, call, picks[0])


BOARS: Final = question("K280", Question(ask_boars, take_boars))


@on("K280", COOKED, wants=lambda state, call: call.facts.more[1] + call.facts.more[2] > 0)
def tanner(table: Table, call: Call) -> None:
    """Tanner: put all cooked boars and cattle onto the card, which costs nothing. If the owner also has the Brush Maker
    or the Basin Maker, and cooked boars, ask first how many of the boars go onto the card."""
    state: State = table.state
    boars = call.facts.more[1]
    if boars and call.seat in (state.owner[BRUSHES], state.owner[BASINS]):
        table.then(CardAsks(call, BOARS))
    else:
        tan(table, call, boars)


def tan(table: Table, call: Call, boars: int) -> None:
    """Tanner: add this many of the cooked boars, and all cooked cattle, to the numbers noted for the card.

    The rest of the boars goes onto the owner's Brush Maker, and counts for the question of the owner's Basin Maker.
    """
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
    """Tanner: return a point for every two boars up to six; for two, three and four cattle one, two and three."""
    boars, cattle = state.seats[seat].notes.get(TANNER, (0, 0))
    return min(boars // 2, 3) + max(0, min(cattle - 1, 3))


# Brush Maker -------------------------------------------------------------------------------------

BRUSH_POINTS: Final = (0, 0, 1, 2, 3)
"""Points by boars on the card."""


def to_brushes(table: Table, seat: int, boars: int) -> None:
    """Brush Maker: add this number of boars to those on the card. It costs nothing, so callers pass all boars that may
    go there."""
    table.emit(CardNoted(seat, BRUSHES, (noted(table.state, seat, BRUSHES) + boars,)))


@on("E156", COOKED, wants=lambda state, call: call.facts.more[1] > 0 and state.owner[TANNER] != call.seat)
def brush_maker(table: Table, call: Call) -> None:
    """Brush Maker: put all cooked boars onto the card. An owner who has the Tanner, too, is left out here: `tan` puts
    the boars that the Tanner leaves onto the card."""
    to_brushes(table, call.seat, call.facts.more[1])


@rule("E156", SCORE)
def brushes(state: State, seat: int) -> int:
    """Brush Maker: return a point for two boars, two for three, three for four and more."""
    return BRUSH_POINTS[min(noted(state, seat, BRUSHES), len(BRUSH_POINTS) - 1)]


# Basin Maker -------------------------------------------------------------------------------------


def ask_wood(state: State, call: Call) -> Measure | None:
    """Basin Maker: ask the owner how much of its wood goes onto the card, at most the amount for the cooked boars."""
    most = min(WOOD_PER_BOAR * call.memo[0], state.seats[call.seat].goods[WOOD])
    return how_many(call, "wood", most) if most else None


def take_wood(table: Table, call: Call, picks: Sequence[int]) -> None:
    """Basin Maker: move the chosen amount of the owner's wood onto the card."""
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
    """Basin Maker: ask the owner how much wood goes onto the card, up to two for each cooked boar. If the owner has the
    Tanner, too, `tan` asks instead."""
    table.then(CardAsks(msgspec.structs.replace(call, memo=(call.facts.more[1],)), WOOD_LAID))


@rule("K273", SCORE)
def basins(state: State, seat: int) -> int:
    """Basin Maker: return a point for each wood except the first, the fourth, the seventh and the tenth."""
    wood = noted(state, seat, BASINS)
    return wood - min(4, (wood + 2) // 3)


# Pelts -------------------------------------------------------------------------------------------


def room_for_pelts(state: State, call: Call) -> int:
    """Pelts: return the number of pelts that the owner can lay: one for each cooked animal, and one for each room in
    all."""
    mine = state.seats[call.seat]
    rooms = mine.yard.rooms.bit_count() - noted(state, call.seat, call.card)
    return min(call.facts.count, mine.goods[FOOD], rooms)


def ask_pelts(state: State, call: Call) -> Measure | None:
    """Pelts: ask the owner how much of its food goes into rooms without a pelt."""
    most = room_for_pelts(state, call)
    return how_many(call, "food", most) if most else None


def take_pelts(table: Table, call: Call, picks: Sequence[int]) -> None:
    """Pelts: move the chosen amount of the owner's food into rooms."""
    put_on(table, call, FOOD, picks[0])


FOOD_LAID: Final = question("K339", Question(ask_pelts, take_pelts))


@on("K339", COOKED, wants=lambda state, call: room_for_pelts(state, call) > 0)
def pelts(table: Table, call: Call) -> None:
    """Pelts: for each cooked animal the owner can put a food from the supply into a room, where it stays."""
    table.then(CardAsks(call, FOOD_LAID))


@rule("K339", SCORE)
def pelts_in_rooms(state: State, seat: int) -> int:
    """Pelts: return a point for each room with a pelt."""
    return noted(state, seat, PELTS)
