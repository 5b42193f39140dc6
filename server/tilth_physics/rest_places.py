"""The places of discs at rest in whole hundredths of a millimetre, without overlaps.

Rounding alone could push touching discs into each other by a hundredth, and the next flick would start from that. So
discs that would overlap are first moved apart by the error of rounding. A disc that still finds no place because it is
wedged in takes the nearest free one. Overlaps are computed in whole numbers.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from math import sqrt

from tilth_rules.sonora.flick_question import Board, wholly_on

Cell = tuple[int, int]

ROUNDS = 60
"""The number of rounds in which discs are moved apart."""
ALL_GIVE_WAY = 20
"""After this number of rounds, discs that did not move in the slide give way as well."""
ROOM = 1.5
"""The distance added between discs, in hundredths of a millimetre: at least as much as rounding two places can take
away."""


def final_cells(
    board: Board, lying: Mapping[int, Cell], moved: Mapping[int, tuple[float, float]]
) -> dict[int, Cell]:
    """Return by number the places at rest, in whole hundredths of a mm, of the discs of `moved` (places in mm) and of
    those discs of `lying` (places in hundredths) that had to give way. No disc returned overlaps another, an edge or
    the hole."""
    cells = {disc: (round(100 * x), round(100 * y)) for disc, (x, y) in sorted(moved.items())}
    if _overlaps(board, cells, lying):
        _draw_apart(board, cells, lying)
    taken = dict(lying)
    for disc, wanted in cells.items():
        taken.pop(disc, None)
        cells[disc] = taken[disc] = _nearest(board, wanted, taken.values())
    return cells


def _overlaps(board: Board, cells: Mapping[int, Cell], lying: Mapping[int, Cell]) -> bool:
    """Return whether a disc of `cells` overlaps another one of `cells` or one of `lying`; discs that only touch do
    not."""
    apart = 4 * board.disc_radius * board.disc_radius
    met = list(lying.values())
    for x, y in cells.values():
        for ox, oy in met:
            if (ox - x) * (ox - x) + (oy - y) * (oy - y) < apart:
                return True
        met.append((x, y))
    return False


def _draw_apart(board: Board, cells: dict[int, Cell], lying: Mapping[int, Cell]) -> None:
    """Move discs of `cells` away from all discs that they overlap, in at most ROUNDS rounds, and write their new
    places into `cells`. After ALL_GIVE_WAY rounds discs of `lying` give way, too; those that do are added to
    `cells`."""
    apart = 2 * board.disc_radius + ROOM
    places = {disc: (float(x), float(y)) for disc, (x, y) in {**lying, **cells}.items()}
    free = set(cells)
    for turn in range(ROUNDS):
        if turn == ALL_GIVE_WAY:
            free |= set(places)
        close = [
            (one, other)
            for one in sorted(free)
            for other in places
            if (other not in free or other > one) and _distance(places[one], places[other]) < apart
        ]
        if not close:
            break
        for one, other in close:
            (x, y), (ox, oy) = places[one], places[other]
            distance = _distance((x, y), (ox, oy))
            share = (apart + 0.01 - distance) / distance / (2 if other in free else 1)
            places[one] = x + share * (x - ox), y + share * (y - oy)
            if other in free:
                places[other] = ox + share * (ox - x), oy + share * (oy - y)
        for disc in free:
            places[disc] = _held(board, *places[disc])
    for disc in sorted(free):
        cell = round(places[disc][0]), round(places[disc][1])
        if cell != lying.get(disc):
            cells[disc] = cell


def _distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    """Return the straight distance between two places."""
    x, y = one[0] - other[0], one[1] - other[1]
    return sqrt(x * x + y * y)


def _held(board: Board, x: float, y: float) -> tuple[float, float]:
    """Return the place (x, y) in hundredths of a mm, moved inwards if a disc there would lie over a rim or a step."""
    side = board.half_side - board.disc_radius
    x, y = max(-side, min(side, x)), max(-side, min(side, y))
    over = abs(x) + abs(y) - wholly_on(board) + 1
    if over > 0:
        x -= 0.5 * over if x > 0 else -0.5 * over
        y -= 0.5 * over if y > 0 else -0.5 * over
    return x, y


def _nearest(board: Board, wanted: Cell, taken: Iterable[Cell]) -> Cell:
    """Return the place nearest to `wanted` where a disc lies wholly on the surface, is not in the hole and overlaps
    none of the `taken` places; far from `wanted` only some places are tried. All are in hundredths of a mm."""
    x, y = wanted
    apart = 4 * board.disc_radius * board.disc_radius
    others = [(ox - x, oy - y) for ox, oy in taken]
    far = 1
    while True:
        for dx, dy in _around(far):
            if _is_on(board, x + dx, y + dy) and all(
                (ox - dx) * (ox - dx) + (oy - dy) * (oy - dy) >= apart for ox, oy in others
            ):
                return x + dx, y + dy
        far *= 4


@cache
def _around(far: int) -> list[Cell]:
    """Return the steps (dx, dy) with dx and dy from -`far` to `far`, the shortest first; both go in paces of `far` //
    16, at least 1."""
    span = range(-far, far + 1, max(1, far // 16))
    return sorted(((dx, dy) for dx in span for dy in span), key=lambda step: step[0] ** 2 + step[1] ** 2)


def _is_on(board: Board, x: int, y: int) -> bool:
    """Return whether a disc at this cell lies wholly on the surface and not in the hole."""
    side = board.half_side - board.disc_radius
    hole = board.hole_radius - board.disc_radius
    return (
        -side <= x <= side
        and -side <= y <= side
        and abs(x) + abs(y) <= wholly_on(board)
        and x * x + y * y > hole * hole
    )
