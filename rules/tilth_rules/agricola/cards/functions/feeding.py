"""Cards about food: where some of it comes from, and who needs how much."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from tilth_rules.agricola.cards.asking import may_use
from tilth_rules.agricola.cards.facts import Call
from tilth_rules.agricola.cards.registry import ANYBODY, Question, index, on, question, rule
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.cards.words import APPETITE, FIELD_ENDS, GOT, IMPROVED, PLAY
from tilth_rules.agricola.choices import part_option
from tilth_rules.agricola.events.rounds import HarvestForegone
from tilth_rules.agricola.rounds.harvest import harvesters
from tilth_rules.agricola.state import State, clockwise
from tilth_rules.agricola.supply import gain, hand_over, lose
from tilth_rules.agricola.words import FOOD, GRAIN, NOBODY, WOOD
from tilth_rules.kernel import Choose, Table


@rule("E181", APPETITE)
def cook(state: State, seat: int, adults: int, newborns: int, need: int) -> int:
    """Two people eat as they always do, everybody else one food."""
    hungry = min(adults, 2)
    each = 3 if len(state.seats) == 1 else 2
    return min(need, each * hungry + adults - hungry + newborns)


@on("I244", PLAY)
def layabout(table: Table, call: Call) -> None:
    """The next harvest takes place without the owner."""
    table.emit(HarvestForegone(call.seat))


# Plane -------------------------------------------------------------------------------------------

JOINERIES: Final = frozenset(map(index, ("A7", "K122", "I258")))
ONE_FOOD: Final = part_option(FOOD, 1)
TWO_FOOD: Final = part_option(FOOD, 2)


def ask_plane(state: State, call: Call) -> Choose:
    """A food for nothing, or two for another wood."""
    return Choose(
        call.seat, "one-of", (ONE_FOOD, TWO_FOOD) if state.seats[call.seat].goods[WOOD] else (ONE_FOOD,)
    )


def take_plane(table: Table, call: Call, picks: Sequence[int]) -> None:
    if picks[0] == TWO_FOOD:
        lose(table, call.seat, ((WOOD, 1),), card=call.card)
    gain(table, call.seat, ((FOOD, 2 if picks[0] == TWO_FOOD else 1),), card=call.card)


PLANE: Final = question("E26", Question(ask_plane, take_plane))


@on(
    "E26",
    GOT,
    wants=lambda state, call: (
        call.facts.via in JOINERIES and any(good == FOOD for good, _ in call.facts.goods)
    ),
)
def plane(table: Table, call: Call) -> None:
    """More food, whenever wood became food on one of the cards that can do so."""
    if table.state.seats[call.seat].goods[WOOD]:
        table.then(CardAsks(call, PLANE))
    else:
        gain(table, call.seat, ((FOOD, 1),), card=call.card)


# Flagon ------------------------------------------------------------------------------------------

WELLS: Final = (index("A10"), index("I66"))


def pour(table: Table, call: Call, times: int) -> None:
    """Four food for the owner and one for everybody else, for each well."""
    for seat in clockwise(table.state, call.seat):
        food = 4 if seat == call.seat else 1
        gain(table, seat, ((FOOD, food * times),), card=call.card)


def wells(state: State) -> int:
    return sum(state.owner[well] != NOBODY for well in WELLS)


@on("I87", PLAY, wants=lambda state, call: wells(state) > 0)
def flagon(table: Table, call: Call) -> None:
    """For the wells that are there already."""
    pour(table, call, wells(table.state))


@on("I87", IMPROVED, whose=ANYBODY, wants=lambda state, call: call.facts.card in WELLS)
def flagon_again(table: Table, call: Call) -> None:
    """For every well that is built later, by whomever."""
    pour(table, call, 1)


# Water Mill --------------------------------------------------------------------------------------


def ask_mill(state: State, call: Call) -> Choose | None:
    seat = call.memo[0]
    return may_use(call, seat) if state.seats[seat].goods[GRAIN] else None


def take_mill(table: Table, call: Call, picks: Sequence[int]) -> None:
    seat = call.memo[0]
    if picks:
        lose(table, seat, ((GRAIN, 1),), card=call.card)
        gain(table, seat, ((FOOD, 3),), card=call.card)
        if seat != call.seat:
            hand_over(table, seat, call.seat, ((FOOD, 1),))


MILL: Final = question("I103", Question(ask_mill, take_mill))


@on("I103", FIELD_ENDS)
def water_mill(table: Table, call: Call) -> None:
    """Everybody may have a grain milled; others give the owner a third of the food. After a field phase that is the
    owner's alone, nobody else comes."""
    everybody = call.facts.seat == NOBODY
    for seat in harvesters(table.state) if everybody else [call.seat]:
        table.then(CardAsks(replace(call, memo=(seat,)), MILL))
