"""The points that objectives are worth."""

from collections.abc import Sequence

from tilth_rules.earth.area.area import EMPTY, Area
from tilth_rules.earth.area.measures import measure
from tilth_rules.earth.content.cards import CARDS
from tilth_rules.earth.content.compiled.faces import Cards
from tilth_rules.earth.content.faces import Award, Each, Goal, Objective, Table


def points(
    objective: Objective, area: Area, areas: Sequence[Area], place: int = EMPTY, cards: Cards = CARDS
) -> int:
    """Return the points of a terrain's or an ecosystem's objective. `place` is the terrain's. A goal is worth its leaf,
    which is not counted here."""
    return award_points(objective.award, measure(objective.measure, area, areas, place, cards))


def is_reached(objective: Objective, area: Area, areas: Sequence[Area], cards: Cards = CARDS) -> bool:
    """Return whether the seat's area reaches the count that a fauna card's goal asks for."""
    award = objective.award
    return isinstance(award, Goal) and measure(objective.measure, area, areas, EMPTY, cards) >= award.least


def award_points(award: Award, number: int) -> int:
    """Return the points that an award gives for a number counted. A fauna goal gives none here: its leaf does."""
    match award:
        case Each():
            earned = number // award.every * award.vp
            return earned if award.most is None else min(earned, award.most)
        case Table():
            return award.vp[min(number, len(award.vp) - 1)]
        case Goal():
            return 0


def terrain_points(area: Area, areas: Sequence[Area], cards: Cards = CARDS) -> int:
    """Return the points that objectives printed on the field's cards (terrains) give at the end, besides the cards' own
    points."""
    return sum(
        points(objective, area, areas, place, cards)
        for place, face in enumerate(area.spots)
        for objective in cards.scored[face]
    )
