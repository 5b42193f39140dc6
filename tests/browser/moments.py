"""Moments of matches to test the page at: a decision of a certain kind is open."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Any

import grpc

from tests.browser.reader import Reader
from tests.server.serve.full_server import Person, answer, open_decision

MANY = 600


async def until_asked(address: str, ann: Person, match_id: str, kinds: Sequence[str], seed: int = 1) -> Any:
    """Answer for seat 0 at random until a decision of one of the kinds is open, and can be answered in several ways;
    return it."""
    random = Random(seed)
    async with grpc.aio.insecure_channel(address) as channel:
        person = Person(channel, ann.token)
        for _ in range(MANY):
            decision = await open_decision(person, match_id, 0)
            assert decision is not None, "the match has ended, or waits for another seat"
            if decision.kind in kinds and (len(decision.options) > 1 or decision.quantities):
                return decision
            await answer(person, match_id, 0, decision, random)
            await asyncio.sleep(0.01)  # a player may make 200 calls per second
    raise AssertionError(f"never asked: {kinds}")


async def asked_now(address: str, ann: Person, match_id: str) -> Any:
    """Return the open decision of seat 0; None if there is none."""
    async with grpc.aio.insecure_channel(address) as channel:
        return await open_decision(Person(channel, ann.token), match_id, 0)


async def middle(tab: Reader, selector: str, *, scroll: bool = True) -> tuple[float, float]:
    """Return the middle of an element on the screen."""
    element = tab.page.locator(selector).first
    if scroll:
        await element.scroll_into_view_if_needed()
    box = await element.bounding_box()
    assert box is not None, selector
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def drag(tab: Reader, begin: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag with the mouse."""
    mouse = tab.page.mouse
    await mouse.move(*begin)
    await mouse.down()
    await mouse.move((begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2, steps=3)
    await mouse.move(*end, steps=3)
    await mouse.up()


async def drag_by_finger(
    tab: Reader, begin: tuple[float, float], *ways: tuple[float, float] | str, is_held: bool = False
) -> None:
    """Drag with a finger, from point to point, or to the middle of what a selector says; `is_held`: rest on the
    first one until the page holds the piece. What lies below the table's edge is waited for there."""
    session = await tab.page.context.new_cdp_session(tab.page)

    async def touch(kind: str, point: tuple[float, float] | None) -> None:
        points = [] if point is None else [{"x": point[0], "y": point[1]}]
        await session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    await touch("touchStart", begin)
    if is_held:
        await tab.page.wait_for_selector(".tbl.dragging")
    at = begin
    for way in ways:
        end = way if isinstance(way, tuple) else await _in_sight(tab, way, touch)
        for step in range(1, 6):
            part = step / 5
            await touch("touchMove", (at[0] + (end[0] - at[0]) * part, at[1] + (end[1] - at[1]) * part))
            await tab.page.wait_for_timeout(15)
        at = end
    await touch("touchEnd", None)
    await session.detach()


async def _in_sight(
    tab: Reader, selector: str, touch: Callable[[str, tuple[float, float] | None], Awaitable[None]]
) -> tuple[float, float]:
    """Return the middle of an element; if it lies below the table, hold the finger at the edge until it has come."""
    await tab.page.locator(selector).first.wait_for()
    box = await tab.page.locator(".tbl").bounding_box()
    assert box is not None
    low = box["y"] + box["height"]
    x, y = await middle(tab, selector, scroll=False)
    if box["y"] < y < low - 40 or ".phonetabs" in selector:
        return x, y
    for _ in range(100):
        await touch("touchMove", (x, low - 12))
        await tab.page.wait_for_timeout(20)
        x, y = await middle(tab, selector, scroll=False)
        if y < low - 40:
            break
    # The table does not scroll on while the finger is between its edges.
    await touch("touchMove", (x, low - 60))
    await tab.page.wait_for_timeout(60)
    return await middle(tab, selector, scroll=False)
