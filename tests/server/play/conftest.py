from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.serve.games import orchard
from tests.server.serve.whole import Running, running


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Running]:
    async with running(tmp_path, orchard()) as served:
        yield served
