"""Cards about people at work: who works at all, and who is placed together."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.agricola.actions.parts import KNOWN, MAY
from tilth_rules.agricola.cards.facts import Call
from tilth_rules.agricola.cards.registry import Question, on, question, rule
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.cards.words import DUE, PEOPLE, PLAY, TURN, WORK
from tilth_rules.agricola.choices import SPACE_AT
from tilth_rules.agricola.content.spaces import INDEX as SPACE
from tilth_rules.agricola.events.goods import LaidOut
from tilth_rules.agricola.events.rounds import PersonCame, PersonStayed, TurnBegan
from tilth_rules.agricola.rounds.admission import spaces_for
from tilth_rules.agricola.rounds.work import left_to_place, next_person, place
from tilth_rules.agricola.state import State, clockwise
from tilth_rules.agricola.words import AT_HOME, FAMILY, ROUNDS
from tilth_rules.kernel import Choose, Table


@rule("I71", PEOPLE)
def holiday_house(state: State, seat: int, left: int) -> int:
    """Nobody works in the last round."""
    return 0 if state.round == ROUNDS else left


@on("I73", PLAY, wants=lambda state, call: state.round < ROUNDS)
def invite(table: Table, call: Call) -> None:
    """The guest comes when the next round begins; the card itself goes on before that."""
    table.emit(LaidOut(call.seat, call.card, table.state.round + 1, 0, 0, 0))


@on("I73", DUE)
def guest(table: Table, call: Call) -> None:
    """One person more for this round."""
    table.emit(PersonCame(call.seat, lodger=False))


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


# Lasso -------------------------------------------------------------------------------------------

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
