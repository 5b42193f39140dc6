"""Lists of matches by the time of their end, margin, number of records, duration, forfeits and last record."""

import asyncio
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import grpc
import msgspec
import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from tests.seeds import thinned
from tests.server.serve.full_server import Person, RunningServer, full_server, new_match, play_randomly
from tests.stores.test_stores import STORES, unpacked
from tests.warm import run
from tilth.v1 import lobby_pb2 as pb
from tilth.v1 import operations_pb2, record_pb2
from tilth_server.index_progress import INDEX, IndexingState
from tilth_server.matches import last_records
from tilth_server.matches.match_fold import FIRST_RECORDS
from tilth_server.matches.match_orders import Order
from tilth_server.settings import Limits
from tilth_server.wire import load_games

LIMITS = Limits(calls_per_second=100_000)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with full_server(tmp_path / "here", load_games(), limits=LIMITS) as here:
        yield here


async def listed(person: Person, **wanted: Any) -> list[pb.Match]:
    """Return all matches of a list, read in pages of two."""
    request = pb.ListMatchesRequest(page_size=2, **wanted)
    found: list[pb.Match] = []
    while True:
        page = await person.lobby.ListMatches(request)
        found += page.matches
        request.page_token = page.next_page_token
        if not page.next_page_token:
            return found


def margin(match: pb.Match) -> int:
    """Return the points between the first place and the second, from what a list shows of a match of two."""
    scores = match.result.scores
    return 0 if match.result.places[0] == match.result.places[1] else abs(scores[0] - scores[1])


def duration(match: pb.Match) -> int:
    return int(match.ended_at.ToMilliseconds() - match.started_at.ToMilliseconds())


async def played(house: RunningServer) -> tuple[Person, Person]:
    """Play five matches to their ends, in another order than that of their creation, and leave others."""
    ann, bob = await house.person("Ann"), await house.person("Bob")
    matches = [await new_match(ann, bob, game="petrichor") for _ in range(5)]
    for seed, match in enumerate(reversed(matches)):
        await asyncio.sleep(0.02 * (seed % 3))
        await play_randomly(match, ann, bob, seed=seed)
    await new_match(ann, bob, game="petrichor")
    never_started = await new_match(ann, game="petrichor")
    cancelled = await new_match(ann, bob, game="petrichor")
    for match in (never_started, cancelled):
        await house.operator.operations.CancelMatch(
            operations_pb2.CancelMatchRequest(match_id=match, reason="x")
        )
    return ann, bob


async def test_every_order_is_that_of_the_shown_numbers_and_each_match_stands_in_it_once(
    house: RunningServer,
) -> None:
    ann, _ = await played(house)
    finished = await listed(ann, state=pb.MATCH_STATE_FINISHED)
    assert len(finished) == 5
    orders = {
        pb.MATCH_ORDER_MARGIN: (margin, 5),
        pb.MATCH_ORDER_DURATION: (duration, 6),
        pb.MATCH_ORDER_RECORDS: (lambda match: match.record_count, 7),
        pb.MATCH_ORDER_ENDED: (lambda match: match.ended_at.ToMilliseconds(), 7),
    }
    for order, (number, count) in orders.items():
        found = await listed(ann, order=order)
        numbers = [number(match) for match in found]
        assert numbers == sorted(numbers, reverse=True)
        assert len({match.id for match in found}) == len(found) == count
        only = await listed(ann, order=order, state=pb.MATCH_STATE_FINISHED)
        assert [match.id for match in only] == [
            match.id for match in found if match.state == pb.MATCH_STATE_FINISHED
        ]
    assert len({margin(match) for match in finished}) > 2
    ended = await listed(ann, order=pb.MATCH_ORDER_ENDED, state=pb.MATCH_STATE_FINISHED)
    assert [match.id for match in ended] == [match.id for match in reversed(finished)]


async def test_ranges_filter_in_every_order(house: RunningServer) -> None:
    ann, bob = await played(house)
    finished = await listed(ann, state=pb.MATCH_STATE_FINISHED)
    middle = sorted(margin(match) for match in finished)[2]
    wanted = pb.NumberRange(min=middle)
    expected = {match.id for match in finished if margin(match) >= middle}
    assert 0 < len(expected) < 5
    for order in (pb.MATCH_ORDER_UNSPECIFIED, pb.MATCH_ORDER_MARGIN, pb.MATCH_ORDER_DURATION):
        assert {match.id for match in await listed(ann, order=order, margin=wanted)} == expected
    below = pb.NumberRange(max=middle - 1)
    assert len(await listed(ann, order=pb.MATCH_ORDER_MARGIN, margin=below)) == 5 - len(expected)
    long = max(finished, key=duration)
    exactly = pb.NumberRange(min=duration(long), max=duration(long))
    assert long.id in {match.id for match in await listed(ann, duration_ms=exactly)}
    few = min(match.record_count for match in finished)
    found = await listed(ann, records=pb.NumberRange(max=few), state=pb.MATCH_STATE_FINISHED)
    assert {match.record_count for match in found} == {few}
    stranger = await house.person("Cy")
    assert await listed(ann, order=pb.MATCH_ORDER_MARGIN, player_id=stranger.id) == []
    assert len(await listed(ann, order=pb.MATCH_ORDER_MARGIN, player_id=bob.id)) == 5


async def with_forfeits(house: RunningServer) -> dict[str, str]:
    """Play matches in which seats resign for several causes, one of them late. Return the matches by what happened."""
    ann, bob, cid = [await house.person(name) for name in ("Ann", "Bob", "Cid")]
    made = {}
    for name in ("crash", "operator", "choice", "both"):
        match = made[name] = await new_match(ann, bob, cid, game="petrichor")
        if name == "crash":
            # More records than a fold reads at the beginning of a stream.
            await play_randomly(match, ann, bob, cid, max_answers=FIRST_RECORDS + 5)
        if name in ("crash", "both"):
            await resign(ann, match, 0, record_pb2.FORFEIT_CAUSE_CRASH)
        if name in ("operator", "both"):
            await house.operator.operations.ResignSeat(
                operations_pb2.ResignSeatRequest(match_id=match, seat=1, reason="away")
            )
        if name == "choice":
            await resign(cid, match, 2)
        await play_randomly(match, ann, bob, cid)
    made["running"] = await new_match(ann, bob, cid, game="petrichor")
    await resign(ann, made["running"], 0, record_pb2.FORFEIT_CAUSE_LIMIT)
    made["none"] = await new_match(ann, bob, game="petrichor")
    await play_randomly(made["none"], ann, bob)
    return made


async def resign(
    person: Person,
    match: str,
    seat: int,
    cause: "record_pb2.ForfeitCause.ValueType" = record_pb2.FORFEIT_CAUSE_UNSPECIFIED,
) -> None:
    await person.lobby.ResignMatch(pb.ResignMatchRequest(match_id=match, seat=seat, cause=cause))


async def check_forfeits(person: Person, made: dict[str, str]) -> None:
    """Check the lists of these matches by the causes of their forfeits."""
    names = {match: name for name, match in made.items()}
    of_cause = {
        record_pb2.FORFEIT_CAUSE_CRASH: {"crash", "both"},
        record_pb2.FORFEIT_CAUSE_OPERATOR: {"operator", "both"},
        record_pb2.FORFEIT_CAUSE_RESIGNED: {"choice"},
        record_pb2.FORFEIT_CAUSE_LIMIT: {"running"},
        record_pb2.FORFEIT_CAUSE_TIME: set(),
    }
    for cause, expected in of_cause.items():
        assert {names[match.id] for match in await listed(person, forfeit_cause=cause)} == expected
        ended = await listed(person, forfeit_cause=cause, order=pb.MATCH_ORDER_RECORDS)
        assert {names[match.id] for match in ended} == expected - {"running"}
    groups = [names[match.id] for match in await listed(person, order=pb.MATCH_ORDER_FORFEIT_CAUSE)]
    assert groups == ["operator", "both", "crash", "choice"], "by the cause of the first, the newest first"
    shown = {names[match.id]: match for match in await listed(person)}
    causes = {name: [seat.forfeit_cause for seat in match.seats] for name, match in shown.items()}
    assert causes["both"] == [record_pb2.FORFEIT_CAUSE_CRASH, record_pb2.FORFEIT_CAUSE_OPERATOR, 0]
    assert causes["choice"] == [0, 0, record_pb2.FORFEIT_CAUSE_RESIGNED]
    assert causes["running"] == [record_pb2.FORFEIT_CAUSE_LIMIT, 0, 0]
    assert causes["none"] == [0, 0]


async def test_the_causes_of_forfeits_order_filter_and_are_shown(house: RunningServer) -> None:
    made = await with_forfeits(house)
    new = await house.person("Somebody New")
    await check_forfeits(new, made)
    with pytest.raises(grpc.aio.AioRpcError, match="there is no cause 99"):
        await listed(new, forfeit_cause=99)


async def test_an_index_without_causes_gets_them_from_the_streams(tmp_path: Path) -> None:
    """The index is made what the build before the causes left."""
    data = tmp_path / "data"
    async with full_server(data, load_games(), limits=LIMITS) as house:
        made = await with_forfeits(house)
    with closing(sqlite3.connect(data / "tilth.db")) as store, store:
        for match, body in store.execute("SELECT key, body FROM index_rows WHERE name = 'match'").fetchall():
            *before, forfeits = msgspec.msgpack.decode(body)
            assert bool(forfeits) == (match != made["none"])
            store.execute(
                "UPDATE index_rows SET body = ?, version = 2 WHERE name = 'match' AND key = ?",
                (msgspec.msgpack.encode(before), match),
            )
        forget(store, 2, "name = 'match forfeit'")
    async with full_server(data, load_games(), limits=LIMITS) as house:
        await house.server.matches.index.wait_complete()
        await check_forfeits(await house.person("Somebody New"), made)
    assert verified(data) == ""


async def test_running_matches_are_listed_by_their_last_record(house: RunningServer) -> None:
    ann, bob = await house.person("Ann"), await house.person("Bob")
    matches = [await new_match(ann, bob, game="petrichor") for _ in range(5)]
    await new_match(ann, game="petrichor")
    over = await new_match(ann, bob, game="petrichor")
    await play_randomly(over, ann, bob)
    played = [matches[each] for each in (3, 0, 4, 1, 2)]
    for match in played:
        await asyncio.sleep(0.01)
        await play_randomly(match, ann, bob, max_answers=1)

    async def check(last: list[str]) -> list[pb.Match]:
        found = await listed(ann, order=pb.MATCH_ORDER_LAST_RECORD)
        assert [match.id for match in found] == last
        times = [match.last_record_at.ToMilliseconds() for match in found]
        assert times == sorted(times, reverse=True)
        return found

    found = await check(played[::-1])
    middle = found[2].last_record_at
    assert middle.ToMilliseconds() > found[2].started_at.ToMilliseconds()
    for order in (pb.MATCH_ORDER_LAST_RECORD, pb.MATCH_ORDER_UNSPECIFIED):
        since = await listed(ann, order=order, last_record_from=middle)
        assert {match.id for match in since} == {match.id for match in found[:3]}
        before = await listed(ann, order=order, last_record_until=middle)
        assert {match.id for match in before} == {match.id for match in found[3:]}
        assert all(match.last_record_at.ToMilliseconds() < middle.ToMilliseconds() for match in before)
    # At rest the times are those of the stored records.
    cache = house.server.matches.cache
    for live in [*cache.loaded.values()]:
        cache.evict(live)
    again = await check(played[::-1])
    assert [match.last_record_at for match in again] == [match.last_record_at for match in found]
    # An answer moves a match to the front, whether or not its time has been read before.
    await asyncio.sleep(0.01)
    await play_randomly(played[0], ann, bob, max_answers=1)
    await check([played[0], *played[:0:-1]])
    for live in [*cache.loaded.values()]:
        cache.evict(live)
    await check([played[0], *played[:0:-1]])
    with pytest.raises(grpc.aio.AioRpcError, match="between 1970 and 9999"):
        await listed(ann, last_record_from=Timestamp(seconds=-5))


async def test_a_list_that_took_long_to_make_is_used_again_and_no_answer_writes_a_row(
    house: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = await house.person("Ann"), await house.person("Bob")
    matches = [await new_match(ann, bob, game="petrichor") for _ in range(2)]
    rows = await house.server.matches.cache.streams.index.count(Order.LAST_RECORD)
    assert rows == 0
    monkeypatch.setattr(last_records, "REUSE_FROM_SECONDS", 0.0)
    monkeypatch.setattr(last_records, "REUSE_FACTOR", 1_000_000)
    first = await listed(ann, order=pb.MATCH_ORDER_LAST_RECORD)
    moved = first[1].id
    await asyncio.sleep(0.01)
    await play_randomly(moved, ann, bob, max_answers=1)
    assert [match.id for match in await listed(ann, order=pb.MATCH_ORDER_LAST_RECORD)][1] == moved
    assert {match.id for match in first} == {*matches}
    assert await house.server.matches.cache.streams.index.count(Order.LAST_RECORD) == 0


@pytest.mark.parametrize("commit", thinned(STORES, 3))
async def test_a_store_of_an_earlier_build_is_filled(tmp_path: Path, commit: str) -> None:
    unpacked(commit, tmp_path)
    data = tmp_path / "data"
    async with full_server(data, load_games(), limits=LIMITS) as house:
        await house.server.matches.index.wait_complete()
        new = await house.person("Somebody New")
        finished = {match.id for match in await listed(new, state=pb.MATCH_STATE_FINISHED)}
        assert finished
        found = await listed(new, order=pb.MATCH_ORDER_RECORDS, state=pb.MATCH_STATE_FINISHED)
        assert {match.id for match in found} == finished
    assert verified(data) == ""


async def test_an_index_that_is_complete_without_orders_is_filled(tmp_path: Path) -> None:
    """The index is made what the build before the orders left."""
    data = tmp_path / "data"
    async with full_server(data, load_games(), limits=LIMITS) as house:
        ann, bob = await house.person("Ann"), await house.person("Bob")
        match = await new_match(ann, bob, game="petrichor")
        await play_randomly(match, ann, bob)
    with closing(sqlite3.connect(data / "tilth.db")) as store, store:
        store.execute("UPDATE index_rows SET version = 1 WHERE name = 'match'")
        forget(store, 1, "name LIKE 'match %'")
    async with full_server(data, load_games()) as house:
        await house.server.matches.index.wait_complete()
        new = await house.person("Somebody New")
        for order in (pb.MATCH_ORDER_MARGIN, pb.MATCH_ORDER_ENDED):
            assert [found.id for found in await listed(new, order=order)] == [match]
    assert verified(data) == ""


async def test_verify_compares_the_orders_with_the_streams(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with full_server(data, load_games(), limits=LIMITS) as house:
        ann, bob = await house.person("Ann"), await house.person("Bob")
        match = await new_match(ann, bob, game="petrichor")
        await play_randomly(match, ann, bob)
    assert verified(data) == ""
    with closing(sqlite3.connect(data / "tilth.db")) as store, store:
        changed = store.execute("DELETE FROM index_rows WHERE key = ? AND name = 'match margin'", (match,))
        assert changed.rowcount == 1
    assert match in verified(data)


def forget(store: sqlite3.Connection, version: int, orders: str, key: str = "match") -> None:
    """Delete the rows of these orders, and note that the index is complete in an earlier version."""
    store.execute(f"DELETE FROM index_entries WHERE row IN (SELECT id FROM index_rows WHERE {orders})")
    for table in ("index_rows", "index_tags"):
        store.execute(f"DELETE FROM {table} WHERE {orders}")
    before = msgspec.msgpack.encode(IndexingState(version, is_complete=True, has_clocks=True))
    changed = store.execute("UPDATE index_rows SET body = ? WHERE name = ? AND key = ?", (before, INDEX, key))
    assert changed.rowcount == 1


def verified(data: Path) -> str:
    """Return what `tilth-server verify` finds wrong."""
    words = [sys.executable, "-m", "tilth_server.main", "verify", "--data", str(data)]
    done = run(words, timeout=60)
    return "" if done.returncode == 0 else done.stdout + done.stderr
