"""Pieces and cards are dragged to their place, by mouse and by finger: it answers what clicks would answer."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.browser.moments import asked_now, drag, drag_by_finger, middle
from tests.browser.reader import PHONE, WIDE, Reader
from tests.browser.solo import asked, solo_table
from tests.server.serve.full_server import Person
from tilth.games.petrichor.v1 import petrichor_pb2

NEWEST = (
    "[...document.querySelectorAll('.loglist .ll')].at(-1)?.querySelector('[dir=auto]').textContent ?? ''"
)
ARE_READY = "performance.getEntriesByType('resource').some(({ name }) => name.includes('/drags-'))"
SPACES = ".tbl .space.lit"


@dataclass
class Table:
    """A tab at a table, and the question that is open there."""

    tab: Reader
    address: str
    ann: Person
    match_id: str
    decision: Any

    async def open_decision(self) -> Any:
        return await asked_now(self.address, self.ann, self.match_id)

    async def comes_another(self, record: int) -> None:
        await self.tab.until(f"Number(document.querySelector('[data-record]').dataset.record) > {record}")


@asynccontextmanager
async def table(
    data: Path, game: str, *kinds: str, size: tuple[int, int] = WIDE, seed: int = 1
) -> AsyncIterator[Table]:
    async with solo_table(data, game, asked(*kinds, seed=seed), size=size) as at:
        await at.tab.page.wait_for_selector(".dock:not(.waits)")
        await at.tab.until(ARE_READY)
        yield Table(*at)


async def undone(at: Table) -> None:
    """Take the last answer back, and wait until the question is there again."""
    await at.tab.page.get_by_role("button", name="Undo").click()
    for _ in range(100):
        if (await at.open_decision()).kind == at.decision.kind:
            break
        await at.tab.page.wait_for_timeout(30)
    await at.tab.page.wait_for_timeout(100)


def wind_of(decision: Any) -> tuple[int, int, int]:
    """Return the number of an option that blows a cloud, the tile of the cloud, and the tile it is blown to."""
    blow = petrichor_pb2.Move.FromString(decision.options[1].move).blow_cloud
    return 2, blow.tile, blow.to


@pytest.mark.parametrize("size", [WIDE, pytest.param(PHONE, marks=pytest.mark.sweep)])
async def test_a_cloud_is_dragged_as_it_is_clicked_and_chosen_from_the_list(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """The second of the ten things that a person must be able to do (test_ten.py)."""
    async with table(tmp_path, "petrichor", "wind", size=size) as at:
        tab = at.tab
        number, tile, to = wind_of(at.decision)
        cloud, field = f"[data-place=cloud-{tile}]", f"[data-place=tile-{to}]"
        before = await tab.drawn()
        # Let go where it cannot be: nothing happens.
        x, y = await middle(tab, cloud)
        away = (x, 4.0) if size == PHONE else (4.0, 4.0)
        if size == PHONE:
            await drag_by_finger(tab, (x, y), away)
        else:
            await drag(tab, (x, y), away)
        await tab.page.wait_for_timeout(200)
        assert await tab.drawn() == before
        assert await tab.page.locator(".tbl .on").count() == 0

        texts: list[str] = []
        for way in ("drag", "clicks", "list"):
            record = await tab.record()
            if way == "drag" and size == PHONE:
                await drag_by_finger(tab, await middle(tab, cloud), await middle(tab, field))
            elif way == "drag":
                await drag(tab, await middle(tab, cloud), await middle(tab, field))
            elif way == "clicks":
                for place in (cloud, field):
                    await tab.page.mouse.click(*await middle(tab, place))
            else:
                await tab.page.keyboard.press(str(number))
                await tab.page.wait_for_timeout(700)
            if (
                way != "drag"
                and size == PHONE
                and await tab.page.locator(".dock .send:not(:disabled)").count()
            ):
                await tab.page.locator(".dock .send:not(:disabled)").first.click()
            await at.comes_another(record)
            texts.append(await tab.page.evaluate(NEWEST))
            await undone(at)
        assert len(set(texts)) == 1
        assert texts[0] != ""


@pytest.mark.sweep
async def test_a_person_is_dragged_to_a_space(tmp_path: Path) -> None:
    async with table(tmp_path, "agricola", "place") as at:
        tab = at.tab
        record = await tab.record()
        person = ".tbl .farm [data-place^=person-0-]"
        await drag(tab, await middle(tab, person), (4.0, 4.0))
        await tab.page.wait_for_timeout(200)
        assert await tab.record() == record
        space = await tab.page.locator(SPACES).nth(1).get_attribute("data-place")
        await drag(tab, await middle(tab, person), await middle(tab, f"[data-place={space}]"))
        await at.comes_another(record)
        await tab.until(f"document.querySelector('[data-place={space}] [data-place^=person-0-]') !== null")


@pytest.mark.sweep
async def test_a_finger_drags_a_person_over_the_tab_of_the_spaces(tmp_path: Path) -> None:
    async with table(tmp_path, "agricola", "place", size=PHONE) as at:
        tab = at.tab
        record = await tab.record()
        space = await tab.page.locator(SPACES).nth(1).get_attribute("data-place")
        await tab.page.locator(".phonetabs button:nth-child(2)").click()
        begin = await middle(tab, ".tbl .farm [data-place^=person-0-]")
        await drag_by_finger(tab, begin, ".phonetabs button:nth-child(1)", f"[data-place={space}]")
        await at.comes_another(record)


@pytest.mark.sweep
async def test_a_card_is_dragged_from_the_hand_to_the_farm(tmp_path: Path) -> None:
    async with table(tmp_path, "agricola", "occupation", "improvement") as at:
        tab = at.tab
        record = await tab.record()
        card = await tab.page.locator(".tbl .card.lit").first.get_attribute("data-place")
        begin = await middle(tab, f"[data-place={card}] header")
        await drag(tab, begin, await visible(tab, ".own"))
        await at.comes_another(record)


async def visible(tab: Reader, selector: str) -> tuple[float, float]:
    """Return a point of an element that is on the screen now, without scrolling to it."""
    box = await tab.page.locator(selector).first.bounding_box()
    table_box = await tab.page.locator(".tbl").bounding_box()
    assert box is not None
    assert table_box is not None
    top = max(box["y"], table_box["y"]) + 6
    assert top < box["y"] + box["height"], f"{selector} is not on the screen"
    return box["x"] + box["width"] / 2, top


@pytest.mark.sweep
@pytest.mark.parametrize("size", [WIDE, PHONE])
async def test_a_card_of_the_hand_is_dragged_to_its_weather(tmp_path: Path, size: tuple[int, int]) -> None:
    async with table(tmp_path, "petrichor", "turn") as at:
        tab = at.tab
        record = await tab.record()
        card = await tab.page.locator(".hand .card.lit").first.get_attribute("data-place")
        assert card is not None
        weather = card.replace("card", "weather")
        await drag(
            tab, await middle(tab, f"[data-place={card}]"), await middle(tab, f"[data-place={weather}]")
        )
        await at.comes_another(record)


@pytest.mark.sweep
async def test_a_drop_is_dragged_to_another_field_though_that_takes_two_answers(tmp_path: Path) -> None:
    async with table(tmp_path, "petrichor", "wind-weather") as at:
        tab = at.tab
        move = petrichor_pb2.Move.FromString(at.decision.options[0].move).pick_up_drop
        drop = f"[data-place=drop-{move.tile}-{move.owner}]"
        record = await tab.record()
        beside = [f"[data-place=tile-{move.tile + by}]" for by in (1, -1, 4, -4)]
        fields = [field for field in beside if await tab.page.locator(field).count()]
        await drag(tab, await middle(tab, drop), await middle(tab, fields[0]))
        await tab.until(f"Number(document.querySelector('[data-record]').dataset.record) >= {record + 2}")
        now = await at.open_decision()
        assert now is None or now.kind != "wind-weather-to"


@pytest.mark.sweep
@pytest.mark.parametrize("size", [WIDE, PHONE])
async def test_a_card_is_planted_by_dragging_it_to_a_place_of_the_field(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with table(tmp_path, "earth", "plant", size=size) as at:
        first = await planted_by_drag(at, "[data-place^=spot-].empty", size)
        # The second card can lie on several places beside the first one: it lies where it was let go.
        beside = f"[data-place=spot-{first - 1}]"
        assert await planted_by_drag(at, beside, size) == first - 1


async def planted_by_drag(at: Table, spot: str, size: tuple[int, int]) -> int:
    """Drag the first card of the hand to a place of the field; return the place that has a card since."""
    tab = at.tab
    spots = "[...document.querySelectorAll('[data-place^=spot-].tile')].map(one => one.dataset.place)"
    before = await tab.page.evaluate(spots)
    assert (await at.open_decision()).kind == "plant"
    if size == PHONE:
        await tab.page.locator(".phonetabs button:nth-child(2)").click()
        begin = await middle(tab, ".hand .lit")
        await drag_by_finger(tab, begin, ".phonetabs button:nth-child(1)", spot, is_held=True)
    else:
        begin = await middle(tab, ".hand .lit")
        await drag(tab, begin, await visible(tab, spot))
    await tab.until(f"{spots}.length > {len(before)}")
    (new,) = set(await tab.page.evaluate(spots)) - set(before)
    return int(new.removeprefix("spot-"))
