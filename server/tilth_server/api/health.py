"""The standard health service: the server as a whole (""), and each of its services."""

import asyncio
from collections.abc import AsyncIterator, Iterable

from google.protobuf.message import Message
from grpc_health.v1 import health_pb2
from grpc_health.v1.health_pb2 import HealthCheckRequest, HealthCheckResponse

from tilth_server.api.reasons import NO_SERVICE
from tilth_server.api.service import Call, Caller
from tilth_server.refusal import Refusal


class HealthService:
    """All services are well together: until the server begins to stop."""

    def __init__(self, services: Iterable[str]) -> None:
        self._services = {"", *services}
        self._closing = asyncio.Event()

    def close(self) -> None:
        """Say NOT_SERVING from now on."""
        self._closing.set()

    async def Check(self, request: HealthCheckRequest, caller: Caller, call: Call) -> HealthCheckResponse:
        if request.service not in self._services:
            raise Refusal(NO_SERVICE, f"{request.service} isn't served here", field="service")
        return self._status(request.service)

    async def List(self, request: Message, caller: Caller, call: Call) -> Message:
        # The package with the types of health_pb2 doesn't know this newer method yet.
        listed: Message = health_pb2.HealthListResponse(  # type: ignore[attr-defined]
            statuses={name: self._status(name) for name in self._services}
        )
        return listed

    async def Watch(
        self, request: HealthCheckRequest, caller: Caller, call: Call
    ) -> AsyncIterator[HealthCheckResponse]:
        """The status now, and once more when the server begins to stop."""
        told_it_stops = self._closing.is_set()
        yield self._status(request.service)
        if not told_it_stops:
            await self._closing.wait()
            yield self._status(request.service)

    def _status(self, service: str) -> HealthCheckResponse:
        if service not in self._services:
            return HealthCheckResponse(status=HealthCheckResponse.SERVICE_UNKNOWN)
        if self._closing.is_set():
            return HealthCheckResponse(status=HealthCheckResponse.NOT_SERVING)
        return HealthCheckResponse(status=HealthCheckResponse.SERVING)
