"""Every call that is under way: for limits, for ending streams, and for operators who look at them."""

import asyncio
import time
from collections.abc import Iterator
from itertools import count
from typing import Any

from tilth_server.metrics import Metrics
from tilth_server.refusal import Refusal, over_limit

Task = asyncio.Task[Any]


class OpenCall:
    """One of them. Who calls is known once it was admitted."""

    __slots__ = ("client", "id", "method", "name", "peer", "player_id", "since_ms", "streams", "task")

    def __init__(self, number: int, method: str, peer: str, task: Task) -> None:
        self.id = number
        self.method = method
        self.peer = peer
        """Address and port."""
        self.task = task
        self.since_ms = time.time_ns() // 1_000_000
        self.player_id = ""
        self.name = ""
        self.client = ""
        """The player, or the address where no player is asked for."""
        self.streams = False


class OpenCalls:
    """All of them, the oldest first."""

    def __init__(self, metrics: Metrics, most_streams: int) -> None:
        self._metrics = metrics
        self._most_streams = most_streams
        self._numbers = count(1)
        self._calls: dict[Task, OpenCall] = {}
        self._streams: dict[str, set[Task]] = {}
        """The running streams of each client."""
        self._put_out: dict[Task, Refusal] = {}
        """Streams that are being ended by the server, and why."""

    def __iter__(self) -> Iterator[OpenCall]:
        return iter(self._calls.values())

    def begin(self, method: str, peer: str) -> OpenCall:
        task = asyncio.current_task()
        assert task is not None, "gRPC runs every handler in a task of its own"
        call = self._calls[task] = OpenCall(next(self._numbers), method, peer, task)
        return call

    def end(self, call: OpenCall) -> None:
        del self._calls[call.task]
        self._put_out.pop(call.task, None)
        if call.streams:
            tasks = self._streams[call.client]
            tasks.discard(call.task)
            if not tasks:
                del self._streams[call.client]
            self._metrics.streams -= 1

    def stream(self, call: OpenCall) -> None:
        """From now on it is a stream; refused to who has too many of them."""
        if len(self._streams.get(call.client, ())) >= self._most_streams:
            raise over_limit("streams_per_player", self._most_streams)
        self._streams.setdefault(call.client, set()).add(call.task)
        self._metrics.streams += 1
        call.streams = True

    def streams_of(self, client: str) -> int:
        return len(self._streams.get(client, ()))

    def end_streams_of(self, client: str, why: Refusal) -> int:
        """Each ends with this refusal. Returns how many there were."""
        tasks = self._streams.get(client, ())
        for task in tasks:
            self._end_stream(task, why)
        return len(tasks)

    def end_all_streams(self, why: Refusal) -> None:
        for tasks in self._streams.values():
            for task in tasks:
                self._end_stream(task, why)

    def why_ended(self, task: Task) -> Refusal | None:
        """Why the server has ended this stream; None where it was the client."""
        return self._put_out.get(task)

    async def streams_ended(self, within: float) -> None:
        """Wait until no stream runs any more, but not for ever."""
        running = set().union(*self._streams.values())
        if running:
            await asyncio.wait(running, timeout=within)

    def _end_stream(self, task: Task, why: Refusal) -> None:
        """Once: to be cancelled again would keep it from saying why."""
        if task not in self._put_out:
            self._put_out[task] = why
            task.cancel()
