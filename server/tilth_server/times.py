"""Times in messages: those that are told, and those that clients send, which may be none."""

from typing import Final

from google.protobuf.timestamp_pb2 import Timestamp

END_SECONDS: Final = 253_402_300_800
"""The year 10,000, where timestamps end."""
NANOS: Final = 1_000_000_000


def is_time(at: Timestamp) -> bool:
    """Whether it lies between 1970 and 9999. Protobuf lets any number stand there, and reckons only with these."""
    return 0 <= at.seconds < END_SECONDS and 0 <= at.nanos < NANOS


def time_of(ms: int) -> Timestamp | None:
    """Milliseconds since 1970 as they are told; absent (0) for what hasn't happened."""
    if not ms:
        return None
    at = Timestamp()
    at.FromMilliseconds(ms)
    return at
