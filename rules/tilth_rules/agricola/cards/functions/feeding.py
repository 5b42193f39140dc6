"""Cards about food: further sources of it, and needs that are different."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from tilth_rules.agricola.actions.goods import gain, hand_over, lose
from tilth_rules.agricola.amounts import amounts_by_good
from tilth_rules.agricola.cards.moment_facts import Call
from tilth_rules.agricola.cards.moments import APPETITE, FIELD_ENDS, GOT, IMPROVED, PLAY
from tilth_rules.agricola.cards.questions import use_question
from tilth_rules.agricola.cards.registry import ANYBODY, Question, index, on, question, rule
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.codes import FOOD, GRAIN, NOBODY, WOOD
from tilth_rules.agricola.events.rounds import HarvestSkipped
from tilth_rules.agricola.moves.numbers import part_option
from tilth_rules.agricola.rounds.harvest import harvesters
from tilth_rules.agricola.state import State
from tilth_rules.common.seats import clockwise
from tilth_rules.kernel import Choose, Table, TextFacts


@rule("E181", APPETITE)
def cook(state: State, seat: int, adults: int, newborns: int, need: int) -> int:
    """Cook: return the food that the owner's family needs, at most `need`: two adults eat as usual (two food each, or
    three if the match has one seat), each other adult and each newborn eats one."""
    hungry = min(adults, 2)
    each = 3 if len(state.seats) == 1 else 2
    return min(need, each * hungry + adults - hungry + newborns)


@on("I244", PLAY)
def layabout(table: Table, call: Call) -> None:
    """Layabout: let the owner take no part in the next harvest."""
    table.emit(HarvestSkipped(call.seat))


# Plane -------------------------------------------------------------------------------------------

JOINERIES: Final = frozenset(map(index, ("A7", "K122", "I258")))
ONE_FOOD: Final = part_option(FOOD, 1)
TWO_FOOD: Final = part_option(FOOD, 2)


def ask_plane(state: State, call: Call) -> Choose:
    """Plane: ask whether the owner takes a food for nothing, or two for another wood."""
    return Choose(
        call.seat, "one-of", (ONE_FOOD, TWO_FOOD) if state.seats[call.seat].goods[WOOD] else (ONE_FOOD,)
    )


def take_plane(table: Table, call: Call, picks: Sequence[int]) -> None:
    """Plane: give one food, or two for a wood of the owner's, as it has chosen."""
    if picks[0] == TWO_FOOD:
        lose(table, call.seat, ((WOOD, 1),), card=call.card)
    gain(table, call.seat, ((FOOD, 2 if picks[0] == TWO_FOOD else 1),), card=call.card)


def tell_plane(state: State, call: Call, option: int) -> TextFacts:
    """Plane: return what a text shows of an exchange: the food it brings, and the wood it costs."""
    more = option == TWO_FOOD
    return {
        "given_up": (),
        "gain": amounts_by_good(((FOOD, 2 if more else 1),)),
        "price": amounts_by_good(((WOOD, 1),) if more else ()),
    }


PLANE: Final = question("E26", Question(ask_plane, take_plane, tell_option=tell_plane))


@on(
    "E26",
    GOT,
    wants=lambda state, call: (
        call.facts.via in JOINERIES and any(good == FOOD for good, _ in call.facts.goods)
    ),
)
def plane(table: Table, call: Call) -> None:
    """Plane: the owner gets more food whenever wood became food on a card that can do so (Joinery and others)."""
    if table.state.seats[call.seat].goods[WOOD]:
        table.then(CardAsks(call, PLANE))
    else:
        gain(table, call.seat, ((FOOD, 1),), card=call.card)


# Flagon ------------------------------------------------------------------------------------------

WELLS: Final = (index("A10"), index("I66"))


def pour(table: Table, call: Call, times: int) -> None:
    """Flagon: give the owner four food and every other seat one, each `times` times."""
    for seat in clockwise(len(table.state.seats), call.seat):
        food = 4 if seat == call.seat else 1
        gain(table, seat, ((FOOD, food * times),), card=call.card)


def wells(state: State) -> int:
    """Flagon: return how many of the two cards that are wells any seat has in play."""
    return sum(state.owner[well] != NOBODY for well in WELLS)


@on("I87", PLAY, wants=lambda state, call: wells(state) > 0)
def flagon(table: Table, call: Call) -> None:
    """Flagon: when it is played, give its food once for each well that is in play already."""
    pour(table, call, wells(table.state))


@on("I87", IMPROVED, whose=ANYBODY, wants=lambda state, call: call.facts.card in WELLS)
def flagon_again(table: Table, call: Call) -> None:
    """Flagon: give its food once, for a well that any seat has built later."""
    pour(table, call, 1)


# Water Mill --------------------------------------------------------------------------------------


def ask_mill(state: State, call: Call) -> Choose | None:
    """Water Mill: ask the seat in the memo whether it has a grain milled; a seat without grain is not asked."""
    seat = call.memo[0]
    return use_question(call, seat) if state.seats[seat].goods[GRAIN] else None


def take_mill(table: Table, call: Call, picks: Sequence[int]) -> None:
    """Water Mill: on a yes, take a grain from the asked seat and give it three food; a seat other than the owner's then
    hands one of them to the owner."""
    seat = call.memo[0]
    if picks:
        lose(table, seat, ((GRAIN, 1),), card=call.card)
        gain(table, seat, ((FOOD, 3),), card=call.card)
        if seat != call.seat:
            hand_over(table, seat, call.seat, ((FOOD, 1),))


MILL: Final = question("I103", Question(ask_mill, take_mill))


@on("I103", FIELD_ENDS)
def water_mill(table: Table, call: Call) -> None:
    """Water Mill: after a field phase every seat may have a grain milled; others give the owner a third of the food.

    After a field phase that is the owner's alone, no other seat is asked.
    """
    everybody = call.facts.seat == NOBODY
    for seat in harvesters(table.state) if everybody else [call.seat]:
        table.then(CardAsks(replace(call, memo=(seat,)), MILL))
