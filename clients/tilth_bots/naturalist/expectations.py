"""Average counts at the end of a match for objectives that the field was not planted for."""

from collections.abc import Mapping
from typing import Final

from tilth_bots.naturalist.cards import JsonObject, Objective

COUNTS: Final[Mapping[str, float]] = {
    "richest": 7.0,
    "gaps": 2.0,
    "chain": 2.4,
    "lines": 1.7,
    "sets": 1.3,
}
POOLS: Final[Mapping[str, float]] = {
    "soil": 10.0,
    "hand": 8.0,
    "compost": 15.0,
    "sprouts": 30.0,
    "growth": 12.0,
    "events": 1.0,
}
FILTERS: Final[Mapping[str, float]] = {
    "habitats_least": 9.0,
    "habitats_most": 6.5,
    "canopy_vp_most": 9.0,
    "canopy_vp_least": 3.0,
    "cost_most": 9.0,
    "cost_least": 4.8,
    "vp_most": 8.0,
    "vp_least": 4.5,
    "parity": 6.5,
    "habitat": 6.0,
    "pieces": 7.0,
    "sprouts_least": 5.3,
    "growth_least": 2.5,
    "growth_limit_most": 5.5,
    "growth_limit_least": 3.2,
    "sprout_spaces_most": 5.0,
    "sprout_spaces": 2.8,
    "abilities_least": 3.7,
    "arrows": 2.6,
    "multicolour": 1.5,
    "named": 3.0,
    "colour": 4.0,
}
"""Average number of cards that meet a filter, by the filter's condition. For several conditions, the smallest number
holds."""
OF_A_TYPE: Final = 4.0
AMONG_EVENTS: Final = 1.0


def hoped(objective: Objective) -> float:
    """Return the count that an objective is expected to reach by the end of an average match, by the kind of its
    measure."""
    measure = objective.measure
    if measure["count"] == "pool":
        return POOLS[measure["of"]]
    if measure["count"] == "cards":
        return AMONG_EVENTS if measure["in"] == "events" else of_filter(measure["of"])
    return COUNTS[measure["count"]]


def of_filter(conditions: JsonObject) -> float:
    """Return the expected number of cards that meet these conditions: the smallest number in FILTERS for one of them,
    or OF_A_TYPE if there is none."""
    return min((often for what, often in FILTERS.items() if what in conditions), default=OF_A_TYPE)


def likely(objective: Objective) -> float:
    """Return the estimated probability that a goal is reached: the square of the expected share of its count, at most
    1."""
    part: float = hoped(objective) / objective.award["least"]
    return min(1.0, part) ** 2
