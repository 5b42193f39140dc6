"""The replay's page explains how a record came about, and so does the log of a match that is being played."""

import asyncio
import re
from pathlib import Path

from playwright.async_api import Locator, expect

from tests.browser.playing import play
from tests.browser.reader import NARROW, PHONE, WIDE, chromium, page_server, reader
from tests.browser.solo import registered
from tests.browser.test_accessible import faults, misread
from tests.browser.test_replay import finished_match, shows
from tilth.v1 import archive_pb2, lobby_pb2
from tilth.v1.record_pb2 import ClockSettings
from tilth_bots import random_bot
from tilth_client import Tilth, connect


async def assert_explains(shown: Locator, found: archive_pb2.ExplainRecordResponse) -> None:
    """Check that a part of the page says what the server explains: the question, all that was offered, the answer that
    was given, and what followed."""
    await expect(shown).to_contain_text(f"Asked in record {found.opened_record}, ")
    await expect(shown.locator(".ask")).to_have_text(found.decision.text)
    answered = {option.id: option.text for option in [*found.decision.options, *found.decision.offers]}
    marked = shown.locator("[data-answered]")
    await expect(marked).to_have_count(len(set(found.picks)))
    for pick in set(found.picks):
        await expect(marked.filter(has_text=answered[pick]).first).to_be_visible()
    words = await shown.inner_text()
    for option in found.decision.options:
        assert option.text in words
    for text in found.texts:
        assert text in words


async def test_a_player_asks_about_an_own_answer_while_the_match_is_played(tmp_path: Path) -> None:
    async with page_server(tmp_path) as (server, home), chromium() as browser:
        ann = await registered(server.address, "Ann")
        async with connect(server.address, token=ann.token) as tilth, connect(server.address) as bob:
            await bob.register("Bob")
            clock = ClockSettings(bank_ms=3_600_000, decision_ms=60_000)
            match = await tilth.create_match("petrichor", 2, take=[0], clock=clock)
            await bob.take_seat(match.id, 1)
            playing = asyncio.create_task(bob.play(match.id, 1, random_bot(2)))
            async with reader(browser, home, WIDE, reduced_motion="reduce") as tab:
                await tab.sit(ann.token, "Ann", ann.id)
                await tab.at_table(match.id)
                await play(tab, 2)
                page = tab.page
                asks = page.get_by_role("button", name=re.compile("^Explain record "))
                await expect(asks.first).to_be_visible()
                numbers = [int(name.split()[-1]) for name in await _names(asks)]
                explained = {number: await tilth.archive.explain(match.id, number) for number in numbers}
                # Only records of Ann's own seat have the button, and each has one.
                assert {each.seat for each in explained.values()} == {0}
                assert len(explained) == len(numbers)
                number = max(
                    number
                    for number, each in explained.items()
                    if each.answered_by == archive_pb2.ANSWERED_BY_PLAYER
                )
                await page.get_by_role("button", name=f"Explain record {number}", exact=True).press("Enter")
                dialog = page.get_by_role("dialog")
                await expect(dialog).to_contain_text("Ann answered by hand.")
                await assert_explains(dialog, explained[number])
                left, bank = (
                    ms / 1000 for ms in (explained[number].remaining_ms, explained[number].remaining_bank_ms)
                )
                assert left > 1
                await expect(dialog).to_contain_text(
                    f"Time left: {left:.1f} s for the decision, {bank:.1f} s in the bank."
                )
                await page.wait_for_timeout(200)
                assert await faults(tab) == []
                await page.keyboard.press("Escape")
                await expect(dialog).to_have_count(0)
            playing.cancel()
            # Of another player's record the replay's page says why it is not explained.
            async with reader(browser, home, PHONE, reduced_motion="reduce") as stranger:
                await stranger.sit(bob.token, "Bob", "")
                await stranger.open(f"replay/{match.id}?record={number}")
                await stranger.page.locator(".phonetabs button").last.click()
                await stranger.page.get_by_role("tab", name="This record").click()
                await expect(stranger.page.get_by_role("tabpanel")).to_contain_text(
                    "only records of your own seats are explained"
                )


async def _names(buttons: Locator) -> list[str]:
    return [await one.get_attribute("aria-label") or "" for one in await buttons.all()]


async def test_the_replay_explains_the_record_that_it_shows(tmp_path: Path) -> None:
    async with page_server(tmp_path) as (server, home), chromium() as browser:
        ann = await registered(server.address, "Ann")
        match_id = await finished_match(server.address, ann)
        async with (
            connect(server.address, token=ann.token) as tilth,
            reader(browser, home, NARROW, reduced_motion="reduce") as tab,
        ):
            await tab.sit(ann.token, "Ann", ann.id)
            await tab.open(f"replay/{match_id}")
            await tab.page.wait_for_selector("main[data-record]")
            await tab.page.locator(".phonetabs button").last.click()
            await tab.page.get_by_role("tab", name="Log").press("ArrowRight")
            shown = tab.page.get_by_role("tabpanel", name="This record")
            await expect(shown).to_contain_text("Record ")
            last = int(await tab.page.evaluate("document.querySelector('input[type=range]').max"))
            for record in (last // 3, last // 2):
                await tab.open(f"replay/{match_id}?record={record}")
                await shows(tab, record)
                found = await tilth.archive.explain(match_id, record)
                await expect(shown).to_contain_text(f"Record {record}, ")
                await expect(shown).to_contain_text(f"{found.player_name} answered by hand.")
                await assert_explains(shown, found)
            assert await faults(tab) + await misread(tab) == []
            assert await tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            await tab.page.keyboard.press("End")
            await expect(shown).to_contain_text("The match ended.")


async def after_the_clock(tilth: Tilth) -> str:
    """Return a match whose one seat was out of time, and then resigned."""
    clock = ClockSettings(decision_ms=300)
    match = await tilth.create_match("petrichor", 1, take=[0], clock=clock)
    updates = tilth.watch(match.id)
    async for update in updates:
        if update.record >= 5:
            break
    await tilth.resign(match.id, 0)
    return match.id


async def test_the_clock_and_a_resignation_are_named(tmp_path: Path) -> None:
    async with page_server(tmp_path) as (server, home), chromium() as browser:
        ann = await registered(server.address, "Ann")
        async with (
            connect(server.address, token=ann.token) as tilth,
            reader(browser, home, WIDE, reduced_motion="reduce") as tab,
        ):
            match_id = await after_the_clock(tilth)
            assert (await tilth.match(match_id)).state == lobby_pb2.MATCH_STATE_FINISHED
            last = [entry.number async for entry in tilth.archive.log(match_id)][-1]
            found = [await tilth.archive.explain(match_id, number) for number in range(last + 1)]
            sentences = {
                "Ann was out of time; the server gave the default answer.": next(
                    each.record for each in found if each.answered_by == archive_pb2.ANSWERED_BY_CLOCK
                ),
                "Ann had resigned; the server gave the default answer.": next(
                    each.record for each in found if each.answered_by == archive_pb2.ANSWERED_BY_RESIGNATION
                ),
                "Ann resigned.": next(each.record for each in found if each.forfeit and not each.answered_by),
            }
            await tab.sit(ann.token, "Ann", ann.id)
            await tab.open(f"replay/{match_id}")
            await tab.page.wait_for_selector("main[data-record]")
            await tab.page.get_by_role("tab", name="This record").click()
            shown = tab.page.get_by_role("tabpanel")
            for sentence, record in sentences.items():
                await tab.open(f"replay/{match_id}?record={record}")
                await expect(shown).to_contain_text(sentence)
            await expect(shown).to_contain_text("By the player's choice")
