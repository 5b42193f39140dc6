"""A server that is stopped, and one that comes back."""

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from random import Random

import grpc
import pytest

from tests.e2e.campaign import Campaign, assess
from tests.e2e.people import (
    Person,
    answer_to,
    attending,
    channel_to,
    give,
    log_of,
    match_of,
    new_match,
    picture_of,
    play_on,
    play_out,
    somebody,
    standing,
    visitors,
)
from tests.e2e.serving import ServerProcess, assert_calm, running, until
from tilth.v1 import operations_pb2, play_pb2
from tilth.v1.record_pb2 import ClockSettings

LONGEST_STOP_S = 10.0


async def stopped(server: ServerProcess) -> tuple[int, float]:
    """Tell the server to stop: its exit code, and the seconds it took."""
    began = time.monotonic()
    server.tell_to_stop()
    code = await asyncio.to_thread(server.wait)
    return code, time.monotonic() - began


async def test_a_server_stopped_under_load_names_the_record_to_resume_from_and_every_client_resumes(
    own_server: ServerProcess,
) -> None:
    random = Random(7)
    campaign = Campaign(own_server, 7)
    await campaign.register()
    seconds = []

    async def stopper() -> None:
        await asyncio.sleep(random.uniform(0.1, 0.8))
        code, took = await stopped(own_server)
        assert code == 0
        seconds.append(took)

    for stop in range(50):
        if stop >= 3 and campaign.has_seen(matches=3, stops=3):
            break  # where everything is slow, it takes some more lives
        await campaign.live(stopper)
        own_server.start()
    await campaign.live(None)
    counted = await assess(campaign)
    assert counted["answers"] > 100, counted
    assert counted["cut off: SERVER_STOPPING"] >= 3, counted
    assert max(seconds) < LONGEST_STOP_S
    assert_calm(own_server)


async def test_streams_get_a_last_frame_and_a_good_status_when_the_server_stops(
    own_server: ServerProcess,
) -> None:
    async with visitors(own_server.address, 2) as (ann, bo):
        match_id = await new_match(ann, bo)
        length = (await match_of(ann, match_id)).record_count
        async with attending(ann) as stream:
            await stream.open(1, match_id, 0)
            await stream.open(2, match_id)
            await stream.next("caught_up")
            await stream.next("caught_up")
            watching = bo.play.Watch(play_pb2.WatchRequest(open=play_pb2.OpenChannel(match_id=match_id)))
            while not (await watching.read()).frames[-1].HasField("caught_up"):
                pass
            code, took = await stopped(own_server)
            last = [await stream.next(), await stream.next()]
            assert {frame.channel for frame in last} == {1, 2}
            assert {(frame.cut_off.reason, frame.record) for frame in last} == {("SERVER_STOPPING", length)}
            assert await stream.call.read() is grpc.aio.EOF
            assert await stream.call.code() is grpc.StatusCode.OK
            (frame,) = (await watching.read()).frames
            assert (frame.cut_off.reason, frame.record) == ("SERVER_STOPPING", length)
            assert await watching.read() is grpc.aio.EOF
            assert await watching.code() is grpc.StatusCode.OK
    assert code == 0
    assert took < LONGEST_STOP_S
    assert_calm(own_server)


async def test_a_reader_who_never_reads_does_not_keep_the_server_from_stopping(
    own_server: ServerProcess,
) -> None:
    small = (("grpc.http2.bdp_probe", 0), ("grpc.http2.lookahead_bytes", 1 << 12))
    async with visitors(own_server.address, 2) as (ann, bo), channel_to(own_server.address, *small) as slow:
        match_id = await new_match(ann, bo)
        await play_out(match_id, [ann, bo], Random(2))
        calls = []
        for _ in range(3):
            call = bo.on(slow).play.Attend()
            opens = [
                play_pb2.Command(
                    channel=number,
                    open=play_pb2.OpenChannel(match_id=match_id, from_record=0, views=True, texts=True),
                )
                for number in range(200)
            ]
            await call.write(play_pb2.AttendRequest(commands=opens))
            calls.append(call)
        await asyncio.sleep(0.5)
        code, took = await stopped(own_server)
        assert code == 0
        assert took < LONGEST_STOP_S
        for call in calls:
            call.cancel()
    assert_calm(own_server)


async def test_a_stopping_server_takes_no_new_matches_but_replies_to_what_has_arrived(
    own_server: ServerProcess,
) -> None:
    """Calls that arrive while the server stops are refused with that reason or find no server; they never cause a
    fault."""
    async with visitors(own_server.address, 2) as (ann, bo):
        match_id = await new_match(ann, bo)
        outcomes: list[tuple[grpc.StatusCode, str]] = []

        async def ask_on() -> None:
            while own_server.lives:
                try:
                    await standing(ann, match_id)
                    await new_match(bo, bo)
                except grpc.aio.AioRpcError as error:
                    outcomes.append((error.code(), error.details() or ""))

        asking = asyncio.create_task(ask_on())
        await asyncio.sleep(0.2)
        code, _ = await stopped(own_server)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
    assert code == 0
    assert {status for status, _ in outcomes} <= {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED}
    assert_calm(own_server)


# Clocks ---------------------------------------------------------------------------------------------------


def left_ms(view: play_pb2.GetViewResponse, seat: int) -> int:
    return next(clock.remaining_ms for clock in view.clocks if clock.seat == seat)


def bank_ms(view: play_pb2.GetViewResponse, seat: int) -> int:
    return next(clock.bank_ms for clock in view.clocks if clock.seat == seat)


async def test_no_seat_is_charged_for_the_time_while_the_server_is_down(own_server: ServerProcess) -> None:
    async with visitors(own_server.address, 2) as (ann, bo):
        began = time.monotonic()
        match_id = await new_match(ann, bo, clock=ClockSettings(bank_ms=600_000))
        (seat,) = (await standing(ann, match_id)).pending_seats[:1]
        own_server.kill()
        down = time.monotonic()
        await asyncio.sleep(1.5)
        down -= time.monotonic()
        own_server.start()
        view = await standing(ann, match_id)
        up_ms = (time.monotonic() - began + down) * 1000
        assert 600_000 - left_ms(view, seat) <= up_ms
        assert view.pending_seats[0] == seat


async def test_time_spent_of_the_bank_stays_spent_after_a_restart(own_server: ServerProcess) -> None:
    async with visitors(own_server.address, 2) as people:
        match_id = await new_match(*people, clock=ClockSettings(bank_ms=60_000))
        seat = (await standing(people[0], match_id)).pending_seats[0]
        asked = (await standing(people[seat], match_id, seat)).decision
        await asyncio.sleep(0.7)
        await give(people[seat], match_id, seat, answer_to(asked, "slow"))
        before = bank_ms(await standing(people[0], match_id, 0), seat)
        assert 0 < before <= 59_300
        own_server.kill()
        own_server.start()
        after = bank_ms(await standing(people[0], match_id, 0), seat)
        assert after == before, "nobody asks the seat"


@pytest.mark.parametrize("how", ["kill", "stop"])
async def test_a_clock_runs_after_a_restart_though_nobody_asks_for_the_match(
    own_server: ServerProcess, how: str
) -> None:
    async with visitors(own_server.address, 2) as (ann, bo):
        match_id = await new_match(ann, bo, clock=ClockSettings(decision_ms=700))
        getattr(own_server, how)()

        def length() -> int:
            """Return the match's length on the disk; asking the server would load the match."""
            with closing(sqlite3.connect(own_server.data / "tilth.db")) as database:
                asked = "SELECT length FROM streams WHERE name = ?"
                found: int = database.execute(asked, (f"match/{match_id}",)).fetchone()[0]
                return found

        before = length()
        own_server.start()
        await asyncio.to_thread(until, lambda: length() > before)
        causes = [record.WhichOneof("cause") for record in await log_of(ann, match_id)]
        assert causes[before] == "defaulted"


# Idle matches -----------------------------------------------------------------------------------------------


async def loaded_matches(operator: Person) -> int:
    status = await operator.operations.GetStatus(operations_pb2.GetStatusRequest())
    live: int = status.loaded_matches
    return live


async def test_idle_matches_leave_memory_and_come_back_as_they_were(tmp_path: Path) -> None:
    with running(tmp_path / "data", "--idle-seconds", "3", "--calls-per-second", "10000") as server:
        async with visitors(server.address, 2) as people, channel_to(server.address) as channel:
            operator = Person(channel, server.operator_token)
            matches = [await new_match(*people) for _ in range(5)]
            for number, match_id in enumerate(matches):
                await play_on(match_id, people, 8 + number, Random(number))
            # All at once, or where everything is slow the first would leave before the last is there.
            before = await asyncio.gather(*(picture_of(match_id, people) for match_id in matches))
            assert await loaded_matches(operator) == 5
            while await loaded_matches(operator):  # noqa: ASYNC110 - nobody is notified
                await asyncio.sleep(0.1)
            after = await asyncio.gather(*(picture_of(match_id, people) for match_id in matches))
            assert after == before
            for match_id in matches:
                await play_out(match_id, people)
        assert_calm(server)


async def test_a_watcher_of_an_idle_match_gets_its_next_record(tmp_path: Path) -> None:
    with running(tmp_path / "data", "--idle-seconds", "1") as server:
        async with visitors(server.address, 2) as people, attending(people[0]) as stream:
            match_id = await new_match(*people)
            await stream.open(1, match_id)
            caught_up = await stream.next("caught_up")
            await asyncio.sleep(2.5)
            await play_on(match_id, people, 1)
            frame = await stream.next()
            assert frame.WhichOneof("payload") == "update"
            assert frame.record == caught_up.record
        assert_calm(server)


async def test_matches_and_people_are_all_there_after_a_restart(own_server: ServerProcess) -> None:
    async with channel_to(own_server.address) as channel:
        people = [await somebody(channel) for _ in range(2)]
        over = await new_match(*people, title="over")
        await play_out(over, people, Random(1))
        running_on = await new_match(*people, title="running", settings={"draft": "true"})
        await play_on(running_on, people, 11, Random(1))
        before = [await picture_of(match_id, people) for match_id in (over, running_on)]
        assert own_server.stop() == 0
        own_server.start()
        assert [await picture_of(match_id, people) for match_id in (over, running_on)] == before
        await play_out(running_on, people, Random(1))
