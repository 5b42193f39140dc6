"""The errors of a store. Every message says what failed and, if a person can mend it, how."""


class StoreError(Exception):
    """The base class of all errors of a store."""


class StreamMoved(StoreError):
    """An append expected another end of its stream, because somebody else has appended. Its put was not stored."""

    stream: str


class LengthConflict(StreamMoved):
    """An append expected another length than its stream has; nothing of its put was stored."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        super().__init__(f"stream {stream!r} has {actual} records, the append expected {expected}")
        self.stream = stream
        self.expected = expected
        self.actual = actual


class HeadConflict(StreamMoved):
    """An append expected another last record than its stream has; nothing of its put was stored."""

    def __init__(self, stream: str, length: int) -> None:
        super().__init__(
            f"stream {stream!r} has other records than the append expected before record {length}"
        )
        self.stream = stream
        self.length = length


class KeyTaken(StoreError):
    """Another row of the index has this unique key; nothing of the put was stored."""

    def __init__(self, index: str, unique_key: str, holder: str) -> None:
        super().__init__(f"{unique_key!r} is taken in the index {index!r}: row {holder!r} has it")
        self.index = index
        self.unique_key = unique_key
        self.holder = holder


class OutcomeUnknown(StoreError):
    """A put with an unknown outcome: the connection to the engine was lost before its answer came.

    Read the streams again. If the records were stored, their hashes are there; else the same put may be tried again.
    """


class BrokenChain(StoreError):
    """A stored record is missing or damaged: its hash does not fit. The record is not served; other streams are."""

    def __init__(self, stream: str, number: int, why: str) -> None:
        super().__init__(f"record {number} of stream {stream!r} {why}")
        self.stream = stream
        self.number = number
        self.why = why

    @property
    def where(self) -> dict[str, str]:
        """Return the stream and the number of the record, as details for clients."""
        return {"stream": self.stream, "record": str(self.number)}


class StoreFailed(StoreError):
    """A failure of the disk, the file or the engine. The operation was not done."""


class BadStoreUrl(StoreFailed):
    """The URL names no store that this build can open."""


class NotOffered(StoreFailed):
    """The engine does not do this. The message says what to use instead."""


class NewerIndexRow(StoreFailed):
    """A row of the index that a newer build has written and this build cannot read."""


class OlderStore(StoreFailed):
    """The database lacks records that the data directory had."""


class StoreInUse(StoreFailed):
    """Another process holds this store."""


class StoreClosed(StoreFailed):
    """A call to a store that was already closed."""

    def __init__(self) -> None:
        super().__init__("the store is closed")
