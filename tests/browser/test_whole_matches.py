"""Whole matches in the browser: by clicking, on a phone, by keys alone, in two browsers, and the replay of each."""

import random
import time
from pathlib import Path
from typing import Any

import grpc
import pytest

from tests.browser.playing import STANDING, assert_on_the_table, play
from tests.browser.reader import PHONE, WIDE, Reader, chromium, page_server, reader
from tests.browser.solo import GAMES, registered, solo_table
from tests.seeds import Seeds
from tests.server.serve.full_server import Person
from tilth.v1 import lobby_pb2

pytestmark = pytest.mark.sweep
MANY = 2_000
ENDED = "document.querySelector('.dock table') !== null"


def seed_bytes(rng: random.Random) -> bytes:
    return rng.randbytes(32)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", ["wide", "phone"])
@pytest.mark.timeout(900)
async def test_a_whole_match_is_played_by_clicking_and_replayed_as_it_was(
    tmp_path: Path, game: str, size: str, seeds: Seeds
) -> None:
    for seed in seeds(1):
        rng = random.Random(seed)
        screen = PHONE if size == "phone" else WIDE
        async with solo_table(tmp_path / str(seed), game, seed=seed_bytes(rng), size=screen) as at:
            tab, match_id = at.tab, at.match_id
            played = await play(tab, MANY, rng.randrange(1000))
            assert_on_the_table(played, game)
            await tab.until(ENDED)
            await tab.page.wait_for_timeout(1_000)
            last = await tab.drawn()
            await tab.open(f"replay/{match_id}?record={await tab.record()}&seat=0")
            await tab.page.wait_for_selector("[data-mark=table]")
            await tab.page.wait_for_timeout(500)
            assert await tab.drawn() == last


@pytest.mark.timeout(900)
async def test_two_browsers_play_against_each_other(tmp_path: Path, seeds: Seeds) -> None:
    for seed in seeds(1):
        rng = random.Random(seed)
        async with page_server(tmp_path / str(seed)) as (server, home), chromium() as browser:
            people = [await registered(server.address, name) for name in ("Ann", "Bob")]
            match_id = await two_seats(server.address, people)
            async with reader(browser, home) as one, reader(browser, home, PHONE) as other:
                for tab, person in zip((one, other), people, strict=True):
                    await tab.sit(person.token, person.name, person.id)
                    await tab.at_table(match_id)
                for turn in range(MANY):
                    tab = (one, other)[turn % 2]
                    if (await tab.page.evaluate(STANDING))["is"] == "asked":
                        await play(tab, 1, rng.randrange(1000))
                    if await one.page.evaluate(ENDED) and await other.page.evaluate(ENDED):
                        break
                assert await one.text(".dock table") == await other.text(".dock table")


async def two_seats(address: str, people: list[Person]) -> str:
    """Start a match of Petrichor between two people; return its id."""
    async with grpc.aio.insecure_channel(address) as channel:
        ann, bob = (Person(channel, person.token) for person in people)
        made = await ann.lobby.CreateMatch(
            lobby_pb2.CreateMatchRequest(
                request_id="1", game="petrichor", seat_count=2, take_seats=[0], start_when_full=True
            )
        )
        await bob.lobby.TakeSeat(lobby_pb2.TakeSeatRequest(request_id="1", match_id=made.match.id, seat=1))
        match_id: str = made.match.id
        return match_id


@pytest.mark.parametrize("game", GAMES)
async def test_answers_by_keys_alone(tmp_path: Path, game: str, seeds: Seeds) -> None:
    for seed in seeds(1):
        rng = random.Random(seed)
        async with solo_table(tmp_path / str(seed), game, seed=seed_bytes(rng)) as (tab, *_):
            given = await play_by_keys(tab, 25, rng)
            over = (await tab.page.evaluate(STANDING))["is"] == "over"
            assert given >= 20 or over, given


SIGNS = """
() => {
  // What a key may have changed: the newest record, the question, and what is picked.
  const picked = [...document.querySelectorAll(".opt.on")].map((one) => one.dataset.option);
  const about = [document.querySelector("[data-record]")?.dataset.record, document.querySelector(".ask")?.textContent];
  return [...about, ...picked, document.querySelector(".dock .send")?.disabled].join(" | ");
}
"""
SHOWN_MS = 1_500
"""The time within which the page shows the effect of a key. A key without an effect costs as much."""


async def play_by_keys(tab: Reader, answers: int, rng: random.Random) -> int:
    """Give answers by digits and Enter; the mouse is never moved. Return the number of records that came.

    It waits for what a key shows, never for a time: the page takes a number at once if no second digit is possible, or
    Enter follows."""
    first = await tab.record()
    for _ in range(answers * 12):
        standing = await tab.page.evaluate(STANDING)
        if standing["is"] == "over" or await tab.record() >= first + answers:
            break
        if standing["is"] != "asked" or standing["isSending"]:
            await tab.page.wait_for_timeout(20)
            continue
        before = await tab.page.evaluate(SIGNS)
        await _press_one(tab, standing, rng)
        await _shows(tab, before)
    return await tab.record() - first


async def _press_one(tab: Reader, standing: dict[str, Any], rng: random.Random) -> None:
    keyboard = tab.page.keyboard
    if standing["isNumbers"]:
        await tab.page.locator(".dock .send:not(:disabled)").first.focus()
        await keyboard.press("Enter")
    elif standing["canSend"] and (standing["picked"] or not standing["options"]):
        await tab.page.evaluate("document.activeElement?.blur()")
        await keyboard.press("Enter")
    elif standing["canSend"] and rng.random() < 0.5:
        await keyboard.press("0")
    elif standing["forced"]:
        await tab.page.locator(".dock .acts .pri:not(.send):not(:disabled)").first.focus()
        await keyboard.press("Enter")
    else:
        free = "[...document.querySelectorAll('.opt:not(:disabled):not(.on)')].map(one => one.dataset.option)"
        numbers = await tab.page.evaluate(free)
        number = rng.choice(numbers) if numbers else "0"
        for digit in number:
            await keyboard.press(digit)
        if number != "0" and int(number) * 10 <= standing["options"]:
            await tab.page.evaluate("document.activeElement?.blur()")
            await keyboard.press("Enter")


async def _shows(tab: Reader, before: str) -> None:
    """Wait until the page shows something else than before, or has had the time to."""
    latest = time.monotonic() + SHOWN_MS / 1000
    while await tab.page.evaluate(SIGNS) == before and time.monotonic() < latest:
        await tab.page.wait_for_timeout(15)


HOSTILE = ("<img src=x onerror=alert(1)>", "W" * 60, "\u202eevil\u202c name")


async def test_hostile_titles_are_shown_and_never_run(tmp_path: Path) -> None:
    async with page_server(tmp_path) as (server, home), chromium() as browser:
        ann = await registered(server.address, "Ann")
        for number, title in enumerate(HOSTILE):
            async with grpc.aio.insecure_channel(server.address) as channel:
                request = lobby_pb2.CreateMatchRequest(
                    request_id=str(number),
                    game="petrichor",
                    seat_count=1,
                    take_seats=[0],
                    start_when_full=True,
                    title=title,
                )
                try:
                    made = await Person(channel, ann.token).lobby.CreateMatch(request)
                except grpc.aio.AioRpcError:
                    continue  # a title that the server does not take is never shown
            async with reader(browser, home, PHONE) as tab:
                tab.page.on("dialog", lambda dialog: tab.complaints.append(f"a dialog: {dialog.message}"))
                await tab.sit(ann.token, "Ann", ann.id)
                for fragment in ("", "watch", f"match/{made.match.id}"):
                    await tab.open(fragment)
                    await tab.page.wait_for_timeout(500)
                    assert await tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
                assert title in await tab.text("h1")


TOO_SMALL = """
() => {
  const small = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const holder = node.parentElement;
    if (!node.textContent.trim() || holder.closest("[aria-hidden=true], .vh, script, style")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    let size = parseFloat(getComputedStyle(holder).fontSize);
    if (holder instanceof SVGElement) size *= holder.getScreenCTM?.()?.a ?? 1;
    if (size < 10.95) small.push(`${size.toFixed(1)}: ${node.textContent.trim().slice(0, 30)}`);
  }
  return small;
}
"""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "ru"])
async def test_nothing_overflows_and_no_text_is_under_eleven_pixels(
    tmp_path: Path, game: str, language: str
) -> None:
    async with solo_table(tmp_path, game, language=language) as (tab, *_):
        await play(tab, 12)
        found = {}
        for width, height in ((360, 740), (1280, 800), (1920, 1080)):
            await tab.page.set_viewport_size({"width": width, "height": height})
            await tab.page.wait_for_timeout(300)
            assert await tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
            found[width] = await tab.page.evaluate(TOO_SMALL)
        assert {width: texts for width, texts in found.items() if texts} == {}
