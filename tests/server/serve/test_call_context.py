"""Handlers see a call by a context that names no listener."""

import asyncio
from pathlib import Path
from typing import Any

from grpc_health.v1 import health_pb2, health_pb2_grpc

from tests.server.serve.one_service import SECONDS, bearer, service_server
from tests.server.serve.test_gate import HEALTH
from tilth.v1 import players_pb2, players_pb2_grpc
from tilth_server.api.call_context import CallContext


class Noting:
    """Keeps the contexts of its calls."""

    PUBLIC = ("Check",)

    def __init__(self) -> None:
        self.calls: list[CallContext] = []

    async def Check(self, request: Any, call: CallContext) -> Any:
        self.calls.append(call)
        return health_pb2.HealthCheckResponse()

    List = Check

    async def Watch(self, request: Any, call: CallContext) -> None:
        self.calls.append(call)
        await call.write(health_pb2.HealthCheckResponse(status=1).SerializeToString())


async def test_a_context_has_the_caller_the_address_and_the_deadline(tmp_path: Path) -> None:
    noting = Noting()
    async with service_server(tmp_path, (HEALTH, noting)) as small:
        health: Any = health_pb2_grpc.HealthStub(small.channel)
        players: Any = players_pb2_grpc.PlayersServiceStub(small.channel)
        ann = await players.Register(players_pb2.RegisterRequest(name="Ann"))
        await health.Check(health_pb2.HealthCheckRequest())
        metadata = bearer(ann.token)
        now = asyncio.get_running_loop().time()
        watch = health.Watch(health_pb2.HealthCheckRequest(), metadata=metadata, timeout=SECONDS)
        written = [reply.status async for reply in watch]
    stranger, player = noting.calls
    assert (stranger.caller.player_id, stranger.caller.name, stranger.deadline) == ("", "", None)
    assert (player.caller.player_id, player.caller.name) == (ann.player.id, "Ann")
    assert stranger.address == player.address == "ipv4:127.0.0.1"
    assert player.deadline is not None
    assert now < player.deadline <= now + SECONDS + 1
    assert written == [1], "written by the handler itself"
    assert player.trace == {}, "nobody traces"
    assert [player.language(asked) for asked in ("ru-RU", "", "tlh")] == ["ru", "en", "en"]
