"""The shapes of the Fields.

Every tile is named by its place in a grid four wide, for any number of players: 4 * row + column, from the top left. So
place 5 is always the second tile of the second row.
"""

from typing import Final

WIDTH: Final = 4
CELLS: Final = 12
"""The number of places in the largest Fields. Lists by tile have this length in every match."""

FIELDS: Final[dict[int, tuple[int, ...]]] = {
    1: (0, 1, 4, 5, 8, 9),
    2: (1, 2, 4, 5, 6, 8, 9),
    3: (0, 1, 2, 4, 5, 6, 8, 9, 10),
    4: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
}
"""The places with a tile, by number of seats: 3 x 2, 3 x 3 without two opposite corners, 3 x 3, 3 x 4."""


def _orthogonal(places: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return, for each cell of the grid, the orthogonally adjacent ones among these places."""
    found: list[tuple[int, ...]] = []
    for place in range(CELLS):
        column = place % WIDTH
        beside = [place - WIDTH, place + WIDTH]
        if column > 0:
            beside.append(place - 1)
        if column < WIDTH - 1:
            beside.append(place + 1)
        found.append(tuple(sorted(other for other in beside if place in places and other in places)))
    return tuple(found)


NEIGHBOURS: Final[dict[int, tuple[tuple[int, ...], ...]]] = {
    seats: _orthogonal(places) for seats, places in FIELDS.items()
}
"""By number of seats, then by place: the orthogonally adjacent places."""
