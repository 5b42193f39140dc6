"""Channels: each is one seat of one match, or one spectator's watch. All channels of a connection share one stream.

A channel knows the number of the next record, and its commands without a reply. After a break it opens again at that
record and sends those commands again, with the same request ids: no record and no answer is lost or doubled.
"""

import asyncio
import itertools
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, cast

from tilth.v1 import play_pb2
from tilth_client.decisions import Answer, Context, Decision
from tilth_client.errors import FACT_UNAVAILABLE, RETRYABLE_REASONS, IllegalAnswer, TilthError, from_frame
from tilth_client.updates import Update

TOO_LATE: Final = frozenset({"DECISION_CLOSED", "NO_OPEN_DECISION", "SEAT_RESIGNED", "MATCH_NOT_RUNNING"})
"""Reasons of refusals that no bot can avoid: a timeout was faster, or the match continued without the bot."""
BATCH_REFUSED: Final = "BATCH_REFUSED"
"""The reason of the refusals of all answers of a batch but the one that caused them."""
RESEND_SECONDS: Final = 1.0
MAX_RESEND_SECONDS: Final = 16.0
"""The longest pause before an answer is sent again because the server lacks an outside fact. Pauses double up to it."""
MAX_TRIES_WITHOUT_FACT: Final = 8
"""The number of tries, which take more than a minute together, after which the client gives up an answer."""


@dataclass(frozen=True, slots=True)
class ChannelRequest:
    """The request by which a channel opens: match, seat, first record, and the parts of updates to send."""

    match_id: str
    seat: int | None = None
    from_record: int | None = None
    views: bool = False
    texts: bool = False
    language: str = ""
    presence: bool = False


class StreamChannel(Protocol):
    """A channel or a subscription, with the calls that the stream makes to it."""

    number: int
    parked: bool
    closed: bool
    records_received: int

    def opening_commands(self, number: int) -> Iterable[play_pb2.Command]: ...

    def receive(self, frame: play_pb2.Frame) -> None: ...

    def fail(self, error: TilthError) -> None: ...


class Stream(Protocol):
    """The stream that carries a channel, with the calls that the channel makes to it."""

    def add(self, channel: StreamChannel) -> None: ...

    def send_command(self, command: play_pb2.Command) -> None: ...

    def open_channel(self, channel: StreamChannel, *, later: bool = False) -> None: ...

    def close_channel(self, channel: StreamChannel, *, send: bool = True) -> None: ...

    async def request_heartbeat(self) -> None: ...


@dataclass(slots=True)
class _PendingCommand:
    """A command of a channel that the server has not replied to."""

    command: play_pb2.Command
    """The command; the answers of a batch share one."""
    decision_id: int
    """The id of the decision that the command answers; 0 for an undo."""
    accepted: asyncio.Future[int] | None
    """Gets the number of the record when the server has accepted the command; None if nobody waits for it."""
    is_repeatable: bool = True
    """True if the command is sent again after a refusal that may not come twice. A batch is sent again as a whole."""
    without_fact: int = 0
    """The number of times that the server lacked an outside fact for the command."""


class Channel:
    """One channel of a connection. It delivers each record once, in order, and sends the answers of its seat."""

    _prefix = secrets.token_urlsafe(6)
    _numbers = itertools.count(1)

    def __init__(
        self,
        stream: Stream,
        request: ChannelRequest,
        on_update: Callable[[Update], None],
        on_failure: Callable[[TilthError], None],
    ) -> None:
        self._stream = stream
        self._request = request
        self._on_update = on_update
        self._on_failure = on_failure
        self._pending: dict[str, _PendingCommand] = {}
        self._next_record = request.from_record
        self._live = False
        self._cut_at: int | None = None
        self.number = 0
        """The channel's number on the running stream; 0 while it is closed there."""
        self.parked = False
        """True while the channel is closed because its reader is slower than its match."""
        self.records_received = 0
        self.context = Context(request.match_id, request.seat, request.language)
        self.closed = False

    # Calls by the user of the channel ------------------------------------------------------------------------

    async def answer(self, decision: Decision, answer: Answer) -> int:
        """Answer a decision. Return the number of the answer's record when it is durable. Raise Refused if the server
        refuses the answer."""
        accepted: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.send(decision, answer, accepted)
        return await accepted

    def send(self, decision: Decision, answer: Answer, accepted: asyncio.Future[int] | None = None) -> None:
        """Send the answer to a decision without waiting for its record, which comes with the updates."""
        if problem := decision.problem_with(answer):
            raise IllegalAnswer(f"{decision.kind}: {problem}")
        command = play_pb2.Command()
        message = command.answer
        message.decision_id = decision.id
        message.picks.extend(answer.picks)
        message.numbers.extend(answer.numbers)
        message.request_id = self._send(command, decision.id, accepted)

    async def answer_batch(self, decision: Decision, answers: Sequence[Answer]) -> list[int]:
        """Answer a decision and those that follow it, all or none. Return the numbers of the answers' records when they
        are durable: fewer than answers if one of them revealed something, because the server reads none after it.
        Raise Refused with the reason of the answer that the server refuses."""
        if not answers:
            raise IllegalAnswer("a batch holds at least one answer")
        if problem := decision.problem_with(answers[0]):
            raise IllegalAnswer(f"{decision.kind}: {problem}")
        for tries in itertools.count():
            replies = await asyncio.gather(*self._send_batch(decision.id, answers), return_exceptions=True)
            if records := [reply for reply in replies if isinstance(reply, int)]:
                return records
            error = next(reply for reply in replies if getattr(reply, "reason", "") != BATCH_REFUSED)
            pause = _pause_before_resending(getattr(error, "reason", ""), tries)
            if pause is None:
                raise cast("BaseException", error)
            await asyncio.sleep(pause)  # nothing was taken, so it is another batch, with ids of its own
        raise AssertionError("count() has no end")

    async def undo(self) -> int:
        """Take back the seat's last answer. Return the number of the undo's record. Raise Refused if the server refuses
        the undo."""
        accepted: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        command = play_pb2.Command(undo=play_pb2.Undo())
        command.undo.request_id = self._send(command, 0, accepted)
        return await accepted

    async def request_heartbeat(self) -> None:
        """Return when everything has arrived that the server had queued for this connection at the request."""
        if self.closed:
            raise TilthError(f"The channel to {self._request.match_id} is closed.")
        await self._stream.request_heartbeat()

    def has_answered(self, decision_id: int) -> bool:
        """Return whether an answer to the decision was sent and has no reply yet."""
        return any(pending.decision_id == decision_id for pending in self._pending.values())

    def park(self) -> None:
        """Close the channel on the stream until `unpark`. A seat that waits for a reply continues to receive."""
        if not (self.parked or self.closed or self._pending or self._next_record is None):
            self.parked = True
            self._stream.close_channel(self)

    def unpark(self) -> None:
        """Open a parked channel again at its next record."""
        if self.parked:
            self.parked = False
            self._stream.open_channel(self)

    def close(self) -> None:
        """Close the channel for good. Commands without a reply fail with TilthError."""
        if not self.closed:
            self.closed = True
            self._stream.close_channel(self)
            self._give_up(
                TilthError(f"The channel to {self._request.match_id} was closed before a reply came.")
            )

    def _send(self, command: play_pb2.Command, decision_id: int, accepted: asyncio.Future[int] | None) -> str:
        """Send a command under a new request id, and return the id."""
        if self.closed:
            raise TilthError(f"The channel to {self._request.match_id} is closed.")
        request_id = f"{self._prefix}{next(self._numbers)}"
        self._pending[request_id] = _PendingCommand(command, decision_id, accepted)
        self._send_now(command)
        return request_id

    def _send_batch(self, decision_id: int, answers: Sequence[Answer]) -> list[asyncio.Future[int]]:
        """Send answers as one command, the first one to this decision. Return the futures of their records."""
        if self.closed:
            raise TilthError(f"The channel to {self._request.match_id} is closed.")
        command = play_pb2.Command()
        futures = []
        for at, answer in enumerate(answers):
            accepted: asyncio.Future[int] = asyncio.get_running_loop().create_future()
            request_id = f"{self._prefix}{next(self._numbers)}"
            command.answer_batch.answers.add(
                decision_id=decision_id + at,
                picks=answer.picks,
                numbers=answer.numbers,
                request_id=request_id,
            )
            self._pending[request_id] = _PendingCommand(command, decision_id + at, accepted, False)
            futures.append(accepted)
        self._send_now(command)
        return futures

    def _send_now(self, command: play_pb2.Command) -> None:
        """Send a command that is noted as pending, unless the channel is closed on the stream: then its opening sends
        it."""
        if self.parked:
            self.unpark()
        elif self.number:
            command.channel = self.number
            self._stream.send_command(command)

    # Calls by the stream -------------------------------------------------------------------------------------

    def opening_commands(self, number: int) -> Iterable[play_pb2.Command]:
        """Yield the command that opens the channel on a stream under this number, and then those without a reply."""
        self.number = number
        self._live = False
        request = self._request
        command = play_pb2.Command(channel=number)
        message = command.open
        message.match_id = request.match_id
        if request.seat is not None:
            message.seat = request.seat
        if self._next_record is not None:
            message.from_record = self._next_record
        message.views, message.texts, message.language = request.views, request.texts, request.language
        message.presence = request.presence
        yield command
        for command in {id(pending.command): pending.command for pending in self._pending.values()}.values():
            command.channel = number
            yield command

    def receive(self, frame: play_pb2.Frame) -> None:
        """Handle one frame of the stream."""
        match frame.WhichOneof("payload"):
            case "update":
                self._receive_update(frame)
            case "caught_up":
                self._live = True
                self._next_record = frame.record
                self._on_update(Update(frame, self.context))
            case "presence":
                self._on_update(Update(frame, self.context))
            case "accepted":
                self._accepted(frame.accepted.request_id, frame.record)
            case "refused":
                self._refused(frame.refused)
            case "cut_off":
                self._cut_off(frame.record, frame.cut_off.reason)
            case "opened":
                self.context = Context(
                    self._request.match_id, self._request.seat, self._request.language, frame.opened
                )
            case "ended":
                self.closed = True
                self._stream.close_channel(self, send=False)
                self._on_update(Update(frame, self.context))
                self._give_up(TilthError(f"The match {self._request.match_id} has ended."))

    def fail(self, error: TilthError) -> None:
        """Close the channel with an error, which is passed to its user."""
        if not self.closed:
            self.closed = True
            self._stream.close_channel(self)
            self._give_up(error)
            self._on_failure(error)

    def _receive_update(self, frame: play_pb2.Frame) -> None:
        """Deliver a record, which may also be the reply to a command."""
        self._next_record = frame.record + 1
        self.records_received += 1
        if frame.update.accepted_request_id:
            self._accepted(frame.update.accepted_request_id, frame.record)
        self._on_update(Update(frame, self.context, self._live))

    def _accepted(self, request_id: str, record: int) -> None:
        """Note that the server has accepted a command, in this record."""
        pending = self._pending.pop(request_id, None)
        if pending is not None and pending.accepted is not None and not pending.accepted.done():
            pending.accepted.set_result(record)

    def _refused(self, refused: play_pb2.Refused) -> None:
        """Handle a refusal: of a command, or, without a request id, of the channel itself."""
        error = from_frame(refused.reason, refused.message)
        is_retryable = refused.reason in RETRYABLE_REASONS
        if not refused.request_id:
            if is_retryable:
                self._stream.open_channel(self, later=True)
            else:
                self.fail(error)
            return
        pending = self._pending.get(refused.request_id)
        if is_retryable and (pending is None or self._resend_later(pending, refused)):
            return
        self._pending.pop(refused.request_id, None)
        if pending is None:
            return
        if pending.accepted is not None:
            if not pending.accepted.done():
                pending.accepted.set_exception(error)
        elif refused.reason not in TOO_LATE:
            self.fail(error)

    def _resend_later(self, pending: _PendingCommand, refused: play_pb2.Refused) -> bool:
        """Send a refused command again after a pause, unless the client gives it up. Return whether it is sent
        again."""
        pause = _pause_before_resending(refused.reason, pending.without_fact)
        if pause is None or not pending.is_repeatable:
            return False
        if refused.reason == FACT_UNAVAILABLE:
            pending.without_fact += 1
        asyncio.get_running_loop().call_later(pause, self._resend, refused.request_id)
        return True

    def _resend(self, request_id: str) -> None:
        """Send a command again under its request id, if it still has no reply and the channel is open."""
        pending = self._pending.get(request_id)
        if pending is not None and self.number:
            pending.command.channel = self.number
            self._stream.send_command(pending.command)

    def _cut_off(self, record: int, reason: str) -> None:
        """Open the channel again at its next record. Pause before that if the server can't open it now, or if no record
        has arrived since the last opening."""
        if self._next_record is None:
            self._next_record = record
        later = reason in RETRYABLE_REASONS or self._cut_at == self._next_record
        self._cut_at = self._next_record
        self._stream.open_channel(self, later=later)

    def _give_up(self, error: TilthError) -> None:
        """Fail every command that has no reply yet with this error."""
        for pending in self._pending.values():
            if pending.accepted is not None and not pending.accepted.done():
                pending.accepted.set_exception(error)
                pending.accepted.exception()  # asyncio would log an exception that nobody retrieves
        self._pending.clear()


def _pause_before_resending(reason: str, tries: int) -> float | None:
    """Return the seconds after which a command that was refused for this reason is sent again; None if it is not.
    `tries` is the number of times that the server lacked an outside fact for it."""
    if reason not in RETRYABLE_REASONS:
        return None
    if reason != FACT_UNAVAILABLE:
        return RESEND_SECONDS
    return None if tries >= MAX_TRIES_WITHOUT_FACT else min(RESEND_SECONDS * 2**tries, MAX_RESEND_SECONDS)
