"""What has been worked out from the first part of a contest's records, so that nobody has to begin again there.

Records only come to the end, so what follows from games that are over never changes. It is kept beside the contest and
goes with it; without it everything would come out the same, later.
"""

import weakref
from collections.abc import Callable
from typing import Generic, TypeVar

from tilth_server.tournaments.contest import Contest

T = TypeVar("T")


class Kept(Generic[T]):
    """One thing for each contest."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[weakref.ref[Contest], T]] = {}

    def of(self, contest: Contest, begun: Callable[[], T]) -> T:
        """What is kept for this contest, or now begun."""
        key = id(contest)
        found = self._kept.get(key)
        if found is None or found[0]() is not contest:
            found = weakref.ref(contest, lambda gone: self._drop(key, gone)), begun()
            self._kept[key] = found
        return found[1]

    def _drop(self, key: int, gone: weakref.ref[Contest]) -> None:
        found = self._kept.get(key)
        if found is not None and found[0] is gone:
            del self._kept[key]

    def __len__(self) -> int:
        return len(self._kept)
