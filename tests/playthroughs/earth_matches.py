"""The golden matches of Earth. Together they cover every mode, every event and every question."""

from random import Random

from tests.earth.short_decks import short
from tests.playthroughs import setups
from tests.playthroughs.names.earth import EARTH
from tilth_rules.earth import Earth, Level, Options, Setup, game
from tilth_rules.earth.codes import PLANT
from tilth_rules.earth.state import State
from tilth_rules.kernel import Choose, Decision
from tilth_rules.playthrough import Habit

SELDOM = 0.4
MOSTLY = 0.85
OPTIONAL = ("plant", "draw", "react", "activate")


def at_random(decision: Decision, state: State, random: Random) -> tuple[int, ...] | None:
    return None


def eager(decision: Decision, state: State, random: Random) -> tuple[int, ...] | None:
    """Take most offers and plant often, so that fields are filled."""
    if not isinstance(decision, Choose):
        return None
    if decision.kind == "action" and random.random() < SELDOM:
        return (PLANT,)
    if decision.kind in OPTIONAL and decision.options and random.random() < MOSTLY:
        return (random.choice(list(decision.options)),)
    return None


PLAIN = Options()


def _setup(
    name: str,
    seats: int,
    seed: int,
    options: Options = PLAIN,
    habit: Habit = eager,
    earth: Earth = game,
) -> setups.Setup:
    return setups.Setup(earth, name, seats, seed, options, habit)


SETUPS = (
    _setup("alone-beginner", 1, 1, Options(level=Level.BEGINNER)),
    _setup("alone-medium", 1, 196),
    _setup("alone-medium-at-random", 1, 3, habit=at_random),
    _setup("alone-hard-advanced", 1, 33, Options(setup=Setup.ADVANCED, level=Level.HARD)),
    _setup("alone-expert", 1, 5, Options(level=Level.EXPERT)),
    _setup("alone-expert-advanced", 1, 6, Options(setup=Setup.ADVANCED, level=Level.EXPERT)),
    _setup("two-to-the-end", 2, 0),
    _setup("two-beginners", 2, 8, Options(setup=Setup.BEGINNER, turn_limit=5)),
    _setup("two-advanced-at-random", 2, 9, Options(setup=Setup.ADVANCED, turn_limit=6), at_random),
    _setup("two-dry", 2, 10, Options(turn_limit=5), earth=short(7)),
    _setup("three", 3, 11, Options(turn_limit=4)),
    _setup("three-beginners-at-random", 3, 12, Options(setup=Setup.BEGINNER, turn_limit=3), at_random),
    _setup("four-advanced", 4, 13, Options(setup=Setup.ADVANCED, turn_limit=2)),
    _setup("four-dry", 4, 14, Options(turn_limit=3), earth=short(4)),
    _setup("four-in-teams", 4, 20, Options(teams=True, turn_limit=3)),
    _setup(
        "four-in-teams-advanced-at-random",
        4,
        16,
        Options(Setup.ADVANCED, teams=True, turn_limit=3),
        at_random,
    ),
    _setup("five", 5, 17, Options(turn_limit=2)),
    _setup("five-beginners", 5, 18, Options(setup=Setup.BEGINNER, turn_limit=2)),
)

"""Every mode. A line of digests is kept of each match."""

_TEAMS = Options(setup=Setup.ADVANCED, teams=True, turn_limit=4)
_HARD = Options(setup=Setup.ADVANCED, level=Level.HARD)

GOLDENS = (
    setups.Golden(_setup("recorded-alone-beginner", 1, 90, Options(level=Level.BEGINNER)), EARTH),
    setups.Golden(_setup("recorded-alone-medium", 1, 23), EARTH, 9),
    setups.Golden(_setup("recorded-alone-hard-advanced", 1, 103, _HARD), EARTH, 6, 9),
    setups.Golden(_setup("recorded-alone-expert", 1, 29, Options(level=Level.EXPERT)), EARTH, 10),
    setups.Golden(_setup("recorded-two-dry", 2, 178, earth=short(7)), EARTH, 30),
    setups.Golden(_setup("recorded-three-beginners", 3, 124, Options(setup=Setup.BEGINNER)), EARTH, 10, 10),
    setups.Golden(
        _setup("recorded-four-in-teams-advanced", 4, 112, Options(Setup.ADVANCED, teams=True, turn_limit=4)),
        EARTH,
        4,
    ),
    setups.Golden(_setup("recorded-five", 5, 17), EARTH, 1, 1),
)
"""The matches that are kept in words."""
