"""The one Attend stream of a connection: many channels on it, and whatever breaks, they go on where they were."""

import asyncio
import itertools
from collections import deque
from collections.abc import Callable
from typing import Final

import grpc
import grpc.aio

from tilth.v1 import play_pb2, play_pb2_grpc
from tilth_client.channels import Channel
from tilth_client.connection import Backoff, Connection
from tilth_client.errors import TilthError, from_rpc

MOST_SAID: Final = 250
"""Frames in one message. The server takes more; small batches keep a long queue moving."""
MOST_BYTES: Final = 64 << 10
"""In one message: a sixteenth of what the server takes. Too large a message would end the whole stream."""
SHARE_SECONDS: Final = 0.02
"""So long may the reader hold the loop (bots may think in it) before what they said is sent."""
REOPEN_SECONDS: Final = 1.0
"""Between two openings of a channel that is cut off again before it was told anything."""
FIRST_FOLLOWED: Final = 1 << 30
"""From here on the server numbers the channels that it opens by itself."""
LONG_SECONDS: Final = 5.0
"""A stream that lasted so long, or told of a record, was none that failed at once."""

WORTH_ANOTHER_TRY: Final = frozenset(
    {
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.INTERNAL,
        grpc.StatusCode.UNKNOWN,
        grpc.StatusCode.CANCELLED,
    }
)
"""Statuses of a stream that broke: a lost connection, a server that stops, a write that failed just then."""


class Attending:
    """Opens the stream for the first channel, and keeps it until it is closed."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._members: dict[Channel, None] = {}
        self._by_number: dict[int, Channel] = {}
        self._numbers = itertools.count(1)
        self._outgoing: deque[play_pb2.Said] = deque()
        self._something_to_say = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._following: play_pb2.Follow | None = None
        self._came: Callable[[play_pb2.Opened, int], Channel] = _nobody_follows
        self._lost_for_good: Callable[[TilthError], object] = _nobody_minds

    def follow(
        self,
        asked: play_pb2.Follow,
        came: Callable[[play_pb2.Opened, int], Channel],
        lost: Callable[[TilthError], object],
    ) -> None:
        """Hear of every seat of this player by itself: `came` makes a channel of what the server has opened.

        The channel lies on the stream that runs, under that number. `lost` is told why the stream has ended for good.
        """
        if self._following is not None:
            raise TilthError("This connection serves a bot already; connect once more for another one.")
        self._lost_for_good = lost
        self._following = asked
        self._came = came
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._keep_attending())
        else:
            self._follow()

    def unfollow(self) -> None:
        """Take up nothing any more that the server opens by itself. The stream it follows on goes on."""
        self._following = None
        self._came = _nobody_follows
        self._lost_for_good = _nobody_minds

    # What channels do with it --------------------------------------------------------------------------------

    def join(self, channel: Channel) -> None:
        """A new channel, until it ends, fails or is closed."""
        self._members[channel] = None
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._keep_attending())
        else:
            self.open(channel)

    def say(self, said: play_pb2.Said) -> None:
        self._outgoing.append(said)
        self._something_to_say.set()

    def open(self, channel: Channel, *, later: bool = False) -> None:
        """Open the channel on the stream that runs, under a new number: late frames of the old one are nobody's."""
        self._by_number.pop(channel.number, None)
        if later:
            channel.number = 0
            asyncio.get_running_loop().call_later(REOPEN_SECONDS, self._open_still, channel)
            return
        number = next(self._numbers)
        self._by_number[number] = channel
        for said in channel.opens_as(number):
            self.say(said)

    def shut(self, channel: Channel, *, tell: bool = True) -> None:
        """Hear nothing of the channel any more. A parked one stays a member."""
        if self._by_number.pop(channel.number, None) is not None and tell:
            self.say(play_pb2.Said(channel=channel.number, close=play_pb2.Close()))
        channel.number = 0
        if channel.closed:
            self._members.pop(channel, None)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._fail_all(TilthError("The connection was closed."))

    def _open_still(self, channel: Channel) -> None:
        if channel in self._members and not channel.number:
            self.open(channel)

    # Inside --------------------------------------------------------------------------------------------------

    def _follow(self) -> None:
        """After the openings of what is known already: the server opens no seat twice."""
        assert self._following is not None, "it was asked for"
        self.say(play_pb2.Said(channel=FIRST_FOLLOWED, follow=self._following))

    def _new(self, told: play_pb2.Told) -> Channel | None:
        """The channel of a seat that the server has opened by itself; None when nobody follows any more."""
        if self._following is None:
            self.say(play_pb2.Said(channel=told.channel, close=play_pb2.Close()))
            return None
        channel = self._by_number[told.channel] = self._came(told.opened, told.channel)
        self._members[channel] = None
        return channel

    async def _keep_attending(self) -> None:
        backoff = Backoff(self._connection.patience)
        loop = asyncio.get_running_loop()
        while True:
            told, since, token = self._told(), loop.time(), self._connection.token
            error: grpc.aio.AioRpcError | None = None
            try:
                await self._attend()
            except grpc.aio.AioRpcError as raised:
                error = raised
            except asyncio.CancelledError:
                task = asyncio.current_task()
                if task is None or task.cancelling():
                    raise
                # Not ours: grpc says so of a stream that the server cancelled.
            except Exception as unforeseen:
                self._fail_all(TilthError(f"A channel failed: {unforeseen!r}"))
                raise
            renewed = token != self._connection.token
            if error is not None and not renewed and error.code() not in WORTH_ANOTHER_TRY:
                self._fail_all(from_rpc(error, self._connection.address))
                return
            if self._told() > told or loop.time() - since > LONG_SECONDS:
                backoff.again()
            if not await backoff.wait():
                self._fail_all(self._lost(error))
                return

    def _told(self) -> int:
        return sum(channel.records_told for channel in self._members)

    def _lost(self, error: grpc.aio.AioRpcError | None) -> TilthError:
        address = self._connection.address
        if error is not None:
            return from_rpc(error, address)
        return TilthError(f"The server at {address} ends the stream again and again.")

    def _fail_all(self, error: TilthError) -> None:
        for channel in list(self._members):
            channel.fail(error)
        self._lost_for_good(error)

    async def _attend(self) -> None:
        """One stream, from the openings of all channels to its end."""
        self._outgoing.clear()
        self._by_number.clear()
        for channel in self._members:
            if not channel.parked:
                self.open(channel)
        if self._following is not None:
            self._follow()
        call = play_pb2_grpc.PlayServiceStub(self._connection.channel).Attend(
            metadata=self._connection.metadata
        )
        writer = asyncio.create_task(self._write(call))
        try:
            await self._read(call)
        finally:
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)
            call.cancel()

    async def _read(
        self, call: "grpc.aio.StreamStreamCall[play_pb2.AttendRequest, play_pb2.AttendResponse]"
    ) -> None:
        now = asyncio.get_running_loop().time
        while True:
            response = await call.read()
            if not isinstance(response, play_pb2.AttendResponse):
                return
            since = now()
            for told in response.told:
                channel = self._by_number.get(told.channel)
                if channel is None and told.channel >= FIRST_FOLLOWED and told.HasField("opened"):
                    channel = self._new(told)
                if channel is not None:
                    channel.told(told)
                if now() - since > SHARE_SECONDS:
                    await asyncio.sleep(0)
                    since = now()

    async def _write(
        self, call: "grpc.aio.StreamStreamCall[play_pb2.AttendRequest, play_pb2.AttendResponse]"
    ) -> None:
        """Send all that is queued, and while that is under way let the next gather."""
        try:
            while True:
                await self._something_to_say.wait()
                self._something_to_say.clear()
                while self._outgoing:
                    await call.write(self._gathered())
        except (asyncio.InvalidStateError, grpc.aio.AioRpcError, grpc.aio.InternalError, grpc.aio.UsageError):
            return  # the stream has ended; the reader learns how, and all that counts is said again

    def _gathered(self) -> play_pb2.AttendRequest:
        request = play_pb2.AttendRequest()
        room = MOST_BYTES
        while self._outgoing and len(request.said) < MOST_SAID:
            room -= self._outgoing[0].ByteSize() + 8
            if room < 0 and request.said:
                break
            request.said.append(self._outgoing.popleft())
        return request


def _nobody_follows(opened: play_pb2.Opened, number: int) -> Channel:
    raise AssertionError("nobody has asked to follow")


def _nobody_minds(error: TilthError) -> None:
    """Whoever waits for a channel hears of it there."""
