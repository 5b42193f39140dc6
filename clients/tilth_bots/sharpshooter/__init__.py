"""A bot that reads Sonora's typed view. Where a disc goes is `aiming`, what it is worth there `sheet`, how the bot
answers `choosing`. It moves no disc in its head: it looks for free ways, and reckons how far a flick carries."""

from typing import Any

from tilth_bots.sharpshooter.choosing import decide
from tilth_client import Answer, Bot, Decision

__all__ = ["decide", "sharpshooter"]


def sharpshooter(seed: int) -> Bot:
    """Plays Sonora as somebody with a steady hand would; any other game as a timeout would. Needs no luck, so no
    seed."""

    async def bot(view: Any, decision: Decision) -> Answer:
        return decide(view, decision)

    return bot
