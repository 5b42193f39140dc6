"""The shape of an attack."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

import grpc

from tests.attack.stage import Stage
from tests.e2e.people import OPTIONS, refusal_of


@dataclass(frozen=True)
class Target:
    """The server under attack, and the attack's counts."""

    address: str
    is_sink: bool
    given: dict[str, Any]
    """Players, matches and the like, as `prepare` returned them."""
    source: str = ""
    """The address to come from, where a proxy counts calls by it."""
    seen: Counter[str] = field(default_factory=Counter)
    """Counts of requests and replies; refusals under their reason and limit."""
    on_connections: dict[int, Counter[str]] = field(default_factory=dict)
    """The counts of connections that are open, by the identity of each."""

    def channel(self) -> grpc.aio.Channel:
        """A connection of its own, without any of the client's limits."""
        return grpc.aio.insecure_channel(self.address, options=OPTIONS)

    def counts(self) -> Counter[str]:
        """Return everything that was counted so far."""
        total = Counter(self.seen)
        for each in self.on_connections.values():
            total.update(each)
        return total

    def refused(self, error: grpc.aio.AioRpcError) -> None:
        refusal = refusal_of(error)
        named = dict(refusal.metadata).get("limit", "")
        self.seen[f"{refusal.reason} {named}".strip() or refusal.code.name] += 1


class Attack(Protocol):
    """One way to harm a server. One object of it is made in the runner, another in the attacker's process."""

    @property
    def name(self) -> str: ...

    @property
    def finding(self) -> str:
        """The finding that it repeats, by its letter; empty for one that was only feared."""

    @property
    def is_raw(self) -> bool:
        """True if the attack has sockets of its own, so that the bare sink is a raw one."""

    async def prepare(self, stage: Stage) -> dict[str, Any]:
        """Make the players and matches that the attack needs; return the facts about them for its process."""

    async def run(self, target: Target) -> None:
        """Attack until cancelled."""


async def together(number: int, act: Callable[[int], Awaitable[None]]) -> None:
    """Run `number` acts at the same time, each given its number, until cancelled."""
    async with asyncio.TaskGroup() as group:
        for each in range(number):
            group.create_task(_as_coroutine(act(each)))


async def _as_coroutine(awaitable: Awaitable[None]) -> None:
    await awaitable


async def again_and_again(act: Callable[[], Awaitable[None]]) -> None:
    """Begin the act again whenever it ends or the other end stops it."""
    while True:
        with suppress(OSError, TimeoutError):
            await act()
        await asyncio.sleep(0)
