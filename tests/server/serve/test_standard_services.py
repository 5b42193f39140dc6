"""Health and reflection, as standard tools ask for them."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorProto
from google.protobuf.descriptor_pool import DescriptorPool
from grpc import StatusCode
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2 as reflection
from grpc_reflection.v1alpha import reflection_pb2_grpc

from tests.server.serve.full_server import ANY_PORT
from tests.server.serve.one_service import SECONDS, reason_of
from tilth_server.api.health_service import HealthService
from tilth_server.serving import Server
from tilth_server.settings import Settings

SERVICES = {
    "tilth.v1.PlayService",
    "tilth.v1.LobbyService",
    "tilth.v1.ArchiveService",
    "tilth.v1.PlayersService",
    "tilth.v1.ModerationService",
    "tilth.v1.OperationsService",
    "tilth.v1.RatingsService",
    "tilth.v1.TournamentArchiveService",
    "tilth.v1.TournamentsService",
}
STANDARD = {
    "grpc.health.v1.Health",
    "grpc.reflection.v1alpha.ServerReflection",
    "grpc.reflection.v1.ServerReflection",
}


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """Start a server with the installed games."""
    started = await Server.start(Settings(data=tmp_path, listen=ANY_PORT))
    yield started
    await started.stop()


@pytest.fixture
async def channel(server: Server) -> AsyncIterator[grpc.aio.Channel]:
    async with grpc.aio.insecure_channel(str(server.address)) as opened:
        yield opened


async def reflected(
    channel: grpc.aio.Channel, request: reflection.ServerReflectionRequest
) -> reflection.ServerReflectionResponse:
    stub: Any = reflection_pb2_grpc.ServerReflectionStub(channel)  # type: ignore[arg-type]
    call: Any = stub.ServerReflectionInfo(iter([request]), timeout=SECONDS)
    async for reply in call:
        answer: reflection.ServerReflectionResponse = reply
        return answer
    raise AssertionError("no reply")


async def files_with(channel: grpc.aio.Channel, symbol: str) -> DescriptorPool:
    """A pool of all that reflection tells of a symbol."""
    reply = await reflected(channel, reflection.ServerReflectionRequest(file_containing_symbol=symbol))
    pool = DescriptorPool()
    files = [
        FileDescriptorProto.FromString(data) for data in reply.file_descriptor_response.file_descriptor_proto
    ]
    added: set[str] = set()
    while len(added) < len(files):
        for file in files:
            if file.name not in added and added.issuperset(file.dependency):
                pool.Add(file)
                added.add(file.name)
    return pool


async def test_reflection_lists_every_service(channel: grpc.aio.Channel) -> None:
    reply = await reflected(channel, reflection.ServerReflectionRequest(list_services="*"))
    assert {service.name for service in reply.list_services_response.service} == SERVICES | STANDARD


@pytest.mark.parametrize("service", sorted(SERVICES))
async def test_a_client_can_be_built_from_reflection_alone(channel: grpc.aio.Channel, service: str) -> None:
    pool = await files_with(channel, service)
    assert pool.FindServiceByName(service).methods


@pytest.mark.parametrize("name", ["View", "Event", "Move", "Options"])
async def test_reflection_knows_the_games_own_types(channel: grpc.aio.Channel, name: str) -> None:
    pool = await files_with(channel, f"tilth.games.petrichor.v1.{name}")
    assert pool.FindMessageTypeByName(f"tilth.games.petrichor.v1.{name}").fields


async def test_the_newer_name_of_reflection_answers_as_well(channel: grpc.aio.Channel) -> None:
    call: Any = channel.stream_stream(
        "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
        reflection.ServerReflectionRequest.SerializeToString,
        reflection.ServerReflectionResponse.FromString,
    )
    async for reply in call(iter([reflection.ServerReflectionRequest(list_services="*")]), timeout=SECONDS):
        assert len(reply.list_services_response.service) == len(SERVICES | STANDARD)
        break


@pytest.mark.parametrize("service", sorted(SERVICES | STANDARD))
async def test_reflection_describes_every_service_that_it_lists(
    channel: grpc.aio.Channel, service: str
) -> None:
    reply = await reflected(channel, reflection.ServerReflectionRequest(file_containing_symbol=service))
    files = [
        FileDescriptorProto.FromString(each) for each in reply.file_descriptor_response.file_descriptor_proto
    ]
    described = {f"{file.package}.{one.name}" for file in files for one in file.service}
    assert service in described


async def test_an_unknown_symbol_is_not_found(channel: grpc.aio.Channel) -> None:
    reply = await reflected(
        channel, reflection.ServerReflectionRequest(file_containing_symbol="tilth.Nothing")
    )
    assert reply.error_response.error_code == StatusCode.NOT_FOUND.value[0]


async def test_garbage_to_reflection_is_an_invalid_argument(channel: grpc.aio.Channel) -> None:
    call: Any = channel.stream_stream("/grpc.reflection.v1.ServerReflection/ServerReflectionInfo")
    with pytest.raises(grpc.aio.AioRpcError) as error:
        async for _ in call(iter([b"\xff\xff"]), timeout=SECONDS):
            pass
    assert error.value.code() is StatusCode.INVALID_ARGUMENT
    assert reason_of(error.value)[0] == "MALFORMED"


@pytest.mark.parametrize("service", ["", *sorted(SERVICES)])
async def test_every_service_is_well_while_the_server_runs(channel: grpc.aio.Channel, service: str) -> None:
    stub: Any = health_pb2_grpc.HealthStub(channel)
    reply = await stub.Check(health_pb2.HealthCheckRequest(service=service), timeout=SECONDS)
    assert reply.status == health_pb2.HealthCheckResponse.SERVING


async def test_the_health_of_a_strange_service_is_not_known(channel: grpc.aio.Channel) -> None:
    stub: Any = health_pb2_grpc.HealthStub(channel)
    request = health_pb2.HealthCheckRequest(service="chess")
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await stub.Check(request, timeout=SECONDS)
    assert error.value.code() is StatusCode.NOT_FOUND
    async for reply in stub.Watch(request, timeout=SECONDS):
        assert reply.status == health_pb2.HealthCheckResponse.SERVICE_UNKNOWN
        break


async def test_a_client_that_watches_the_health_sees_that_the_server_stops(tmp_path: Path) -> None:
    server = await Server.start(Settings(data=tmp_path, listen=ANY_PORT))
    async with grpc.aio.insecure_channel(str(server.address)) as channel:
        stub: Any = health_pb2_grpc.HealthStub(channel)
        call = stub.Watch(health_pb2.HealthCheckRequest(), timeout=SECONDS)
        assert (await call.read()).status == health_pb2.HealthCheckResponse.SERVING
        last, _ = await asyncio.gather(call.read(), server.stop())
        assert last.status == health_pb2.HealthCheckResponse.NOT_SERVING


async def test_a_server_that_stops_while_it_says_that_it_serves_says_so_afterwards() -> None:
    """The first word is still on its way to the client when the end begins."""
    service = HealthService(())
    no_call: Any = None  # it does not look at it
    received: Any = service.Watch(health_pb2.HealthCheckRequest(), no_call)
    assert (await anext(received)).status == health_pb2.HealthCheckResponse.SERVING
    service.close()
    assert (await anext(received)).status == health_pb2.HealthCheckResponse.NOT_SERVING
    with pytest.raises(StopAsyncIteration):
        await anext(received)
