from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import grpc
import pytest

from tests.e2e.people import Person, channel_to, somebody
from tests.e2e.serving import MANY_CALLS, ServerProcess, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for all tests that leave it running; its limit of calls is out of their way."""
    data = tmp_path_factory.mktemp("server") / "data"
    with running(data, *MANY_CALLS) as process:
        yield process


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that a test may kill and start again."""
    flags = (*MANY_CALLS, "--unfinished-matches-per-player", "100000")
    with running(tmp_path / "data", *flags) as process:
        yield process


@pytest.fixture
async def channel(server: ServerProcess) -> AsyncIterator[grpc.aio.Channel]:
    async with channel_to(server.address) as channel:
        yield channel


@pytest.fixture
async def ann(channel: grpc.aio.Channel) -> Person:
    return await somebody(channel)


@pytest.fixture
async def bo(channel: grpc.aio.Channel) -> Person:
    return await somebody(channel)
