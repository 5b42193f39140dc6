"""Reading a log: of a match that is over as it is stored, else as the viewer may see it."""

from collections.abc import AsyncIterator

from tilth.v1.archive_pb2 import Entry, ReadLogResponse
from tilth_rules.kernel import EVERYTHING
from tilth_server.archive.eyes import is_over
from tilth_server.archive.reasons import NO_RECORD
from tilth_server.refusal import Refusal
from tilth_server.store import BrokenChain, Streams
from tilth_server.tables.matches import MatchInfo
from tilth_server.wire import GameWire

PIECE_BYTES = 1 << 16
"""About how much goes into one message."""


async def read_log(
    store: Streams, wire: GameWire, info: MatchInfo, viewer: int, first: int, limit: int | None
) -> AsyncIterator[ReadLogResponse]:
    """The records from `first` on, in messages of some size; hashes only where nothing is hidden.

    (A hash of bytes that hold secrets would be a means to guess them.)
    """
    if first > info.record_count:
        raise Refusal(NO_RECORD, f"the log has {info.record_count} records", field="from_record")
    whole = is_over(info)
    eyes = EVERYTHING if whole else viewer
    piece = ReadLogResponse()
    size = 0
    try:
        async for stored in store.read(info.stream, first, limit):
            if whole:
                entry = Entry(number=stored.number, record=stored.body, hash=stored.hash)
            else:
                logged = wire.records.decode(stored.number, stored.body, stacks=False)
                entry = Entry(number=stored.number, record=wire.records.redacted(logged, eyes))
            piece.entries.append(entry)
            size += len(entry.record)
            if size >= PIECE_BYTES:
                yield piece
                piece, size = ReadLogResponse(), 0
    except BrokenChain:
        # What came before is good.
        yield piece
        raise
    if piece.entries:
        yield piece
