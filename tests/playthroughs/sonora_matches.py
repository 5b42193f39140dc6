"""Which matches of Sonora are kept. Together they cover every mode, every event and every question.

Discs come to rest as `tests/sonora/ports.py` says, so that no physics is needed to tell these matches again.
"""

from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.sonora.ports import scattered, straight
from tilth_rules.kernel import Choose, Decision, Outside
from tilth_rules.playthrough import Habit, Playthrough
from tilth_rules.sonora import Options, game
from tilth_rules.sonora.state import State

FOLDER = Path(__file__).parent / "sonora"


def at_random(decision: Decision, state: State, random: Random) -> tuple[int, ...] | None:
    return None


def building(decision: Decision, state: State, random: Random) -> tuple[int, ...] | None:
    """Fills one building after the other, so that buildings are finished; puts what falls into the hole there too."""
    if isinstance(decision, Choose) and decision.kind == "bullseye":
        return (1,)
    if isinstance(decision, Choose) and decision.kind == "ruins":
        return decision.default_answer()
    return None


class Golden(NamedTuple):
    name: str
    seats: int
    seed: int
    options: Options = Options()
    habit: Habit = at_random
    outside: Outside = straight

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.txt"

    def playthrough(self) -> Playthrough:
        return Playthrough(
            game, self.options, self.seats, self.seed, ask_outside=self.outside, habit=self.habit
        )


SONORA = (
    Golden("two-short", 2, 1, Options(rounds=5)),
    Golden("two", 2, 2),
    Golden("two-long", 2, 3, Options(rounds=7)),
    Golden("two-no-pushing", 2, 4, Options(no_pushing=True)),
    Golden("three", 3, 5),
    Golden("three-short-tremor", 3, 6, Options(rounds=5, tremor=True)),
    Golden("three-building", 3, 7, habit=building),
    Golden("four-short", 4, 8, Options(rounds=5)),
    Golden("four-long-no-pushing-tremor", 4, 9, Options(rounds=7, no_pushing=True, tremor=True)),
    Golden("solo-short", 1, 10, Options(rounds=5)),
    Golden("solo", 1, 11),
    Golden("solo-long-no-pushing", 1, 12, Options(rounds=7, no_pushing=True)),
    Golden("solo-tremor", 1, 13, Options(tremor=True), building),
    Golden("two-scattered", 2, 14, outside=scattered),
    Golden("three-scattered-no-pushing", 3, 15, Options(no_pushing=True), outside=scattered),
    Golden("four-scattered", 4, 16, habit=building, outside=scattered),
    Golden("solo-scattered", 1, 17, outside=scattered),
)
