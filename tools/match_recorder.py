"""The parts of a recorded match: its text, a raw Attend stream, and a seat that answers."""

import textwrap
from collections.abc import Sequence
from queue import SimpleQueue
from typing import Any

import grpc
from google.protobuf.message import Message

from tilth.games.petrichor.v1 import petrichor_pb2
from tilth.v1 import play_pb2, play_pb2_grpc, receipt_pb2, record_pb2
from tilth.v1.decision_pb2 import Decision
from tools.text_dump import TextDump

TYPES = {
    "events": petrichor_pb2.Event,
    "move": petrichor_pb2.Move,
    "view": petrichor_pb2.View,
    "record": record_pb2.Record,
    "statement": receipt_pb2.ReceiptStatement,
}
WHOLE = ("events", "seats")
UNSTEADY = ("head", "hash", "salt", "signature", "public_key", "signing_key")
PAGE_WIDTH = 136


class MatchRecorder:
    """The content of the page of a recorded match: sentences, and under each the messages that follow it."""

    def __init__(self) -> None:
        self._parts: list[tuple[str, list[list[str]]]] = []
        self._dump = TextDump(TYPES, WHOLE, UNSTEADY)

    def name(self, value: str, name: str) -> None:
        """Let `name` be written in place of this string, which differs in every run, in all messages."""
        self._dump.names[value] = name

    def describe(self, text: str) -> None:
        """Add a sentence, before the messages that follow."""
        self._parts.append((text, []))

    def call(self, name: str, request: Message, reply: Message) -> None:
        """Add a unary call to the page: its name with the request, and its name with the reply."""
        self._write(f"{name} ->", request)
        self._write(f"{name} <-", reply)

    def record_command(self, command: play_pb2.Command) -> None:
        """Add a command that a client sends, marked with an arrow."""
        self._write("->", command)

    def record_frame(self, frame: play_pb2.Frame) -> None:
        """Add a frame that the server sends, marked with an arrow."""
        self._write("<-", frame)

    def leave_out(self, first: int, last: int) -> None:
        """Keep the first `first` and the last `last` messages since the latest sentence; replace those between them by
        a line with their number."""
        messages = self._parts[-1][1]
        left_out = len(messages) - first - last
        if left_out > 0:
            messages[first:-last] = [["", f"... {left_out} messages ...", ""]]

    def text(self) -> str:
        """Return the content as Markdown: each sentence, followed by its messages in a code block."""
        shown = ("\n".join(line for message in messages for line in message) for _, messages in self._parts)
        return "\n".join(
            f"{textwrap.fill(text, PAGE_WIDTH)}\n\n```\n{lines}\n```\n"
            for (text, _), lines in zip(self._parts, shown, strict=True)
        )

    def _write(self, mark: str, message: Message) -> None:
        """Add a message in text form below the latest sentence, after a mark."""
        first, *rest = self._dump.lines(message)
        self._parts[-1][1].append([f"{mark} {first}", *("   " + line for line in rest)])


class Stream:
    """One Attend stream of a player on bare gRPC stubs. Frames wait in it until they are read."""

    def __init__(self, channel: grpc.Channel, token: str) -> None:
        self._queue: SimpleQueue[play_pb2.AttendRequest | None] = SimpleQueue()
        stub = play_pb2_grpc.PlayServiceStub(channel)
        self._call = stub.Attend(iter(self._queue.get, None), metadata=bearer(token), timeout=60)
        self._waiting: list[play_pb2.Frame] = []

    def send(self, *commands: play_pb2.Command) -> None:
        """Send these commands in one request."""
        self._queue.put(play_pb2.AttendRequest(commands=commands))

    def receive(self) -> play_pb2.Frame:
        """Return the next frame; wait until the server has sent one. Raise StopIteration if the stream has ended well,
        RpcError if it has failed."""
        while not self._waiting:
            self._waiting += next(self._call).frames
        return self._waiting.pop(0)

    def half_close(self) -> None:
        """End the requests of the stream; the server can still send frames."""
        self._queue.put(None)

    def break_off(self) -> None:
        """Cancel the stream, as a lost connection would."""
        self._call.cancel()

    def ended(self) -> grpc.StatusCode:
        """Read the stream to its end, skipping all frames; return its status."""
        for _ in self._call:
            pass
        code: grpc.StatusCode = self._call.code()
        return code


class Seat:
    """A player of one seat on an Attend stream, whose answers follow from its decisions alone. It keeps the open
    decision and the number of the next record, and adds its messages to a recording if it has one."""

    def __init__(self, stream: Stream, name: str, recording: MatchRecorder | None = None) -> None:
        self.stream = stream
        self.next_record = 0
        self.decision: Decision | None = None
        self.over = False
        self._name = name
        self._answers = 0
        self._recording = recording

    def open_channel(self, match_id: str, seat: int, **wishes: Any) -> None:
        """Open channel 1 of the stream for a seat of a match, from the next record that this player has not received.
        `wishes` are further fields of OpenChannel."""
        wanted = play_pb2.OpenChannel(match_id=match_id, seat=seat, from_record=self.next_record, **wishes)
        self.send(play_pb2.Command(channel=1, open=wanted))

    def send(self, *commands: play_pb2.Command) -> None:
        """Send these commands on the stream, and add them to the recording if there is one."""
        for command in commands:
            if self._recording:
                self._recording.record_command(command)
        self.stream.send(*commands)

    def receive(self, until: int = -1) -> play_pb2.Frame:
        """Return the next frame. With `until`, read frames up to the first one of that record or a later one, or to the
        end of the match, and return it."""
        while True:
            frame = self.stream.receive()
            if self._recording:
                self._recording.record_frame(frame)
            self._apply(frame)
            if frame.record >= until or self.over:
                return frame

    def receive_opening(self) -> None:
        """Receive frames until the channel has caught up."""
        while self.receive().WhichOneof("payload") != "caught_up":
            pass

    def answer(self, picks: Sequence[int], decision_id: int = 0, request_id: str = "") -> play_pb2.Command:
        """Return a command that answers a decision with these picks, without sending it. By default it answers the open
        decision, under a new request id."""
        assert self.decision is not None, "nothing is asked"
        self._answers += 1
        request_id = request_id or f"{self._name}-{self._answers}"
        answer = play_pb2.Answer(
            request_id=request_id, decision_id=decision_id or self.decision.id, picks=picks
        )
        return play_pb2.Command(channel=1, answer=answer)

    def _apply(self, frame: play_pb2.Frame) -> None:
        """Follow a frame: keep the number of the next record, the open decision, and whether the match has ended."""
        kind = frame.WhichOneof("payload")
        if kind == "update":
            self.next_record = frame.record + 1
            if frame.update.HasField("decision"):
                self.decision = frame.update.decision
            elif not frame.update.open_decision_id:
                self.decision = None
        elif kind == "caught_up":
            self.next_record = frame.record
            self.decision = frame.caught_up.decision if frame.caught_up.HasField("decision") else None
        elif kind == "ended":
            self.over = True


def first_picks(decision: Decision) -> list[int]:
    """Return the first options of a decision: as many picks as it needs, but at least one. An option that may be picked
    several times is used up first."""
    each = decision.max_each or [1] * len(decision.options)
    pool = [option.id for option, most in zip(decision.options, each, strict=True) for _ in range(most)]
    return pool[: max(decision.min_picks, 1)]


def bearer(token: str) -> tuple[tuple[str, str], ...]:
    """Return the gRPC metadata that carries a player's token."""
    return (("authorization", f"Bearer {token}"),)
