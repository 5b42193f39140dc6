"""The tables, as numbered migrations: a new store runs all of them, an older store those that it lacks.

A migration that has landed is never changed. Each is one transaction, which also writes the number of the version.
"""

# Records lie in the order they were written, with an index of (stream, number), rather than clustered by stream: a
# transaction that touches 64 streams then fills a few pages instead of dirtying 64, which measured twice as fast.
# The price is that a match read back from a cold disk costs a page a record. A stream's length and last hash are kept
# beside its name, so that a record missing from its end is noticed.
STREAMS = """
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
"""

# Values beside the streams, each of which can be erased. A row is written once, at the end of the table, and erased by
# zeros of the same length in its place: so no page is ever split or merged, and no copy of a value stays behind.
KEPT = """
CREATE TABLE kept (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    body BLOB NOT NULL
);
CREATE INDEX kept_keys ON kept (key);
"""

# Rows of indexes. `tags` and `unique_keys` are JSON, so that a row which is replaced says what it was found by. Each
# tag's entries lie together in the order of lists: a page is one walk along the table, whatever number of rows there
# are. `index_tags` gives tags short numbers and keeps their sums; the tag "" is that of all rows.
INDEXES = """
CREATE TABLE index_rows (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    key TEXT NOT NULL,
    place INTEGER NOT NULL,
    tags TEXT NOT NULL,
    unique_keys TEXT NOT NULL,
    version INTEGER NOT NULL,
    body BLOB NOT NULL,
    UNIQUE (name, key)
);
CREATE TABLE index_tags (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    tag TEXT NOT NULL,
    sum INTEGER NOT NULL,
    UNIQUE (name, tag)
);
CREATE TABLE index_entries (
    tag INTEGER NOT NULL,
    place INTEGER NOT NULL,
    key TEXT NOT NULL,
    row INTEGER NOT NULL,
    PRIMARY KEY (tag, place, key)
) WITHOUT ROWID;
CREATE TABLE index_unique_keys (
    name TEXT NOT NULL,
    unique_key TEXT NOT NULL,
    row INTEGER NOT NULL,
    PRIMARY KEY (name, unique_key)
) WITHOUT ROWID;
"""

# Records that `tilth-server archive` has moved into files ("bundles") beside the database: `archived` says where the
# first `length` records of a stream are. Its later records, if it gets some, are in `records`. A bundle whose
# `is_emptied` is 0 is complete, and its records may still be in `records`, too. `bundle_pieces` is empty in a data
# directory: a backup in one file holds the bundles there, a megabyte in a row.
ARCHIVE = """
CREATE TABLE bundles (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    size INTEGER NOT NULL,
    digest BLOB NOT NULL,
    is_emptied INTEGER NOT NULL
);
CREATE TABLE archived (
    stream INTEGER PRIMARY KEY REFERENCES streams (id),
    bundle INTEGER NOT NULL REFERENCES bundles (id),
    place INTEGER NOT NULL,
    size INTEGER NOT NULL,
    length INTEGER NOT NULL,
    head BLOB NOT NULL
);
CREATE INDEX archived_bundles ON archived (bundle);
CREATE TABLE bundle_pieces (
    id INTEGER PRIMARY KEY,
    bundle INTEGER NOT NULL REFERENCES bundles (id),
    number INTEGER NOT NULL,
    body BLOB NOT NULL,
    UNIQUE (bundle, number)
);
"""

MIGRATIONS = (STREAMS, KEPT, INDEXES, ARCHIVE)
"""The migrations in order: the one at place n makes a store of version n + 1."""

VERSION = len(MIGRATIONS)


def migration_from(version: int, application: int) -> str:
    """Return the statements that make a store of the newest version of one of this version; 0: of an empty file."""
    tables = "".join(MIGRATIONS[version:])
    return (
        f"BEGIN IMMEDIATE; {tables} PRAGMA application_id = {application};"
        f" PRAGMA user_version = {VERSION}; COMMIT;"
    )
