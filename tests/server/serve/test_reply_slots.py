"""Long replies: a few of one client are made at once, and the others wait in line."""

import asyncio
from pathlib import Path
from typing import Any

from grpc_health.v1 import health_pb2 as health

from tests.server.serve.one_service import SECONDS, bearer, service_server, until
from tests.server.serve.test_admission import registered
from tilth_server.api.call_context import CallContext
from tilth_server.api.reply_slots import MAX_AT_ONCE

pb: Any = health
HEALTH = health.DESCRIPTOR.services_by_name["Health"]


class Thorough:
    """A service whose replies are not begun to be made before they may be."""

    LONG = ("Check",)

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.may_end = asyncio.Event()

    async def Check(self, request: Any, call: CallContext) -> Any:
        self.begun.append(call.caller.name)
        await self.may_end.wait()
        return pb.HealthCheckResponse(status="SERVING")

    async def List(self, request: Any, call: CallContext) -> Any:
        return pb.HealthListResponse()

    async def Watch(self, request: Any, call: CallContext) -> Any:
        yield pb.HealthCheckResponse()


async def test_a_player_waits_for_long_replies_of_their_own_and_for_nobody_elses(tmp_path: Path) -> None:
    thorough = Thorough()
    async with service_server(tmp_path, (HEALTH, thorough)) as small:
        ann, ben = await registered(small, "Ann"), await registered(small, "Ben")
        check: Any = small.channel.unary_unary("/grpc.health.v1.Health/Check")
        listed: Any = small.channel.unary_unary("/grpc.health.v1.Health/List")
        calls = [check(b"", metadata=bearer(ann), timeout=SECONDS) for _ in range(3 * MAX_AT_ONCE)]
        await until(lambda: len(thorough.begun) == MAX_AT_ONCE)
        gone = calls.pop()
        gone.cancel()
        await listed(b"", metadata=bearer(ann), timeout=SECONDS)
        calls.append(check(b"", metadata=bearer(ben), timeout=SECONDS))
        await until(lambda: "Ben" in thorough.begun)
        assert thorough.begun == ["Ann"] * MAX_AT_ONCE + ["Ben"]
        thorough.may_end.set()
        replies = [pb.HealthCheckResponse.FromString(await each) for each in calls]
        assert {reply.status for reply in replies} == {pb.HealthCheckResponse.SERVING}
        assert thorough.begun.count("Ann") == 3 * MAX_AT_ONCE - 1
