"""Cards about people at work: people who don't work, guests, and people placed together."""

from collections.abc import Sequence
from typing import Final

from tilth_rules.agricola.actions.parts import KNOWN, MAY
from tilth_rules.agricola.cards.moment_facts import Call
from tilth_rules.agricola.cards.moments import DUE, PEOPLE, PLAY, TURN, WORK
from tilth_rules.agricola.cards.registry import Question, on, question, rule
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.codes import AT_HOME, FAMILY, ROUNDS
from tilth_rules.agricola.content.spaces import INDEX as SPACE
from tilth_rules.agricola.events.goods import GoodsLaidOut
from tilth_rules.agricola.events.rounds import GuestArrived, PersonStayed, TurnBegan
from tilth_rules.agricola.moves.numbers import USE_SPACE
from tilth_rules.agricola.rounds.placement import space_facts, spaces_for
from tilth_rules.agricola.rounds.work import left_to_place, next_person, place
from tilth_rules.agricola.state import State
from tilth_rules.common.seats import clockwise
from tilth_rules.kernel import Choose, Table


@rule("I71", PEOPLE)
def holiday_house(state: State, seat: int, left: int) -> int:
    """Holiday House: return the number of people left to place: none of the owner's in the last round."""
    return 0 if state.round == ROUNDS else left


@on("I73", PLAY, wants=lambda state, call: state.round < ROUNDS)
def invite(table: Table, call: Call) -> None:
    """Guest: the guest will come when the next round begins. The card itself goes to the left neighbour before that."""
    table.emit(GoodsLaidOut(call.seat, call.card, table.state.round + 1, 0, 0, 0))


@on("I73", DUE)
def guest(table: Table, call: Call) -> None:
    """Guest: give the owner one more person for this round, who leaves when the people come home."""
    table.emit(GuestArrived(call.seat, lodger=False))


@on("E198", WORK, wants=lambda state, call: state.round in (10, 12) and state.since[call.card] <= 9)
def ratcatcher(table: Table, call: Call) -> None:
    """Ratcatcher: in rounds 10 and 12 keep one person of every other seat from work: the first after its first two
    family members who is at home and no newborn. A seat without such a person loses nothing."""
    state: State = table.state
    for seat in clockwise(len(state.seats), call.seat)[1:]:
        other = state.seats[seat]
        family = [person for person, kind in enumerate(other.kinds) if kind == FAMILY]
        for person in family[2:]:
            if other.places[person] == AT_HOME and other.born[person] < state.round:
                table.emit(PersonStayed(seat, person))
                break


# Lasso -------------------------------------------------------------------------------------------

ANIMAL_SPACES: Final = frozenset((SPACE["R1-SHEEP"], SPACE["R3-BOAR"], SPACE["R4-CATTLE"]))


def seconds(state: State, call: Call, how: int) -> list[int]:
    """Lasso: return the spaces for the second person: any, if the first one has caught an animal; otherwise those with
    animals."""
    caught = call.facts.space in ANIMAL_SPACES
    return [space for space in spaces_for(state, call.seat, how) if caught or space in ANIMAL_SPACES]


def ask_second(state: State, call: Call) -> Choose:
    """Lasso: ask the owner on which space it places a second person at once, if on any."""
    options = [USE_SPACE.option(space) for space in seconds(state, call, KNOWN)]
    return Choose(call.seat, "second-person", options, min_picks=0)


def take_second(table: Table, call: Call, picks: Sequence[int]) -> None:
    """Lasso: place the second person. This is a turn of its own, but no third person follows."""
    if picks:
        table.emit(TurnBegan(call.seat))
        place(table, call.seat, next_person(table.state, call.seat), USE_SPACE.part(picks[0]))


SECOND: Final = question(
    "I88",
    Question(
        ask_second,
        take_second,
        tell_option=lambda state, call, option: space_facts(state, call.seat, USE_SPACE.part(option)),
    ),
)


@on(
    "I88",
    TURN,
    wants=lambda state, call: left_to_place(state, call.seat) > 0 and bool(seconds(state, call, MAY)),
)
def lasso(table: Table, call: Call) -> None:
    """Lasso: the owner may place a second person when all effects of the first one have ended, if one of them takes
    animals."""
    table.then(CardAsks(call, SECOND))
