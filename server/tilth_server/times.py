"""Times as clients send them, which may be none: protobuf lets any number stand in a Timestamp."""

from typing import Final

from google.protobuf.timestamp_pb2 import Timestamp

END_SECONDS: Final = 253_402_300_800
"""The year 10,000, where timestamps end."""
NANOS: Final = 1_000_000_000


def is_time(at: Timestamp) -> bool:
    """Whether it lies between 1970 and 9999, so that it can be reckoned with."""
    return 0 <= at.seconds < END_SECONDS and 0 <= at.nanos < NANOS
