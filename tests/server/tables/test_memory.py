"""Matches come and go in memory; nobody notices."""

import tracemalloc

from tests.server.tables.tables import ANN, IDLE_SECONDS, Tables
from tests.server.tables.test_joining import shop_for_long
from tilth_server.tables.matches import NewMatch


async def test_an_idle_match_leaves_memory_and_comes_back_on_touch(house: Tables) -> None:
    match = await house.match()
    ann = await house.seated(match, 0)
    ann.answer(2, request_id="a")
    await ann.next("happened")
    ann.leave()
    house.hands.turn(IDLE_SECONDS - 1)
    assert house.house.counts()["live"] == 1
    house.hands.turn(2 * IDLE_SECONDS)
    assert house.house.counts()["live"] == 0
    assert house.hands.waiting == 0
    ben = await house.seated(match, 1)
    assert ben.asked[1].kind == "bid"
    ben.answer(1)
    assert (await ben.next("happened")).record == 5
    assert house.house.counts()["live"] == 1


async def test_a_match_that_is_played_stays(house: Tables) -> None:
    match = await house.match()
    ann, _ = await shop_for_long(house, match, 0)
    table = house.house.live(match).table
    for _ in range(5):
        house.hands.turn(0.9 * IDLE_SECONDS)
        ann.answer(1)
        await ann.hear_until("happened")
    assert house.house.live(match).table is table


async def test_who_watches_an_idle_match_stays_with_it_while_its_table_sleeps(house: Tables) -> None:
    match = await house.match()
    ann, ben = await house.seated(match, 0), await house.seated(match, 1)
    house.hands.turn(3 * IDLE_SECONDS)
    assert house.house.live(match).table is None
    assert house.house.watchers() == 2
    ann.answer(2)
    assert (await ann.next("happened")).happened.open_decision == 0
    assert (await ben.next("happened")).happened.asked.kind == "bid"
    house.hands.turn(3 * IDLE_SECONDS)
    assert house.house.live(match).table is None
    ann.leave()
    assert house.house.counts()["live"] == 1
    ben.leave()
    assert house.house.counts()["live"] == 0


async def test_matches_nobody_follows_any_more_are_let_go(house: Tables) -> None:
    open_match = await house.house.create(ANN, NewMatch(game="market", seat_count=2))
    running = await house.match()
    for match in (open_match.id, running):
        (await house.watching(match)).leave()
    house.hands.turn(3 * IDLE_SECONDS)
    assert house.house.counts()["live"] == 0


async def test_a_live_match_is_small(house: Tables) -> None:
    await house.match()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for _ in range(50):
            await house.match()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert house.house.counts()["live"] == 51
    assert (after - before) / 50 < 12 * 1024
