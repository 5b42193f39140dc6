"""The server goes away in the middle of an answer, and comes back: the page mends it by itself."""

import signal
import time
from pathlib import Path

import pytest
from playwright.async_api import Error as PlaywrightError

from tests.bench.processes import free_port
from tests.browser.playing import play
from tests.browser.reader import Reader, chromium, page_server, reader
from tests.browser.solo import registered, solo_match, solo_table

BACK_SECONDS = 2.0
IS_LIVE = "document.querySelector('.conn').textContent.trim() === 'live'"
BUTTON_BOX = """
() => {
  const { x, y, width, height } = document.querySelector(".banner.warn .btn").getBoundingClientRect();
  return [x, y, width, height].join(" ");
}
"""


async def try_now(tab: Reader) -> None:
    """Click the banner's button. The page tries by itself, too: if it is back before the click, the button is gone."""
    try:
        await tab.page.locator(".banner.warn .btn").click(timeout=3_000)
    except PlaywrightError:
        assert await tab.page.evaluate(IS_LIVE), "the button could not be clicked, and the page is not back"


async def boxes_of_the_button(tab: Reader, seconds: float) -> set[str]:
    """Return every place at which the banner's button stands within this time."""
    found: set[str] = set()
    latest = time.monotonic() + seconds
    while time.monotonic() < latest:
        found.add(await tab.page.evaluate(BUTTON_BOX))
        await tab.page.wait_for_timeout(40)
    return found


async def test_an_answer_given_while_the_server_is_away_counts_once(tmp_path: Path) -> None:
    port = free_port()
    async with chromium() as browser:
        async with page_server(tmp_path, port=port) as (server, home):
            ann = await registered(server.address, "Ann")
            match_id = await solo_match(server.address, ann, "petrichor")
            tab_context = reader(browser, home)
            tab = await tab_context.__aenter__()
            await tab.sit(ann.token, "Ann", ann.id)
            await tab.at_table(match_id)
            await play(tab, 3)
            await tab.until("document.querySelector('.opt:not(:disabled), .btn.pri:not(:disabled)') !== null")
            before = await tab.record()
            await server.stop(signal.SIGKILL)
        await tab.page.locator(".opt:not(:disabled), .dock .btn.pri:not(:disabled)").first.click()
        if await tab.page.locator(".send:not(:disabled)").count():
            await tab.page.locator(".send:not(:disabled)").first.click()
        await tab.page.wait_for_selector(".banner.warn", timeout=10_000)
        async with page_server(tmp_path, port=port) as (server, _):
            await try_now(tab)
            came_back = time.monotonic()
            await tab.until(IS_LIVE)
            assert time.monotonic() - came_back < BACK_SECONDS
            await tab.until(
                f"Number(document.querySelector('[data-record]').dataset.record) === {before + 1}"
            )
            lines = await tab.page.evaluate(
                "[...document.querySelectorAll('.loglist .r')].map(line => Number(line.textContent))"
            )
            assert lines == sorted(lines)
            # A browser writes of its own that a connection failed; nothing else may stand there.
            assert all("ERR_CONNECTION" in line or "WebSocket" in line for line in tab.complaints), (
                tab.complaints
            )
            tab.complaints.clear()
            await tab_context.__aexit__(None, None, None)


async def test_a_tab_that_is_opened_again_shows_the_same_table(tmp_path: Path) -> None:
    async with solo_table(tmp_path, "petrichor") as (tab, *_):
        await play(tab, 8)
        await tab.page.wait_for_timeout(800)
        live = await tab.drawn()
        await tab.page.reload()
        await tab.page.wait_for_selector("[data-mark=table]")
        await tab.page.wait_for_selector(".dock:not(.waits)")
        assert await tab.drawn() == live


@pytest.mark.sweep
async def test_the_banners_button_keeps_its_place_while_its_text_changes(tmp_path: Path) -> None:
    async with chromium() as browser:
        async with page_server(tmp_path) as (server, home):
            ann = await registered(server.address, "Ann")
            match_id = await solo_match(server.address, ann, "petrichor")
            tab_context = reader(browser, home)
            tab = await tab_context.__aenter__()
            await tab.sit(ann.token, "Ann", ann.id)
            await tab.at_table(match_id)
            await tab.page.wait_for_selector(".opt:not(:disabled)")
            await server.stop(signal.SIGKILL)
        await tab.page.wait_for_selector(".banner.warn", timeout=10_000)
        boxes = await boxes_of_the_button(tab, 1.5)
        await tab.page.locator(".opt:not(:disabled)").first.click()
        boxes |= await boxes_of_the_button(tab, 1.5)
        assert "counts once" in await tab.text(".banner.warn")
        assert len(boxes) == 1
        tab.complaints.clear()
        await tab_context.__aexit__(None, None, None)
