"""The server goes away in the middle of an answer, and comes back: the page mends it by itself."""

import signal
import time
from pathlib import Path

from tests.bench.processes import free_port
from tests.browser.playing import play
from tests.browser.reader import chromium, page_server, reader
from tests.browser.test_first_answers import registered, solo_match

BACK_SECONDS = 2.0


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
            await tab.page.locator(".banner .btn").click()
            came_back = time.monotonic()
            await tab.until("document.querySelector('.conn').textContent.trim() === 'live'")
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
    async with page_server(tmp_path) as (server, home), chromium() as browser:
        ann = await registered(server.address, "Ann")
        match_id = await solo_match(server.address, ann, "petrichor")
        async with reader(browser, home) as tab:
            await tab.sit(ann.token, "Ann", ann.id)
            await tab.at_table(match_id)
            await play(tab, 8)
            await tab.page.wait_for_timeout(800)
            live = await tab.drawn()
            await tab.page.reload()
            await tab.page.wait_for_selector("[data-mark=table]")
            await tab.page.wait_for_selector(".dock:not(.waits)")
            assert await tab.drawn() == live
