"""Fields laid out by hand, and functions that ask the rules about them."""

import re
from collections.abc import Sequence
from typing import Final

from tilth_rules.earth.area.area import EMPTY, WIDTH, Area
from tilth_rules.earth.area.awards import is_reached, points
from tilth_rules.earth.area.measures import measure
from tilth_rules.earth.content.cards import CARDS, FACES
from tilth_rules.earth.content.faces import Filter, Measure, Objective

BY_NUMBER: Final = {f"{face.number}{face.side}": at for at, face in enumerate(FACES)}
CORNER: Final = 3
"""The row and the column of the frame in which these fields begin."""


def face(number: int | str) -> int:
    """Return a face by its printed number and side."""
    return BY_NUMBER[str(number)]


def place(row: int, column: int) -> int:
    """Return a place of such a field; row and column count from 0 at the top left."""
    return WIDTH * (CORNER + row) + CORNER + column


def field(*rows: str, island: str = "", climate: str = "", events: Sequence[int] = (), soil: int = 0) -> Area:
    """Return an area drawn with the cards' numbers.

    "13 9+3 - 4/5" is card 13, card 9 with three sprouts, no card, and card 4 with five growth.
    """
    area = Area(
        island=face(island) if island else EMPTY,
        climate=face(climate) if climate else EMPTY,
        events=[face(number) for number in events],
        soil=soil,
    )
    for row, cards in enumerate(rows):
        for column, card in enumerate(cards.split()):
            drawn = re.fullmatch(r"(\d+)(?:\+(\d+))?(?:/(\d+))?", card)
            if drawn is not None:
                at = place(row, column)
                area.spots[at] = face(drawn[1])
                area.sprouts[at] = int(drawn[2] or 0)
                area.growth[at] = int(drawn[3] or 0)
    return area


def number_of(counted: Measure, area: Area, at: int = EMPTY, others: Sequence[Area] = ()) -> int:
    return measure(counted, area, (area, *others), at)


def objective_of(number: int | str) -> Objective:
    """Return the objective of an ecosystem, an animal or a terrain."""
    at = face(number)
    return FACES[at].objective or CARDS.scored[at][0]


def worth(number: int | str, area: Area, at: int = EMPTY, others: Sequence[Area] = ()) -> int:
    """Return the points that a card gives for this area."""
    return points(objective_of(number), area, (area, *others), at)


def is_met(number: int | str, area: Area) -> bool:
    return is_reached(objective_of(number), area, (area,))


def wanted_by(number: int | str) -> Filter:
    """Return the filter in the measure of a card."""
    of = getattr(objective_of(number).measure, "of", None)
    assert isinstance(of, Filter)
    return of
