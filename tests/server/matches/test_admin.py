"""A tournament's access to matches: it seats players, is notified of ends, and resigns for absent players."""

import asyncio
from typing import Any

import pytest

from tests.server.matches.match_host import ANN, BEN, IDLE_SECONDS, SEED, MatchHost, disk_failing, match_host
from tilth.v1 import record_pb2
from tilth_server.matches.match_info import ClockSettings, MatchInfo, NewMatch, State
from tilth_server.refusal import Refusal
from tilth_server.store import StoreFailed


def game(number: int = 1, seats: int = 2, **more: Any) -> NewMatch:
    return NewMatch(
        game="market", seat_count=seats, seed=SEED, tournament_id="t1", pairing_number=number, **more
    )


async def recorded(host: MatchHost, match: str) -> list[str]:
    """The causes of a match's records, in order."""
    stored = [each async for each in host.store.read(host.info(match).stream)]
    return [str(record_pb2.Record.FromString(each.body).WhichOneof("cause")) for each in stored]


async def test_a_game_is_made_with_its_players_seated_and_begins_at_once(host: MatchHost) -> None:
    info = await host.matches.lobby.create_started(game(), [BEN, ANN])
    assert (info.state, info.player_ids) == (State.RUNNING, [BEN, ANN])
    assert (info.tournament_id, info.pairing_number) == ("t1", 1)
    stored = [record_pb2.Record.FromString(each.body) async for each in host.store.read(info.stream)]
    assert [each.WhichOneof("cause") for each in stored] == ["created", "seat_taken", "seat_taken", "started"]
    assert len({each.at.ToMilliseconds() for each in stored}) == 1


async def test_a_game_is_made_once_however_often_it_is_asked_for(host: MatchHost) -> None:
    at_once = await asyncio.gather(*(host.matches.lobby.create_started(game(), [ANN, BEN]) for _ in range(3)))
    again = await host.matches.lobby.create_started(game(), [ANN, BEN])
    assert len({info.id for info in (*at_once, again)}) == 1
    assert (await host.matches.lobby.create_started(game(2), [ANN, BEN])).id != again.id
    await host.matches.close()
    await host.store.close()
    async with match_host(host.folder) as reopened:
        assert (await reopened.matches.lobby.create_started(game(), [ANN, BEN])).id == again.id


async def test_no_player_can_make_a_match_that_passes_for_the_tournaments(host: MatchHost) -> None:
    await host.match(request_id="1")
    assert (await host.matches.lobby.create_started(game(), [ANN, BEN])).player_ids == [ANN, BEN]
    assert host.matches.counts()["running"] == 2


async def test_a_game_that_could_not_be_stored_was_not_made(host: MatchHost) -> None:
    with disk_failing(host.folder), pytest.raises(StoreFailed):
        await host.matches.lobby.create_started(game(), [ANN, BEN])
    assert host.matches.counts()["running"] == 0
    assert (await host.matches.lobby.create_started(game(), [ANN, BEN])).state is State.RUNNING


async def test_no_game_is_made_while_the_server_drains(host: MatchHost) -> None:
    host.matches.lobby.draining = True
    with pytest.raises(Refusal, match="no new matches"):
        await host.matches.lobby.create_started(game(), [ANN, BEN])


async def test_every_end_of_a_match_is_reported_to_the_listeners(host: MatchHost) -> None:
    received: list[tuple[str, State]] = []

    def ended(info: MatchInfo) -> None:
        received.append((info.id, info.state))

    host.matches.on_end(ended)
    cancelled, played = await host.match(), await host.match(settings={"rounds": "1"})
    await host.matches.lobby.cancel("op", cancelled, "rain")
    for seat in (0, 1):
        await host.matches.admin.resign_seat(played, seat)
    await host.wait_idle()
    assert received == [(cancelled, State.CANCELLED), (played, State.FINISHED)]


async def test_resigning_a_seat_again_changes_nothing(host: MatchHost) -> None:
    match = await host.match()
    await host.matches.admin.resign_seat(match, 1, by_absence=True)
    (stored,) = [each async for each in host.store.read(host.info(match).stream, 4)]
    assert record_pb2.Record.FromString(stored.body).resigned.by_absence
    count = host.info(match).record_count
    await host.matches.admin.resign_seat(match, 1)
    assert host.info(match).record_count == count


async def test_a_seat_that_is_asked_and_not_there_is_absent(host: MatchHost) -> None:
    match = await host.match()
    ben = await host.seated(match, 1)
    assert await host.matches.admin.absent_seats(match, 60_000) == []
    host.clock.advance(60)
    assert await host.matches.admin.absent_seats(match, 60_000) == [0], "Ben is not asked"
    ann = await host.seated(match, 0)
    assert await host.matches.admin.absent_seats(match, 60_000) == [], "Ann thinks"
    ann.answer(1)
    await ann.next("update")
    await ben.receive_until("update")
    ben.leave()
    assert await host.matches.admin.absent_seats(match, 60_000) == [], "Ben left just now"
    host.clock.advance(61)
    assert await host.matches.admin.absent_seats(match, 60_000) == [1]
    await host.matches.admin.pause("op", match, "")
    assert await host.matches.admin.absent_seats(match, 60_000) == []


async def test_absence_counts_from_when_the_last_stream_left_the_seat(host: MatchHost) -> None:
    match = await host.match()
    ann, again = await host.seated(match, 0), await host.seated(match, 0)
    host.clock.advance(100)
    ann.leave()
    host.clock.advance(100)
    assert await host.matches.admin.absent_seats(match, 60_000) == [], "another stream of hers is there"
    again.leave()
    host.clock.advance(59)
    assert await host.matches.admin.absent_seats(match, 60_000) == []
    host.clock.advance(1)
    assert await host.matches.admin.absent_seats(match, 60_000) == [0]


async def test_a_new_decision_after_a_timeout_makes_no_seat_present(host: MatchHost) -> None:
    clock = ClockSettings(decision_ms=2_000)
    match = await host.match(clock=clock)
    for _ in range(10):
        assert await host.matches.admin.absent_seats(match, 20_000) == []
        host.clock.advance(2)
        await host.wait_idle()
    assert (await recorded(host, match)).count("defaulted") > 5
    assert await host.matches.admin.absent_seats(match, 20_000)


async def test_the_time_of_a_pause_is_no_absence(host: MatchHost) -> None:
    match = await host.match()
    host.clock.advance(50)
    await host.matches.admin.pause("op", match, "")
    host.clock.advance(100)
    await host.matches.admin.resume("op", match)
    assert await host.matches.admin.absent_seats(match, 60_000) == []
    host.clock.advance(11)
    assert await host.matches.admin.absent_seats(match, 60_000) == [0]


async def test_with_one_seat_left_the_match_ends_at_once_for_that_seat(host: MatchHost) -> None:
    info = await host.matches.lobby.create_started(game(last_seat_wins=True), [ANN, BEN])
    ben = await host.seated(info.id, 1)
    await host.matches.admin.resign_seat(info.id, 0)
    assert host.info(info.id).state is State.FINISHED
    result = host.info(info.id).result
    assert result is not None
    assert result.places == (2, 1)
    await ben.receive_until("ended")
    assert (await recorded(host, info.id))[-2:] == ["resigned", "finished"]


async def test_the_last_seat_has_to_be_there_or_come_back_to_win(host: MatchHost) -> None:
    info = await host.matches.lobby.create_started(game(last_seat_wins=True), [ANN, BEN])
    await host.matches.admin.resign_seat(info.id, 0)
    await host.matches.admin.finish_if_won(info.id)
    assert host.info(info.id).state is State.RUNNING, "nobody has ever attended Ben's seat"
    await host.seated(info.id, 1)
    await host.matches.admin.finish_if_won(info.id)
    assert host.info(info.id).state is State.FINISHED


async def test_a_later_forfeit_is_placed_above_an_earlier_one(host: MatchHost) -> None:
    info = await host.matches.lobby.create_started(game(last_seat_wins=True), [ANN, BEN])
    await host.matches.admin.resign_seat(info.id, 1)
    await host.matches.admin.resign_seat(info.id, 0)
    await host.wait_idle()
    result = host.info(info.id).result
    assert result is not None
    assert result.places == (1, 2)
    assert host.info(info.id).resigned == {0, 1}


async def test_a_seat_that_never_comes_is_absent_even_after_its_match_was_evicted(
    host: MatchHost,
) -> None:
    info = await host.matches.lobby.create_started(game(), [ANN, BEN])
    allowed_ms = round(3 * IDLE_SECONDS * 1000)
    for _ in range(30):
        assert await host.matches.admin.absent_seats(info.id, allowed_ms) == []
        host.clock.advance(IDLE_SECONDS / 10)
    assert await host.matches.admin.absent_seats(info.id, allowed_ms) == [0]
