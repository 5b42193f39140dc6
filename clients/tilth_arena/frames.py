"""What passes between a supervisor and the process of a Python bot: the messages of the stream, and their lengths."""

import struct
from asyncio import IncompleteReadError, StreamReader
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, BinaryIO, Final

from tilth.v1 import decision_pb2, play_pb2
from tilth_client import Answer, Context, Decision, decoded

BEGIN: Final = struct.Struct("<QiHI")
"""The seed, the seat, and the lengths of the language and of Opened, which begin a match."""
ASK: Final = struct.Struct("<?II")
"""Whether there is a view, and the lengths of the view and of the decision."""
REPLY: Final = struct.Struct("<I")
"""The length of the answer."""


def beginning(context: Context, seed: int) -> bytes:
    """The first thing that a bot's process reads."""
    opened, language = context.opened.SerializeToString(), context.language.encode()
    seat = -1 if context.seat is None else context.seat
    return BEGIN.pack(seed, seat, len(language), len(opened)) + language + opened


def question(view: Any, decision: Decision) -> bytes:
    """One decision, with what the bot may see."""
    seen = b"" if view is None else view if isinstance(view, bytes) else view.SerializeToString()
    asked = decision.message.SerializeToString()
    return ASK.pack(view is not None, len(seen), len(asked)) + seen + asked


def reply(answer: Answer) -> bytes:
    """What the bot answers."""
    message = play_pb2.Answer(chosen=answer.chosen, measured=answer.measured).SerializeToString()
    return REPLY.pack(len(message)) + message


async def read_reply(reader: StreamReader) -> Answer | None:
    """None when the process has closed its end."""
    try:
        (length,) = REPLY.unpack(await reader.readexactly(REPLY.size))
        message = play_pb2.Answer.FromString(await reader.readexactly(length))
    except (IncompleteReadError, ConnectionError):
        return None
    return Answer(tuple(message.chosen), tuple(message.measured))


@dataclass(slots=True)
class Questions:
    """The bot's end of it: blocking, one question after the other."""

    source: BinaryIO
    write: Callable[[bytes], object]
    seed: int
    context: Context

    @classmethod
    def begun(cls, source: BinaryIO, write: Callable[[bytes], object]) -> "Questions | None":
        """Reads the beginning; None when there is none."""
        head = source.read(BEGIN.size)
        if len(head) < BEGIN.size:
            return None
        seed, seat, language_bytes, opened_bytes = BEGIN.unpack(head)
        language = source.read(language_bytes).decode()
        opened = play_pb2.Opened.FromString(source.read(opened_bytes))
        at_seat = None if seat < 0 else seat
        return cls(source, write, seed, Context(opened.match_id, at_seat, language, opened))

    def next(self) -> tuple[Any, Decision] | None:
        """The view and the decision; None when the match is over."""
        head = self.source.read(ASK.size)
        if len(head) < ASK.size:
            return None
        has_view, view_bytes, decision_bytes = ASK.unpack(head)
        seen = self.source.read(view_bytes)
        message = decision_pb2.Decision.FromString(self.source.read(decision_bytes))
        view = decoded(self.context.opened.view_type, seen) if has_view else None
        return view, Decision(message, self.context)

    def answer(self, answer: Answer) -> None:
        self.write(reply(answer))
