"""Random play of Sonora: doing nothing is as likely as each of the options."""

from random import Random

from tilth_rules.kernel import Choose, Decision
from tilth_rules.random_play import inside

NOTHING = -1


def at_random(decision: Decision, state: object, random: Random) -> tuple[int, ...] | None:
    """Return an answer to a question that one pick answers, or none; None for all others.

    An answer is drawn as if doing nothing were one of the options. Otherwise half of all marks would be left out.
    """
    if (
        not isinstance(decision, Choose)
        or decision.min_picks
        or decision.kind not in ("mark", "mud", "reflick")
    ):
        return None
    options = (NOTHING, *decision.options) if decision.kind == "reflick" else (*decision.options, NOTHING)
    picks, _ = inside(Choose(decision.seat, decision.kind, options), random)
    return tuple(option for option in picks if option != NOTHING)
