"""What can be set up."""

from enum import IntEnum
from typing import Final

import msgspec


class Setup(IntEnum):
    """How a match begins."""

    BEGINNER = 1
    """No ecosystems, and 10 points for every fauna goal, whenever it is reached."""
    STANDARD = 2
    ADVANCED = 3
    """Two islands, climates and ecosystems for each seat, which keeps one of each."""


class Level(IntEnum):
    """How strong Gaia is."""

    BEGINNER = 1
    MEDIUM = 2
    HARD = 3
    EXPERT = 4


MOST_ROUNDS: Final = 200


class Options(msgspec.Struct, frozen=True):
    """The set-up and the form of a match."""

    setup: Setup = Setup.STANDARD
    level: Level = Level.MEDIUM
    """Alone: how strong Gaia is."""
    teams: bool = False
    """Two against two: the first and the third seat against the second and the fourth."""
    turn_limit: int = MOST_ROUNDS
    """The match ends after so many rounds, if nobody fills a field before. The rulebook knows no such end."""
    values: str = ""
    """Corrections of printed cards: JSON by face, merged over `content/cards.json`."""
