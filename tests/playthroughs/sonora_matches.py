"""The matches of Sonora that are kept. Together they cover every mode, every event and every question.

Discs come to rest as `tests/sonora/ports.py` says, so that no physics is needed to tell these matches again.
"""

from random import Random

from tests.playthroughs.names.sonora import SONORA
from tests.playthroughs.setups import Golden, Setup
from tests.sonora.habits import at_random
from tests.sonora.ports import scattered, straight
from tilth_rules.kernel import Choose, Decision, Outside
from tilth_rules.playthrough import Habit
from tilth_rules.sonora import Options, game
from tilth_rules.sonora.state import State


def building(decision: Decision, state: State, random: Random) -> tuple[int, ...] | None:
    """Fills one building after the other, so that buildings are finished; puts what falls into the hole there too."""
    if isinstance(decision, Choose) and decision.kind == "bullseye":
        return (1,)
    if isinstance(decision, Choose) and decision.kind == "ruins":
        return decision.default_answer()
    return at_random(decision, state, random)


PLAIN = Options()


def _setup(
    name: str,
    seats: int,
    seed: int,
    options: Options = PLAIN,
    habit: Habit = at_random,
    outside: Outside = straight,
) -> Setup:
    return Setup(game, name, seats, seed, options, habit, outside)


SETUPS = (
    _setup("two-short", 2, 1, Options(rounds=5)),
    _setup("two", 2, 2),
    _setup("two-long", 2, 3, Options(rounds=7)),
    _setup("two-no-pushing", 2, 4, Options(no_pushing=True)),
    _setup("three", 3, 5),
    _setup("three-short-tremor", 3, 6, Options(rounds=5, tremor=True)),
    _setup("three-building", 3, 7, habit=building),
    _setup("four-short", 4, 8, Options(rounds=5)),
    _setup("four-long-no-pushing-tremor", 4, 9, Options(rounds=7, no_pushing=True, tremor=True)),
    _setup("solo-short", 1, 10, Options(rounds=5)),
    _setup("solo", 1, 11),
    _setup("solo-long-no-pushing", 1, 12, Options(rounds=7, no_pushing=True)),
    _setup("solo-tremor", 1, 13, Options(tremor=True), building),
    _setup("two-scattered", 2, 14, outside=scattered),
    _setup("three-scattered-no-pushing", 3, 15, Options(no_pushing=True), outside=scattered),
    _setup("four-scattered", 4, 16, habit=building, outside=scattered),
    _setup("solo-scattered", 1, 17, outside=scattered),
)

"""Every mode. A line of digests is kept of each."""

_LONG_NO_PUSHING = Options(rounds=7, no_pushing=True)
_LONG_EVERYTHING = Options(rounds=7, no_pushing=True, tremor=True)

GOLDENS = (
    Golden(_setup("recorded-solo-short", 1, 10, Options(rounds=5), building, scattered), SONORA, 0, 1),
    Golden(_setup("recorded-solo-tremor", 1, 2, Options(tremor=True)), SONORA, 5, 5),
    Golden(
        _setup("recorded-solo-long-no-pushing", 1, 17, _LONG_NO_PUSHING, outside=scattered),
        SONORA,
        6,
        6,
    ),
    Golden(_setup("recorded-two", 2, 1), SONORA, 0, 1),
    Golden(_setup("recorded-two-short-building", 2, 1, Options(rounds=5), building, scattered), SONORA, 2, 2),
    Golden(_setup("recorded-three-no-pushing", 3, 6, Options(no_pushing=True)), SONORA, 4, 4),
    Golden(_setup("recorded-three-building", 3, 5, Options(), building, scattered), SONORA, 6),
    Golden(_setup("recorded-four-long-everything", 4, 46, _LONG_EVERYTHING, building, scattered), SONORA, 7),
)
"""The matches that are recorded in words."""
