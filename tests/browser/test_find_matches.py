"""The page that finds matches that have ended: orders, ranges and filters, which stand in the address."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

from tests.browser.reader import LARGE, NARROW, WIDE, chromium, page_server, reader
from tests.browser.solo import registered
from tests.browser.test_accessible import faults, misread
from tilth.v1 import lobby_pb2
from tilth_bots import random_bot
from tilth_client import Tilth, connect

WORDS = {
    "en": ("Find a match", "Order", "Margin, points", "at least", "at most", "Only mine", "Game"),
    "ru": ("Найти партию", "Порядок", "Отрыв, очки", "не меньше", "не больше", "Только мои", "Игра"),
}


ORDERS = {
    lobby_pb2.MATCH_ORDER_UNSPECIFIED: "created",
    lobby_pb2.MATCH_ORDER_ENDED: "ended",
    lobby_pb2.MATCH_ORDER_MARGIN: "margin",
    lobby_pb2.MATCH_ORDER_RECORDS: "records",
    lobby_pb2.MATCH_ORDER_DURATION: "duration",
    lobby_pb2.MATCH_ORDER_FORFEIT_CAUSE: "forfeit",
    lobby_pb2.MATCH_ORDER_RATING_SURPRISE: "surprise",
    lobby_pb2.MATCH_ORDER_LAST_RECORD: "activity",
}
"""The orders by the names that the page has for them."""


async def finished(one: Tilth, two: Tilth) -> list[lobby_pb2.Match]:
    """Return finished matches of two seats and one of a single seat, the oldest first."""
    made = []
    for number in range(4):
        match = await one.create_match("petrichor", 2, take=[0], title=f"pair {number}")
        await two.take_seat(match.id, 1)
        if number == 3:
            await two.resign(match.id, 1)
        await asyncio.gather(
            one.play(match.id, 0, random_bot(number)), two.play(match.id, 1, random_bot(number + 9))
        )
        made.append(match.id)
    alone = await two.create_match("agricola", 1, take=[0], title="alone")
    await two.play(alone.id, 0, random_bot(1))
    return [await one.match(match_id) for match_id in [*made, alone.id]]


def margin(match: lobby_pb2.Match) -> int:
    """Return the points between both places; 0 if they are shared, or if a resignation decided."""
    by_place = dict(zip(match.result.places, match.result.scores, strict=True))
    return max(0, by_place[1] - by_place[2]) if len(by_place) == 2 else 0


async def ordered(tilth: Tilth, order: lobby_pb2.MatchOrder.ValueType) -> list[str]:
    """Return the titles of all matches in an order, as the server has them. It says itself which of two equal ones is
    first."""
    is_of_running = order == lobby_pb2.MATCH_ORDER_LAST_RECORD
    state = lobby_pb2.MATCH_STATE_RUNNING if is_of_running else lobby_pb2.MATCH_STATE_FINISHED
    wanted = lobby_pb2.ListMatchesRequest(state=state, order=order)
    return [match.title async for match in tilth.matches(wanted=wanted)]


def assert_as_played(
    in_order: Mapping[lobby_pb2.MatchOrder.ValueType, list[str]], pairs: list[lobby_pb2.Match]
) -> None:
    """Check that the orders differ as the matches do, so that the page can't have mixed them up unseen."""
    assert sorted(in_order[lobby_pb2.MATCH_ORDER_MARGIN]) == [match.title for match in pairs]
    assert in_order[lobby_pb2.MATCH_ORDER_FORFEIT_CAUSE] == ["pair 3"]
    assert in_order[lobby_pb2.MATCH_ORDER_LAST_RECORD] == ["being played"]
    assert in_order[lobby_pb2.MATCH_ORDER_RATING_SURPRISE] == []


async def lists(rows: Locator, wanted: list[str]) -> None:
    await expect(rows.locator("b")).to_have_text(wanted)


@pytest.mark.parametrize("language", ["en", pytest.param("ru", marks=pytest.mark.sweep)])
async def test_matches_are_ordered_and_narrowed_down(tmp_path: Path, language: str) -> None:
    find, label, margins, least, most, mine, game = WORDS[language]
    async with page_server(tmp_path) as (server, home), chromium() as browser:
        ann = await registered(server.address, "Ann")
        async with connect(server.address, token=ann.token) as one, connect(server.address) as two:
            await two.register("Bob")
            await one.create_match("petrichor", 2, take=[0], title="still open")
            await one.create_match("petrichor", 2, take=[0, 1], title="being played")
            played = await finished(one, two)
        *pairs, alone = played
        size = WIDE if language == "en" else LARGE
        async with reader(browser, home, size, reduced_motion="reduce") as tab:
            await tab.sit(ann.token, "Ann", ann.id, language)
            page = tab.page
            await page.locator("main").get_by_role("link", name=find).press("Enter")
            rows = page.locator("main li")
            await lists(rows, [match.title for match in reversed(played)])
            orders = page.get_by_role("combobox", name=label)
            async with connect(server.address, token=ann.token) as one:
                in_order = {order: await ordered(one, order) for order in lobby_pb2.MatchOrder.values()}
            assert_as_played(in_order, pairs)
            for order, wanted in in_order.items():
                await orders.select_option(ORDERS[order])
                await lists(rows, wanted)
            await orders.select_option("ended")
            # A range leaves out what is below or above it; a single seat has no margin at all.
            bounds = page.get_by_role("group", name=margins)
            middle = sorted(margin(match) for match in pairs)[1]
            await bounds.get_by_label(least).fill(str(middle))
            await bounds.get_by_label(least).press("Enter")
            newest = list(reversed(pairs))
            await lists(rows, [match.title for match in newest if margin(match) >= middle])
            await bounds.get_by_label(most).fill(str(middle))
            await bounds.get_by_label(most).press("Tab")
            await lists(rows, [match.title for match in newest if margin(match) == middle])
            await page.reload()
            await lists(rows, [match.title for match in newest if margin(match) == middle])
            await expect(bounds.get_by_label(least)).to_have_value(str(middle))
            assert await faults(tab) + await misread(tab) == []
            # Other filters, by the address; and each row leads to its replay.
            for address, wanted in {
                "took=600..": [],
                "surprise=0..": [],
                "forfeit=resigned": ["pair 3"],
            }.items():
                await tab.open(f"matches?{address}")
                await lists(rows, wanted)
            await tab.open("matches?order=ended")
            await page.get_by_label(mine).check()
            await lists(rows, [match.title for match in newest])
            await page.get_by_label(mine).uncheck()
            await page.get_by_role("combobox", name=game).select_option("agricola")
            await lists(rows, ["alone"])
            await page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
            fits = await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert (fits, await faults(tab)) == (True, [])
            await rows.get_by_role("link").press("Enter")
            await expect(page).to_have_url(f"{home}#/replay/{alone.id}")
            await page.wait_for_selector("main[data-record]")
