"""The trace of a call that one node forwards: it continues at the node that does the call."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.people import Person, bearer, channel_to, somebody
from tests.postgres.node_processes import NodeProcess, killed_in_the_end, nodes_named, start
from tests.server.serve.test_tracing import Collector, collecting
from tilth.v1 import lobby_pb2, lobby_pb2_grpc

TRACE = "ab" * 16
METHOD = "tilth.v1.LobbyService/GetMatch"


@pytest.fixture
def nodes(tmp_path: Path, postgres_url: str) -> Iterator[list[NodeProcess]]:
    """Two nodes, which are not started."""
    with killed_in_the_end(*nodes_named(tmp_path, postgres_url, "one", "two")) as found:
        yield found


async def owned_by(node: NodeProcess, operator: Person, person: Person) -> str:
    """Return an open match that this node owns."""
    for number in range(30):
        request = lobby_pb2.CreateMatchRequest(game="petrichor", seat_count=2, request_id=f"match {number}")
        match_id = (await person.lobby.CreateMatch(request)).match.id
        asked = lobby_pb2.GetMatchRequest(match_id=match_id)
        if (await operator.lobby.GetMatch(asked)).node == node.node:
            return str(match_id)
    raise AssertionError("no match of that node")


async def spans_of(collector: Collector, count: int) -> list[Any]:
    """Return the spans of the client's trace, as soon as there are that many of them."""
    async with asyncio.timeout(30):
        while True:
            found = [span for span in collector.named(METHOD) if span.trace_id.hex() == TRACE]
            if len(found) >= count:
                return found
            await asyncio.sleep(0.1)


@pytest.mark.sweep
async def test_a_forwarded_call_is_one_trace(nodes: list[NodeProcess]) -> None:
    one, two = nodes
    async with collecting() as (collector, address):
        for node in nodes:
            node.flags = (*node.flags, "--trace", str(address))
        await asyncio.to_thread(one.start)
        await start(nodes, two)
        async with channel_to(one.address) as channel:
            anna = await somebody(channel)
            match_id = await owned_by(two, Person(channel, one.operator_token), anna)
            stub = lobby_pb2_grpc.LobbyServiceStub(channel)
            await stub.GetMatch(
                lobby_pb2.GetMatchRequest(match_id=match_id),
                metadata=(*bearer(anna.token), ("traceparent", f"00-{TRACE}-{'cd' * 8}-01")),
            )
            here, there = await spans_of(collector, 2)
            if here.parent_span_id.hex() != "cd" * 8:
                here, there = there, here
            assert here.parent_span_id.hex() == "cd" * 8
            assert there.parent_span_id == here.span_id, "the owner's part is inside of the gateway's"
        for node in nodes:
            assert await asyncio.to_thread(node.stop) == 0
