"""A tournament that has ended is verified on its page, saved as one file, and imported elsewhere by an operator."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from playwright.async_api import expect

from tests.browser.reader import NARROW, Reader, chromium, page_server, reader
from tests.browser.test_accessible import faults, misread
from tests.browser.test_tournament_results import played
from tilth_client import RoundRobin, connect


def operator_token(data: Path) -> str:
    return (data / "operator.token").read_text().strip()


async def verified(tab: Reader, verdict: str) -> str:
    """Wait for the verdict of a verification; return what is text about it."""
    shown = tab.page.locator("[role=status]").filter(has=tab.page.locator(f"[data-verdict={verdict}]"))
    await expect(shown).to_be_visible(timeout=30_000)
    return await shown.inner_text()


async def imported(tab: Reader, file: Path) -> None:
    dialog = tab.page.get_by_role("dialog")
    await dialog.get_by_label("The tournament's file").set_input_files(file)
    await dialog.get_by_role("button", name="Import it").press("Enter")


async def test_a_tournament_is_saved_and_imported_elsewhere(tmp_path: Path) -> None:
    one, two, file = tmp_path / "one", tmp_path / "two", tmp_path / "cup.tournament.gz"
    async with chromium() as browser:
        async with page_server(one) as (server, home), connect(server.address) as ann:
            await ann.register("Ann")
            cup = await played(server.address, RoundRobin(), 3, title="Spring cup")
            standings = await ann.tournaments.standings(cup.id)
            async with reader(browser, home, reduced_motion="reduce") as tab:
                await tab.sit(ann.token, "Ann", "")
                await tab.open(f"tournament/{cup.id}")
                await expect(tab.page.locator("[data-fact=origin]")).to_have_text(
                    "Organised by bot 0 on this server."
                )
                async with tab.page.expect_download() as begun:
                    await tab.page.get_by_role("button", name="Save as one file").press("Enter")
                await (await begun.value).save_as(file)
                assert (await begun.value).suggested_filename == f"{cup.id}.tournament.gz"
                await expect(
                    tab.page.get_by_role("status").filter(has_text=f"{cup.pairing_count} matches")
                ).to_be_visible()
                # A reader who is no operator has nothing to import with.
                await tab.open("tournaments")
                await expect(tab.page.locator("main li")).to_have_count(1)
                await expect(tab.page.get_by_role("button", name="Import a tournament")).to_have_count(0)
            assert file.read_bytes() == b"".join([piece async for piece in ann.tournaments.export(cup.id)])
        async with (
            page_server(two) as (server, home),
            connect(server.address, token=operator_token(two)) as operator,
            reader(browser, home, NARROW, reduced_motion="reduce") as tab,
        ):
            await tab.sit(operator_token(two), "operator", "none")
            await tab.open("tournaments")
            await tab.page.get_by_role("button", name="Import a tournament").press("Enter")
            dialog = tab.page.get_by_role("dialog")
            # Without a file, and with half of one.
            await dialog.get_by_role("button", name="Import it").click()
            await expect(dialog.get_by_role("alert")).to_have_text("Choose a file first.")
            half = tmp_path / "half.gz"
            half.write_bytes(file.read_bytes()[:-100])
            await imported(tab, half)
            await expect(dialog.get_by_role("alert")).to_contain_text("incomplete")
            assert [each async for each in operator.tournaments.list()] == []
            await imported(tab, file)
            text = await verified(tab, "sound")
            assert f"The tournament and its {cup.pairing_count} matches hold." in text
            verdict = await operator.tournaments.verify(cup.id)
            assert verdict.head.hex() in text
            assert f"{verdict.record_count} records of the tournament" in text
            await expect(dialog).to_contain_text(
                f"The tournament is imported, with {cup.pairing_count} matches."
            )
            assert await faults(tab) == []
            assert (await operator.tournaments.standings(cup.id)).standings == standings.standings
            await imported(tab, file)
            await expect(dialog).to_contain_text("This server had the tournament already.")
            await dialog.get_by_role("link", name="Open the tournament").press("Enter")
            await expect(tab.page.locator("[data-fact=origin]")).to_contain_text(
                "played elsewhere and imported"
            )
            await expect(tab.page.get_by_role("region", name="Standings")).to_contain_text("bot 1")
            assert await faults(tab) + await misread(tab) == []
            assert await tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_a_tournament_with_an_altered_match_does_not_hold(tmp_path: Path) -> None:
    async with page_server(tmp_path) as (server, _):
        cup = await played(server.address, RoundRobin(), 3)
        async with connect(server.address) as ann:
            await ann.register("Ann")
            match_id = (await anext(ann.tournaments.pairings(cup.id))).match_id
            token = ann.token
    with closing(sqlite3.connect(tmp_path / "tilth.db")) as database, database:
        (stream,) = database.execute(
            "SELECT id FROM streams WHERE name = ?", (f"match/{match_id}",)
        ).fetchone()
        database.execute(
            "UPDATE records SET body = body || x'00' WHERE stream = ? AND number = 20", (stream,)
        )
    async with page_server(tmp_path) as (_, home), chromium() as browser, reader(browser, home) as tab:
        await tab.sit(token, "Ann", "")
        await tab.open(f"tournament/{cup.id}")
        await tab.page.get_by_role("button", name="Verify the tournament").click()
        text = await verified(tab, "unsound")
        assert "This tournament does not hold." in text
        assert re.search(r"Game 1: ", text) is not None, text
        assert re.search(rf"Match {match_id}, record \d+: ", text) is not None, text
