from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.tables.coins import Slow
from tests.server.tables.tables import Tables, tables


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Tables]:
    async with tables(tmp_path) as opened:
        yield opened


@pytest.fixture
def slow() -> Slow:
    return Slow()
