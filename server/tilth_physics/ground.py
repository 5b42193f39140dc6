"""Where discs slide, in millimetres and seconds: the board of a question, as the centre of a disc meets it."""

from functools import lru_cache
from math import sqrt

import msgspec

from tilth_rules.sonora.flick import Board, Physics

DIAGONAL = 0.5 * sqrt(2.0)


class Edge(msgspec.Struct, frozen=True, gc=False):
    """A straight rim or step. Centres of discs stay where x * nx + y * ny <= reach."""

    nx: float
    ny: float
    """Points outwards, of length 1."""
    reach: float


class Ground(msgspec.Struct, frozen=True):
    edges: tuple[Edge, ...]
    """The rims, clockwise from the north, then the steps by corner: as the rules number what a disc can touch."""
    radius: float
    """Of a disc."""
    hole: float
    """A disc whose centre is so near to the middle is wholly inside the hole."""


class Wood(msgspec.Struct, frozen=True, gc=False):
    """How discs slide and bounce. They all weigh the same, so their mass cancels everywhere."""

    deceleration: float
    disc_restitution: float
    edge_restitution: float
    escape: float
    """Who meets an edge at this speed or faster, square to it, goes over."""
    drop: float
    """Who is wholly over the hole and not faster than this falls in."""


@lru_cache(64)
def ground_of(board: Board) -> Ground:
    radius = board.disc_radius / 100
    side = board.half_side / 100 - radius
    cut = board.corner_cut / 100 * DIAGONAL - radius
    rims = ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))
    steps = ((-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0))
    return Ground(
        (
            *(Edge(nx, ny, side) for nx, ny in rims),
            *(Edge(nx * DIAGONAL, ny * DIAGONAL, cut) for nx, ny in steps),
        ),
        radius,
        board.hole_radius / 100 - radius,
    )


@lru_cache(64)
def wood_of(physics: Physics) -> Wood:
    return Wood(
        physics.deceleration / 100,
        physics.disc_restitution / 1000,
        physics.edge_restitution / 1000,
        physics.escape_speed / 100,
        physics.drop_speed / 100,
    )


def direction(heading: int) -> tuple[float, float]:
    """The unit vector of a heading in hundredths of a degree, counterclockwise from east.

    By the series of sine and cosine up to 45 degrees: the C library's differ in the last bit between machines.
    """
    quarter, rest = divmod(heading, 9000)
    mirrored = rest > 4500
    angle = (9000 - rest if mirrored else rest) * (3.141592653589793 / 18000)
    square = angle * angle
    sine = term = angle
    cosine = other = 1.0
    for k in range(1, 10):
        other *= -square / ((2 * k - 1) * (2 * k))
        term *= -square / ((2 * k) * (2 * k + 1))
        cosine += other
        sine += term
    x, y = (sine, cosine) if mirrored else (cosine, sine)
    for _ in range(quarter % 4):
        x, y = -y, x
    return x, y
