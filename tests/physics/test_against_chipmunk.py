"""The same flicks in Chipmunk, an engine by other authors, in very small steps.

It uses no formulas: dry friction is a joint with a limited force, and a hit is an overlap of discs.
"""

from functools import cache
from math import cos, hypot, radians, sin, sqrt

import pymunk
import pytest

from tests.physics.boards import BOARD, OWN, flicks, lying
from tilth_physics import came_to_rest
from tilth_rules.sonora.flick_question import Flick

STEP = 1 / 20_000
FEW = 4
"""The number of contacts that are compared. A small difference grows with each hit up to tenfold; after many hits,
Chipmunk's answers depend on its steps."""


def chipmunk(flick: Flick, seconds: float, step: float) -> dict[int, tuple[float, float]]:
    """Return the places where the discs come to rest, in millimetres."""
    space = pymunk.Space()
    space.iterations = 5
    space.collision_slop = 0.0
    space.collision_bias = 0.0
    bodies = {}
    for disc, x, y in lying(flick):
        body = bodies[disc] = pymunk.Body(1.0, 50.0)
        body.position = x, y
        shape = pymunk.Circle(body, BOARD.disc_radius / 100)
        shape.elasticity = sqrt(flick.physics.disc_restitution / 1000)
        shape.friction = 0.0
        ground = pymunk.PivotJoint(space.static_body, body, (0, 0), (0, 0))
        ground.max_bias = 0.0
        ground.max_force = flick.physics.deceleration / 100
        space.add(body, shape, ground)
    side = BOARD.half_side / 100
    for sx, sy in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        wall = pymunk.Segment(
            space.static_body,
            ((sx - 2 * sy) * side + 100 * sx, (sy - 2 * sx) * side + 100 * sy),
            ((sx + 2 * sy) * side + 100 * sx, (sy + 2 * sx) * side + 100 * sy),
            100.0,
        )
        wall.elasticity = flick.physics.edge_restitution / 1000 / sqrt(flick.physics.disc_restitution / 1000)
        wall.friction = 0.0
        space.add(wall)
    angle, speed = radians(flick.heading / 100), flick.speed / 100
    bodies[flick.disc].velocity = speed * cos(angle), speed * sin(angle)
    for _ in range(int(seconds / step)):
        space.step(step)
    return {number: (body.position.x, body.position.y) for number, body in bodies.items()}


@cache
def comparable() -> list[Flick]:
    """Return flicks in which no disc falls, leaves the board or meets a step: Chipmunk has neither hole nor steps."""
    found = []
    for flick in flicks(5, 400, discs=6):
        answer = came_to_rest(flick)
        hits = [contact.met for contact in answer.contacts]
        if (
            1 <= len(hits) <= FEW
            and not answer.in_hole
            and not answer.off_board
            and not answer.in_corner
            and all(what < 104 for what in hits)
            and any(what < OWN for what in hits)
        ):
            found.append(flick)
    return found


@pytest.mark.parametrize("number", range(12))
def test_both_come_to_rest_at_the_same_places(number: int) -> None:
    assert farthest(comparable()[number], STEP) < 0.5


def test_the_smaller_its_steps_the_nearer_it_comes() -> None:
    flick = comparable()[0]
    differences = [farthest(flick, step) for step in (1 / 1000, 1 / 5000, STEP)]
    assert differences == sorted(differences, reverse=True)
    assert differences[0] > 1.0, "steps of a millisecond are too coarse to be right"


def farthest(flick: Flick, step: float) -> float:
    """Return the largest difference of both in millimetres."""
    answer = came_to_rest(flick)
    theirs = chipmunk(flick, answer.frames[-1].at / 1000 + 0.05, step)
    ours = {disc.disc: (disc.x / 100, disc.y / 100) for disc in (*flick.resting, *answer.moved)}
    return max(hypot(x - theirs[disc][0], y - theirs[disc][1]) for disc, (x, y) in ours.items())
