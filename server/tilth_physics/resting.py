"""Where discs are said to lie: whole hundredths of a millimetre, of which no two overlap.

Rounding alone could push discs that touch into each other by a hundredth, and the next flick would start from that.
So discs that would overlap are first drawn apart by what rounding can take; whoever finds no place even so (wedged
in) takes the nearest that is free. Whether discs overlap is reckoned in whole numbers.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from math import sqrt

from tilth_rules.sonora.flick import Board, wholly_on

Cell = tuple[int, int]

ROUNDS = 60
"""Of drawing apart."""
ALL_GIVE_WAY = 20
"""After so many rounds those that did not move give way as well."""
ROOM = 1.5
"""Hundredths of a millimetre: no less than rounding two places can bring them nearer."""


def settled(
    board: Board, lying: Mapping[int, Cell], moved: Mapping[int, tuple[float, float]]
) -> dict[int, Cell]:
    """The cells of the discs that moved, by number; `lying` are those that did not. Millimetres in, cells out."""
    cells = {disc: (round(100 * x), round(100 * y)) for disc, (x, y) in sorted(moved.items())}
    if _overlaps(board, cells, lying):
        _draw_apart(board, cells, lying)
    taken = dict(lying)
    for disc, wanted in cells.items():
        taken.pop(disc, None)
        cells[disc] = taken[disc] = _nearest(board, wanted, taken.values())
    return cells


def _overlaps(board: Board, cells: Mapping[int, Cell], lying: Mapping[int, Cell]) -> bool:
    apart = 4 * board.disc_radius * board.disc_radius
    met = list(lying.values())
    for x, y in cells.values():
        for ox, oy in met:
            if (ox - x) * (ox - x) + (oy - y) * (oy - y) < apart:
                return True
        met.append((x, y))
    return False


def _draw_apart(board: Board, cells: dict[int, Cell], lying: Mapping[int, Cell]) -> None:
    """Move the cells a little; discs of `lying` that have to give way become some of them."""
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
    x, y = one[0] - other[0], one[1] - other[1]
    return sqrt(x * x + y * y)


def _held(board: Board, x: float, y: float) -> tuple[float, float]:
    """The place, or the nearest within the rim."""
    side = board.half_side - board.disc_radius
    x, y = max(-side, min(side, x)), max(-side, min(side, y))
    over = abs(x) + abs(y) - wholly_on(board) + 1
    if over > 0:
        x -= 0.5 * over if x > 0 else -0.5 * over
        y -= 0.5 * over if y > 0 else -0.5 * over
    return x, y


def _nearest(board: Board, wanted: Cell, taken: Iterable[Cell]) -> Cell:
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
    """Steps up to so far in either direction, the shortest first; far ones in larger paces."""
    span = range(-far, far + 1, max(1, far // 16))
    return sorted(((dx, dy) for dx in span for dy in span), key=lambda step: step[0] ** 2 + step[1] ** 2)


def _is_on(board: Board, x: int, y: int) -> bool:
    """Wholly on the surface and not in the hole."""
    side = board.half_side - board.disc_radius
    hole = board.hole_radius - board.disc_radius
    return (
        -side <= x <= side
        and -side <= y <= side
        and abs(x) + abs(y) <= wholly_on(board)
        and x * x + y * y > hole * hole
    )
