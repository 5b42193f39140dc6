"""A bot that waits before each answer, so that people can watch it play."""

import asyncio
import inspect
from typing import Any

from tilth_client import Answer, AnyBot, Decision
from tilth_client.seat_bots import Decide, with_decide


class DelayedBot:
    """A bot that waits before each answer of another bot: `DelayedBot(bot, 2.5)` waits 2.5 seconds, then asks `bot`. It
    wants views and texts if that bot does."""

    def __init__(self, bot: Decide, seconds: float) -> None:
        self._bot = bot
        self._seconds = seconds
        self.wants_views: bool = getattr(bot, "wants_views", True)
        self.wants_texts: bool = getattr(bot, "wants_texts", False)

    async def __call__(self, view: Any, decision: Decision) -> Answer:
        await asyncio.sleep(self._seconds)
        answer = self._bot(view, decision)
        return await answer if inspect.isawaitable(answer) else answer


def delayed(bot: AnyBot, seconds: float) -> AnyBot:
    """Return a bot that waits before each answer of another one, which may be a function or a class."""
    late: AnyBot = with_decide(bot, lambda decide: DelayedBot(decide, seconds))
    return late
