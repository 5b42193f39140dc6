from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.serve.full_server import RunningServer, full_server
from tests.server.serve.games import orchard


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with full_server(tmp_path, orchard()) as served:
        yield served
