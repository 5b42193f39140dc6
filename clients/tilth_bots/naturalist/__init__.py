"""A bot that reads Earth's typed view. What cards say is `cards`, what objectives count `objectives`, what abilities
bring as a rule `usual`, what things are worth at the moment `worth`, where pieces go `pieces`, which action pays
`planning`, and how the bot answers `choosing`, with `planting`, `activating`, `hand` and `laying`."""

from typing import Any

from tilth_bots.naturalist.choosing import decide
from tilth_client import Answer, Bot, Decision

__all__ = ["decide", "naturalist"]


def naturalist(seed: int) -> Bot:
    """Plays Earth as somebody would who reads every card; any other game as a timeout would. Needs no luck, so no
    seed."""

    async def bot(view: Any, decision: Decision) -> Answer:
        return decide(view, decision)

    return bot
