"""Responses of unary calls that carry decisions and views as ready bytes."""

from collections.abc import Sequence

from tilth.raw.v1 import raw_pb2


def get_view_response(  # noqa: PLR0913 - the fields of the response
    record: int,
    *,
    view_type: str,
    view: bytes,
    decision: bytes = b"",
    pending_seats: Sequence[int] = (),
    clocks: Sequence[bytes] = (),
    undoable: bool = False,
    own_record: int | None = None,
) -> bytes:
    """Return a tilth.v1.GetViewResponse."""
    raw = raw_pb2.GetViewResponse(
        next_record=record,
        view_type=view_type,
        view=view,
        pending_seats=pending_seats,
        clocks=clocks,
        undoable=undoable,
        own_record=own_record,
    )
    if decision:
        raw.decision = decision
    return raw.SerializeToString()


def view_at_response(
    *,
    view_type: str,
    view: bytes,
    pending_seats: Sequence[int] = (),
    decision: bytes = b"",
    round: int = 0,  # noqa: A002 - the field's name in the schema
    scores: Sequence[int] = (),
    record_count: int,
) -> bytes:
    """Return a tilth.v1.ViewAtResponse."""
    raw = raw_pb2.ViewAtResponse(
        view_type=view_type,
        view=view,
        pending_seats=pending_seats,
        round=round,
        scores=scores,
        record_count=record_count,
    )
    if decision:
        raw.decision = decision
    return raw.SerializeToString()
