"""A bot that reads Agricola's typed view. `farm` models a farm and `value` evaluates it; `spaces` and `majors` hold
the effects of the spaces and the major improvements; `policy` answers decisions."""

from typing import Any

from tilth_bots.described import describe
from tilth_bots.farmer.policy import decide
from tilth_client import Answer, Bot, Decision

__all__ = ["decide", "farmer"]


def farmer(seed: int) -> Bot:
    """Return a bot that plays Agricola with the food for the next harvest in mind, and gives default answers in other
    games. It makes no random choices, so `seed` is unused."""

    async def bot(view: Any, decision: Decision) -> Answer:
        return decide(view, decision)

    return bot


describe(farmer, "Plays Agricola with the food for the next harvest in mind.", "agricola")
