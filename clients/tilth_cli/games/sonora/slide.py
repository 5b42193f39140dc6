"""Discs on their way: the path of a flick that the server sends, as the views in between."""

import copy
from bisect import bisect_right
from collections.abc import Mapping, Sequence

from betterproto2 import Message

from tilth_cli.animation import Animation
from tilth_dataclasses.tilth.games.sonora.v1 import Disc, DiscsCameToRest, Place, View

LONGEST_S = 1.5
"""The longest film, in seconds. A longer slide is shown faster."""
NUMBERS_A_FRAME = 4

Way = Sequence[tuple[int, int, int]]
"""Milliseconds, x, y; in order of time."""


def animation(before: Message, events: Sequence[Message]) -> Animation | None:
    """Return the film from the flick until all discs lie still; None if the events contain no path."""
    assert isinstance(before, View)
    rest = next((event for event in events if isinstance(event, DiscsCameToRest)), None)
    if rest is None or not rest.path:
        return None
    ways = ways_of(rest.path)
    length_ms = max(way[-1][0] for way in ways.values())
    length_s = min(LONGEST_S, length_ms / 1000)
    gone = {*rest.in_hole, *rest.off_board, *([rest.disc] if rest.in_corner else [])}

    def at(seconds: float) -> View:
        return moved(before, ways, gone, length_ms * seconds / length_s if length_s else length_ms)

    return Animation(length_s, at)


def ways_of(path: Sequence[int]) -> dict[int, list[tuple[int, int, int]]]:
    """Return the way of each disc, by disc. `path` holds four numbers for each step: milliseconds, disc, x, y."""
    ways: dict[int, list[tuple[int, int, int]]] = {}
    for i in range(0, len(path), NUMBERS_A_FRAME):
        at, disc, x, y = path[i : i + NUMBERS_A_FRAME]
        ways.setdefault(disc, []).append((at, x, y))
    return ways


def moved(view: View, ways: Mapping[int, Way], gone: set[int], at: float) -> View:
    """Return a copy of the view with the discs at their places at a time in milliseconds. Discs in `gone` leave the
    board when their way ends."""
    found = copy.copy(view)
    found.discs = [_moved(one, ways[one.disc], gone, at) if one.disc in ways else one for one in view.discs]
    return found


def _moved(disc: Disc, way: Way, gone: set[int], at: float) -> Disc:
    """Return a copy of a disc at its place at a time in milliseconds, off the board if it is in `gone` and its way has
    ended."""
    found = copy.copy(disc)
    found.where = Place.ON_BOARD
    found.x, found.y = place_at(way, at)
    if disc.disc in gone and at >= way[-1][0]:
        found.where = Place.OFF_BOARD
    return found


def place_at(way: Way, at: float) -> tuple[int, int]:
    """Return the place on a way at a time in milliseconds: between two places in a straight line at an even speed,
    before the first and after the last place standing still."""
    after = bisect_right([frame[0] for frame in way], at)
    if after in (0, len(way)):
        return way[max(after - 1, 0)][1:]
    (start, x, y), (end, to_x, to_y) = way[after - 1], way[after]
    part = (at - start) / (end - start)
    return round(x + (to_x - x) * part), round(y + (to_y - y) * part)
