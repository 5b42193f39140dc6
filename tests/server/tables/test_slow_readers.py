"""Whoever can't keep up is cut off with the record to resume from; nothing is skipped, nobody else notices."""

import asyncio

from tests.server.tables.market import BUY
from tests.server.tables.tables import Tables
from tests.server.tables.test_joining import records, shop_for_long
from tilth.v1 import play_pb2 as pb
from tilth_server.tables import reasons


async def test_a_reader_who_lets_too_much_gather_is_cut_off_and_resumes_without_a_gap(house: Tables) -> None:
    match, other = await house.match(), await house.match()
    slow = house.attend("slow", most_waiting=1000)
    slow.attendance.outbox.writing = True
    slow.open(1, match, from_record=0)
    slow.open(2, other, from_record=4)
    heard = await slow.hear_until("caught_up", 2)
    ann, _ = await shop_for_long(house, match, 0)
    ann.answer(BUY)
    await ann.hear_until("happened")
    heard += slow.listen()
    for _ in range(60):
        ann.answer(BUY)
        await ann.hear_until("happened")
    assert not slow.attendance.channels
    assert slow.attendance.outbox.finished
    last = {each.channel: each for each in slow.listen()}
    assert {each.cut_off.reason for each in last.values()} == {reasons.TOO_SLOW}
    assert last[1].record == records([each for each in heard if each.channel == 1])[-1] + 1
    assert last[2].record == 4
    again = await house.watching(match, from_record=last[1].record)
    told = records([each for each in heard if each.channel == 1]) + records(again.heard)
    assert told == list(range(house.info(match).record_count))


async def test_what_is_told_after_the_cut_goes_nowhere(house: Tables) -> None:
    match = await house.match()
    ann, watcher = await house.seated(match, 0), await house.watching(match)
    ann.answer(2)
    await ann.next("happened")
    watcher.attendance.cut(reasons.TOO_SLOW, drop=True)
    (cut,) = pb.AttendResponse.FromString(watcher.written()).told
    assert (cut.record, cut.cut_off.reason) == (4, "too_slow")
    await asyncio.sleep(0)
    assert watcher.written() == b""
    assert house.house.watchers() == 1


async def test_a_server_that_closes_lets_everything_be_said_first(house: Tables) -> None:
    match = await house.match()
    ann, watcher = await house.seated(match, 0), await house.watching(match)
    ann.answer(2)
    await ann.next("happened")
    watcher.attendance.cut(reasons.CLOSING)
    told = pb.AttendResponse.FromString(watcher.written()).told
    assert [each.WhichOneof("what") for each in told] == ["happened", "cut_off"]
    assert told[-1].record == 5


async def test_who_is_still_behind_is_cut_off_where_it_stands(house: Tables) -> None:
    match = await house.match()
    watcher = house.attend("watcher")
    watcher.open(1, match, from_record=2)
    watcher.attendance.cut(reasons.CLOSING)
    told = pb.AttendResponse.FromString(watcher.written()).told
    assert [each.WhichOneof("what") for each in told] == ["opened", "cut_off"]
    assert told[-1].record == 2
