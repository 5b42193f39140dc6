"""A flick between the answer and the fact: what a trembling hand makes of it, and the fact as an event."""

from typing import Final

from tilth_rules.kernel import Table
from tilth_rules.sonora.board import THOUSAND
from tilth_rules.sonora.content.values import values_of
from tilth_rules.sonora.flick import CameToRest
from tilth_rules.sonora.flick_events import DiscsCameToRest

AIM: Final = 4500
"""A flick is aimed up to so many hundredths of a degree to either side of the diagonal."""


def trembling(table: Table, aim: int, speed: int) -> tuple[int, int]:
    """A flick as a trembling hand makes it: small errors are likelier than large ones; bounds are kept."""
    values = values_of(table.state.options)
    degrees, thousandths = values.tremor
    draw = table.draw("tremor")
    aim += draw.below(degrees + 1) - draw.below(degrees + 1)
    speed = speed * (THOUSAND + draw.below(thousandths + 1) - draw.below(thousandths + 1)) // THOUSAND
    least, greatest = values.speeds
    return max(-AIM, min(AIM, aim)), max(least, min(greatest, speed))


def came_to_rest(disc: int, fact: CameToRest) -> DiscsCameToRest:
    """The fact as an event."""
    return DiscsCameToRest(
        disc=disc,
        moved=tuple(one.disc for one in fact.moved),
        xs=tuple(one.x for one in fact.moved),
        ys=tuple(one.y for one in fact.moved),
        in_hole=fact.in_hole,
        off_board=fact.off_board,
        in_corner=fact.in_corner,
        touched_far_edge=fact.touched_far_edge,
        contacts=tuple(number for one in fact.contacts for number in (one.at, one.disc, one.what)),
        path=tuple(number for one in fact.frames for number in (one.at, one.disc, one.x, one.y)),
    )
