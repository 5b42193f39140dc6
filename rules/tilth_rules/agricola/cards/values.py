"""Numbers and conditions of the data as functions of a seat and of the moment's facts, each made once."""

from collections.abc import Callable
from functools import cache

from tilth_rules.agricola.cards.counting import COOKED_ANIMALS, COUNTED, NO_FACTS
from tilth_rules.agricola.cards.facts import Facts
from tilth_rules.agricola.content.conditions import Condition, During, Housed, InPlay, Number
from tilth_rules.agricola.content.values import Count, Counter, Value
from tilth_rules.agricola.state import NEVER, State
from tilth_rules.agricola.words import FEEDING, GOOD_OF, NOBODY, Goods

Counted = Callable[[State, int, Facts], int]
Holds = Callable[[State, int, Facts], bool]


def number(of: Counter, cards: tuple[int, ...] = ()) -> Counted:
    """How many of something a seat has; what the moment is about is among its facts."""
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
    """A number, looked up if it has to be counted."""
    if not isinstance(wanted, Count):
        fixed = wanted
        return lambda state, seat, facts: fixed
    many = number(wanted.of, wanted.cards)
    worth = wanted.worth
    if wanted.at_table:
        return lambda state, seat, facts: worth(
            sum(many(state, other, facts) for other in range(len(state.seats)))
        )
    return lambda state, seat, facts: worth(many(state, seat, facts))


@cache
def amounts(wanted: tuple[tuple[int, Value], ...]) -> Callable[[State, int, Facts], Goods]:
    """Goods whose amounts may have to be counted; what comes to nothing falls out."""
    if all(isinstance(value, int) for _, value in wanted):
        fixed = tuple((good, value) for good, value in wanted if isinstance(value, int))
        return lambda state, seat, facts: fixed
    each = [(good, counted(value)) for good, value in wanted]

    def goods(state: State, seat: int, facts: Facts) -> Goods:
        found = [(good, many(state, seat, facts)) for good, many in each]
        return tuple((good, many) for good, many in found if many > 0)

    return goods


def _number(condition: Number) -> Holds:
    many = number(condition.of, condition.cards)
    least, most = condition.least, condition.most
    if condition.seat == "own":
        return lambda state, seat, facts: least <= many(state, seat, facts) <= most

    def holds(state: State, seat: int, facts: Facts) -> bool:
        others = [other for other in range(len(state.seats)) if other != seat] or [seat]
        return any(least <= many(state, other, facts) <= most for other in others)

    return holds


def _in_play(condition: InPlay) -> Holds:
    cards, none = condition.cards, condition.none
    if condition.seat == "own":
        return lambda state, seat, facts: any(state.owner[card] == seat for card in cards) != none
    return lambda state, seat, facts: any(state.owner[card] != NOBODY for card in cards) != none


def condition(wanted: Condition) -> Holds:
    """Whether it holds for a seat."""
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
    """Whether all of these hold; None if there are none, so that nobody has to ask."""
    tests = [condition(one) for one in wanted]
    if not tests:
        return None
    if len(tests) == 1:
        return tests[0]
    return lambda state, seat, facts: all(holds(state, seat, facts) for holds in tests)


@cache
def standing(wanted: tuple[Condition, ...]) -> Callable[[State, int], bool]:
    """Whether all of these hold at any time, for rules that know no moment."""
    holds = conditions(wanted)
    if holds is None:
        return lambda state, seat: True
    found = holds
    return lambda state, seat: found(state, seat, NO_FACTS)
