"""Positions on the board: corners, zones, circles."""

from math import isqrt
from typing import Final

from tilth_rules.sonora.codes import CANYON, IN_HOLE, MUD, ON_BOARD, RIVER, RUINS
from tilth_rules.sonora.content.compiled.values import Values
from tilth_rules.sonora.flick_question import Flick, Resting, heading_of, start_place
from tilth_rules.sonora.state import State

SEATED: Final = {1: (0,), 2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""The places of the seats, in quarter turns clockwise; two seats sit across from each other."""

THOUSAND: Final = 1000


def corner_of(state: State, seat: int) -> int:
    """Return the seat's start corner. The ruins' corner begins at the first player, and every round the board turns
    a quarter clockwise."""
    sits = SEATED[state.seats]
    return (sits[seat] - sits[state.starter] - (state.round - 1)) % 4


def zone_of(x: int, y: int) -> int:
    """Return the zone (section) in which the larger part of a disc lies, or 0 if exactly half of it lies in each of two
    zones.

    The zones meet in straight lines through the middle, so the larger part is on the side of the disc's centre.
    """
    if x == 0 or y == 0:
        return 0
    if y > 0:
        return RUINS if x < 0 else CANYON
    return MUD if x > 0 else RIVER


def zones_beside(x: int, y: int) -> tuple[int, int]:
    """Return the two zones that a disc lies exactly between."""
    if x == 0:
        return (RUINS, CANYON) if y > 0 else (MUD, RIVER)
    return (RUINS, RIVER) if x < 0 else (CANYON, MUD)


def circle_at(values: Values, x: int, y: int) -> int:
    """Return the section of the bonus circle that a disc touches with any part, also its edge, or 0 if it touches
    none."""
    touching = values.touching
    for section, cx, cy in values.circles:
        if (x - cx) * (x - cx) + (y - cy) * (y - cy) <= touching:
            return section
    return 0


def lies_between(state: State, values: Values, disc: int) -> bool:
    """Return whether a disc lies exactly between two zones and touches no circle."""
    if state.where[disc] != ON_BOARD:
        return False
    x, y = state.xs[disc], state.ys[disc]
    return zone_of(x, y) == 0 and circle_at(values, x, y) == 0


def section_of(state: State, values: Values, disc: int) -> tuple[int, bool]:
    """Return the section that a disc counts for, and True if that is by a bonus circle. A circle takes precedence
    over a zone."""
    if state.where[disc] == IN_HOLE:
        return state.settled[disc], False
    if state.where[disc] != ON_BOARD:
        return 0, False
    x, y = state.xs[disc], state.ys[disc]
    circle = circle_at(values, x, y)
    if circle:
        return circle, True
    return zone_of(x, y) or state.settled[disc], False


def resting_discs(state: State, but: int) -> tuple[Resting, ...]:
    """Return all discs on the surface with their places, except for disc `but`."""
    return tuple(
        Resting(disc, state.xs[disc], state.ys[disc])
        for disc, where in enumerate(state.where)
        if where == ON_BOARD and disc != but
    )


def speed_of(values: Values, power: int) -> int:
    """Return the speed of a flick. Its power is in thousandths of the way from the shortest reach to the longest.

    The reach grows with the square of the speed, so equal steps of power add equal lengths of way.
    """
    least, greatest = values.speeds
    return isqrt(least * least + (greatest * greatest - least * least) * power // THOUSAND)


def flick_to_ask(
    state: State, values: Values, disc: int, seat: int, launch: tuple[int, int, int, int]
) -> Flick:
    """Return the question for an outside fact: where do the discs come to rest after this flick? `launch` is side,
    back, aim (to the right of the diagonal) and speed."""
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
        resting=resting_discs(state, disc),
        board=values.board,
        physics=values.physics,
    )
