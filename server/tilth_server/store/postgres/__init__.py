"""The engine on PostgreSQL. No code outside of this package uses asyncpg."""

from tilth_server.store.postgres.engine import PostgresEngine
from tilth_server.store.postgres.streams import PostgresStreams

__all__ = ["PostgresEngine", "PostgresStreams"]
