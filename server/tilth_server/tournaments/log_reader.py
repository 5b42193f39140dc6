"""Reading of a tournament's log for clients: its stored records, then new records as they are appended."""

from collections.abc import AsyncGenerator, AsyncIterator

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.reasons import RECORD_BEYOND_LOG
from tilth_server.refusal import Refusal
from tilth_server.store import StoredRecord, Streams
from tilth_server.tournaments.tournament import Tournament

PIECE_BYTES = 1 << 16
"""Number of bytes of records from which on a message is sent."""
LAST = frozenset({"finished", "cancelled"})
"""Causes of records after which no reader waits for more."""


def check_start(tournament: Tournament, start: int) -> None:
    """Raise Refusal if the tournament has fewer than `start` records."""
    length = tournament.record_count
    if start > length:
        raise Refusal(RECORD_BEYOND_LOG, f"the tournament has {length} records", field="from_record")


async def read_log(
    streams: Streams, tournament: Tournament, start: int, once: bool
) -> AsyncGenerator[pb.WatchTournamentResponse]:
    """Yield the records from number `start` on. Unless `once`, yield new ones, too, until the tournament ends."""
    length = tournament.record_count
    over = tournament.state.has_ended
    async for piece in _stored(streams, tournament, start, length - start, over):
        yield piece
    if once or over:
        return
    async for stored in streams.tail(tournament.stream, length):
        entry = _entry(stored, whole=False)
        yield pb.WatchTournamentResponse(entries=[entry])
        if entry.record.WhichOneof("cause") in LAST:
            return


async def _stored(
    streams: Streams, tournament: Tournament, start: int, limit: int, whole: bool
) -> AsyncIterator[pb.WatchTournamentResponse]:
    """Yield `limit` stored records from `start` on, in messages of about PIECE_BYTES."""
    piece = pb.WatchTournamentResponse()
    size = 0
    async for stored in streams.read(tournament.stream, start, limit):
        piece.entries.append(_entry(stored, whole))
        size += len(stored.body)
        if size >= PIECE_BYTES:
            yield piece
            piece, size = pb.WatchTournamentResponse(), 0
    if piece.entries:
        yield piece


def _entry(stored: StoredRecord, whole: bool) -> pb.TournamentLogEntry:
    """Return a record as everybody may see it.

    Unless `whole` (the tournament has ended), it lacks the seed, and the hash and bytes from which the seed could be
    found.
    """
    record = pb.TournamentRecord.FromString(stored.body)
    if whole:
        return pb.TournamentLogEntry(
            number=stored.number, record=record, stored=stored.body, hash=stored.hash
        )
    if record.HasField("created"):
        record.created.ClearField("seed")
    return pb.TournamentLogEntry(number=stored.number, record=record)
