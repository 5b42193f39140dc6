"""Reading of logs: a match that has ended is read as it is stored, a running one as the viewer may see it."""

import asyncio
from collections.abc import AsyncIterator

from tilth.v1.archive_pb2 import LogEntry, ReadLogResponse
from tilth_rules.kernel import EVERYTHING
from tilth_server.archive.viewers import is_ended
from tilth_server.matches.match_info import MatchInfo
from tilth_server.reasons import RECORD_NOT_FOUND
from tilth_server.refusal import Refusal
from tilth_server.store import BrokenChain, Streams
from tilth_server.wire import GameWire

PIECE_BYTES = 1 << 16
"""Approximate bytes of records in one message."""
RECORDS_AT_A_TIME = 10
"""Records that are read before other tasks get a turn."""


async def read_log(
    store: Streams, wire: GameWire, info: MatchInfo, viewer: int, first: int, limit: int | None
) -> AsyncIterator[ReadLogResponse]:
    """Yield the records from `first` on, in messages of limited size, with hashes only if nothing is hidden.

    A hash of bytes that hold secrets would be a means to guess them.
    """
    if first > info.record_count:
        raise Refusal(RECORD_NOT_FOUND, f"the log has {info.record_count} records", field="from_record")
    whole = is_ended(info)
    shown_to = EVERYTHING if whole else viewer
    piece = ReadLogResponse()
    size = 0
    try:
        async for stored in store.read(info.stream, first, limit):
            if stored.number % RECORDS_AT_A_TIME == 0:
                await asyncio.sleep(0)
            if whole:
                entry = LogEntry(number=stored.number, record=stored.body, hash=stored.hash)
            else:
                logged = wire.records.decode(stored.number, stored.body, stacks=False)
                entry = LogEntry(number=stored.number, record=wire.records.for_viewer(logged, shown_to))
            piece.entries.append(entry)
            size += len(entry.record)
            if size >= PIECE_BYTES:
                yield piece
                piece, size = ReadLogResponse(), 0
    except BrokenChain:
        # The records before the broken one are intact.
        yield piece
        raise
    if piece.entries:
        yield piece
