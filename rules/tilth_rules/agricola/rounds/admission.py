"""Who may place a person where: spaces that are free, what others take for their use, and whether there is anything
to do there."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from tilth_rules.agricola.actions.glances import Glance
from tilth_rules.agricola.actions.parts import KNOWN, SURE
from tilth_rules.agricola.actions.spaces import ALWAYS, EVIDENT, GATHERING, GLANCES, TESTS, Tests
from tilth_rules.agricola.cards.facts import Facts
from tilth_rules.agricola.cards.registry import ANSWERS
from tilth_rules.agricola.cards.words import ENTER, ENTRY, SPACES_TOO, TOLL
from tilth_rules.agricola.goods import has
from tilth_rules.agricola.rounds.entering import usable_after_entering
from tilth_rules.agricola.state import SPACE_COUNT, State
from tilth_rules.agricola.words import MOST_SEATS, Goods


def collectors(state: State, seat: int) -> list[tuple[int, int]]:
    """Whose cards take tolls of this seat: (owner, card)."""
    return [
        (owner, card)
        for owner, other in enumerate(state.seats)
        if other.rules[TOLL] and owner != seat
        for card in other.rules[TOLL]
    ]


def tolls(state: State, seat: int, space: int) -> list[tuple[int, Goods]]:
    """What others have to be paid for the use of a space."""
    found: list[tuple[int, Goods]] = []
    if state.options.family:
        return found  # no card takes any
    for owner, card in collectors(state, seat):
        for toll in ANSWERS[TOLL][card]:
            goods = toll(state, owner, space)
            if goods:
                found.append((owner, goods))
    return found


def pays_tolls(state: State, seat: int, space: int, collecting: Sequence[tuple[int, int]]) -> bool:
    """Whether the seat has what each of these collectors asks for a space."""
    for owner, card in collecting:
        for toll in ANSWERS[TOLL][card]:
            if not has(state, seat, toll(state, owner, space)):
                return False
    return True


def may_enter(state: State, seat: int, space: int) -> bool:
    """One person is all that a space has room for, unless a card of the seat's says otherwise."""
    if not state.visitors[space]:
        return True
    mine = state.seats[seat]
    return any(may(state, seat, space) for card in mine.rules[ENTRY] for may in ANSWERS[ENTRY][card])


def all_spaces(state: State, seat: int) -> tuple[int, ...]:
    """The spaces that are open to all, and those that only cards of the seat's open yet."""
    mine = state.seats[seat]
    if not mine.rules[SPACES_TOO]:
        return state.open
    more = [
        space
        for card in mine.rules[SPACES_TOO]
        for answered in ANSWERS[SPACES_TOO][card]
        for space in answered(state, seat)
    ]
    return (*state.open, *more)


ON: Final = tuple(tuple(Facts(seat, space) for space in range(SPACE_COUNT)) for seat in range(MOST_SEATS))
"""A seat on a space, and nothing more is known. Most spaces are looked at so for every person that is placed."""


AT_ONCE: Final = -1
"""In place of a heap: the space is of use to anybody at any time."""


@lru_cache(maxsize=1 << 12)
def looks(spaces: tuple[int, ...]) -> list[tuple[int, int, Glance, Tests]]:
    """What tells whether spaces are of use, at first sight and then: the heap which is enough (or AT_ONCE), GLANCES
    and TESTS, put together because the spaces change but once a round."""
    return [
        (space, AT_ONCE if ALWAYS[space] else GATHERING[space], GLANCES[space], TESTS[space])
        for space in spaces
    ]


def spaces_for(state: State, seat: int, how: int = KNOWN) -> list[int]:
    """Where the seat can place a person who will find something to do."""
    mine = state.seats[seat]
    visitors, heaps = state.visitors, state.heaps
    if state.options.family:
        # No card has a say in who comes or in what can be done there, so a glance tells all. This must be what the
        # loop below finds; a test of properties (`who_may_enter_agrees`) holds both to the definition.
        return [
            space
            for space, heap, glance, _ in looks(state.open)
            if not visitors[space] and (heap < 0 or heaps[heap] or glance(state, mine))
        ]
    found = []
    collecting = collectors(state, seat)
    entries = mine.rules[ENTRY]
    entered = state.listening[ENTER]
    here = ON[seat]
    for space, heap, glance, tests in looks(all_spaces(state, seat)):
        if visitors[space] and not (entries and may_enter(state, seat, space)):
            continue
        if collecting and not pays_tolls(state, seat, space, collecting):
            continue
        if heap < 0 or heaps[heap]:
            found.append(space)
            continue
        told = glance(state, mine)
        if told:
            found.append(space)
            continue
        if told is not None and not entered:
            continue
        facts = here[space]
        for act, test in tests:
            if test(state, facts, act, how):
                found.append(space)
                break
        else:
            if entered and usable_after_entering(state, facts, how):
                found.append(space)
    return found


def surely_finds_work(state: State, seat: int, spaces: Sequence[int]) -> bool:
    """Whether everybody can see that one of the spaces which the seat can use is of use to it."""
    if not EVIDENT.isdisjoint(spaces):
        return True
    return bool(spaces) and bool(spaces_for(state, seat, SURE))
