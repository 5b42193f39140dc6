"""The index of matches, compared with the streams that it follows from."""

from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Sequence

from tilth.v1.archive_pb2 import ImportRecord
from tilth.v1.players_pb2 import PlayerRecord
from tilth_server.derived_ids import DerivedIds
from tilth_server.index_progress import read_state
from tilth_server.matches import match_rows
from tilth_server.matches.indexing import KEY
from tilth_server.matches.match_fold import MatchFold
from tilth_server.matches.match_info import NotAMatchStream
from tilth_server.matches.match_orders import BY_RECORDS, Order, order_row
from tilth_server.store import (
    BrokenChain,
    Head,
    HeldStore,
    IndexRow,
    LogReader,
    RecordPage,
    StoredRecord,
    StreamIndex,
    read_pages,
)


async def index_faults(held: HeldStore, match_ids: Sequence[str]) -> list[str]:
    """Return a line for each row that is not what the streams say. An index that is not complete has no faults."""
    if not (await read_state(held.index, KEY, match_rows.VERSION)).is_complete:
        return []
    streams = HeldStreams(held.reader)
    try:
        owners = await _Owners.read(streams)
    except BrokenChain:
        # Nobody knows which players there are. The damaged stream has a line of its own.
        return []
    rows = _rows(held.index, match_ids, MatchFold(streams, owners), owners)
    faults = await held.index.verify(match_rows.INDEX, rows)
    for order in BY_RECORDS:
        ordered = _order_rows(held.index, order, match_ids, MatchFold(streams, owners))
        faults += await held.index.verify(order, ordered)
    return [f"index of matches: row {fault.key!r} {fault.why}" for fault in faults]


async def _rows(
    index: StreamIndex, match_ids: Sequence[str], fold: MatchFold, owners: "_Owners"
) -> AsyncIterator[IndexRow]:
    """Yield the rows that the matches should have. A damaged match may have been indexed before it was damaged."""
    for match_id in match_ids:
        row = None
        try:
            info = await fold.read(match_id)
        except BrokenChain:
            row = await index.find(match_rows.INDEX, match_id)
        except NotAMatchStream:
            continue
        else:
            if info.damage:
                row = await index.find(match_rows.INDEX, match_id)
            else:
                row = match_rows.row_of(info, owners.ids)
        if row is not None:
            yield row


async def _order_rows(
    index: StreamIndex, order: Order, match_ids: Sequence[str], fold: MatchFold
) -> AsyncIterator[IndexRow]:
    """Yield the rows that the matches should have in the index of an order."""
    for match_id in match_ids:
        row = None
        try:
            info = await fold.read(match_id)
        except BrokenChain:
            row = await index.find(order, match_id)
        except NotAMatchStream:
            continue
        else:
            row = await index.find(order, match_id) if info.damage else order_row(info, order)
        if row is not None:
            yield row


class HeldStreams:
    """The stream reads that MatchFold and checks need, made on a store that this process holds, without a server."""

    def __init__(self, reader: LogReader) -> None:
        self._reader = reader

    async def head(self, stream: str) -> Head:
        """Return the stream's length and last hash."""
        return self._reader.head(stream)

    def read(
        self, stream: str, start: int = 0, limit: int | None = None
    ) -> AsyncGenerator[StoredRecord, None]:
        """Yield the records from `start` on, at most `limit` of them; raise BrokenChain at the first damaged one."""
        return read_pages(self._page, stream, start, limit)

    async def _page(self, stream: str, start: int, end: int | None, link: bytes | None) -> RecordPage:
        """Return one page of records; it blocks, which is harmless because no server shares this loop."""
        return self._reader.page(stream, start, end, link)


class _Owners:
    """The players and the imports in the store: they decide which matches are listed as a player's own."""

    def __init__(self) -> None:
        self.ids = DerivedIds()
        self._registered: set[str] = set()
        self._imported: dict[str, frozenset[str]] = {}

    @classmethod
    async def read(cls, streams: HeldStreams) -> "_Owners":
        """Read the players and the imports from their streams."""
        owners = cls()
        async for stored in streams.read("players"):
            record = PlayerRecord.FromString(stored.body)
            if record.HasField("registered"):
                owners._registered.add(record.registered.player_id)
            elif record.HasField("id_secret_made"):
                owners.ids.secret = record.id_secret_made.secret
        start = 0
        length = (await streams.head("imports")).length
        while start < length:
            try:
                async for stored in streams.read("imports", start):
                    imported = ImportRecord.FromString(stored.body)
                    owners._imported[imported.match_id] = frozenset(imported.own_player_ids)
                    start = stored.number + 1
            except BrokenChain as broken:
                start = max(start, broken.number) + 1
        return owners

    def claimed_in(self, match_id: str, player_ids: Iterable[str]) -> frozenset[str]:
        """Return the registered players of an imported match that its import did not confirm."""
        confirmed = self._imported.get(match_id)
        return (
            frozenset()
            if confirmed is None
            else frozenset(self._registered.intersection(player_ids)) - confirmed
        )
