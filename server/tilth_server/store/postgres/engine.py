"""The engine of a store in PostgreSQL."""

from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, asynccontextmanager
from pathlib import Path
from typing import Final

from tilth_server.store.disk_use import DiskUse
from tilth_server.store.engine import HeldStore, LogReader, Progress
from tilth_server.store.errors import NotOffered, StoreFailed
from tilth_server.store.moving import RecordMover
from tilth_server.store.postgres.blocking import BlockingReader
from tilth_server.store.postgres.index import PostgresIndex
from tilth_server.store.postgres.link import BEGIN_SNAPSHOT, EXPORT_SNAPSHOT, ReadLink
from tilth_server.store.postgres.members import PostgresMembers
from tilth_server.store.postgres.primary import use_primary
from tilth_server.store.postgres.schema import check_schema, migrate
from tilth_server.store.postgres.streams import PostgresStreams
from tilth_server.store.postgres.target import parse_url
from tilth_server.store.streams import Store, TransactionObserver

NO_COPY: Final = (
    "a store in PostgreSQL is backed up and restored with PostgreSQL's own tools (pg_basebackup and its log, or your"
    " provider's backups); `tilth-server copy` makes a verified copy of it in a data directory"
)

NO_ARCHIVE: Final = (
    "a store in PostgreSQL keeps all matches in the database; `tilth-server archive` is for data directories"
)


class PostgresEngine:
    """The engine of the store in one database."""

    files: Final = "the database"

    def __init__(self, url: str) -> None:
        self._target = parse_url(url)
        self.url = url

    async def open(self, observed: TransactionObserver | None = None, *, accept_older: bool = False) -> Store:
        """Open the store in the database, or make its tables there; `observed` is called for every batch.

        `accept_older` has no meaning here: PostgreSQL itself notices a log that is missing. Raise StoreFailed if the
        store cannot be opened, or if the database may lose a confirmed commit.
        """
        return await PostgresStreams.open(self._target, observed)

    async def migrate(self) -> int:
        """Make the tables that the database lacks; return the number of migrations that were run."""
        async with use_primary(self._target) as connection:
            return await migrate(connection)

    def members(self) -> PostgresMembers:
        """Return the table of the nodes that have this store open. Its tables were made when the store was opened."""
        return PostgresMembers(self._target)

    def is_missing(self) -> bool:
        """Return False: only the database can tell, when it is opened."""
        return False

    def reader(self) -> LogReader:
        """Open a reader beside the servers that have the store open."""
        return BlockingReader(self._target)

    @asynccontextmanager
    async def hold(self) -> AsyncIterator[HeldStore]:
        """Yield the store for reading, as it is at one moment. Servers may continue to write. Raise StoreFailed if
        there is none.
        """
        async with use_primary(self._target) as connection:
            if not await check_schema(connection):
                raise StoreFailed(
                    "there is no store in this database: start a server on it, or run `tilth-server migrate`"
                )
            await connection.execute(BEGIN_SNAPSHOT)
            snapshot = await connection.fetchval(EXPORT_SNAPSHOT)
            index_link = ReadLink(self._target, snapshot)
            reader = BlockingReader(self._target, snapshot)
            try:
                yield HeldStore(reader, PostgresIndex(self._target, index_link, snapshot), "")
            finally:
                await index_link.close()
                reader.close()

    def mover(self) -> AbstractContextManager[RecordMover]:
        """Raise NotOffered: the records stay in the database."""
        raise NotOffered(NO_ARCHIVE)

    def back_up(self, file: Path, progress: Progress | None = None) -> None:
        """Raise NotOffered: PostgreSQL's own tools do this."""
        raise NotOffered(NO_COPY)

    def back_up_into(self, folder: Path, progress: Progress | None = None) -> Path | None:
        """Raise NotOffered: PostgreSQL's own tools do this."""
        raise NotOffered(NO_COPY)

    def disk_use(self) -> DiskUse | None:
        """Return None: PostgreSQL's own monitoring knows its disk."""
        return None

    def verify_backup(self, file: Path, progress: Progress | None = None) -> int:
        """Raise NotOffered: PostgreSQL's own tools do this."""
        raise NotOffered(NO_COPY)

    def restore(self, file: Path, progress: Progress | None = None) -> int:
        """Raise NotOffered: PostgreSQL's own tools do this."""
        raise NotOffered(NO_COPY)
