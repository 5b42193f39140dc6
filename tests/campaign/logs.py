"""The contents of a store, read from PostgreSQL by nothing of the server: streams, and digests of tables."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

import asyncpg

from tests.postgres.servers import PostgresServer
from tilth.v1.record_pb2 import Record
from tilth.v1.tournaments_pb2 import TournamentRecord

MATCHES = "match/"
TOURNAMENTS = "tournament/"
TABLES = ("streams", "records", "kept", "index_rows", "index_entries", "index_sums", "index_unique_keys")
STREAMS = """
SELECT s.name, s.length, s.head, r.number, r.body, r.hash
FROM tilth.streams s LEFT JOIN tilth.records r ON r.stream = s.id ORDER BY s.name, r.number
"""
DIGEST = "SELECT count(*) AS count, md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))) AS digest FROM tilth.{} t"
REPLAY_SECONDS = 30.0


@dataclass
class StoredStream:
    """A stream as it lies in the tables."""

    name: str
    length: int
    """The length that the stream's row says."""
    head: bytes
    """The last hash that the stream's row says."""
    numbers: list[int]
    bodies: list[bytes]
    hashes: list[bytes]

    def faults(self) -> list[str]:
        """Return where numbers or hashes are not as docs/explanation/fairness.md says."""
        if self.numbers != list(range(self.length)):
            return [
                f"{self.name}: the stream has {self.length} records, and their numbers are {self.numbers[-20:]}"
            ]
        link = sha256(b"tilth stream\0" + self.name.encode()).digest()
        for number, (body, stored) in enumerate(zip(self.bodies, self.hashes, strict=True)):
            link = sha256(link + body).digest()
            if link != stored:
                return [f"{self.name}: the hash of record {number} does not follow from the record before"]
        return [] if link == self.head else [f"{self.name}: the last hash is not the stream's"]


async def connect(server: PostgresServer, database: str = "tilth") -> asyncpg.Connection:
    """Return a connection to one server."""
    return await asyncpg.connect(
        host="127.0.0.1", port=server.port, user="tilth", database=database, ssl=False, timeout=10
    )


async def read_streams(server: PostgresServer, database: str = "tilth") -> list[StoredStream]:
    """Return all streams of the store."""
    connection = await connect(server, database)
    try:
        rows = await connection.fetch(STREAMS)
    finally:
        await connection.close()
    streams: dict[bytes, StoredStream] = {}
    for name, length, head, number, body, hashed in rows:
        stream = streams.get(name)
        if stream is None:
            stream = streams[name] = StoredStream(name.decode(), length, head, [], [], [])
        if number is not None:
            stream.numbers.append(number)
            stream.bodies.append(body)
            stream.hashes.append(hashed)
    return list(streams.values())


def match_logs(streams: Sequence[StoredStream]) -> dict[str, list[Record]]:
    """Return the records of each match, by its id."""
    return {
        stream.name.removeprefix(MATCHES): [Record.FromString(body) for body in stream.bodies]
        for stream in streams
        if stream.name.startswith(MATCHES)
    }


def tournament_logs(streams: Sequence[StoredStream]) -> dict[str, list[TournamentRecord]]:
    """Return the records of each tournament, by its id."""
    return {
        stream.name.removeprefix(TOURNAMENTS): [TournamentRecord.FromString(body) for body in stream.bodies]
        for stream in streams
        if stream.name.startswith(TOURNAMENTS)
    }


async def differences(primary: PostgresServer, standbys: Sequence[PostgresServer]) -> list[str]:
    """Return where a standby differs from the primary, when it has replayed all that the primary has written."""
    connection = await connect(primary)
    try:
        end = await connection.fetchval("SELECT pg_current_wal_flush_lsn()")
        expected = await _digests(connection)
    finally:
        await connection.close()
    faults: list[str] = []
    for standby in standbys:
        connection = await connect(standby)
        try:
            async with asyncio.timeout(REPLAY_SECONDS):
                while not await connection.fetchval("SELECT pg_last_wal_replay_lsn() >= $1", end):  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
            found = await _digests(connection)
        finally:
            await connection.close()
        faults += [
            f"{standby.name}: table {table} has {found[table]}, that of the primary {expected[table]}"
            for table in TABLES
            if found[table] != expected[table]
        ]
    return faults


async def _digests(connection: asyncpg.Connection) -> dict[str, tuple[int, str]]:
    """Return the number of rows and a digest of each table."""
    return {table: tuple(await connection.fetchrow(DIGEST.format(table))) for table in TABLES}
