"""Timestamps in messages: checks of times that clients send, and conversion of times to send."""

from typing import Final

from google.protobuf.timestamp_pb2 import Timestamp

END_SECONDS: Final = 253_402_300_800
"""The year 10,000, where timestamps end."""
NANOS: Final = 1_000_000_000


def is_valid_time(at: Timestamp) -> bool:
    """Return whether the time is between 1970 and 9999. Timestamps can hold other numbers, but protobuf can't convert
    them.
    """
    return 0 <= at.seconds < END_SECONDS and 0 <= at.nanos < NANOS


def timestamp_of(ms: int) -> Timestamp | None:
    """Return milliseconds since 1970 as a timestamp; None for 0, which stands for a time that is not known yet."""
    if not ms:
        return None
    at = Timestamp()
    at.FromMilliseconds(ms)
    return at
