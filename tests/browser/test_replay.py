"""The replay's page: it draws what the match's page drew, seeks by keys, runs, and links to a moment."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path

import pytest

from tests.browser.playing import play
from tests.browser.reader import PHONE, Reader, chromium, page_server, reader
from tests.browser.solo import GAMES, registered, solo_match
from tests.browser.test_accessible import faults
from tests.server.serve.full_server import Person
from tilth.v1.receipt_pb2 import Receipt
from tilth_bots import random_bot
from tilth_client import connect, receipts

FILM_MS = 900


@asynccontextmanager
async def at_page(data: Path) -> AsyncIterator[tuple[Reader, str, Person]]:
    async with page_server(data) as (server, home), chromium() as browser:
        ann = await registered(server.address, "Ann")
        async with reader(browser, home) as tab:
            await tab.sit(ann.token, "Ann", ann.id)
            yield tab, server.address, ann


async def shows(tab: Reader, record: int) -> None:
    await tab.until(f"document.querySelector('main[data-record]')?.dataset.record === '{record}'")


async def finished_match(address: str, ann: Person) -> str:
    """Return a Petrichor match that bots have played to its end."""
    async with connect(address, token=ann.token) as one, connect(address) as two:
        await two.register("Bob")
        match = await one.create_match("petrichor", 2, take=[0])
        await two.take_seat(match.id, 1)
        await asyncio.gather(one.play(match.id, 0, random_bot(1)), two.play(match.id, 1, random_bot(2)))
    return match.id


@pytest.mark.sweep
@pytest.mark.parametrize("game", GAMES)
async def test_a_replay_draws_what_watchers_saw(tmp_path: Path, game: str) -> None:
    """A watcher is asked nothing, so what is drawn for them is the table alone."""
    async with page_server(tmp_path) as (server, home), chromium() as browser:
        ann = await registered(server.address, "Ann")
        match_id = await solo_match(server.address, ann, game)
        async with reader(browser, home) as player, reader(browser, home) as watcher:
            await player.sit(ann.token, "Ann", ann.id)
            await player.at_table(match_id)
            await watcher.at_table(match_id)
            seen: dict[int, str] = {}
            for _ in range(3):
                await play(player, 4)
                record = await player.record()
                await watcher.until(f"document.querySelector('[data-record]').dataset.record === '{record}'")
                await watcher.page.wait_for_timeout(FILM_MS)
                seen[record] = await watcher.drawn()
            for record, drawn in seen.items():
                await watcher.open(f"replay/{match_id}?record={record}&seat=none")
                await shows(watcher, record)
                await watcher.page.wait_for_timeout(FILM_MS)
                assert await watcher.drawn() == drawn, record


async def test_keys_seek_and_the_address_follows(tmp_path: Path) -> None:
    async with at_page(tmp_path) as (tab, address, ann):
        match_id = await finished_match(address, ann)
        await tab.open(f"replay/{match_id}")
        await tab.page.wait_for_selector("main[data-record]")
        first = int(await tab.page.evaluate("document.querySelector('input[type=range]').min"))
        last = int(await tab.page.evaluate("document.querySelector('input[type=range]').max"))
        for key, record in (
            ("ArrowRight", first + 1),
            ("ArrowUp", first + 11),
            ("ArrowLeft", first + 10),
            ("End", last),
            ("Home", first),
        ):
            await tab.page.keyboard.press(key)
            await shows(tab, record)
        await tab.page.keyboard.press("]")
        await tab.page.keyboard.press("]")
        await tab.until(f"Number(document.querySelector('main[data-record]').dataset.record) > {first}")
        await tab.page.wait_for_timeout(FILM_MS)
        moment = await tab.page.evaluate("location.href")
        drawn = await tab.drawn()
        await tab.page.goto("about:blank")
        await tab.page.goto(moment)
        await tab.page.wait_for_selector("main[data-record]")
        await tab.page.wait_for_timeout(FILM_MS)
        assert await tab.drawn() == drawn


@pytest.mark.sweep
async def test_a_replay_runs_and_ends_its_stream(tmp_path: Path) -> None:
    async with at_page(tmp_path) as (tab, address, ann):
        match_id = await finished_match(address, ann)
        await tab.open(f"replay/{match_id}")
        await tab.page.wait_for_selector("main[data-record]")
        first = int(await tab.page.evaluate("document.querySelector('main').dataset.record"))
        await tab.page.locator("label", has_text="8×").click()
        await tab.page.get_by_role("button", name="Play", exact=True).click()
        await tab.until(f"Number(document.querySelector('main').dataset.record) >= {first + 5}")
        await tab.page.get_by_role("button", name="Pause", exact=True).click()
        stopped = await tab.page.evaluate("document.querySelector('main').dataset.record")
        await tab.page.wait_for_timeout(600)
        assert await tab.page.evaluate("document.querySelector('main').dataset.record") == stopped


@pytest.mark.sweep
async def test_points_over_time_are_a_table_too(tmp_path: Path) -> None:
    async with at_page(tmp_path) as (tab, address, ann):
        match_id = await finished_match(address, ann)
        await tab.open(f"replay/{match_id}")
        await tab.page.wait_for_selector("aside svg path.curve")
        assert await tab.page.locator("aside svg path.curve").count() == 2
        await tab.page.locator("aside summary").click()
        await tab.page.locator("aside tbody button").last.click()
        at = int((await tab.text("aside tbody tr:last-child button")).split(",")[-1])
        await shows(tab, at)


async def test_a_replay_comes_by_the_stream_and_not_by_calls(tmp_path: Path) -> None:
    async with at_page(tmp_path) as (tab, address, ann):
        match_id = await finished_match(address, ann)
        await tab.open(f"replay/{match_id}")
        await tab.page.wait_for_selector(".loglist .ll")
        first = int(await tab.page.evaluate("document.querySelector('main').dataset.record"))
        await tab.page.locator("label", has_text="8×").click()
        await tab.page.get_by_role("button", name="Play", exact=True).click()
        await tab.until(f"Number(document.querySelector('main').dataset.record) >= {first + 3}")
        called = {url.rpartition("/")[2] for url in tab.requests}
        assert "ViewAt" in called
        assert "Replay" not in called


async def test_verify_says_what_was_checked(tmp_path: Path) -> None:
    async with at_page(tmp_path) as (tab, address, ann):
        match_id = await finished_match(address, ann)
        await tab.open(f"replay/{match_id}")
        await tab.page.get_by_role("tab", name="Verify").click()
        await tab.page.get_by_role("button", name="Verify this match").click()
        await tab.page.wait_for_selector("[data-check]")
        results = await tab.page.evaluate(
            "[...document.querySelectorAll('[data-check]')].map(one => [one.dataset.check, one.dataset.result])"
        )
        assert results == [[name, "passed"] for name in ("chain", "fold", "seed", "rules", "names")]
        shown = await tab.text("[role=tabpanel]")
        assert "Everything that was checked holds." in shown
        assert "The rules, version" in shown
        assert await faults(tab) == []


@pytest.mark.sweep
async def test_about_has_the_seed_and_its_commitment_and_saves_the_match(tmp_path: Path) -> None:
    async with at_page(tmp_path) as (tab, address, ann):
        match_id = await finished_match(address, ann)
        await tab.open(f"replay/{match_id}")
        await tab.page.wait_for_selector(".loglist .ll")
        await tab.page.get_by_role("tab", name="Log").press("ArrowLeft")
        seed = bytes.fromhex(await tab.text("[data-fact=seed]"))
        assert sha256(seed).hexdigest() == await tab.text("[data-fact=commitment]")
        shown = await tab.text("[role=tabpanel]")
        assert "Ann" in shown
        assert "Bob" in shown
        await tab.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        await tab.page.locator(".phonetabs button").last.click()
        assert await faults(tab) == []
        assert await tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        async with tab.page.expect_download() as begun:
            await tab.page.get_by_role("button", name="Save as a file").click()
        file = (await (await begun.value).path()).read_bytes()
        async with connect(address, token=ann.token) as client:
            assert file == b"".join([piece async for piece in client.archive.export(match_id)])
            head = [entry.hash async for entry in client.archive.log(match_id)][-1]
        async with tab.page.expect_download() as begun:
            await tab.page.get_by_role("button", name="Save a receipt").click()
        line = json.loads((await (await begun.value).path()).read_text())
        parts = {name: bytes.fromhex(line[name]) for name in ("statement", "signature", "public_key")}
        assert receipts.fits(receipts.statement_of(Receipt(**parts)), head)


async def test_a_result_by_an_operator_says_so(tmp_path: Path) -> None:
    async with at_page(tmp_path) as (tab, address, ann):
        async with connect(address, token=ann.token) as client:
            match = await client.create_match("petrichor", 2, take=[0, 1])
        async with connect(address, token=(tmp_path / "operator.token").read_text().strip()) as boss:
            await boss.operations.adjudicate(match.id, [2, 1], "Ann has left the club")
        await tab.open(f"replay/{match.id}")
        await tab.page.wait_for_selector(".loglist .ll")
        await tab.page.get_by_role("tab", name="Log").press("ArrowLeft")
        assert "Ann has left the club" in await tab.text("[role=tabpanel]")
