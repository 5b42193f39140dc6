"""Moments of matches to test the page at: a decision of a certain kind is open."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import grpc

from tests.browser.reader import Reader
from tests.server.serve.full_server import Person, answer, open_decision
from tilth.v1 import play_pb2

MANY = 600
PAUSE_S = 0.015
"""A pause between calls: a player may make 200 per second."""


@dataclass
class Moment:
    """An open decision, with the seat that is asked and the view of that seat."""

    seat: int
    decision: Any
    view: bytes
    pending_seats: Sequence[int]
    record: int
    """The last record."""


async def moment_of(person: Person, match_id: str, seat: int) -> Moment | None:
    """Return what this seat is asked; None if it is asked nothing."""
    reply = await person.play.GetView(play_pb2.GetViewRequest(match_id=match_id, seat=seat))
    if not reply.HasField("decision"):
        return None
    return Moment(seat, reply.decision, reply.view, reply.pending_seats, reply.next_record - 1)


async def until(
    address: str, players: Sequence[Person], match_id: str, is_it: Callable[[Moment], bool], seed: int = 1
) -> Moment:
    """Answer for all seats at random, one after the other, until a moment comes that is wanted; return it."""
    random = Random(seed)
    async with grpc.aio.insecure_channel(address) as channel:
        persons = [Person(channel, player.token) for player in players]
        for _ in range(MANY):
            for seat, person in enumerate(persons):
                moment = await moment_of(person, match_id, seat)
                if moment is None:
                    await asyncio.sleep(PAUSE_S)
                    continue
                if is_it(moment):
                    return moment
                await answer(person, match_id, seat, moment.decision, random)
                await asyncio.sleep(PAUSE_S)
    raise AssertionError("the moment never came")


async def until_asked(address: str, ann: Person, match_id: str, kinds: Sequence[str], seed: int = 1) -> Any:
    """Answer for seat 0 at random until a decision of one of the kinds is open, and can be answered in several ways;
    return it."""

    def is_it(moment: Moment) -> bool:
        decision = moment.decision
        return decision.kind in kinds and (len(decision.options) > 1 or bool(decision.quantities))

    return (await until(address, [ann], match_id, is_it, seed)).decision


async def view_now(address: str, person: Person, match_id: str, seat: int) -> bytes:
    """Return the view of a seat."""
    async with grpc.aio.insecure_channel(address) as channel:
        request = play_pb2.GetViewRequest(match_id=match_id, seat=seat)
        view: bytes = (await Person(channel, person.token).play.GetView(request)).view
        return view


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
