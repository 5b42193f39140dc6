"""The ten things (test_ten.py): three of them, on the tables of Sonora, Earth and Agricola."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import grpc
import pytest

from tests.browser.looks import in_every_look, is_phone, lines, newer, seen, send, show_panel, tab_of
from tests.browser.moments import (
    Moment,
    asked_now,
    drag,
    drag_by_finger,
    middle,
    until,
    until_asked,
    view_now,
)
from tests.browser.reader import Reader, chromium, page_server
from tests.browser.solo import asked, registered, solo_table
from tests.server.serve.full_server import Person
from tilth.games.agricola.v1 import agricola_pb2
from tilth.games.earth.v1 import earth_pb2
from tilth.games.sonora.v1 import sonora_pb2
from tilth.v1 import lobby_pb2

pytestmark = [pytest.mark.sweep, pytest.mark.timeout(180)]


async def click(tab: Reader, place: str) -> None:
    """Click a place of the table."""
    await tab.page.mouse.click(*await middle(tab, f".tbl [data-place={place}]"))


async def places(tab: Reader, selector: str) -> set[str]:
    """Return the places of the table that a selector means."""
    found: list[str] = await tab.page.evaluate(
        "selector => [...document.querySelectorAll(selector)].map(one => one.dataset.place)", selector
    )
    return set(found)


SLIDE = re.compile(
    r"Disc (?P<disc>[A-D]\d) (?:does not leave its corner|slides (?P<way>\d+) mm)"
    r"(?:, touches discs? (?P<discs>[A-D]\d(?:, [A-D]\d)*))?(?P<edge>, touches the edge of the board)?"
)


@in_every_look
async def test_3_discs_are_flicked_by_finger_and_by_keys_and_a_shape_is_marked(
    tmp_path: Path, look: str
) -> None:
    async with solo_table(tmp_path, "sonora", asked("flick"), **seen(look)) as at:
        tab, address, ann, match_id, _ = at
        met = []
        for number in range(3):
            await until_asked(address, ann, match_id, ["flick"], seed=number)
            await show_panel(tab, "Board")
            await tab.page.wait_for_selector(".aiming")
            await tab.page.wait_for_timeout(300)
            before = sonora_pb2.View.FromString(await view_now(address, ann, match_id, 0))
            record = await tab.record()
            if number == 2:
                # The button with the focus would be pressed by Space.
                await tab.page.evaluate("document.activeElement?.blur()")
                for key in ("ArrowUp", "ArrowUp", "ArrowLeft", "Space"):
                    await tab.page.keyboard.press(key)
            else:
                x, y = await middle(tab, ".aiming")
                if is_phone(look):
                    await drag_by_finger(tab, (x, y), (x + 20, y + 60))
                else:
                    await drag(tab, (x, y), (x + 20, y + 60))
                assert re.search(r"\d+ mm", await tab.text(".tbl .length"))
                await tab.page.locator(".dock .send:not(:disabled)").first.click()
            await newer(tab, record)
            await show_panel(tab, "Log")
            slides = [SLIDE.search(text) for where, text in await lines(tab, ".ll") if where > record]
            (slide,) = [one for one in slides if one is not None]
            after = sonora_pb2.View.FromString(await view_now(address, ann, match_id, 0))
            met.append(assert_so_it_slid(slide, before, after))
        # Otherwise the texts about what was touched were never read.
        assert any(met)
        decision = await until_asked(address, ann, match_id, ["canyon"], seed=3)
        await show_panel(tab, "Sheet")
        await tab.page.wait_for_selector(".tbl .lit[data-place^=canyon-]")
        await mark_three_cells(tab, decision)
        marked = sonora_pb2.View.FromString(await view_now(address, ann, match_id, 0))
        assert len(marked.players[0].shapes[-1].squares) == 3


def assert_so_it_slid(slide: re.Match[str], before: Any, after: Any) -> bool:
    """Check what the page says of a slide against the places of the discs; return whether the disc met another."""
    names = {disc.disc: f"{'ABCD'[disc.colour]}{disc.value}" for disc in before.discs}
    lay = {names[disc.disc]: (disc.x, disc.y, disc.where) for disc in before.discs}
    lies = {names[disc.disc]: (disc.x, disc.y, disc.where) for disc in after.discs}
    moved = {name for name in names.values() if lay[name] != lies[name]} - {slide["disc"]}
    touched = set(slide["discs"].split(", ")) if slide["discs"] else set()
    assert moved == set() or touched & moved, (slide[0], moved)
    assert slide["way"] is None or 10 < int(slide["way"]) < 1_500, slide[0]
    return bool(touched) or slide["edge"] is not None


async def mark_three_cells(tab: Reader, decision: Any) -> None:
    """Mark a shape of three cells by touching one after the other."""
    moves = [sonora_pb2.Move.FromString(option.move).draw_shape for option in decision.options]
    shape = next(move for move in moves if len(move.squares) == 3)
    record = await tab.record()
    for square in shape.squares:
        cell = tab.page.locator(f"[data-place=canyon-{square}]")
        if "on" not in (await cell.first.get_attribute("class") or "").split():
            await click(tab, f"canyon-{square}")
    if not await tab.comes_true(
        f"document.querySelector('[data-record]').dataset.record > {record}", seconds=1
    ):
        await send(tab)


def spread(decision: Any) -> list[str]:
    """Return the places of three cards on which sprouts can be placed, the first of them two."""
    most = decision.max_each or [1] * len(decision.options)
    moves = [earth_pb2.Move.FromString(option.move).place_sprout.place for option in decision.options]
    first = next(index for index, count in enumerate(most) if count >= 2)
    chosen = [first, *(index for index in range(len(moves)) if index != first)][:3]
    return [f"spot-{moves[index]}" for index in chosen]


def asks_for_four_sprouts(moment: Moment) -> bool:
    decision = moment.decision
    is_it = moment.seat == 0 and decision.kind == "sprouts" and decision.max_picks >= 4
    return is_it and len(decision.options) >= 3 and max(decision.max_each, default=1) >= 2


def activates_on_bobs_turn(moment: Moment) -> bool:
    """Return whether Ann has activated some cards in Bob's turn, and may exchange sprouts, while Bob is asked, too."""
    decision = moment.decision
    if moment.seat != 0 or decision.kind != "activate" or not decision.options:
        return False
    offers = [earth_pb2.Move.FromString(offer.move).WhichOneof("move") for offer in decision.offers]
    view = earth_pb2.View.FromString(moment.view)
    has_begun = view.active == 1 and view.players[0].HasField("passed")
    return has_begun and "exchange_sprouts" in offers and 1 in moment.pending_seats


def goods_of(view: bytes) -> tuple[int, dict[int, int]]:
    """Return Ann's soil, and the sprouts on each card of her field."""
    ann = earth_pb2.View.FromString(view).players[0]
    return ann.soil, {spot.place: spot.sprouts for spot in ann.field}


EARTH_SEED = 28


async def two_at_earth(address: str, people: Sequence[Person], seed: int) -> str:
    """Start a match of Earth between two people; return its id."""
    async with grpc.aio.insecure_channel(address) as channel:
        ann, bob = (Person(channel, person.token) for person in people)
        request = lobby_pb2.CreateMatchRequest(
            request_id="1",
            game="earth",
            seat_count=2,
            take_seats=[0],
            start_when_full=True,
            seed=bytes([seed]) * 32,
        )
        match_id: str = (await ann.lobby.CreateMatch(request)).match.id
        await bob.lobby.TakeSeat(lobby_pb2.TakeSeatRequest(request_id="1", match_id=match_id, seat=1))
        return match_id


@in_every_look
async def test_4_sprouts_are_spread_taken_away_and_exchanged_on_anothers_turn(
    tmp_path: Path, look: str
) -> None:
    async with page_server(tmp_path) as (server, home), chromium() as browser:
        people = [await registered(server.address, name) for name in ("Ann", "Bob")]
        ann = people[0]
        match_id = await two_at_earth(server.address, people, EARTH_SEED)
        moment = await until(server.address, people, match_id, asks_for_four_sprouts, EARTH_SEED)
        async with tab_of(browser, home, look) as tab:
            await tab.sit(ann.token, "Ann", ann.id)
            await tab.at_table(match_id)
            chosen = spread(moment.decision)
            before = goods_of(moment.view)[1]
            for place in (*chosen, chosen[0]):
                await click(tab, place)
            assert await tab.text(f".tbl [data-place={chosen[0]}] .boxnum") == "2"
            assert "4 picked" in await tab.text(".dock .send")
            await take_one_away(tab, look, chosen[0])
            assert await tab.text(f".tbl [data-place={chosen[0]}] .boxnum") == "✓"
            assert "3 picked" in await tab.text(".dock .send")
            await send(tab)
            after = goods_of(await view_now(server.address, ann, match_id, 0))[1]
            assert {f"spot-{place}" for place, count in after.items() if count - before[place] == 1} == set(
                chosen
            )
            assert sum(after.values()) == sum(before.values()) + 3

            moment = await until(server.address, people, match_id, activates_on_bobs_turn, EARTH_SEED)
            # The page would show each of the many records in between.
            await tab.page.reload()
            await tab.page.wait_for_selector("[data-mark=table]")
            await newer(tab, moment.record - 1)
            await show_panel(tab, "Island")
            await tab.page.wait_for_selector(".dock[data-kind=activate]")
            await assert_shows_what_is_left(tab, moment)
            await exchange_three(tab, server.address, ann, match_id)
            # Done: nothing more is activated, and Bob is waited for.
            assert (await asked_now(server.address, ann, match_id)).kind == "activate"
            await send(tab)
            await tab.page.wait_for_selector(".dock.waits")
            assert "Bob" in await tab.text(".dock")


async def take_one_away(tab: Reader, look: str, place: str) -> None:
    """Take one pick of a place away: by its button on a phone, with the shift key on a desk."""
    if is_phone(look):
        await tab.page.locator(".dock [aria-expanded=false]").click()
        await tab.page.locator(".dock [aria-label^=less]").first.click()
        await tab.page.locator(".dock [aria-expanded=true]").click()
        return
    await tab.page.keyboard.down("Shift")
    await click(tab, place)
    await tab.page.keyboard.up("Shift")


async def assert_shows_what_is_left(tab: Reader, moment: Moment) -> None:
    """The cards that are still to be activated are lit, those that were passed are pale and say so, and it is shown
    whose turn it is."""
    moves = [earth_pb2.Move.FromString(option.move).activate.place for option in moment.decision.options]
    ann = earth_pb2.View.FromString(moment.view).players[0]
    assert await places(tab, ".tbl .own .lit[data-place^=spot-]") == {
        f"spot-{place}" for place in moves if place < ISLAND
    }
    passed = {f"spot-{spot.place}" for spot in ann.field if spot.place <= ann.passed}
    assert await places(tab, ".tbl .own .past[data-place^=spot-]") == passed != set()
    marked = await tab.page.locator(".tbl .own .past[data-place^=spot-][aria-label*='passed over']").count()
    assert marked == len(passed)
    assert "Bob" in await tab.text(".tbl .turn .state")


ISLAND = 49
"""The first number of a place that is not in the field."""


async def exchange_three(tab: Reader, address: str, ann: Person, match_id: str) -> None:
    """Exchange three sprouts for soil at the table, and check both."""
    soil, sprouts = goods_of(await view_now(address, ann, match_id, 0))
    record = await tab.record()
    await tab.page.locator(".tbl [data-place=exchange] .ribbon").click()
    await newer(tab, record)
    await tab.page.wait_for_selector(".dock[data-kind=exchange]")
    left = 3
    for place, count in sprouts.items():
        for _ in range(min(left, count)):
            await click(tab, f"spot-{place}")
            left -= 1
    await send(tab)
    now_soil, now_sprouts = goods_of(await view_now(address, ann, match_id, 0))
    assert (now_soil, sum(now_sprouts.values())) == (soil + 2, sum(sprouts.values()) - 3)
    await tab.page.wait_for_selector(".dock[data-kind=activate]")


AGRICOLA_SEED = 4


def has_wood_and_lacks_food(moment: Moment) -> bool:
    """Return whether a pasture is to be begun, there is wood enough to cut it, and food is missing."""
    if moment.decision.kind != "fence" or moment.decision.about:
        return False
    wood, food, needs = supply(moment.view)
    return wood >= 7 and needs > food


def supply(view: bytes) -> tuple[int, int, int]:
    """Return Ann's wood and food, and the food that her family needs."""
    player = agricola_pb2.View.FromString(view).players[0]
    goods = {one.good: one.amount for one in player.goods}
    return goods.get(agricola_pb2.GOOD_WOOD, 0), goods.get(agricola_pb2.GOOD_FOOD, 0), player.appetite


def farm(view: bytes) -> Any:
    """Return Ann's farmyard."""
    return agricola_pb2.View.FromString(view).players[0]


async def cut_of(tab: Reader, pasture: Sequence[int]) -> str:
    """Return the lit cell of a pasture that can be cut off."""
    lit = await places(tab, ".tbl .farm .lit[data-place^=cell-]")
    return next(place for place in (f"cell-0-{cell}" for cell in pasture) if place in lit)


@in_every_look
async def test_5_a_pasture_is_fenced_and_cut_and_its_price_is_shown_before(tmp_path: Path, look: str) -> None:
    async def reach(address: str, ann: Person, match_id: str) -> Moment:
        return await until(address, [ann], match_id, has_wood_and_lacks_food, AGRICOLA_SEED)

    deal = bytes([AGRICOLA_SEED]) * 32
    async with solo_table(tmp_path, "agricola", reach, seed=deal, **seen(look)) as at:
        tab, address, ann, match_id, moment = at
        await show_panel(tab, "Farm")
        for _ in range(2):
            await tab.page.wait_for_selector(".tbl .farm .lit[data-place^=cell-]")
            await touch(tab, ".tbl .farm .lit[data-place^=cell-]")
        wood, food, needs = supply(moment.view)
        fences = await lines_to_come(tab)
        assert f"new fences: {fences}" in await tab.text(".tbl [data-place=enclose]")
        listed_fences, cost = await price(tab, "enclose")
        assert listed_fences == fences >= 4
        await touch(tab, ".tbl [data-place=enclose]")
        assert supply(await view_now(address, ann, match_id, 0))[0] == wood - cost

        await tab.page.wait_for_selector(".dock[data-kind=fence]")
        standing = farm(await view_now(address, ann, match_id, 0))
        pasture = next(herd.cells for herd in standing.herds if len(herd.cells) == 2)
        part = await cut_of(tab, pasture)
        assert (await price(tab, part))[0] == 1
        cost = (await price(tab, part))[1]
        wood = supply(await view_now(address, ann, match_id, 0))[0]
        await touch(tab, f".tbl .farm [data-place={part}]")
        view = await view_now(address, ann, match_id, 0)
        assert [len(herd.cells) for herd in farm(view).herds if set(herd.cells) & set(pasture)] == [1, 1]
        assert len(farm(view).fences) == len(standing.fences) + 1
        assert supply(view)[0] == wood - cost

        shown = await tab.text(".tbl .need")
        assert f"eats {needs}, has {food} food" in shown
        assert f"missing: {needs - food}" in shown


async def lines_to_come(tab: Reader) -> int:
    """Return the number of fences that are drawn as still to come."""
    count: int = await tab.page.evaluate(
        "(document.querySelector('.tbl .to-come')?.getAttribute('d').match(/M/g) ?? []).length"
    )
    return count


async def touch(tab: Reader, selector: str) -> None:
    """Touch a place, and send it where one touch shows only what it would be."""
    record = await tab.record()
    await tab.page.mouse.click(*await middle(tab, selector))
    if not await tab.comes_true(
        f"document.querySelector('[data-record]').dataset.record > {record}", seconds=0.5
    ):
        await send(tab)


async def price(tab: Reader, place: str) -> tuple[int, int]:
    """Return the new fences and the wood that the list says for the option at a place, before it is answered."""
    option = tab.page.locator(f".dock .opt[data-at~='{place}']").first
    shown = re.search(r"with (\d+) new fences? for (\d+) wood", await option.text_content() or "")
    assert shown is not None, await option.text_content()
    return int(shown[1]), int(shown[2])
