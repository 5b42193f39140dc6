"""The physics of textbooks, and the words of the rules' question."""

from math import atan2, cos, degrees, hypot, radians, sin, sqrt

import msgspec
import pytest

from tests.physics.boards import BOARD, OWN, WOOD, apart, pushed
from tilth_physics import came_to_rest
from tilth_physics.ground import direction
from tilth_rules.sonora.flick_question import (
    HOLE,
    RIMS,
    STEPS,
    CameToRest,
    Contact,
    Flick,
    Resting,
    check,
    heading_of,
)

GRAVITY = 9810.0


@pytest.mark.parametrize("speed", [50.0, 300.0, 700.0, 1800.0])
@pytest.mark.parametrize("friction", [0.05, 0.09, 0.3])
def test_a_disc_alone_stops_after_its_speed_squared_over_twice_the_friction(
    speed: float, friction: float
) -> None:
    wood = msgspec.structs.replace(WOOD, deceleration=round(100 * friction * GRAVITY))
    slide = pushed([(0.0, 50.0)], (speed * 0.6, speed * 0.8), wood)
    slide.run()
    (place,) = slide.places
    assert place is not None
    expected = speed * speed / (2 * friction * GRAVITY)
    assert apart(place, (0.0, 50.0)) == pytest.approx(expected, rel=0.01)
    assert slide.time == pytest.approx(speed / (friction * GRAVITY), rel=0.01)


@pytest.mark.parametrize("e", [0.0, 0.5, 0.85, 1.0])
@pytest.mark.parametrize("speed", [100.0, 1500.0])
def test_a_head_on_hit_of_equal_discs_hands_over_its_share(e: float, speed: float) -> None:
    wood = msgspec.structs.replace(WOOD, disc_restitution=round(1000 * e))
    slide = pushed([(0.0, 0.0), (21.0, 0.0)], (speed, 0.0), wood)
    slide.advance()
    arrived = sqrt(speed * speed - 2 * 900.0 * 1.0)
    assert slide.moving[1].velocity(slide.time)[0] == pytest.approx((1 + e) / 2 * arrived, rel=0.01)
    left = slide.moving[0].velocity(slide.time)[0] if 0 in slide.moving else 0.0
    assert left == pytest.approx((1 - e) / 2 * arrived, rel=0.01, abs=1e-6)


@pytest.mark.parametrize("offset", [0.0, 5.0, 10.0, 14.0, 18.0, 19.9])
@pytest.mark.parametrize("speed", [400.0, 1800.0])
def test_a_glancing_hit_sends_both_off_at_the_angles_of_the_textbook(offset: float, speed: float) -> None:
    """The one that lay leaves along the line of centres; the other keeps what is square to it, and (1 - e) / 2."""
    slide = pushed([(-60.0, 0.0), (0.0, offset)], (speed, 0.0))
    slide.advance()
    normal = atan2(offset, sqrt(400.0 - offset * offset))
    vx, vy = slide.moving[1].velocity(slide.time)
    assert degrees(atan2(vy, vx)) == pytest.approx(degrees(normal), abs=1.0)
    along, across = cos(normal) * (1 - 0.85) / 2, -sin(normal)
    expected = atan2(along * sin(normal) + across * cos(normal), along * cos(normal) - across * sin(normal))
    wx, wy = slide.moving[0].velocity(slide.time)
    assert degrees(atan2(wy, wx)) == pytest.approx(degrees(expected), abs=1.0)


def test_two_moving_discs_share_their_speeds_as_momentum_demands() -> None:
    slide = pushed([(0.0, 0.0), (100.0, 3.0)], (1000.0, 0.0))
    slide._push(1, (100.0, 3.0), (-700.0, 90.0))
    slide._foresee([0, 1])
    before = [motion.speed for motion in slide.moving.values()]
    slide.advance()
    first, second = (slide.moving[disc] for disc in (0, 1))
    spent = 900.0 * slide.time
    (ax, ay), (bx, by) = first.velocity(slide.time), second.velocity(slide.time)
    one = hypot(700.0, 90.0)
    px = (before[0] - spent) - 700.0 * (one - spent) / one
    assert ax + bx == pytest.approx(px, rel=1e-9)
    assert ay + by == pytest.approx(90.0 * (one - spent) / one, rel=1e-9)
    assert apart(first.place(slide.time), second.place(slide.time)) == pytest.approx(20.0, abs=1e-5)


def test_a_heading_points_in_its_direction_of_the_compass() -> None:
    for heading in range(0, 36000, 7):
        x, y = direction(heading)
        angle = radians(heading / 100)
        assert (x, y) == pytest.approx((cos(angle), sin(angle)), abs=1e-14)
    assert direction(0) == (1.0, 0.0)
    assert direction(9000) == (0.0, 1.0)
    assert direction(18000) == (-1.0, 0.0)
    assert direction(27000) == (0.0, -1.0)


def south_west(speed: int, *resting: Resting, heading: int = 4500, back: int = 0) -> CameToRest:
    """Return the answer to a flick from the river's corner towards the middle, or with another heading."""
    at = -10_960 - back
    asked = Flick(0, OWN, 3, at, at, heading, speed, resting, BOARD, WOOD)
    answer = came_to_rest(asked)
    check(asked, answer)
    return answer


def test_a_slow_disc_wholly_over_the_hole_falls_in() -> None:
    answer = south_west(52_000)
    assert answer.in_hole == (OWN,)
    assert [contact.met for contact in answer.contacts] == [HOLE]
    assert answer.moved == ()


def test_a_fast_disc_slides_across_the_hole() -> None:
    answer = south_west(66_000)
    assert answer.in_hole == ()
    ((disc, x, y),) = [(moved.disc, moved.x, moved.y) for moved in answer.moved]
    assert disc == OWN
    assert x == y > 0


def test_a_disc_that_loses_all_its_speed_over_the_hole_falls_in() -> None:
    """The disc came too fast to fall, and a disc beyond the middle stopped it there."""
    rubber = msgspec.structs.replace(WOOD, disc_restitution=1000)
    asked = Flick(0, OWN, 3, -10_960, -10_960, 4500, 100_000, (Resting(0, 1414, 1414),), BOARD, rubber)
    answer = came_to_rest(asked)
    check(asked, answer)
    assert answer.in_hole == (OWN,)
    assert [moved.disc for moved in answer.moved] == [0]
    assert [contact.met for contact in answer.contacts][:2] == [0, HOLE]


def test_a_disc_that_hangs_over_the_hole_stays_on_the_board() -> None:
    """13 mm from the middle its centre is over the hole, but it is not wholly inside."""
    at = 10_960 * 2**0.5 / 100
    answer = south_west(round(100 * sqrt(2 * 900 * (at - 13))))
    assert answer.in_hole == ()
    assert hypot(answer.moved[0].x, answer.moved[0].y) == pytest.approx(1300, abs=3)


def test_a_disc_that_meets_the_rim_slowly_comes_back() -> None:
    answer = south_west(90_000, heading=500)
    assert answer.off_board == ()
    assert RIMS + 1 in [contact.met for contact in answer.contacts]
    assert answer.touched_far_edge
    assert answer.moved[0].x < 12_000


def test_a_disc_that_meets_the_rim_at_speed_leaves_the_board() -> None:
    answer = south_west(180_000, heading=4500)
    assert answer.off_board == (OWN,)
    assert [contact.met for contact in answer.contacts] == [STEPS + 1]


def test_a_bounce_off_the_rim_gives_back_its_share() -> None:
    slide = pushed([(9980.0, 0.0)], (500.0, 300.0))
    slide.advance()
    vx, vy = slide.moving[0].velocity(slide.time)
    assert slide.time > 0
    left = hypot(500.0, 300.0) - 900.0 * slide.time
    assert vx == pytest.approx(-0.55 * left * 500.0 / hypot(500.0, 300.0))
    assert vy == pytest.approx(left * 300.0 / hypot(500.0, 300.0))


def test_a_flick_too_weak_stays_in_the_corner() -> None:
    answer = south_west(10_000)
    assert answer.in_corner
    assert answer.moved == ()
    assert not answer.touched_far_edge


def test_a_disc_still_on_the_edge_of_its_corner_has_not_left_it() -> None:
    """Its centre is past the step, its rim isn't."""
    answer = south_west(round(100 * sqrt(2 * 900 * 15)))
    assert answer.in_corner


def test_a_blocked_disc_goes_back_to_the_hand_and_the_discs_it_pushed_stay_there() -> None:
    lying = [Resting(0, -9542, -9542), Resting(1, -8127, -8127), Resting(2, -6712, -6712)]
    answer = south_west(25_000, *lying)
    assert answer.in_corner
    assert 2 in [moved.disc for moved in answer.moved]
    assert OWN in [contact.disc for contact in answer.contacts]


@pytest.mark.parametrize("corner", range(4))
def test_the_own_corners_rims_are_no_far_edge(corner: int) -> None:
    """Along either of them and against it, not farther: 70 degrees to the left of the diagonal, or to the right."""
    sx, sy = ((-1, 1), (1, 1), (1, -1), (-1, -1))[corner]
    for aim, rim in ((-7000, corner), (7000, (corner + 3) % 4)):
        at = Flick(0, OWN, corner, 10_960 * sx, 10_960 * sy, heading_of(corner, aim), 40_000, (), BOARD, WOOD)
        answer = came_to_rest(at)
        assert RIMS + rim in [contact.met for contact in answer.contacts]
        assert not answer.touched_far_edge


def test_the_own_step_is_a_wall_for_a_disc_that_comes_back() -> None:
    """From the far step straight back: it was open on the way out, and is closed now."""
    wood = msgspec.structs.replace(WOOD, edge_restitution=1000, deceleration=20_000, drop_speed=0)
    asked = Flick(0, OWN, 3, -11_000, -11_000, 4500, 100_000, (), BOARD, wood)
    answer = came_to_rest(asked)
    check(asked, answer)
    assert [contact.met for contact in answer.contacts][:2] == [STEPS + 1, STEPS + 3]


def test_a_resting_disc_pushed_over_the_rim_is_lost() -> None:
    slow = msgspec.structs.replace(WOOD, escape_speed=30_000)
    asked = Flick(0, OWN, 3, -11_000, -11_000, 4500, 120_000, (Resting(4, 9000, 9000),), BOARD, slow)
    answer = came_to_rest(asked)
    assert answer.off_board == (4,)
    assert answer.contacts[0].disc == OWN
    assert answer.contacts[0].met == 4
    assert isinstance(answer.contacts[0], Contact)
