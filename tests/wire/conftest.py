"""The orchard with its schema, compiled as another distribution's would be."""

import importlib.resources
import subprocess
import sys
from pathlib import Path

import pytest
from google.protobuf.descriptor import FileDescriptor
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from google.protobuf.descriptor_pool import DescriptorPool

from tests.wire.orchard import game
from tilth_server.wire import GameWire

ORCHARD = Path(__file__).parent / "orchard"


def compiled(folder: Path, source: str) -> FileDescriptor:
    """Compile the orchard's schema from this text."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "orchard.proto").write_text(source)
    out = folder / "set.binpb"
    well_known = importlib.resources.files("grpc_tools") / "_proto"
    subprocess.run(
        [
            *(sys.executable, "-m", "grpc_tools.protoc", f"-I{folder}", f"-I{well_known}"),
            *(f"--descriptor_set_out={out}", "orchard.proto"),
        ],
        check=True,
    )
    pool = DescriptorPool()
    for file in FileDescriptorSet.FromString(out.read_bytes()).file:
        pool.Add(file)
    return pool.FindFileByName("orchard.proto")


@pytest.fixture(scope="session")
def orchard_source() -> str:
    return (ORCHARD / "orchard.proto").read_text()


@pytest.fixture(scope="session")
def orchard_schema(tmp_path_factory: pytest.TempPathFactory, orchard_source: str) -> FileDescriptor:
    return compiled(tmp_path_factory.mktemp("orchard"), orchard_source)


@pytest.fixture(scope="session")
def orchard_wire(orchard_schema: FileDescriptor) -> GameWire:
    """For tests that take many matches through one and the same memos."""
    return GameWire.of(game, orchard_schema)


@pytest.fixture
def wire(orchard_schema: FileDescriptor) -> GameWire:
    return GameWire.of(game, orchard_schema)
