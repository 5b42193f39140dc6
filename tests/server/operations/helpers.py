"""Helpers shared by the tests of operator calls."""

import sqlite3
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc import StatusCode

from tests.server.serve.full_server import Person, RunningServer
from tests.server.serve.one_service import bearer, reason_of
from tilth.v1 import moderation_pb2
from tilth.v1 import operations_pb2 as pb
from tilth_server.api.moderation_service import ModerationService
from tilth_server.api.operations_service import OperationsService

SERVICES: Any = (
    pb.DESCRIPTOR.services_by_name["OperationsService"],
    moderation_pb2.DESCRIPTOR.services_by_name["ModerationService"],
)
METHODS: Any = {method.name: method for service in SERVICES for method in service.methods}
CALLS = sorted(METHODS)
READ_ONLY = {*OperationsService.READ_ONLY, *ModerationService.READ_ONLY}


async def refused(call: Any) -> tuple[StatusCode, str]:
    """Return the status and reason of a call that is refused."""
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await call
    return error.value.code(), reason_of(error.value)[0]


def streaming(running: RunningServer, person: Person, method: str, request: Any) -> Any:
    """A server stream of OperationsService that lasts until it is cancelled."""
    call = running.channel.unary_stream(
        f"/tilth.v1.OperationsService/{method}",
        request_serializer=type(request).SerializeToString,
        response_deserializer=getattr(pb, f"{method}Response").FromString,
    )
    return call(request, metadata=bearer(person.token), timeout=60)


async def audit(person: Person, start: int = 0) -> list[Any]:
    """Return the entries that are in the audit now, from a record on."""
    found: list[Any] = []
    async for reply in person.operations.ReadAudit(pb.ReadAuditRequest(from_record=start, once=True)):
        found += reply.entries
    return found


async def first_reply(running: RunningServer, person: Person, method: str) -> Any:
    """Call a method for operators with an empty request, whatever its kind; its first reply."""
    descriptor = METHODS[method]
    channel: Any = running.channel
    path = f"/{descriptor.containing_service.full_name}/{method}"
    if descriptor.server_streaming:
        call = channel.unary_stream(path)(b"", metadata=bearer(person.token), timeout=30)
        try:
            return await call.read()
        finally:
            call.cancel()
    return await channel.unary_unary(path)(b"", metadata=bearer(person.token), timeout=30)


def records_in_order(folder: Path) -> list[str]:
    """The stream of each record, in the order in which they were stored."""
    with sqlite3.connect(folder / "tilth.db") as database:
        rows = database.execute(
            "SELECT name FROM records JOIN streams ON stream = streams.id ORDER BY position"
        ).fetchall()
    database.close()
    return [name for (name,) in rows]
