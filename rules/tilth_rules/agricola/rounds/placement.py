"""The spaces on which a seat may place a person: free ones, with payable tolls and something to do."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from tilth_rules.agricola.actions.hauls import goods_on
from tilth_rules.agricola.actions.parts import KNOWN, SURE
from tilth_rules.agricola.actions.quick_checks import QuickCheck
from tilth_rules.agricola.actions.spaces import ALWAYS, EVIDENT, GATHERING, Tests, uses_of
from tilth_rules.agricola.amounts import amounts_by_good, has, sum_of_goods
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.cards.moments import ENTER, ENTRY, SPACES_TOO, TOLL
from tilth_rules.agricola.cards.registry import answers
from tilth_rules.agricola.codes import MOST_SEATS, Goods
from tilth_rules.agricola.rounds.entering import usable_after_entering
from tilth_rules.agricola.state import SPACE_COUNT, State
from tilth_rules.kernel import TextFacts

Collector = tuple[int, Callable[[State, int, int], Goods]]
"""A seat, and the answer of one of its cards that takes tolls."""


def collectors(state: State, seat: int) -> list[Collector]:
    """Return the cards of other seats that may take tolls from this seat, as pairs of the owner and the card's
    function."""
    return [
        (owner, toll)
        for owner, other in enumerate(state.seats)
        if other.rules[TOLL] and owner != seat
        for _, toll in answers(state, other, TOLL)
    ]


def tolls(state: State, seat: int, space: int) -> list[tuple[int, Goods]]:
    """Return the goods that the seat must pay to other seats for the use of a space, as pairs of the receiver and the
    goods; nothing in the family game."""
    found: list[tuple[int, Goods]] = []
    if state.options.family:
        return found  # no card takes a toll
    for owner, toll in collectors(state, seat):
        goods = toll(state, owner, space)
        if goods:
            found.append((owner, goods))
    return found


def pays_tolls(state: State, seat: int, space: int, collecting: Sequence[Collector]) -> bool:
    """Return whether the seat owns each toll that these cards ask for a space."""
    for owner, toll in collecting:  # noqa: SIM110 - a loop is half the price
        if not has(state, seat, toll(state, owner, space)):
            return False
    return True


def space_facts(state: State, seat: int, space: int) -> TextFacts:
    """Return what a text shows of a space where the seat may send a person: the goods there, and tolls for others."""
    toll: Goods = ()
    for _, goods in tolls(state, seat, space):
        toll = sum_of_goods(toll, goods)
    return {"use": "place", "lying": amounts_by_good(goods_on(state, space)), "toll": amounts_by_good(toll)}


def may_enter(state: State, seat: int, space: int) -> bool:
    """Return whether a person of the seat may enter a space: it is empty, or a card of the seat allows it to come to
    others."""
    if not state.visitors[space]:
        return True
    mine = state.seats[seat]
    return any(may(state, seat, space) for _, may in answers(state, mine, ENTRY))


def all_spaces(state: State, seat: int) -> tuple[int, ...]:
    """Return the spaces that are open to all, and those that only cards of the seat open yet."""
    mine = state.seats[seat]
    if not mine.rules[SPACES_TOO]:
        return state.open
    more = [space for _, answered in answers(state, mine, SPACES_TOO) for space in answered(state, seat)]
    return (*state.open, *more)


ON: Final = tuple(tuple(Facts(seat, space) for space in range(SPACE_COUNT)) for seat in range(MOST_SEATS))
"""The facts of a seat on a space, by seat and space. Most spaces are checked with them for every placed person."""


AT_ONCE: Final = -1
"""In place of a heap: the space is of use to any seat at any time."""


SpaceChecks = tuple[int, int, QuickCheck, Tests]
"""A space, and the checks for its use, the cheapest first: a sufficient heap (or AT_ONCE), a quick check, its tests."""


@lru_cache(maxsize=64)
def all_space_checks(values: str) -> tuple[SpaceChecks, ...]:
    """Return for each space the checks that tell whether it is of use to a seat, in a match with these corrections."""
    uses = uses_of(values)
    return tuple(
        (space, AT_ONCE if ALWAYS[space] else GATHERING[space], uses.quick_checks[space], uses.tests[space])
        for space in range(SPACE_COUNT)
    )


@lru_cache(maxsize=1 << 12)
def space_checks(values: str, spaces: tuple[int, ...]) -> tuple[SpaceChecks, ...]:
    """Return for each of these spaces the checks that tell whether it is of use. They are cached, because the spaces
    change only once a round."""
    return tuple(map(all_space_checks(values).__getitem__, spaces))


@lru_cache(maxsize=1 << 12)
def quick_space_checks(values: str, spaces: tuple[int, ...]) -> tuple[tuple[int, int, QuickCheck], ...]:
    """Return the checks of these spaces without their full tests, for games in which a quick check is enough."""
    return tuple(look[:3] for look in space_checks(values, spaces))


def spaces_for(state: State, seat: int, how: int = KNOWN) -> list[int]:
    """Return the spaces where the seat can place a person who will find something to do, by this knowledge (`how`)."""
    mine = state.seats[seat]
    visitors, heaps = state.visitors, state.heaps
    if state.options.family:
        # No card changes who may come or what can be done there, so a quick check is enough. The result must be that
        # of the loop below; a property test (`who_may_enter_agrees`) compares both with the definition.
        return [
            space
            for space, heap, check in quick_space_checks(state.options.values, state.open)
            if not visitors[space] and (heap < 0 or heaps[heap] or check(state, mine))
        ]
    found = []
    collecting = collectors(state, seat)
    entries = mine.rules[ENTRY]
    entered = state.listening[ENTER]
    here = ON[seat]
    for space, heap, check, tests in space_checks(state.options.values, all_spaces(state, seat)):
        if visitors[space] and not (entries and may_enter(state, seat, space)):
            continue
        if collecting and not pays_tolls(state, seat, space, collecting):
            continue
        if heap < 0 or heaps[heap]:
            found.append(space)
            continue
        found_quickly = check(state, mine)
        if found_quickly:
            found.append(space)
            continue
        if found_quickly is not None and not entered:
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
    """Return whether everybody can see, without hidden cards, that the seat can use one of these spaces (`spaces`:
    those where it may place a person)."""
    if not EVIDENT.isdisjoint(spaces):
        return True
    return bool(spaces) and bool(spaces_for(state, seat, SURE))
