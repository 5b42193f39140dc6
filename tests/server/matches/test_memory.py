"""Matches come and go in memory; nobody notices."""

import tracemalloc

from tests.server.matches.match_host import ANN, IDLE_SECONDS, MatchHost
from tests.server.matches.test_backlog import shop_for_long
from tilth_server.matches.match_info import NewMatch


async def test_an_idle_match_leaves_memory_and_comes_back_on_touch(host: MatchHost) -> None:
    match = await host.match()
    ann = await host.seated(match, 0)
    ann.answer(2, request_id="a")
    await ann.next("update")
    ann.leave()
    host.clock.advance(IDLE_SECONDS - 1)
    assert len(host.matches.loaded()) == 1
    host.clock.advance(2 * IDLE_SECONDS)
    assert len(host.matches.loaded()) == 0
    assert host.clock.waiting == 0
    ben = await host.seated(match, 1)
    assert ben.decisions[1].kind == "bid"
    ben.answer(1)
    assert (await ben.next("update")).record == 5
    assert len(host.matches.loaded()) == 1


async def test_a_match_that_is_played_stays(host: MatchHost) -> None:
    match = await host.match()
    ann, _ = await shop_for_long(host, match, 0)
    table = host.matches.cache.get(match).table
    for _ in range(5):
        host.clock.advance(0.9 * IDLE_SECONDS)
        ann.answer(1)
        await ann.receive_until("update")
    assert host.matches.cache.get(match).table is table


async def test_a_watcher_of_an_idle_match_keeps_its_channel_while_the_table_is_dropped(
    host: MatchHost,
) -> None:
    match = await host.match()
    ann, ben = await host.seated(match, 0), await host.seated(match, 1)
    host.clock.advance(3 * IDLE_SECONDS)
    assert host.matches.cache.get(match).table is None
    assert host.matches.channel_count() == 2
    ann.answer(2)
    assert (await ann.next("update")).update.open_decision_id == 0
    assert (await ben.next("update")).update.decision.kind == "bid"
    host.clock.advance(3 * IDLE_SECONDS)
    assert host.matches.cache.get(match).table is None
    ann.leave()
    assert len(host.matches.loaded()) == 1
    ben.leave()
    assert len(host.matches.loaded()) == 0


async def test_matches_that_nobody_follows_are_evicted(host: MatchHost) -> None:
    open_match = await host.matches.lobby.create(ANN, NewMatch(game="market", seat_count=2))
    running = await host.match()
    for match in (open_match.id, running):
        (await host.watching(match)).leave()
    host.clock.advance(3 * IDLE_SECONDS)
    assert len(host.matches.loaded()) == 0


async def test_a_live_match_is_small(host: MatchHost) -> None:
    await host.match()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for _ in range(50):
            await host.match()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(host.matches.loaded()) == 51
    assert (after - before) / 50 < 12 * 1024
