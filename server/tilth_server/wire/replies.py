"""Answers of single calls that carry decisions and views as ready bytes."""

from collections.abc import Sequence

from tilth.raw.v1 import raw_pb2


def get_view_response(
    record: int,
    *,
    view_type: str,
    view: bytes,
    asked: bytes = b"",
    waiting: Sequence[int] = (),
    clocks: Sequence[bytes] = (),
    undoable: bool = False,
) -> bytes:
    """A tilth.v1.GetViewResponse."""
    raw = raw_pb2.GetViewResponse(
        record=record, view_type=view_type, view=view, waiting=waiting, clocks=clocks, undoable=undoable
    )
    if asked:
        raw.asked = asked
    return raw.SerializeToString()


def view_at_response(
    *,
    view_type: str,
    view: bytes,
    waiting: Sequence[int] = (),
    asked: bytes = b"",
    round: int = 0,  # noqa: A002 - the schema's word
    scores: Sequence[int] = (),
    record_count: int,
) -> bytes:
    """A tilth.v1.ViewAtResponse."""
    raw = raw_pb2.ViewAtResponse(
        view_type=view_type, view=view, waiting=waiting, round=round, scores=scores, record_count=record_count
    )
    if asked:
        raw.asked = asked
    return raw.SerializeToString()
