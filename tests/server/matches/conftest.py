from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.matches.coins import Slow
from tests.server.matches.match_host import MatchHost, match_host


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[MatchHost]:
    async with match_host(tmp_path) as opened:
        yield opened


@pytest.fixture
def slow() -> Slow:
    return Slow()
