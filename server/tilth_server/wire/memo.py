"""What was made once, kept by value and bounded."""

from collections.abc import Callable
from typing import TypeVar

Key = TypeVar("Key")
Made = TypeVar("Made")

MOST = 20_000
"""Entries of one memo that has not been told otherwise: at some 0.8 KB each, 16 MB."""


class Memo(dict[Key, Made]):
    """A dictionary that makes what it lacks: `memo[key]`, or `map(memo.__getitem__, keys)` at the speed of C.

    It keeps two generations. When the young one is full, it becomes the old one, and what is asked for
    again comes back from there; the rest is forgotten with the next turn.
    """

    __slots__ = ("_half", "_make", "_old")

    def __init__(self, make: Callable[[Key], Made], most: int = MOST) -> None:
        super().__init__()
        self._make = make
        self._half = max(1, most // 2)
        self._old: dict[Key, Made] = {}

    @property
    def kept(self) -> int:
        """How many are in memory, of both generations."""
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
