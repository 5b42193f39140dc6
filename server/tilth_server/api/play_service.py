"""tilth.v1.PlayService."""

import asyncio
from collections.abc import Callable

from tilth.v1 import play_pb2 as pb
from tilth.v1.lobby_pb2 import Notice
from tilth_server import reasons
from tilth_server.api.call_context import CallContext
from tilth_server.api.fair_turns import FairTurns, in_turns
from tilth_server.api.gate import RequestStream
from tilth_server.api.gateway import FlowRequests, Gateway
from tilth_server.api.gateway_session import GatewaySession, WatchSession
from tilth_server.api.queued_bytes import CountedOutbox, QueuedBytes, use_counted_outbox
from tilth_server.api.stream_writer import StreamWriter, StreamWriters
from tilth_server.api.subscription_sources import SubscriptionSources
from tilth_server.matches import unary
from tilth_server.matches.registry import Matches
from tilth_server.matches.session import AttendSession
from tilth_server.operations.notices import Notices
from tilth_server.wire import frames


class PlayService:
    """The calls for playing and watching. `Matches` does the work; the service reads and writes the streams."""

    def __init__(
        self,
        matches: Matches,
        turns: FairTurns,
        queued: QueuedBytes,
        sources: SubscriptionSources,
        notices: Notices,
        gateway: Gateway | None = None,
    ) -> None:
        self._gateway = gateway
        self._notices = notices
        self._matches = matches
        self._turns = turns
        self._queued = queued
        self._sources = sources
        self.writers = StreamWriters()

    def send_notice(self) -> None:
        """Send the notice to everybody on every open stream."""
        self.writers.send_to_all(frames.notice(self._notices.current() or Notice()))

    async def close(self) -> None:
        """Take no more answers. When the answers taken are durable, end every stream with the record to resume from."""
        await self._matches.close()
        self.writers.cut_off_all(reasons.SERVER_STOPPING)

    async def Attend(self, requests: RequestStream | FlowRequests, call: CallContext) -> None:
        """Play and watch any number of matches on one stream: read the client's commands in a task, and write frames
        until it ends.

        If reading fails (a command that cannot be parsed, for example), the call fails with that error after the
        frames.
        """
        session = self._session(call)
        if call.flow is not None:
            call.flow.on_stop_updates = session.stop_updates
        outbox = use_counted_outbox(session, self._queued)
        commands = _CommandReader(session, requests, self._turns.is_slice_over)
        reader = asyncio.create_task(in_turns(commands.run()))
        try:
            await self._write_frames(session, outbox, call)
        finally:
            if not commands.stop():
                reader.cancel()
        failed, commands.failed = commands.failed, None
        if failed is not None:
            try:
                raise failed
            finally:
                # Its traceback holds this frame, and the message that was wrong, which may be a megabyte.
                failed = None

    async def Watch(self, request: pb.WatchRequest, call: CallContext) -> None:
        """Send the frames of one match to the caller, as one of their seats or as a spectator, until the match ends."""
        gateway = self._gateway
        if gateway is not None and not call.is_forwarded and gateway.forwards(request.open.match_id):
            await self._watch_elsewhere(
                WatchSession(gateway, call, self._matches, call.caller.player_id), request, call
            )
            return
        session = AttendSession(self._matches, call.caller.player_id, ends_with_channels=True)
        if call.flow is not None:
            call.flow.on_stop_updates = session.stop_updates
        outbox = use_counted_outbox(session, self._queued)
        await session.prepare_open(request.open)
        session.open(0, request.open)
        # A relay watches for others, who have channels of their own.
        session.channels[0].is_relay = call.is_forwarded and not call.caller.player_id
        await self._write_frames(session, outbox, call)

    async def _watch_elsewhere(
        self, session: WatchSession, request: pb.WatchRequest, call: CallContext
    ) -> None:
        """Send the frames of a match that another node owns."""
        outbox = use_counted_outbox(session, self._queued)
        await session.begin(request)
        await self._write_frames(session, outbox, call)
        if session.refusal is not None:
            raise session.refusal

    async def Answer(self, request: pb.AnswerRequest, call: CallContext) -> pb.AnswerResponse:
        """Give a seat's answers to its next decisions; return the records that took them when these are durable.

        Refuse a seat that the caller does not hold, no answers or too many, and an answer that does not fit its
        decision.
        """
        records = await unary.answer(
            self._matches, call.caller.player_id, request.match_id, request.seat, request.answers
        )
        return pb.AnswerResponse(records=records)

    async def Undo(self, request: pb.UndoRequest, call: CallContext) -> pb.UndoResponse:
        """Take back the seat's last answer; return the undo's record when it is durable. Refuse a seat of another
        player, and an answer that may not be undone.
        """
        record = await unary.undo(
            self._matches, call.caller.player_id, request.match_id, request.seat, request.request_id
        )
        return pb.UndoResponse(record=record)

    async def GetView(self, request: pb.GetViewRequest, call: CallContext) -> bytes:
        """Return the present state of a started match as a seat or a spectator sees it, with the seat's open decision.

        Refuse a seat of another player, and a match that has not started.
        """
        return await unary.view(
            self._matches,
            call.caller.player_id,
            request.match_id,
            request.seat if request.HasField("seat") else None,
            call.language(request.language) if request.texts else None,
        )

    def _session(self, call: CallContext) -> AttendSession:
        """Return the session of a new stream. A stream that another node forwards has channels of matches only."""
        player_id = call.caller.player_id
        if call.is_forwarded:
            return AttendSession(self._matches, player_id)
        if self._gateway is None:
            return AttendSession(self._matches, player_id, sources=self._sources)
        return GatewaySession(self._gateway, call, self._matches, player_id, sources=self._sources)

    async def _write_frames(self, session: AttendSession, outbox: CountedOutbox, call: CallContext) -> None:
        """Write the session's frames to the client until the stream ends; then close the session and its channels.

        The writer is listed in `writers` while it runs.
        """
        writer = StreamWriter(session, call.write, self._turns.is_slice_over)
        task = asyncio.current_task()
        assert task is not None, "gRPC runs every handler in a task of its own"
        self.writers.add(task, writer)
        if not call.is_forwarded and (notice := self._notices.current()) is not None:
            session.outbox.add(frames.notice(notice))
        try:
            await writer.run()
        finally:
            self.writers.remove(task)
            session.close()
            outbox.close()


class _CommandReader:
    """The reader of a stream's messages, until the client half-closes: it sends no more answers, but still watches."""

    __slots__ = ("_is_due", "_is_stopped", "_is_waiting", "_requests", "_session", "failed")

    def __init__(
        self, session: AttendSession, requests: RequestStream | FlowRequests, is_due: Callable[[], bool]
    ) -> None:
        self._session = session
        self._is_due = is_due
        self._requests = requests
        self.failed: Exception | None = None
        """The error of a message, which ends the stream; None while there is none."""
        self._is_waiting = False
        self._is_stopped = False

    async def run(self) -> None:
        """Read the client's messages and give their commands to the session, until the client half-closes or `stop` is
        called.

        An error is kept in `failed` for the call to raise, and ends the outbox.
        """
        try:
            while True:
                self._is_waiting = True
                # Not `anext`: what is referred to here is kept for each idle stream.
                raw = await self._requests.read()
                self._is_waiting = False
                if self._is_stopped:
                    return
                if not isinstance(raw, bytes):  # EOF
                    break
                request = self._requests.parse(raw)
                if self._session.needs_reading(request):
                    await self._session.prepare(request)
                for _ in self._session.receive(request, self._is_due):
                    await asyncio.sleep(0)
                del raw, request
            self._session.half_close()
        except Exception as error:  # noqa: BLE001 - raised again by the call
            self.failed = error
            self._session.outbox.finish()

    def stop(self) -> bool:
        """Read no further message. Return whether reading ends by itself, as it does while it waits for a message."""
        self._is_stopped = True
        return self._is_waiting
