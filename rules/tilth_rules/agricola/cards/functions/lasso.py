"""Lasso: two people in one turn, if one of them catches an animal."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.agricola.actions.parts import KNOWN, MAY
from tilth_rules.agricola.cards.facts import Call
from tilth_rules.agricola.cards.registry import Question, on, question
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.cards.words import TURN
from tilth_rules.agricola.choices import SPACE_AT
from tilth_rules.agricola.content.spaces import INDEX as SPACE
from tilth_rules.agricola.events.rounds import TurnBegan
from tilth_rules.agricola.rounds.work import left_to_place, next_person, place, spaces_for
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Choose, Table

ANIMAL_SPACES: Final = frozenset((SPACE["R1-SHEEP"], SPACE["R3-BOAR"], SPACE["R4-CATTLE"]))


def seconds(state: State, call: Call, how: int) -> list[int]:
    """Where the second person may go: anywhere, if the first one has caught an animal; else to catch one."""
    caught = call.facts.space in ANIMAL_SPACES
    return [space for space in spaces_for(state, call.seat, how) if caught or space in ANIMAL_SPACES]


def ask_second(state: State, call: Call) -> Choose:
    options = [SPACE_AT + space for space in seconds(state, call, KNOWN)]
    return Choose(call.seat, "second-person", options, least=0)


def take_second(table: Table, call: Call, picks: Sequence[int]) -> None:
    """It counts as a turn of its own, but no third person follows."""
    if picks:
        table.emit(TurnBegan(call.seat))
        place(table, call.seat, next_person(table.state, call.seat), picks[0] - SPACE_AT)


SECOND: Final = question("I88", Question(ask_second, take_second))


@on(
    "I88",
    TURN,
    wants=lambda state, call: left_to_place(state, call.seat) > 0 and bool(seconds(state, call, MAY)),
)
def lasso(table: Table, call: Call) -> None:
    """The second person is placed when all that the first one did is over."""
    table.then(CardAsks(call, SECOND))
