"""Following a match: from any record, without a gap, whatever happens meanwhile."""

import asyncio

import pytest

from tests.server.tables.market import BUY, DONE
from tests.server.tables.tables import ANN, PLAYERS, Listener, Tables
from tilth.v1 import play_pb2 as pb
from tilth_server.tables import attendance
from tilth_server.tables.joining import PAGE
from tilth_server.tables.matches import NewMatch


def records(told: list[pb.Told]) -> list[int]:
    return [each.record for each in told if each.HasField("happened")]


def kinds(told: list[pb.Told]) -> list[str | None]:
    return [each.WhichOneof("what") for each in told]


async def shop_for_long(house: Tables, match: str, goods: int) -> list[Listener]:
    """Play up to the stalls, where Ann buys that much."""
    ann, ben = await house.seated(match, 0), await house.seated(match, 1)
    for listener in (ann, ben, ann, ben):
        if listener.asked[1].quantities:
            listener.answer(measured=[0])
        else:
            listener.answer(1)
        await asyncio.gather(ann.hear_until("happened"), ben.hear_until("happened"))
    for _ in range(goods):
        ann.answer(BUY)
        await ann.hear_until("happened")
    await ben.hear_until("happened", goods)
    return [ann, ben]


async def test_a_channel_opens_with_what_the_match_is(house: Tables) -> None:
    match = await house.match(settings={"rounds": "3"})
    ann = house.attend(ANN)
    ann.open(5, match, seat=0, views=True)
    told = await ann.hear_until("caught_up")
    assert kinds(told) == ["opened", "caught_up"]
    opened, now = told[0].opened, told[1].caught_up
    assert told[0].channel == told[1].channel == 5
    assert (opened.match_id, opened.game, opened.seat_count) == (match, "market", 2)
    assert opened.player_names == ["Ann", "Ben"]
    assert opened.event_type == "tilth.games.market.v1.Event"
    assert opened.seed_commitment == house.info(match).seed_commitment
    assert told[1].record == 4
    assert (now.asked.kind, now.asked.id) == ("bid", 1)
    assert now.waiting == [0]
    assert now.view


async def test_the_backlog_begins_with_any_record(house: Tables) -> None:
    match = await house.match()
    await shop_for_long(house, match, 3)
    whole = await house.watching(match, from_record=0)
    length = house.info(match).record_count
    assert records(whole.heard) == list(range(length))
    for start in range(length + 1):
        late = await house.watching(match, from_record=start)
        assert kinds(late.heard) == ["opened", *["happened"] * (length - start), "caught_up"]
        assert [each for each in late.heard if each.HasField("happened")] == [
            each for each in whole.heard if each.HasField("happened") and each.record >= start
        ]
        late.leave()


async def test_what_is_told_late_is_what_was_told_live(house: Tables) -> None:
    match = await house.match()
    live = await house.watching(match, texts=True, language="en")
    await shop_for_long(house, match, 2)
    await live.hear_until("happened", 6)
    late = await house.watching(match, from_record=4, texts=True, language="en")
    for then, now in zip(live.heard[-6:], late.heard[1:-1], strict=True):
        then.happened.ClearField("waiting")
        assert then == now


async def test_nothing_comes_before_the_log_or_from_beyond_it(house: Tables) -> None:
    match = await house.match()
    watcher = house.attend("watcher")
    watcher.open(1, match, from_record=5)
    assert await watcher.refusal() == "beyond_log"
    watcher.open(1, "0" * 16)
    assert await watcher.refusal() == "no_match"
    watcher.open(1, match, from_record=4)
    await watcher.hear_until("caught_up")
    watcher.open(1, match)
    assert await watcher.refusal() == "channel_in_use"


async def test_a_long_backlog_comes_in_pages_and_joins_without_a_gap(
    house: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attendance, "ROOM", 1)
    match = await house.match()
    ann, _ = await shop_for_long(house, match, 2 * PAGE)
    watcher = house.attend("watcher")
    watcher.open(1, match, from_record=0)
    heard = list(pb.AttendResponse.FromString(watcher.written()).told)
    heard += pb.AttendResponse.FromString(watcher.written()).told
    assert len(heard) == PAGE + 1
    while not heard[-1].HasField("caught_up"):
        ann.answer(BUY)
        await ann.hear_until("happened")
        heard += pb.AttendResponse.FromString(watcher.written()).told
    ann.answer(BUY)
    heard += await watcher.hear_until("happened")
    assert records(heard) == list(range(house.info(match).record_count))


async def test_who_joins_while_something_is_in_flight_waits_and_misses_nothing(house: Tables) -> None:
    match = await house.match()
    ann = await house.seated(match, 0)
    watcher = house.attend("watcher")
    with house.store.held():
        ann.answer(2)
        watcher.open(1, match, from_record=0)
        await asyncio.sleep(0.05)
        heard = watcher.listen()
        assert records(heard) == [0, 1, 2, 3]
        assert not heard[-1].HasField("caught_up")
    heard += await watcher.hear_until("caught_up")
    assert records(heard) == [0, 1, 2, 3, 4]
    assert heard[-1].caught_up.waiting == [1]


async def test_what_the_disk_has_and_nobody_was_told_of_yet_is_still_in_flight(house: Tables) -> None:
    match = await house.match()
    ann, ben = await shop_for_long(house, match, 0)
    before = house.info(match).record_count
    watcher = house.attend("watcher")
    with house.store.unheard():
        ann.answer(BUY)
        await house.store.stored(house.info(match).stream, before)
        watcher.open(1, match, from_record=0)
        heard = watcher.listen()
        assert records(heard) == list(range(before))
        ann.undo("u")
        await house.store.stored(house.info(match).stream, before + 1)
        assert ben.listen() == []
    heard += await watcher.hear_until("caught_up")
    assert records(heard) == list(range(before + 2))
    told = await ann.hear_until("happened", 2)
    assert told[1].happened.takes_back == [before]


async def test_who_waits_for_a_match_to_begin_sees_it_fill_and_start(house: Tables) -> None:
    info = await house.house.create(ANN, NewMatch(game="market", seat_count=2, take_seats=(0,)))
    watcher = await house.watching(info.id)
    ann = house.attend(ANN)
    ann.open(1, info.id, seat=0)
    await ann.hear_until("caught_up")
    await house.house.take_seat(PLAYERS[1], info.id, None, "")
    told = await watcher.next("happened")
    assert (told.happened.cause, told.happened.seat) == (pb.CAUSE_SEAT_TAKEN, 1)
    await house.house.start(ANN, info.id)
    told = await watcher.next("happened")
    assert (told.happened.cause, told.happened.waiting) == (pb.CAUSE_STARTED, [0])
    await ann.hear_until("happened", 2)
    assert ann.asked[1].kind == "bid"
    assert not any(each.happened.HasField("asked") for each in watcher.heard)


async def test_of_a_match_that_is_over_the_end_is_told(house: Tables) -> None:
    match = await house.match(settings={"rounds": "1"})
    seats = [await house.seated(match, seat) for seat in (0, 1)]
    live = await house.watching(match)
    ended = False
    while not ended:
        for listener in seats:
            listener.listen()
            asked = listener.asked.pop(1, None)
            if asked is not None:
                listener.say(
                    pb.Said(
                        channel=1,
                        answer=pb.Answer(
                            request_id=f"d{asked.id}",
                            decision=asked.id,
                            chosen=asked.default_chosen,
                            measured=asked.default_measured,
                        ),
                    )
                )
                told = await listener.hear_until("happened")
                ended = told[-1].HasField("ended")
    last = (await live.hear_until("ended"))[-1]
    late = house.attend("late")
    late.open(1, match, from_record=0, views=True)
    told = await late.hear_until("ended")
    assert kinds(told)[-2:] == ["caught_up", "ended"]
    assert told[-1] == last
    assert told[-2].caught_up.view
    assert told[-3].happened.cause == pb.CAUSE_CLOSED
    info = house.info(match)
    assert last.record == info.record_count - 1
    assert last.ended.seed == info.seed
    assert last.ended.head == (await house.store.head(info.stream)).hash
    assert last.ended.result.places
    assert not late.attendance.channels
    assert not live.attendance.channels
    assert house.house.watchers() == 0


async def test_a_closed_channel_is_told_nothing_more_and_can_be_opened_again(house: Tables) -> None:
    match = await house.match()
    ann, watcher = await house.seated(match, 0), await house.watching(match)
    watcher.say(pb.Said(channel=1, close=pb.Close()))
    ann.answer(2)
    await ann.next("happened")
    assert watcher.listen() == []
    watcher.say(pb.Said(channel=1, close=pb.Close()))
    assert await watcher.refusal() == "channel_not_open"
    watcher.open(1, match, from_record=4)
    told = await watcher.hear_until("caught_up")
    assert records(told) == [4]


async def test_channels_of_one_stream_that_see_alike_are_told_alike(house: Tables) -> None:
    match = await house.match()
    ann = house.attend(ANN)
    for channel in (1, 2, 3):
        ann.open(channel, match, seat=0)
    ann.open(4, match)
    await ann.hear_until("caught_up", 4)
    ann.say(ann.answering(2, channel=2, request_id="mine"))
    told = {each.channel: each for each in await ann.hear_until("happened", 4)}
    assert {channel: each.happened.accepted for channel, each in told.items()} == {
        1: "",
        2: "mine",
        3: "",
        4: "",
    }
    assert told[1].happened.undoable
    assert told[3].happened.undoable
    assert not told[4].happened.undoable


async def test_a_view_goes_to_who_asked_for_it(house: Tables) -> None:
    match = await house.match()
    ann = house.attend(ANN)
    ann.open(1, match, seat=0, views=True)
    ann.open(2, match, seat=0)
    ann.open(3, match, views=True)
    await ann.hear_until("caught_up", 3)
    ann.answer(2)
    told = {each.channel: each.happened.view for each in await ann.hear_until("happened", 3)}
    assert told[2] == b""
    assert told[1] != told[3], "a spectator does not see the card"


async def test_progress_names_the_next_record(house: Tables) -> None:
    match = await house.match()
    watcher = await house.watching(match)
    watcher.attendance.progress()
    assert (await watcher.next("progress")).record == 4


async def test_too_many_channels_are_refused_by_name(house: Tables) -> None:
    match = await house.match()
    watcher = house.attend("watcher")
    most = house.house.limits.channels_per_stream
    for channel in range(most + 1):
        watcher.open(channel, match)
    told = (await watcher.hear_until("refused"))[-1]
    while told.WhichOneof("what") != "refused":
        told = watcher.heard.pop()
    assert (told.channel, told.refused.reason) == (most, "limit")
    assert "channels_per_stream" in told.refused.what


async def test_the_stalls_end_when_everybody_has_left(house: Tables) -> None:
    match = await house.match()
    ann, ben = await shop_for_long(house, match, 1)
    for listener in (ann, ben):
        for _ in range(2):
            listener.answer(DONE)
            await asyncio.gather(ann.hear_until("happened"), ben.hear_until("happened"))
    assert ann.asked[1].kind == "bid"
