"""The SQLite file: connections to it, and the preparation that makes it a store of this version."""

import sqlite3
from pathlib import Path

from tilth_server.store.errors import StoreFailed
from tilth_server.store.sqlite.migrations import VERSION, migration_from

APPLICATION = int.from_bytes(b"Tlth", "big")

# With a log of 4,000 pages (16 MB) a page is copied back once for many commits, and a restart still takes milliseconds.
PRAGMAS = (
    "busy_timeout = 1000",
    "synchronous = FULL",
    "wal_autocheckpoint = 4000",
    "cache_size = -16000",
    "cell_size_check = ON",
    # Erased values are overwritten within their page, which costs tables that only grow nothing.
    "secure_delete = FAST",
)
MODE = "journal_mode = WAL"
"""The file keeps it, and only a connection that may write can set it."""


def prepare(database: Path) -> None:
    """Check that this version understands the store in the file; make the tables that a new or an older one lacks."""
    connection = connect(database)
    try:
        version = _value(connection, "PRAGMA user_version")
        application = _value(connection, "PRAGMA application_id")
        objects = _value(connection, "SELECT count(*) FROM sqlite_schema")
        if (application, version, objects) == (0, 0, 0):
            connection.executescript(migration_from(0, APPLICATION))
        elif application != APPLICATION:
            raise StoreFailed(
                f"{database} is an SQLite file of something else: choose another data directory"
            )
        elif version > VERSION:
            raise StoreFailed(
                f"{database} was written by a newer server (its schema is {version}, this server knows {VERSION}):"
                " start that newer version, or choose another data directory"
            )
        elif version < VERSION:
            connection.executescript(migration_from(version, APPLICATION))
    except sqlite3.Error as error:
        raise failure(database, error) from error
    finally:
        connection.close()


def count_stored(connection: sqlite3.Connection) -> tuple[int, int]:
    """Return the numbers of streams and records in the store, by the lengths that are stored with the streams."""
    streams, records = connection.execute("SELECT count(*), coalesce(sum(length), 0) FROM streams").fetchone()
    return streams, records


def count_archived(database: Path) -> tuple[int, int]:
    """Return the number of streams whose records were moved into bundles, and the bytes of the bundles."""
    connection = connect(database, read_only=True)
    try:
        streams = connection.execute("SELECT count(*) FROM archived").fetchone()[0]
        size = connection.execute("SELECT coalesce(sum(size), 0) FROM bundles").fetchone()[0]
    except sqlite3.Error as error:
        raise failure(database, error) from error
    else:
        return streams, size
    finally:
        connection.close()


def connect(database: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """Return a connection that begins transactions only when told to, and may be used by one thread after the other.

    `read_only` is for another process than the one that holds the directory, while that one has the file open, and
    for a copy that shall stay as it is.
    """
    connection = None
    try:
        where = f"{database.absolute().as_uri()}?mode={'ro' if read_only else 'rwc'}"
        connection = sqlite3.connect(where, uri=True, isolation_level=None, check_same_thread=False)
        connection.text_factory = _text
        for pragma in PRAGMAS if read_only else (MODE, *PRAGMAS):
            connection.execute(f"PRAGMA {pragma}")
    except sqlite3.Error as error:
        if connection is not None:
            connection.close()
        raise failure(database, error) from error
    return connection


def empty_log(database: Path) -> bool:
    """Copy the log beside the file into it and empty the log; return False if somebody reads an older state.

    Most is copied first without making the writer wait. The second step does not wait for readers or writers, because
    the store's own writer would have to wait, too.
    """
    connection = connect(database)
    try:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        connection.execute("PRAGMA busy_timeout = 0")
        busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    except sqlite3.Error as error:
        if primary_code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return False
        raise failure(database, error) from error
    else:
        return not busy
    finally:
        connection.close()


REMEDIES = {
    sqlite3.SQLITE_FULL: "make room on the disk; then the server continues",
    sqlite3.SQLITE_IOERR: "look after the disk: it is full, over a quota, or failing",
    sqlite3.SQLITE_READONLY: "let the server's user write the file and its directory, or mount the disk writable",
    sqlite3.SQLITE_CANTOPEN: "let the server's user write the file and its directory",
    sqlite3.SQLITE_PERM: "let the server's user write the file and its directory",
    sqlite3.SQLITE_BUSY: "another program holds the file: end it",
    sqlite3.SQLITE_LOCKED: "another program holds the file: end it",
    sqlite3.SQLITE_CORRUPT: "the file is damaged: put a good copy in its place, or verify what it still holds",
    sqlite3.SQLITE_NOTADB: "the file is damaged or isn't a store: put a good copy in its place, or move it away",
}


def primary_code(error: sqlite3.Error) -> int:
    """Return SQLite's result code without its extension; 0 for an error that Python's own layer raises."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF


def failure(database: Path, error: sqlite3.Error) -> StoreFailed:
    """Return the error to raise for an SQLite error: it names the file, SQLite's message, and a remedy."""
    advice = REMEDIES.get(primary_code(error), "this is a fault of the server: report it")
    return StoreFailed(f"{database}: {error} ({advice})")


def _text(data: bytes) -> str:
    """Return any bytes as a text. Reading a damaged text does not fail here: its hash shows the damage."""
    return data.decode(errors="replace")


def _value(connection: sqlite3.Connection, sql: str) -> int:
    """Return the one number that a statement selects."""
    value: int = connection.execute(sql).fetchone()[0]
    return value
