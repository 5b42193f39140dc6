"""A bot that takes its time, so that people can watch it play."""

import asyncio
import inspect
from typing import Any

from tilth_client import Answer, Bot, Decision


class Pondering:
    """Another bot, which thinks for so many seconds before each answer."""

    def __init__(self, bot: Bot, seconds: float) -> None:
        self._bot = bot
        self._seconds = seconds
        self.wants_views: bool = getattr(bot, "wants_views", True)
        self.wants_texts: bool = getattr(bot, "wants_texts", False)

    async def __call__(self, view: Any, decision: Decision) -> Answer:
        await asyncio.sleep(self._seconds)
        answer = self._bot(view, decision)
        return await answer if inspect.isawaitable(answer) else answer
