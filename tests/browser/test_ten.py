"""The ten things that a person must be able to do without help, each with a fresh browser, on a desk and on a phone, in
light and in dark. The second one, a cloud that is dragged, clicked, and chosen from the list, is in test_drags.py; what
is done on the tables in test_ten_tables.py; by keys alone in test_ten_keys.py; in grey in test_ten_grey.py.
"""

import asyncio
import re
import signal
import time
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import grpc
import pytest

from tests.bench.processes import free_port
from tests.browser.looks import SEND, in_every_look, lines, newer, seen, show_panel, tab_of
from tests.browser.moments import until_asked
from tests.browser.reader import chromium, page_server
from tests.browser.solo import asked, registered, solo_match, solo_table
from tests.browser.test_drags import NEWEST
from tests.server.serve.full_server import Person, answer, open_decision
from tilth.v1 import lobby_pb2, play_pb2

pytestmark = [pytest.mark.sweep, pytest.mark.timeout(180)]
AWAY_RECORDS = 20
MARKS = """
() => [...document.querySelectorAll(".since ~ .ll")].map(({ firstElementChild: mark }) =>
  mark.querySelector("svg") === null ? "" : [...mark.classList].find(name => /^c[0-9]$/.test(name)))
"""


@in_every_look
async def test_1_from_an_empty_browser_to_the_first_answer_in_four_clicks(tmp_path: Path, look: str) -> None:
    async with page_server(tmp_path) as (_, home), chromium() as browser, tab_of(browser, home, look) as tab:
        began = time.monotonic()
        await tab.open()
        await tab.page.locator("input[name=name]").click()
        await tab.page.keyboard.type("Ann")
        await tab.page.locator("article", has_text="Petrichor").locator("button.dk").click()
        clicks = 2
        await tab.page.wait_for_selector("[data-mark=table]", timeout=15_000)
        await tab.page.wait_for_selector(".dock:not(.waits) .opt, .dock:not(.waits) .send", timeout=15_000)
        assert await tab.page.locator(".seats .tag").all_text_contents() == ["you", "bot"]
        is_answered = "document.querySelector('.loglist .ll.me') !== null"
        assert not await tab.page.evaluate(is_answered)
        while clicks < 4 and not await tab.page.evaluate(is_answered):
            button = tab.page.locator(SEND)
            target = button if await button.count() else tab.page.locator(".dock .opt:not(:disabled)")
            await target.first.click()
            clicks += 1
            await tab.comes_true(is_answered, seconds=2)
        assert await tab.page.evaluate(is_answered), f"no answer after {clicks} clicks"
        assert time.monotonic() - began < 30


@in_every_look
async def test_6_what_each_player_did_since_ones_turn_is_shown_and_replayed(
    tmp_path: Path, look: str
) -> None:
    async with page_server(tmp_path) as (server, home), chromium() as browser:
        people = [await registered(server.address, name) for name in ("Ann", "Bob", "Cleo", "Dan")]
        match_id = await four_seats(server.address, people, "petrichor", seed=11)
        own = await away(server.address, people, match_id)
        updates = await updates_since(server.address, people[0], match_id, own)
        newest = updates[-1][0]
        news = [
            (record, update.seat if update.HasField("seat") else None, text)
            for record, update in updates
            for text in update.texts
            if text
        ]
        assert newest >= own + AWAY_RECORDS
        async with tab_of(browser, home, look) as tab:
            await tab.sit(people[0].token, "Ann", people[0].id)
            await tab.open()
            await tab.page.wait_for_selector(".turns .happened")
            assert int(re.findall(r"\d+", await tab.text(".turns .happened"))[0]) == newest - own
            await tab.page.locator(".turns a").click()
            await tab.page.wait_for_selector("[data-mark=table]")
            await show_panel(tab, "Log")
            await tab.page.wait_for_selector(".since")
            assert await lines(tab, ".since ~ .ll") == [(record, text) for record, _, text in news]
            marked = await tab.page.evaluate(MARKS)
            assert marked == ["" if seat is None else f"c{seat}" for _, seat, _ in news]
            assert {"c1", "c2", "c3"} <= set(marked)

            await tab.page.locator(".since + .ll .r").click()
            record = "document.querySelector('main[data-record]')?.dataset.record"
            await tab.until(f"{record} === '{news[0][0]}'")
            await tab.page.locator("label", has_text="8×").click()
            await tab.page.get_by_role("button", name="Play", exact=True).click()
            await tab.until(f"{record} === '{newest}'", seconds=30)
            # It was replayed from the reader's own seat, and not from the match's beginning.
            assert "seat=0" in await tab.page.evaluate("location.hash")
            await tab.page.get_by_role("button", name="Play", exact=True).wait_for()


async def four_seats(address: str, people: list[Person], game: str, title: str = "", seed: int = 1) -> str:
    """Start a match of four people; return its id."""
    async with grpc.aio.insecure_channel(address) as channel:
        persons = [Person(channel, person.token) for person in people]
        request = lobby_pb2.CreateMatchRequest(
            request_id=game,
            game=game,
            seat_count=4,
            take_seats=[0],
            start_when_full=True,
            title=title,
            seed=bytes([seed]) * 32,
        )
        match_id: str = (await persons[0].lobby.CreateMatch(request)).match.id
        for seat, person in enumerate(persons[1:], 1):
            await person.lobby.TakeSeat(
                lobby_pb2.TakeSeatRequest(request_id=game, match_id=match_id, seat=seat)
            )
        return match_id


async def away(address: str, people: list[Person], match_id: str) -> int:
    """Play until the first seat is asked again after many records, of all others; return the record of its last
    answer."""
    random, own, newest = Random(1), 0, 0
    others: set[int] = set()
    async with grpc.aio.insecure_channel(address) as channel:
        persons = [Person(channel, person.token) for person in people]
        for _ in range(1_000):
            for seat, person in enumerate(persons):
                decision = await open_decision(person, match_id, seat)
                if decision is None:
                    continue
                if seat == 0 and own and len(others) == 3 and newest >= own + AWAY_RECORDS:
                    return own
                newest = (await answer(person, match_id, seat, decision, random)).records[-1]
                own, others = (newest, set()) if seat == 0 else (own, others | {seat})
            await asyncio.sleep(0.02)
    raise AssertionError("the others never acted often enough between two answers of one seat")


async def updates_since(
    address: str, person: Person, match_id: str, record: int
) -> list[tuple[int, play_pb2.Update]]:
    """Return the updates that the first seat gets for the records after this one, with their numbers."""
    found: list[tuple[int, play_pb2.Update]] = []
    opening = play_pb2.OpenChannel(match_id=match_id, from_record=record + 1, texts=True, seat=0)
    request = play_pb2.AttendRequest(commands=[play_pb2.Command(channel=1, open=opening)])
    async with grpc.aio.insecure_channel(address) as channel:
        call = Person(channel, person.token).play.Attend(lasting(request))
        async for reply in call:
            found += [(frame.record, frame.update) for frame in reply.frames if frame.HasField("update")]
            if any(frame.HasField("caught_up") for frame in reply.frames):
                call.cancel()
                break
    return found


async def lasting(request: play_pb2.AttendRequest) -> AsyncIterator[play_pb2.AttendRequest]:
    """Send one request, and keep the stream open."""
    yield request
    await asyncio.Event().wait()


@in_every_look
async def test_7_an_answer_outlives_the_server_and_nothing_has_to_be_clicked(
    tmp_path: Path, look: str
) -> None:
    port = free_port()
    async with chromium() as browser:
        async with page_server(tmp_path, port=port) as (server, home):
            ann = await registered(server.address, "Ann")
            match_id = await solo_match(server.address, ann, "petrichor")
            await until_asked(server.address, ann, match_id, ["vote", "turn"])
            context = tab_of(browser, home, look)
            tab = await context.__aenter__()
            await tab.sit(ann.token, "Ann", ann.id)
            await tab.at_table(match_id)
            await tab.page.wait_for_selector(".opt:not(:disabled)")
            record = await tab.record()
            # The server takes no more messages, so that the answer is on its way when the server ends.
            server.process.send_signal(signal.SIGSTOP)
            await tab.page.locator(".opt:not(:disabled)").first.click()
            if await tab.page.locator(SEND).count():
                await tab.page.locator(SEND).first.click()
            await tab.until("document.querySelector('.dock .opt:disabled') !== null")
            await server.stop(signal.SIGKILL)
        await tab.page.wait_for_selector(".banner.warn", timeout=10_000)
        assert "has not arrived yet" in await tab.text(".banner.warn")
        async with page_server(tmp_path, port=port) as (server, _):
            await tab.until(
                f"document.querySelector('[data-record]').dataset.record === '{record + 1}'", seconds=20
            )
            await tab.page.wait_for_timeout(500)
            assert await tab.record() == record + 1
            updates = await updates_since(server.address, ann, match_id, record)
            assert [(update.cause, update.seat) for _, update in updates] == [(play_pb2.CAUSE_ANSWERED, 0)]
            await tab.until("document.querySelector('.banner.warn') === null")
            # A browser writes of its own that a connection failed; nothing else may stand there.
            assert all("ERR_CONNECTION" in line or "WebSocket" in line for line in tab.complaints), (
                tab.complaints
            )
            tab.complaints.clear()
            await context.__aexit__(None, None, None)


@in_every_look
async def test_9_a_turn_is_announced_with_everything_it_needs(tmp_path: Path, look: str) -> None:
    reach = asked("sun", "frost", "first-cloud")
    async with solo_table(tmp_path, "petrichor", reach, **seen(look)) as (tab, *_, decision):
        alert, status = tab.page.get_by_role("alert").first, tab.page.get_by_role("status").last
        await tab.until("document.querySelector('[role=alert]').textContent.includes('Your turn')")
        announced = await alert.text_content() or ""
        assert await tab.text(".dock .ask") in announced
        assert str(len(decision.options)) in announced
        place = tab.page.locator(".tbl [data-place^=tile-]").first
        assert re.match(r"[A-D][1-3], \w+", await place.get_attribute("aria-label") or "")
        record = await tab.record()
        await tab.page.locator(".dock .opt").first.focus()
        await tab.page.keyboard.press("Enter")
        if not await tab.comes_true(
            f"document.querySelector('[data-record]').dataset.record > {record}", seconds=0.5
        ):
            await tab.page.locator(SEND).first.focus()
            await tab.page.keyboard.press("Enter")
        await newer(tab, record)
        await tab.page.wait_for_timeout(1_200)
        assert await tab.page.evaluate(NEWEST) in (await status.text_content() or "")
