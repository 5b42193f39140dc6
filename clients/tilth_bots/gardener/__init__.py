"""A bot that reads Petrichor's typed view. `garden` models the table, `value` evaluates it, and `policy` answers
decisions."""

from typing import Any

from tilth_bots.described import describe
from tilth_bots.gardener.policy import decide
from tilth_client import Answer, Bot, Decision

__all__ = ["decide", "gardener"]


def gardener(seed: int) -> Bot:
    """Return a bot that plays Petrichor like a careful beginner, and gives default answers in other games. It makes no
    random choices, so `seed` is unused."""

    async def bot(view: Any, decision: Decision) -> Answer:
        return decide(view, decision)

    return bot


describe(gardener, "Plays Petrichor like a careful beginner.", "petrichor")
