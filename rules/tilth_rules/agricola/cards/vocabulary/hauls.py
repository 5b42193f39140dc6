"""What is carried off from a space, as clauses speak of it."""

from collections.abc import Callable

from tilth_rules.agricola.cards.facts import Facts
from tilth_rules.agricola.content.clauses import Haul


def matches(haul: Haul) -> Callable[[Facts], bool]:
    """Whether the haul of the facts is one that a clause means."""
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
