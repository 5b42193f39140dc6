"""A reader that can't keep up is cut off with the record to resume from; nothing is skipped, and nobody else
notices."""

import asyncio

from tests.server.matches.market import BUY
from tests.server.matches.match_host import MatchHost
from tests.server.matches.test_backlog import records, shop_for_long
from tilth.v1 import play_pb2 as pb
from tilth_server import reasons


async def test_a_reader_who_lets_too_much_gather_is_cut_off_and_resumes_without_a_gap(
    host: MatchHost,
) -> None:
    match, other = await host.match(), await host.match()
    slow = host.attend("slow", max_queued_bytes=1000)
    slow.session.outbox.writing = True
    slow.open(1, match, from_record=0)
    slow.open(2, other, from_record=4)
    heard = await slow.receive_until("caught_up", 2)
    ann, _ = await shop_for_long(host, match, 0)
    ann.answer(BUY)
    await ann.receive_until("update")
    heard += slow.listen()
    for _ in range(60):
        ann.answer(BUY)
        await ann.receive_until("update")
    assert not slow.session.channels
    assert slow.session.outbox.finished
    last = {each.channel: each for each in slow.listen()}
    assert {each.cut_off.reason for each in last.values()} == {reasons.READER_TOO_SLOW}
    assert last[1].record == records([each for each in heard if each.channel == 1])[-1] + 1
    assert last[2].record == 4
    again = await host.watching(match, from_record=last[1].record)
    received = records([each for each in heard if each.channel == 1]) + records(again.received)
    assert received == list(range(host.info(match).record_count))


async def test_frames_after_the_cut_are_dropped(host: MatchHost) -> None:
    match = await host.match()
    ann, watcher = await host.seated(match, 0), await host.watching(match)
    ann.answer(2)
    await ann.next("update")
    watcher.session.cut_off(reasons.READER_TOO_SLOW, drop=True)
    (cut,) = pb.AttendResponse.FromString(watcher.written()).frames
    assert (cut.record, cut.cut_off.reason) == (4, "READER_TOO_SLOW")
    await asyncio.sleep(0)
    assert watcher.written() == b""
    assert host.matches.channel_count() == 1


async def test_a_closing_server_sends_all_queued_frames_first(host: MatchHost) -> None:
    match = await host.match()
    ann, watcher = await host.seated(match, 0), await host.watching(match)
    ann.answer(2)
    await ann.next("update")
    watcher.session.cut_off(reasons.SERVER_STOPPING)
    received = pb.AttendResponse.FromString(watcher.written()).frames
    assert [each.WhichOneof("payload") for each in received] == ["update", "cut_off"]
    assert received[-1].record == 5


async def test_a_channel_in_its_backlog_is_cut_off_at_its_own_record(host: MatchHost) -> None:
    match = await host.match()
    watcher = host.attend("watcher")
    watcher.open(1, match, from_record=2)
    watcher.session.cut_off(reasons.SERVER_STOPPING)
    received = pb.AttendResponse.FromString(watcher.written()).frames
    assert [each.WhichOneof("payload") for each in received] == ["opened", "cut_off"]
    assert received[-1].record == 2
