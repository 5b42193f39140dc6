"""The embedded store keeps the contract of `Streams`."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.contracts.streams import StreamsContract
from tilth_server.store import SqliteStreams

OF_STREAM = "stream = (SELECT id FROM streams WHERE name = ?) AND number = ?"


class SqliteEngine:
    """A data directory."""

    def __init__(self, path: Path) -> None:
        self.path = path

    async def open(self) -> SqliteStreams:
        return await SqliteStreams.open(self.path)

    def alter(self, stream: str, number: int, body: bytes) -> None:
        self._change(f"UPDATE records SET body = ? WHERE {OF_STREAM}", body, stream, number)

    def remove(self, stream: str, number: int) -> None:
        self._change(f"DELETE FROM records WHERE {OF_STREAM}", stream, number)

    def _change(self, sql: str, *parameters: str | int | bytes) -> None:
        with closing(sqlite3.connect(self.path / "tilth.db")) as database, database:
            assert database.execute(sql, parameters).rowcount == 1


class TestSqliteStreams(StreamsContract):
    @pytest.fixture
    def engine(self, tmp_path: Path) -> SqliteEngine:
        return SqliteEngine(tmp_path / "data")
