"""The parts of a space or of a card's effect, by the schema's numbers; numbers below PLOUGH's are goods."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tilth.games.agricola.v1 import agricola_pb2 as agricola
from tilth_bots.farmer import acts, cards
from tilth_bots.farmer.goods import GOODS

TAKE: Final = agricola.PART_TAKE
PLOUGH: Final = agricola.PART_PLOUGH
SOW: Final = agricola.PART_SOW
BAKE: Final = agricola.PART_BAKE
ROOMS: Final = agricola.PART_ROOMS
STABLES: Final = agricola.PART_STABLES
FENCES: Final = agricola.PART_FENCES
RENOVATE: Final = agricola.PART_RENOVATE
GROW: Final = agricola.PART_GROW
OCCUPATION: Final = agricola.PART_OCCUPATION
IMPROVEMENT: Final = agricola.PART_IMPROVEMENT
START: Final = agricola.PART_START
POINTS: Final = agricola.PART_POINTS
CHOOSE: Final = agricola.PART_CHOOSE

LIKE_FOOD: Final = 0.8
"""Worth of a part whose effect is unknown: as much as two food."""
DOING: Final[Mapping[int, acts.Act]] = MappingProxyType(
    {
        PLOUGH: acts.plough,
        SOW: acts.sow,
        BAKE: acts.bake,
        ROOMS: acts.rooms(5),
        STABLES: acts.stables(4, 2),
        FENCES: acts.fences,
        RENOVATE: acts.renovate,
        GROW: acts.grow(True),
        OCCUPATION: cards.occupation(0),
        IMPROVEMENT: cards.improvement,
        START: acts.start,
        CHOOSE: acts.choose(2),
    }
)
CHEAP_STABLE: Final = acts.stables(1, 1)


def act_of(taken: agricola.TakePart, cheap: bool = False) -> acts.Act:
    """Return the act of taking a part: a good of the part's amount (at least one), its points, or the act in DOING. A
    part that is not known counts LIKE_FOOD points. With `cheap`, stables become one stable for one wood."""
    if taken.part == STABLES and cheap:
        return CHEAP_STABLE
    if taken.part == POINTS:
        return acts.points(taken.amount)
    if taken.part < GOODS:
        return acts.gain((taken.part, max(1, taken.amount)))
    return DOING.get(taken.part, acts.points(LIKE_FOOD))
