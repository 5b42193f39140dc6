"""Connections of the attackers that speak HTTP/2 by themselves."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.attack.attack import Target
from tests.attack.http2 import WINDOW, Connection


@asynccontextmanager
async def connected(target: Target, *, window: int = WINDOW) -> AsyncIterator[Connection]:
    """Connect to the target. The connection, and everything that came on it, is counted there."""
    connection = await Connection.open(target.address, source=target.source, window=window)
    target.seen["connections"] += 1
    target.on_connections[id(connection)] = connection.seen
    try:
        yield connection
    finally:
        await connection.close()
        target.seen.update(target.on_connections.pop(id(connection)))
