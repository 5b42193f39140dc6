"""The stream between the server and the process of one seat, over a private Unix socket.

A message is its length (4 bytes, the most significant first) and its bytes. The first message is the token of the
process. Every other one is an AttendRequest or an AttendResponse. The process opens one channel for its own seat and
answers its decisions; anything else ends the stream.
"""

import asyncio
from asyncio import IncompleteReadError, StreamReader
from asyncio import StreamWriter as SocketWriter
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from google.protobuf.message import DecodeError

from tilth.v1 import play_pb2
from tilth_server.matches.registry import Matches
from tilth_server.matches.session import AttendSession
from tilth_server.wire import frames

LENGTH_BYTES: Final = 4
MAX_MESSAGE: Final = 64 << 10
"""Bytes of a message that a bot may send: an answer has some hundred at most."""
FREE_COMMANDS: Final = 8
"""Commands that a bot may send beyond one for each decision that it was asked."""
COMMANDS_PER_DECISION: Final = 4
SECONDS_TO_READ: Final = 10.0
"""Seconds after which a bot's process that reads nothing has failed."""


class BadBot(Exception):
    """The bot's process did what it must not do. The message says what."""


class SeatStream:
    """One stream, which ends with its process. It takes the commands of one seat, and shows what the seat may see."""

    def __init__(
        self,
        matches: Matches,
        player_id: str,
        match_id: str,
        seat: int,
        reader: StreamReader,
        writer: SocketWriter,
    ) -> None:
        self._session = AttendSession(matches, player_id)
        self._match_id = match_id
        self._seat = seat
        self._reader = reader
        self._writer = writer
        self._commands_left = FREE_COMMANDS
        self._has_opened = False
        self.on_answer: Callable[[int], None] = _ignore
        """Called with the id of the decision when the process has sent an answer."""

    def allow_commands(self) -> None:
        """Take note that the seat is asked another decision, for which it may send some commands."""
        self._commands_left = min(self._commands_left + COMMANDS_PER_DECISION, 4 * FREE_COMMANDS)

    async def run(self) -> None:
        """Carry messages in both directions until the process has gone, or the match has ended. Raise BadBot if the
        process does what it must not do.
        """
        writing = asyncio.create_task(self._write())
        writing.add_done_callback(lambda _: self._writer.close())
        try:
            await self._read()
        finally:
            self._session.close()
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)

    async def _read(self) -> None:
        """Read messages, and give their commands to the session."""
        session = self._session
        while (raw := await read_message(self._reader)) is not None:
            try:
                request = play_pb2.AttendRequest.FromString(raw)
            except DecodeError:
                raise BadBot("it sent a message that is no AttendRequest") from None
            self._check(request)
            if session.needs_reading(request):
                await session.prepare(request)
            session.receive_all(request)
            for command in request.commands:
                if command.HasField("answer"):
                    self.on_answer(command.answer.decision_id)

    def _check(self, request: play_pb2.AttendRequest) -> None:
        """Raise BadBot for commands that a bot has no need of: too many of them, or for another seat."""
        self._commands_left -= len(request.commands)
        if self._commands_left < 0:
            raise BadBot("it sent too many commands")
        for command in request.commands:
            kind = command.WhichOneof("payload")
            if kind == "open":
                wanted = command.open
                is_own = wanted.match_id == self._match_id and wanted.HasField("seat")
                if self._has_opened or not is_own or wanted.seat != self._seat:
                    raise BadBot("it opened another channel than its own seat's")
                self._has_opened = True
            elif kind != "answer":
                raise BadBot(f"it sent the command {kind}")

    async def _write(self) -> None:
        """Write the session's frames until it is finished."""
        session = self._session
        outbox = session.outbox
        while True:
            if session.backlogs:
                session.send_backlog()
            if waiting := outbox.take():
                outbox.writing = True
                write_message(self._writer, frames.attend_response(waiting))
                async with asyncio.timeout(SECONDS_TO_READ):
                    await self._writer.drain()
                outbox.writing = False
            elif outbox.finished:
                break
            elif session.backlogs:
                await asyncio.sleep(0)
            else:
                await outbox.wait()


async def read_message(reader: StreamReader, most: int = MAX_MESSAGE) -> bytes | None:
    """Return the next message; None at the end of the stream. Raise BadBot for one that is too long."""
    with suppress(IncompleteReadError, ConnectionError):
        length = int.from_bytes(await reader.readexactly(LENGTH_BYTES))
        if length > most:
            raise BadBot(f"it sent a message of more than {most} bytes")
        return await reader.readexactly(length)
    return None


def write_message(writer: SocketWriter, message: bytes) -> None:
    """Queue a message to be written."""
    writer.write(len(message).to_bytes(LENGTH_BYTES))
    writer.write(message)


def _ignore(_: int) -> None:
    """Take no note of an answer."""
