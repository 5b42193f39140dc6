"""Cards that score a whole farm closely, and other cards about points."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.agricola.actions import kitchen
from tilth_rules.agricola.actions.animals import herd, holders_of
from tilth_rules.agricola.actions.goods import lose
from tilth_rules.agricola.cards.functions.losses import YEOMAN, debt, forgiven, lost, paid_cells
from tilth_rules.agricola.cards.moment_facts import Call
from tilth_rules.agricola.cards.moments import COMPARE, FINAL, HOME, LAST_WORD, OCCED, PER_GAME, SCORE
from tilth_rules.agricola.cards.registry import Question, index, on, question, rule
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.codes import ANIMALS, FOOD, ROUNDS
from tilth_rules.agricola.codes import STABLES as ALL_STABLES
from tilth_rules.agricola.content.cards import CARDS
from tilth_rules.agricola.events.cards import CardNoted, PointsNoted
from tilth_rules.agricola.farm.arranging import most_roomy
from tilth_rules.agricola.moves.numbers import TAKE_GOOD
from tilth_rules.agricola.scoring import CATTLE_LINE, FIELDS, STABLES, TABLES, farm_sheet
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Choose, Measure, Quantity, Table


@rule("E165", LAST_WORD)
def yeoman_farmer(state: State, seat: int, sheets: list[list[int]]) -> int:
    """Yeoman Farmer: return the points that lines of the sheet cost, except for unused cells and begging cards: they
    are forgiven."""
    return forgiven(state, seat, sheets[seat])


@rule("E170", SCORE)
def estate_manager(state: State, seat: int) -> int:
    """Estate Manager: return the points of the card: one for each other seat if no seat has more sheep, more boars or
    more cattle than the owner, otherwise 0."""
    ahead = all(
        state.seats[seat].goods[animal] >= other.goods[animal] for animal in ANIMALS for other in state.seats
    )
    return len(state.seats) - 1 if ahead else 0


@on("E174", OCCED, wants=lambda state, call: call.facts.card != call.card)
def tutor(table: Table, call: Call) -> None:
    """Tutor: give the owner the points of an occupation that it plays later: one, or two for a card that is
    worth two."""
    table.emit(PointsNoted(call.seat, call.card, CARDS[call.facts.card].worth))


@rule("E189", LAST_WORD)
def lord_of_the_manor(state: State, seat: int, sheets: list[list[int]]) -> int:
    """Lord of the Manor: return a point for each line of the owner's sheet, from fields to cattle, that has its most
    points, and one more if all four stables are fenced."""
    sheet = sheets[seat]
    full = sum(sheet[line] == len(TABLES[line]) for line in range(FIELDS, CATTLE_LINE + 1))
    return full + (sheet[STABLES] == ALL_STABLES)


# Tenant Farmer -----------------------------------------------------------------------------------


def ask_return(state: State, call: Call) -> Choose | None:
    """Tenant Farmer: ask which animals go back. A seat that is asked may still cook animals, and have none left to give
    back."""
    goods = state.seats[call.seat].goods
    options = [TAKE_GOOD.option(animal) for animal in ANIMALS if goods[animal]]
    if not options:
        return None
    return Choose(call.seat, "return-animals", options, max_picks=len(options))


def take_return(table: Table, call: Call, picks: Sequence[int]) -> None:
    """Tenant Farmer: note the chosen animals on the card, and take them from the owner."""
    animals = tuple(sorted(TAKE_GOOD.part(option) for option in picks))
    table.emit(CardNoted(call.seat, call.card, animals))
    lose(table, call.seat, tuple((animal, 1) for animal in animals), card=call.card)


RETURN: Final = question("E215", Question(ask_return, take_return))


@on(
    "E215",
    FINAL,
    optional=True,
    limit=PER_GAME,
    wants=lambda state, call: (
        state.owner[YEOMAN] != call.seat and any(state.seats[call.seat].goods[animal] for animal in ANIMALS)
    ),
)
def tenant_farmer(table: Table, call: Call) -> None:
    """Tenant Farmer: before the scoring the owner may give back one animal of each kind."""
    table.then(CardAsks(call, RETURN))


@rule("E215", SCORE)
def unpaid_lease(state: State, seat: int) -> int:
    """Tenant Farmer: return minus a point for each animal that was not given back."""
    return -debt(state, seat)


# Church Warden -----------------------------------------------------------------------------------

CONGREGATION: Final = 5


@on("I227", HOME, wants=lambda state, call: state.round == ROUNDS)
def church_warden(table: Table, call: Call) -> None:
    """Church Warden: each seat with five people at work in the last round, guests among them, gets three points."""
    state: State = table.state
    for seat, mine in enumerate(state.seats):
        people = zip(mine.places, mine.born, strict=True)
        if sum(place >= 0 and born < ROUNDS for place, born in people) >= CONGREGATION:
            table.emit(PointsNoted(seat, call.card, 3))


# Hide Farmer -------------------------------------------------------------------------------------


def ask_cells(state: State, call: Call) -> Measure | None:
    """Hide Farmer: ask for the number of cells to pay for. A seat without food is asked, too, if it could have some."""
    mine = state.seats[call.seat]
    cells = mine.yard.unused().bit_count()
    if not cells or not (mine.goods[FOOD] or kitchen.offers(state, call.seat)):
        return None
    return Measure(call.seat, "pay-cells", (Quantity("cells", 0, min(cells, mine.goods[FOOD])),))


def take_cells(table: Table, call: Call, picks: Sequence[int]) -> None:
    """Hide Farmer: take a food from the owner for each of the chosen number of cells, and note the number on
    the card."""
    if picks[0]:
        lose(table, call.seat, ((FOOD, picks[0]),), card=call.card)
        table.emit(CardNoted(call.seat, call.card, (picks[0],)))


CELLS: Final = question("I236", Question(ask_cells, take_cells))


@on("I236", FINAL)
def hide_farmer(table: Table, call: Call) -> None:
    """Hide Farmer: before the scoring the owner may pay a food for each unused cell that is to cost no point."""
    table.then(CardAsks(call, CELLS))


@rule("I236", SCORE)
def cells_paid_for(state: State, seat: int) -> int:
    """Hide Farmer: return the points that the paid cells cost, so that they come back."""
    return paid_cells(state, seat)


# Organic Farmer ----------------------------------------------------------------------------------

SPARE: Final = 3
"""The number of further animals for which a pasture must have room."""
FOREST_PASTURE: Final = index("K145")
"""A card that counts as a pasture with room for any number of boars."""


@rule("K274", SCORE)
def organic_farmer(state: State, seat: int) -> int:
    """Organic Farmer: return a point for each pasture with an animal and room for three more.

    The animals stand where this gives most points. A boar in the Forest Pasture is worth as much as one in a pasture,
    and takes no room from others.
    """
    sheep, boar, cattle = herd(state, seat)
    in_woods = state.owner[FOREST_PASTURE] == seat and boar > 0
    pastures = range(len(state.seats[seat].yard.pastures()))
    rest = sheep, boar - in_woods, cattle
    return in_woods + most_roomy(rest, holders_of(state, seat), tuple(pastures), SPARE)


# Constable ---------------------------------------------------------------------------------------

SPOTLESS: Final = 5


@rule("K276", COMPARE)
def constable(state: State, seat: int) -> list[int]:
    """Constable: return points by seat: five for a seat without negative points in any category (as `lost` counts
    them), 0 for any other."""
    return [
        0 if lost(state, other, farm_sheet(state, other)) else SPOTLESS for other in range(len(state.seats))
    ]
