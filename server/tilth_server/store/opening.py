"""`open_store`, which opens a store by its URL with the engine that the URL names."""

from pathlib import Path
from typing import TYPE_CHECKING

from tilth_server.store.engine import Engine
from tilth_server.store.errors import BadStoreUrl
from tilth_server.store.streams import Store, TransactionObserver

if TYPE_CHECKING:
    from tilth_server.store.postgres import PostgresEngine

SQLITE = "sqlite"
POSTGRES = ("postgresql", "postgres")


async def open_store(
    url: str, observed: TransactionObserver | None = None, *, accept_older: bool = False
) -> Store:
    """Open the store that the URL names, or create one there. `observed` is called for every transaction.

    "sqlite:PATH" is a data directory with an SQLite database, "postgresql://HOST/DATABASE" a database of PostgreSQL.
    Raise StoreFailed or StoreInUse if it cannot be opened; OlderStore if it lacks records that it once had, unless
    `accept_older` is true.
    """
    return await engine_of(url).open(observed, accept_older=accept_older)


def engine_of(url: str) -> Engine:
    """Return the engine of the store that the URL names. Raise BadStoreUrl if this build has none for it."""
    scheme, colon, path = url.partition(":")
    if scheme in POSTGRES and path.startswith("//"):
        return _postgres_engine(url)
    if not colon or scheme != SQLITE:
        raise BadStoreUrl(
            f"no store is known by {url!r}: this build knows sqlite:PATH, where PATH is a directory, and"
            " postgresql://HOST/DATABASE"
        )
    if not path:
        raise BadStoreUrl(f"{url!r} names no directory: it has to be sqlite:PATH")
    from tilth_server.store.sqlite import SqliteEngine

    return SqliteEngine(Path(path))


async def migrate(url: str) -> int:
    """Make the tables that the database of a store lacks; return the number of migrations that were run."""
    scheme, _, path = url.partition(":")
    if scheme not in POSTGRES or not path.startswith("//"):
        raise BadStoreUrl(f"only a store in PostgreSQL is migrated by itself: {url!r} is none")
    return await _postgres_engine(url).migrate()


def _postgres_engine(url: str) -> "PostgresEngine":
    """Return the engine on PostgreSQL. Raise BadStoreUrl if its driver is not installed."""
    try:
        from tilth_server.store.postgres import PostgresEngine
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        raise BadStoreUrl(
            "a store in PostgreSQL needs the driver asyncpg: pip install 'tilth-games[server,postgres]'"
        ) from error
    return PostgresEngine(url)


def sqlite_url(data: Path) -> str:
    """Return the URL of the store in a data directory."""
    return f"{SQLITE}:{data}"
