"""Work on a long log in pieces, between which the event loop does other things."""

import asyncio
from collections.abc import Callable, Generator, Iterable
from time import perf_counter
from typing import Final, TypeVar

from tilth_server.matches.request_ids import RequestIds
from tilth_server.store import StoredRecord
from tilth_server.wire import LoggedRecord

T = TypeVar("T")

SECONDS_A_PIECE: Final = 0.001
RECORDS_A_LOOK: Final = 16
"""The number of records that are decoded between two looks at the clock."""


async def run_in_pieces(work: Generator[None, None, T]) -> T:
    """Run a generator to its end and return its value. After each millisecond the loop has its turn."""
    began = perf_counter()
    while True:
        try:
            next(work)
        except StopIteration as end:
            value: T = end.value
            return value
        if perf_counter() - began >= SECONDS_A_PIECE:
            await asyncio.sleep(0)
            began = perf_counter()


def decode_in_pieces(
    decode: Callable[[int, bytes], LoggedRecord],
    records: Iterable[StoredRecord],
    logged: list[LoggedRecord],
    request_ids: RequestIds,
) -> Generator[None, None, None]:
    """Decode the records that follow those in `logged`, append them there, and note their request ids; yield between
    pieces.
    """
    for count, record in enumerate(records, 1):
        one = decode(record.number, record.body)
        logged.append(one)
        request_ids.note(one)
        if count % RECORDS_A_LOOK == 0:
            yield
