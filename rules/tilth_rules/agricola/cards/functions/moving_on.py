"""Cards by which a person moves on to another space when all people have been placed.

Seats follow each other from the one after the last placement on, and a seat moves its people in any order. No person
moves twice. A space that a person goes to must be free, and is used like any other.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from tilth_rules.agricola.actions.spaces import usable
from tilth_rules.agricola.amounts import has
from tilth_rules.agricola.cards.moment_facts import Call, Facts
from tilth_rules.agricola.cards.moments import LAST, TOOK
from tilth_rules.agricola.cards.registry import ANYBODY, Question, index, on, question
from tilth_rules.agricola.cards.steps import CardAsks
from tilth_rules.agricola.content import acts
from tilth_rules.agricola.content.spaces import INDEX as SPACE
from tilth_rules.agricola.content.spaces import SPACES, TRAVELLERS
from tilth_rules.agricola.events.cards import CardNoted
from tilth_rules.agricola.events.rounds import PersonMoved, TurnBegan
from tilth_rules.agricola.moves import UseCard
from tilth_rules.agricola.moves.numbers import CHOOSE_PERSON, USE_SPACE
from tilth_rules.agricola.rounds.entering import usable_after_entering
from tilth_rules.agricola.rounds.placement import space_facts, tolls
from tilth_rules.agricola.rounds.work import go_to_work
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Choose, Table, TextFacts

SOWING: Final = tuple(
    at for at, space in enumerate(SPACES) if any(isinstance(act, acts.Sow) for act in space.do)
)
WAYS: Final = {
    index("K269"): (TRAVELLERS, (SPACE["B-GRAIN"], SPACE["B-PLOUGH"], SPACE["R5-PLOUGHSOW"])),
    index("K289"): ((SPACE["B-GRAIN"], SPACE["R3-VEG"]), SOWING),
}
"""The spaces from which and to which a person moves, by card."""


def movers(state: State, call: Call) -> list[int]:
    """Acrobat, Countryman: return the numbers of the owner's people that stand on the card's starting spaces and have
    not moved yet; from travelling players only if the owner took their food in this round."""
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
    """Acrobat: return whether the owner took the food of travelling players this round. (The space may be good for a
    room, too.)"""
    return state.seats[call.seat].notes.get(call.card) == (state.round,)


def targets(state: State, call: Call) -> list[int]:
    """Acrobat, Countryman: return the card's target spaces that are open, have no person, are of use to the owner, and
    whose tolls the owner can pay with its goods."""
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
    """Return whether a space is of use to the seat, perhaps after forced cards on entering."""
    return usable(state, facts) or usable_after_entering(state, facts)


def can_move(state: State, call: Call) -> bool:
    """Acrobat, Countryman: return whether any of the owner's people can move on."""
    return bool(movers(state, call)) and bool(targets(state, call))


def ask_who(state: State, call: Call) -> Choose:
    """Acrobat, Countryman: ask the owner which of its people that can move on does so."""
    people = [CHOOSE_PERSON.option(person) for person in movers(state, call)]
    return Choose(call.seat, "card-person", people, about=UseCard(call.card, call.slot))


def take_who(table: Table, call: Call, picks: Sequence[int]) -> None:
    """Acrobat, Countryman: push the question to which space the person chosen in the answer moves."""
    choose_space(table, call, CHOOSE_PERSON.part(picks[0]))


def choose_space(table: Table, call: Call, person: int) -> None:
    """Acrobat, Countryman: push the question to which space this person moves."""
    table.then(CardAsks(msgspec.structs.replace(call, memo=(person,)), WHERE[call.card]))


def ask_where(state: State, call: Call) -> Choose | None:
    """Acrobat, Countryman: ask the owner to which of the possible spaces the person moves."""
    options = [USE_SPACE.option(space) for space in targets(state, call)]
    if not options:
        return None
    return Choose(call.seat, "card-space", options, about=UseCard(call.card, call.slot))


def take_where(table: Table, call: Call, picks: Sequence[int]) -> None:
    """Acrobat, Countryman: move the person. The move is a turn of its own, although no person is placed."""
    space = USE_SPACE.part(picks[0])
    table.emit(TurnBegan(call.seat))
    table.emit(PersonMoved(call.seat, call.memo[0], space))
    go_to_work(table, call.seat, space)


def tell_who(state: State, call: Call, option: int) -> TextFacts:
    """Acrobat, Countryman: return what a text shows of a person: its space."""
    return {"space": state.seats[call.seat].places[CHOOSE_PERSON.part(option)]}


def tell_where(state: State, call: Call, option: int) -> TextFacts:
    """Acrobat, Countryman: return what a text shows of a space: its goods and tolls."""
    return space_facts(state, call.seat, USE_SPACE.part(option))


WHO: Final = {card: question(card, Question(ask_who, take_who, tell_option=tell_who)) for card in WAYS}
WHERE: Final = {
    card: question(card, Question(ask_where, take_where, tell_option=tell_where), stage=1) for card in WAYS
}


def move(table: Table, call: Call) -> None:
    """Acrobat, Countryman: ask which person moves on, if there are several, and to which space."""
    people = movers(table.state, call)
    if len(people) > 1:
        table.then(CardAsks(call, WHO[call.card]))
    else:
        choose_space(table, call, people[0])


@on("K269", TOOK, wants=lambda state, call: call.facts.space in TRAVELLERS)
def watch_the_acrobat(table: Table, call: Call) -> None:
    """Acrobat: the card remembers that its owner has taken the food of travelling players in this round."""
    table.emit(CardNoted(call.seat, call.card, (table.state.round,)))


@on("K269", LAST, whose=ANYBODY, optional=True, wants=can_move)
def acrobat(table: Table, call: Call) -> None:
    """Acrobat: a person moves from travelling players on to grain, ploughing, or ploughing and sowing."""
    move(table, call)


@on("K289", LAST, whose=ANYBODY, optional=True, wants=can_move)
def countryman(table: Table, call: Call) -> None:
    """Countryman: let a person of the owner move on from a space for grain or vegetables to one for sowing."""
    move(table, call)
