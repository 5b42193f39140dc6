"""The ten major improvements with their printed data, by the schema's numbers."""

from dataclasses import dataclass, field
from typing import Final

from tilth_bots.farmer.goods import CLAY, REED, STONE, WOOD, Price


@dataclass(frozen=True, slots=True)
class Major:
    """The printed data of one major improvement: its points, its price in goods, and the attributes below."""

    points: int
    price: Price
    returns: tuple[int, ...] = ()
    """Cards of which one may be returned instead of paying the price."""
    cooks: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Food for cooking a sheep, a boar, a cattle and a vegetable; 0 if it can't be cooked."""
    bakes: tuple[int, int] = (0, 0)
    """Food for baking one grain, and the number of grain that can be baked at a time."""
    makes: tuple[int, int] = (0, 0)
    """The good of which one can be exchanged at each harvest, and the food for it."""
    bonus: tuple[int, ...] = field(default=())
    """Numbers of that good, kept until the end, that are worth 1, 2 and 3 points."""
    oven: bool = False
    """True if building the improvement includes a bake action."""
    well: bool = False
    """True if the improvement gives one food in each of the next five rounds."""


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
