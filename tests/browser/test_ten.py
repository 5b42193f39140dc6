"""The ten things that a person must be able to do without help, each in a browser of its own: wide in light, and on a
phone in the dark. The second one, a cloud that is dragged, clicked, and chosen from the list, is in test_drags.py.
"""

import asyncio
import re
import signal
import time
from pathlib import Path
from random import Random
from typing import Any

import grpc
import pytest

from tests.bench.processes import free_port
from tests.browser.moments import drag, drag_by_finger, middle, until_asked
from tests.browser.reader import PHONE, WIDE, Reader, chromium, page_server, reader
from tests.browser.test_drags import NEWEST
from tests.browser.test_first_answers import GAMES, registered, solo_match
from tests.browser.test_whole_matches import play_by_keys
from tests.server.serve.full_server import Person, answer, open_decision
from tilth.games.sonora.v1 import sonora_pb2
from tilth.v1 import lobby_pb2

LOOKS = {"wide in light": (WIDE, "light"), "phone in dark": (PHONE, "dark")}
SEND = ".dock .send:not(:disabled)"

pytestmark = [pytest.mark.sweep, pytest.mark.timeout(180)]
both = pytest.mark.parametrize("look", LOOKS)


def tab_of(browser: Any, home: str, look: str) -> Any:
    size, theme = LOOKS[look]
    return reader(browser, home, size, color_scheme=theme)


async def newer(tab: Reader, record: int) -> None:
    await tab.until(f"Number(document.querySelector('[data-record]').dataset.record) > {record}")


async def show_panel(tab: Reader, number: int) -> None:
    """Show a part of the table that a phone has behind a tab."""
    button = tab.page.locator(f".phonetabs button:nth-child({number})")
    if await button.is_visible():
        await button.click()


async def show_log(tab: Reader) -> None:
    button = tab.page.locator(".phonetabs button:last-child")
    if await button.is_visible():
        await button.click()


@both
async def test_1_from_an_empty_browser_to_the_first_answer_in_four_clicks(tmp_path: Path, look: str) -> None:
    async with page_server(tmp_path) as (_, home), chromium() as browser, tab_of(browser, home, look) as tab:
        began = time.monotonic()
        await tab.open()
        clicks = 2
        await tab.page.locator("input[name=name]").click()
        await tab.page.keyboard.type("Ann")
        await tab.page.locator("article", has_text="Petrichor").locator("button.dk").click()
        await tab.page.wait_for_selector("[data-mark=table]", timeout=15_000)
        await tab.page.wait_for_selector(".dock:not(.waits) .opt, .dock:not(.waits) .send", timeout=15_000)
        record = await tab.record()
        while await tab.record() == record and clicks < 4:
            send = tab.page.locator(SEND)
            target = send if await send.count() else tab.page.locator(".dock .opt:not(:disabled)")
            await target.first.click()
            clicks += 1
            await tab.comes_true(
                f"document.querySelector('[data-record]').dataset.record > {record}", seconds=1
            )
        assert await tab.record() > record
        assert time.monotonic() - began < 30


@both
async def test_3_discs_are_flicked_by_finger_and_by_keys_and_a_shape_is_marked(
    tmp_path: Path, look: str
) -> None:
    async with page_server(tmp_path) as (server, home), chromium() as browser:
        ann = await registered(server.address, "Ann")
        match_id = await solo_match(server.address, ann, "sonora")
        await until_asked(server.address, ann, match_id, ["flick"])
        async with tab_of(browser, home, look) as tab:
            await tab.sit(ann.token, "Ann", ann.id)
            await tab.at_table(match_id)
            for number in range(3):
                await until_asked(server.address, ann, match_id, ["flick"], seed=number)
                await show_panel(tab, 1)
                await tab.page.wait_for_selector(".aiming")
                await tab.page.wait_for_timeout(300)
                record = await tab.record()
                if number == 2:
                    await tab.page.evaluate("document.activeElement?.blur()")
                    for key in ("ArrowUp", "ArrowUp", "ArrowLeft", "Space"):
                        await tab.page.keyboard.press(key)
                else:
                    x, y = await middle(tab, ".aiming")
                    if look == "phone in dark":
                        await drag_by_finger(tab, (x, y), (x + 20, y + 60))
                    else:
                        await drag(tab, (x, y), (x + 20, y + 60))
                    assert re.search(r"\d+ mm", await tab.text(".tbl .length"))
                    await tab.page.locator(SEND).first.click()
                await newer(tab, record)
                log = await tab.page.evaluate("document.querySelector('.loglist').textContent")
                assert "flicks disc" in log
            decision = await until_asked(server.address, ann, match_id, ["canyon"], seed=3)
            moves = [sonora_pb2.Move.FromString(option.move).draw_shape for option in decision.options]
            shape = next(
                move for move in moves if len(move.squares) == max(len(one.squares) for one in moves)
            )
            await show_panel(tab, 2)
            await tab.page.wait_for_selector(".tbl .lit[data-place^=canyon-]")
            record = await tab.record()
            for square in shape.squares:
                cell = tab.page.locator(f"[data-place=canyon-{square}]")
                if (
                    await tab.record() == record
                    and "on" not in (await cell.first.get_attribute("class") or "").split()
                ):
                    await tab.page.mouse.click(*await middle(tab, f"[data-place=canyon-{square}]"))
            if not await tab.comes_true(
                f"document.querySelector('[data-record]').dataset.record > {record}", seconds=1
            ):
                await tab.page.locator(SEND).first.click()
            await newer(tab, record)


@both
async def test_4_sprouts_are_spread_taken_away_and_exchanged(tmp_path: Path, look: str) -> None:
    async with page_server(tmp_path) as (server, home), chromium() as browser:
        ann = await registered(server.address, "Ann")
        match_id = await solo_match(server.address, ann, "earth")
        await until_asked(server.address, ann, match_id, ["sprouts"], seed=4)
        async with tab_of(browser, home, look) as tab:
            await tab.sit(ann.token, "Ann", ann.id)
            await tab.at_table(match_id)
            lit = tab.page.locator(".tbl .lit[data-place^=spot-]")
            await lit.first.wait_for()
            places = [await lit.nth(number).get_attribute("data-place") for number in range(3)]
            for place in (places[0], places[1], places[2], places[0]):
                await tab.page.mouse.click(*await middle(tab, f"[data-place={place}]"))
            assert await tab.text(f"[data-place={places[0]}] .boxnum") == "2"
            if look == "phone in dark":
                await tab.page.locator(".dock [aria-expanded]").click()
                await tab.page.locator(".dock [aria-label^=less]").first.click()
            else:
                await tab.page.keyboard.down("Shift")
                await tab.page.mouse.click(*await middle(tab, f"[data-place={places[0]}]"))
                await tab.page.keyboard.up("Shift")
            assert await tab.text(f"[data-place={places[0]}] .boxnum") == "✓"
            record = await tab.record()
            await tab.page.locator(SEND).first.click()
            await newer(tab, record)
            await until_asked(server.address, ann, match_id, ["activate"], seed=4)
            await tab.page.wait_for_selector(".tbl .lit")
            # What can still be activated is lit, what was passed says so.
            assert await tab.page.locator(".tbl .lit").count() >= 2


@both
async def test_5_a_pasture_is_sketched_and_its_fences_are_counted_before_the_answer(
    tmp_path: Path, look: str
) -> None:
    async with page_server(tmp_path) as (server, home), chromium() as browser:
        ann = await registered(server.address, "Ann")
        match_id = await solo_match(server.address, ann, "agricola")
        await until_asked(server.address, ann, match_id, ["fence"], seed=2)
        async with tab_of(browser, home, look) as tab:
            await tab.sit(ann.token, "Ann", ann.id)
            await tab.at_table(match_id)
            await show_panel(tab, 2)
            for _ in range(2):
                cell = tab.page.locator(".tbl .farm .lit[data-place^=cell-]").first
                await cell.wait_for()
                record = await tab.record()
                await tab.page.mouse.click(*await middle(tab, ".tbl .farm .lit[data-place^=cell-]"))
                if not await tab.comes_true(
                    f"document.querySelector('[data-record]').dataset.record > {record}", seconds=0.5
                ):
                    await tab.page.locator(SEND).first.click()
                    await newer(tab, record)
            # The fences to come are drawn, and the button says how many there are.
            assert await tab.page.locator(".tbl .to-come").count() == 1
            assert re.search(r"\d", await tab.text(".tbl [data-place=enclose]"))
            assert re.search(r"eats \d|need", (await tab.text(".tbl .need")).lower())


@both
async def test_6_what_happened_since_ones_turn_is_shown_and_replayed(tmp_path: Path, look: str) -> None:
    async with page_server(tmp_path) as (server, home), chromium() as browser:
        people = [await registered(server.address, name) for name in ("Ann", "Bob", "Cleo", "Dan")]
        match_id = await four_seats(server.address, people)
        own = await away_for_some_records(server.address, people, match_id)
        async with tab_of(browser, home, look) as tab:
            await tab.sit(people[0].token, "Ann", people[0].id)
            await tab.open()
            await tab.page.wait_for_selector(".turns .happened")
            count = int(re.findall(r"\d+", await tab.text(".turns .happened"))[0])
            await tab.page.locator(".turns a").click()
            await tab.page.wait_for_selector("[data-mark=table]")
            await show_log(tab)
            await tab.page.wait_for_selector(".since")
            newest = await tab.record()
            assert newest - own == count > 0
            after = await tab.page.evaluate(
                "[...document.querySelectorAll('.since ~ .ll .r')].map(link => Number(link.textContent))"
            )
            assert min(after) > own
            await tab.page.locator(".since + .ll .r").click()
            await tab.until(f"document.querySelector('main[data-record]')?.dataset.record === '{after[0]}'")


async def four_seats(address: str, people: list[Person]) -> str:
    async with grpc.aio.insecure_channel(address) as channel:
        persons = [Person(channel, person.token) for person in people]
        request = lobby_pb2.CreateMatchRequest(
            request_id="1", game="petrichor", seat_count=4, take_seats=[0], start_when_full=True
        )
        match_id: str = (await persons[0].lobby.CreateMatch(request)).match.id
        for seat, person in enumerate(persons[1:], 1):
            await person.lobby.TakeSeat(
                lobby_pb2.TakeSeatRequest(request_id="1", match_id=match_id, seat=seat)
            )
        return match_id


async def away_for_some_records(address: str, people: list[Person], match_id: str) -> int:
    """Play until the first seat is asked again after the others have acted; return the record of its last answer."""
    random, own, others = Random(1), 0, 0
    async with grpc.aio.insecure_channel(address) as channel:
        persons = [Person(channel, person.token) for person in people]
        for _ in range(400):
            for seat, person in enumerate(persons):
                decision = await open_decision(person, match_id, seat)
                if decision is None:
                    continue
                if seat == 0 and others >= 6 and own:
                    return own
                records = (await answer(person, match_id, seat, decision, random)).records
                own, others = (records[-1], 0) if seat == 0 else (own, others + 1)
            await asyncio.sleep(0.02)
    raise AssertionError("the others never acted often enough between two answers of one seat")


@both
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
            await server.stop(signal.SIGKILL)
        await tab.page.locator(".opt:not(:disabled)").first.click()
        if await tab.page.locator(SEND).count():
            await tab.page.locator(SEND).first.click()
        await tab.page.wait_for_selector(".banner.warn", timeout=10_000)
        async with page_server(tmp_path, port=port) as (server, _):
            await tab.until(
                f"document.querySelector('[data-record]').dataset.record === '{record + 1}'", seconds=20
            )
            await tab.page.wait_for_timeout(500)
            assert await tab.record() == record + 1
            await tab.until("document.querySelector('.banner.warn') === null")
            tab.complaints.clear()
            await context.__aexit__(None, None, None)


@pytest.mark.parametrize("game", GAMES)
async def test_8_the_focus_is_never_lost_while_keys_answer(tmp_path: Path, game: str) -> None:
    async with page_server(tmp_path) as (server, home), chromium() as browser:
        ann = await registered(server.address, "Ann")
        match_id = await solo_match(server.address, ann, game)
        async with reader(browser, home) as tab:
            await tab.sit(ann.token, "Ann", ann.id)
            await tab.at_table(match_id)
            for number in range(4):
                await play_by_keys(tab, 2, Random(number))
                await tab.page.wait_for_timeout(200)
                stops = set()
                for _ in range(250):
                    await tab.page.keyboard.press("Tab")
                    stop = await tab.page.evaluate(FOCUS)
                    assert stop["isSeen"], stop
                    stops.add(stop["part"])
                    if {"dock", "table", "log"} <= stops:
                        break
                assert "dock" in stops, stops


FOCUS = """
() => {
  const at = document.activeElement;
  if (at === null || at === document.body) return { isSeen: true, part: "outside" };
  const box = at.getBoundingClientRect();
  const dock = document.querySelector(".dock").getBoundingClientRect();
  const isInside = box.top > dock.top && box.bottom < dock.bottom && box.left > dock.left && box.right < dock.right;
  const isBehind = isInside && !at.closest(".dock");
  const part = at.closest("[data-part]")?.dataset.part ?? (at.closest(".tbl") ? "table" : "bar");
  return { isSeen: !isBehind, part, text: at.outerHTML.slice(0, 120) };
}
"""


@both
async def test_9_a_turn_is_announced_with_everything_it_needs(tmp_path: Path, look: str) -> None:
    async with page_server(tmp_path) as (server, home), chromium() as browser:
        ann = await registered(server.address, "Ann")
        match_id = await solo_match(server.address, ann, "petrichor")
        decision = await until_asked(server.address, ann, match_id, ["sun", "frost", "first-cloud"])
        async with tab_of(browser, home, look) as tab:
            await tab.sit(ann.token, "Ann", ann.id)
            await tab.at_table(match_id)
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


NAMES = ("<img src=x onerror=alert(1)>", "W" * 40, "\u202eevil\u202c name", "Dan")


@both
async def test_10_four_players_differ_in_grey_whatever_they_are_called(tmp_path: Path, look: str) -> None:
    async with page_server(tmp_path) as (server, home), chromium() as browser:
        people = []
        for number, name in enumerate(NAMES):
            try:
                people.append(await registered(server.address, name))
            except grpc.aio.AioRpcError:
                people.append(await registered(server.address, f"Plain{number}"))
        match_id = await four_seats(server.address, people)
        await away_for_some_records(server.address, people, match_id)
        async with tab_of(browser, home, look) as tab:
            tab.page.on("dialog", lambda dialog: tab.complaints.append(f"a dialog: {dialog.message}"))
            session = await tab.page.context.new_cdp_session(tab.page)
            await session.send("Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"})
            await tab.sit(people[0].token, people[0].name, people[0].id)
            for fragment in ("", "watch", f"match/{match_id}"):
                await tab.open(fragment)
                await tab.page.wait_for_timeout(500)
                assert await tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), fragment
            await tab.page.wait_for_selector("[data-mark=table]")
            marks = await tab.page.evaluate(
                "[...document.querySelectorAll('.seats .badge')].map(one => one.querySelector('svg').innerHTML)"
            )
            assert len(set(marks)) == 4
            drops = await tab.page.evaluate(
                "[...document.querySelectorAll('.tbl .drop')].map(one =>"
                " [one.dataset.place.split('-').at(-1), one.querySelectorAll('path')[1].getAttribute('d')])"
            )
            shapes = {owner: {shape for one, shape in drops if one == owner} for owner, _ in drops}
            assert all(len(found) == 1 for found in shapes.values())
            assert len({shape for found in shapes.values() for shape in found}) == len(shapes) >= 2
