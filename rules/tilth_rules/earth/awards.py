"""What an objective is worth."""

from collections.abc import Sequence

from tilth_rules.earth.area import EMPTY, Area
from tilth_rules.earth.content.cards import CARDS
from tilth_rules.earth.content.compiled import Cards
from tilth_rules.earth.content.faces import Award, Each, Goal, Objective, Table
from tilth_rules.earth.measures import measure


def points(
    objective: Objective, area: Area, areas: Sequence[Area], place: int = EMPTY, cards: Cards = CARDS
) -> int:
    """The points of a terrain (on its place) or of an ecosystem. A goal is worth what its leaf covers: not this."""
    return worth(objective.award, measure(objective.measure, area, areas, place, cards))


def reached(objective: Objective, area: Area, areas: Sequence[Area], cards: Cards = CARDS) -> bool:
    """Whether the goal of a fauna card is met now."""
    award = objective.award
    return isinstance(award, Goal) and measure(objective.measure, area, areas, EMPTY, cards) >= award.least


def worth(award: Award, number: int) -> int:
    match award:
        case Each():
            earned = number // award.every * award.vp
            return earned if award.most is None else min(earned, award.most)
        case Table():
            return award.vp[min(number, len(award.vp) - 1)]
        case Goal():
            return 0


def terrain_points(area: Area, areas: Sequence[Area], cards: Cards = CARDS) -> int:
    """What the cards of the field earn at the end besides their own points."""
    return sum(
        points(objective, area, areas, place, cards)
        for place, face in enumerate(area.spots)
        for objective in cards.scored[face]
    )
