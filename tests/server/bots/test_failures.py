"""A bot that fails is started and asked again; after the third time the default answer is given, with the reason."""

import asyncio
import os
from pathlib import Path

import pytest

from tests.server.bots.tables import Tables, lines_of, lives, mode_of, until_next
from tilth.v1 import record_pb2
from tilth.v1.record_pb2 import ForfeitCause


@pytest.mark.parametrize(
    ("bot", "cause", "reason"),
    [
        ("raiser", ForfeitCause.FORFEIT_CAUSE_CRASH, "ValueError: nothing to say to"),
        ("sleeper", ForfeitCause.FORFEIT_CAUSE_TIME, "no answer within"),
        ("liar", ForfeitCause.FORFEIT_CAUSE_CRASH, "an illegal answer to"),
        ("leaver", ForfeitCause.FORFEIT_CAUSE_CRASH, "it ended with the code 0"),
        ("hog", ForfeitCause.FORFEIT_CAUSE_LIMIT, "its limit on memory"),
        ("flooder", ForfeitCause.FORFEIT_CAUSE_LIMIT, "too many commands"),
        ("peeker", ForfeitCause.FORFEIT_CAUSE_LIMIT, "another channel than its own seat's"),
        ("forker", ForfeitCause.FORFEIT_CAUSE_UNSPECIFIED, ""),
    ],
)
async def test_after_three_failures_the_default_answer_is_given(
    tables: Tables, notes: Path, bot: str, cause: int, reason: str
) -> None:
    failures = tables.server.metrics.bot_failures
    before = failures.total()
    match = await tables.new(bot, "first")
    first = (await tables.defaults(match, 1))[0]
    assert failures.total() - before >= 3
    assert (first.seat, first.decision_id, first.reason) == (0, 1, record_pb2.DEFAULT_REASON_BOT_FAILED)
    assert cause in (first.cause, ForfeitCause.FORFEIT_CAUSE_UNSPECIFIED)
    assert reason in first.detail
    if bot == "sleeper":
        assert lines_of(notes)[:3] == ["asked 1"] * 3
    if bot == "peeker":
        assert set(lines_of(notes)) <= {"saw b''"}
    if bot == "forker":
        # Where nobody may start a process, there is none to leave.
        left = [int(line) for line in lines_of(notes)[:3]]
        for _ in range(500):
            if not any(map(lives, left)):
                break
            await until_next()
        assert not any(map(lives, left))


async def test_a_bot_that_answers_at_the_third_try_continues(tables: Tables, notes: Path) -> None:
    match = await tables.new("second_raiser", "first")
    assert (await tables.ended(match)).result.places
    assert len(set(lines_of(notes))) == 3
    assert not [one for one in await tables.records(match) if one.HasField("defaulted")]


async def test_failures_at_one_decision_do_not_count_at_the_next(tables: Tables, notes: Path) -> None:
    match = await tables.new("stumbler", "first")
    while "stumbled 3" not in lines_of(notes):
        await until_next()
    assert not [one for one in await tables.records(match) if one.HasField("defaulted")]


async def test_a_host_that_is_killed_is_started_again(tables: Tables, notes: Path) -> None:
    match = await tables.new("sleeper", "first")
    while not lines_of(notes):
        await until_next()
    host = tables.server.bots._host.pid
    os.kill(host, 9)
    (given, *_) = await tables.defaults(match, 1)
    assert given.seat == 0
    assert tables.server.bots._host.pid not in (0, host)


async def test_the_folder_of_the_socket_is_private_and_goes_with_the_server(tables: Tables) -> None:
    await tables.new("first", "")
    folder = tables.server.bots._folder
    assert mode_of(folder) == 0o700
    await tables.server.bots.close()
    assert mode_of(folder) == 0


async def test_a_connection_without_the_token_of_a_seat_is_closed(tables: Tables) -> None:
    await tables.new("first", "")
    reader, writer = await asyncio.open_unix_connection(tables.server.bots._folder / "attend")
    writer.write(len(b"x" * 32).to_bytes(4) + b"x" * 32)
    async with asyncio.timeout(3):
        assert await reader.read() == b""
    writer.close()
