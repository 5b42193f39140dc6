"""A bounded cache of values that are made from their keys."""

from collections.abc import Callable
from typing import TypeVar

Key = TypeVar("Key")
Made = TypeVar("Made")

MAX_ENTRIES = 20_000
"""Default limit on the entries of one memo; at 0.8 KB each, they take 16 MB."""


class Memo(dict[Key, Made]):
    """A dictionary that makes missing values: `memo[key]`, or `map(memo.__getitem__, keys)`, which runs in C.

    It has two generations. When the young one is full, it becomes the old one. An entry that is used again returns to
    the young one; the others are dropped when the young one is full again.
    """

    __slots__ = ("_half", "_make", "_old")

    def __init__(self, make: Callable[[Key], Made], max_entries: int = MAX_ENTRIES) -> None:
        super().__init__()
        self._make = make
        self._half = max(1, max_entries // 2)
        self._old: dict[Key, Made] = {}

    @property
    def entry_count(self) -> int:
        """Return the number of values that are kept now."""
        return len(self) + len(self._old)

    def __missing__(self, key: Key) -> Made:
        made = self._old.pop(key, None)
        if made is None:
            made = self._make(key)
        if len(self) >= self._half:
            self._old = dict(self)
            self.clear()
        self[key] = made
        return made
