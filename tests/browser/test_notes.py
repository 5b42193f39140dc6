"""Notes that the page keeps for its reader alone, and the keys that show another player's things."""

from pathlib import Path

import grpc
import pytest

from tests.browser.looks import show_panel
from tests.browser.reader import PHONE, WIDE, chromium, page_server, reader
from tests.browser.solo import registered, solo_match
from tests.browser.test_accessible import faults
from tests.server.serve.full_server import Person
from tilth.v1 import lobby_pb2

pytestmark = pytest.mark.sweep


@pytest.mark.parametrize("size", [WIDE, PHONE])
async def test_notes_on_a_match_are_kept_in_this_browser_only(tmp_path: Path, size: tuple[int, int]) -> None:
    async with page_server(tmp_path) as (server, home), chromium() as browser:
        ann = await registered(server.address, "Ann")
        one, other = [await solo_match(server.address, ann, game) for game in ("petrichor", "earth")]
        async with reader(browser, home, size, reduced_motion="reduce") as tab:
            await tab.sit(ann.token, "Ann", ann.id)
            await tab.at_table(one)
            await show_panel(tab, "Log")
            await tab.page.get_by_role("button", name="Notes").click()
            # A digit that is typed here answers nothing.
            record = await tab.record()
            await tab.page.locator("textarea").fill("")
            await tab.page.locator("textarea").press_sequentially("1 <b>rain</b> next")
            # On a phone the log lies over the whole table, so that there is no main landmark then.
            assert size == PHONE or await faults(tab) == []
            assert await tab.record() == record
            await tab.page.reload()
            await tab.page.wait_for_selector("[data-mark=table]")
            await show_panel(tab, "Log")
            await tab.page.get_by_role("button", name="Notes").click()
            assert await tab.page.locator("textarea").input_value() == "1 <b>rain</b> next"
            await tab.at_table(other)
            await show_panel(tab, "Log")
            await tab.page.get_by_role("button", name="Notes").click()
            assert await tab.page.locator("textarea").input_value() == ""


LARGE = {
    "agricola": "document.querySelector('.own[data-seat]').dataset.seat",
    "earth": "document.querySelector('.own [data-place^=other-]') === null ? '0' : '1'",
    "sonora": "document.querySelector('.openedpane') === null ? '0' : '1'",
}


PRESS = "code => document.body.dispatchEvent(new KeyboardEvent('keydown', { code, key: '', bubbles: true }))"
"""The key at this place of the keyboard, whatever the layout writes there."""


@pytest.mark.parametrize("game", LARGE)
async def test_brackets_show_the_next_players_things(tmp_path: Path, game: str) -> None:
    async with page_server(tmp_path) as (server, home), chromium() as browser:
        ann = await registered(server.address, "Ann")
        async with grpc.aio.insecure_channel(server.address) as channel:
            request = lobby_pb2.CreateMatchRequest(
                request_id="1", game=game, seat_count=2, take_seats=[0, 1], start_when_full=True
            )
            match_id = (await Person(channel, ann.token).lobby.CreateMatch(request)).match.id
        async with reader(browser, home) as tab:
            await tab.sit(ann.token, "Ann", ann.id)
            await tab.at_table(match_id)
            await tab.page.wait_for_selector(".dock:not(.waits)")
            own = await tab.page.evaluate(LARGE[game])
            # Not while a flick is aimed: there they are the size of a step.
            for key in ("BracketRight", "BracketLeft"):
                await tab.page.evaluate(PRESS, key)
                seen = await tab.page.evaluate(LARGE[game])
                assert (seen == own) == (key == "BracketLeft")
