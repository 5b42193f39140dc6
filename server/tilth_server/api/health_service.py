"""The standard health service: the server as a whole (""), each of its services, and `tilth.outside`.

`tilth.outside` is about facts from outside of the rules, which only some games need.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import suppress
from typing import Final

from google.protobuf.message import Message
from grpc_health.v1 import health_pb2
from grpc_health.v1.health_pb2 import HealthCheckRequest, HealthCheckResponse

from tilth_server.api.call_context import CallContext
from tilth_server.reasons import SERVICE_NOT_FOUND
from tilth_server.refusal import Refusal

OUTSIDE: Final = "tilth.outside"
CHECK_SECONDS: Final = 1.0
"""Seconds between two checks while a client watches."""


class HealthService:
    """The health service. Everything is SERVING until the server begins to stop, but while the store is away.

    `tilth.outside` is SERVING only while workers can be started.
    """

    def __init__(
        self,
        services: Iterable[str],
        no_workers: Callable[[], bool] = lambda: False,
        store_fault: Callable[[], str] = lambda: "",
    ) -> None:
        self._services = {"", OUTSIDE, *services}
        self._no_workers = no_workers
        self._store_fault = store_fault
        self._closing = asyncio.Event()

    def close(self) -> None:
        """Report NOT_SERVING from now on."""
        self._closing.set()

    @property
    def is_serving(self) -> bool:
        """Return whether the server as a whole is SERVING."""
        return not (self._closing.is_set() or self._store_fault())

    async def Check(self, request: HealthCheckRequest, call: CallContext) -> HealthCheckResponse:
        """Return whether the named service ("" for the whole server) is served now; refuse a name that is no service of
        it.
        """
        if request.service not in self._services:
            raise Refusal(SERVICE_NOT_FOUND, f"{request.service} isn't served here", field="service")
        return self._status(request.service)

    async def List(self, request: Message, call: CallContext) -> Message:
        """Return the status of every service by name, also of "" (the whole server) and `tilth.outside`."""
        # The package with the types of health_pb2 doesn't know this newer method yet.
        listed: Message = health_pb2.HealthListResponse(  # type: ignore[attr-defined]
            statuses={name: self._status(name) for name in self._services}
        )
        return listed

    async def Watch(
        self, request: HealthCheckRequest, call: CallContext
    ) -> AsyncIterator[HealthCheckResponse]:
        """Send the status now, and whenever it changes, until the server begins to stop."""
        sent = None
        while True:
            now = self._status(request.service)
            if now != sent:
                yield now
                sent = now
            elif self._closing.is_set():
                return
            else:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._closing.wait(), CHECK_SECONDS)

    def _status(self, service: str) -> HealthCheckResponse:
        """Return the status of one service: not serving while the server closes or the store is away, or, for
        `tilth.outside`, without worker processes.
        """
        if service not in self._services:
            return HealthCheckResponse(status=HealthCheckResponse.SERVICE_UNKNOWN)
        if not self.is_serving or (service == OUTSIDE and self._no_workers()):
            return HealthCheckResponse(status=HealthCheckResponse.NOT_SERVING)
        return HealthCheckResponse(status=HealthCheckResponse.SERVING)
