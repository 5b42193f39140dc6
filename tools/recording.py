"""What a recorded match is made with: its text, a raw Attend stream, and a seat that answers."""

import textwrap
from collections.abc import Sequence
from queue import SimpleQueue
from typing import Any

import grpc
from google.protobuf.message import Message

from tilth.games.petrichor.v1 import petrichor_pb2
from tilth.v1 import play_pb2, play_pb2_grpc, record_pb2
from tilth.v1.decision_pb2 import Decision
from tools.readable import Readable

TYPES = {
    "events": petrichor_pb2.Event,
    "move": petrichor_pb2.Move,
    "view": petrichor_pb2.View,
    "record": record_pb2.Record,
}
WHOLE = ("events", "seats")
UNSTEADY = ("head", "hash")
PAGE_WIDTH = 136


class Recording:
    """What the page shows: sentences, and the messages under each."""

    def __init__(self) -> None:
        self._parts: list[tuple[str, list[list[str]]]] = []
        self._readable = Readable(TYPES, WHOLE, UNSTEADY)

    def name(self, value: str, name: str) -> None:
        """Write this name for a value that is another one in every run."""
        self._readable.names[value] = name

    def tell(self, text: str) -> None:
        """A sentence, before the messages that come now."""
        self._parts.append((text, []))

    def call(self, name: str, request: Message, reply: Message) -> None:
        self._write(f"{name} ->", request)
        self._write(f"{name} <-", reply)

    def said(self, said: play_pb2.Said) -> None:
        self._write("->", said)

    def told(self, told: play_pb2.Told) -> None:
        self._write("<-", told)

    def leave_out(self, first: int, last: int) -> None:
        """Of the messages since the last sentence keep so many."""
        messages = self._parts[-1][1]
        left_out = len(messages) - first - last
        if left_out > 0:
            messages[first:-last] = [["", f"... {left_out} messages ...", ""]]

    def text(self) -> str:
        shown = ("\n".join(line for message in messages for line in message) for _, messages in self._parts)
        return "\n".join(
            f"{textwrap.fill(text, PAGE_WIDTH)}\n\n```\n{lines}\n```\n"
            for (text, _), lines in zip(self._parts, shown, strict=True)
        )

    def _write(self, mark: str, message: Message) -> None:
        first, *rest = self._readable.lines(message)
        self._parts[-1][1].append([f"{mark} {first}", *("   " + line for line in rest)])


class Stream:
    """One Attend stream, and where it stands."""

    def __init__(self, channel: grpc.Channel, token: str) -> None:
        self._to_say: SimpleQueue[play_pb2.AttendRequest | None] = SimpleQueue()
        stub = play_pb2_grpc.PlayServiceStub(channel)
        self._call = stub.Attend(iter(self._to_say.get, None), metadata=bearer(token), timeout=60)
        self._waiting: list[play_pb2.Told] = []

    def say(self, *said: play_pb2.Said) -> None:
        self._to_say.put(play_pb2.AttendRequest(said=said))

    def hear(self) -> play_pb2.Told:
        while not self._waiting:
            self._waiting += next(self._call).told
        return self._waiting.pop(0)

    def half_close(self) -> None:
        self._to_say.put(None)

    def break_off(self) -> None:
        self._call.cancel()

    def ended(self) -> grpc.StatusCode:
        """The status that the server ended the stream with; whatever it still tells is passed over."""
        for _ in self._call:
            pass
        code: grpc.StatusCode = self._call.code()
        return code


class Seat:
    """Answers for one seat, in a way that follows from its decisions alone."""

    def __init__(self, stream: Stream, name: str, recording: Recording | None = None) -> None:
        self.stream = stream
        self.next_record = 0
        self.asked: Decision | None = None
        self.over = False
        self._name = name
        self._answers = 0
        self._recording = recording

    def opens(self, match_id: str, seat: int, **wishes: Any) -> None:
        wanted = play_pb2.Open(match_id=match_id, seat=seat, from_record=self.next_record, **wishes)
        self.say(play_pb2.Said(channel=1, open=wanted))

    def say(self, *said: play_pb2.Said) -> None:
        for one in said:
            if self._recording:
                self._recording.said(one)
        self.stream.say(*said)

    def hear(self, until: int = -1) -> play_pb2.Told:
        """The next frame; `until`: all of them up to this record, and the last one."""
        while True:
            told = self.stream.hear()
            if self._recording:
                self._recording.told(told)
            self._take_up(told)
            if told.record >= until or self.over:
                return told

    def hear_opening(self) -> None:
        while self.hear().WhichOneof("what") != "caught_up":
            pass

    def answer(self, chosen: Sequence[int], decision: int = 0, request_id: str = "") -> play_pb2.Said:
        """An answer to the open decision, or to another one."""
        assert self.asked is not None, "nothing is asked"
        self._answers += 1
        request_id = request_id or f"{self._name}-{self._answers}"
        answer = play_pb2.Answer(request_id=request_id, decision=decision or self.asked.id, chosen=chosen)
        return play_pb2.Said(channel=1, answer=answer)

    def _take_up(self, told: play_pb2.Told) -> None:
        what = told.WhichOneof("what")
        if what == "happened":
            self.next_record = told.record + 1
            if told.happened.HasField("asked"):
                self.asked = told.happened.asked
            elif not told.happened.open_decision:
                self.asked = None
        elif what == "caught_up":
            self.next_record = told.record
            self.asked = told.caught_up.asked if told.caught_up.HasField("asked") else None
        elif what == "ended":
            self.over = True


def first_picks(decision: Decision) -> list[int]:
    """As few as may be, but one where none is asked for: the first options."""
    each = decision.each or [1] * len(decision.options)
    pool = [option.id for option, most in zip(decision.options, each, strict=True) for _ in range(most)]
    return pool[: max(decision.least, 1)]


def bearer(token: str) -> tuple[tuple[str, str], ...]:
    return (("authorization", f"Bearer {token}"),)
