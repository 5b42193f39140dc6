"""Values that follow from the finished pairings of a tournament, kept so that they are not computed from the start each
time.

Such a value grows with new results; if a result is corrected, it is computed again. It is dropped with its tournament.
Code that uses it would return the same without it, only later.
"""

import weakref
from collections.abc import Callable
from typing import Generic, TypeVar

from tilth_server.tournaments.tournament import Tournament

T = TypeVar("T")


class PerTournament(Generic[T]):
    """A cache of one computed value for each tournament in memory, for values that later results only extend."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[weakref.ref[Tournament], int, T]] = {}

    def get(self, tournament: Tournament, begun: Callable[[], T]) -> T:
        """Return the value of this tournament. If there is none, or a result was corrected since, `begun` makes it."""
        key = id(tournament)
        found = self._kept.get(key)
        if found is None or found[0]() is not tournament or found[1] != tournament.corrections:
            found = (
                weakref.ref(tournament, lambda gone: self._drop(key, gone)),
                tournament.corrections,
                begun(),
            )
            self._kept[key] = found
        return found[2]

    def _drop(self, key: int, gone: weakref.ref[Tournament]) -> None:
        """Drop the value of a tournament that is no longer in memory."""
        found = self._kept.get(key)
        if found is not None and found[0] is gone:
            del self._kept[key]

    def __len__(self) -> int:
        return len(self._kept)
