"""`open_store`, which opens a store by its URL with the engine that the URL names."""

from pathlib import Path

from tilth_server.store.engine import Engine
from tilth_server.store.errors import BadStoreUrl
from tilth_server.store.streams import Store, TransactionObserver

SQLITE = "sqlite"


async def open_store(
    url: str, observed: TransactionObserver | None = None, *, accept_older: bool = False
) -> Store:
    """Open the store that the URL names, or create one there. `observed` is called for every transaction.

    "sqlite:PATH" is a data directory with an SQLite database. Raise StoreFailed or StoreInUse if it cannot be opened;
    OlderStore if it lacks records that it once had, unless `accept_older` is true.
    """
    return await engine_of(url).open(observed, accept_older=accept_older)


def engine_of(url: str) -> Engine:
    """Return the engine of the store that the URL names. Raise BadStoreUrl if this build has none for it."""
    scheme, colon, path = url.partition(":")
    if not colon or scheme != SQLITE:
        raise BadStoreUrl(
            f"no store is known by {url!r}: this build knows sqlite:PATH, where PATH is a directory"
        )
    if not path:
        raise BadStoreUrl(f"{url!r} names no directory: it has to be sqlite:PATH")
    from tilth_server.store.sqlite import SqliteEngine

    return SqliteEngine(Path(path))


def sqlite_url(data: Path) -> str:
    """Return the URL of the store in a data directory."""
    return f"{SQLITE}:{data}"
