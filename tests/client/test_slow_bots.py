"""Bots that take longer than their clock allows: only their own match pays, and they are asked nothing closed."""

import asyncio
import logging
import threading
from typing import Any

import pytest

from tests.client.conftest import Join
from tests.client.matches import new_match
from tilth.v1 import play_pb2
from tilth_bots import BOTS
from tilth_client import Answer, ClockSettings, Decision, Tilth, TimeoutRule, auto_forced

PATIENCE_S = 60.0


async def played_by_defaults(tilth: Tilth, match_id: str, seat: int, count: int) -> None:
    """Wait until timeouts have closed this many decisions of the seat."""
    closed = 0
    async for update in tilth.watch(match_id):
        closed += update.cause == play_pb2.CAUSE_TIMED_OUT and update.seat == seat
        if closed == count:
            return


async def test_a_plain_function_that_is_slow_in_one_match_does_not_hold_up_another(join: Join) -> None:
    tilth = await join()
    slow = await tilth.create_match("petrichor", 2, take=[0, 1])
    other_is_over = threading.Event()

    def bot(view: Any, decision: Decision) -> Answer:
        if decision.context.match_id == slow.id:
            assert other_is_over.wait(PATIENCE_S)
        return decision.default

    playing = [asyncio.create_task(tilth.play(slow.id, seat, bot)) for seat in (0, 1)]
    other = await tilth.create_match("petrichor", 2, take=[0, 1])
    await asyncio.gather(*(tilth.play(other.id, seat, bot) for seat in (0, 1)))
    other_is_over.set()
    ends = await asyncio.gather(*playing)
    assert ends[0] == ends[1]


async def test_a_slow_plain_function_is_never_asked_a_decision_that_a_timeout_has_closed(
    join: Join, caplog: pytest.LogCaptureFixture
) -> None:
    tilth = await join()
    clock = ClockSettings(decision_ms=40, on_timeout=TimeoutRule.TIMEOUT_RULE_DEFAULT_ANSWER)
    match = await tilth.create_match("petrichor", 2, take=[0, 1], clock=clock)
    go_on = threading.Event()
    asked: list[int] = []

    def bot(view: Any, decision: Decision) -> Answer:
        asked.append(decision.id)
        assert go_on.wait(PATIENCE_S)
        return decision.default

    with caplog.at_level(logging.WARNING, "tilth_client"):
        playing = [
            asyncio.create_task(tilth.play(match.id, 0, auto_forced(bot))),
            asyncio.create_task(tilth.play(match.id, 1, BOTS["first"](0))),
        ]
        await played_by_defaults(tilth, match.id, 0, 6)
        assert len(asked) == 1, "calls for one match overlapped"
        go_on.set()
        await asyncio.gather(*playing)
    assert asked[1] > 6
    assert "is a plain function and takes more than" in caplog.text


async def test_a_bot_is_asked_nothing_after_its_seat_has_resigned(join: Join) -> None:
    slow, other = await join(), await join()
    match = await new_match([slow, other])
    thinking, resigned = threading.Event(), threading.Event()
    asked: list[int] = []

    def bot(view: Any, decision: Decision) -> Answer:
        asked.append(decision.id)
        if decision.id == 3:
            thinking.set()
            assert resigned.wait(PATIENCE_S)
        return decision.default

    playing = asyncio.create_task(slow.play(match.id, 0, bot))
    opponent = asyncio.create_task(other.play(match.id, 1, BOTS["random"](1)))
    assert await asyncio.to_thread(thinking.wait, PATIENCE_S)
    await slow.resign(match.id, 0)
    ends = await asyncio.gather(playing, opponent)
    resigned.set()
    assert ends[0] == ends[1]
    assert asked == [1, 2, 3]


async def test_a_seat_that_has_resigned_receives_no_decision(join: Join) -> None:
    tilth = await join()
    match = await tilth.create_match("petrichor", 2, take=[0, 1])
    playing = asyncio.create_task(tilth.play(match.id, 1, BOTS["random"](1)))
    async with tilth.attend(match.id, 0) as seat:
        await tilth.resign(match.id, 0)
        updates = [update async for update in seat]
    await playing
    asked = [each.open_decision_id for each in updates if each.cause == play_pb2.CAUSE_DEFAULTED]
    assert len(asked) > 10
    assert not any(asked)


async def test_an_exception_of_a_plain_function_is_raised_where_it_is_awaited(join: Join) -> None:
    tilth = await join()
    match = await tilth.create_match("petrichor", 1, take=[0])

    def bot(view: Any, decision: Decision) -> Answer:
        raise ValueError("no idea")

    with pytest.raises(ValueError, match="no idea"):
        await tilth.play(match.id, 0, bot)


async def test_a_plain_function_may_return_an_awaitable(join: Join) -> None:
    tilth = await join()
    match = await tilth.create_match("petrichor", 2, take=[0, 1])

    async def thought(decision: Decision) -> Answer:
        await asyncio.sleep(0)
        return decision.default

    ends = await asyncio.gather(
        *(tilth.play(match.id, seat, lambda _, decision: thought(decision)) for seat in (0, 1))
    )
    assert ends[0] == ends[1]
