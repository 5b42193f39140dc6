"""Honest traffic through a real nginx, with TLS, as docs/guides has it set up."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import grpc
import pytest

from tests.e2e.nginx import TRUSTED, Nginx, calling_from, in_front, needs_nginx
from tests.e2e.people import bearer
from tests.e2e.serving import MANY_CALLS, ServerProcess, assert_calm, running
from tests.server.serve.one_service import reason_of
from tilth.v1 import operations_pb2, operations_pb2_grpc, players_pb2, players_pb2_grpc
from tilth_bots import random_bot
from tilth_client import Answer, ConnectionFailed, Decision, LimitReached, Tilth, Tls, connect

pytestmark = needs_nginx

IDLE_S = 2.5
"""Twice the timeouts that nginx has here where the page doesn't set them."""
ATTEND = "/tilth.v1.PlayService/Attend "
BOTS = (1, 2)
"""Their seeds."""
TOO_MUCH = (16 << 20) + 1
"""Bytes that no import may have."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with running(tmp_path_factory.mktemp("behind") / "data", *TRUSTED, *MANY_CALLS) as server:
        yield server


@pytest.fixture(scope="module")
def nginx(server: ServerProcess, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    """Start nginx as the page says."""
    with in_front(tmp_path_factory.mktemp("nginx"), server) as nginx:
        yield nginx


_numbers = count(1)


def through(nginx: Nginx, token: str = "", **how: Any) -> Tilth:
    return connect(nginx.address, token=token, tls=Tls(ca=nginx.authority.file), **how)


def attends(nginx: Nginx) -> int:
    """Return the number of streams that have ended at nginx."""
    return sum(ATTEND in line for line in nginx.accesses())


class Slow:
    """A bot that lets `pause` seconds pass before its first answer."""

    def __init__(self, pause: float, seed: int) -> None:
        self._pause = pause
        self._answer = random_bot(seed)

    async def __call__(self, view: Any, decision: Decision) -> Answer:
        pause, self._pause = self._pause, 0.0
        await asyncio.sleep(pause)
        answer: Any = self._answer(view, decision)
        given: Answer = await answer
        return given


async def played(nginx: Nginx, pause: float = 0.0) -> str:
    """A match of two bots from its beginning to its end; nobody has resigned."""
    async with through(nginx) as ann, through(nginx) as bob:
        for tilth in (ann, bob):
            await tilth.register(f"bot {next(_numbers)}")
        match = await ann.create_match("petrichor", 2, take=[0])
        await bob.take_seat(match.id, 1)
        await asyncio.gather(ann.play(match.id, 0, Slow(pause, 1)), bob.play(match.id, 1, Slow(pause, 2)))
        over = await ann.match(match.id)
        assert not any(seat.resigned for seat in over.seats)
        assert not (await ann.archive.verify(match.id)).findings
        return match.id


async def test_bots_play_a_whole_match_and_no_stream_is_cut_while_they_think(nginx: Nginx) -> None:
    before = attends(nginx)
    await played(nginx, IDLE_S)
    # At most one for each bot, after its match had ended.
    assert attends(nginx) - before <= len(BOTS), nginx.log()


async def test_a_stream_that_nginx_cuts_all_the_same_is_opened_again(
    server: ServerProcess, tmp_path: Path
) -> None:
    short = ("client_body_timeout 24h", "client_body_timeout 1s")
    with in_front(tmp_path, server, short) as impatient:
        await played(impatient, 1.6)
        assert attends(impatient) > len(BOTS)


async def test_a_stream_that_nginx_cuts_at_its_limit_of_bytes_is_opened_again(
    server: ServerProcess, tmp_path: Path
) -> None:
    narrow = ("client_max_body_size 0", "client_max_body_size 256")
    with in_front(tmp_path, server, narrow) as nginx:
        await played(nginx)
        assert attends(nginx) > len(BOTS)
        async with through(nginx) as tilth:
            await tilth.register("sends much")
            with pytest.raises(ConnectionFailed, match="client_max_body_size 0"):
                await tilth.archive.import_match([b"x" * 100_000])


async def test_an_import_over_the_limit_is_refused_by_its_name(nginx: Nginx) -> None:
    async with through(nginx) as tilth:
        await tilth.register("imports")
        with pytest.raises(LimitReached) as refused:
            await tilth.archive.import_match(pieces())
        assert refused.value.details["limit"] == "import_bytes"
        assert (await tilth.me()).name == "imports"


async def pieces() -> AsyncIterator[bytes]:
    for start in range(0, TOO_MUCH, 1 << 19):
        yield b"x" * min(1 << 19, TOO_MUCH - start)


async def test_calls_that_nginx_turns_away_are_named(server: ServerProcess, tmp_path: Path) -> None:
    few = ("rate=300r/s", "rate=1r/m"), ("burst=600", "burst=1")
    with in_front(tmp_path, server, *few) as nginx:
        async with through(nginx), through(nginx):
            with pytest.raises(ConnectionFailed, match="takes no more calls for now"):
                async with through(nginx):
                    pass


async def test_a_server_that_is_away_is_distinguished_from_nginx(tmp_path: Path) -> None:
    with running(tmp_path / "data", *TRUSTED) as server, in_front(tmp_path / "nginx", server) as nginx:
        server.stop()
        with pytest.raises(ConnectionFailed, match="can't reach the server behind it"):
            async with through(nginx):
                pass


async def test_a_watching_client_continues_when_the_server_behind_nginx_starts_again(tmp_path: Path) -> None:
    with running(tmp_path / "data", *TRUSTED) as server, in_front(tmp_path / "nginx", server) as nginx:
        async with through(nginx) as ann, through(nginx, server.operator_token) as operator:
            await ann.register("Ann")
            match = await ann.create_match("petrichor", 2, take=[0])
            command = [sys.executable, "-m", "tilth_cli.main", "watch", match.id, "--server", nginx.address]
            command += ["--ca", str(nginx.authority.file), "--token", ann.token]
            environment = {**os.environ, "TILTH_LANG": "en", "PYTHONUNBUFFERED": "1"}
            watching = await asyncio.create_subprocess_exec(
                *command, env=environment, stdout=PIPE, stderr=STDOUT
            )
            assert watching.stdout is not None
            snapshots = operator.operations.watch(0.2)
            try:
                await wait_for_line(watching.stdout, "takes a seat")
                assert (await anext(snapshots)).status.open_matches == 1
                server.kill()
                await wait_for_line(watching.stdout, "is lost; trying again")
                server.start()
                assert (await anext(snapshots)).status.open_matches == 1
                await operator.operations.retitle(match.id, "tea", "rude")
                await wait_for_line(watching.stdout, "a new title: tea")
            finally:
                watching.kill()
                await watching.wait()


async def wait_for_line(output: asyncio.StreamReader, text: str) -> None:
    """Wait for a line that says this."""
    async with asyncio.timeout(60):
        while text not in (line := (await output.readline()).decode()):
            assert line, f"it ended before it said {text!r}"


async def test_strangers_count_by_the_address_that_nginx_saw(tmp_path: Path) -> None:
    flags = (*TRUSTED, "--stranger-calls-per-second", "2")
    with running(tmp_path / "data", *flags) as server, in_front(tmp_path / "nginx", server) as nginx:
        credentials = grpc.ssl_channel_credentials(nginx.authority.file.read_bytes())
        async with (
            calling_from("127.0.0.5", nginx) as one,
            calling_from("127.0.0.6", nginx) as other,
            grpc.aio.secure_channel(one, credentials) as channel,
            grpc.aio.secure_channel(other, credentials) as second,
        ):
            forged = [reason(channel, ("x-forwarded-for", f"203.0.113.{n}")) for n in range(30)]
            reasons = await asyncio.gather(*forged)
            assert reasons.count("LIMIT_EXCEEDED") >= 15, "another address in the header is no other address"
            assert await reason(second) == "TOKEN_INVALID"
            operator = operations_pb2_grpc.OperationsServiceStub(second)
            calls = await operator.ListCalls(
                operations_pb2.ListCallsRequest(), metadata=bearer(server.operator_token)
            )
        assert [call.peer for call in calls.calls] == ["ipv4:127.0.0.6"]
        failed = [line for line in server.log() if line["event"] == "authentication failed"]
        assert {line["address"] for line in failed} == {"ipv4:127.0.0.5", "ipv4:127.0.0.6"}


async def reason(channel: grpc.aio.Channel, *metadata: tuple[str, str]) -> str:
    """Return the reason for which a call with a bad token is refused."""
    stub = players_pb2_grpc.PlayersServiceStub(channel)
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await stub.GetMe(players_pb2.GetMeRequest(), metadata=(*bearer("wrong"), *metadata), timeout=60)
    return reason_of(refused.value)[0]


def test_the_server_behind_it_has_found_nothing_wrong(server: ServerProcess) -> None:
    assert_calm(server, 0, "request refused", "authentication failed")
