"""Cards by which a person goes on to another space when everybody has been placed.

Seats follow each other from the one after the last placement on, and a seat moves its people in any order. Nobody moves
twice, and every space that a person goes to has to be free, and is used like any other.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from tilth_rules.agricola.actions.spaces import usable
from tilth_rules.agricola.cards.facts import Call, Facts
from tilth_rules.agricola.cards.registry import ANYBODY, Question, index, on, question
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.cards.words import LAST, TOOK
from tilth_rules.agricola.choices import PERSON_AT, SPACE_AT
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.spaces import INDEX as SPACE
from tilth_rules.agricola.content.spaces import SPACES, TRAVELLERS
from tilth_rules.agricola.events.cards import CardNoted
from tilth_rules.agricola.events.rounds import PersonMoved, TurnBegan
from tilth_rules.agricola.goods import has
from tilth_rules.agricola.moves import UseCard
from tilth_rules.agricola.rounds.admission import tolls
from tilth_rules.agricola.rounds.entering import usable_after_entering
from tilth_rules.agricola.rounds.work import go_to_work
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Choose, Table

SOWING: Final = tuple(
    at for at, space in enumerate(SPACES) if any(isinstance(act, acts.Sow) for act in space.do)
)
WAYS: Final = {
    index("K269"): (TRAVELLERS, (SPACE["B-GRAIN"], SPACE["B-PLOUGH"], SPACE["R5-PLOUGHSOW"])),
    index("K289"): ((SPACE["B-GRAIN"], SPACE["R3-VEG"]), SOWING),
}
"""From which spaces to which."""


def movers(state: State, call: Call) -> list[int]:
    """People of the owner's who may go on, by where they are."""
    mine = state.seats[call.seat]
    starts, _ = WAYS[call.card]
    return [
        person
        for person, place in enumerate(mine.places)
        if place in starts
        and not mine.moved >> person & 1
        and (place not in TRAVELLERS or earned(state, call))
    ]


def earned(state: State, call: Call) -> bool:
    """Whether the food of travelling players was taken there in this round: the space may be good for a room, too."""
    return state.seats[call.seat].notes.get(call.card) == (state.round,)


def targets(state: State, call: Call) -> list[int]:
    """Spaces of these that are free, and good for something."""
    _, ends = WAYS[call.card]
    return [
        space
        for space in ends
        if space in state.open
        and not state.visitors[space]
        and all(has(state, call.seat, goods) for _, goods in tolls(state, call.seat, space))
        and reachable(state, Facts(call.seat, space))
    ]


def reachable(state: State, facts: Facts) -> bool:
    return usable(state, facts) or usable_after_entering(state, facts)


def can_move(state: State, call: Call) -> bool:
    return bool(movers(state, call)) and bool(targets(state, call))


def ask_who(state: State, call: Call) -> Choose:
    people = [PERSON_AT + person for person in movers(state, call)]
    return Choose(call.seat, "card-person", people, about=UseCard(call.card, call.slot))


def take_who(table: Table, call: Call, picks: Sequence[int]) -> None:
    choose_space(table, call, picks[0] - PERSON_AT)


def choose_space(table: Table, call: Call, person: int) -> None:
    table.then(CardAsks(msgspec.structs.replace(call, memo=(person,)), WHERE[call.card]))


def ask_where(state: State, call: Call) -> Choose | None:
    options = [SPACE_AT + space for space in targets(state, call)]
    if not options:
        return None
    return Choose(call.seat, "card-space", options, about=UseCard(call.card, call.slot))


def take_where(table: Table, call: Call, picks: Sequence[int]) -> None:
    """It is a turn of its own, though nobody is placed."""
    space = picks[0] - SPACE_AT
    table.emit(TurnBegan(call.seat))
    table.emit(PersonMoved(call.seat, call.memo[0], space))
    go_to_work(table, call.seat, space)


WHO: Final = {card: question(card, Question(ask_who, take_who)) for card in WAYS}
WHERE: Final = {card: question(card, Question(ask_where, take_where)) for card in WAYS}


def move(table: Table, call: Call) -> None:
    """Who goes on, if there are several, and where to."""
    people = movers(table.state, call)
    if len(people) > 1:
        table.then(CardAsks(call, WHO[call.card]))
    else:
        choose_space(table, call, people[0])


@on("K269", TOOK, wants=lambda state, call: call.facts.space in TRAVELLERS)
def watch_the_acrobat(table: Table, call: Call) -> None:
    """The card remembers that its owner has taken the food of travelling players."""
    table.emit(CardNoted(call.seat, call.card, (table.state.round,)))


@on("K269", LAST, whose=ANYBODY, optional=True, wants=can_move)
def acrobat(table: Table, call: Call) -> None:
    """From travelling players on to grain, ploughing, or ploughing and sowing."""
    move(table, call)


@on("K289", LAST, whose=ANYBODY, optional=True, wants=can_move)
def countryman(table: Table, call: Call) -> None:
    """From grain or vegetables on to sowing."""
    move(table, call)
