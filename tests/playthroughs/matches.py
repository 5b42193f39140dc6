"""Which matches are kept. Together they cover every mode, every action, every crop and every event."""

from pathlib import Path
from random import Random
from typing import NamedTuple

from tilth_rules.kernel import Choose, Decision
from tilth_rules.petrichor import Options, game
from tilth_rules.petrichor.state import State
from tilth_rules.playthrough import Habit, Playthrough

FOLDER = Path(__file__).parent


def saving(decision: Decision, state: State, random: Random) -> tuple[int, ...] | None:
    """Saves cards in odd rounds, plays every card in even ones and votes with it: so the votes run out."""
    assert isinstance(decision, Choose)
    options = decision.options
    match decision.kind:
        case "turn" if 0 in options:
            spend = state.round % 2 == 0 or state.held[decision.seat] > 4
            return (random.choice(options[1:]),) if spend and len(options) > 1 else (0,)
        case "pay":
            return (options[0],)
        case "second-action":
            return ()
        case "vote":
            return (random.choice([option for option in options if option <= 4]),)
    return None


def at_random(decision: Decision, state: State, random: Random) -> tuple[int, ...] | None:
    return None


class Golden(NamedTuple):
    name: str
    seats: int
    seed: int
    options: Options = Options()
    habit: Habit = at_random

    @property
    def path(self) -> Path:
        return FOLDER / "petrichor" / f"{self.name}.txt"

    def playthrough(self) -> Playthrough:
        return Playthrough(game, self.options, self.seats, self.seed, habit=self.habit)


PETRICHOR = (
    Golden("two-short", 2, 1),
    Golden("two-long", 2, 2, Options(long_form=True)),
    Golden("two-first-layout", 2, 3, Options(first_layout=True)),
    Golden("two-draft", 2, 4, Options(draft=True)),
    Golden("two-long-draft", 2, 5, Options(long_form=True, draft=True)),
    Golden("two-promos", 2, 6, Options(fertilizer=True, cactus=True, lake=True)),
    Golden("three-short", 3, 7),
    Golden("three-long", 3, 8, Options(long_form=True)),
    Golden("three-first-layout", 3, 9, Options(first_layout=True)),
    Golden("three-draft", 3, 10, Options(draft=True)),
    Golden("three-lake", 3, 11, Options(lake=True)),
    Golden("three-fertilizer", 3, 12, Options(fertilizer=True)),
    Golden("three-long-everything", 3, 13, Options(True, False, True, True, True, True)),
    Golden("four-short", 4, 14),
    Golden("four-long", 4, 15, Options(long_form=True)),
    Golden("four-first-layout", 4, 16, Options(first_layout=True)),
    Golden("four-draft", 4, 17, Options(draft=True)),
    Golden("four-cactus", 4, 18, Options(cactus=True)),
    Golden("four-lake", 4, 19, Options(lake=True)),
    Golden("four-long-everything", 4, 20, Options(True, False, True, True, True, True)),
    Golden("two-votes-run-out", 2, 6, Options(long_form=True), saving),
    Golden("solo", 1, 111),
    Golden("solo-double-card", 1, 22, Options(double_card=True)),
    Golden("solo-non-random-targeting", 1, 23, Options(non_random_targeting=True)),
    Golden("solo-no-more-tricks", 1, 24, Options(no_more_tricks=True)),
    Golden("solo-one-more-turn", 1, 25, Options(one_more_turn=True)),
    Golden(
        "solo-hardest",
        1,
        26,
        Options(double_card=True, non_random_targeting=True, no_more_tricks=True, one_more_turn=True),
    ),
    Golden("solo-cactus", 1, 27, Options(cactus=True)),
    Golden("solo-fertilizer", 1, 28, Options(fertilizer=True, cactus=True)),
)
