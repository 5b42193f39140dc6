"""Subscriptions: the channels of a stream that follow no match, but a replay, a tournament or a list of matches.

Each is a task that takes one piece after the other from its source. It waits while much is queued on the stream, so a
slow reader slows it down, and nothing is queued for it without limit.
"""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Coroutine, Mapping, Sequence
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from tilth.v1 import play_pb2
from tilth_server import reasons
from tilth_server.matches.outbox import ROOM
from tilth_server.refusal import Refusal
from tilth_server.wire import frames

if TYPE_CHECKING:
    from tilth_server.matches.session import AttendSession

SUBSCRIPTIONS: Final = frozenset({"open_replay", "open_tournament", "open_matches"})
"""The commands that open a subscription."""


class Piece(msgspec.Struct, frozen=True):
    """Some frames of a subscription, which are queued together."""

    frames: Sequence[bytes]
    next_record: int = 0
    """The number of the record after these, from which to resume."""
    is_last: bool = False
    """True if the last frame ends the channel. Without such a piece the channel ends with `closed`."""


class Sources(Protocol):
    """The sources of subscriptions, and what they have in common."""

    def enter(self, player_id: str) -> None:
        """Count a subscription of the player. Raise Refusal if the player has too many of them."""

    def leave(self, player_id: str) -> None:
        """Count a subscription of the player no longer."""

    def start(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Return a task that does the work of a subscription in the turns of its player."""

    def pieces(self, command: play_pb2.Command, player_id: str) -> AsyncGenerator[Piece]:
        """Yield the pieces of the subscription that this command opens, beginning with `opened`; raise Refusal if it
        can't be opened.
        """

    def refusal_for(self, error: Exception) -> Refusal:
        """Return the refusal that tells the client of an error. A fault of the server is logged."""


class Subscription:
    """One subscription that is open on a stream."""

    __slots__ = ("next_record", "number", "task")

    def __init__(self, number: int) -> None:
        self.number = number
        self.next_record = 0
        self.task: asyncio.Task[None] | None = None


class Subscriptions:
    """The subscriptions of one stream, by the numbers of their channels."""

    def __init__(self, session: "AttendSession", sources: Sources | None) -> None:
        """Without `sources` every subscription is refused."""
        self._session = session
        self._sources = sources
        self._by_number: dict[int, Subscription] = {}
        self.waiting: deque[asyncio.Future[None]] = deque()
        """The subscriptions that wait for room on the stream."""

    def __len__(self) -> int:
        return len(self._by_number)

    def __contains__(self, number: int) -> bool:
        return number in self._by_number

    def next_record(self, number: int) -> int:
        """Return the number of the record from which the subscription of this channel would be resumed."""
        return self._by_number[number].next_record

    def open(self, command: play_pb2.Command) -> None:
        """Open a subscription; raise Refusal if there are too many. Its source may refuse it later."""
        sources = self._sources
        if sources is None:
            raise Refusal(reasons.EMPTY_COMMAND, "nothing can be subscribed to on this stream")
        sources.enter(self._session.player_id)
        one = self._by_number[command.channel] = Subscription(command.channel)
        one.task = sources.start(self._run(one, sources, command))

    def close(self, number: int) -> None:
        """Close a subscription; `closed` is its last frame."""
        one = self._by_number[number]
        self._end(one, frames.closed(one.next_record))

    def cut_off(self, reason: str, dropped: Mapping[int, int]) -> None:
        """End all subscriptions. `dropped`: by channel, the first record of the frames that were dropped."""
        for one in list(self._by_number.values()):
            self._end(one, frames.cut_off(dropped.get(one.number, one.next_record), reason))

    def close_all(self) -> None:
        """End all subscriptions without a last frame: the stream has ended."""
        for one in list(self._by_number.values()):
            self._end(one)

    def send_heartbeats(self) -> None:
        """Send a heartbeat for every subscription."""
        for one in self._by_number.values():
            self._send(one, frames.heartbeat(one.next_record))

    def resume(self) -> None:
        """Let the subscriptions continue that wait for room. Each waits again if an earlier one has filled it."""
        while self.waiting:
            waiter = self.waiting.popleft()
            if not waiter.done():
                waiter.set_result(None)

    async def _run(self, one: Subscription, sources: Sources, command: play_pb2.Command) -> None:
        """Send the pieces of a subscription until it ends."""
        last = b""
        try:
            async with aclosing(sources.pieces(command, self._session.player_id)) as pieces:
                async for piece in pieces:
                    await self._wait_for_room()
                    one.next_record = piece.next_record
                    for frame in piece.frames:
                        self._send(one, frame)
                    if piece.is_last:
                        break
                else:
                    last = frames.closed(one.next_record)
        except Exception as error:  # noqa: BLE001 - explained to the client, and logged where it is our fault
            self._session.refuse(one.number, sources.refusal_for(error))
        # A task that has ended by itself is not cancelled: that would cancel what closes it.
        one.task = None
        self._end(one, last)

    async def _wait_for_room(self) -> None:
        """Return when there is room for a piece on the stream."""
        outbox = self._session.outbox
        while outbox.size >= ROOM:
            waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self.waiting.append(waiter)
            await waiter

    def _send(self, one: Subscription, frame: bytes) -> None:
        """Queue a frame on the subscription's channel."""
        self._session.outbox.add(frames.for_channel(one.number, frame))

    def _end(self, one: Subscription, last: bytes = b"") -> None:
        """Remove a subscription and cancel its task, after this last frame."""
        if self._by_number.pop(one.number, None) is None:
            return
        if last:
            self._send(one, last)
        if one.task is not None:
            one.task.cancel()
        assert self._sources is not None, "it was opened by them"
        self._sources.leave(self._session.player_id)
        self._session.on_channel_ended()
