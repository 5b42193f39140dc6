"""A bot that reads Sonora's typed view. `aiming` chooses flicks, `sheet` evaluates discs, and `policy` answers
decisions. The bot does not simulate collisions: it looks for free ways and computes the distance of a flick."""

from typing import Any

from tilth_bots.described import describe
from tilth_bots.sharpshooter.policy import decide
from tilth_client import Answer, Bot, Decision

__all__ = ["decide", "sharpshooter"]


def sharpshooter(seed: int) -> Bot:
    """Return a bot that plays Sonora like a person with a steady hand, and gives default answers in other games. It
    makes no random choices, so `seed` is unused."""

    async def bot(view: Any, decision: Decision) -> Answer:
        return decide(view, decision)

    return bot


describe(sharpshooter, "Plays Sonora: it aims at the board, and plans its sheet.", "sonora")
