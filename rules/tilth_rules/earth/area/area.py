"""A seat's own cards and goods, and the geometry of the field.

The field floats: its first card lies in the middle of a frame of 7 by 7 places, numbered row by row. No card
can lie outside the frame, because the field never grows wider or higher than four. The first place stays
taken forever: a card can be replaced, but none is removed.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec

from tilth_rules.common.clone import Cloned

WIDTH: Final = 7
PLACES: Final = WIDTH * WIDTH
MIDDLE: Final = PLACES // 2
SIDE: Final = 4
FULL: Final = SIDE * SIDE
"""The number of cards in a full field."""
EMPTY: Final = -1


def _near(place: int, steps: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """Return the places that these steps (rows down, columns right) lead to from a place, without those outside of the
    frame."""
    row, column = divmod(place, WIDTH)
    return tuple(
        WIDTH * (row + down) + column + right
        for down, right in steps
        if 0 <= row + down < WIDTH and 0 <= column + right < WIDTH
    )


ROWS: Final = tuple(tuple(range(WIDTH * row, WIDTH * row + WIDTH)) for row in range(WIDTH))
COLUMNS: Final = tuple(tuple(range(column, PLACES, WIDTH)) for column in range(WIDTH))
DIAGONALS: Final = tuple(
    tuple(WIDTH * (row + n) + column + right * n for n in range(SIDE))
    for row in range(WIDTH - SIDE + 1)
    for column in range(WIDTH)
    for right in (1, -1)
    if 0 <= column + right * (SIDE - 1) < WIDTH
)
"""Every diagonal four places long. In a field of 4 by 4 only two of them can be full."""
BESIDE: Final = tuple(_near(place, ((-1, 0), (0, -1), (0, 1), (1, 0))) for place in range(PLACES))
"""The places that share a side with a place, by place. Here and in the two tables below they come in reading
order."""
CORNERS: Final = tuple(_near(place, ((-1, -1), (-1, 1), (1, -1), (1, 1))) for place in range(PLACES))
"""The places that share only a corner with a place, by place."""
AROUND: Final = tuple(tuple(sorted(BESIDE[place] + CORNERS[place])) for place in range(PLACES))


class Area(Cloned):
    """The cards and goods before a seat. Faces are indices into `content.cards.FACES`."""

    island: int = EMPTY
    climate: int = EMPTY
    spots: list[int] = msgspec.field(default_factory=lambda: [EMPTY] * PLACES)
    """The face on each place of the frame, or EMPTY."""
    sprouts: list[int] = msgspec.field(default_factory=lambda: [0] * PLACES)
    growth: list[int] = msgspec.field(default_factory=lambda: [0] * PLACES)
    """The growth on each place. A canopy stands where it has reached the face's limit."""
    events: list[int] = msgspec.field(default_factory=list)
    soil: int = 0
    compost: list[int] = msgspec.field(default_factory=list)
    """The faces in the compost, the bottom one first."""
    hand: list[int] = msgspec.field(default_factory=list)

    def places(self) -> list[int]:
        """Return the places with a card in reading order: rows from the top, each from the left."""
        return [place for place, face in enumerate(self.spots) if face >= 0]

    def cards(self) -> int:
        """Return the number of cards in the field, without island and climate."""
        return PLACES - self.spots.count(EMPTY)

    def bounds(self) -> tuple[int, int, int, int]:
        """Return the first and last row and the first and last column of the field with a card; the middle for an empty
        field."""
        return bounds_of(self.places())

    def free(self) -> list[int]:
        """Return the places where a card may be planted."""
        return list(free_places(tuple(self.places())))


def bounds_of(places: Sequence[int]) -> tuple[int, int, int, int]:
    """Return the first and last row and the first and last column of these places, which are in reading order; those of
    the middle if there are none."""
    places = places or (MIDDLE,)
    columns = [place % WIDTH for place in places]
    return places[0] // WIDTH, places[-1] // WIDTH, min(columns), max(columns)


@lru_cache(4096)
def free_places(taken: tuple[int, ...]) -> tuple[int, ...]:
    """Return the places where a card may be planted in a field with cards on the places `taken`: beside a card, by a
    side or a corner, within 4 by 4.

    The first card goes to the middle. Every view asks this for every seat, so the answers are kept.
    """
    if not taken:
        return (MIDDLE,)
    top, bottom, left, right = bounds_of(taken)
    rows = range(bottom - SIDE + 1, top + SIDE)
    columns = range(right - SIDE + 1, left + SIDE)
    near = {near for place in taken for near in AROUND[place]} - {*taken}
    return tuple(sorted(place for place in near if place // WIDTH in rows and place % WIDTH in columns))
