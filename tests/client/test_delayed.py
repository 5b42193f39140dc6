"""The bot that takes its time."""

import asyncio
from typing import Any

import pytest

from tests.client.decisions_at_random import as_sent
from tilth_bots import BOTS, DelayedBot
from tilth_client import Answer, Decision, picks
from tilth_rules.kernel import Choose


async def test_a_delayed_bot_answers_as_the_bot_inside_and_not_before_its_delay() -> None:
    def last(view: Any, decision: Decision) -> Answer:
        return picks(max(decision.ids))

    decision = as_sent(Choose(0, "which", [3, 4, 5]))
    began = asyncio.get_running_loop().time()
    assert await DelayedBot(last, 0.05)(None, decision) == picks(5)
    assert asyncio.get_running_loop().time() - began >= 0.05


@pytest.mark.parametrize("name", sorted(BOTS))
def test_it_wants_views_when_its_bot_does(name: str) -> None:
    bot = BOTS[name](0)
    assert DelayedBot(bot, 1).wants_views == getattr(bot, "wants_views", True)
