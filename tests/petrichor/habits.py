"""Random play of Petrichor: passing is as likely as each of the actions."""

from random import Random

from tilth_rules.kernel import Choose, Decision
from tilth_rules.random_play import inside

NOTHING = 0


def at_random(decision: Decision, state: object, random: Random) -> tuple[int, ...] | None:
    """Return an answer to a question that is answered by an action or by picking nothing; None for other questions.

    An answer is drawn as if passing were one of the options. Otherwise half of all turns would be passed.
    """
    if not isinstance(decision, Choose) or decision.min_picks or decision.kind not in ("turn", "end-turn"):
        return None
    picks, _ = inside(Choose(decision.seat, decision.kind, (NOTHING, *decision.options)), random)
    return tuple(option for option in picks if option != NOTHING)
