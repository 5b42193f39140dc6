"""The tables, as numbered migrations: a new database gets all of them, an older one those that it lacks.

A migration only adds, so that the version before works on while and after it is run. A migration that has landed is
never changed. Names, keys and tags are bytes: a text of PostgreSQL cannot hold every character, and is sorted by a
locale.
"""

from typing import Final

import asyncpg

from tilth_server.store.errors import StoreFailed
from tilth_server.store.postgres.failures import failure, is_of

# A stream's row is replaced by every append to it. With room on its page PostgreSQL does that without touching an
# index, and such rows are worth cleaning away early.
FIRST: Final = """
CREATE SEQUENCE tilth.stream_blocks;
CREATE TABLE tilth.streams (
    id bigint PRIMARY KEY,
    name bytea NOT NULL UNIQUE,
    length integer NOT NULL,
    head bytea NOT NULL
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
CREATE TABLE tilth.records (
    stream bigint NOT NULL,
    number integer NOT NULL,
    body bytea NOT NULL,
    hash bytea NOT NULL,
    PRIMARY KEY (stream, number)
);
CREATE TABLE tilth.kept (
    key bytea PRIMARY KEY,
    body bytea NOT NULL,
    revision integer NOT NULL
) WITH (autovacuum_vacuum_threshold = 1, autovacuum_vacuum_scale_factor = 0);
CREATE TABLE tilth.index_rows (
    name bytea NOT NULL,
    key bytea NOT NULL,
    place bigint NOT NULL,
    tags bytea NOT NULL,
    unique_keys bytea NOT NULL,
    version integer NOT NULL,
    body bytea NOT NULL,
    revision integer NOT NULL,
    PRIMARY KEY (name, key)
);
CREATE TABLE tilth.index_entries (
    name bytea NOT NULL,
    tag bytea NOT NULL,
    place bigint NOT NULL,
    key bytea NOT NULL,
    PRIMARY KEY (name, tag, place, key)
);
CREATE TABLE tilth.index_sums (
    name bytea NOT NULL,
    tag bytea NOT NULL,
    part smallint NOT NULL,
    sum bigint NOT NULL,
    PRIMARY KEY (name, tag, part)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
CREATE TABLE tilth.index_unique_keys (
    name bytea NOT NULL,
    unique_key bytea NOT NULL,
    key bytea NOT NULL,
    PRIMARY KEY (name, unique_key)
);
"""

MEMBERS: Final = """
CREATE TABLE tilth.members (
    id text PRIMARY KEY,
    address text NOT NULL,
    version text NOT NULL,
    leaving boolean NOT NULL,
    gone boolean NOT NULL,
    heartbeat_at timestamptz NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
"""

LEVELS: Final = "ALTER TABLE tilth.members ADD COLUMN level integer NOT NULL DEFAULT 0"

MIGRATIONS: Final = ((FIRST, 1), (MEMBERS, 1), (LEVELS, 1))
"""The migrations in order, each with the oldest version of the tables whose servers can work with it. The one at place
n makes version n + 1."""

VERSION: Final = len(MIGRATIONS)

BEGIN: Final = """
CREATE SCHEMA IF NOT EXISTS tilth;
CREATE TABLE IF NOT EXISTS tilth.migrations (
    version integer PRIMARY KEY,
    oldest_server integer NOT NULL,
    ran_at timestamptz NOT NULL DEFAULT now()
);
"""
SELECT_VERSION: Final = """
SELECT coalesce(max(version), 0) AS version, coalesce(max(oldest_server), 0) AS oldest FROM tilth.migrations
"""
INSERT_VERSION: Final = "INSERT INTO tilth.migrations (version, oldest_server) VALUES ($1, $2)"

MISSING: Final = ("42P01", "3F000")
MADE_BESIDE: Final = ("23505", "42P06", "42P07", "40")
"""Another server makes the same tables at this moment."""
TRIES: Final = 5


async def check_schema(connection: asyncpg.Connection) -> bool:
    """Return whether the database has all tables of this version. Raise StoreFailed if a newer server has added some
    that this one does not know how to keep right.
    """
    try:
        row = await connection.fetchrow(SELECT_VERSION)
    except asyncpg.PostgresError as error:
        if is_of(error, MISSING):
            return False
        raise failure(error) from error
    assert row is not None
    if row["oldest"] > VERSION:
        raise StoreFailed(
            f"the database was changed by a newer server (its tables are of version {row['version']}, this server knows"
            f" {VERSION}, and at least {row['oldest']} is needed): start the newer version"
        )
    return bool(row["version"] >= VERSION)


async def migrate(connection: asyncpg.Connection) -> int:
    """Make the tables that the database lacks; return the number of migrations that were run.

    Raise StoreFailed if the role may not do that.
    """
    for left in reversed(range(TRIES)):
        try:
            if await check_schema(connection):
                return 0
            return await _run(connection)
        except asyncpg.PostgresError as error:
            if is_of(error, ("42501",)):
                raise StoreFailed(
                    "the database lacks tables of this version, and this role may not make them:"
                    " run `tilth-server migrate` as the owner of the database"
                ) from error
            if not left or not is_of(error, MADE_BESIDE):
                raise failure(error) from error
    raise AssertionError("the last try returns or raises")


async def _run(connection: asyncpg.Connection) -> int:
    """Run the missing migrations in one transaction, and return their number."""
    async with connection.transaction():
        await connection.execute(BEGIN)
        row = await connection.fetchrow(SELECT_VERSION)
        assert row is not None
        missing = MIGRATIONS[row["version"] :]
        for version, (tables, oldest) in enumerate(missing, row["version"] + 1):
            await connection.execute(tables)
            await connection.execute(INSERT_VERSION, version, oldest)
    return len(missing)
