"""Following: the seats of a player open by themselves on one stream."""

from pathlib import Path

from tests.server.tables.tables import ANN, BEN, Listener, Tables, silence, tables
from tilth.v1 import play_pb2 as pb
from tilth_server.settings import Limits
from tilth_server.tables.following import LAST_CHANNEL
from tilth_server.tables.joining import ALWAYS_ADMITTED

FIRST = 1000


def follow(listener: Listener, **wanted: object) -> None:
    listener.say(pb.Said(channel=FIRST, follow=pb.Follow(**wanted)))  # type: ignore[arg-type]  # fields by name


def opened(told: list[pb.Told]) -> list[tuple[int, str, int]]:
    return [
        (each.channel, each.opened.match_id, each.opened.seat) for each in told if each.HasField("opened")
    ]


async def test_what_is_played_opens_at_once_and_what_begins_opens_when_it_begins(house: Tables) -> None:
    first = await house.match()
    house.hands.turn(1)
    second = await house.match()
    ben = house.attend(BEN)
    follow(ben, views=True)
    told = await ben.hear_until("caught_up", 2)
    assert opened(told) == [(FIRST, first, 1), (FIRST + 1, second, 1)]
    assert all(each.caught_up.view for each in told if each.HasField("caught_up"))
    third = await house.match()
    assert opened(await ben.hear_until("caught_up")) == [(FIRST + 2, third, 1)]


async def test_a_followed_seat_is_asked_and_answers(house: Tables) -> None:
    ann = house.attend(ANN)
    follow(ann)
    match = await house.match()
    await ann.hear_until("caught_up")
    ann.answer(1, channel=FIRST)
    told = await ann.next("happened")
    assert (told.channel, told.happened.cause) == (FIRST, pb.CAUSE_ANSWERED)
    assert house.info(match).record_count == 5


async def test_a_seat_that_is_open_already_is_not_opened_again(house: Tables) -> None:
    match = await house.match()
    ann = await house.seated(match, 0)
    follow(ann)
    await silence(ann)
    watcher = house.attend(ANN)
    watcher.open(1, match)
    follow(watcher)
    told = await watcher.hear_until("caught_up", 2)
    assert opened(told) == [(1, match, 0), (FIRST, match, 0)], "a spectator's channel is no seat"


async def test_who_has_resigned_is_not_seated_again(house: Tables) -> None:
    match = await house.match()
    await house.house.resign(BEN, match, 1, "r")
    ben = house.attend(BEN)
    follow(ben)
    await silence(ben)


async def test_a_follower_may_want_one_game_only(house: Tables) -> None:
    ann, other = house.attend(ANN), house.attend(ANN)
    follow(ann, game="market")
    follow(other, game="bazaar")
    await house.match()
    await ann.hear_until("caught_up")
    await silence(other)


async def test_a_stream_follows_once(house: Tables) -> None:
    ann = house.attend(ANN)
    follow(ann)
    follow(ann)
    assert await ann.refusal() == "following"
    match = await house.match()
    busy = house.attend(ANN)
    busy.open(FIRST, match, seat=0)
    await busy.hear_until("caught_up")
    follow(busy)
    assert await busy.refusal() == "following"


async def test_seats_beyond_the_streams_limit_open_as_others_end(tmp_path: Path) -> None:
    async with tables(tmp_path, Limits(channels_per_stream=1)) as house:
        first = await house.match()
        house.hands.turn(1)
        second = await house.match()
        ann = house.attend(ANN)
        follow(ann)
        assert opened(await ann.hear_until("caught_up")) == [(FIRST, first, 0)]
        await silence(ann)
        await house.house.cancel("op", first, "")
        assert opened(await ann.hear_until("caught_up")) == [(FIRST + 1, second, 0)]


async def test_who_has_left_is_followed_by_nothing(house: Tables) -> None:
    ann = house.attend(ANN)
    follow(ann)
    ann.leave()
    await house.match()
    assert not house.house.followers
    assert not ann.attendance.channels


async def test_after_the_last_channel_that_can_be_said_comes_the_first(house: Tables) -> None:
    """Whoever else is at the match goes on, whatever channel somebody follows from."""
    ben = house.attend(BEN)
    ben.say(pb.Said(channel=LAST_CHANNEL, follow=pb.Follow()))
    first, second = await house.match(), await house.match()
    told = await ben.hear_until("caught_up", 2)
    assert opened(told) == [(LAST_CHANNEL, first, 1), (0, second, 1)]
    ann = await house.seated(second, 0)
    ann.answer(1)
    await ann.next("happened")


async def test_however_many_watch_a_seat_can_be_attended(tmp_path: Path) -> None:
    async with tables(tmp_path, Limits(watchers_per_match=2)) as house:
        match = await house.match()
        for channel in (1, 2):
            watcher = house.attend("watcher")
            watcher.open(channel, match)
            await watcher.hear_until("caught_up")
        third = house.attend("watcher")
        third.open(1, match)
        assert await third.refusal() == "limit"
        ben = house.attend(BEN)
        follow(ben)
        assert opened(await ben.hear_until("caught_up")) == [(FIRST, match, 1)]
        for channel in range(2, ALWAYS_ADMITTED + 1):
            await house.seated(match, 1)
            assert channel <= ALWAYS_ADMITTED
        more = house.attend(BEN)
        more.open(1, match, seat=1)
        assert await more.refusal() == "limit"
