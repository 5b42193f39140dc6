"""Cards of deck E that are about points."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.agricola.cards.facts import Call
from tilth_rules.agricola.cards.losses import YEOMAN, debt, forgiven
from tilth_rules.agricola.cards.registry import Question, index, on, question, rule
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.cards.words import COOKED, FINAL, LAST_WORD, OCCED, PER_GAME, SCORE
from tilth_rules.agricola.choices import GOOD_AT
from tilth_rules.agricola.content.cards import CARDS
from tilth_rules.agricola.events.cards import CardNoted, PointsNoted
from tilth_rules.agricola.scoring import CATTLE_LINE, FIELDS, STABLES, TABLES
from tilth_rules.agricola.state import State
from tilth_rules.agricola.supply import lose
from tilth_rules.agricola.words import ANIMALS
from tilth_rules.agricola.words import STABLES as ALL_STABLES
from tilth_rules.kernel import Choose, Table

# Brush Maker -------------------------------------------------------------------------------------

TANNER: Final = index("K280")
"""Wants boars, too: no boar goes to both. Its owner says first how many of them it gets (`hides.py`)."""
BRUSHES: Final = (0, 0, 1, 2, 3)
"""Points by boars on the card."""


def to_brushes(table: Table, seat: int, boars: int) -> None:
    """Boars go onto the card: that costs nothing, so all do that may."""
    card = index("E156")
    (before,) = table.state.seats[seat].notes.get(card, (0,))
    table.emit(CardNoted(seat, card, (before + boars,)))


@on(
    "E156",
    COOKED,
    wants=lambda state, call: call.facts.more[1] > 0 and state.owner[TANNER] != call.seat,
)
def brush_maker(table: Table, call: Call) -> None:
    """All boars that are cooked, unless the tanner has some of them."""
    to_brushes(table, call.seat, call.facts.more[1])


@rule("E156", SCORE)
def brushes(state: State, seat: int) -> int:
    boars = state.seats[seat].notes.get(index("E156"), (0,))[0]
    return BRUSHES[min(boars, len(BRUSHES) - 1)]


# -------------------------------------------------------------------------------------------------


@rule("E165", LAST_WORD)
def yeoman_farmer(state: State, seat: int, sheets: list[list[int]]) -> int:
    """What lines cost is forgiven, but for unused cells and begging cards."""
    return forgiven(state, seat, sheets[seat])


@rule("E170", SCORE)
def estate_manager(state: State, seat: int) -> int:
    """Points for having no fewer animals than anybody, in each of the three kinds; more of them in larger matches."""
    ahead = all(
        state.seats[seat].goods[animal] >= other.goods[animal] for animal in ANIMALS for other in state.seats
    )
    return len(state.seats) - 1 if ahead else 0


@on("E174", OCCED, wants=lambda state, call: call.facts.card != call.card)
def tutor(table: Table, call: Call) -> None:
    """A point for every occupation that comes later."""
    table.emit(PointsNoted(call.seat, call.card, CARDS[call.facts.card].worth))


@rule("E189", LAST_WORD)
def lord_of_the_manor(state: State, seat: int, sheets: list[list[int]]) -> int:
    """A point for each line with its most points, and for four fenced stables."""
    sheet = sheets[seat]
    full = sum(sheet[line] == len(TABLES[line]) for line in range(FIELDS, CATTLE_LINE + 1))
    return full + (sheet[STABLES] == ALL_STABLES)


# Tenant Farmer -----------------------------------------------------------------------------------


def ask_return(state: State, call: Call) -> Choose | None:
    """Whoever is asked may still cook animals, and have none left to give back."""
    goods = state.seats[call.seat].goods
    options = [GOOD_AT + animal for animal in ANIMALS if goods[animal]]
    if not options:
        return None
    return Choose(call.seat, "return-animals", options, most=len(options))


def take_return(table: Table, call: Call, picks: Sequence[int]) -> None:
    animals = tuple(sorted(option - GOOD_AT for option in picks))
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
    """One animal of each kind goes back, if its owner likes."""
    table.then(CardAsks(call, RETURN))


@rule("E215", SCORE)
def unpaid_lease(state: State, seat: int) -> int:
    """A point for each animal that was not given back."""
    return -debt(state, seat)
