"""A tournament's records, as they are stored and then as they come."""

from collections.abc import AsyncIterator

from tilth.v1 import tournaments_pb2 as pb
from tilth_server.refusal import Refusal
from tilth_server.store import Record, Streams
from tilth_server.tables.reasons import BEYOND_LOG
from tilth_server.tournaments.contest import Contest

PIECE_BYTES = 1 << 16
"""About how much goes into one message."""
LAST = frozenset({"finished", "cancelled"})


async def follow(
    store: Streams, contest: Contest, start: int, once: bool
) -> AsyncIterator[pb.FollowTournamentResponse]:
    """The records from `start` on; then, unless it is asked for `once`, those to come, up to the last."""
    length = contest.record_count
    if start > length:
        raise Refusal(BEYOND_LOG, f"the tournament has {length} records", field="from_record")
    over = contest.state.is_over
    async for piece in _stored(store, contest, start, length - start, over):
        yield piece
    if once or over:
        return
    async for stored in store.tail(contest.stream, length):
        entry = _entry(stored, whole=False)
        yield pb.FollowTournamentResponse(entries=[entry])
        if entry.record.WhichOneof("cause") in LAST:
            return


async def _stored(
    store: Streams, contest: Contest, start: int, limit: int, whole: bool
) -> AsyncIterator[pb.FollowTournamentResponse]:
    piece = pb.FollowTournamentResponse()
    size = 0
    async for stored in store.read(contest.stream, start, limit):
        piece.entries.append(_entry(stored, whole))
        size += len(stored.body)
        if size >= PIECE_BYTES:
            yield piece
            piece, size = pb.FollowTournamentResponse(), 0
    if piece.entries:
        yield piece


def _entry(stored: Record, whole: bool) -> pb.TournamentEntry:
    """While the tournament goes on its seed is nobody's to know, nor a hash of what holds it."""
    record = pb.TournamentRecord.FromString(stored.body)
    if whole:
        return pb.TournamentEntry(number=stored.number, record=record, stored=stored.body, hash=stored.hash)
    if record.HasField("created"):
        record.created.ClearField("seed")
    return pb.TournamentEntry(number=stored.number, record=record)
