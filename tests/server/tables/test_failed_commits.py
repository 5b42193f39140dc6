"""When the disk fails: nothing has happened, everybody is told so, and the next one who comes finds the match whole."""

import asyncio
import sqlite3
from contextlib import closing

import pytest

from tests.server.tables.market import BUY
from tests.server.tables.tables import ANN, BEN, Tables, disk_failing, tables
from tests.server.tables.test_joining import records, shop_for_long
from tilth_server.store import StoreFailed
from tilth_server.tables import calls
from tilth_server.tables.matches import NewMatch


async def test_an_answer_that_could_not_be_stored_is_refused_and_the_match_is_as_before(
    house: Tables,
) -> None:
    match = await house.match()
    ann, ben = await house.seated(match, 0), await house.seated(match, 1)
    with disk_failing(house.folder):
        request = ann.answer(2)
        mine = await ann.hear_until("cut_off")
        theirs = await ben.hear_until("cut_off")
    assert [each.WhichOneof("what") for each in mine] == ["refused", "cut_off"]
    assert (mine[0].refused.reason, mine[0].refused.request_id) == ("store_failed", request)
    for told in (mine[-1], theirs[-1]):
        assert (told.record, told.cut_off.reason) == (4, "store_failed")
    assert [each.WhichOneof("what") for each in theirs] == ["cut_off"]
    assert house.info(match).record_count == 4
    ann.open(1, match, seat=0, from_record=4)
    told = (await ann.hear_until("caught_up"))[-1]
    assert told.caught_up.asked.id == 1
    ann.answer(2, request_id=request)
    assert (await ann.next("happened")).happened.accepted == request


async def test_everything_in_flight_behind_it_fails_too(house: Tables) -> None:
    match = await house.match()
    ann, ben = await shop_for_long(house, match, 0)
    before = house.info(match).record_count
    with disk_failing(house.folder):
        with house.store.held():
            ann.answer(BUY)
            ben.answer(BUY)
            ann.say(ann.answering(BUY, decision=ann.asked[1].id + 1))
            ann.undo("u")
            late = house.attend("late")
            late.open(1, match, from_record=0)
            late.listen()
            view = asyncio.ensure_future(calls.view(house.house, ANN, match, 0, None))
            await asyncio.sleep(0.01)
            assert not view.done()
        mine = await ann.hear_until("cut_off")
        theirs = await ben.hear_until("cut_off")
    assert [each.refused.reason for each in mine[:-1]] == ["store_failed"] * 3
    assert [each.refused.reason for each in theirs[:-1]] == ["store_failed"]
    assert (await late.hear_until("cut_off"))[-1].record == before
    await view
    assert house.info(match).record_count == before
    again = await house.seated(match, 0, from_record=0)
    assert records(again.heard) == list(range(before))
    again.answer(BUY, request_id="again")
    await again.hear_until("happened")


async def test_other_matches_do_not_notice(house: Tables) -> None:
    first, second = await house.match(), await house.match()
    ann, ben = await house.seated(first, 0), await house.seated(second, 0)
    with disk_failing(house.folder, house.info(first).stream):
        ann.answer(2)
        ben.answer(2)
        assert (await ann.hear_until("cut_off"))[0].refused.reason == "store_failed"
        assert (await ben.next("happened")).record == 4
    assert house.house.metrics.refusals == {"store_failed": 1}


async def test_calls_hear_of_it_as_well(house: Tables) -> None:
    match = await house.match()
    with disk_failing(house.folder):
        with pytest.raises(StoreFailed):
            await house.house.create(ANN, NewMatch(game="market", seat_count=2))
        with pytest.raises(StoreFailed):
            await house.house.resign(BEN, match, 1, "r")
    assert house.info(match).resigned == frozenset()
    assert house.house.counts()["open"] == 0
    assert (await house.house.resign(BEN, match, 1, "r")).resigned == {1}


async def test_a_start_that_could_not_be_stored_leaves_the_match_open(house: Tables) -> None:
    info = await house.house.create(ANN, NewMatch(game="market", seat_count=2, take_seats=(0, 1)))
    watcher = await house.watching(info.id)
    with disk_failing(house.folder), pytest.raises(StoreFailed):
        await house.house.start(ANN, info.id)
    assert (await watcher.hear_until("cut_off"))[-1].record == 3
    assert (await house.house.start(ANN, info.id)).record_count == 4


async def test_a_damaged_log_is_named_and_the_good_part_is_told(house: Tables) -> None:
    match, other = await house.match(), await house.match()
    await shop_for_long(house, match, 3)
    stream = house.info(match).stream
    await house.house.close()
    await house.store.close()
    damage(house, stream, 6)
    async with tables(house.folder) as reopened:
        ann = reopened.attend(ANN)
        ann.open(1, match, seat=0, from_record=0)
        told = await ann.hear_until("refused")
        assert records(told) == [0, 1, 2, 3, 4, 5]
        assert told[-1].refused.reason == "broken_chain"
        assert f"record 6 of stream '{stream}'" in told[-1].refused.what
        assert not ann.attendance.channels
        await reopened.seated(other, 0)
        assert reopened.house.counts()["running"] == 2


def damage(house: Tables, stream: str, number: int) -> None:
    """Alter one stored record."""
    with closing(sqlite3.connect(house.folder / "tilth.db")) as other, other:
        other.execute(
            "UPDATE records SET body = CAST(body || x'00' AS BLOB) WHERE number = ?"
            " AND stream = (SELECT id FROM streams WHERE name = ?)",
            (number, stream),
        )
