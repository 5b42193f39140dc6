"""The store: streams of records, durable, chained by hash. Whoever uses it imports from here."""

from tilth_server.store.errors import (
    BrokenChain,
    LengthConflict,
    StoreClosed,
    StoreError,
    StoreFailed,
    StoreInUse,
)
from tilth_server.store.sqlite import SqliteStreams
from tilth_server.store.streams import Append, Done, Head, LocalStreams, Observed, Record, Streams

__all__ = [
    "Append",
    "BrokenChain",
    "Done",
    "Head",
    "LengthConflict",
    "LocalStreams",
    "Observed",
    "Record",
    "SqliteStreams",
    "StoreClosed",
    "StoreError",
    "StoreFailed",
    "StoreInUse",
    "Streams",
]
