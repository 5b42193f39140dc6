"""A bot that reads Agricola's typed view. What a farm has is `farm`, what it is worth `worth`, what the spaces and
the major improvements do `spaces` and `majors`, and how the bot answers `choosing`."""

from typing import Any

from tilth_bots.farmer.choosing import decide
from tilth_client import Answer, Bot, Decision

__all__ = ["decide", "farmer"]


def farmer(seed: int) -> Bot:
    """Plays Agricola with food for the next harvest in mind; any other game as a timeout would. Needs no luck, so no
    seed."""

    async def bot(view: Any, decision: Decision) -> Answer:
        return decide(view, decision)

    return bot
