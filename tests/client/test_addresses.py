"""A server with several addresses: a connection uses one of them, and moves on when that is gone, hangs or stops.

Proxies stand for the addresses of one server here. tests/postgres/test_addresses.py has real nodes.
"""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from ipaddress import ip_address
from pathlib import Path
from random import Random
from typing import Any

import grpc.aio
import pytest
from cryptography import x509

from tests.client.matches import answers_in_log, assert_none_lost_or_doubled, new_match
from tests.client.serving import Line, ServerProcess, running
from tests.e2e.serving import MANY_CALLS, own_port
from tests.server.serve.certificates import Certificates
from tilth.v1 import play_pb2
from tilth_addresses import BadAddresses, split
from tilth_bots.simple import answer_at_random
from tilth_client import Answer, ConnectionFailed, Decision, Refused, Tilth, Tls, connect, new_token
from tilth_client.attend_stream import FIRST_AUTO_OPENED, AttendStream
from tilth_client.channels import Channel
from tilth_client.connection import Connection

HEALTH = "/grpc.health.v1.Health/Check"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that takes many strangers from one address: a question about health has no token."""
    with running(tmp_path_factory.mktemp("server") / "data", *MANY_CALLS) as process:
        yield process


class Door(Line):
    """A proxy at an address that can be shut, so that nobody answers there, and opened again."""

    async def shut(self) -> None:
        assert self._server is not None
        self._server.close()
        self.cut()

    async def open(self) -> None:
        host, port = self.address.rsplit(":", 1)
        self._server = await asyncio.start_server(self._connected, host, int(port))

    @property
    def is_used(self) -> bool:
        return any(not writer.transport.is_closing() for writer in self._connections)


@asynccontextmanager
async def doors(server: ServerProcess, count: int = 2) -> AsyncIterator[list[Door]]:
    """Yield proxies to one server."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(Door(server.address)) for _ in range(count)]


@pytest.fixture
def dead() -> str:
    """An address at which nobody listens."""
    return f"127.0.0.1:{own_port()}"


@pytest.fixture
def hanging() -> Iterator[str]:
    """An address that takes connections, and never says anything."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"127.0.0.1:{listener.getsockname()[1]}"


@asynccontextmanager
async def not_serving() -> AsyncIterator[str]:
    """Yield the address of a server that says that it does not serve."""

    async def check(_: object, __: object) -> bytes:
        return b"\x08\x02"

    server = grpc.aio.server()
    handlers: dict[str, Any] = {"Check": grpc.unary_unary_rpc_method_handler(check)}
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("grpc.health.v1.Health", handlers),)
    )
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        await server.stop(None)


def test_a_list_of_addresses_is_written_in_one_text_or_in_several() -> None:
    assert split("a:1") == ("a:1",)
    assert split("a:1, b:2,a:1") == split(["a:1", "b:2"]) == split(["a:1,b:2"]) == ("a:1", "b:2")
    for wrong in ("", "a:1,", [], ["a:1", ""]):
        with pytest.raises(BadAddresses):
            split(wrong)
    with pytest.raises(ConnectionFailed, match="not a list of addresses"):
        connect("a:1,,b:2")


@pytest.mark.parametrize("trouble", ["dead", "hanging", "not serving"])
async def test_a_node_that_serves_is_found(
    server: ServerProcess, dead: str, hanging: str, trouble: str
) -> None:
    async with not_serving() as silent:
        first = {"dead": dead, "hanging": hanging, "not serving": silent}[trouble]
        # The first address is a random one, so once would not say much.
        for _ in range(4 if trouble == "hanging" else 8):
            # A hanging node is not waited for to the end, which is after 20 seconds.
            async with asyncio.timeout(15), connect([first, server.address]) as tilth:
                assert (await tilth.server_info()).version


async def test_if_nobody_answers_all_addresses_are_named(dead: str) -> None:
    other = f"127.0.0.1:{own_port()}"
    with pytest.raises(ConnectionFailed) as failed:
        async with connect(f"{dead},{other}"):
            pass
    assert f"{dead}, {other}" in str(failed.value)


async def test_clients_spread_over_the_addresses(server: ServerProcess) -> None:
    async with doors(server) as both:
        used = set()
        for _ in range(16):
            async with connect([door.address for door in both]):
                used.add(tuple(door.is_used for door in both))
        assert used == {(True, False), (False, True)}, "each connection uses one, and not all the same"


async def test_a_connection_moves_when_its_node_is_gone_and_uses_one_that_is_back(
    server: ServerProcess,
) -> None:
    async with doors(server) as both, connect([door.address for door in both]) as tilth:
        await tilth.register("a mover")
        token, me = tilth.token, await tilth.me()
        for _ in range(4):
            (used,) = [door for door in both if door.is_used]
            await used.shut()
            assert await tilth.me() == me
            assert tilth.token == token
            assert [door for door in both if door.is_used] != [used]
            await used.open()


async def test_matches_are_played_through_the_loss_of_each_address_in_turn(
    server: ServerProcess,
) -> None:
    given: list[int] = []
    random = Random(7)

    async def think(_: object, decision: Decision) -> Answer:
        given.append(decision.id)
        await asyncio.sleep(0.005)
        return answer_at_random(decision, random)

    async with doors(server, 3) as three, AsyncExitStack() as stack:
        addresses = [door.address for door in three]
        anna, boris, clara = [await stack.enter_async_context(connect(addresses)) for _ in range(3)]
        for number, tilth in enumerate((anna, boris, clara)):
            await tilth.register(f"of three {number}")
        ids = [(await new_match([anna, boris])).id for _ in range(3)]
        watching = [asyncio.create_task(records_of(clara, match_id)) for match_id in ids]
        playing = [
            asyncio.create_task(tilth.play(match_id, seat, think))
            for match_id in ids
            for seat, tilth in enumerate((anna, boris))
        ]
        for door in [*three, *three]:
            count = len(given) + 20
            while len(given) < count and not all(task.done() for task in playing):  # noqa: ASYNC110 - a bot
                await asyncio.sleep(0.01)
            await door.shut()
            await asyncio.sleep(0.05)
            await door.open()
        await asyncio.wait_for(asyncio.gather(*playing), 60)
        assert sum(door.cuts for door in three) == 6
        for match_id, records in zip(ids, await asyncio.gather(*watching), strict=True):
            assert records == list(range((await clara.match(match_id)).record_count))
            assert_none_lost_or_doubled(await answers_in_log(clara, match_id), 2)


async def records_of(tilth: Tilth, match_id: str) -> list[int]:
    return [update.record async for update in tilth.watch(match_id) if update.cause]


@asynccontextmanager
async def two_servers(tmp_path: Path) -> AsyncIterator[tuple[list[Tilth], str, list[str]]]:
    """Yield the operators of two servers that know a player by the same token; that token, and the addresses."""
    token = new_token()
    with running(tmp_path / "one") as one, running(tmp_path / "two") as two:
        async with AsyncExitStack() as stack:
            operators = []
            for name, process in (("one", one), ("two", two)):
                async with connect(process.address) as tilth:
                    await tilth.register("ada", token=token)
                secret = (tmp_path / name / "operator.token").read_text().strip()
                operators.append(await stack.enter_async_context(connect(process.address, token=secret)))
            yield operators, token, [one.address, two.address]


async def test_a_node_that_drains_is_left_for_one_that_does_not(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as (operators, token, addresses):
        await operators[0].operations.drain()
        for number in range(1, 5):
            async with connect(addresses, token=token) as tilth:
                await tilth.create_match("petrichor", 2)
            assert (await operators[1].operations.status()).open_matches == number
        await operators[1].operations.drain()
        async with connect(addresses, token=token) as tilth:
            for _ in range(3):
                with pytest.raises(Refused) as refused:
                    await tilth.create_match("petrichor", 2)
                assert refused.value.reason == "SERVER_DRAINING", "all drain"


async def test_a_certificate_has_the_name_of_its_own_address(tmp_path: Path) -> None:
    authority = Certificates(tmp_path)
    names = {"localhost": x509.DNSName("localhost"), "127.0.0.1": x509.IPAddress(ip_address("127.0.0.1"))}
    with ExitStack() as stack:
        servers = []
        for name, subject in names.items():
            files = authority.server(name, names=[subject])
            flags = ("--tls-cert", str(files.certificate), "--tls-key", str(files.key))
            servers.append(stack.enter_context(running(tmp_path / f"data-{name}", *flags)))
        ports = [process.address.rpartition(":")[2] for process in servers]
        right = [f"{name}:{port}" for name, port in zip(names, ports, strict=True)]
        wrong = [f"{name}:{port}" for name, port in zip(names, reversed(ports), strict=True)]
        tls = Tls(ca=authority.file)
        for address in right:
            async with connect([address, wrong[0], wrong[1]], tls=tls) as tilth:
                assert (await tilth.server_info()).version
        with pytest.raises(ConnectionFailed):
            async with connect(wrong, tls=tls):
                pass


async def test_a_seat_that_a_node_could_not_open_by_itself_is_asked_for_again() -> None:
    """A node that cannot reach the owner of a match refuses a channel that the client does not know."""
    seen: list[int] = []

    async def attend(requests: AsyncIterator[bytes], _: object) -> AsyncIterator[bytes]:
        async for request in requests:
            for command in play_pb2.AttendRequest.FromString(request).commands:
                seen.append(command.channel)
                frame = play_pb2.Frame(
                    channel=command.channel, refused=play_pb2.Refused(reason="MATCH_MOVED")
                )
                yield play_pb2.AttendResponse(frames=[frame]).SerializeToString()

    server = grpc.aio.server()
    handlers: dict[str, Any] = {"Attend": grpc.stream_stream_rpc_method_handler(attend)}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("tilth.v1.PlayService", handlers),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    connection = Connection(f"127.0.0.1:{port}", "", None, 60)
    await connection.open()
    stream = AttendStream(connection)
    stream.start_auto_open(play_pb2.AutoOpen(), unexpected, print)
    async with asyncio.timeout(20):
        while len(seen) < 3:  # noqa: ASYNC110 - another task
            await asyncio.sleep(0.05)
    assert seen == [FIRST_AUTO_OPENED] * 3
    await stream.close()
    await connection.close()
    await server.stop(None)


def unexpected(opened: play_pb2.ChannelOpened, number: int) -> Channel:
    raise AssertionError(f"{opened} as {number}")
