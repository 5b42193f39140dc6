"""The options of a match."""

from enum import IntEnum
from typing import Final

import msgspec

from tilth_rules.earth.content.cards import cards_of
from tilth_rules.kernel import OptionsRefused


class Setup(IntEnum):
    """The set-up of a match: beginner, standard or advanced."""

    BEGINNER = 1
    """There are no ecosystems, and every fauna goal is worth 10 points, no matter when it is reached."""
    STANDARD = 2
    ADVANCED = 3
    """Each seat is dealt two islands, climates and ecosystems, and keeps one of each."""


class Level(IntEnum):
    """The strength of Gaia."""

    BEGINNER = 1
    MEDIUM = 2
    HARD = 3
    EXPERT = 4


SEATS: Final = (1, 2, 3, 4, 5)
TEAM_SEATS: Final = 4
MAX_ROUNDS: Final = 200


class Options(msgspec.Struct, frozen=True):
    """The options of a match: its set-up, Gaia's strength, teams, and corrections of cards."""

    setup: Setup = Setup.STANDARD
    level: Level = Level.MEDIUM
    """The strength of Gaia; used only by a match of one seat."""
    teams: bool = False
    """True if two play against two: the first and the third seat against the second and the fourth."""
    turn_limit: int = MAX_ROUNDS
    """The number of rounds after which the match ends, if no seat has filled its field. The rulebook has no such
    limit."""
    values: str = ""
    """Corrections of printed cards: JSON by face, merged over `content/cards.json`."""


def check(options: Options, seats: int) -> None:
    """Raise OptionsRefused if no match can be set up with these options and seats."""
    if seats not in SEATS:
        raise OptionsRefused("seats", "Earth has one to five players")
    if not 1 <= options.turn_limit <= MAX_ROUNDS:
        raise OptionsRefused("turn_limit", f"must be between 1 and {MAX_ROUNDS}")
    if seats == 1 and options.setup == Setup.BEGINNER:
        raise OptionsRefused("setup", "the solo game needs the standard or the advanced set-up")
    if seats > 1 and options.level != Level.MEDIUM:
        raise OptionsRefused("level", "only the solo game has a level")
    if options.teams and seats != TEAM_SEATS:
        raise OptionsRefused("teams", "teams need four players")
    cards_of(options.values)
