"""What a tournament does to matches: it seats players, hears of ends, and lets who is absent resign."""

import asyncio

import pytest

from tests.server.tables.tables import ANN, BEN, IDLE_SECONDS, SEED, Tables, disk_failing, tables
from tilth.v1 import record_pb2
from tilth_server.refusal import Refusal
from tilth_server.store import StoreFailed
from tilth_server.tables.matches import MatchInfo, NewMatch, State


def game(number: int = 1, seats: int = 2) -> NewMatch:
    return NewMatch(game="market", seat_count=seats, seed=SEED, tournament_id="t1", tournament_game=number)


async def test_a_game_is_made_with_its_players_seated_and_begins_at_once(house: Tables) -> None:
    info = await house.house.seat_match(game(), [BEN, ANN])
    assert (info.state, info.player_ids) == (State.RUNNING, [BEN, ANN])
    assert (info.tournament_id, info.tournament_game) == ("t1", 1)
    stored = [record_pb2.Record.FromString(each.body) for each in house.store.read_now(info.stream)]
    assert [each.WhichOneof("cause") for each in stored] == ["created", "seat_taken", "seat_taken", "started"]
    assert len({each.at.ToMilliseconds() for each in stored}) == 1


async def test_a_game_is_made_once_however_often_it_is_asked_for(house: Tables) -> None:
    at_once = await asyncio.gather(*(house.house.seat_match(game(), [ANN, BEN]) for _ in range(3)))
    again = await house.house.seat_match(game(), [ANN, BEN])
    assert len({info.id for info in (*at_once, again)}) == 1
    assert (await house.house.seat_match(game(2), [ANN, BEN])).id != again.id
    await house.house.close()
    await house.store.close()
    async with tables(house.folder) as anew:
        assert (await anew.house.seat_match(game(), [ANN, BEN])).id == again.id


async def test_no_player_can_make_a_match_that_passes_for_the_tournaments(house: Tables) -> None:
    await house.match(request_id="1")
    assert (await house.house.seat_match(game(), [ANN, BEN])).player_ids == [ANN, BEN]
    assert house.house.counts()["running"] == 2


async def test_a_game_that_could_not_be_stored_was_not_made(house: Tables) -> None:
    with disk_failing(house.folder), pytest.raises(StoreFailed):
        await house.house.seat_match(game(), [ANN, BEN])
    assert house.house.counts()["running"] == 0
    assert (await house.house.seat_match(game(), [ANN, BEN])).state is State.RUNNING


async def test_no_game_is_made_while_the_server_drains(house: Tables) -> None:
    house.house.draining = True
    with pytest.raises(Refusal, match="no new matches"):
        await house.house.seat_match(game(), [ANN, BEN])


async def test_whoever_asked_to_is_told_of_every_end(house: Tables) -> None:
    told: list[tuple[str, State]] = []

    def ended(info: MatchInfo) -> None:
        told.append((info.id, info.state))

    house.house.on_end(ended)
    cancelled, played = await house.match(), await house.match(settings={"rounds": "1"})
    await house.house.cancel("op", cancelled, "rain")
    for seat in (0, 1):
        await house.house.resign_for(played, seat)
    await house.all_down()
    assert told == [(cancelled, State.CANCELLED), (played, State.OVER)]


async def test_to_resign_for_somebody_once_more_changes_nothing(house: Tables) -> None:
    match = await house.match()
    await house.house.resign_for(match, 1, by_absence=True)
    (stored,) = house.store.read_now(house.info(match).stream, 4)
    assert record_pb2.Record.FromString(stored.body).resigned.by_absence
    count = house.info(match).record_count
    await house.house.resign_for(match, 1)
    assert house.info(match).record_count == count


async def test_absent_is_who_is_asked_and_not_there(house: Tables) -> None:
    match = await house.match()
    ben = await house.seated(match, 1)
    assert house.house.absent(match, 60_000) == []
    house.hands.turn(60)
    assert house.house.absent(match, 60_000) == [0], "Ben is not asked"
    ann = await house.seated(match, 0)
    assert house.house.absent(match, 60_000) == [], "Ann thinks"
    ann.answer(1)
    await ann.next("happened")
    await ben.hear_until("happened")
    ben.leave()
    assert house.house.absent(match, 60_000) == [], "Ben was asked just now"
    house.hands.turn(61)
    assert house.house.absent(match, 60_000) == [1]
    await house.house.pause("op", match, "")
    assert house.house.absent(match, 60_000) == []


async def test_who_never_comes_is_absent_even_after_more_time_than_an_idle_match_is_kept_for(
    house: Tables,
) -> None:
    info = await house.house.seat_match(game(), [ANN, BEN])
    allowed_ms = round(3 * IDLE_SECONDS * 1000)
    for _ in range(30):
        assert house.house.absent(info.id, allowed_ms) == []
        house.hands.turn(IDLE_SECONDS / 10)
    assert house.house.absent(info.id, allowed_ms) == [0]
