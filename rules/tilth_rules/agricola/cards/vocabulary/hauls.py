"""Hauls in clauses: the goods that a person carries off from a space."""

from collections.abc import Callable

from tilth_rules.agricola.cards.moment_facts import Facts
from tilth_rules.agricola.content.clauses import Haul


def matches(haul: Haul) -> Callable[[Facts], bool]:
    """Return the test of whether the goods that were carried off (in a moment's facts) are such as the clause means."""
    lying = haul.lying
    yields, takes, along, without = (
        frozenset(haul.yields),
        frozenset(haul.takes),
        frozenset(haul.along),
        frozenset(haul.without),
    )

    def found(facts: Facts) -> bool:
        there = {good for good, _ in facts.lying}
        carried = {good for good, _ in facts.goods}
        if lying is not None and lying not in there:
            return False
        if takes and not takes & (carried | {good for good, _ in facts.left}):
            return False
        return (
            yields <= carried and not (along and not along & carried) and not (without and without & carried)
        )

    return found
