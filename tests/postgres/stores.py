"""Stores in PostgreSQL, as the tests hold them: opened, and harmed while they are closed."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg

from tests.postgres.servers import wait_in_thread
from tilth_server.store.postgres import PostgresEngine, PostgresStreams

OF_STREAM = "stream = (SELECT id FROM tilth.streams WHERE name = $1) AND number = $2"


async def until(check: Callable[[], Awaitable[object]], seconds: float = 20) -> None:
    """Return when the check gives something true."""
    async with asyncio.timeout(seconds):
        while not await check():  # noqa: ASYNC110 - another process changes
            await asyncio.sleep(0.01)


class PostgresData:
    """The store in one database."""

    def __init__(self, url: str, direct_url: str = "") -> None:
        """`direct_url` reaches the database where `url` leads through something that disturbs."""
        self.url = url
        self._direct_url = direct_url or url

    async def open(self) -> PostgresStreams:
        store = await PostgresEngine(self.url).open()
        assert isinstance(store, PostgresStreams)
        return store

    def alter(self, stream: str, number: int, body: bytes) -> None:
        self.change(f"UPDATE tilth.records SET body = $3 WHERE {OF_STREAM}", stream.encode(), number, body)

    def remove(self, stream: str, number: int) -> None:
        self.change(f"DELETE FROM tilth.records WHERE {OF_STREAM}", stream.encode(), number)

    def harm_row(self, index: str, key: str, body: bytes) -> None:
        statement = "UPDATE tilth.index_rows SET body = $3 WHERE name = $1 AND key = $2"
        self.change(statement, index.encode(), key.encode(), body)

    def lose_entry(self, index: str, key: str, tag: str) -> None:
        statement = "DELETE FROM tilth.index_entries WHERE name = $1 AND key = $2 AND tag = $3"
        self.change(statement, index.encode(), key.encode(), tag.encode())

    def change(self, statement: str, *parameters: Any) -> None:
        """Change one row."""

        async def change() -> str:
            connection = await asyncpg.connect(self._direct_url.partition("?")[0], ssl=False)
            try:
                done: str = await connection.execute(statement, *parameters)
                return done
            finally:
                await connection.close()

        assert wait_in_thread(change()).endswith(" 1")
