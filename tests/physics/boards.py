"""Boards with discs on them, and flicks across them, made at random."""

from math import cos, hypot, radians, sin
from random import Random

from tilth_physics.ground import ground_of, wood_of
from tilth_physics.slide import Slide
from tilth_rules.sonora.flick_question import (
    Board,
    Flick,
    Physics,
    Resting,
    heading_of,
    start_place,
    wholly_on,
)

BOARD = Board(half_side=13000, corner_cut=20500, disc_radius=1000, hole_radius=1500)
WOOD = Physics(
    deceleration=90_000,
    disc_restitution=850,
    edge_restitution=550,
    escape_speed=140_000,
    drop_speed=35_000,
)
DIAMETER = 2 * BOARD.disc_radius
OWN = 19
"""The disc that is flicked."""


def places(random: Random, discs: int, board: Board = BOARD) -> tuple[Resting, ...]:
    """Return this many discs at random places."""
    side = board.half_side - board.disc_radius
    hole = board.hole_radius - board.disc_radius
    found: list[Resting] = []
    while len(found) < discs:
        x, y = random.randint(-side, side), random.randint(-side, side)
        if (
            abs(x) + abs(y) <= wholly_on(board)
            and x * x + y * y > hole * hole
            and all((x - other.x) ** 2 + (y - other.y) ** 2 >= DIAMETER**2 for other in found)
        ):
            found.append(Resting(len(found), x, y))
    return tuple(found)


def heap(random: Random, discs: int) -> tuple[Resting, ...]:
    """Return discs that touch each other in rows, as near as whole hundredths allow."""
    x, y = random.randint(-4000, 0), random.randint(-4000, 0)
    found = [
        Resting(number, x + DIAMETER * (number % 4) + (number // 4 % 2) * 1000, y + 1733 * (number // 4))
        for number in range(discs)
    ]
    return tuple(disc for disc in found if disc.x**2 + disc.y**2 > 500**2)


def flick(random: Random, discs: int = 19, heaped: bool = False) -> Flick:
    """Return a legal flick from a random place in some corner, weak or strong."""
    corner = random.randrange(4)
    x, y = start_place(BOARD, corner, random.randint(0, 1000), random.randint(0, 1000))
    return Flick(
        seat=0,
        disc=OWN,
        corner=corner,
        x=x,
        y=y,
        heading=heading_of(corner, random.randint(-4500, 4500)),
        speed=random.randint(30_000, 200_000),
        resting=heap(random, discs) if heaped else places(random, discs),
        board=BOARD,
        physics=WOOD,
    )


def flicks(seed: int, count: int, discs: int = 19, heaped: bool = False) -> list[Flick]:
    random = Random(seed)
    return [flick(random, discs, heaped) for _ in range(count)]


def lying(flick: Flick) -> list[tuple[int, float, float]]:
    """Return the discs before the flick, by number, with their places in millimetres; the flicked one is last."""
    rest = [(disc.disc, disc.x / 100, disc.y / 100) for disc in flick.resting]
    return [*rest, (flick.disc, flick.x / 100, flick.y / 100)]


def sliding(flick: Flick) -> Slide:
    """Return the slide of a flick, about to begin."""
    places = [(x, y) for _, x, y in lying(flick)]
    slide = Slide(ground_of(flick.board), wood_of(flick.physics), places)
    angle, speed = radians(flick.heading / 100), flick.speed / 100
    slide.flick(len(flick.resting), (speed * cos(angle), speed * sin(angle)), 4 + flick.corner)
    return slide


def pushed(places: list[tuple[float, float]], velocity: tuple[float, float], wood: Physics = WOOD) -> Slide:
    """Return a slide in which disc 0 is pushed like this, on a board so large that no edge is met."""
    table = Board(half_side=1_000_000, corner_cut=3_000_000, disc_radius=1000, hole_radius=1000)
    slide = Slide(ground_of(table), wood_of(wood), places)
    slide.flick(0, velocity)
    return slide


def apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def energy(slide: Slide) -> float:
    """Return the energy of all moving discs, for discs of mass 2."""
    return sum(vx * vx + vy * vy for vx, vy in (m.velocity(slide.time) for m in slide.moving.values()))
