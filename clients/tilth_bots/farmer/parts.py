"""Parts of what a space or a card offers, by the schema's numbers; those below PLOUGH's are goods."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tilth.games.agricola.v1 import agricola_pb2 as agricola
from tilth_bots.farmer import acts, cards
from tilth_bots.farmer.goods import GOODS

TAKE: Final = 16
PLOUGH: Final = 17
SOW: Final = 18
BAKE: Final = 19
ROOMS: Final = 20
STABLES: Final = 21
FENCES: Final = 22
RENOVATE: Final = 23
GROW: Final = 24
OCCUPATION: Final = 25
IMPROVEMENT: Final = 26
START: Final = 27
POINTS: Final = 28
CHOOSE: Final = 29

LIKE_FOOD: Final = 0.8
"""What a part is worth of which nothing is known: as much as two food."""
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
    """What taking a part does; cheap is the stable for one wood."""
    if taken.part == STABLES and cheap:
        return CHEAP_STABLE
    if taken.part == POINTS:
        return acts.points(taken.amount)
    if taken.part < GOODS:
        return acts.gain((taken.part, max(1, taken.amount)))
    return DOING.get(taken.part, acts.points(LIKE_FOOD))
