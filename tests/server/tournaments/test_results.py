"""Results of pairings, read off the logs of their matches."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.tournaments import simulated
from tests.server.tournaments.simulated import Simulated
from tilth.v1 import record_pb2
from tilth.v1 import tournaments_pb2 as pb
from tilth.v1.decision_pb2 import Result
from tilth.v1.record_pb2 import FORFEIT_CAUSE_ABSENCE, FORFEIT_CAUSE_CRASH, FORFEIT_CAUSE_RESIGNED
from tilth_server.matches.match_info import MatchInfo, apply_record, match_from
from tilth_server.store import StoreClosed
from tilth_server.store.sqlite import SqliteStreams
from tilth_server.tournaments.pairing_results import result_of
from tilth_server.tournaments.tournament import Tournament

ANSWERS = 5_000


@pytest.fixture
async def streams(tmp_path: Path) -> AsyncIterator[SqliteStreams]:
    opened = await SqliteStreams.open(tmp_path / "data")
    yield opened
    await opened.close()


async def played(streams: SqliteStreams, *records: record_pb2.Record) -> MatchInfo:
    """A match of pairing 1 with these records behind a long game."""
    created = record_pb2.MatchCreated(game="orchard", seat_count=3, tournament_id="cup", pairing_number=1)
    answered = record_pb2.Record(answered=record_pb2.SeatAnswered(seat=0))
    all_of_them = [record_pb2.Record(created=created), *[answered] * ANSWERS, *records]
    bodies = [record.SerializeToString() for record in all_of_them]
    await streams.append("match/m1", 0, bodies)
    info = match_from("m1", bodies[0])
    for body in bodies[1:]:
        apply_record(info, body)
    return info


async def test_forfeits_come_with_their_causes_in_the_order_of_the_log(streams: SqliteStreams) -> None:
    info = await played(
        streams,
        record_pb2.Record(
            resigned=record_pb2.SeatResigned(seat=2, cause=FORFEIT_CAUSE_CRASH, detail="exit 1")
        ),
        record_pb2.Record(resigned=record_pb2.SeatResigned(seat=0, by_absence=True)),
        finished((2, 1, 3), 0, 2),
    )
    record = await result_of(tournament(), info, streams)
    assert [(each.seat, each.cause) for each in record.pairing_ended.forfeit_causes] == [
        (2, FORFEIT_CAUSE_CRASH),
        (0, FORFEIT_CAUSE_ABSENCE),
    ]
    assert record.pairing_ended.reason == "seat 2 crashed (exit 1); seat 0 was absent"


async def test_the_loop_is_free_while_a_long_log_is_read(streams: SqliteStreams) -> None:
    info = await played(
        streams,
        record_pb2.Record(resigned=record_pb2.SeatResigned(seat=0)),
        finished((3, 1, 2), 0),
    )
    reading = asyncio.create_task(result_of(tournament(), info, streams))
    turns = 0
    while not reading.done():
        await asyncio.sleep(0)
        turns += 1
    assert turns > 2
    assert (await reading).pairing_ended.forfeit_causes[0].cause == FORFEIT_CAUSE_RESIGNED


async def test_a_damaged_log_still_gives_a_result(streams: SqliteStreams, tmp_path: Path) -> None:
    """Only the causes of the forfeits are unknown."""
    info = await played(
        streams,
        record_pb2.Record(resigned=record_pb2.SeatResigned(seat=1, cause=FORFEIT_CAUSE_CRASH)),
        finished((1, 3, 2), 1),
    )
    with sqlite3.connect(tmp_path / "data" / "tilth.db") as database:
        database.execute("UPDATE records SET body = x'00' WHERE number = 7")
    database.close()
    ended = (await result_of(tournament(), info, streams)).pairing_ended
    assert list(ended.result.places) == [1, 3, 2]
    assert [(each.seat, each.cause) for each in ended.forfeit_causes] == [(1, FORFEIT_CAUSE_RESIGNED)]


async def test_a_cancelled_match_names_its_canceller_even_after_a_retitle(
    streams: SqliteStreams,
) -> None:
    info = await played(
        streams,
        record_pb2.Record(cancelled=record_pb2.MatchCancelled(actor_id="operator", reason="rain")),
        record_pb2.Record(retitled=record_pb2.MatchRetitled(actor_id="another", title="A cup")),
    )
    ended = (await result_of(tournament(), info, streams)).pairing_ended
    assert (ended.state, ended.reason, ended.actor_id) == (pb.PAIRING_STATE_VOID, "rain", "operator")


async def test_no_result_is_made_up_from_a_store_that_is_closed(streams: SqliteStreams) -> None:
    """A made-up result would be recorded for good; the next start reads the log."""
    info = await played(
        streams,
        record_pb2.Record(resigned=record_pb2.SeatResigned(seat=1, cause=FORFEIT_CAUSE_CRASH)),
        finished((1, 3, 2), 1),
    )
    await streams.close()
    with pytest.raises(StoreClosed):
        await result_of(tournament(), info, streams)


def tournament() -> Tournament:
    return Simulated(simulated.settings(3, round_robin=pb.RoundRobin()), 3).tournament


def finished(places: tuple[int, ...], *resigned_seats: int) -> record_pb2.Record:
    closed = record_pb2.MatchFinished(result=Result(places=places), resigned_seats=resigned_seats)
    return record_pb2.Record(finished=closed)
