"""What can go wrong in a store. Every message says what happened and, where somebody can mend it, how."""


class StoreError(Exception):
    """The root of all of them."""


class LengthConflict(StoreError):
    """An append expected another length than its stream has; nothing of its put was stored."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        super().__init__(f"stream {stream!r} has {actual} records, the append expected {expected}")
        self.stream = stream
        self.expected = expected
        self.actual = actual


class BrokenChain(StoreError):
    """A record is missing or is not what was written; it is not served, other streams are."""

    def __init__(self, stream: str, number: int, why: str) -> None:
        super().__init__(f"record {number} of stream {stream!r} {why}")
        self.stream = stream
        self.number = number
        self.why = why

    @property
    def where(self) -> dict[str, str]:
        """The same for machines."""
        return {"stream": self.stream, "record": str(self.number)}


class StoreFailed(StoreError):
    """The disk, the file or the engine failed; what was to be done was not done."""


class StoreInUse(StoreFailed):
    """Another process holds this store."""


class StoreClosed(StoreFailed):
    """The store was closed before this was asked of it."""

    def __init__(self) -> None:
        super().__init__("the store is closed")
