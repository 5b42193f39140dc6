"""Messages between a supervisor and the process of a Python bot: those of the stream, with their lengths."""

import struct
from asyncio import IncompleteReadError, StreamReader
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, BinaryIO, Final

from tilth.v1 import decision_pb2, play_pb2
from tilth_client import Answer, Context, Decision, Update, decoded

BEGIN: Final = struct.Struct("<QiHI")
"""The seed, the seat, and the lengths of the language and of ChannelOpened, which begin a match."""
ASK: Final = struct.Struct("<BII")
"""The kind of a message after the first one, and the lengths of its two parts."""
QUESTION, QUESTION_AND_VIEW, BACKLOG_UPDATE, LIVE_UPDATE, END = range(5)
"""The kinds: a question without and with a view (the view, the decision), an update (nothing, the frame), the end of
the match (nothing, MatchEnd)."""
REPLY: Final = struct.Struct("<I")
"""The length of the answer."""


def begin_message(context: Context, seed: int) -> bytes:
    """Return the first message that a bot's process reads: the seed, the seat (-1 for a spectator), the language, and
    the description of the match."""
    opened, language = context.opened.SerializeToString(), context.language.encode()
    seat = -1 if context.seat is None else context.seat
    return BEGIN.pack(seed, seat, len(language), len(opened)) + language + opened


def question_message(view: Any, decision: Decision) -> bytes:
    """Return the message with one decision, and with the view that the bot may see, or None. A view can be serialized
    already."""
    seen = b"" if view is None else view if isinstance(view, bytes) else view.SerializeToString()
    asked = decision.message.SerializeToString()
    kind = QUESTION if view is None else QUESTION_AND_VIEW
    return ASK.pack(kind, len(seen), len(asked)) + seen + asked


def update_message(update: Update) -> bytes:
    """Return the message with one update of the match."""
    frame = update.frame.SerializeToString()
    return ASK.pack(LIVE_UPDATE if update.live else BACKLOG_UPDATE, 0, len(frame)) + frame


def end_message(end: play_pb2.MatchEnd) -> bytes:
    """Return the message with the end of the match."""
    return ASK.pack(END, 0, len(message := end.SerializeToString())) + message


def reply_message(answer: Answer) -> bytes:
    """Return the message with the bot's answer."""
    message = play_pb2.Answer(picks=answer.picks, numbers=answer.numbers).SerializeToString()
    return REPLY.pack(len(message)) + message


async def read_reply(reader: StreamReader) -> Answer | None:
    """Return the bot's answer; None if the process has closed its end, even within an answer."""
    try:
        (length,) = REPLY.unpack(await reader.readexactly(REPLY.size))
        message = play_pb2.Answer.FromString(await reader.readexactly(length))
    except (IncompleteReadError, ConnectionError):
        return None
    return Answer(tuple(message.picks), tuple(message.numbers))


@dataclass(slots=True)
class Questions:
    """The bot's end of the pipes: the pipe to read from (`source`), the function that writes to the other, the seed for
    the bot, and the match's context. Reading blocks until the next question is there."""

    source: BinaryIO
    write: Callable[[bytes], object]
    seed: int
    context: Context

    @classmethod
    def begin(cls, source: BinaryIO, write: Callable[[bytes], object]) -> "Questions | None":
        """Read the beginning of a match, and return the bot's end of its pipes; None if there is no beginning."""
        head = source.read(BEGIN.size)
        if len(head) < BEGIN.size:
            return None
        seed, seat, language_bytes, opened_bytes = BEGIN.unpack(head)
        language = source.read(language_bytes).decode()
        opened = play_pb2.ChannelOpened.FromString(source.read(opened_bytes))
        at_seat = None if seat < 0 else seat
        return cls(source, write, seed, Context(opened.match_id, at_seat, language, opened))

    def next(self) -> "tuple[Any, Decision] | Update | play_pb2.MatchEnd | None":
        """Return the view (None if none was sent) and the decision of the next question, an update before it, or the
        end of the match; None when nothing more comes."""
        head = self.source.read(ASK.size)
        if len(head) < ASK.size:
            return None
        kind, view_bytes, message_bytes = ASK.unpack(head)
        seen = self.source.read(view_bytes)
        body = self.source.read(message_bytes)
        if kind == END:
            return play_pb2.MatchEnd.FromString(body)
        if kind in (BACKLOG_UPDATE, LIVE_UPDATE):
            return Update(play_pb2.Frame.FromString(body), self.context, kind == LIVE_UPDATE)
        view = decoded(self.context.opened.view_type, seen) if kind == QUESTION_AND_VIEW else None
        return view, Decision(decision_pb2.Decision.FromString(body), self.context)

    def answer(self, answer: Answer) -> None:
        """Send the bot's answer over the pipe to the supervisor."""
        self.write(reply_message(answer))
