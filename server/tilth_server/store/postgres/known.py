"""The state that a batch is judged by, read from the database: ends of streams, index rows, kept values."""

from contextlib import suppress
from typing import Final

import asyncpg

from tilth_server.store import chain
from tilth_server.store.postgres import statements
from tilth_server.store.postgres.batch import Batch, Known, NewIdentity, Plan, Tip
from tilth_server.store.postgres.index_changes import ALL_ROWS, Key, StoredRow, unpack_texts

MAX_TIPS: Final = 20_000


class Tips:
    """The ends of streams that this process has written or read last. The fence finds out if one is no longer true."""

    def __init__(self) -> None:
        self._tips: dict[str, Tip] = {}

    def get(self, stream: str) -> Tip | None:
        """Return the end of a stream, if it is known."""
        return self._tips.get(stream)

    def keep(self, plan: Plan) -> None:
        """Take over the ends that the streams of a durable plan have."""
        self._tips.update((stream, tip) for stream, tip in plan.tips.items() if tip.identity)
        if len(self._tips) > MAX_TIPS:
            for stream in list(self._tips)[: len(self._tips) - MAX_TIPS + MAX_TIPS // 10]:
                del self._tips[stream]

    def forget(self, batch: Batch) -> None:
        """Drop what is known of the streams of a batch."""
        for appends, _, _ in batch.puts:
            for append in appends:
                self._tips.pop(append.stream, None)

    def clear(self) -> None:
        """Drop everything."""
        self._tips.clear()


async def load_known(
    connection: asyncpg.Connection, batch: Batch, known: Tips, new_identity: NewIdentity
) -> Known:
    """Return what the batch is judged by: ends of streams that are not in memory, index rows, kept values."""
    tips: dict[str, Tip] = {}
    wanted: set[str] = set()
    rows: set[Key] = set()
    unique_keys: set[Key] = set()
    keys: set[str] = set()
    for appends, _, keeps in batch.puts:
        for append in appends:
            stream = append.stream
            if stream not in tips and stream not in wanted:
                tip = known.get(stream)
                # Another server may have appended since the end of the stream was read. Without records no fence
                # would notice.
                if tip is None or tip.length != append.expected_length or not append.bodies:
                    wanted.add(stream)
                else:
                    tips[stream] = tip
            for row in append.rows:
                rows.add((row.index, row.key))
                unique_keys.update((row.index, unique_key) for unique_key in row.unique_keys)
        keys.update(keep.key for keep in keeps)
    if wanted:
        await load_tips(connection, wanted, tips)
        new = sum(not tip.identity for tip in tips.values())
        if new_identity.left < new:
            new_identity.refill(await connection.fetchval(statements.NEXT_BLOCK))
    stored = await _load_rows(connection, rows) if rows else {}
    holders = await _load_holders(connection, unique_keys, stored) if rows else {}
    revisions = await _load_revisions(connection, keys) if keys else {}
    return Known(tips, stored, holders, revisions)


async def load_tips(connection: asyncpg.Connection, streams: set[str], tips: dict[str, Tip]) -> None:
    """Read the ends of streams. A name that cannot be stored is left out."""
    names: dict[bytes, str] = {}
    for stream in streams:
        with suppress(UnicodeEncodeError):
            names[stream.encode()] = stream
            tips[stream] = Tip(0, 0, chain.root(stream))
    for name, identity, length, head, stored in await connection.fetch(statements.SELECT_TIPS, list(names)):
        broken = ""
        if stored != head:
            broken = "is missing" if stored is None else "is not the last record that was written"
        tips[names[name]] = Tip(identity, length, head, broken)


async def _load_rows(connection: asyncpg.Connection, keys: set[Key]) -> dict[Key, StoredRow]:
    """Read what has to be known of the rows under these keys."""
    found: dict[Key, StoredRow] = {}
    for name, key, order, tags, unique_keys, revision in await connection.fetch(
        statements.SELECT_ROWS, *_encoded(keys)
    ):
        found[name.decode(), key.decode()] = StoredRow(
            order, frozenset((ALL_ROWS, *unpack_texts(tags))), frozenset(unpack_texts(unique_keys)), revision
        )
    return found


async def _load_holders(
    connection: asyncpg.Connection, unique_keys: set[Key], rows: dict[Key, StoredRow]
) -> dict[Key, str]:
    """Read which rows have the unique keys, and those of the rows that are replaced."""
    wanted = unique_keys | {(index, each) for (index, _), row in rows.items() for each in row.unique_keys}
    if not wanted:
        return {}
    found = await connection.fetch(statements.SELECT_HOLDERS, *_encoded(wanted))
    return {(name.decode(), unique_key.decode()): key.decode() for name, unique_key, key in found}


async def _load_revisions(connection: asyncpg.Connection, keys: set[str]) -> dict[str, int]:
    """Read the revisions of kept values."""
    wanted, _ = _encoded({(key, "") for key in keys})
    found = await connection.fetch(statements.SELECT_REVISIONS, wanted)
    return {key.decode(): revision for key, revision in found}


async def is_stored(connection: asyncpg.Connection, plan: Plan) -> bool:
    """Return whether a plan was executed: all of its last records are there, with its hashes.

    A plan without records cannot be recognised. It may be executed again: an earlier attempt that comes late finds
    other revisions of its rows.
    """
    ends = plan.ends()
    if not ends:
        return False
    names, numbers = [stream.encode() for stream, _, _ in ends], [number for _, number, _ in ends]
    found = dict(await connection.fetch(statements.SELECT_HASHES, names, numbers))
    return all(found.get(stream.encode()) == head for stream, _, head in ends)


def _encoded(keys: set[Key]) -> tuple[list[bytes], list[bytes]]:
    """Return pairs of texts as two lists of bytes. Pairs that cannot be stored are left out."""
    pairs: list[tuple[bytes, bytes]] = []
    for first, second in keys:
        with suppress(UnicodeEncodeError):
            pairs.append((first.encode(), second.encode()))
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]
