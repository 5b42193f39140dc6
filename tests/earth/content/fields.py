"""Fields laid out by hand, and questions about them."""

import re
from collections.abc import Sequence
from typing import Final

from tilth_rules.earth.area import EMPTY, WIDTH, Area
from tilth_rules.earth.awards import points, reached
from tilth_rules.earth.content.cards import CARDS, FACES
from tilth_rules.earth.content.faces import Filter, Measure, Objective
from tilth_rules.earth.measures import measure

BY_NUMBER: Final = {f"{face.number}{face.side}": at for at, face in enumerate(FACES)}
CORNER: Final = 3
"""The row and the column of the frame where a field begins that is laid out here."""


def face(number: int | str) -> int:
    """A face by the number and side that are printed on it."""
    return BY_NUMBER[str(number)]


def place(row: int, column: int) -> int:
    """A place of such a field, from 0 at the top left."""
    return WIDTH * (CORNER + row) + CORNER + column


def field(*rows: str, island: str = "", climate: str = "", events: Sequence[int] = (), soil: int = 0) -> Area:
    """An area drawn with the cards' numbers: "13 9+3 - 4/5" is card 13, card 9 with three sprouts, no card, and card 4
    with five growth."""
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
    """What an ecosystem or an animal wants, or what a terrain scores."""
    at = face(number)
    return FACES[at].objective or CARDS.scored[at][0]


def worth(number: int | str, area: Area, at: int = EMPTY, others: Sequence[Area] = ()) -> int:
    """The points that a card gives for this area."""
    return points(objective_of(number), area, (area, *others), at)


def is_met(number: int | str, area: Area) -> bool:
    return reached(objective_of(number), area, (area,))


def wanted_by(number: int | str) -> Filter:
    """The filter in what a card counts."""
    of = getattr(objective_of(number).measure, "of", None)
    assert isinstance(of, Filter)
    return of
