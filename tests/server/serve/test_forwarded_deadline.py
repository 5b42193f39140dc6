"""A forwarded call ends when its client's time is over, also if the node that forwards it says nothing any longer."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tilth.links.v1.handover_pb2 import HandedMatches
from tilth.links.v1.links_pb2 import FlowHeader, LinkFrame
from tilth_server.api.call_context import CallContext, Caller
from tilth_server.api.fair_turns import FairTurns
from tilth_server.api.gateway import Gateway, header_of
from tilth_server.metrics import Metrics
from tilth_server.nodes.flows import Flow
from tilth_server.nodes.membership import Membership, new_member
from tilth_server.nodes.peer_link import PeerLink
from tilth_server.players import PlayerRegistry
from tilth_server.settings import Registration
from tilth_server.store import engine_of
from tilth_server.store.sqlite import SqliteStreams

METHOD = "tests.Slow/Call"


@pytest.fixture
async def gateway(tmp_path: Path) -> AsyncIterator[Gateway]:
    """The gateway of a node that is alone."""
    store = await SqliteStreams.open(tmp_path)
    table = engine_of("postgresql://127.0.0.1:1/tilth").members()
    membership = Membership(table, new_member("127.0.0.1:4040", "1.0"))
    yield Gateway(membership, PlayerRegistry(store, Registration.OPEN), FairTurns(Metrics({}, [])))
    await store.close()


async def served(
    gateway: Gateway, header: FlowHeader, seconds: float
) -> tuple[float | None, list[LinkFrame]]:
    """Serve a call whose handler takes some seconds; return the time that it was given, and what was sent."""
    given: list[float | None] = []

    async def handle(_: Any, call: CallContext) -> None:
        given.append(None if call.deadline is None else call.deadline - asyncio.get_running_loop().time())
        await asyncio.sleep(seconds)

    gateway.add(METHOD, HandedMatches, handle)
    sent: list[LinkFrame] = []
    flow = Flow(1, header, sent.append)
    flow.take_in(LinkFrame(flow=1, data=b""))
    async with asyncio.timeout(20):
        await gateway.serve(flow)
    return given[0], sent


async def test_a_forwarded_call_ends_with_its_clients_time(gateway: Gateway) -> None:
    left, sent = await served(gateway, FlowHeader(method=METHOD, time_left_ms=200), 60)
    assert left is not None
    assert 0 < left <= 0.2
    assert [frame.close.reason for frame in sent if frame.HasField("close")] == [""]


async def test_a_call_of_a_node_that_knows_no_time_may_take_as_long_as_it_does(gateway: Gateway) -> None:
    left, sent = await served(gateway, FlowHeader(method=METHOD), 0.3)
    assert left is None
    assert sent == []


async def test_the_time_that_is_left_travels_with_the_call(gateway: Gateway) -> None:
    now = asyncio.get_running_loop().time()

    async def write(_: bytes) -> None:
        """Write nothing: the call has not been answered."""

    async def serve(_: Flow) -> None:
        """Serve nothing: the other node opens no flow."""

    for deadline, is_set in ((now + 30, True), (None, False)):
        link = PeerLink(gateway.membership.me.id, write, serve, has_dialled=True)
        caller = Caller("p1", "ann", False)
        flow = link.open(header_of(METHOD, CallContext(caller, "ipv4:10.0.0.1", deadline, write, {}), {}))
        assert flow.header.HasField("time_left_ms") == is_set
        assert not is_set or 20_000 < flow.header.time_left_ms <= 30_000
