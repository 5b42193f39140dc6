"""A bot that reads Earth's typed view. `cards` decodes printed cards, `objectives` counts for objectives, `defaults`
and `value` estimate the worth of abilities, goods and cards, `pieces` places sprouts and growth, and `planning`
compares actions. `policy` answers decisions, with `planting`, `activating`, `hand` and `placing`."""

from typing import Any

from tilth_bots.described import describe
from tilth_bots.naturalist.policy import decide
from tilth_client import Answer, Bot, Decision

__all__ = ["decide", "naturalist"]


def naturalist(seed: int) -> Bot:
    """Return a bot that plays Earth and makes use of every card, and gives default answers in other games. It makes no
    random choices, so `seed` is unused."""

    async def bot(view: Any, decision: Decision) -> Answer:
        return decide(view, decision)

    return bot


describe(naturalist, "Plays Earth and makes use of every card.", "earth")
