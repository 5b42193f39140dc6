"""Which matches of Earth are kept. Together they cover every mode, every event and every question."""

from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.earth.short_decks import short
from tilth_rules.earth import Earth, Level, Options, Setup, game
from tilth_rules.earth.state import State
from tilth_rules.earth.words import PLANT
from tilth_rules.kernel import Choose, Decision
from tilth_rules.playthrough import Habit, Playthrough

FOLDER = Path(__file__).parent / "earth"

SELDOM = 0.4
MOSTLY = 0.85
UNTOLD = ("rules",)
"""Of cards: these matches are about what is done with them."""
OPTIONAL = ("plant", "draw", "react", "activate")


def at_random(decision: Decision, state: State, random: Random) -> tuple[int, ...] | None:
    return None


def eager(decision: Decision, state: State, random: Random) -> tuple[int, ...] | None:
    """Mostly takes what is offered and often plants, so that fields are filled."""
    if not isinstance(decision, Choose):
        return None
    if decision.kind == "action" and random.random() < SELDOM:
        return (PLANT,)
    if decision.kind in OPTIONAL and decision.options and random.random() < MOSTLY:
        return (random.choice(list(decision.options)),)
    return None


class Golden(NamedTuple):
    name: str
    seats: int
    seed: int
    options: Options = Options()
    habit: Habit = eager
    earth: Earth = game

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.txt"

    def playthrough(self) -> Playthrough:
        told = Playthrough(self.earth, self.options, self.seats, self.seed, habit=self.habit)
        told.untold = UNTOLD
        return told


EARTH = (
    Golden("alone-beginner", 1, 1, Options(level=Level.BEGINNER)),
    Golden("alone-medium", 1, 196),
    Golden("alone-medium-at-random", 1, 3, habit=at_random),
    Golden("alone-hard-advanced", 1, 33, Options(setup=Setup.ADVANCED, level=Level.HARD)),
    Golden("alone-expert", 1, 5, Options(level=Level.EXPERT)),
    Golden("alone-expert-advanced", 1, 6, Options(setup=Setup.ADVANCED, level=Level.EXPERT)),
    Golden("two-to-the-end", 2, 0),
    Golden("two-beginners", 2, 8, Options(setup=Setup.BEGINNER, turn_limit=5)),
    Golden("two-advanced-at-random", 2, 9, Options(setup=Setup.ADVANCED, turn_limit=6), at_random),
    Golden("two-dry", 2, 10, Options(turn_limit=5), earth=short(7)),
    Golden("three", 3, 11, Options(turn_limit=4)),
    Golden("three-beginners-at-random", 3, 12, Options(setup=Setup.BEGINNER, turn_limit=3), at_random),
    Golden("four-advanced", 4, 13, Options(setup=Setup.ADVANCED, turn_limit=2)),
    Golden("four-dry", 4, 14, Options(turn_limit=3), earth=short(4)),
    Golden("four-in-teams", 4, 20, Options(teams=True, turn_limit=3)),
    Golden(
        "four-in-teams-advanced-at-random",
        4,
        16,
        Options(Setup.ADVANCED, teams=True, turn_limit=3),
        at_random,
    ),
    Golden("five", 5, 17, Options(turn_limit=2)),
    Golden("five-beginners", 5, 18, Options(setup=Setup.BEGINNER, turn_limit=2)),
)
