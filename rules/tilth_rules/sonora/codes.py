"""The numbers of sections, bonuses, phases and the like. They are the numbers of the schema's enums, which count
from 1."""

from typing import Final

# Sections, in the order of their zones and corners, clockwise from the north-west; 0 is none.
RUINS: Final = 1
CANYON: Final = 2
MUD: Final = 3
RIVER: Final = 4
SECTIONS: Final = (RUINS, CANYON, MUD, RIVER)
SECTION_NAMES: Final = ("", "ruins", "canyon", "mud", "river")

# Bonuses; 0 is none.
REFLICK: Final = 1
SWAP: Final = 2
FOX: Final = 3
OWL: Final = 4
RABBIT: Final = 5
DISCOVERY: Final = 6
BONUSES: Final = ("", "reflick", "swap", "fox", "owl", "rabbit", "discovery")
ANIMALS: Final = (FOX, OWL, RABBIT)

# Places of a disc.
IN_HAND: Final = 1
ON_BOARD: Final = 2
IN_HOLE: Final = 3
OFF_BOARD: Final = 4
"""The place of a disc that went over an edge, and was not yet flicked again or put out."""
OUT: Final = 5
MARKED: Final = 6

# Reasons for a disc to be out for the round.
FLICKED_OFF: Final = 1
KNOCKED_OFF: Final = 2
SHOVED: Final = 3
FLICKED_TOO_OFTEN: Final = 4

# The reward of a finished building; 0 is none.
TOP: Final = 1
BOTTOM: Final = 2

# Phase of a match.
SET_UP: Final = 1
FLICKING: Final = 2
MARKING: Final = 3
OVER: Final = 4

VALUES: Final = 5
"""The number of discs of a colour; they are worth 1 to 5."""

CACTI: Final = 3
"""The number of kinds of cactus in the canyon."""


def value_of(disc: int) -> int:
    """Return the value of a disc, from 1 to 5."""
    return disc % VALUES + 1
