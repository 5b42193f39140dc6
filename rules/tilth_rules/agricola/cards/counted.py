"""Numbers and conditions of the data as functions of a seat and of the moment's facts, each made once."""

from collections.abc import Callable
from functools import cache

from tilth_rules.agricola.cards.counting import COOKED_ANIMALS, COUNTED, NO_FACTS
from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.codes import FEEDING, GOOD_OF, NOBODY, Goods
from tilth_rules.agricola.content.conditions import Condition, During, Housed, InPlay, Number
from tilth_rules.agricola.content.types import Count, Counter, Value
from tilth_rules.agricola.state import NEVER, State

Counted = Callable[[State, int, Facts], int]
Holds = Callable[[State, int, Facts], bool]


def counter_of(of: Counter, cards: tuple[int, ...] = ()) -> Counted:
    """Return the function that counts something of a seat (goods, rooms, cards ...). Counts of a moment are read from
    its facts."""
    if of in COUNTED:
        count = COUNTED[of]
        return lambda state, seat, facts: count(state, state.seats[seat])
    if of in GOOD_OF:
        good = GOOD_OF[of]
        return lambda state, seat, facts: state.seats[seat].goods[good]
    if of == "cards":
        return lambda state, seat, facts: sum(state.owner[card] == seat for card in cards)
    if of == "ever_built":
        return lambda state, seat, facts: sum(state.since[card] != NEVER for card in cards)
    if of == "cooked_animals":
        return lambda state, seat, facts: sum(facts.more[:COOKED_ANIMALS])
    assert of == "count"
    return lambda state, seat, facts: facts.count


@cache
def counted(wanted: Value) -> Counted:
    """Return the function that gives a value of a card's data: a fixed number, or one that is counted."""
    if not isinstance(wanted, Count):
        fixed = wanted
        return lambda state, seat, facts: fixed
    many = counter_of(wanted.of, wanted.cards)
    worth = wanted.worth
    if wanted.at_table:
        return lambda state, seat, facts: worth(
            sum(many(state, other, facts) for other in range(len(state.seats)))
        )
    return lambda state, seat, facts: worth(many(state, seat, facts))


@cache
def amounts(wanted: tuple[tuple[int, Value], ...]) -> Callable[[State, int, Facts], Goods]:
    """Return the function that gives the goods of a card's data, whose amounts may be counted. Goods with the amount 0
    are left out."""
    if all(isinstance(value, int) for _, value in wanted):
        fixed = tuple((good, value) for good, value in wanted if isinstance(value, int))
        return lambda state, seat, facts: fixed
    each = [(good, counted(value)) for good, value in wanted]

    def goods(state: State, seat: int, facts: Facts) -> Goods:
        found = [(good, many(state, seat, facts)) for good, many in each]
        return tuple((good, many) for good, many in found if many > 0)

    return goods


def _number(condition: Number) -> Holds:
    """Return the test of a condition on a number: that a count lies between two bounds."""
    many = counter_of(condition.of, condition.cards)
    least, most = condition.least, condition.most
    if condition.seat == "own":
        return lambda state, seat, facts: least <= many(state, seat, facts) <= most

    def holds(state: State, seat: int, facts: Facts) -> bool:
        others = [other for other in range(len(state.seats)) if other != seat] or [seat]
        return any(least <= many(state, other, facts) <= most for other in others)

    return holds


def _in_play(condition: InPlay) -> Holds:
    """Return the test of a condition that one of certain cards is in play before the seats that it names or, with
    `none`, that none is."""
    cards, none = condition.cards, condition.none
    if condition.seat == "own":
        return lambda state, seat, facts: any(state.owner[card] == seat for card in cards) != none
    return lambda state, seat, facts: any(state.owner[card] != NOBODY for card in cards) != none


def condition(wanted: Condition) -> Holds:
    """Return the function that tests whether a condition of a card's data holds for a seat."""
    match wanted:
        case Number():
            return _number(wanted)
        case InPlay():
            return _in_play(wanted)
        case Housed(among=among):
            return lambda state, seat, facts: state.seats[seat].yard.house in among
        case During():
            return lambda state, seat, facts: state.phase == FEEDING


def conditions(wanted: tuple[Condition, ...]) -> Holds | None:
    """Return the function that tests whether all these conditions hold; None if there are none."""
    tests = [condition(one) for one in wanted]
    if not tests:
        return None
    if len(tests) == 1:
        return tests[0]
    return lambda state, seat, facts: all(holds(state, seat, facts) for holds in tests)


@cache
def holds_always(wanted: tuple[Condition, ...]) -> Callable[[State, int], bool]:
    """Return the function that tests whether all these conditions hold, for rules that have no moment."""
    holds = conditions(wanted)
    if holds is None:
        return lambda state, seat: True
    found = holds
    return lambda state, seat: found(state, seat, NO_FACTS)
