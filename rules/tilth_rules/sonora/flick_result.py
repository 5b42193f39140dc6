"""A flick between the seat's answer and the outside fact: the error of a trembling hand, and the fact as an event."""

from typing import Final

from tilth_rules.kernel import Table
from tilth_rules.sonora.board import THOUSAND
from tilth_rules.sonora.events.flicks import DiscsCameToRest
from tilth_rules.sonora.flick_question import CameToRest
from tilth_rules.sonora.options import values_of

AIM: Final = 4500
"""The largest aim, in hundredths of a degree to either side of the diagonal."""


def with_tremor(table: Table, aim: int, speed: int) -> tuple[int, int]:
    """Return the aim and speed with the error of a trembling hand, within their bounds. Small errors are likelier
    than large ones."""
    values = values_of(table.state.options)
    degrees, thousandths = values.tremor
    draw = table.draw("tremor")
    aim += draw.below(degrees + 1) - draw.below(degrees + 1)
    speed = speed * (THOUSAND + draw.below(thousandths + 1) - draw.below(thousandths + 1)) // THOUSAND
    least, greatest = values.speeds
    return max(-AIM, min(AIM, aim)), max(least, min(greatest, speed))


def came_to_rest(disc: int, fact: CameToRest) -> DiscsCameToRest:
    """Return the event that records the outside fact about the flick of this disc."""
    return DiscsCameToRest(
        disc=disc,
        moved=tuple(one.disc for one in fact.moved),
        xs=tuple(one.x for one in fact.moved),
        ys=tuple(one.y for one in fact.moved),
        in_hole=fact.in_hole,
        off_board=fact.off_board,
        in_corner=fact.in_corner,
        touched_far_edge=fact.touched_far_edge,
        contacts=tuple(number for one in fact.contacts for number in (one.at, one.disc, one.met)),
        path=tuple(number for one in fact.frames for number in (one.at, one.disc, one.x, one.y)),
    )
