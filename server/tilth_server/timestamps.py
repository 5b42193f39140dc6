"""Timestamps in messages: checks of times that clients send, and conversion of times to send."""

from typing import Any, Final

from google.protobuf.timestamp_pb2 import Timestamp

from tilth_server.refusal import Refusal

END_SECONDS: Final = 253_402_300_800
"""The year 10,000, where timestamps end."""
NANOS: Final = 1_000_000_000


def is_valid_time(at: Timestamp) -> bool:
    """Return whether the time is between 1970 and 9999. Timestamps can hold other numbers, but protobuf can't convert
    them.
    """
    return 0 <= at.seconds < END_SECONDS and 0 <= at.nanos < NANOS


def end_of(request: Any, field: str, reason: str) -> int:
    """Return the time in this field of a request in milliseconds since 1970; 0 if it is unset. Raises Refusal for this
    reason if it is no time."""
    if not request.HasField(field):
        return 0
    if not is_valid_time(getattr(request, field)):
        raise Refusal(reason, "a time lies between 1970 and 9999", field=field)
    return max(1, int(getattr(request, field).ToMilliseconds()))


def timestamp_of(ms: int) -> Timestamp | None:
    """Return milliseconds since 1970 as a timestamp; None for 0, which stands for a time that is not known yet."""
    if not ms:
        return None
    at = Timestamp()
    at.FromMilliseconds(ms)
    return at
