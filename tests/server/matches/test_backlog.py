"""Channels of a match: they begin at any record and have no gap, whatever the match does at that time."""

import asyncio

import pytest

from tests.server.matches.market import BUY, DONE
from tests.server.matches.match_host import ANN, PLAYERS, Listener, MatchHost
from tilth.v1 import play_pb2 as pb
from tilth_server.matches import session
from tilth_server.matches.backlog import PAGE
from tilth_server.matches.match_info import NewMatch


def records(received: list[pb.Frame]) -> list[int]:
    return [each.record for each in received if each.HasField("update")]


def kinds(received: list[pb.Frame]) -> list[str | None]:
    return [each.WhichOneof("payload") for each in received]


async def shop_for_long(host: MatchHost, match: str, goods: int) -> list[Listener]:
    """Play up to the stalls, where Ann buys that much."""
    ann, ben = await host.seated(match, 0), await host.seated(match, 1)
    for listener in (ann, ben, ann, ben):
        if listener.decisions[1].quantities:
            listener.answer(numbers=[0])
        else:
            listener.answer(1)
        await asyncio.gather(ann.receive_until("update"), ben.receive_until("update"))
    for _ in range(goods):
        ann.answer(BUY)
        await ann.receive_until("update")
    await ben.receive_until("update", goods)
    return [ann, ben]


async def test_a_channel_opens_with_the_data_of_its_match(host: MatchHost) -> None:
    match = await host.match(settings={"rounds": "3"})
    ann = host.attend(ANN)
    ann.open(5, match, seat=0, views=True)
    received = await ann.receive_until("caught_up")
    assert kinds(received) == ["opened", "caught_up"]
    opened, now = received[0].opened, received[1].caught_up
    assert received[0].channel == received[1].channel == 5
    assert (opened.match_id, opened.game, opened.seat_count) == (match, "market", 2)
    assert opened.player_names == ["Ann", "Ben"]
    assert opened.event_type == "tilth.games.market.v1.Event"
    assert opened.seed_commitment == host.info(match).seed_commitment
    assert received[1].record == 4
    assert (now.decision.kind, now.decision.id) == ("bid", 1)
    assert now.pending_seats == [0]
    assert now.view


async def test_the_backlog_begins_with_any_record(host: MatchHost) -> None:
    match = await host.match()
    await shop_for_long(host, match, 3)
    whole = await host.watching(match, from_record=0)
    length = host.info(match).record_count
    assert records(whole.received) == list(range(length))
    for start in range(length + 1):
        late = await host.watching(match, from_record=start)
        assert kinds(late.received) == ["opened", *["update"] * (length - start), "caught_up"]
        assert [each for each in late.received if each.HasField("update")] == [
            each for each in whole.received if each.HasField("update") and each.record >= start
        ]
        late.leave()


async def test_frames_of_a_backlog_equal_those_that_were_sent_live(host: MatchHost) -> None:
    match = await host.match()
    live = await host.watching(match, texts=True, language="en")
    await shop_for_long(host, match, 2)
    await live.receive_until("update", 6)
    late = await host.watching(match, from_record=4, texts=True, language="en")
    for then, now in zip(live.received[-6:], late.received[1:-1], strict=True):
        then.update.ClearField("pending_seats")
        assert then == now


async def test_nothing_comes_before_the_log_or_from_beyond_it(host: MatchHost) -> None:
    match = await host.match()
    watcher = host.attend("watcher")
    watcher.open(1, match, from_record=5)
    assert await watcher.refusal() == "RECORD_BEYOND_LOG"
    watcher.open(1, "0" * 16)
    assert await watcher.refusal() == "MATCH_NOT_FOUND"
    watcher.open(1, match, from_record=4)
    await watcher.receive_until("caught_up")
    watcher.open(1, match)
    assert await watcher.refusal() == "CHANNEL_IN_USE"


async def next_message(listener: Listener) -> list[pb.Frame]:
    """Return the next message of the stream, for which more of the backlog may have to be read first."""
    async with asyncio.timeout(10):
        while not (message := listener.written()):  # noqa: ASYNC110 - there is always one
            await asyncio.sleep(0.001)
    return list(pb.AttendResponse.FromString(message).frames)


async def test_a_long_backlog_comes_in_pages_and_joins_without_a_gap(
    host: MatchHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "ROOM", 1)
    match = await host.match()
    ann, _ = await shop_for_long(host, match, 2 * PAGE)
    watcher = host.attend("watcher")
    watcher.open(1, match, from_record=0)
    heard = await next_message(watcher) + await next_message(watcher)
    assert len(heard) == PAGE + 1
    while not heard[-1].HasField("caught_up"):
        ann.answer(BUY)
        await ann.receive_until("update")
        page = await next_message(watcher)
        assert len(page) <= PAGE + 1
        heard += page
    ann.answer(BUY)
    heard += await watcher.receive_until("update")
    assert records(heard) == list(range(host.info(match).record_count))


async def test_a_channel_opened_while_records_are_pending_waits_and_misses_none(host: MatchHost) -> None:
    match = await host.match()
    ann = await host.seated(match, 0)
    watcher = host.attend("watcher")
    with host.store.held():
        ann.answer(2)
        watcher.open(1, match, from_record=0)
        await asyncio.sleep(0.05)
        heard = await watcher.receive_backlog()
        assert records(heard) == [0, 1, 2, 3]
        assert not heard[-1].HasField("caught_up")
    heard += await watcher.receive_until("caught_up")
    assert records(heard) == [0, 1, 2, 3, 4]
    assert heard[-1].caught_up.pending_seats == [1]


async def test_a_durable_record_that_was_not_published_is_still_pending(host: MatchHost) -> None:
    match = await host.match()
    ann, ben = await shop_for_long(host, match, 0)
    before = host.info(match).record_count
    watcher = host.attend("watcher")
    with host.store.unheard():
        ann.answer(BUY)
        await host.store.stored(host.info(match).stream, before)
        watcher.open(1, match, from_record=0)
        heard = await watcher.receive_backlog()
        assert records(heard) == list(range(before))
        ann.undo("u")
        await host.store.stored(host.info(match).stream, before + 1)
        assert ben.listen() == []
    heard += await watcher.receive_until("caught_up")
    assert records(heard) == list(range(before + 2))
    received = await ann.receive_until("update", 2)
    assert received[1].update.undone_records == [before]


async def test_a_channel_of_an_open_match_shows_it_fill_and_start(host: MatchHost) -> None:
    info = await host.matches.lobby.create(ANN, NewMatch(game="market", seat_count=2, take_seats=(0,)))
    watcher = await host.watching(info.id)
    ann = host.attend(ANN)
    ann.open(1, info.id, seat=0)
    await ann.receive_until("caught_up")
    await host.matches.lobby.take_seat(PLAYERS[1], info.id, None, "")
    received = await watcher.next("update")
    assert (received.update.cause, received.update.seat) == (pb.CAUSE_SEAT_TAKEN, 1)
    await host.matches.lobby.start(ANN, info.id)
    received = await watcher.next("update")
    assert (received.update.cause, received.update.pending_seats) == (pb.CAUSE_STARTED, [0])
    await ann.receive_until("update", 2)
    assert ann.decisions[1].kind == "bid"
    assert not any(each.update.HasField("decision") for each in watcher.received)


async def test_a_channel_of_an_ended_match_gets_its_end(host: MatchHost) -> None:
    match = await host.match(settings={"rounds": "1"})
    seats = [await host.seated(match, seat) for seat in (0, 1)]
    live = await host.watching(match)
    ended = False
    while not ended:
        for listener in seats:
            listener.listen()
            asked = listener.decisions.pop(1, None)
            if asked is not None:
                listener.send(
                    pb.Command(
                        channel=1,
                        answer=pb.Answer(
                            request_id=f"d{asked.id}",
                            decision_id=asked.id,
                            picks=asked.default_picks,
                            numbers=asked.default_numbers,
                        ),
                    )
                )
                received = await listener.receive_until("update")
                ended = received[-1].HasField("ended")
    last = (await live.receive_until("ended"))[-1]
    late = host.attend("late")
    late.open(1, match, from_record=0, views=True)
    received = await late.receive_until("ended")
    assert kinds(received)[-2:] == ["caught_up", "ended"]
    assert received[-1] == last
    assert received[-2].caught_up.view
    assert received[-3].update.cause == pb.CAUSE_FINISHED
    info = host.info(match)
    assert last.record == info.record_count - 1
    assert last.ended.seed == info.seed
    assert last.ended.head == (await host.store.head(info.stream)).hash
    assert last.ended.result.places
    assert not late.session.channels
    assert not live.session.channels
    assert host.matches.channel_count() == 0


async def test_a_closed_channel_gets_no_more_frames_and_can_be_opened_again(host: MatchHost) -> None:
    match = await host.match()
    ann, watcher = await host.seated(match, 0), await host.watching(match)
    watcher.send(pb.Command(channel=1, close=pb.CloseChannel()))
    ann.answer(2)
    await ann.next("update")
    assert [received.WhichOneof("payload") for received in watcher.listen()] == ["closed"]
    watcher.send(pb.Command(channel=1, close=pb.CloseChannel()))
    assert await watcher.refusal() == "CHANNEL_NOT_OPEN"
    watcher.open(1, match, from_record=4)
    received = await watcher.receive_until("caught_up")
    assert records(received) == [4]


async def test_channels_of_one_stream_that_see_alike_get_the_same_frames(host: MatchHost) -> None:
    match = await host.match()
    ann = host.attend(ANN)
    for channel in (1, 2, 3):
        ann.open(channel, match, seat=0)
    ann.open(4, match)
    await ann.receive_until("caught_up", 4)
    ann.send(ann.answering(2, channel=2, request_id="mine"))
    received = {each.channel: each for each in await ann.receive_until("update", 4)}
    assert {channel: each.update.accepted_request_id for channel, each in received.items()} == {
        1: "",
        2: "mine",
        3: "",
        4: "",
    }
    assert received[1].update.undoable
    assert received[3].update.undoable
    assert not received[4].update.undoable


async def test_a_view_goes_to_the_channels_that_asked_for_it(host: MatchHost) -> None:
    match = await host.match()
    ann = host.attend(ANN)
    ann.open(1, match, seat=0, views=True)
    ann.open(2, match, seat=0)
    ann.open(3, match, views=True)
    await ann.receive_until("caught_up", 3)
    ann.answer(2)
    received = {each.channel: each.update.view for each in await ann.receive_until("update", 3)}
    assert received[2] == b""
    assert received[1] != received[3], "a spectator does not see the card"


async def test_progress_names_the_next_record(host: MatchHost) -> None:
    match = await host.match()
    watcher = await host.watching(match)
    watcher.session.send_heartbeat()
    assert (await watcher.next("heartbeat")).record == 4


async def test_too_many_channels_are_refused_by_name(host: MatchHost) -> None:
    match = await host.match()
    watcher = host.attend("watcher")
    most = host.matches.limits.channels_per_stream
    for channel in range(most + 1):
        watcher.open(channel, match)
    received = (await watcher.receive_until("refused"))[-1]
    while received.WhichOneof("payload") != "refused":
        received = watcher.received.pop()
    assert (received.channel, received.refused.reason) == (most, "LIMIT_EXCEEDED")
    assert "channels_per_stream" in received.refused.message


async def test_the_stalls_end_when_everybody_has_left(host: MatchHost) -> None:
    match = await host.match()
    ann, ben = await shop_for_long(host, match, 1)
    for listener in (ann, ben):
        for _ in range(2):
            listener.answer(DONE)
            await asyncio.gather(ann.receive_until("update"), ben.receive_until("update"))
    assert ann.decisions[1].kind == "bid"


async def test_a_seat_that_nobody_holds_is_nobodys_to_attend(host: MatchHost) -> None:
    info = await host.matches.lobby.create(ANN, NewMatch(game="market", seat_count=2, take_seats=(0,)))
    ben = host.attend(PLAYERS[1])
    ben.open(1, info.id, seat=1)
    assert await ben.refusal() == "NOT_YOUR_SEAT"
