"""Cards that extend an action for improvements.

An action has ended when its improvement lies there and has acted (PLAYED). Its facts hold whether it was for minor or
for major improvements, and the mark that one of these cards has put on it, so that none of them answers itself:

- the Traveling Salesman's second minor improvement is a part of the action before it;
- the Businessman's action is another one, on the same space and because of his card;
- the Merchant repeats a whole action, in which the other two can act again.
"""

from typing import Final

from tilth_rules.agricola.actions.goods import lose
from tilth_rules.agricola.actions.improvements import AGAIN, SECOND, Improve, may_improve, serves_for_majors
from tilth_rules.agricola.cards.moment_facts import Call, Facts
from tilth_rules.agricola.cards.moments import MAJOR_TOO, PLAYED
from tilth_rules.agricola.cards.registry import index, on, rule
from tilth_rules.agricola.codes import FOOD, NO_CARD, NO_SPACE
from tilth_rules.agricola.content.spaces import INDEX as SPACE
from tilth_rules.agricola.state import State
from tilth_rules.kernel import Table

BUSINESSMAN: Final = index("I228")
SCHOLAR: Final = index("K279")
START: Final = SPACE["B-START"]


def by_space(facts: Facts) -> bool:
    """Return whether the improvement action comes from a space, perhaps by way of the Businessman."""
    return facts.space != NO_SPACE and facts.via in (NO_CARD, BUSINESSMAN)


def same_place(facts: Facts, via: int) -> Facts:
    """Return the facts of a further action on the same space, because of this card."""
    return Facts(facts.seat, facts.space, via, person=facts.person)


# Traveling Salesman ------------------------------------------------------------------------------


@rule("K281", MAJOR_TOO)
def traveling_salesman(state: State, facts: Facts, mark: int) -> bool:
    """Traveling Salesman: return whether a space's action for a minor improvement serves for a major one. A second
    improvement of one action never does."""
    return by_space(facts) and not mark & SECOND


def may_play_second(state: State, call: Call) -> bool:
    """Traveling Salesman: return whether the action was for either kind, a minor one was played, and another one may be
    possible."""
    minor, major, mark = call.facts.more
    return (
        bool(minor and major and call.facts.count)
        and by_space(call.facts)
        and not mark & SECOND
        and may_improve(state, call.seat, minor=True, major=False)
    )


@on("K281", PLAYED, optional=True, wants=may_play_second)
def two_minors(table: Table, call: Call) -> None:
    """Traveling Salesman: the owner plays two minor improvements instead of one improvement of either kind."""
    facts = call.facts
    mark = facts.more[2] | SECOND
    table.then(Improve(same_place(facts, facts.via), minor=True, major=False, need=False, mark=mark))


# Businessman -------------------------------------------------------------------------------------


@on(
    "I228",
    PLAYED,
    optional=True,
    wants=lambda state, call: (
        call.facts.space == START
        and call.facts.via == NO_CARD
        and call.facts.count > 0
        and not call.facts.more[2] & SECOND
        and may_improve(state, call.seat, minor=True, major=True)
    ),
)
def businessman(table: Table, call: Call) -> None:
    """Businessman: on the starting player's space the owner plays an improvement of either kind after the minor one."""
    mark = call.facts.more[2]
    table.then(Improve(same_place(call.facts, call.card), minor=True, major=True, need=False, mark=mark))


ONE_FOOD: Final = ((FOOD, 1),)

# Merchant ----------------------------------------------------------------------------------------


def repeatable(state: State, call: Call) -> bool:
    """Merchant: return whether this is a whole improvement action that was not repeated yet and may have an effect
    again."""
    minor, major, mark = call.facts.more
    facts = same_place(call.facts, call.facts.via)
    return (
        not mark
        and call.facts.via in (NO_CARD, SCHOLAR)
        and may_improve(state, call.seat, bool(minor), bool(major) or serves_for_majors(state, facts))
    )


@on("E179", PLAYED, optional=True, price=ONE_FOOD, wants=repeatable)
def merchant(table: Table, call: Call) -> None:
    """Merchant: take a food from the owner, and let it play another improvement of the kinds that the action allowed;
    it may decline."""
    lose(table, call.seat, ONE_FOOD, card=call.card)
    minor, major, _ = call.facts.more
    facts = same_place(call.facts, call.facts.via)
    table.then(Improve(facts, bool(minor), bool(major), need=False, mark=AGAIN))
