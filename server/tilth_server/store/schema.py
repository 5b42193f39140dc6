"""The SQLite file: how it is opened, its tables, its version.

Records lie in the order they were written, with an index of (stream, number), rather than clustered by stream: a
transaction that touches 64 streams then fills a few pages instead of dirtying 64, which measured twice as fast.
The price is that a match read back from a cold disk costs a page a record. A stream's length and last hash are kept
beside its name, so that a record missing from its end is noticed.
"""

import sqlite3
from pathlib import Path

from tilth_server.store.errors import StoreFailed

APPLICATION = int.from_bytes(b"Tlth", "big")
VERSION = 1

# With a log of 4,000 pages (16 MB) a page is copied back once for many commits, and a restart still takes milliseconds.
PRAGMAS = (
    "busy_timeout = 1000",
    "journal_mode = WAL",
    "synchronous = FULL",
    "wal_autocheckpoint = 4000",
    "cache_size = -16000",
    "cell_size_check = ON",
)

TABLES = f"""
BEGIN IMMEDIATE;
CREATE TABLE streams (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    length INTEGER NOT NULL,
    head BLOB NOT NULL
);
CREATE TABLE records (
    position INTEGER PRIMARY KEY,
    stream INTEGER NOT NULL REFERENCES streams (id),
    number INTEGER NOT NULL,
    body BLOB NOT NULL,
    hash BLOB NOT NULL,
    UNIQUE (stream, number)
);
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
COMMIT;
"""


def prepare(database: Path) -> None:
    """See that the file is a store this version understands; make the tables of a new one."""
    connection = connect(database)
    try:
        version = _value(connection, "PRAGMA user_version")
        application = _value(connection, "PRAGMA application_id")
        objects = _value(connection, "SELECT count(*) FROM sqlite_schema")
        if (application, version, objects) == (0, 0, 0):
            connection.executescript(TABLES)
        elif application != APPLICATION:
            raise StoreFailed(
                f"{database} is an SQLite file of something else: choose another data directory"
            )
        elif version > VERSION:
            raise StoreFailed(
                f"{database} was written by a newer server (its schema is {version}, this server knows {VERSION}):"
                " start that newer version, or choose another data directory"
            )
    except sqlite3.Error as error:
        raise failure(database, error) from error
    finally:
        connection.close()


def connect(database: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """A connection that begins and ends its own transactions and may be handed from thread to thread.

    With `read_only` for another process, while the one that holds the directory has the file open.
    """
    connection = None
    try:
        where = f"{database.absolute().as_uri()}?mode={'ro' if read_only else 'rwc'}"
        connection = sqlite3.connect(where, uri=True, isolation_level=None, check_same_thread=False)
        connection.text_factory = _text
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
    except sqlite3.Error as error:
        if connection is not None:
            connection.close()
        raise failure(database, error) from error
    return connection


ADVICE = {
    sqlite3.SQLITE_FULL: "make room on the disk; the server goes on by itself then",
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
    """SQLite's result code without its extension; 0 for what Python's own layer raises."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF


def failure(database: Path, error: sqlite3.Error) -> StoreFailed:
    """What SQLite says, where, and what to do about it."""
    advice = ADVICE.get(primary_code(error), "this is a fault of the server: report it")
    return StoreFailed(f"{database}: {error} ({advice})")


def _text(data: bytes) -> str:
    """Any text can be read: what damage has made one of is found by its hash, and not by failing to be read."""
    return data.decode(errors="replace")


def _value(connection: sqlite3.Connection, sql: str) -> int:
    value: int = connection.execute(sql).fetchone()[0]
    return value
