"""A server of the services that a test names, behind a real gate on a real port."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo
from grpc_status import rpc_status

from tilth.v1 import players_pb2
from tilth_server.api.client_addresses import Network
from tilth_server.api.gate import Gate
from tilth_server.api.operator_guard import OperatorGuard
from tilth_server.api.players_service import PlayersService
from tilth_server.channel_options import channel_options
from tilth_server.metrics import Metrics
from tilth_server.operations.audit import Audit
from tilth_server.operations.reports import Reports
from tilth_server.players import PlayerRegistry
from tilth_server.refused_words import RefusedWords
from tilth_server.settings import Limits, Registration, Settings
from tilth_server.store.sqlite import SqliteStreams

LIMITS = Limits()
SECONDS = 60
"""A call that takes longer hangs; on a busy machine a good one may well take some."""
PLAYERS = players_pb2.DESCRIPTOR.services_by_name["PlayersService"]


@dataclass
class ServiceServer:
    """A running server of a few services, and a channel to it."""

    channel: Any
    register: PlayerRegistry
    metrics: Metrics
    gate: Gate


@asynccontextmanager
async def service_server(
    folder: Path,
    *services: tuple[Any, Any],
    limits: Limits = LIMITS,
    trusted: tuple[Network, ...] = (),
) -> AsyncIterator[ServiceServer]:
    store = await SqliteStreams.open(folder)
    register = PlayerRegistry(store, Registration.OPEN)
    await register.load()
    metrics = Metrics()
    audit = Audit(store)
    await audit.open()
    gate = Gate(register, limits, metrics, OperatorGuard(audit), trusted_proxies=trusted)
    server = grpc.aio.server(options=channel_options(limits))
    handlers = [gate.service(descriptor, service) for descriptor, service in services]
    reports = Reports(store)
    await reports.load()

    async def title_of(field: str, subject: str) -> str:
        raise AssertionError(f"there are no matches here, and so no {field} {subject}")

    settings = Settings(data=folder, limits=limits)
    players = PlayersService(register, RefusedWords(), settings, reports, title_of)
    server.add_generic_rpc_handlers([*handlers, gate.service(PLAYERS, players)])
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            yield ServiceServer(channel, register, metrics, gate)
    finally:
        await server.stop(None)
        await store.close()


async def until(condition: Callable[[], bool]) -> None:
    """Wait until the condition holds, in tests of changes that no event reports."""
    async with asyncio.timeout(SECONDS):
        while not condition():  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0.005)


def bearer(token: str) -> tuple[tuple[str, str], ...]:
    return (("authorization", f"Bearer {token}"),)


def reason_of(error: grpc.aio.AioRpcError) -> tuple[str, dict[str, str], list[str]]:
    """Return the reason and the metadata of an error's ErrorInfo, and the fields that its BadRequest names."""
    status: Any = rpc_status.from_call(error)  # type: ignore[arg-type]
    assert status is not None, error
    assert status.code == error.code().value[0]
    info, request = ErrorInfo(), BadRequest()
    assert status.details[0].Unpack(info)
    assert info.domain == "tilth"
    if len(status.details) > 1:
        assert status.details[1].Unpack(request)
    return info.reason, dict(info.metadata), [violation.field for violation in request.field_violations]
