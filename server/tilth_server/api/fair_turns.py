"""Fair turns: players share the CPU, and a player alone has all of it.

    turns = FairTurns(metrics)
    queue = turns.enter("player p1")
    await turns.run(queue, handler(...))       # every step of the coroutine takes its turn
    turns.leave(queue)

A step is the work of a coroutine between two awaits: no other coroutine runs at that time. While nobody waits, a step
runs at once, and costs two looks at the clock. After a slice of work the loop gets the time to see what has arrived.
From then on steps wait, each behind the others of its client, and the client who had least time goes first
(start-time fair queueing). A client that used less than others cannot save the rest for later. Steps run in
batches that should fill a slice, so that their writes are sent and committed together, as they are when nobody waits.

A slice may end at any `await asyncio.sleep(0)`, which costs nothing while the slice is not over. Work that has other
such places asks `is_slice_over`. A task that a call starts for itself takes part by `in_turns`.

Strangers, that is clients without a token, share one party, in which their addresses take turns.
"""

import asyncio
import types
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterator
from contextvars import ContextVar
from heapq import heappop, heappush
from itertools import count
from time import perf_counter
from typing import Any, Final, TypeVar

from tilth_server.metrics import Metrics

T = TypeVar("T")
Waiter = asyncio.Future[None]

SLICE_SECONDS: Final = 0.002
"""Seconds after which a step is asked to end while others wait."""
MAX_SLICE_SECONDS: Final = 0.004
"""Seconds after which a step is asked to end when nobody is seen to wait. With the rest of the command that it is in,
a step stays below 5 ms."""
SLOW_STEP_SECONDS: Final = 0.005
"""A step that takes longer is counted, because others have waited for it."""
LOOP_TURNS: Final = 5
"""Turns of the loop between two slices: an arriving call needs this many until it asks for its turn."""
STEP_WEIGHT: Final = 0.1
"""Weight of the newest step in the expected time of a step."""
STRANGERS_SHARE: Final = 4
"""Turns that a player gets for each turn of all strangers together."""


class Party:
    """One of the parties that share the CPU: a player, or all strangers together."""

    __slots__ = ("granted", "is_queued", "queues", "used", "weight")

    def __init__(self, weight: float = 1.0) -> None:
        self.weight = weight
        self.used = 0.0
        """Seconds that the party has had, by the scheduler's own clock, which stops while nothing is done."""
        self.queues: deque[ClientQueue] = deque()
        """The clients' queues in which a step waits. They take turns, first in, first out."""
        self.is_queued = False
        self.granted = 0
        """Steps of the party that have the turn and are not done."""


class ClientQueue:
    """One client's steps that wait for a turn, in the order they came."""

    __slots__ = ("calls", "client", "party", "seconds", "waiting")

    def __init__(self, client: str, party: Party) -> None:
        self.client = client
        self.party = party
        self.calls = 0
        """Calls under way. The queue is removed with the last one."""
        self.seconds = 0.0
        """Seconds of the client's steps that `on_worked` has not received yet."""
        self.waiting: deque[Waiter] = deque()


class FairTurns:
    """The scheduler of all calls: it gives the steps of calls their turns, so that no player slows another down."""

    def __init__(
        self,
        metrics: Metrics,
        clock: Callable[[], float] = perf_counter,
        on_worked: Callable[[str, float], None] = lambda client, seconds: None,
    ) -> None:
        """`on_worked` gets the seconds of a client's steps when one of its calls ends."""
        self._metrics = metrics
        self._on_worked = on_worked
        self._clock = clock
        self._loop = asyncio.get_running_loop()
        self._client_queues: dict[str, ClientQueue] = {}
        self._strangers = Party(STRANGERS_SHARE)
        self._queue: list[tuple[float, int, Party]] = []
        """The parties that wait, by the seconds they have had; equal ones in the order they came."""
        self._numbers = count()
        self._used = 0.0
        """Seconds that the party whose turn it is had before this turn. A new party starts with as much."""
        self._spent = 0.0
        """Seconds of steps since the loop last had the time to see what has arrived."""
        self._slice_began = 0.0
        self._granted = 0
        """Steps that have the turn and are not done. The seconds of their parties are added up when they are."""
        self._step = SLICE_SECONDS
        """Seconds that a step is expected to take: a moving average."""
        self._is_busy = False
        """A step waits, or has just been given the turn."""
        self._alone: Party | None = None
        """The only player whose steps wait. Until the loop has looked for others, its further steps need not queue."""

    def enter(self, client: str, *, is_stranger: bool = False) -> ClientQueue:
        """Return the queue of a client for one call; `leave` it at the end of the call."""
        queue = self._client_queues.get(client)
        if queue is None:
            queue = self._client_queues[client] = ClientQueue(
                client, self._strangers if is_stranger else Party()
            )
        queue.calls += 1
        return queue

    def leave(self, queue: ClientQueue) -> None:
        """Take note that a call of the client has ended; remove the queue with its last call."""
        self._on_worked(queue.client, queue.seconds)
        queue.seconds = 0.0
        queue.calls -= 1
        if not queue.calls:
            del self._client_queues[queue.client]

    def take_seconds(self) -> Iterator[tuple[str, float]]:
        """Take the seconds of the steps of calls that are under way, by client."""
        for queue in self._client_queues.values():
            yield queue.client, queue.seconds
            queue.seconds = 0.0

    def is_slice_over(self) -> bool:
        """Return whether the step that runs now has taken SLICE_SECONDS while others wait, or MAX_SLICE_SECONDS."""
        return self._clock() - self._slice_began >= (SLICE_SECONDS if self._queue else MAX_SLICE_SECONDS)

    def run(self, queue: ClientQueue, work: Coroutine[Any, Any, T]) -> Awaitable[T]:
        """Run the coroutine, each of its steps in a turn of the queue. Tasks that it starts may use `in_turns`."""
        _CURRENT.set((self, queue))
        return self._run(queue, work)

    @types.coroutine
    def _run(self, queue: ClientQueue, work: Coroutine[Any, Any, T]) -> Generator[Any, None, T]:
        """Run the work step by step. Wait for a turn before a step if others wait, and between slices."""
        thrown: BaseException | None = None
        has_turn = is_over = False
        while True:
            is_due = (
                is_over
                or self._spent >= MAX_SLICE_SECONDS
                or (self._is_busy and queue.party is not self._alone)
            )
            if thrown is None and is_due:
                had_turn, has_turn = has_turn, False
                try:
                    yield from self._wait_for_turn(queue, had_turn)
                    has_turn = True
                except BaseException as error:  # noqa: BLE001 - it is for the work
                    thrown = error
            self._slice_began = began = self._clock()
            is_over = False
            try:
                while True:
                    if thrown is None:
                        waits_for = work.send(None)
                    else:
                        # In a list: a frame that held the error would in turn be held by its traceback.
                        raised, thrown = [thrown], None
                        waits_for = work.throw(raised.pop())
                    if waits_for is not None:
                        break
                    if self.is_slice_over():
                        is_over = True
                        break
            except StopIteration as end:
                result: T = end.value
                return result
            finally:
                self._charge(queue, self._clock() - began)
                if has_turn and not is_over:
                    has_turn = False
                    self._end_step(queue.party)
            if waits_for is not None:
                try:
                    yield waits_for
                except BaseException as error:  # noqa: BLE001 - it is for the work
                    thrown = error

    def _charge(self, queue: ClientQueue, seconds: float) -> None:
        """Add the seconds of one step to the time that its party has had, and to the metrics."""
        party = queue.party
        if party.used > self._used:
            self._used = party.used
        party.used = self._used + seconds * party.weight
        queue.seconds += seconds
        self._spent += seconds
        self._step += (seconds - self._step) * STEP_WEIGHT
        metrics = self._metrics
        metrics.turns += 1
        metrics.turn_seconds += seconds
        if seconds > SLOW_STEP_SECONDS:
            metrics.long_turns += 1

    def _wait_for_turn(self, queue: ClientQueue, had_turn: bool) -> Generator[Any, None, None]:
        """Wait for a turn. `had_turn`: the queue has the turn now; it is passed on, maybe to the queue itself."""
        party, place = queue.party, queue.waiting.append
        while True:
            waiter: Waiter = self._loop.create_future()
            if not queue.waiting:
                party.queues.append(queue)
            place(waiter)
            self._metrics.turns_waiting += 1
            if had_turn:
                self._end_step(party)
            else:
                self._enqueue(party)
                if not self._is_busy:
                    self._is_busy = True
                    self._let_loop_poll(LOOP_TURNS)
            try:
                yield from waiter
            except BaseException:
                if waiter.cancelled() or not waiter.done():
                    waiter.cancel()  # its turn will be passed over
                else:
                    self._end_step(party)
                raise
            finally:
                self._metrics.turns_waiting -= 1
            if self._spent < MAX_SLICE_SECONDS:
                return
            # A step of the same batch took longer than expected: wait again, at the head of the queue.
            had_turn, place = True, queue.waiting.appendleft

    def _enqueue(self, party: Party) -> None:
        """Queue the party for a turn if a step of it waits."""
        if party.queues and not party.is_queued:
            party.is_queued = True
            heappush(self._queue, (self._due(party), next(self._numbers), party))
            if party is not self._alone:
                self._alone = None

    def _due(self, party: Party) -> float:
        """Return the seconds that the party will have had when its steps that have the turn are done."""
        return max(self._used, party.used) + party.granted * self._step * party.weight

    def _end_step(self, party: Party) -> None:
        """Note that a step of the batch is done. After the last one, the next batch has the turn."""
        party.granted -= 1
        self._granted -= 1
        self._enqueue(party)
        if self._granted:
            return
        if not self._queue:
            self._is_busy = False
            self._alone = None
        elif self._spent >= SLICE_SECONDS:
            self._alone = None
            self._let_loop_poll(LOOP_TURNS)
        else:
            self._grant()

    def _let_loop_poll(self, turns: int) -> None:
        """Let the loop go round `turns` times, so that calls which have arrived can queue; then begin a new slice."""
        if turns:
            self._loop.call_soon(self._let_loop_poll, turns - 1)
        else:
            self._spent = 0.0
            self._grant()

    def _grant(self) -> None:
        """Give the turn to as many steps as should fill the slice, of the parties that have had least."""
        left = SLICE_SECONDS - self._spent
        if len(self._queue) == 1 and self._queue[0][2] is not self._strangers:
            self._alone = self._queue[0][2]
            left = MAX_SLICE_SECONDS - self._spent
        while self._queue and (left >= self._step or not self._granted):
            due, _, party = heappop(self._queue)
            party.is_queued = False
            if self._queue and self._due(party) > due:
                self._enqueue(party)  # it has had more since it queued than was expected
                continue
            while waiter := _next_of(party):
                party.granted += 1
                self._granted += 1
                left -= self._step
                waiter.set_result(None)
                if self._queue or left < self._step:
                    break
            self._enqueue(party)
        self._is_busy = self._granted > 0
        if not self._is_busy:
            self._alone = None


def _next_of(party: Party) -> Waiter | None:
    """Remove and return the next waiting step of the party's queues, which take turns; None if none is left.

    Steps whose call was cancelled are dropped.
    """
    while party.queues:
        queue = party.queues.popleft()
        waiter = queue.waiting.popleft()
        if queue.waiting:
            party.queues.append(queue)
        if not waiter.done():
            return waiter
    return None


_CURRENT: ContextVar[tuple[FairTurns, ClientQueue]] = ContextVar("current turns")


async def in_turns(work: Coroutine[Any, Any, T]) -> T:
    """Run the work of a task that a call starts in the turns of that call."""
    turns, queue = _CURRENT.get()
    return await turns.run(queue, work)
