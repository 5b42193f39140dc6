"""A table at rest does not move, and a screen reader announces the reader's turn."""

from pathlib import Path

import grpc
import pytest

from tests.browser.playing import play
from tests.browser.reader import Reader, chromium, page_server, reader
from tests.browser.solo import GAMES, registered, solo_table
from tests.server.serve.full_server import Person
from tilth.v1 import lobby_pb2, record_pb2

REST_MS = 1_000
LONGEST_FILM_MS = 1_500
MOVING = """
() => document.getAnimations().filter(one => one.playState === "running").map(one => {
  const { target } = one.effect ?? {};
  return `${one.constructor.name} ${one.animationName ?? ""} ${target?.outerHTML?.slice(0, 120)}`;
})
"""
DRAWN_ANEW = """
() => new Promise(done => {
  const seen = [];
  const note = ({ target }) => seen.push(target.outerHTML ?? target.data);
  const observer = new MutationObserver(records => records.forEach(note));
  const table = document.querySelector(".tbl");
  observer.observe(table, { subtree: true, childList: true, attributes: true, characterData: true });
  setTimeout(() => { observer.disconnect(); done(seen.map(one => one.slice(0, 120))); }, 500);
})
"""
LISTEN = """
() => {
  // Each text that the region for urgent news has had: a screen reader says it when it changes.
  if (window.announced !== undefined) return;
  window.announced = [];
  const region = document.querySelector("[role=alert][aria-live=assertive]");
  const hear = () => region.textContent && window.announced.push(region.textContent);
  new MutationObserver(hear).observe(region, { subtree: true, childList: true, characterData: true });
  hear();
}
"""


async def moves(tab: Reader) -> list[str]:
    """Return what moves or is drawn again although nothing happens."""
    running: list[str] = await tab.page.evaluate(MOVING)
    changed: list[str] = await tab.page.evaluate(DRAWN_ANEW)
    return running + changed


@pytest.mark.parametrize(
    "game", ["earth", *(pytest.param(game, marks=pytest.mark.sweep) for game in GAMES if game != "earth")]
)
async def test_nothing_moves_at_rest(tmp_path: Path, game: str) -> None:
    async with solo_table(tmp_path, game, reduced_motion="no-preference") as (tab, *_):
        await tab.page.wait_for_selector(".dock:not(.waits)")
        await tab.page.wait_for_timeout(REST_MS)
        assert await moves(tab) == []
        await play(tab, 4)
        await tab.page.mouse.move(2, 2)
        await tab.page.wait_for_timeout(LONGEST_FILM_MS + REST_MS)
        assert await moves(tab) == []


async def clocked_match(address: str, people: list[Person], title: str) -> str:
    """Start a match of Petrichor with clocks between two people; return its id."""
    async with grpc.aio.insecure_channel(address) as channel:
        ann, bob = (Person(channel, person.token) for person in people)
        made = await ann.lobby.CreateMatch(
            lobby_pb2.CreateMatchRequest(
                request_id="1",
                game="petrichor",
                seat_count=2,
                take_seats=[0],
                start_when_full=True,
                title=title,
                clock=record_pb2.ClockSettings(bank_ms=300_000),
                seed=b"1" * 32,
            )
        )
        await bob.lobby.TakeSeat(lobby_pb2.TakeSeatRequest(request_id="1", match_id=made.match.id, seat=1))
        match_id: str = made.match.id
        return match_id


async def has_turn(tab: Reader) -> bool:
    """Return whether a decision waits for the reader of this tab."""
    return await tab.page.locator(".dock:not(.waits)").count() > 0


BEGINS = {"en": "Your turn in Rainy Thursday. ", "ru": "Ваш ход: Rainy Thursday. "}
CLOCKS = {"en": ("Clock ", "minutes"), "ru": ("На часах ", "минут")}


@pytest.mark.parametrize("language", ["en", pytest.param("ru", marks=pytest.mark.sweep)])
async def test_my_turn_is_announced_when_it_comes(tmp_path: Path, language: str) -> None:
    async with page_server(tmp_path) as (server, home), chromium() as browser:
        people = [await registered(server.address, name) for name in ("Ann", "Bob")]
        match_id = await clocked_match(server.address, people, "Rainy Thursday")
        async with reader(browser, home) as one, reader(browser, home) as other:
            for tab, person in ((one, people[0]), (other, people[1])):
                await tab.sit(person.token, person.name, person.id, language)
                await tab.at_table(match_id)
            turns = 0
            for turn in range(60):
                # Ann's tab hears from the moment at which Bob alone is asked.
                if await has_turn(other) and not await has_turn(one):
                    await one.page.evaluate(LISTEN)
                    before = await one.page.evaluate("window.announced.length")
                    while not await has_turn(one):
                        assert (await play(other, 1, turn)).answers == 1
                        await one.page.wait_for_timeout(150)
                    announced = (await one.page.evaluate("window.announced"))[before:]
                    question = await one.text(".dock .ask")
                    options = await one.page.locator(".dock .opt").count()
                    assert len(announced) == 1, announced
                    assert announced[0].startswith(f"{BEGINS[language]}{question} ")
                    assert str(options) in announced[0]
                    assert all(word in announced[0] for word in CLOCKS[language])
                    turns += 1
                    if turns == 2:
                        break
                await play(one if await has_turn(one) else other, 1, turn)
            assert turns == 2
