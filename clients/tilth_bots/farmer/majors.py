"""The ten major improvements, by the schema's numbers: what is printed on them."""

from dataclasses import dataclass, field
from typing import Final

from tilth_bots.farmer.goods import CLAY, REED, STONE, WOOD, Price


@dataclass(frozen=True, slots=True)
class Major:
    points: int
    price: Price
    returns: tuple[int, ...] = ()
    """One of these may be given back instead of the price."""
    cooks: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Food for a sheep, a boar, one of the cattle, a vegetable."""
    bakes: tuple[int, int] = (0, 0)
    """Food for a grain, and how many grain at a time."""
    makes: tuple[int, int] = (0, 0)
    """At a harvest, one of this good becomes so much food."""
    bonus: tuple[int, ...] = field(default=())
    """How many of that good at the end are worth 1, 2, 3 points."""
    oven: bool = False
    """Bread is baked as soon as it is built."""
    well: bool = False
    """A food in each of the next five rounds."""


FIRE: Final = (2, 2, 3, 2)
HEARTH: Final = (2, 3, 4, 3)
ALL: Final = 99

MAJORS: Final = (
    Major(1, ((CLAY, 2),), cooks=FIRE, bakes=(2, ALL)),
    Major(1, ((CLAY, 3),), cooks=FIRE, bakes=(2, ALL)),
    Major(1, ((CLAY, 4),), returns=(0, 1), cooks=HEARTH, bakes=(3, ALL)),
    Major(1, ((CLAY, 5),), returns=(0, 1), cooks=HEARTH, bakes=(3, ALL)),
    Major(2, ((CLAY, 3), (STONE, 1)), bakes=(5, 1), oven=True),
    Major(3, ((CLAY, 1), (STONE, 3)), bakes=(4, 2), oven=True),
    Major(2, ((WOOD, 2), (STONE, 2)), makes=(WOOD, 2), bonus=(3, 5, 7)),
    Major(2, ((CLAY, 2), (STONE, 2)), makes=(CLAY, 2), bonus=(3, 5, 7)),
    Major(2, ((REED, 2), (STONE, 2)), makes=(REED, 3), bonus=(2, 4, 5)),
    Major(4, ((WOOD, 1), (STONE, 3)), well=True),
)
