"""The embedded engine: one SQLite file in a data directory. No code outside of this package uses SQLite."""

from tilth_server.store.sqlite.engine import SqliteEngine
from tilth_server.store.sqlite.streams import SqliteStreams

__all__ = ["SqliteEngine", "SqliteStreams"]
