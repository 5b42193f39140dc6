"""The puts that wait for a batch, and which of them may be stored beside a batch that is under way."""

from typing import Final

from tilth_server.store.postgres.batch import Batch
from tilth_server.store.postgres.touched import Put, Touched

MAX_PUTS: Final = 1000
MAX_BYTES: Final = 16 << 20
SECOND_PUTS: Final = 16
"""Puts that make a second batch worth its statement."""


class Gathering:
    """The puts that wait, in their order. A batch takes them from the front, so no put overtakes another one."""

    def __init__(self) -> None:
        self._puts: list[Put] = []

    def __len__(self) -> int:
        return len(self._puts)

    @property
    def makes_second(self) -> bool:
        """Return whether there are enough puts for a second batch."""
        return len(self._puts) >= SECOND_PUTS

    @property
    def makes_two(self) -> bool:
        """Return whether there are enough puts for two batches."""
        return len(self._puts) >= 2 * SECOND_PUTS

    def add(self, put: Put) -> None:
        """Let a put wait."""
        self._puts.append(put)

    def take(self) -> Batch:
        """Return a batch of as many puts as it may have."""
        return Batch(self._remove(self._fitting()))

    def take_half(self) -> Batch:
        """Return a batch that leaves half of the puts to a second one, if that makes two. It has all puts at the front
        that would have to wait for it.
        """
        count, share = self._fitting(), (len(self._puts) + 1) // 2
        if not self.makes_two or share >= count:
            return Batch(self._remove(count))
        taken = Touched(self._puts[:share])
        while share < count and taken.meets(self._puts[share]):
            taken.add(self._puts[share])
            share += 1
        return Batch(self._remove(share), taken)

    def take_beside(self, other: Batch) -> Batch | None:
        """Return a second batch, of the puts before the first that meets the other one; None if they are too few."""
        count, touched = self._fitting(), other.touched
        met = next((place for place in range(count) if touched.meets(self._puts[place])), count)
        return Batch(self._remove(met)) if met >= SECOND_PUTS else None

    def _fitting(self) -> int:
        """Return how many of the puts fit into one batch."""
        size = count = 0
        for appends, _, _ in self._puts[:MAX_PUTS]:
            size += sum(len(body) for append in appends for body in append.bodies)
            if count and size > MAX_BYTES:
                break
            count += 1
        return count

    def _remove(self, count: int) -> list[Put]:
        """Remove puts from the front, and return them."""
        puts = self._puts[:count]
        del self._puts[:count]
        return puts
