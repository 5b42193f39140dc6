"""Links against those who have no business there, and against a node that sends what no node sends."""

import asyncio
import os
import shutil
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import grpc
import pytest

from tests.e2e.serving import own_port
from tests.postgres.link_node import joined
from tests.postgres.node_processes import NodeProcess, killed_in_the_end
from tests.postgres.stores import PostgresData
from tests.postgres.test_links import DIALS, ECHO, IS_DIALLED, until
from tests.server.serve.certificates import Certificates
from tests.server.serve.test_process import scraped
from tilth.links.v1.links_pb2 import FlowHeader, Hello, LinkFrame, LinkMessage
from tilth_server.nodes import flows, peer_link
from tilth_server.nodes.flows import MAX_MESSAGE_BYTES
from tilth_server.nodes.links import METHOD, Links
from tilth_server.nodes.membership import Membership
from tilth_server.settings import Tls

Node = tuple[Membership, Links]
INTRUDER = "intruder"
SOON_SECONDS = 20


@pytest.fixture
async def store_url(engine: PostgresData) -> str:
    """The URL of a store that exists."""
    await (await engine.open()).close()
    return engine.url


@asynccontextmanager
async def two_nodes(
    url: str, tls: Tls | None = None, other: Tls | None = None
) -> AsyncIterator[tuple[Node, Node]]:
    """Yield two nodes that are linked."""
    async with (
        joined(url, f"127.0.0.1:{own_port()}", tls, prefix=DIALS) as one,
        joined(url, f"127.0.0.1:{own_port()}", other or tls, prefix=IS_DIALLED) as two,
    ):
        await one[0].refresh()
        await until(lambda: two[0].me.id in one[1].up and one[0].me.id in two[1].up)
        yield one, two


async def assert_linked(one: Node, two: Node) -> None:
    """Check that both nodes know each other, and that their link works."""
    flow = one[1].up[two[0].me.id].open(ECHO)
    await flow.send(b"still")
    assert await asyncio.wait_for(flow.receive(), SOON_SECONDS) == b"p1 still"
    flow.close()
    assert [len(membership.members) for membership, _ in (one, two)] == [2, 2]


def message(*frames: LinkFrame) -> bytes:
    return LinkMessage(frames=frames).SerializeToString()


def hello(to: Node) -> bytes:
    return message(LinkFrame(hello=Hello(member_id=INTRUDER, to_member_id=to[0].me.id)))


@asynccontextmanager
async def intruder(node: Node, credentials: grpc.ChannelCredentials | None = None) -> AsyncIterator[Any]:
    """Yield a stream to a node's address for links."""
    address = node[0].me.address
    options = [("grpc.max_send_message_length", -1), ("grpc.use_local_subchannel_pool", 1)]
    channel = (
        grpc.aio.insecure_channel(address, options)
        if credentials is None
        else grpc.aio.secure_channel(address, credentials, options)
    )
    async with channel:
        call: Any = channel.stream_stream(METHOD)()
        yield call
        call.cancel()


async def tell(call: Any, *messages: bytes) -> None:
    """Send messages as long as the other side takes them."""
    with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
        for each in messages:
            await call.write(each)


async def code_at_end(call: Any) -> grpc.StatusCode:
    """Read a stream to its end; return its code."""
    with suppress(grpc.aio.AioRpcError):
        async with asyncio.timeout(SOON_SECONDS):
            while await call.read() is not grpc.aio.EOF:
                pass
    code: grpc.StatusCode = await call.code()
    return code


def opened(number: int) -> LinkFrame:
    return LinkFrame(flow=number, open=FlowHeader(method="flood"))


BAD = {
    "garbage": [b"\xff" * 1000],
    "an oversized message": [message(opened(1), LinkFrame(flow=1, data=bytes(MAX_MESSAGE_BYTES)))],
    "a flow of the other side": [message(opened(2))],
    "a flow that is open": [message(opened(1)), message(opened(1))],
    "the flow of the link itself": [message(opened(0))],
}


@pytest.mark.parametrize("sent", BAD.values(), ids=BAD)
async def test_a_link_ends_that_brings_what_no_node_sends(store_url: str, sent: list[bytes]) -> None:
    async with two_nodes(store_url) as (one, two):
        async with intruder(one) as call:
            await call.write(hello(one))
            assert await call.read() != grpc.aio.EOF
            await until(lambda: INTRUDER in one[1].up)
            await tell(call, *sent)
            await code_at_end(call)
        await until(lambda: INTRUDER not in one[1].up)
        await assert_linked(one, two)


async def test_a_link_ends_that_brings_more_than_the_window(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flows, "MAX_MESSAGE_BYTES", 1 << 16)
    async with two_nodes(store_url) as (one, two):
        async with intruder(one) as call:
            await call.write(hello(one))
            await call.read()
            await call.write(message(opened(1)))
            # The flow is flooded in the other direction, so nobody reads what comes on it.
            flood = message(LinkFrame(flow=1, data=bytes(10_000)))
            await tell(call, *[flood] * (flows.WINDOW_BYTES // 10_000 + 20))
            await code_at_end(call)
        await until(lambda: INTRUDER not in one[1].up)
        await assert_linked(one, two)


async def test_a_node_that_never_reads_loses_its_link(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peer_link, "MAX_QUEUED", 5000)
    async with two_nodes(store_url) as (one, two), intruder(one) as call:
        await call.write(hello(one))
        await until(lambda: INTRUDER in one[1].up)
        link = one[1].up[INTRUDER]
        header = FlowHeader(method="echo", player_name="x" * 1000)
        for count in range(100_000):
            if not link.is_up:
                break
            link.open(header)
            assert len(link._queue) <= peer_link.MAX_QUEUED + 1
            if not count % 100:
                await asyncio.sleep(0)
        await until(lambda: INTRUDER not in one[1].up)
        await assert_linked(one, two)


async def test_nobody_speaks_for_an_address_that_has_another_process(store_url: str) -> None:
    async with two_nodes(store_url) as (one, two):
        async with intruder(one) as call:
            await call.write(message(LinkFrame(hello=Hello(member_id=INTRUDER, to_member_id="gone"))))
            await code_at_end(call)
        async with intruder(one) as call:
            await call.write(message(LinkFrame(hello=Hello(to_member_id=one[0].me.id))))
            await code_at_end(call)
        assert one[1].up.keys() == {two[0].me.id}
        await assert_linked(one, two)


@pytest.fixture
def authority(tmp_path: Path) -> Certificates:
    return Certificates(tmp_path)


def as_client(tls: Tls, authority: Certificates) -> grpc.ChannelCredentials:
    return grpc.ssl_channel_credentials(
        authority.file.read_bytes(), tls.key.read_bytes(), tls.certificate.read_bytes()
    )


async def test_a_stranger_opens_no_link_without_a_good_certificate(
    store_url: str, authority: Certificates, tmp_path: Path
) -> None:
    tls = replace(authority.server("node"), client_ca=authority.file)
    stranger = Certificates(tmp_path, "stranger")
    async with two_nodes(store_url, tls) as (one, two):
        attempts = {
            "no TLS": None,
            "no certificate": grpc.ssl_channel_credentials(authority.file.read_bytes()),
            "another authority": as_client(stranger.server("theirs"), authority),
            "expired": as_client(authority.server("old", timedelta(hours=-1)), authority),
        }
        for name, credentials in attempts.items():
            async with intruder(one, credentials) as call:
                await tell(call, hello(one))
                assert await code_at_end(call) == grpc.StatusCode.UNAVAILABLE, name
            assert INTRUDER not in one[1].up
        async with intruder(one, as_client(authority.server("good"), authority)) as call:
            await call.write(hello(one))
            await until(lambda: INTRUDER in one[1].up)
        await assert_linked(one, two)


async def test_certificates_of_links_are_replaced_without_a_restart(
    store_url: str, authority: Certificates, tmp_path: Path
) -> None:
    def tls_of(name: str) -> Tls:
        files = authority.server(name)
        own = tmp_path / f"{name}-ca.pem"
        shutil.copy(authority.file, own)
        return replace(files, client_ca=own)

    (tmp_path / "new").mkdir()
    new = Certificates(tmp_path / "new")
    ones, twos = tls_of("one"), tls_of("two")
    old = as_client(authority.server("before"), authority)
    async with two_nodes(store_url, ones, twos) as (one, two):
        before = one[1].up[two[0].me.id]
        for name, tls in (("one", ones), ("two", twos)):
            replaced = new.server(name)
            shutil.copy(replaced.certificate, tls.certificate)
            shutil.copy(replaced.key, tls.key)
            shutil.copy(new.file, tls.client_ca or "")
        for _, links in (one, two):
            links.reload()
        assert one[1].up[two[0].me.id] is before, "the link that was up stays"
        before.break_off()
        await until(is_up_again(one, two, before))
        await assert_linked(one, two)
        async with intruder(two, old) as call:
            assert await code_at_end(call) == grpc.StatusCode.UNAVAILABLE, "the old ones are good no longer"


def certificate_days(port: int) -> dict[str, float]:
    """Return the days that the certificates of a node are still valid, by what they are used for."""
    return {
        line.split('"')[1]: float(line.split()[1])
        for line in scraped(port).splitlines()
        if line.startswith("tilth_certificate_days{")
    }


async def test_a_node_says_how_long_the_certificates_of_its_links_are_valid(
    postgres_url: str, tmp_path: Path
) -> None:
    authority, port = Certificates(tmp_path, lasts=timedelta(days=60)), own_port()
    clients = authority.server("clients", lasts=timedelta(days=30))
    links = authority.server("links", lasts=timedelta(days=13))
    node = NodeProcess(tmp_path, "one", postgres_url)
    node.flags = (
        *(flag for flag in node.flags if flag != "--private-links"),
        *("--tls-cert", str(clients.certificate), "--tls-key", str(clients.key)),
        *("--node-cert", str(links.certificate), "--node-key", str(links.key)),
        *("--node-ca", str(authority.file), "--metrics", f"127.0.0.1:{port}"),
    )
    with killed_in_the_end(node):
        await asyncio.to_thread(node.start)
        days = await asyncio.to_thread(certificate_days, port)
        assert {use: round(left) for use, left in days.items()} == {"clients": 30, "links": 13}
        renewed = authority.server("renewed", lasts=timedelta(days=90))
        shutil.copy(renewed.certificate, links.certificate)
        shutil.copy(renewed.key, links.key)
        os.kill(node.pid, signal.SIGHUP)
        # Now the authority's own certificate is the first that expires.
        async with asyncio.timeout(SOON_SECONDS):
            while round((await asyncio.to_thread(certificate_days, port))["links"]) != 60:  # noqa: ASYNC110
                await asyncio.sleep(0.02)


def is_up_again(one: Node, two: Node, before: Any) -> Callable[[], bool]:
    return lambda: one[1].up.get(two[0].me.id, before) is not before and one[0].me.id in two[1].up
