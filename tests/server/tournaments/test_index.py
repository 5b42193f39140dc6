"""The index of tournaments: rows are written with the records, and a start reads no ended tournament."""

import asyncio
import gc
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.server.matches.test_indexing import forget_the_index
from tests.server.serve.games import orchard
from tests.server.tournaments.stage import Stage, staged, until
from tilth.v1 import tournaments_pb2 as pb
from tilth.v1 import tournaments_pb2_grpc as rpc
from tilth_bots import random_bot
from tilth_client import Refused, ServerError, connect
from tilth_server.index_progress import Progress
from tilth_server.store import IndexRow, engine_of, sqlite_url
from tilth_server.tournaments import cache, tournament_rows
from tilth_server.tournaments.index_faults import index_faults
from tilth_server.tournaments.ratings import rated_rows, rating_rows, surprise


async def make(stage: Stage, **settings: Any) -> pb.Tournament:
    return await stage.organiser.tournaments.create(pb.RoundRobin(), "orchard", **settings)


async def played(stage: Stage, **settings: Any) -> pb.Tournament:
    begun = await stage.begun(
        pb.RoundRobin(), {"Ann": random_bot(1), "Bo": random_bot(2)}, game="orchard", **settings
    )
    return await stage.finished(begun.id)


async def tags_of(stage: Stage, tournament_id: str) -> set[str]:
    row = await stage.server.store.index.find(tournament_rows.INDEX, tournament_id)
    assert row is not None
    return set(row.tags)


async def settled(stage: Stage, tournament_id: str) -> IndexRow:
    async def now() -> IndexRow | None:
        row = await stage.server.store.index.find(tournament_rows.INDEX, tournament_id)
        return row if row is not None and tournament_rows.is_settled(row) else None

    return await until(now)


async def listed(stage: Stage, **filters: Any) -> pb.ListTournamentsResponse:
    stub = rpc.TournamentsServiceStub(stage.organiser._connection.channel)
    request = pb.ListTournamentsRequest(**filters)
    return await stub.ListTournaments(request, metadata=stage.organiser._connection.metadata)


def damage(folder: Path, tournament_id: str) -> None:
    with closing(sqlite3.connect(folder / "data" / "tilth.db")) as database, database:
        where = "stream = (SELECT id FROM streams WHERE name = ?) AND number = 1"
        database.execute(f"UPDATE records SET body = x'00' WHERE {where}", (f"tournament/{tournament_id}",))


async def test_the_row_follows_the_state_and_holds_what_lists_show_of_a_finished_one(tmp_path: Path) -> None:
    async with staged(tmp_path, orchard()) as stage:
        made = await make(stage)
        organiser = stage.ids["organiser"]
        assert await tags_of(stage, made.id) == {"state:entry", f"unfinished:{organiser}", "active"}
        over = await played(stage, title="A cup")
        row = await settled(stage, over.id)
        assert set(row.tags) == {"state:finished"}
        (shown,) = (await listed(stage, state=pb.TOURNAMENT_STATE_FINISHED)).tournaments
        over.ClearField("entrants")
        assert shown == tournament_rows.message_of(row) == over
        entered = await listed(stage, player_id=stage.ids["Ann"], state=pb.TOURNAMENT_STATE_FINISHED)
        assert [each.id for each in entered.tournaments] == [over.id]
        assert not (
            await listed(stage, player_id=stage.ids["Ann"], state=pb.TOURNAMENT_STATE_ENTRY)
        ).tournaments


async def test_a_start_reads_no_ended_tournament(tmp_path: Path) -> None:
    """The start finds no damage in an ended tournament. A call that reads the tournament finds it."""
    async with staged(tmp_path, orchard()) as stage:
        over = await played(stage)
        await settled(stage, over.id)
        going_on = await make(stage)
        ratings = [each async for each in stage.organiser.tournaments.ratings(history=True)]
    damage(tmp_path, over.id)
    async with staged(tmp_path, orchard()) as stage:
        assert stage.server.tournaments.counts() == {
            "entry": 1, "running": 0, "paused": 0, "finished": 1, "cancelled": 0, "damaged": 0,
        }  # fmt: skip
        assert [each.id for each in (await listed(stage)).tournaments] == [going_on.id, over.id]
        assert [each async for each in stage.organiser.tournaments.ratings(history=True)] == ratings
        with pytest.raises((Refused, ServerError), match="record 1 of stream"):
            await stage.organiser.tournaments.standings(over.id)
        assert stage.server.tournaments.counts()["damaged"] == 1
        assert [bool(each.damage) for each in (await listed(stage)).tournaments] == [False, True]


async def test_an_ended_tournament_is_loaded_on_demand_and_evicted_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "KEPT_AT_ONCE", 1)
    async with staged(tmp_path, orchard()) as stage:
        over = [await make(stage) for _ in range(3)]
        for each in over:
            await stage.organiser.tournaments.cancel(each.id, "rain")
            await settled(stage, each.id)
    async with staged(tmp_path, orchard()) as stage:
        in_memory = stage.server.tournaments._cache._loaded
        assert not in_memory
        for each in over:
            assert (await stage.organiser.tournaments.get(each.id)).cancel_reason == "rain"
        gc.collect()
        assert [*in_memory] == [over[-1].id]
        both = await asyncio.gather(*(stage.server.tournaments.fetch(over[0].id) for _ in range(2)))
        assert both[0] is both[1]


async def test_a_correction_of_a_tournament_that_was_not_in_memory_is_listed(tmp_path: Path) -> None:
    async with staged(tmp_path, orchard()) as stage:
        over = await played(stage)
        await settled(stage, over.id)
    async with staged(tmp_path, orchard()) as stage:
        assert len([each async for each in stage.organiser.tournaments.ratings()]) == 2
        for game in await stage.games(over.id):
            await stage.organiser.tournaments.void(over.id, game.number, "a fault of the game")
        now = await stage.organiser.tournaments.get(over.id)
        await settled(stage, over.id)
        ((shown),) = (await listed(stage)).tournaments
        assert (shown.record_count, shown.finished_pairings) == (now.record_count, now.finished_pairings)
        assert [each async for each in stage.organiser.tournaments.ratings()] == []
    async with staged(tmp_path, orchard()) as stage:
        assert [each async for each in stage.organiser.tournaments.ratings()] == []


async def test_a_request_that_another_process_has_carried_out_gets_its_tournament(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with staged(tmp_path, orchard()) as stage:
        first = await make(stage, request_id="once")
        index = stage.server.tournaments._index
        with monkeypatch.context() as patched:

            async def nothing(organiser_id: str, request_id: str) -> str:
                """The other process has not stored it yet."""
                return ""

            patched.setattr(index, "find_created_by", nothing)
            again = await make(stage, request_id="once")
            with pytest.raises(Refused) as refused:
                await make(stage, request_id="once", title="Another")
        assert again.id == first.id
        assert refused.value.reason == "REQUEST_ID_REUSED"


async def test_a_store_of_an_earlier_build_is_indexed(tmp_path: Path) -> None:
    async with staged(tmp_path, orchard()) as stage:
        over = await played(stage)
        await settled(stage, over.id)
        broken = await make(stage)
        await (await stage.player("Cy")).tournaments.enter(broken.id)
        going_on = await make(stage, request_id="once")
        ratings = [each async for each in stage.organiser.tournaments.ratings(history=True)]
    damage(tmp_path, broken.id)
    forget_the_index(tmp_path / "data")
    async with staged(tmp_path, orchard()) as stage:

        async def complete() -> bool:
            return not (await listed(stage)).incomplete

        await until(complete)
        assert (await settled(stage, over.id)).body
        assert [each.id for each in (await listed(stage)).tournaments] == [going_on.id, over.id, broken.id]
        assert (await make(stage, request_id="once")).id == going_on.id
        assert [each async for each in stage.organiser.tournaments.ratings(history=True)] == ratings
        await stage.organiser.tournaments.cancel(going_on.id, "rain")


async def test_calls_that_need_the_whole_index_are_refused_while_it_is_built(tmp_path: Path) -> None:
    async with staged(tmp_path, orchard()) as stage:
        made = await make(stage)
        stage.server.tournaments._index.progress = Progress(3, 10)
        assert (await listed(stage)).incomplete
        async with connect(
            str(stage.server.address), token=stage.organiser.token, retry_seconds=0.1
        ) as hasty:
            for call in (
                hasty.tournaments.create(pb.RoundRobin(), "orchard", request_id="r"),
                anext(aiter(hasty.tournaments.ratings())),
                hasty.tournaments.compare(*2 * [stage.ids["organiser"]]),
            ):
                with pytest.raises(Refused) as refused:
                    await call
                assert refused.value.reason == "INDEX_BUILDING"
                assert refused.value.details == {"done": "3", "total": "10"}
        assert (await stage.organiser.tournaments.get(made.id)).id == made.id
        stage.server.tournaments._index.progress = None


async def test_a_row_that_differs_from_its_stream_is_found(tmp_path: Path) -> None:
    async with staged(tmp_path, orchard()) as stage:
        over = await played(stage)
        await settled(stage, over.id)
        assert len([each async for each in stage.organiser.tournaments.ratings()]) == 2
    for index in (
        tournament_rows.INDEX,
        tournament_rows.ENTRANTS,
        rated_rows.INDEX,
        rating_rows.INDEX,
        surprise.INDEX,
    ):
        with closing(sqlite3.connect(tmp_path / "data" / "tilth.db")) as file, file:
            rows = file.execute("SELECT id, key, version FROM index_rows WHERE name = ?", (index,)).fetchall()
            assert rows
            file.execute("UPDATE index_rows SET version = 7 WHERE id = ?", (rows[0][0],))
        async with engine_of(sqlite_url(tmp_path / "data")).hold() as held:
            (fault,) = await index_faults(held)
        assert rows[0][1] in fault
        with closing(sqlite3.connect(tmp_path / "data" / "tilth.db")) as file, file:
            file.execute("UPDATE index_rows SET version = ? WHERE id = ?", (rows[0][2], rows[0][0]))
