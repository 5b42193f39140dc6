"""Faults of a campaign: each does its harm, heals it, and returns."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.campaign.cluster import Cluster

Strike = Callable[[Cluster, Random], Awaitable[object]]
"""It may return a text that says what it did."""


class Fault(NamedTuple):
    """A kind of fault. When `strike` returns, everything is healed."""

    name: str
    strike: Strike
    weight: int = 1
    """The number of times that it is drawn for each time of one with weight 1."""


class Part(NamedTuple):
    """A part of the campaign: the faults that are drawn in it."""

    name: str
    faults: tuple[Fault, ...]
    has_wires: bool = False
    """True if the nodes are behind proxies."""
    opens: Callable[[Path], AbstractAsyncContextManager[Cluster]] | None = None
    """A context manager that makes the cluster in a folder; None: the usual one."""
    progress_seconds: float = 30.0
    """After a fault has healed, every match has to continue within this time."""
    total: int = 100
    """The faults of the part in all, unless another number is given."""

    def draw(self, random: Random) -> Fault:
        """Return a fault at random."""
        return random.choices(self.faults, [fault.weight for fault in self.faults])[0]


async def sleep(random: Random, least: float, most: float) -> None:
    """Wait for a time that is drawn."""
    await asyncio.sleep(random.uniform(least, most))
