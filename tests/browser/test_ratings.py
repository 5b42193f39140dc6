"""The page of ratings: the pool and the season are the reader's choice, and operators name and end seasons."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from playwright.async_api import expect

from tests.browser.reader import NARROW, WIDE, Reader, chromium, page_server, reader
from tests.browser.test_accessible import faults, misread
from tests.browser.test_tournament_results import played
from tests.server.serve.process import Serving
from tilth_client import RoundRobin, Tilth, connect


@asynccontextmanager
async def two_pools(
    data: Path, size: tuple[int, int] = WIDE
) -> AsyncIterator[tuple[Reader, Tilth, Serving, str]]:
    """Give a tab, an operator, and a server on which bots have played in pools of two and of three seats; and the id of
    the tournament of three."""
    async with page_server(data) as (server, home), chromium() as browser:
        await played(server.address, RoundRobin(), 3, "two", seats=2)
        three = await played(server.address, RoundRobin(), 3, "three", seats=3)
        async with (
            connect(server.address, token=(data / "operator.token").read_text().strip()) as operator,
            reader(browser, home, size, reduced_motion="reduce") as tab,
        ):
            yield tab, operator, server, three.id


async def test_pool_and_season_are_chosen_and_stand_in_the_address(tmp_path: Path) -> None:
    async with two_pools(tmp_path) as (tab, operator, server, three):
        now = datetime.now(UTC)
        await operator.tournaments.set_season("spring", now - timedelta(days=90), now - timedelta(days=1))
        await operator.tournaments.set_season("summer", now - timedelta(days=1))
        pools = {each.seats: each for each in await operator.tournaments.pools()}
        async with connect(server.address) as ann:
            await ann.register("Ann")
            await tab.sit(ann.token, "Ann", "")
        page = tab.page
        # From the start page, and from a tournament to the pool of its own game and seats.
        await page.locator("main").get_by_role("link", name="Ratings").click()
        pool, season = page.get_by_label("Pool"), page.get_by_role("combobox", name="Season")
        await expect(pool).to_be_visible()
        await expect(pool.locator("option")).to_have_count(2)
        await tab.open(f"tournament/{three}")
        await page.locator("main").get_by_role("link", name="Ratings").click()
        await expect(pool).to_have_value(pools[3].name)
        await expect(pool.locator("option:checked")).to_have_text(
            f"Petrichor: seats: 3, rules {pools[3].rules_version} ({pools[3].games} games)"
        )
        rows = page.locator("tbody tr")
        for seats in (3, 2):
            await pool.select_option(pools[seats].name)
            listed = [each async for each in operator.tournaments.pool_ratings(pools[seats].name)]
            await expect(rows.first).to_contain_text(listed[0].player_name)
            await expect(rows).to_have_count(len(listed))
            for row, rating in zip(await rows.all(), listed, strict=True):
                words = await row.inner_text()
                assert rating.player_name in words
                assert f"{rating.ordinal:.1f}" in words
                assert f"{rating.mu:.1f} ±{rating.sigma:.1f}" in words
        await expect(rows.first.get_by_role("img")).to_have_count(1)
        # All games are of this season; the one before has none. An address brings both back.
        await season.select_option("summer")
        await expect(rows).to_have_count(3)
        await expect(page).to_have_url(re.compile("pool=petrichor.*&season=summer"))
        await page.reload()
        await expect(season).to_have_value("summer")
        await expect(pool).to_have_value(pools[2].name)
        await expect(rows).to_have_count(3)
        await season.select_option("spring")
        await expect(page.locator("main")).to_contain_text(
            "No game of a tournament was rated in this season."
        )
        # A reader who is no operator changes nothing.
        await expect(page.get_by_role("button", name="New season")).to_have_count(0)
        await expect(page.get_by_role("button", name="Change spring")).to_have_count(0)


async def test_an_operator_names_changes_and_ends_a_season_by_keys(tmp_path: Path) -> None:
    async with two_pools(tmp_path, NARROW) as (tab, operator, _, _three):
        token = (tmp_path / "operator.token").read_text().strip()
        await tab.sit(token, "operator", "none")
        await tab.open("ratings")
        page = tab.page
        rows = page.locator("tbody tr")
        await expect(rows).to_have_count(3)
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        await page.get_by_role("button", name="New season").focus()
        await page.keyboard.press("Enter")
        name = page.get_by_role("dialog").get_by_label("Name")
        await name.focus()
        await page.get_by_role("dialog").get_by_role("button", name="Save the season").press("Enter")
        # Without a name the server refuses, and the form stays as it is.
        await expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("name")
        await name.fill("cup of May")
        await page.get_by_role("dialog").get_by_label("Start").fill("2020-05-01T00:00:00")
        assert await faults(tab) == []
        await name.press("Enter")
        await expect(
            page.get_by_role("status").filter(has_text="The season cup of May is set.")
        ).to_be_visible()
        made = (await operator.tournaments.seasons())[0]
        assert (made.name, made.start.seconds, made.HasField("end")) == (
            "cup of May",
            await page.evaluate("new Date('2020-05-01T00:00:00').getTime() / 1000"),
            False,
        )
        await page.get_by_role("button", name="End cup of May now").press("Enter")
        await expect(page.get_by_role("button", name="End cup of May now")).to_have_count(0)
        ended = (await operator.tournaments.seasons())[0]
        assert abs(ended.end.seconds - datetime.now(UTC).timestamp()) < 60
        assert ended.start == made.start
        for until, seconds in (("2020-06-01T00:00:07", 31 * 86_400 + 7), ("", None)):
            await page.get_by_role("button", name="Change cup of May").press("Enter")
            await page.get_by_role("dialog").get_by_label("End").fill(until)
            await page.get_by_role("dialog").get_by_role("button", name="Save the season").click()
            await expect(page.get_by_role("dialog")).to_have_count(0)
            changed = (await operator.tournaments.seasons())[0]
            assert changed.start == made.start
            assert (changed.end.seconds - made.start.seconds if changed.HasField("end") else None) == seconds
        await expect(page.get_by_role("button", name="End cup of May now")).to_be_visible()
        assert await faults(tab) + await misread(tab) == []
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
