"""The board of a question in millimetres and seconds, as the centre of a disc meets it."""

from functools import lru_cache
from math import sqrt

import msgspec

from tilth_rules.sonora.flick_question import Board, Physics

DIAGONAL = 0.5 * sqrt(2.0)


class Edge(msgspec.Struct, frozen=True, gc=False):
    """A straight rim or step, with its normal (nx, ny). The centres of discs stay where x * nx + y * ny <= reach."""

    nx: float
    ny: float
    """The y part of the normal, which points outwards and has the length 1."""
    reach: float


class Ground(msgspec.Struct, frozen=True):
    """The board as the centre of a disc meets it."""

    edges: tuple[Edge, ...]
    """The rims, clockwise from the north, then the steps by corner: the order in which the rules number them."""
    radius: float
    """The radius of a disc."""
    hole: float
    """The distance from the middle within which a disc's centre is if the disc is wholly inside the hole."""


class Wood(msgspec.Struct, frozen=True, gc=False):
    """The values of wood: friction, bounces, and the speeds at which discs leave the board or fall.

    `deceleration` is the loss of speed of a sliding disc in mm/s each second. The restitutions are the shares of the
    normal speed that are left after a disc has hit another disc or an edge. All discs weigh the same, so their mass
    cancels out.
    """

    deceleration: float
    disc_restitution: float
    edge_restitution: float
    escape: float
    """A disc that meets an edge at this normal speed or faster goes over it."""
    drop: float
    """A disc that is wholly over the hole and not faster than this falls in."""


@lru_cache(64)
def ground_of(board: Board) -> Ground:
    """Return the ground for a board of the rules, in millimetres (the board's lengths are in hundredths). Its edges
    lie a disc's radius inside of the rims and steps, as centres of discs meet them."""
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
    """Return the values of wood in mm and seconds, and restitutions as fractions, for the physics of the rules
    (hundredths, and thousandths for restitutions)."""
    return Wood(
        physics.deceleration / 100,
        physics.disc_restitution / 1000,
        physics.edge_restitution / 1000,
        physics.escape_speed / 100,
        physics.drop_speed / 100,
    )


def direction(heading: int) -> tuple[float, float]:
    """Return the unit vector of a heading in hundredths of a degree, counterclockwise from east.

    It uses the series of sine and cosine up to 45 degrees, because the C library's results differ in the last bit
    between machines.
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
