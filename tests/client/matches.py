"""Matches for the tests of the SDK, and what must hold of their logs."""

from collections.abc import Sequence

from tilth.v1 import record_pb2
from tilth_client import Match, Tilth


async def new_match(seats: Sequence[Tilth], **settings: str) -> Match:
    """Start a short Petrichor match with these players in their order."""
    first, *others = seats
    match = await first.create_match("petrichor", len(seats), settings, take=[0])
    for tilth in others:
        await tilth.take_seat(match.id)
    return await first.match(match.id)


async def answers_in_log(tilth: Tilth, match_id: str) -> list[tuple[int, int]]:
    """Seat and decision of every answer that was stored, in order."""
    found: list[tuple[int, int]] = []
    async for entry in tilth.archive.log(match_id):
        record = record_pb2.Record.FromString(entry.record)
        if record.HasField("answered"):
            found.append((record.answered.seat, record.answered.decision_id))
    return found


def assert_none_lost_or_doubled(answers: Sequence[tuple[int, int]], seats: int) -> None:
    """Check that every seat has answered its decisions 1, 2, 3, ... once each."""
    for seat in range(seats):
        decided = [decision for who, decision in answers if who == seat]
        assert decided == list(range(1, len(decided) + 1))
        assert decided, f"seat {seat} was never asked"
