from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.bots import third_party
from tests.server.bots.tables import Tables
from tests.server.serve.full_server import full_server
from tilth_server.bots import seats
from tilth_server.wire import load_games


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in which the bots of somebody else make notes. Those bots are installed, and have little time."""
    monkeypatch.setattr(seats, "ANSWER_SECONDS", 3.0)
    monkeypatch.setattr(seats, "PAUSE_SECONDS", 0.01)
    return third_party.install(tmp_path / "others", monkeypatch)


@pytest.fixture
async def tables(tmp_path: Path, notes: Path) -> AsyncIterator[Tables]:
    games = {"petrichor": load_games()["petrichor"]}
    async with full_server(tmp_path / "data", games, bots_at_once=2, bot_memory_mib=512) as running:
        yield Tables(running, await running.person("Ann"))
