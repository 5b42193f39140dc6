"""A cache of values that were used lately."""

from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class RecentCache(Generic[Key, Value]):
    """A dictionary with at most `max_size` values: the value that was used longest ago makes room for a new one."""

    __slots__ = ("_max_size", "_values")

    def __init__(self, max_size: int) -> None:
        self._max_size = max_size
        self._values: dict[Key, Value] = {}
        """Values in the order of their last use, the latest last."""

    def get(self, key: Key) -> Value | None:
        """Return the value, which counts as used now; None if there is none."""
        value = self._values.pop(key, None)
        if value is not None:
            self._values[key] = value
        return value

    def put(self, key: Key, value: Value) -> None:
        """Store a value in place of an earlier one; if there are too many, the one that was used longest ago is
        dropped.
        """
        self._values.pop(key, None)
        self._values[key] = value
        if len(self._values) > self._max_size:
            del self._values[next(iter(self._values))]

    def clear(self) -> None:
        """Remove all values."""
        self._values.clear()

    def drop(self, key: Key) -> None:
        """Remove the value, if there is one."""
        self._values.pop(key, None)
