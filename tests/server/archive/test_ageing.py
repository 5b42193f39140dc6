"""Matches that ended long ago are moved into bundles beside a running server, and are shown as before."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from tests.server.archive.made import BEGAN_MS, Bodies, Made, stored
from tests.server.archive.test_bundles import exported, imported, parts_of, verified
from tests.server.serve.full_server import Person, RunningServer, full_server
from tests.store.moving import count
from tilth.v1 import archive_pb2 as pb
from tilth.v1 import lobby_pb2, operations_pb2
from tilth_server.archive import ageing
from tilth_server.archive.ageing import archive_matches
from tilth_server.archive.verify.offline import verify_store
from tilth_server.store import Engine, engine_of, sqlite_url
from tilth_server.tournaments.index_faults import index_faults
from tilth_server.wire import load_games

MATCHES = 6
DAY_MS = 86_400_000
LATER = BEGAN_MS + DAY_MS


class Aged(NamedTuple):
    """A running server whose store holds old matches."""

    here: RunningServer
    ann: Person
    engine: Engine
    data: Path
    matches: list[tuple[str, Bodies]]

    async def archive(self, before_ms: int = LATER) -> list[str]:
        """Archive the matches before this time, and return what is printed."""
        printed: list[str] = []
        assert await asyncio.to_thread(archive_matches, self.engine, before_ms, printed.append)
        return printed


@pytest.fixture
async def aged(tmp_path: Path) -> AsyncIterator[Aged]:
    wire = load_games()["petrichor"]
    matches = []
    for number in range(MATCHES):
        match = Made(wire, 2, Random(number), title=f"Game {number}").play(undo=number % 2 == 0)
        matches.append((f"m{number:03}", match.bodies))
    data = tmp_path / "here"
    await stored(data, matches)
    async with full_server(data, load_games()) as here:
        yield Aged(here, await here.person("Ann"), engine_of(sqlite_url(data)), data, matches)


async def shown(person: Person) -> list[object]:
    """Return what the services show of all matches."""
    found: list[object] = [list((await person.lobby.ListMatches(lobby_pb2.ListMatchesRequest())).matches)]
    for match in sorted(each.id for each in found[0]):  # type: ignore[attr-defined]
        log = [part async for part in person.archive.ReadLog(pb.ReadLogRequest(match_id=match))]
        replay = pb.ReplayRequest(match_id=match, from_record=20, interval_ms=1, views=True)
        frames = [part async for part in person.archive.Replay(replay)] if match == "m000" else []
        at = await person.archive.ViewAt(pb.ViewAtRequest(match_id=match, record=5))
        alone = [part async for part in person.archive.ExportMatch(pb.ExportMatchRequest(match_id=match))]
        found += [log, frames, at, alone]
    found.append((await exported(person))[0])
    return found


async def test_archived_matches_are_listed_replayed_verified_and_exported_as_before(aged: Aged) -> None:
    before = await shown(aged.ann)
    printed = await aged.archive()
    assert printed[-1].startswith(
        f"{MATCHES} matches with {sum(len(each) for _, each in aged.matches):,} records"
    )
    assert (
        count(aged.data, "SELECT count(*) FROM records JOIN streams ON id = stream WHERE name GLOB 'match/*'")
        == 0
    )
    aged.here.server.match_logs._logs.clear()
    assert await shown(aged.ann) == before
    last, failed = await verified(aged.ann)
    assert (last.matches_done, last.records_done, failed) == (
        MATCHES,
        sum(len(bodies) for _, bodies in aged.matches),
        {},
    )
    assert (await aged.archive())[-1].startswith("0 matches with 0 records")


async def test_matches_from_the_date_on_stay(aged: Aged) -> None:
    ends = sorted(match.ended_at.ToMilliseconds() for match in (await shown(aged.ann))[0])  # type: ignore[attr-defined]
    printed = await aged.archive(ends[3])
    assert printed[-1].startswith("3 matches")
    printed = await aged.archive(ends[3] + 1)
    assert printed[-1].startswith("1 matches")


async def test_a_bundle_of_the_archive_is_an_export_without_names(
    aged: Aged, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ageing, "BUNDLE_MATCHES", 3)
    await aged.archive()
    bundles = [file.read_bytes() for file in sorted((aged.data / "archive").glob("bundle-*.tilth"))]
    assert [sum(part.HasField("match") for part in parts_of(each)) for each in bundles] == [3, 3]
    assert not any(part.match.player_names for each in bundles for part in parts_of(each))
    async with full_server(tmp_path / "there", load_games()) as there:
        bob = await there.person("Bob")
        for each in bundles:
            last, refused = await imported(there, bob, each)
            assert (last.already_present, refused) == (0, [])
        assert there.server.matches.counts()["finished"] == MATCHES


async def test_an_archived_match_gets_another_title_and_is_found_by_a_restart(
    aged: Aged, tmp_path: Path
) -> None:
    await aged.archive()
    request = operations_pb2.RetitleMatchRequest(
        match_id="m003", new_title="Corrected", reason="it was wrong"
    )
    await aged.here.operator.operations.RetitleMatch(request)
    assert (
        await aged.ann.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id="m003"))
    ).match.title == "Corrected"
    now = [stored.body async for stored in aged.here.server.store.read("match/m003")]
    assert now[:-1] == aged.matches[3][1]
    _, failed = await verified(aged.ann)
    assert failed == {}
    await aged.here.server.stop()
    printed: list[str] = []
    assert await verify_store(aged.engine, printed.append, index_faults), printed
    async with full_server(aged.data, load_games()) as again:
        ann = Person(again.channel, aged.ann.token)
        assert (
            await ann.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id="m003"))
        ).match.title == "Corrected"


async def test_a_match_with_a_damaged_record_stays_in_the_database(aged: Aged) -> None:
    await aged.here.server.stop()
    second = "SELECT min(position) + 5 FROM records JOIN streams ON id = stream WHERE name = 'match/m002'"
    with closing(sqlite3.connect(aged.data / "tilth.db")) as database, database:
        database.execute(f"UPDATE records SET body = X'00' WHERE position = ({second})")
    printed: list[str] = []
    assert not archive_matches(aged.engine, LATER, printed.append)
    assert printed[0] == "match m002 has a damaged record and stays in the database"
    assert printed[-1].startswith(f"{MATCHES - 1} matches")
