"""Stubs of a small schema with a call of every kind, generated as ours are, and a server that speaks it."""

import asyncio
import importlib
import shutil
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import grpc.aio
import pytest
from google.rpc import error_details_pb2
from google.rpc.status_pb2 import Status
from grpc_status.rpc_status import to_status

from tools.generate import generate

SCHEMAS = Path(__file__).parent / "schemas"


@dataclass(frozen=True)
class Sample:
    """`folder` holds the upb stubs as `sample`, and the dataclasses as `sample_dataclasses.sample`."""

    folder: Path
    notes_pb2: ModuleType
    notes_pb2_grpc: ModuleType
    shared_pb2: ModuleType
    dataclasses: ModuleType
    shared_dataclasses: ModuleType
    clients: ModuleType


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sample]:
    repository = tmp_path_factory.mktemp("sample")
    shutil.copytree(SCHEMAS, repository / "proto")
    generate(repository)
    folder = repository / "generated"
    # Ours have this name in the same process. All their imports are relative, so they may lie anywhere.
    (folder / "tilth_dataclasses").rename(folder / "sample_dataclasses")
    sys.path.append(str(folder))
    yield Sample(
        folder,
        importlib.import_module("sample.v1.notes_pb2"),
        importlib.import_module("sample.v1.notes_pb2_grpc"),
        importlib.import_module("sample.shared.v1.note_pb2"),
        importlib.import_module("sample_dataclasses.sample.v1"),
        importlib.import_module("sample_dataclasses.sample.shared.v1"),
        importlib.import_module("sample_dataclasses.sample.v1.clients"),
    )
    sys.path.remove(str(folder))


class Notes:
    """The server's side on the upb stubs, which share nothing with the client's."""

    def __init__(self, sample: Sample) -> None:
        self.messages = sample.notes_pb2
        self.shared = sample.shared_pb2

    async def Echo(self, request: Any, context: Any) -> Any:
        if request.note.number < 0:
            reason = error_details_pb2.ErrorInfo(reason="NEGATIVE", domain="sample")
            status = Status(code=grpc.StatusCode.INVALID_ARGUMENT.value[0], message="a negative number")
            status.details.add().Pack(reason)
            await context.abort_with_status(to_status(status))
        if request.note.text == "slowly":
            await asyncio.sleep(30)
        caller = dict(context.invocation_metadata()).get("caller", "nobody")
        context.set_trailing_metadata((("heard-from", caller),))
        return self.messages.EchoResponse(note=request.note)

    async def Count(self, request: Any, _: Any) -> AsyncIterator[Any]:
        for number in range(request.to):
            yield self.messages.CountResponse(number=number)

    async def Import(self, requests: AsyncIterator[Any], _: Any) -> Any:
        return self.messages.ImportResponse(count=len([request async for request in requests]))

    async def Talk(self, requests: AsyncIterator[Any], _: Any) -> AsyncIterator[Any]:
        async for request in requests:
            yield self.messages.TalkResponse(text=request.text.upper())

    async def Duplicate(self, request: Any, _: Any) -> Any:
        return self.shared.Note.Copy(of=request)


@pytest.fixture
async def notes(sample: Sample) -> AsyncIterator[Any]:
    """Our generated client, connected."""
    server = grpc.aio.server()
    sample.notes_pb2_grpc.add_NotesServiceServicer_to_server(Notes(sample), server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        yield sample.clients.NotesServiceClient(channel)
    await server.stop(None)
