"""The tenth of the ten things (test_ten.py): in grey, four players differ by shape, whatever they are called."""

from pathlib import Path

import grpc
import pytest

from tests.browser.looks import in_every_look, show_panel, tab_of
from tests.browser.moments import Moment, until
from tests.browser.reader import Reader, chromium, page_server
from tests.browser.solo import registered
from tests.browser.test_ten import away, four_seats
from tests.server.serve.full_server import Person
from tilth.games.sonora.v1 import sonora_pb2

pytestmark = [pytest.mark.sweep, pytest.mark.timeout(180)]
NAMES = ("<img src=x onerror=alert(1)>", "W" * 40, "\u202eevil\u202c name", "Dan")
TITLE = "<img src=x onerror=alert(2)>" + "W" * 64
BADGES = "() => [...document.querySelectorAll('.seats .badge path')].map((one, seat) => [seat, one.getAttribute('d')])"
# The owner of a thing, and the shape by which that is seen without colour.
DROPS = """
() => [...document.querySelectorAll(".tbl .drop")].map(one =>
  [Number(one.dataset.place.split("-").at(-1)), one.querySelectorAll("path")[1].getAttribute("d")])
"""
DISCS = """
() => [...document.querySelectorAll(".tbl [data-place^=disc-]")].map(one =>
  [Math.floor(Number(one.dataset.place.split("-")[1]) / 5), one.querySelector("path.mark").getAttribute("d")])
"""
ISLANDS = """
() => [...document.querySelectorAll(".tbl .ownhead svg.m path, .tbl .small header svg.m path")].map(one =>
  [Number([...one.closest("[class^=c]").classList][0].slice(1)), one.getAttribute("d")])
"""
FARMS = """
() => [...document.querySelectorAll(".tbl .own[data-seat], .tbl .other[data-seat]")].map(one =>
  [Number(one.dataset.seat), one.querySelector(".head svg.m path").getAttribute("d")])
"""
CURVES = """
() => [...document.querySelectorAll("aside svg path.curve")].map((one, seat) =>
  [seat, getComputedStyle(one).strokeDasharray])
"""
ENDS = """
() => [...document.querySelectorAll("aside svg path[class^=f]")].map((one, seat) => [seat, one.getAttribute("d")])
"""


async def shapes(tab: Reader, found: str) -> dict[int, str]:
    """Return the shape of each owner. An owner has one shape everywhere, and no two have the same."""
    pairs: list[tuple[int, str]] = await tab.page.evaluate(found)
    by_owner = dict(pairs)
    assert len(set(map(tuple, pairs))) == len(by_owner) == len(set(by_owner.values())), pairs
    return by_owner


async def hostile_people(address: str) -> list[Person]:
    """Register four players, each by a hostile name if the server takes it."""
    people = []
    for number, name in enumerate(NAMES):
        try:
            people.append(await registered(address, name))
        except grpc.aio.AioRpcError:
            people.append(await registered(address, f"Plain{number}"))
    return people


def all_have_flicked(moment: Moment) -> bool:
    """Return whether discs of all four lie on the board."""
    discs = sonora_pb2.View.FromString(moment.view).discs
    return len({disc.colour for disc in discs if disc.where == sonora_pb2.PLACE_ON_BOARD}) == 4


@in_every_look
async def test_10_four_players_differ_in_grey_whatever_they_are_called(tmp_path: Path, look: str) -> None:
    async with page_server(tmp_path) as (server, home), chromium() as browser:
        people = await hostile_people(server.address)
        assert people[0].name == NAMES[0]
        assert people[1].name == NAMES[1]
        matches = {
            game: await four_seats(server.address, people, game, TITLE, seed=11)
            for game in ("petrichor", "sonora", "earth", "agricola")
        }
        await away(server.address, people, matches["petrichor"])
        await until(server.address, people, matches["sonora"], all_have_flicked)
        async with tab_of(browser, home, look) as tab:
            tab.page.on("dialog", lambda dialog: tab.complaints.append(f"a dialog: {dialog.message}"))
            session = await tab.page.context.new_cdp_session(tab.page)
            await session.send("Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"})
            await tab.sit(people[0].token, people[0].name, people[0].id)
            pages = ("", "watch", "tournaments", *(f"match/{one}" for one in matches.values()))
            for fragment in (*pages, f"replay/{matches['petrichor']}"):
                await tab.open(fragment)
                await tab.page.wait_for_timeout(500)
                assert await tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), fragment

            await tab.at_table(matches["petrichor"])
            assert TITLE in await tab.text("h1")
            assert NAMES[0] in await tab.text(".seats")
            assert len(await shapes(tab, BADGES)) == 4
            assert len(await shapes(tab, DROPS)) >= 2
            for game, things in (("sonora", DISCS), ("earth", ISLANDS), ("agricola", FARMS)):
                await tab.at_table(matches[game])
                await tab.page.wait_for_selector(".seats .badge")
                assert set(await shapes(tab, things)) == {0, 1, 2, 3}, game
            await tab.open(f"replay/{matches['petrichor']}")
            await show_panel(tab, "Log")
            await tab.page.wait_for_selector("aside svg path.curve", state="attached")
            assert len(await shapes(tab, CURVES)) == 4
            assert len(await shapes(tab, ENDS)) == 4
