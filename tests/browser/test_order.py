"""Cards that go back in an order of choice are put in it by mouse, finger and keys, as clicks would do it."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import grpc
import pytest

from tests.browser.moments import asked_now, drag, drag_by_finger, middle
from tests.browser.reader import PHONE, WIDE, Reader
from tests.browser.solo import solo_table
from tests.server.serve.full_server import Person, answer, open_decision
from tilth.games.earth.v1 import earth_pb2
from tilth.v1 import archive_pb2, play_pb2
from tilth_rules.earth.content.cards import CARDS

ARE_READY = "performance.getEntriesByType('resource').some(({ name }) => name.includes('/ordering-'))"
ROW = "[...document.querySelectorAll('[data-place^=looked-]')].map(one => Number(one.dataset.place.slice(7)))"
SEND = ".dock .send:not(:disabled)"
LOOKED_AT = 5
MANY = 200


def event_cards_look_into_the_compost() -> bytes:
    """Return options in which every event card lets its player look at the top of the compost, and keep one."""
    look = {"op": "look_compost", "look": LOOKED_AT, "keep": 1}
    abilities = [{"colours": ["black"], "when": "on_play", "op": look}]
    values = {face.id: {"abilities": abilities} for face in CARDS.faces if face.kind == "event"}
    return earth_pb2.Options(values=json.dumps(values, separators=(",", ":"))).SerializeToString()


async def until_put_back(address: str, ann: Person, match_id: str) -> list[int]:
    """Play at random, and an event card when enough is in the compost, until several cards go back; return them."""
    random = Random(0)
    async with grpc.aio.insecure_channel(address) as channel:
        person = Person(channel, ann.token)
        for _ in range(MANY):
            decision = await open_decision(person, match_id, 0)
            assert decision is not None, "the match has ended"
            if decision.kind == "put-back" and len(decision.options) >= LOOKED_AT - 1:
                return [earth_pb2.Move.FromString(one.move).put_back.card for one in decision.options]
            seen = await person.play.GetView(play_pb2.GetViewRequest(match_id=match_id, seat=0))
            compost = earth_pb2.View.FromString(seen.view).players[0].compost
            if decision.offers and compost >= LOOKED_AT:
                del decision.options[:]
                decision.options.append(decision.offers[0])
                decision.min_picks = decision.max_picks = 1
                del decision.max_each[:]
            await answer(person, match_id, 0, decision, random)
            await asyncio.sleep(0.01)  # a player may make 200 calls per second
    raise AssertionError("never asked")


async def put_back(address: str, ann: Person, match_id: str, record: int) -> list[int]:
    """Return the cards that a record put back, in their order."""
    async with grpc.aio.insecure_channel(address) as channel:
        request = archive_pb2.ReplayRequest(
            match_id=match_id, from_record=record, viewer=archive_pb2.Viewer(seat=0), interval_ms=1
        )
        async for piece in Person(channel, ann.token).archive.Replay(request):
            for frame in piece.frames:
                for event in frame.update.events:
                    found = earth_pb2.Event.FromString(event)
                    if found.HasField("compost_put_back"):
                        return list(found.compost_put_back.cards)
    raise AssertionError("nothing was put back")


@asynccontextmanager
async def table(data: Path, size: tuple[int, int]) -> AsyncIterator[tuple[Reader, Any, list[int]]]:
    """Open a tab where cards go back; yield it, what answers and tells the order that was recorded, and the cards."""
    options = event_cards_look_into_the_compost()
    async with solo_table(data, "earth", until_put_back, options=options, size=size) as at:
        tab, address, ann, match_id, cards = at
        await tab.page.wait_for_selector(".tbl [data-place^=looked-].lit")
        await tab.until(ARE_READY)

        async def sent() -> list[int]:
            record = await tab.record()
            await tab.page.locator(SEND).first.click()
            await tab.until(f"Number(document.querySelector('[data-record]').dataset.record) > {record}")
            found = await put_back(address, ann, match_id, record + 1)
            await tab.page.get_by_role("button", name="Undo").click()
            await tab.until("document.querySelector('.dock').dataset.kind === 'put-back'")
            assert (await asked_now(address, ann, match_id)).kind == "put-back"
            return found

        yield tab, sent, cards


def looked(card: int) -> str:
    return f".tbl [data-place=looked-{card}]"


async def test_cards_are_dragged_into_an_order(tmp_path: Path) -> None:
    async with table(tmp_path, WIDE) as (tab, sent, cards):
        first, *_, last = cards
        assert await tab.page.evaluate(ROW) == cards
        # Let go beside the row: nothing is picked.
        await drag(tab, await middle(tab, looked(first)), (4.0, 4.0))
        assert await tab.page.locator(".tbl .on").count() == 0
        await drag(tab, await middle(tab, looked(first)), await middle(tab, looked(last)))
        wanted = [*cards[1:], first]
        assert await tab.page.evaluate(ROW) == wanted
        assert await tab.page.locator(f"{looked(first)} .boxnum").text_content() == f"{len(cards)}."
        assert await sent() == wanted

        # By keys: the last one to the front, and one place back. It keeps the focus all the way.
        await tab.until(f"document.querySelectorAll('{looked(last)}.lit:not(.on)').length === 1")
        await tab.page.locator(looked(last)).focus()
        for _ in cards:
            await tab.page.keyboard.press("Shift+ArrowLeft")
            await tab.page.wait_for_timeout(30)
        assert await tab.page.evaluate(ROW) == [last, *cards[:-1]]
        await tab.page.keyboard.press("Shift+ArrowRight")
        await tab.page.wait_for_timeout(30)
        wanted = [first, last, *cards[1:-1]]
        assert await tab.page.evaluate(ROW) == wanted
        assert await tab.page.evaluate("document.activeElement.dataset.place") == f"looked-{last}"
        assert await tab.page.evaluate("document.activeElement.ariaDescription") == "2."
        assert await sent() == wanted

        # What was clicked comes first, and the row lies as picked when all are.
        await tab.until(f"document.querySelectorAll('{looked(last)}.lit:not(.on)').length === 1")
        wanted = list(reversed(cards))
        for card in wanted:
            assert await tab.page.evaluate(ROW) == cards
            await tab.page.mouse.click(*await middle(tab, looked(card)))
            await tab.page.wait_for_timeout(30)
        assert await tab.page.evaluate(ROW) == wanted
        assert await sent() == wanted


@pytest.mark.sweep
async def test_a_finger_puts_a_card_where_another_one_lies(tmp_path: Path) -> None:
    async with table(tmp_path, PHONE) as (tab, sent, cards):
        await drag_by_finger(tab, await middle(tab, looked(cards[1])), looked(cards[0]), is_held=True)
        wanted = [cards[1], cards[0], *cards[2:]]
        assert await tab.page.evaluate(ROW) == wanted
        assert await sent() == wanted
