"""A bot that reads Petrichor's typed view. What a garden is worth is `worth`, how it answers is `choosing`."""

from typing import Any

from tilth_bots.gardener.choosing import decide
from tilth_client import Answer, Bot, Decision

__all__ = ["decide", "gardener"]


def gardener(seed: int) -> Bot:
    """Plays Petrichor as a careful beginner would; any other game as a timeout would. Needs no luck, so no seed."""

    async def bot(view: Any, decision: Decision) -> Answer:
        return decide(view, decision)

    return bot
