from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path

import pytest

from tests.client.serving import ServerProcess, running
from tilth_client import Tilth, connect

Join = Callable[..., Awaitable[Tilth]]
"""Connects and registers somebody new, at the server of the test or at the address given."""

_numbers = count(1)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for all tests that leave it running."""
    with running(tmp_path_factory.mktemp("server") / "data") as process:
        yield process


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that a test may stop, kill and start again."""
    with running(tmp_path / "data") as process:
        yield process


@pytest.fixture
async def join(request: pytest.FixtureRequest) -> AsyncIterator[Join]:
    async with AsyncExitStack() as stack:

        async def joined(address: str = "", retry_seconds: float = 60.0) -> Tilth:
            where = address or request.getfixturevalue("server").address
            tilth = await stack.enter_async_context(connect(where, retry_seconds=retry_seconds))
            await tilth.register(f"somebody {next(_numbers)}")
            return tilth

        yield joined
