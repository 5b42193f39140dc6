"""Streams of a match's frames that miss none: after a break they are opened again at the next record.

`match_frames` only reads (Play.Watch); `SeatStream` reads and sends the commands of a seat (Play.Attend).
"""

import asyncio
import dataclasses
import uuid
from collections.abc import AsyncIterator, Callable

import grpc.aio

from tilth_cli.answers import Reply
from tilth_cli.call_errors import is_retryable
from tilth_cli.connection import Server
from tilth_cli.errors import UserError
from tilth_cli.messages import tr
from tilth_dataclasses.tilth.v1 import (
    Answer,
    AttendRequest,
    AttendResponse,
    Command,
    Decision,
    Frame,
    OpenChannel,
    Refused,
    Undo,
    WatchRequest,
    WatchResponse,
)

CHANNEL = 1
PAUSES_S = (0.25, 0.5, 1, 2, 4)
"""Seconds between attempts to reach a lost server; the last one is repeated."""
ATTEMPTS = 30
"""The number of attempts, about two minutes of them. The person can leave at any time."""

PASSING_REASONS = ("MATCH_MOVED", "SERVER_STOPPING")
MANY_REFUSALS = 3
"""After this number of refusals for these reasons in a row, another node is asked."""

OnLost = Callable[[], None]


class ResumePoint:
    """The position in a match up to which frames have been read, across all connections, with the attempts since the
    last frame."""

    def __init__(self, opening: OpenChannel, server: Server, on_lost: OnLost) -> None:
        self._opening = opening
        self._server = server
        self._on_lost = on_lost
        self._attempts = 0
        self._refusals = 0
        self._began = False
        self._is_lost = False

    @property
    def opening(self) -> OpenChannel:
        """The command that opens the channel at the next record."""
        return self._opening

    def note_frame(self, frame: Frame) -> None:
        """Note the record at which to open the channel again, and that the connection works. Raise UserError if the
        frame refuses the opening for good, or if refusals that should pass do not."""
        if is_passing(frame) and frame.refused is not None:
            self._refusals += 1
            if self._refusals >= ATTEMPTS:
                raise UserError(refusal_text(frame.refused), frame.refused.reason)
            return
        if frame.refused is not None and not frame.refused.request_id:
            raise UserError(refusal_text(frame.refused), frame.refused.reason)
        if frame.update is not None:
            self._refusals = 0
        self._attempts = 0
        self._began = True
        self._is_lost = False
        if frame.opened is not None or frame.notice is not None:
            return
        next_record = frame.record + 1 if frame.update is not None else frame.record
        if frame.ended is None and frame.refused is None and frame.accepted is None:
            self._opening = dataclasses.replace(self._opening, from_record=next_record)

    async def wait_to_retry(self, error: grpc.aio.AioRpcError | None) -> None:
        """Wait before the next attempt, longer each time. Raise UserError at once for an error that is not retryable,
        before the first frame, or after ATTEMPTS attempts."""
        pause = PAUSES_S[min(self._attempts, len(PAUSES_S) - 1)]
        if error is not None:
            self._server.leave_node()
            if not self._began or not is_retryable(error) or self._attempts >= ATTEMPTS:
                raise self._server.user_error(error) from error
            if not self._is_lost:
                self._is_lost = True
                self._on_lost()
        elif self._refusals >= MANY_REFUSALS:
            self._server.leave_node()
        self._attempts += 1
        await asyncio.sleep(pause)


async def match_frames(server: Server, opening: OpenChannel, on_lost: OnLost) -> AsyncIterator[Frame]:
    """Yield the frames of a match until it has ended. After a break, frames continue at the next record; `on_lost` is
    called once for each break with an error."""
    resume_point = ResumePoint(opening, server, on_lost)
    while True:
        call: grpc.aio.UnaryStreamCall[WatchRequest, WatchResponse] | None = None
        try:
            await server.choose_node()
            call = server.play.watch(WatchRequest(open=resume_point.opening), metadata=server.metadata)
            async for response in call:
                for frame in response.frames:
                    resume_point.note_frame(frame)
                    if is_passing(frame):
                        continue
                    yield frame
                    if frame.ended is not None:
                        return
                if any(frame.cut_off is not None or is_passing(frame) for frame in response.frames):
                    break
            await resume_point.wait_to_retry(None)
        except grpc.aio.AioRpcError as error:
            await resume_point.wait_to_retry(error)
        finally:
            if call is not None:
                call.cancel()


class SeatStream:
    """A seat at a match: its frames and its commands. A command that was not confirmed when the connection broke is
    sent again; its request id keeps it from counting twice."""

    def __init__(self, server: Server, opening: OpenChannel, on_lost: OnLost) -> None:
        self._server = server
        self._resume_point = ResumePoint(opening, server, on_lost)
        self._call: grpc.aio.StreamStreamCall[AttendRequest, AttendResponse] | None = None
        self._unconfirmed: Command | None = None

    async def frames(self) -> AsyncIterator[Frame]:
        """Yield the frames of the match until it has ended, across lost connections. The frames after a break continue
        at the next record, and an unconfirmed command is sent again."""
        while True:
            call: grpc.aio.StreamStreamCall[AttendRequest, AttendResponse] | None = None
            try:
                await self._server.choose_node()
                call = self._server.play.attend(metadata=self._server.metadata)
                command = [Command(channel=CHANNEL, open=self._resume_point.opening)]
                await call.write(
                    AttendRequest(
                        commands=[*command, *([self._unconfirmed] if self._unconfirmed is not None else [])]
                    )
                )
                self._call = call
                async for response in call:
                    for frame in response.frames:
                        self._resume_point.note_frame(frame)
                        if is_passing(frame):
                            continue
                        self._confirm(frame)
                        yield frame
                        if frame.ended is not None:
                            return
                    if any(frame.cut_off is not None or is_passing(frame) for frame in response.frames):
                        break
                await self._resume_point.wait_to_retry(None)
            except (grpc.aio.AioRpcError, asyncio.InvalidStateError) as error:
                await self._resume_point.wait_to_retry(await _status(call, error))
            finally:
                self._call = None
                if call is not None:
                    call.cancel()

    async def answer(self, decision: Decision, reply: Reply) -> None:
        """Send an answer to a decision."""
        answer = Answer(
            request_id=uuid.uuid4().hex,
            decision_id=decision.id,
            picks=list(reply.picks),
            numbers=list(reply.numbers),
        )
        await self._send(Command(channel=CHANNEL, answer=answer))

    async def undo(self) -> None:
        """Send an undo of the last answer."""
        await self._send(Command(channel=CHANNEL, undo=Undo(request_id=uuid.uuid4().hex)))

    async def _send(self, command: Command) -> None:
        """Send a command now, or with the next opening if the connection is lost."""
        self._unconfirmed = command
        if self._call is None:
            return  # sent with the next opening
        try:
            await self._call.write(AttendRequest(commands=[command]))
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            return  # the reading side sees why, opens again, and sends it then

    def _confirm(self, frame: Frame) -> None:
        """Forget the unconfirmed command if the frame confirms or refuses it."""
        confirmed_id = (
            (frame.update is not None and frame.update.accepted_request_id)
            or (frame.accepted is not None and frame.accepted.request_id)
            or (frame.refused is not None and frame.refused.request_id)
        )
        if self._unconfirmed is not None and confirmed_id == _request_id(self._unconfirmed):
            self._unconfirmed = None


def is_passing(frame: Frame) -> bool:
    """Return whether a frame refuses something only because the match moves to another node, or because the node or
    server stops. The same request is repeated then."""
    return frame.refused is not None and frame.refused.reason in PASSING_REASONS


def refusal_text(refused: Refused) -> str:
    """Return the text of a refusal for the person."""
    return tr("refused", message=refused.message or refused.reason)


def _request_id(command: Command) -> str:
    """Return the request id of a command."""
    if command.answer is not None:
        return command.answer.request_id
    return command.undo.request_id if command.undo is not None else ""


async def _status(
    call: grpc.aio.StreamStreamCall[AttendRequest, AttendResponse] | None, error: Exception
) -> grpc.aio.AioRpcError | None:
    """Return the call's own status after a failed write, which does not tell the cause; None if the call ended well."""
    if isinstance(error, grpc.aio.AioRpcError) and error.code() is not grpc.StatusCode.INTERNAL:
        return error
    if call is None:
        return None
    code = await call.code()
    if code is grpc.StatusCode.OK:
        return None
    return grpc.aio.AioRpcError(
        code, await call.initial_metadata(), await call.trailing_metadata(), details=await call.details()
    )
