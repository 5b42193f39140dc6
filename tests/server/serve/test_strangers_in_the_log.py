"""A real server's log: what anybody can do as often as they like does not fill it."""

import asyncio
import signal
from pathlib import Path

import grpc

from tests.attack.http2 import (
    END_HEADERS,
    END_STREAM,
    HEADERS,
    Connection,
    frame,
    message,
    request_block,
    whole_call,
)
from tests.server.serve.one_service import until
from tests.server.serve.process import serving
from tests.server.serve.test_machine import log_lines
from tests.server.serve.test_process import person
from tilth_server.stderr import REPEATED_SECONDS, RepeatedLines, json_line

GET_ME = "/tilth.v1.PlayersService/GetMe"
CORE = "E1119 07:12:18.123456  1234 hpack_parser.cc:{}] Error parsing 'x' metadata"


async def test_clients_that_leave_in_the_middle_of_a_call_are_counted_and_no_error(tmp_path: Path) -> None:
    """gRPC logs an error with a traceback for each of them."""
    async with serving(tmp_path, "--log-format", "json", "--calls-per-second", "1000") as server:
        async with grpc.aio.insecure_channel(server.address) as channel:
            token = (await person(channel, "Ann")).token
        for _ in range(5):
            await _leave(server.address, token)
        _, _, _, err = await server.stop(signal.SIGTERM)
    lines = log_lines(err)
    assert [line["event"] for line in lines if line["level"] not in ("info", "debug")] == []
    assert [line["count"] for line in lines if line["event"].startswith("clients left before")] == [1]
    assert "Traceback" not in err


async def test_headers_that_grpc_cannot_read_are_counted(tmp_path: Path) -> None:
    """gRPC's core writes a line for each of them, before anybody is asked for a token."""
    async with serving(tmp_path, "--log-format", "json") as server:
        connection = await Connection.open(server.address)
        block = request_block(GET_ME, "", ("grpc-timeout", "never"))
        for _ in range(50):
            await connection.send(frame(HEADERS, END_HEADERS | END_STREAM, connection.next_stream(), block))
            await asyncio.sleep(0.002)
        await connection.close()
        _, _, _, err = await server.stop(signal.SIGTERM)
    assert [line["event"] for line in log_lines(err) if line.get("logger") == "grpc"] == [
        "Error parsing 'grpc-timeout' metadata: invalid value"
    ]


def test_after_a_minute_the_next_line_of_the_core_says_how_many_there_were() -> None:
    now = 0.0
    repeated = RepeatedLines(lambda: now)
    received = [json_line(CORE.format(7), repeated) for _ in range(10)]
    assert [bool(line) for line in received] == [True] + 9 * [False]
    assert json_line(CORE.format(8), repeated), "another place in the core's source is another kind of line"
    now += REPEATED_SECONDS
    assert '"count": 10' in json_line(CORE.format(7), repeated)
    assert all(json_line("no line of the core", repeated) for _ in range(3))


def test_last_words_are_always_written() -> None:
    repeated = RepeatedLines()
    assert all(json_line(CORE.format(7).replace("E1119", "F1119"), repeated) for _ in range(3))


async def _leave(address: str, token: str) -> None:
    """Make calls, read no reply, and go: the replies are under way then."""
    connection = await Connection.open(address, window=0)
    for _ in range(60):
        stream = connection.next_stream()
        await connection.send(whole_call(stream, request_block(GET_ME, token), message(b"")))
    await until(lambda: connection.seen["headers"] == 60)
    await connection.close()
    await asyncio.sleep(0.1)
