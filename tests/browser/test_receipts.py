"""The page keeps what the server signed about a match, and compares it with what the server shows later."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from playwright.async_api import expect

from tests.browser.playing import play
from tests.browser.reader import NARROW, Reader, chromium, page_server, reader
from tests.browser.solo import registered
from tests.browser.test_accessible import faults
from tests.server.archive.test_bundles import rechained
from tilth.v1.record_pb2 import Record
from tilth_cli.receipts import receipts_in, statement_of
from tilth_client import connect
from tilth_dataclasses.tilth.v1 import Receipt


async def compared(tab: Reader, match_id: str) -> list[str]:
    """Verify a match on its replay's page; return the verdict on each receipt."""
    await tab.open(f"replay/{match_id}")
    await tab.page.wait_for_selector("main[data-record]")
    await tab.page.locator(".phonetabs button").last.click()
    await tab.page.get_by_role("tab", name="Verify").click()
    await tab.page.get_by_role("button", name="Verify this match").click()
    shown = tab.page.get_by_role("region", name="Receipts")
    await expect(
        shown.locator("[data-receipt]").first.or_(shown.get_by_text("keeps no receipt"))
    ).to_be_visible()
    return [
        await one.get_attribute("data-receipt") or "" for one in await shown.locator("[data-receipt]").all()
    ]


async def saved(tab: Reader, button: str, file: Path) -> list[Receipt]:
    """Press a button that saves receipts; return those in the file, as the terminal client reads it."""
    async with tab.page.expect_download() as begun:
        await tab.page.get_by_role("button", name=button).press("Enter")
    await (await begun.value).save_as(file)
    return await asyncio.to_thread(receipts_in, file)


async def test_receipts_are_kept_and_show_what_was_changed(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "kept.jsonl"
    async with chromium() as browser:
        async with page_server(data) as (server, home):
            port = int(home.rstrip("/").rpartition(":")[2])
            ann = await registered(server.address, "Ann")
            async with (
                connect(server.address, token=ann.token) as tilth,
                reader(browser, home, NARROW, reduced_motion="reduce") as tab,
            ):
                await tab.sit(ann.token, "Ann", ann.id)
                match = await tilth.create_match("petrichor", 2, take=[0, 1])
                other = await tilth.create_match("petrichor", 2, take=[0, 1])
                await tab.at_table(match.id)
                await play(tab, 4)
                # One that is asked for while the match is played, and one that comes with its end.
                await tab.open(f"replay/{match.id}?seat=0")
                await tab.page.wait_for_selector("main[data-record]")
                await tab.page.locator(".phonetabs button").last.click()
                await tab.page.get_by_role("tab", name="About").click()
                (during,) = await saved(tab, "Save a receipt", file)
                assert (stated := statement_of(during)) is not None
                assert stated.hidden_head
                await tab.at_table(match.id)
                boss = (data / "operator.token").read_text().strip()
                async with connect(server.address, token=boss) as operator:
                    await operator.operations.adjudicate(match.id, [2, 1], "late")
                    await operator.operations.adjudicate(other.id, [2, 1], "late")
                await tab.until("JSON.parse(localStorage['tilth.receipts']).length === 2")
                assert await compared(tab, match.id) == ["ok", "ok"]
                assert await faults(tab) == []
                assert await tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
                both = await saved(tab, "Save the receipts", file)
                assert both[0] == during
                heads = [entry.hash async for entry in tilth.archive.log(match.id)]
                assert (stated := statement_of(both[1])) is not None
                assert stated.head == heads[-1]
                # The page reads the file, too. It is of another match than this one, of which nothing is kept.
                assert await compared(tab, other.id) == []
                await tab.page.get_by_label("Compare a receipt from a file").set_input_files(file)
                await expect(tab.page.locator("[data-receipt=other-match]")).to_have_count(2)
                kept = await tab.page.context.storage_state()
        await asyncio.to_thread(change_a_record, data, match.id)
        async with (
            page_server(data, port=port) as (_, home),
            reader(browser, home, NARROW, storage_state=kept, reduced_motion="reduce") as tab,
        ):
            assert await compared(tab, match.id) == ["changed", "changed"]
            await expect(tab.page.get_by_role("region", name="Receipts")).to_contain_text(
                "records are NOT those"
            )


def change_a_record(data: Path, match_id: str) -> None:
    """Change the time of an early record, and make the chain of hashes fit again."""
    with closing(sqlite3.connect(data / "tilth.db")) as database:
        query = "SELECT body FROM records JOIN streams ON streams.id = stream WHERE name = ? AND number = 1"
        (body,) = database.execute(query, (f"match/{match_id}",)).fetchone()
    record = Record.FromString(body)
    record.at.nanos ^= 1
    rechained(data, match_id, 1, record.SerializeToString())
