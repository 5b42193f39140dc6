"""Dancer and Juggler, who both make more of travelling players, but never in the same action."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.agricola.cards.asking import may_use
from tilth_rules.agricola.cards.facts import Call
from tilth_rules.agricola.cards.functions.deck_e_occupations import can_double, double
from tilth_rules.agricola.cards.registry import Question, index, on, question
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.cards.words import TOOK
from tilth_rules.agricola.content.spaces import INDEX as SPACE
from tilth_rules.agricola.state import State
from tilth_rules.agricola.supply import gain
from tilth_rules.agricola.words import FOOD
from tilth_rules.kernel import Choose, Table

TRAVELLERS: Final = frozenset((SPACE["P4-TRAVEL"], SPACE["P5-ROOMTRAVEL"]))
DANCER: Final = index("E212")
JUGGLER: Final = index("I237")
FELLOWS: Final = tuple(map(index, ("K311", "E167", "I257", "I249", "K269", "E212", "K342", "E169")))
"""Magician, Conjurer, Street Musician, Puppeteer, Acrobat, Dancer, Animal Trainer, Storyteller."""
LEAST: Final = 4
"""What a dancer gets in any case."""


def short_of(call: Call) -> int:
    """The food that a dancer is still to get."""
    return max(0, LEAST - dict(call.facts.goods).get(FOOD, 0))


def can_juggle(state: State, call: Call) -> bool:
    return call.facts.space in TRAVELLERS and can_double(state, call, FELLOWS)


@on(
    "E212",
    TOOK,
    wants=lambda state, call: (
        call.facts.space in TRAVELLERS
        and short_of(call) > 0
        and not (state.owner[JUGGLER] == call.seat and can_juggle(state, call))
    ),
)
def dancer(table: Table, call: Call) -> None:
    """Four food at least. Where the owner may juggle instead, that is asked first."""
    gain(table, call.seat, ((FOOD, short_of(call)),), card=DANCER)


def ask_juggler(state: State, call: Call) -> Choose:
    return may_use(call, call.seat, can_juggle(state, call))


def take_juggler(table: Table, call: Call, picks: Sequence[int]) -> None:
    if picks:
        double(table, call, FELLOWS)
    elif table.state.owner[DANCER] == call.seat and short_of(call):
        dancer(table, call)


JUGGLING: Final = question("I237", Question(ask_juggler, take_juggler))


@on("I237", TOOK, wants=can_juggle)
def juggler(table: Table, call: Call) -> None:
    """Double the food that lay there, if the owner likes; fellow artists get some of it."""
    table.then(CardAsks(call, JUGGLING))
