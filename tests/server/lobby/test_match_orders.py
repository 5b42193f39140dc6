"""Lists of matches by the time of their end, margin, number of records and duration."""

import asyncio
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.serve.full_server import Person, RunningServer, full_server, new_match, play_randomly
from tests.stores.test_stores import STORES, unpacked
from tests.warm import run
from tilth.v1 import lobby_pb2 as pb
from tilth.v1 import operations_pb2
from tilth_server.index_progress import INDEX, IndexingState
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


@pytest.mark.parametrize("commit", STORES)
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
        orders = "name LIKE 'match %'"
        store.execute(f"DELETE FROM index_entries WHERE row IN (SELECT id FROM index_rows WHERE {orders})")
        for table in ("index_rows", "index_tags"):
            store.execute(f"DELETE FROM {table} WHERE {orders}")
        store.execute("UPDATE index_rows SET version = 1 WHERE name = 'match'")
        before = msgspec.msgpack.encode(IndexingState(1, is_complete=True, has_clocks=True))
        changed = store.execute(
            "UPDATE index_rows SET body = ? WHERE name = ? AND key = 'match'", (before, INDEX)
        )
        assert changed.rowcount == 1
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


def verified(data: Path) -> str:
    """Return what `tilth-server verify` finds wrong."""
    words = [sys.executable, "-m", "tilth_server.main", "verify", "--data", str(data)]
    done = run(words, timeout=60)
    return "" if done.returncode == 0 else done.stdout + done.stderr
