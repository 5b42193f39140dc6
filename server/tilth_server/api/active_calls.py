"""The running calls: for limits, for ending streams, and for operators who list them."""

import asyncio
import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from tilth_server.api.admission import Visitor
from tilth_server.metrics import Metrics
from tilth_server.refusal import Refusal, over_limit

Task = asyncio.Task[Any]


class ActiveCall:
    """One call that is running: its method, its client, and the task that runs it."""

    __slots__ = (
        "address",
        "client",
        "id",
        "method",
        "name",
        "peer",
        "player_id",
        "since_ms",
        "streams",
        "task",
    )

    def __init__(self, number: int, method: str, visitor: Visitor, task: Task, *, streams: bool) -> None:
        self.id = number
        self.method = method
        self.peer = visitor.peer
        """Address and port; for a call through a trusted proxy, the address that the proxy gives."""
        self.address = visitor.address.shown
        self.task = task
        self.since_ms = time.time_ns() // 1_000_000
        self.player_id = "" if visitor.player is None else visitor.player.id
        self.name = "" if visitor.player is None else visitor.player.name
        self.client = visitor.client
        """The player, or the address of a stranger."""
        self.streams = streams


class ActiveCalls:
    """The running calls, the oldest first."""

    def __init__(self, metrics: Metrics, max_streams: int) -> None:
        self._metrics = metrics
        self._max_streams = max_streams
        self._numbers = count(1)
        self._calls: dict[Task, ActiveCall] = {}
        self._streams: dict[str, set[Task]] = {}
        """The running streams of each client."""
        self._ended_by_server: dict[Task, Refusal] = {}
        """Streams that are being ended by the server, and why."""

    def __iter__(self) -> Iterator[ActiveCall]:
        return iter(self._calls.values())

    def begin(self, method: str, visitor: Visitor, *, streams: bool) -> ActiveCall:
        """Add the call of the current task. Raise Refusal for a stream if its client has too many of them."""
        task = asyncio.current_task()
        assert task is not None, "gRPC runs every handler in a task of its own"
        if streams and len(self._streams.get(visitor.client, ())) >= self._max_streams:
            raise over_limit("streams_per_player", self._max_streams)
        call = self._calls[task] = ActiveCall(next(self._numbers), method, visitor, task, streams=streams)
        if streams:
            self._streams.setdefault(call.client, set()).add(task)
            self._metrics.streams += 1
        return call

    def end(self, call: ActiveCall) -> None:
        """Remove a call that has ended from the running ones; a stream no longer counts for its client's limit."""
        del self._calls[call.task]
        self._ended_by_server.pop(call.task, None)
        if call.streams:
            tasks = self._streams[call.client]
            tasks.discard(call.task)
            if not tasks:
                del self._streams[call.client]
            self._metrics.streams -= 1

    def streams_of(self, client: str) -> int:
        """Return the number of running streams of a client."""
        return len(self._streams.get(client, ()))

    def end_streams_of(self, client: str, refusal: Refusal) -> int:
        """End every stream of the client with this refusal. Return the number of streams."""
        tasks = tuple(self._streams.get(client, ()))
        for task in tasks:
            self._end_stream(task, refusal)
        return len(tasks)

    def end_streams_where(self, is_hit: Callable[[ActiveCall], bool], refusal: Refusal) -> None:
        """End every stream of which `is_hit` returns true, with this refusal."""
        for task in [call.task for call in self._calls.values() if call.streams and is_hit(call)]:
            self._end_stream(task, refusal)

    def end_all_streams(self, refusal: Refusal) -> None:
        """End every stream of every client with this refusal."""
        for tasks in self._streams.values():
            for task in tasks:
                self._end_stream(task, refusal)

    def end_refusal(self, task: Task) -> Refusal | None:
        """Return the refusal with which the server has ended this stream; None if the server has not ended it."""
        return self._ended_by_server.get(task)

    async def wait_streams_ended(self, within: float) -> None:
        """Wait until no stream is running, at most `within` seconds."""
        running = set().union(*self._streams.values())
        if running:
            await asyncio.wait(running, timeout=within)

    def _end_stream(self, task: Task, refusal: Refusal) -> None:
        """Cancel a stream, once: a second cancellation would keep it from sending its refusal."""
        if task not in self._ended_by_server:
            self._ended_by_server[task] = refusal
            task.cancel()
