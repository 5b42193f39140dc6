"""People at the page who are not one player at one seat: a visitor without a name, and a player at two seats."""

from pathlib import Path

import grpc

from tests.browser.playing import play
from tests.browser.reader import chromium, page_server, reader
from tests.browser.solo import registered
from tests.browser.test_whole_matches import two_seats
from tests.server.serve.full_server import Person
from tilth.v1 import lobby_pb2


async def test_a_visitor_watches_and_then_plays_a_bot_by_one_click(tmp_path: Path) -> None:
    async with page_server(tmp_path) as (server, home), chromium() as browser:
        people = [await registered(server.address, name) for name in ("Ann", "Bob")]
        match_id = await two_seats(server.address, people)
        async with reader(browser, home) as tab:
            await tab.at_table(match_id)
            assert "You watch" in await tab.text(".dock")
            await tab.page.get_by_role("button", name="Play against a bot").click()
            await tab.until(f"!location.hash.includes('{match_id}')")
            await tab.until("document.querySelector('.dock:not(.waits) .ask') !== null")
            await tab.until("document.querySelectorAll('.seat').length === 2")
            played = await play(tab, 4)
            assert played.answers == 4
            assert await tab.page.locator(".seats .tag").all_text_contents() == ["you", "bot"]
            # In a list of matches the bot's name is marked, and no other.
            await tab.open()
            await tab.page.wait_for_selector(".names")
            listed = await tab.page.locator(".names").all_text_contents()
            assert "Ann · Bob" in listed
            (own,) = set(listed) - {"Ann · Bob"}
            assert own.count(" (bot)") == 1
            assert own.endswith(" (bot)")


async def test_a_player_at_two_seats_answers_for_both(tmp_path: Path) -> None:
    async with page_server(tmp_path) as (server, home), chromium() as browser:
        ann = await registered(server.address, "Ann")
        async with grpc.aio.insecure_channel(server.address) as channel:
            request = lobby_pb2.CreateMatchRequest(
                request_id="1", game="petrichor", seat_count=2, take_seats=[0, 1], start_when_full=True
            )
            match_id = (await Person(channel, ann.token).lobby.CreateMatch(request)).match.id
        async with reader(browser, home) as tab:
            await tab.sit(ann.token, "Ann", ann.id)
            await tab.at_table(match_id)
            played = await play(tab, 8)
            assert played.answers == 8
