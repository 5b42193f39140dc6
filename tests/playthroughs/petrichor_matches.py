"""The matches of Petrichor that are kept. Together they cover every mode, every action, every crop and every event."""

from random import Random

from tests.petrichor.habits import at_random
from tests.playthroughs.names.petrichor import PETRICHOR, SOLO
from tests.playthroughs.setups import Golden, Setup
from tilth_rules.kernel import Choose, Decision
from tilth_rules.petrichor import Options, game
from tilth_rules.petrichor.state import State
from tilth_rules.playthrough import Habit


def saving(decision: Decision, state: State, random: Random) -> tuple[int, ...] | None:
    """Saves cards in odd rounds, plays every card in even ones and votes with it: so the votes run out."""
    assert isinstance(decision, Choose)
    options = decision.options
    match decision.kind:
        case "turn" if not decision.min_picks:
            spend = state.round % 2 == 0 or state.held[decision.seat] > 4
            return (random.choice(options),) if spend and options else ()
        case "pay":
            return (options[0],)
        case "second-action":
            return ()
        case "vote":
            return (random.choice([option for option in options if option <= 4]),)
    return at_random(decision, state, random)


PLAIN = Options()


def _setup(name: str, seats: int, seed: int, options: Options = PLAIN, habit: Habit = at_random) -> Setup:
    return Setup(game, name, seats, seed, options, habit)


SETUPS = (
    _setup("two-short", 2, 1),
    _setup("two-long", 2, 2, Options(long_form=True)),
    _setup("two-first-layout", 2, 3, Options(first_layout=True)),
    _setup("two-draft", 2, 4, Options(draft=True)),
    _setup("two-long-draft", 2, 5, Options(long_form=True, draft=True)),
    _setup("two-promos", 2, 6, Options(fertilizer=True, cactus=True, lake=True)),
    _setup("three-short", 3, 7),
    _setup("three-long", 3, 8, Options(long_form=True)),
    _setup("three-first-layout", 3, 9, Options(first_layout=True)),
    _setup("three-draft", 3, 10, Options(draft=True)),
    _setup("three-lake", 3, 11, Options(lake=True)),
    _setup("three-fertilizer", 3, 12, Options(fertilizer=True)),
    _setup("three-long-everything", 3, 13, Options(True, False, True, True, True, True)),
    _setup("four-short", 4, 14),
    _setup("four-long", 4, 15, Options(long_form=True)),
    _setup("four-first-layout", 4, 16, Options(first_layout=True)),
    _setup("four-draft", 4, 17, Options(draft=True)),
    _setup("four-cactus", 4, 18, Options(cactus=True)),
    _setup("four-lake", 4, 19, Options(lake=True)),
    _setup("four-long-everything", 4, 20, Options(True, False, True, True, True, True)),
    _setup("two-votes-run-out", 2, 6, Options(long_form=True), saving),
    _setup("solo", 1, 111),
    _setup("solo-double-card", 1, 22, Options(double_card=True)),
    _setup("solo-non-random-targeting", 1, 23, Options(non_random_targeting=True)),
    _setup("solo-no-more-tricks", 1, 24, Options(no_more_tricks=True)),
    _setup("solo-one-more-turn", 1, 25, Options(one_more_turn=True)),
    _setup(
        "solo-hardest",
        1,
        26,
        Options(double_card=True, non_random_targeting=True, no_more_tricks=True, one_more_turn=True),
    ),
    _setup("solo-cactus", 1, 27, Options(cactus=True)),
    _setup("solo-fertilizer", 1, 28, Options(fertilizer=True, cactus=True)),
)

"""Every mode. A line of digests is kept of each."""

_SOLO_HARDEST = Options(double_card=True, non_random_targeting=True, no_more_tricks=True, one_more_turn=True)

GOLDENS = (
    Golden(_setup("recorded-solo-promos", 1, 52, Options(fertilizer=True, cactus=True)), SOLO),
    Golden(_setup("recorded-solo-hardest", 1, 94, _SOLO_HARDEST), SOLO),
    Golden(_setup("recorded-two-first-layout", 2, 1, Options(first_layout=True)), PETRICHOR, 0, 2),
    Golden(
        _setup("recorded-two-draft-fertilizer", 2, 1, Options(draft=True, fertilizer=True)), PETRICHOR, 0, 1
    ),
    Golden(_setup("recorded-two-long-votes-run-out", 2, 79, Options(long_form=True), saving), PETRICHOR, 6),
    Golden(
        _setup("recorded-three-long-everything", 3, 107, Options(True, False, True, True, True, True)),
        PETRICHOR,
        5,
        5,
    ),
    Golden(_setup("recorded-four-lake", 4, 113, Options(lake=True)), PETRICHOR, 4, 4),
    Golden(_setup("recorded-four-long-cactus", 4, 22, Options(long_form=True, cactus=True)), PETRICHOR, 2, 2),
)
"""The matches that are recorded in words."""
