"""One seat of one match, in a process of the bot host: it speaks `Attend` with the server over a Unix socket.

A message is its length (4 bytes, the most significant first) and its bytes. The first message is the token.
"""

import asyncio
import select
import socket
import time
from collections.abc import Awaitable, Iterator
from dataclasses import dataclass
from typing import Final

from tilth.v1 import play_pb2
from tilth_client.channels import TOO_LATE
from tilth_client.decisions import Answer, Context, Decision
from tilth_client.errors import RETRYABLE_REASONS
from tilth_client.seat_bots import AnyBot, SeatBot, bot_for_seat, wants_texts, wants_updates, wants_views
from tilth_client.updates import Update

LENGTH_BYTES: Final = 4
CHANNEL: Final = 1
READ_BYTES: Final = 1 << 16
RESEND_SECONDS: Final = 1.0


class BotStopped(Exception):
    """The bot can't play its seat further. The text is one line that says why."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """The seat to play, and the way to the server."""

    socket: str
    token: bytes
    match_id: str
    seat: int
    delay: float = 0.0
    """Seconds that the bot waits before each answer."""


class HostedSeat:
    """The player of one seat: it gives the server's frames to the bot, and sends the bot's answers."""

    def __init__(self, bot: AnyBot, assignment: Assignment) -> None:
        self._bot = bot
        self._assignment = assignment
        self._takes_updates = wants_updates(bot)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._loop = asyncio.new_event_loop()
        self._context = Context(assignment.match_id, assignment.seat)
        self._update: Update | None = None
        """The update that brought the open decision."""
        self._answer_at = 0.0
        """The time before which the open decision is not answered."""
        self._is_live = False
        self._sent: play_pb2.Command | None = None
        self._count = 0
        self._unread = bytearray()

    def play(self) -> None:
        """Play until the match has ended, or the server ends the stream."""
        asyncio.set_event_loop(self._loop)
        assignment = self._assignment
        with self._socket:
            self._socket.connect(assignment.socket)
            self._send(assignment.token)
            self._open()
            playing = bot_for_seat(self._bot)
            while self._receive():
                if not all(self._take(frame, playing) for frame in self._frames()):
                    return
                # Frames that have arrived by now may close the decision.
                while self._update is not None and not self._has_arrived(self._answer_at - time.monotonic()):
                    self._answer(playing.decide(self._update.view, _decision_of(self._update)))

    def _take(self, frame: play_pb2.Frame, playing: SeatBot) -> bool:
        """Give one frame to the bot. Return False after the last one."""
        match frame.WhichOneof("payload"):
            case "opened":
                self._context = Context(self._context.match_id, self._context.seat, "", frame.opened)
                playing.started(self._context)
            case "update" | "caught_up":
                update = self._note(frame)
                if self._takes_updates:
                    playing.updated(update)
            case "refused":
                self._on_refused(frame.refused)
            case "ended":
                playing.ended(frame.ended)
                return False
            case "cut_off":
                return False
        return True

    def _open(self) -> None:
        """Open the channel of the seat."""
        assignment = self._assignment
        opening = play_pb2.OpenChannel(
            match_id=assignment.match_id,
            seat=assignment.seat,
            views=wants_views(self._bot),
            texts=wants_texts(self._bot),
        )
        if self._takes_updates:
            opening.from_record = 0
        self._send_command(play_pb2.Command(channel=CHANNEL, open=opening))

    def _note(self, frame: play_pb2.Frame) -> Update:
        """Take note of the decision that a record leaves open, and return the record's update."""
        if frame.HasField("caught_up"):
            self._is_live = True
        update = Update(frame, self._context, self._is_live)
        open_id = update.open_decision_id
        if update.decision is not None:
            self._update = update
            self._answer_at = time.monotonic() + self._assignment.delay
        elif open_id is not None and self._update is not None and _decision_of(self._update).id != open_id:
            self._update = None
        return update

    def _answer(self, answer: Answer | Awaitable[Answer]) -> None:
        """Send the bot's answer to the open decision. Raise BotStopped if it is none, or an illegal one."""
        given = answer if isinstance(answer, Answer) else self._loop.run_until_complete(_result_of(answer))
        assert self._update is not None, "a decision is open"
        decision = _decision_of(self._update)
        if not isinstance(given, Answer):
            raise BotStopped(f"the bot answers {decision.kind} with {given!r:.80}, which is no Answer")
        if problem := decision.problem_with(given):
            raise BotStopped(f"an illegal answer to {decision.kind}: {problem}")
        self._update = None
        self._count += 1
        message = play_pb2.Answer(
            request_id=f"{self._assignment.token[:6].hex()}-{self._count}",
            decision_id=decision.id,
            picks=given.picks,
            numbers=given.numbers,
        )
        self._sent = play_pb2.Command(channel=CHANNEL, answer=message)
        self._send_command(self._sent)

    def _on_refused(self, refused: play_pb2.Refused) -> None:
        """React to a refusal: send the answer again if the server could not take it now."""
        sent = self._sent
        if sent is None or refused.request_id != sent.answer.request_id:
            raise BotStopped(f"the server refuses the seat: {refused.reason}: {refused.message}")
        if refused.reason in RETRYABLE_REASONS:
            time.sleep(RESEND_SECONDS)
            self._send_command(sent)
        elif refused.reason not in TOO_LATE:
            raise BotStopped(f"the server refuses the answer: {refused.reason}: {refused.message}")

    def _receive(self) -> bool:
        """Wait for bytes of the server. Return False if it has closed the stream."""
        received = self._socket.recv(READ_BYTES)
        self._unread += received
        return bool(received)

    def _has_arrived(self, within: float) -> bool:
        """Return whether there are bytes to receive, within this number of seconds."""
        return bool(select.select([self._socket], [], [], max(0.0, within))[0])

    def _frames(self) -> Iterator[play_pb2.Frame]:
        """Yield the frames of the messages that were received whole."""
        while len(self._unread) >= LENGTH_BYTES:
            end = LENGTH_BYTES + int.from_bytes(self._unread[:LENGTH_BYTES])
            if len(self._unread) < end:
                return
            message = bytes(self._unread[LENGTH_BYTES:end])
            del self._unread[:end]
            yield from play_pb2.AttendResponse.FromString(message).frames

    def _send_command(self, command: play_pb2.Command) -> None:
        """Send one command."""
        self._send(play_pb2.AttendRequest(commands=[command]).SerializeToString())

    def _send(self, message: bytes) -> None:
        """Send one message."""
        self._socket.sendall(len(message).to_bytes(LENGTH_BYTES) + message)


def _decision_of(update: Update) -> Decision:
    """Return the decision of an update that has one."""
    decision = update.decision
    assert decision is not None, "it was looked at before"
    return decision


async def _result_of(answer: Awaitable[Answer]) -> Answer:
    """Return the result of an awaitable."""
    return await answer
