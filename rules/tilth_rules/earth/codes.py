"""The numbers of actions, goods, stages and phases. They are the numbers of the schema's enums, which count
from 1."""

from typing import Final

# Actions; the colours of abilities have the same numbers.
PLANT: Final = 1
COMPOST: Final = 2
WATER: Final = 3
GROW: Final = 4
ACTIONS: Final = (PLANT, COMPOST, WATER, GROW)
ACTION_COLOURS: Final = ("", "green", "red", "blue", "yellow")

# Goods that are paid and gained.
SOIL: Final = 1
SPROUT: Final = 2
GROWTH: Final = 3
CARD: Final = 4
"""Cards that come from the deck to the hand."""
HAND_COMPOST: Final = 5
"""Cards that go from the hand to the seat's own compost."""
DECK_COMPOST: Final = 6
"""Cards that go from the deck to the seat's own compost, unseen."""
OWN_COMPOST: Final = 7
"""Cards on top of the seat's own compost, paid to the discards."""
GOODS: Final = {
    "soil": SOIL,
    "sprout": SPROUT,
    "growth": GROWTH,
    "draw": CARD,
    "compost hand": HAND_COMPOST,
    "compost deck": DECK_COMPOST,
    "compost": OWN_COMPOST,
}
AUTOMATIC: Final = (SOIL, CARD, DECK_COMPOST)
"""Goods that are taken in full without a question."""

# Sources of goods. Gaia counts gains by an action or an ability.
BY_SET_UP: Final = 1
BY_ACTION: Final = 2
BY_ABILITY: Final = 3
BY_EVENT: Final = 4
COUNTED: Final = (BY_ACTION, BY_ABILITY)

# Ways to take a gain.
ALL: Final = 1
LESS: Final = 2
SHARED: Final = 3
"""Put into the team's shared area as much as the seat likes."""

# A seat's stages in its lane.
IDLE: Final = 0
PLANTING: Final = 1
DRAWING: Final = 2
"""Another seat than the active one may take a card after planting."""
REACTING: Final = 3
"""Another seat than the active one chooses what to take."""
ACTIVATING: Final = 4
DONE: Final = 5

# Phases of a match.
SET_UP: Final = 1
TURNS: Final = 2
OVER: Final = 3

# Parts of an area that an answer may have changed. A fauna goal is checked only if it depends on one of them.
SOIL_BIT: Final = 1
SPROUT_BIT: Final = 2
GROWTH_BIT: Final = 4
HAND_BIT: Final = 8
COMPOST_BIT: Final = 16
FIELD_BIT: Final = 32
EVENT_BIT: Final = 64
EVERY_BIT: Final = 127
GOODS_BITS: Final = SOIL_BIT | SPROUT_BIT | GROWTH_BIT | HAND_BIT | COMPOST_BIT
BITS_OF: Final = {
    SOIL: SOIL_BIT,
    SPROUT: SPROUT_BIT,
    GROWTH: GROWTH_BIT,
    CARD: HAND_BIT,
    HAND_COMPOST: HAND_BIT | COMPOST_BIT,
    DECK_COMPOST: COMPOST_BIT,
    OWN_COMPOST: COMPOST_BIT,
}

# Places beyond the field, whose places are 0 to 48.
ISLAND: Final = 49
CLIMATE: Final = 50
SHARED_PLACE: Final = 51
"""The place of pieces that are put into the team's shared area."""
