"""Following: the seats of a player open by themselves on one stream."""

from pathlib import Path

from tests.server.matches.match_host import ANN, BEN, Listener, MatchHost, match_host, silence
from tilth.v1 import play_pb2 as pb
from tilth_server.matches.auto_open import LAST_CHANNEL
from tilth_server.matches.backlog import ALWAYS_ADMITTED
from tilth_server.settings import Limits

FIRST = 1000


def follow(listener: Listener, **wanted: object) -> None:
    listener.send(pb.Command(channel=FIRST, auto_open=pb.AutoOpen(**wanted)))  # type: ignore[arg-type]  # fields by name


def opened(received: list[pb.Frame]) -> list[tuple[int, str, int]]:
    return [
        (each.channel, each.opened.match_id, each.opened.seat) for each in received if each.HasField("opened")
    ]


async def test_running_matches_open_at_once_and_others_when_they_start(host: MatchHost) -> None:
    first = await host.match()
    host.clock.advance(1)
    second = await host.match()
    ben = host.attend(BEN)
    follow(ben, views=True)
    received = await ben.receive_until("caught_up", 2)
    assert opened(received) == [(FIRST, first, 1), (FIRST + 1, second, 1)]
    assert all(each.caught_up.view for each in received if each.HasField("caught_up"))
    third = await host.match()
    assert opened(await ben.receive_until("caught_up")) == [(FIRST + 2, third, 1)]


async def test_a_followed_seat_is_asked_and_answers(host: MatchHost) -> None:
    ann = host.attend(ANN)
    follow(ann)
    match = await host.match()
    await ann.receive_until("caught_up")
    ann.answer(1, channel=FIRST)
    received = await ann.next("update")
    assert (received.channel, received.update.cause) == (FIRST, pb.CAUSE_ANSWERED)
    assert host.info(match).record_count == 5


async def test_a_seat_that_is_open_already_is_not_opened_again(host: MatchHost) -> None:
    match = await host.match()
    ann = await host.seated(match, 0)
    follow(ann)
    await silence(ann)
    watcher = host.attend(ANN)
    watcher.open(1, match)
    follow(watcher)
    received = await watcher.receive_until("caught_up", 2)
    assert opened(received) == [(1, match, 0), (FIRST, match, 0)], "a spectator's channel is no seat"


async def test_a_resigned_seat_is_not_opened_automatically(host: MatchHost) -> None:
    match = await host.match()
    await host.matches.lobby.resign(BEN, match, 1, "r")
    ben = host.attend(BEN)
    follow(ben)
    await silence(ben)


async def test_a_follower_may_want_one_game_only(host: MatchHost) -> None:
    ann, other = host.attend(ANN), host.attend(ANN)
    follow(ann, game="market")
    follow(other, game="bazaar")
    await host.match()
    await ann.receive_until("caught_up")
    await silence(other)


async def test_a_stream_follows_once(host: MatchHost) -> None:
    ann = host.attend(ANN)
    follow(ann)
    follow(ann)
    assert await ann.refusal() == "AUTO_OPEN_ACTIVE"
    match = await host.match()
    busy = host.attend(ANN)
    busy.open(FIRST, match, seat=0)
    await busy.receive_until("caught_up")
    follow(busy)
    assert await busy.refusal() == "AUTO_OPEN_ACTIVE"


async def test_seats_beyond_the_streams_limit_open_as_others_end(tmp_path: Path) -> None:
    async with match_host(tmp_path, Limits(channels_per_stream=1)) as host:
        first = await host.match()
        host.clock.advance(1)
        second = await host.match()
        ann = host.attend(ANN)
        follow(ann)
        assert opened(await ann.receive_until("caught_up")) == [(FIRST, first, 0)]
        await silence(ann)
        await host.matches.lobby.cancel("op", first, "")
        assert opened(await ann.receive_until("caught_up")) == [(FIRST + 1, second, 0)]


async def test_a_stream_that_has_ended_opens_no_more_seats(host: MatchHost) -> None:
    ann = host.attend(ANN)
    follow(ann)
    ann.leave()
    await host.match()
    assert not host.matches.commits.events.on_started
    assert not ann.session.channels


async def test_the_first_channel_number_comes_after_the_last_possible_one(host: MatchHost) -> None:
    """The match continues for its other players, whichever channel somebody follows from."""
    ben = host.attend(BEN)
    ben.send(pb.Command(channel=LAST_CHANNEL, auto_open=pb.AutoOpen()))
    first, second = await host.match(), await host.match()
    received = await ben.receive_until("caught_up", 2)
    assert opened(received) == [(LAST_CHANNEL, first, 1), (0, second, 1)]
    ann = await host.seated(second, 0)
    ann.answer(1)
    await ann.next("update")


async def test_however_many_watch_a_seat_can_be_attended(tmp_path: Path) -> None:
    async with match_host(tmp_path, Limits(channels_per_match=2)) as host:
        match = await host.match()
        for channel in (1, 2):
            watcher = host.attend("watcher")
            watcher.open(channel, match)
            await watcher.receive_until("caught_up")
        third = host.attend("watcher")
        third.open(1, match)
        assert await third.refusal() == "LIMIT_EXCEEDED"
        ben = host.attend(BEN)
        follow(ben)
        assert opened(await ben.receive_until("caught_up")) == [(FIRST, match, 1)]
        for channel in range(2, ALWAYS_ADMITTED + 1):
            await host.seated(match, 1)
            assert channel <= ALWAYS_ADMITTED
        more = host.attend(BEN)
        more.open(1, match, seat=1)
        assert await more.refusal() == "LIMIT_EXCEEDED"


async def test_others_have_their_turn_between_two_seats_that_are_opened(host: MatchHost) -> None:
    matches = [await host.match() for _ in range(3)]
    ben = host.attend(BEN)
    request = pb.AttendRequest(commands=[pb.Command(channel=FIRST, auto_open=pb.AutoOpen())])
    breaks = 0
    for _ in ben.session.receive(request, lambda: bool(ben.session.channels)):
        breaks += 1
        assert len(ben.session.channels) == breaks
    assert breaks == len(matches) - 1
    assert len(opened(await ben.receive_until("caught_up", len(matches)))) == len(matches)
