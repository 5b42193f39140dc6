"""The links between nodes, which are processes: flows, a slow reader, a node that ends, hangs, or is cut off."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import grpc
import pytest

from tests.e2e.serving import own_port
from tests.postgres.conftest import SharedServer
from tests.postgres.link_node import FLOOD, MESSAGE, joined
from tests.postgres.proxy import Proxy
from tests.postgres.stores import PostgresData
from tests.server.serve.certificates import Certificates
from tilth.links.v1.links_pb2 import FlowHeader, Hello, LinkFrame, LinkMessage
from tilth_server.nodes import links
from tilth_server.nodes.flows import WINDOW_BYTES, Flow, FlowClosed, LinkBroken
from tilth_server.nodes.links import Links
from tilth_server.nodes.membership import WINDOW_SECONDS, Membership
from tilth_server.nodes.peer_link import PeerLink
from tilth_server.settings import Tls

ECHO = FlowHeader(method="echo", player_id="p1 ")
DIALS, IS_DIALLED = "!", "g"
"""Beginnings of a member id before and after all random ones: the member with the smaller id dials."""


@pytest.fixture
async def store_url(engine: PostgresData) -> str:
    """The URL of a store that exists."""
    await (await engine.open()).close()
    return engine.url


class Node:
    """The process of an echoing node."""

    def __init__(self, process: asyncio.subprocess.Process, member_id: str) -> None:
        self.process = process
        self.id = member_id

    def signal(self, number: signal.Signals) -> None:
        os.kill(self.process.pid, number)


@asynccontextmanager
async def process(url: str, address: str, *files: str) -> AsyncIterator[Node]:
    """Run an echoing node."""
    words = (sys.executable, "-m", "tests.postgres.link_node", url, address, *files)
    started = await asyncio.create_subprocess_exec(*words, stdout=asyncio.subprocess.PIPE)
    assert started.stdout is not None
    try:
        member_id = (await asyncio.wait_for(started.stdout.readline(), 60)).decode().strip()
        assert member_id
        yield Node(started, member_id)
    finally:
        if started.returncode is None:
            started.kill()
        await started.wait()


async def until(check: Callable[[], bool], seconds: float = 30) -> float:
    """Wait until the check holds; return how long that took."""
    began = asyncio.get_running_loop().time()
    async with asyncio.timeout(seconds):
        while not check():  # noqa: ASYNC110 - another process changes
            await asyncio.sleep(0.01)
    return asyncio.get_running_loop().time() - began


@asynccontextmanager
async def pair(
    url: str, *, tls: Tls | None = None, prefix: str = ""
) -> AsyncIterator[tuple[Membership, Links, Node]]:
    """Yield a node in this process, and another one that is linked to it. `prefix` decides who dials."""
    files = () if tls is None else (str(tls.certificate), str(tls.key), str(tls.client_ca))
    async with (
        joined(url, f"127.0.0.1:{own_port()}", tls, prefix=prefix) as (membership, links),
        process(url, f"127.0.0.1:{own_port()}", *files) as node,
    ):
        await until(lambda: node.id in links.up and membership.find(node.id) is not None)
        yield membership, links, node


async def echoed(links: Links, node: Node, *messages: bytes) -> list[bytes | None]:
    """Send messages on a flow of their own; return all that comes back."""
    flow = links.up[node.id].open(ECHO)

    async def send() -> None:
        for message in messages:
            await flow.send(message)
        flow.finish()

    sending = asyncio.create_task(send())
    replies = [await flow.receive() for _ in range(len(messages) + 1)]
    await sending
    return replies


async def test_flows_share_a_link_and_keep_their_order(store_url: str) -> None:
    async with pair(store_url) as (_, links, node):
        for _ in range(2):
            replies = await asyncio.gather(
                *(
                    echoed(links, node, *(f"{number}/{each}".encode() for each in range(50)))
                    for number in range(20)
                )
            )
            for number, replied in enumerate(replies):
                assert replied == [*(f"p1 {number}/{each}".encode() for each in range(50)), None]
        assert not links.up[node.id].flows, "a flow that has ended is forgotten"


async def test_a_message_may_be_longer_than_the_window(store_url: str) -> None:
    async with pair(store_url) as (_, links, node):
        long = bytes(range(256)) * (WINDOW_BYTES // 50)
        assert await echoed(links, node, long, b"next", long) == [
            b"p1 " + long,
            b"p1 next",
            b"p1 " + long,
            None,
        ]


async def test_a_reader_that_does_not_read_stops_only_its_own_flow(store_url: str) -> None:
    async with pair(store_url) as (_, links, node):
        link = links.up[node.id]
        slow = [link.open(FlowHeader(method="flood")) for _ in range(5)]
        waiting: list[int] = []

        async def until_they_wait() -> None:
            while len(waiting) < 3 or waiting[-1] != waiting[-3]:
                await asyncio.sleep(0.2)
                waiting.append(sum(len(flow._arrived) for flow in slow))

        await asyncio.wait_for(until_they_wait(), 30)
        held = sum(len(data) for flow in slow for data in flow._arrived)
        assert WINDOW_BYTES * 4 < held <= (WINDOW_BYTES + len(MESSAGE)) * 5 < FLOOD * len(MESSAGE)
        assert len(await asyncio.wait_for(echoed(links, node, *[b"y" * 1000] * 200), 10)) == 201
        # And the slow one gets everything when it reads at last.
        received = 0
        while await slow[0].receive() is not None:
            received += 1
        assert received == FLOOD


async def test_a_flow_that_is_closed_is_closed_for_the_other_side(store_url: str) -> None:
    async with pair(store_url) as (_, links, node):
        flow = links.up[node.id].open(FlowHeader(method="flood"))
        assert await flow.receive() == MESSAGE
        flow.close()
        with pytest.raises(FlowClosed):
            await flow.send(b"late")
        assert await echoed(links, node, b"a") == [b"p1 a", None]
        assert not links.up[node.id].flows


def is_linked_anew(links: Links, node: Node, before: PeerLink) -> bool:
    return links.up.get(node.id, before) is not before


def knows(membership: Membership, count: int) -> bool:
    return len(membership.members) == count


async def wait_for_end(flow: Flow) -> float:
    """Return the seconds until the flow's link breaks."""
    began = asyncio.get_running_loop().time()
    with pytest.raises(LinkBroken):
        await asyncio.wait_for(flow.receive(), 30)
    return asyncio.get_running_loop().time() - began


@pytest.mark.parametrize("prefix", [DIALS, IS_DIALLED])
async def test_a_node_that_is_killed_is_gone_at_once(store_url: str, prefix: str) -> None:
    async with pair(store_url, prefix=prefix) as (membership, links, node):
        flow = links.up[node.id].open(ECHO)
        node.signal(signal.SIGKILL)
        await wait_for_end(flow)
        took = await until(lambda: membership.members == (membership.me,))
        assert took < WINDOW_SECONDS / 2, "its address refuses connections, so nobody waits for the window"
        assert not links.up
        async with asyncio.timeout(2):  # less than the window: it is written that the node has gone
            while len((await membership._table.send_heartbeat(membership.me, 3600)).members) > 1:  # noqa: ASYNC110 - a database changes
                await asyncio.sleep(0.01)
        with pytest.raises(LinkBroken):
            await flow.send(b"late")


async def test_a_node_that_hangs_is_gone_after_the_window_and_comes_back(store_url: str) -> None:
    async with pair(store_url, prefix=IS_DIALLED) as (membership, links, node):
        flow = links.up[node.id].open(ECHO)
        node.signal(signal.SIGSTOP)
        took = await wait_for_end(flow)
        assert WINDOW_SECONDS - 1.5 < took < WINDOW_SECONDS + 4
        assert membership.find(node.id) is None
        node.signal(signal.SIGCONT)
        await until(lambda: node.id in links.up and membership.find(node.id) is not None)
        assert await echoed(links, node, b"again") == [b"p1 again", None]


async def test_a_link_that_is_cut_is_dialled_again_and_nobody_is_gone(store_url: str) -> None:
    one, other = own_port(), own_port()
    with Proxy(one) as before_one, Proxy(other) as before_other:
        # Both nodes are dialled through a proxy.
        async with (
            joined(store_url, f"127.0.0.1:{one}/127.0.0.1:{before_one.port}") as (membership, links),
            process(store_url, f"127.0.0.1:{other}/127.0.0.1:{before_other.port}") as node,
        ):
            await until(lambda: node.id in links.up and membership.find(node.id) is not None)
            changes: list[int] = []
            membership.on_change.append(lambda: changes.append(len(membership.members)))
            for _ in range(3):
                link = links.up[node.id]
                flow = link.open(ECHO)
                before_one.cut_all()
                before_other.cut_all()
                await wait_for_end(flow)
                await until(partial(is_linked_anew, links, node, link))
                assert await echoed(links, node, b"again") == [b"p1 again", None]
            assert before_one.cuts + before_other.cuts >= 3
            assert changes == []


@pytest.fixture
def authority(tmp_path: Path) -> Certificates:
    return Certificates(tmp_path)


async def test_links_speak_tls_and_both_sides_show_a_certificate(
    store_url: str, authority: Certificates, tmp_path: Path
) -> None:
    tls = replace(authority.server("node"), client_ca=authority.file)
    async with pair(store_url, tls=tls) as (membership, links, node):
        assert await echoed(links, node, b"a") == [b"p1 a", None]
        stranger = Certificates(tmp_path, "stranger")
        strangers = stranger.server("strangers")
        wrong = [
            (DIALS, None),
            (DIALS, replace(strangers, client_ca=authority.file)),
            (IS_DIALLED, replace(strangers, client_ca=authority.file)),
            (DIALS, replace(strangers, client_ca=stranger.file)),
        ]
        for prefix, files in wrong:
            address = f"127.0.0.1:{own_port()}"
            async with joined(store_url, address, files, prefix=prefix) as (theirs, none):
                await until(partial(knows, theirs, 3))
                await until(partial(knows, membership, 3))
                await asyncio.sleep(1)
                assert not none.up
                assert set(links.up) == {node.id}


async def test_a_node_that_cannot_be_known_because_the_database_is_away_dials_again(
    store_url: str,
    postgres: SharedServer,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(links, "HELLO_SECONDS", 0.3)
    address = f"127.0.0.1:{own_port()}"
    with Proxy(postgres.port) as proxy:
        url = store_url.replace(f":{postgres.port}/", f":{proxy.port}/")
        async with joined(url, address), grpc.aio.insecure_channel(address) as channel:
            proxy.answers_pass = False
            call: Any = channel.stream_stream(links.METHOD)()
            hello = Hello(member_id="unknown", to_member_id="g")
            message = LinkMessage(frames=[LinkFrame(hello=hello)])
            await call.write(message.SerializeToString())
            assert await call.read() is grpc.aio.EOF
            assert await call.code() is grpc.StatusCode.OK
            proxy.answers_pass = True
            proxy.cut_all()
    assert not caplog.records
