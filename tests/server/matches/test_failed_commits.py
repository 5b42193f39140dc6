"""If the disk fails, nothing has changed, every client is refused, and the next access finds the match intact."""

import asyncio
import sqlite3
from contextlib import closing

import pytest
from structlog.testing import capture_logs

from tests.server.matches.market import BUY
from tests.server.matches.match_host import ANN, BEN, MatchHost, disk_failing, match_host
from tests.server.matches.test_backlog import records, shop_for_long
from tilth_server.matches import unary
from tilth_server.matches.match_info import NewMatch
from tilth_server.matches.recovery import RELOAD_SECONDS
from tilth_server.store import StoreFailed


async def test_an_answer_that_could_not_be_stored_is_refused_and_the_match_is_as_before(
    host: MatchHost,
) -> None:
    match = await host.match()
    ann, ben = await host.seated(match, 0), await host.seated(match, 1)
    with disk_failing(host.folder):
        request = ann.answer(2)
        mine = await ann.receive_until("cut_off")
        theirs = await ben.receive_until("cut_off")
    assert [each.WhichOneof("payload") for each in mine] == ["refused", "cut_off"]
    assert (mine[0].refused.reason, mine[0].refused.request_id) == ("STORE_FAILED", request)
    for received in (mine[-1], theirs[-1]):
        assert (received.record, received.cut_off.reason) == (4, "STORE_FAILED")
    assert [each.WhichOneof("payload") for each in theirs] == ["cut_off"]
    assert host.info(match).record_count == 4
    ann.open(1, match, seat=0, from_record=4)
    received = (await ann.receive_until("caught_up"))[-1]
    assert received.caught_up.decision.id == 1
    ann.answer(2, request_id=request)
    assert (await ann.next("update")).update.accepted_request_id == request


async def test_everything_pending_behind_a_failed_commit_fails_too(host: MatchHost) -> None:
    match = await host.match()
    ann, ben = await shop_for_long(host, match, 0)
    before = host.info(match).record_count
    with disk_failing(host.folder):
        with host.store.held():
            ann.answer(BUY)
            ben.answer(BUY)
            ann.send(ann.answering(BUY, decision_id=ann.decisions[1].id + 1))
            ann.undo("u")
            late = host.attend("late")
            late.open(1, match, from_record=0)
            await late.receive_backlog()
            view = asyncio.ensure_future(unary.view(host.matches, ANN, match, 0, None))
            await asyncio.sleep(0.01)
            assert not view.done()
        mine = await ann.receive_until("cut_off")
        theirs = await ben.receive_until("cut_off")
    assert [each.refused.reason for each in mine[:-1]] == ["STORE_FAILED"] * 3
    assert [each.refused.reason for each in theirs[:-1]] == ["STORE_FAILED"]
    assert (await late.receive_until("cut_off"))[-1].record == before
    await view
    assert host.info(match).record_count == before
    again = await host.seated(match, 0, from_record=0)
    assert records(again.received) == list(range(before))
    again.answer(BUY, request_id="again")
    await again.receive_until("update")


async def test_a_match_that_is_evicted_while_it_is_loaded_again_is_loaded_a_second_time(
    host: MatchHost,
) -> None:
    match = await host.match()
    cache, recovery = host.matches.cache, host.matches.commits.recovery
    cache.evict(cache.loaded[match])
    with capture_logs() as logs:
        loading = asyncio.ensure_future(recovery.reload(match))
        while match not in cache.loaded or cache.loaded[match].loading is None:  # noqa: ASYNC110 - it is begun
            await asyncio.sleep(0)
        cache.evict(cache.loaded[match])
        await loading
        assert match not in cache.loaded
        host.clock.advance(RELOAD_SECONDS)
        async with asyncio.timeout(5):
            while match not in cache.loaded or cache.loaded[match].table is None:  # noqa: ASYNC110 - a task of its own
                await asyncio.sleep(0)
    assert not logs


async def test_other_matches_do_not_notice(host: MatchHost) -> None:
    first, second = await host.match(), await host.match()
    ann, ben = await host.seated(first, 0), await host.seated(second, 0)
    with disk_failing(host.folder, host.info(first).stream):
        ann.answer(2)
        ben.answer(2)
        assert (await ann.receive_until("cut_off"))[0].refused.reason == "STORE_FAILED"
        assert (await ben.next("update")).record == 4
    assert host.matches.metrics.refusals == {"STORE_FAILED": 1}


async def test_calls_get_the_failure_of_a_commit_as_well(host: MatchHost) -> None:
    match = await host.match()
    with disk_failing(host.folder):
        with pytest.raises(StoreFailed):
            await host.matches.lobby.create(ANN, NewMatch(game="market", seat_count=2))
        with pytest.raises(StoreFailed):
            await host.matches.lobby.resign(BEN, match, 1, "r")
    assert host.info(match).resigned == frozenset()
    assert host.matches.counts()["open"] == 0
    assert (await host.matches.lobby.resign(BEN, match, 1, "r")).resigned == {1}


async def test_a_start_that_could_not_be_stored_leaves_the_match_open(host: MatchHost) -> None:
    info = await host.matches.lobby.create(ANN, NewMatch(game="market", seat_count=2, take_seats=(0, 1)))
    watcher = await host.watching(info.id)
    with disk_failing(host.folder), pytest.raises(StoreFailed):
        await host.matches.lobby.start(ANN, info.id)
    assert (await watcher.receive_until("cut_off"))[-1].record == 3
    assert (await host.matches.lobby.start(ANN, info.id)).record_count == 4


async def test_a_damaged_log_is_named_and_its_intact_part_is_sent(host: MatchHost) -> None:
    match, other = await host.match(), await host.match()
    await shop_for_long(host, match, 3)
    stream = host.info(match).stream
    await host.matches.close()
    await host.store.close()
    damage(host, stream, 6)
    async with match_host(host.folder) as reopened:
        ann = reopened.attend(ANN)
        ann.open(1, match, seat=0, from_record=0)
        received = await ann.receive_until("refused")
        assert records(received) == [0, 1, 2, 3, 4, 5]
        assert received[-1].refused.reason == "DATA_DAMAGED"
        assert f"record 6 of stream '{stream}'" in received[-1].refused.message
        assert not ann.session.channels
        await reopened.seated(other, 0)
        assert reopened.matches.counts()["running"] == 2


def damage(host: MatchHost, stream: str, number: int) -> None:
    """Alter one stored record."""
    with closing(sqlite3.connect(host.folder / "tilth.db")) as other, other:
        other.execute(
            "UPDATE records SET body = CAST(body || x'00' AS BLOB) WHERE number = ?"
            " AND stream = (SELECT id FROM streams WHERE name = ?)",
            (number, stream),
        )
