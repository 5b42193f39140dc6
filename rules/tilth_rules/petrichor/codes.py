"""The numbers of weathers, crops, phases and the like. They are the numbers of the schema's enums, which count from
1."""

from typing import Final

# Weather: of a card, of an action, of a space on the board.
FROST: Final = 1
SUN: Final = 2
WIND: Final = 3
RAIN: Final = 4
WEATHERS: Final = (FROST, SUN, WIND, RAIN)
"""The weathers in clockwise order, as they lie on the board and are resolved."""

# Crop of a tile; 0 is no tile, or one that lies face down.
WHEAT: Final = 1
COTTON: Final = 2
GRASS: Final = 3
POTATO: Final = 4
COFFEE: Final = 5
RICE: Final = 6
CORN: Final = 7
CACTUS: Final = 8
LAKE: Final = 9
CROPS: Final = ("", "wheat", "cotton", "grass", "potato", "coffee", "rice", "corn", "cactus", "lake")

# Growing token of a tile; 0 is none.
SPROUTING: Final = 1
DEVELOPED: Final = 2
OVERWATERED: Final = 3

# Cloud above a tile; 0 is none.
LIGHT: Final = 1
THUNDER: Final = 2

# Phase of a match.
SET_UP: Final = 1
ACTION: Final = 2
WEATHER: Final = 3
HARVEST: Final = 4
CLEAN_UP: Final = 5
OVER: Final = 6

# Rows of the score sheet.
FOR_HARVESTS: Final = 0
FOR_DICE: Final = 1
FOR_TRACK: Final = 2
FOR_WHEAT: Final = 3
FOR_MISSED: Final = 4
"""Points that the neutral player scored for cards and votes it could not use."""
SCORE_ROWS: Final = ("harvests", "dice", "track", "wheat", "missed")

HARVEST_ICON: Final = 0
"""The face of a harvest die that shows no votes."""

YOU: Final = 0
NEUTRAL: Final = 1
"""The neutral player's side in the solo game; the seat is side 0. The neutral player holds no seat."""


def next_weather(weather: int) -> int:
    """Return the weather that follows clockwise: Frost, Sun, Wind, Rain, Frost."""
    return weather % 4 + 1
