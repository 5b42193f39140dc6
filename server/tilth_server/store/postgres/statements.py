"""The statements that write and read records, index rows and kept values. Each is a transaction of its own.

A batch is one statement with its fence inside: it counts the streams, rows and keys that were as the batch expects
them, and divides by zero if one was not, which takes back the whole statement. So several puts over several streams are
stored together or not at all, in one round trip.
"""

import re
from typing import Final

DURABILITY: Final = (
    "concat_ws(' ', current_setting('fsync'), current_setting('full_page_writes'),"
    " current_setting('synchronous_standby_names') <> '',"
    " strpos(current_setting('synchronous_standby_names'), '*') > 0)"
)
"""The settings on which it depends what a commit is worth, as one text. Every batch returns it, so a server that was
changed while it ran is noticed by the first batch that it executes."""

SELECT_TIPS: Final = """
SELECT stream.name, stream.id, stream.length, stream.head, record.hash
FROM unnest($1::bytea[]) AS want (name)
JOIN tilth.streams AS stream ON stream.name = want.name
LEFT JOIN tilth.records AS record ON record.stream = stream.id AND record.number = stream.length - 1
"""
NEXT_BLOCK: Final = "SELECT nextval('tilth.stream_blocks')"

SELECT_HASHES: Final = """
SELECT want.name, record.hash
FROM unnest($1::bytea[], $2::int[]) AS want (name, number)
JOIN tilth.streams AS stream ON stream.name = want.name
JOIN tilth.records AS record ON record.stream = stream.id AND record.number = want.number
"""
"""Finds the hashes of records, by which a batch with an unknown outcome is recognised."""

SELECT_ROWS: Final = """
SELECT have.name, have.key, have.place, have.tags, have.unique_keys, have.revision
FROM unnest($1::bytea[], $2::bytea[]) AS want (name, key)
JOIN tilth.index_rows AS have ON have.name = want.name AND have.key = want.key
"""
SELECT_HOLDERS: Final = """
SELECT have.name, have.unique_key, have.key
FROM unnest($1::bytea[], $2::bytea[]) AS want (name, unique_key)
JOIN tilth.index_unique_keys AS have ON have.name = want.name AND have.unique_key = want.unique_key
"""
SELECT_REVISIONS: Final = "SELECT key, revision FROM tilth.kept WHERE key = ANY($1::bytea[])"

_MOVED: Final = """
WITH moved AS (
    UPDATE tilth.streams AS stream SET length = want.length, head = want.head
    FROM unnest($1::bigint[], $2::int[], $3::bytea[], $4::int[], $5::bytea[])
        AS want (id, old_length, old_head, length, head)
    WHERE stream.id = want.id AND stream.length = want.old_length AND stream.head = want.old_head
    RETURNING 1
), begun AS (
    INSERT INTO tilth.streams (id, name, length, head)
    SELECT * FROM unnest($6::bigint[], $7::bytea[], $8::int[], $9::bytea[])
), written AS (
    INSERT INTO tilth.records (stream, number, body, hash)
    SELECT * FROM unnest($10::bigint[], $11::int[], $12::bytea[], $13::bytea[])
)"""

_INDEXED: Final = """, replaced AS (
    INSERT INTO tilth.index_rows AS have (name, key, place, tags, unique_keys, version, body, revision)
    SELECT * FROM unnest($14::bytea[], $15::bytea[], $16::bigint[], $17::bytea[], $18::bytea[], $19::int[],
        $20::bytea[], $21::int[])
    ON CONFLICT (name, key) DO UPDATE
    SET place = excluded.place, tags = excluded.tags, unique_keys = excluded.unique_keys, version = excluded.version,
        body = excluded.body, revision = excluded.revision
    WHERE have.revision = excluded.revision - 1
    RETURNING 1
), delisted AS (
    DELETE FROM tilth.index_entries AS entry
    USING unnest($22::bytea[], $23::bytea[], $24::bigint[], $25::bytea[]) AS gone (name, tag, place, key)
    WHERE entry.name = gone.name AND entry.tag = gone.tag AND entry.place = gone.place AND entry.key = gone.key
), listed AS (
    INSERT INTO tilth.index_entries (name, tag, place, key)
    SELECT * FROM unnest($26::bytea[], $27::bytea[], $28::bigint[], $29::bytea[])
), summed AS (
    INSERT INTO tilth.index_sums AS have (name, tag, part, sum)
    SELECT change.name, change.tag, $30::smallint, change.sum
    FROM unnest($31::bytea[], $32::bytea[], $33::bigint[]) AS change (name, tag, sum)
    ON CONFLICT (name, tag, part) DO UPDATE SET sum = have.sum + excluded.sum
), freed AS (
    DELETE FROM tilth.index_unique_keys AS have
    USING unnest($34::bytea[], $35::bytea[]) AS gone (name, unique_key)
    WHERE have.name = gone.name AND have.unique_key = gone.unique_key
), passed AS (
    UPDATE tilth.index_unique_keys AS have SET key = want.key
    FROM unnest($36::bytea[], $37::bytea[], $38::bytea[], $39::bytea[]) AS want (name, unique_key, old_key, key)
    WHERE have.name = want.name AND have.unique_key = want.unique_key AND have.key = want.old_key
    RETURNING 1
), taken AS (
    INSERT INTO tilth.index_unique_keys (name, unique_key, key)
    SELECT * FROM unnest($40::bytea[], $41::bytea[], $42::bytea[])
), kept AS (
    INSERT INTO tilth.kept AS have (key, body, revision)
    SELECT * FROM unnest($43::bytea[], $44::bytea[], $45::int[])
    ON CONFLICT (key) DO UPDATE SET body = excluded.body, revision = excluded.revision
    WHERE have.revision = excluded.revision - 1
    RETURNING 1
)"""


def _fence(*counted: tuple[str, str]) -> str:
    """Return the end of a batch, which fails if one of the parts has not changed as many rows as its array has."""
    whole = " AND ".join(f"(SELECT count(*) FROM {part}) = cardinality({array})" for part, array in counted)
    return f"\nSELECT 1 / (CASE WHEN {whole} THEN 1 ELSE 0 END), {DURABILITY} AS durability"


STREAMS_MOVED: Final = ("moved", "$1::bigint[]")

APPEND: Final = _MOVED + _fence(STREAMS_MOVED)
"""A batch of records."""
APPEND_WITH_ROWS: Final = (
    _MOVED
    + _INDEXED
    + _fence(
        STREAMS_MOVED, ("replaced", "$14::bytea[]"), ("passed", "$36::bytea[]"), ("kept", "$43::bytea[]")
    )
)
"""A batch of records with index rows or kept values."""

PAGE_RECORDS: Final = 500
LARGE_BYTES: Final = 1 << 16
"""A page of records ends after this many records, and before a large one that is not at its beginning: an imported log
may have some."""

SELECT_PAGE: Final = """
SELECT stream.length, stream.head, page.numbers, page.bodies, page.hashes
FROM tilth.streams AS stream, LATERAL (
    SELECT array_agg(record.number) AS numbers, array_agg(record.body) AS bodies, array_agg(record.hash) AS hashes
    FROM (
        SELECT number, body, hash FROM tilth.records
        WHERE records.stream = stream.id AND number >= $2 AND number < least($3, stream.length)
            AND (number <= $2 + 1 OR octet_length(body) <= $5)
        ORDER BY number LIMIT $4
    ) AS record
) AS page
WHERE stream.name = $1
"""
"""A page is one row: a row for each record would cost the server and us half of the time of the read."""
SELECT_HEAD: Final = "SELECT length, head FROM tilth.streams WHERE name = $1"
SELECT_LENGTHS: Final = "SELECT name, length FROM tilth.streams WHERE name = ANY($1::bytea[])"
SELECT_NAMES: Final = (
    "SELECT name, length FROM tilth.streams WHERE name >= $1 AND name > $2 ORDER BY name LIMIT $3"
)
SELECT_KEPT: Final = "SELECT key, body FROM tilth.kept WHERE key >= $1 ORDER BY key"

_COLUMNS: Final = "have.key, have.place, have.tags, have.unique_keys, have.version, have.body"
SELECT_ROW: Final = f"SELECT {_COLUMNS} FROM tilth.index_rows AS have WHERE name = $1 AND key = $2"
SELECT_UNIQUE: Final = f"""
SELECT {_COLUMNS} FROM tilth.index_unique_keys AS held
JOIN tilth.index_rows AS have ON have.name = held.name AND have.key = held.key
WHERE held.name = $1 AND held.unique_key = $2
"""
SELECT_SUM: Final = (
    "SELECT coalesce(sum(sum), 0)::bigint AS sum FROM tilth.index_sums WHERE name = $1 AND tag = $2"
)
SELECT_SUMS: Final = """
SELECT tag, sum(sum)::bigint AS sum FROM tilth.index_sums WHERE name = $1 AND tag >= $2 GROUP BY tag ORDER BY tag
"""
SELECT_TAGGED: Final = f"""
SELECT {_COLUMNS} FROM (
    SELECT place, key FROM tilth.index_entries
    WHERE name = $1 AND tag = $2 AND place >= $3 AND (place, key) < ($4, $5)
    ORDER BY place DESC, key DESC LIMIT $6
) AS entry
JOIN tilth.index_rows AS have ON have.name = $1 AND have.key = entry.key
ORDER BY entry.place DESC, entry.key DESC
"""
"""A page of the rows with one tag."""
_WALKED: Final = """
    SELECT place, key, row_number() OVER (ORDER BY place DESC, key DESC) AS examined FROM (
        SELECT place, key FROM tilth.index_entries
        WHERE name = $1 AND tag = $2 AND place >= $3 AND (place, key) < ($4, $5)
        ORDER BY place DESC, key DESC LIMIT $6
    ) AS entry
"""
"""The entries of one tag that may be examined for a page, numbered from 1."""
SELECT_SHARED: Final = f"""
SELECT walked.examined, {_COLUMNS} FROM ({_WALKED}) AS walked
JOIN tilth.index_rows AS have ON have.name = $1 AND have.key = walked.key
WHERE NOT EXISTS (
    SELECT 1 FROM unnest($7::bytea[]) AS wanted (tag) WHERE NOT EXISTS (
        SELECT 1 FROM tilth.index_entries AS other
        WHERE other.name = $1 AND other.tag = wanted.tag AND other.place = walked.place AND other.key = walked.key
    )
)
ORDER BY walked.examined LIMIT $8
"""
"""The first rows with one tag that have other tags, too."""
SELECT_LAST_WALKED: Final = f"""
SELECT examined, place, key FROM ({_WALKED}) AS walked ORDER BY examined DESC LIMIT 1
"""

SELECT_INDEXES: Final = "SELECT name FROM tilth.index_sums WHERE tag = $1 GROUP BY name HAVING sum(sum) > 0"

CLEAR_INDEX: Final = """
WITH rows AS (DELETE FROM tilth.index_rows WHERE name = $1),
entries AS (DELETE FROM tilth.index_entries WHERE name = $1),
sums AS (DELETE FROM tilth.index_sums WHERE name = $1)
DELETE FROM tilth.index_unique_keys WHERE name = $1
"""


def _renumbered(statement: str, by: int) -> str:
    """Return the statement with the numbers of its parameters lowered."""
    return re.sub(r"\$(\d+)", lambda found: f"${int(found[1]) - by}", statement)


INSERT_ROWS: Final = (
    _renumbered("WITH" + _INDEXED.removeprefix(",").split("), kept AS")[0] + ")", 13) + "\nSELECT 1"
)
"""Rows of an index that is rebuilt: the part of a batch that writes rows, by itself."""

SELECT_EXPECTED: Final = (
    f"SELECT {_COLUMNS} FROM tilth.index_rows AS have WHERE name = $1 AND key = ANY($2::bytea[])"
)
SELECT_LISTED: Final = """
SELECT entry.key, entry.tag
FROM unnest($2::bytea[], $3::bigint[], $4::bytea[]) AS want (tag, place, key)
JOIN tilth.index_entries AS entry
    ON entry.name = $1 AND entry.tag = want.tag AND entry.place = want.place AND entry.key = want.key
"""
SELECT_HELD: Final = (
    "SELECT unique_key, key FROM tilth.index_unique_keys WHERE name = $1 AND unique_key = ANY($2::bytea[])"
)
NEXT_KEYS: Final = "SELECT key FROM tilth.index_rows WHERE name = $1 AND key >= $2 ORDER BY key LIMIT $3"
NEXT_ENTRIES: Final = """
SELECT entry.tag, entry.place, entry.key, have.place = entry.place AS is_placed, have.tags
FROM (
    SELECT tag, place, key FROM tilth.index_entries
    WHERE name = $1 AND (tag, place, key) >= ($2, $3, $4) ORDER BY tag, place, key LIMIT $5
) AS entry
LEFT JOIN tilth.index_rows AS have ON have.name = $1 AND have.key = entry.key
ORDER BY entry.tag, entry.place, entry.key
"""
NEXT_UNIQUE_KEYS: Final = """
SELECT held.unique_key, have.unique_keys
FROM (
    SELECT unique_key, key FROM tilth.index_unique_keys
    WHERE name = $1 AND unique_key >= $2 ORDER BY unique_key LIMIT $3
) AS held
LEFT JOIN tilth.index_rows AS have ON have.name = $1 AND have.key = held.key
ORDER BY held.unique_key
"""
