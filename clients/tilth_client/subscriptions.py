"""Subscriptions: replays, tournaments and lists of matches on the Attend stream, beside the seats that are played.

After a break a subscription opens again where it was. docs/protocol/subscriptions.md describes the frames.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterable
from typing import Final, Generic, Protocol, Self, TypeVar

from tilth.v1 import lobby_pb2, play_pb2, tournaments_pb2
from tilth_client.channels import Stream
from tilth_client.decisions import Context
from tilth_client.errors import RETRYABLE_REASONS, TilthError, from_frame
from tilth_client.updates import Update

MAX_UNREAD: Final = 500
"""The number of unread items at which a subscription is parked until they are read."""

Item = TypeVar("Item")
Item_co = TypeVar("Item_co", covariant=True)


class Content(Protocol[Item_co]):
    """The content of a subscription: it opens the channel where it was, and makes items of frames."""

    def opening(self) -> play_pb2.Command:
        """Return the command that opens a channel for what has not been received yet."""
        ...

    def items(self, frame: play_pb2.Frame) -> Iterable[Item_co]:
        """Return what a frame brings, in order."""
        ...


class Subscription(Generic[Item]):
    """A subscription, made by `Tilth.open_replay`, `Tilth.open_tournament` or `Tilth.open_matches`.

        async with tilth.open_matches(game="petrichor") as changes:
            async for change in changes:
                print([listed.match.id for listed in change.matches], list(change.removed_match_ids))

    It is closed by `close`, by leaving its `async with`, or by the end of what it shows.
    """

    def __init__(self, stream: Stream, content: Content[Item]) -> None:
        self._stream = stream
        self._content = content
        self._inbox: deque[Item] = deque()
        self._has_news = asyncio.Event()
        self._error: TilthError | None = None
        self._was_cut_off = False
        self.number = 0
        """The number of the channel on the running stream; 0 while it is closed there."""
        self.parked = False
        """True while the channel is closed because its reader is slow."""
        self.records_received = 0
        self.closed = False
        stream.add(self)

    def close(self) -> None:
        """End the subscription. What was not read yet can still be read."""
        if not self.closed:
            self.closed = True
            self._stream.close_channel(self)
            self._has_news.set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exception: object) -> None:
        self.close()

    def __aiter__(self) -> AsyncIterator[Item]:
        return self

    async def __anext__(self) -> Item:
        while not self._inbox:
            if self._error is not None:
                raise self._error
            if self.closed:
                raise StopAsyncIteration
            self._has_news.clear()
            if self.parked:
                self.parked = False
                self._stream.open_channel(self)
            await self._has_news.wait()
        return self._inbox.popleft()

    # Calls by the stream -------------------------------------------------------------------------------------

    def opening_commands(self, number: int) -> Iterable[play_pb2.Command]:
        """Yield the command that opens the channel on a stream under this number."""
        self.number = number
        command = self._content.opening()
        command.channel = number
        yield command

    def receive(self, frame: play_pb2.Frame) -> None:
        """Handle one frame of the stream."""
        self._inbox.extend(self._content.items(frame))
        self._has_news.set()
        match frame.WhichOneof("payload"):
            case "update" | "tournament" | "matches":
                self.records_received += 1
                self._was_cut_off = False
            case "ended" | "closed":
                self.closed = True
                self._stream.close_channel(self, send=False)
            case "cut_off":
                later = self._was_cut_off or frame.cut_off.reason in RETRYABLE_REASONS
                self._was_cut_off = True
                self._stream.open_channel(self, later=later)
            case "refused" if frame.refused.reason in RETRYABLE_REASONS:
                self._stream.open_channel(self, later=True)
            case "refused":
                self.fail(from_frame(frame.refused.reason, frame.refused.message))
        if len(self._inbox) >= MAX_UNREAD and not (self.closed or self.parked):
            self.parked = True
            self._stream.close_channel(self)

    def fail(self, error: TilthError) -> None:
        """Close the channel with an error, which the reader gets after the unread items."""
        if not self.closed:
            self.closed = True
            self._stream.close_channel(self)
            self._error = error
            self._has_news.set()


class Replay:
    """The content of a replay: updates, at the tempo of the request."""

    def __init__(self, request: play_pb2.OpenReplay) -> None:
        self._request = request
        seat = request.seat if request.HasField("seat") else None
        self._context = Context(request.match_id, seat, request.language)

    def opening(self) -> play_pb2.Command:
        """Return the command that opens the replay at the next record."""
        return play_pb2.Command(open_replay=self._request)

    def items(self, frame: play_pb2.Frame) -> Iterable[Update]:
        """Return the update of a frame that has one."""
        match frame.WhichOneof("payload"):
            case "opened":
                before = self._context
                self._context = Context(before.match_id, before.seat, before.language, frame.opened)
            case "update":
                self._request.from_record = frame.record + 1
                return (Update(frame, self._context),)
            case "caught_up" | "ended":
                return (Update(frame, self._context),)
        return ()


class TournamentLog:
    """The content of a tournament's channel: its records, also new ones."""

    def __init__(self, request: play_pb2.OpenTournament) -> None:
        self._request = request

    def opening(self) -> play_pb2.Command:
        """Return the command that opens the log at the next record."""
        return play_pb2.Command(open_tournament=self._request)

    def items(self, frame: play_pb2.Frame) -> Iterable[tournaments_pb2.TournamentLogEntry]:
        """Return the records of a frame."""
        entries = frame.tournament.entries
        if entries:
            self._request.from_record = entries[-1].number + 1
        return entries


class MatchList:
    """The content of a list of matches: its beginning, and its changes."""

    def __init__(self, wanted: lobby_pb2.ListMatchesRequest) -> None:
        self._wanted = wanted
        self._listed: set[str] = set()
        """The matches on the list, as the reader knows them."""
        self._before: set[str] = set()
        """The matches that were on the list before the channel was opened again, and were not sent since."""

    def opening(self) -> play_pb2.Command:
        """Return the command that opens the list from its beginning."""
        return play_pb2.Command(open_matches=play_pb2.OpenMatches(filter=self._wanted))

    def items(self, frame: play_pb2.Frame) -> Iterable[play_pb2.MatchListUpdate]:
        """Return the change of a frame. Matches that left the list during a break leave it with `caught_up`."""
        match frame.WhichOneof("payload"):
            case "opened":
                self._before = set(self._listed)
            case "matches":
                self._note(frame.matches)
                return (frame.matches,)
            case "caught_up" if self._before:
                left = play_pb2.MatchListUpdate(removed_match_ids=sorted(self._before))
                self._note(left)
                return (left,)
        return ()

    def _note(self, change: play_pb2.MatchListUpdate) -> None:
        """Take note of a change of the list."""
        sent = {listed.match.id for listed in change.matches}
        self._listed = (self._listed | sent).difference(change.removed_match_ids)
        self._before = self._before.difference(sent, change.removed_match_ids)
