"""Where things are on the board: corners, zones, circles."""

from math import isqrt
from typing import Final

from tilth_rules.sonora.content.values import Values
from tilth_rules.sonora.flick import Flick, Resting, heading_of, start_place
from tilth_rules.sonora.state import State
from tilth_rules.sonora.words import CANYON, IN_HOLE, MUD, ON_BOARD, RIVER, RUINS

SEATED: Final = {1: (0,), 2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""Where the seats sit, in quarter turns clockwise: two of them across the board."""

THOUSAND: Final = 1000


def corner_of(state: State, seat: int) -> int:
    """The seat's start corner: the ruins' corner begins at the first player, and every round the board turns
    a quarter clockwise."""
    sits = SEATED[state.seats]
    return (sits[seat] - sits[state.starter] - (state.round - 1)) % 4


def zone_of(x: int, y: int) -> int:
    """The zone that holds the larger part of a disc, 0 for exactly half of it in each of two.

    The zones meet in straight lines through the middle, so the larger part is where the centre is.
    """
    if x == 0 or y == 0:
        return 0
    if y > 0:
        return RUINS if x < 0 else CANYON
    return MUD if x > 0 else RIVER


def zones_beside(x: int, y: int) -> tuple[int, int]:
    """The two zones that a disc lies between."""
    if x == 0:
        return (RUINS, CANYON) if y > 0 else (MUD, RIVER)
    return (RUINS, RIVER) if x < 0 else (CANYON, MUD)


def circle_at(values: Values, x: int, y: int) -> int:
    """The section of the bonus circle that a disc touches with any part of it, or 0. Edges count."""
    touching = values.touching
    for section, cx, cy in values.circles:
        if (x - cx) * (x - cx) + (y - cy) * (y - cy) <= touching:
            return section
    return 0


def lies_between(state: State, values: Values, disc: int) -> bool:
    """Whether a disc lies exactly between two zones, and no circle decides."""
    if state.where[disc] != ON_BOARD:
        return False
    x, y = state.xs[disc], state.ys[disc]
    return zone_of(x, y) == 0 and circle_at(values, x, y) == 0


def section_of(state: State, values: Values, disc: int) -> tuple[int, bool]:
    """The section a disc counts for, and whether by a bonus circle. Circles are stronger than zones."""
    if state.where[disc] == IN_HOLE:
        return state.settled[disc], False
    if state.where[disc] != ON_BOARD:
        return 0, False
    x, y = state.xs[disc], state.ys[disc]
    circle = circle_at(values, x, y)
    if circle:
        return circle, True
    return zone_of(x, y) or state.settled[disc], False


def resting(state: State, but: int) -> tuple[Resting, ...]:
    """The discs on the surface, all but one."""
    return tuple(
        Resting(disc, state.xs[disc], state.ys[disc])
        for disc, where in enumerate(state.where)
        if where == ON_BOARD and disc != but
    )


def speed_of(values: Values, power: int) -> int:
    """The speed of a flick: power is the thousandths of the way from the least reach to the greatest.

    The reach grows with the square of the speed, so that the same step of power adds the same length of way.
    """
    least, greatest = values.speeds
    return isqrt(least * least + (greatest * greatest - least * least) * power // THOUSAND)


def question(state: State, values: Values, disc: int, seat: int, launch: tuple[int, int, int, int]) -> Flick:
    """What is asked of the house. `launch` is side, back, aim (to the right of the diagonal) and speed."""
    corner = corner_of(state, seat)
    side, back, aim, speed = launch
    x, y = start_place(values.board, corner, side, back)
    return Flick(
        seat=seat,
        disc=disc,
        corner=corner,
        x=x,
        y=y,
        heading=heading_of(corner, aim),
        speed=speed,
        resting=resting(state, disc),
        board=values.board,
        physics=values.physics,
    )
