"""The commands and frames of one seat of one match, through all lives of a server."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.e2e.people import (
    answer_to,
)
from tilth.v1 import play_pb2
from tilth.v1.decision_pb2 import Decision

MAX_UNDOS = 12
IN_A_MOMENT = ("SERVER_STOPPING", "SERVER_DRAINING")


@dataclass
class ClientLog:
    """One seat of one match through all lives of the server: the commands sent, the frames received, the
    confirmations."""

    match_id: str
    seat: int
    random: Random
    next_record: int = 0
    pending: play_pb2.Command | None = None
    """The command that was sent and has no reply yet."""
    decision: Decision | None = None
    undoable: bool = False
    live: bool = False
    over: bool = False
    sent: dict[str, play_pb2.Command] = field(default_factory=dict)
    confirmed: dict[str, int] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    shown: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    shown_again: int = 0
    cut_offs: list[str] = field(default_factory=list)

    @property
    def pending_id(self) -> str:
        if self.pending is None:
            return ""
        return self.pending.answer.request_id or self.pending.undo.request_id

    def resume(self) -> list[play_pb2.Command]:
        """Return the first commands for a new stream: the opening, the command without a reply, and sometimes a
        confirmed one."""
        self.live = False
        self.decision = None
        opening = play_pb2.OpenChannel(
            match_id=self.match_id, seat=self.seat, from_record=max(0, self.next_record - 3)
        )
        commands = [play_pb2.Command(open=opening)]
        if self.confirmed and self.random.random() < 0.3:
            commands.append(self.sent[self.random.choice(list(self.confirmed))])
        if self.pending is not None:
            commands.append(self.pending)
        return commands

    def receive(self, frame: play_pb2.Frame) -> list[play_pb2.Command]:
        """Take a frame in, and return the commands to send for it."""
        match frame.WhichOneof("payload"):
            case "update":
                self._update(frame.record, frame.update)
            case "caught_up":
                assert frame.record == self.next_record, "records were skipped"
                self.live = True
                self.decision = frame.caught_up.decision if frame.caught_up.HasField("decision") else None
                self.undoable = frame.caught_up.undoable
            case "accepted":
                self.confirm(frame.accepted.request_id, frame.record)
            case "refused":
                self.refuse(frame.refused.request_id, frame.refused.reason)
            case "cut_off":
                if self.live:
                    assert frame.record == self.next_record, "where to resume is the next record"
                self.cut_offs.append(frame.cut_off.reason)
                self.live = False
            case "ended":
                self.over = True
                self.pending = None
        return self.next_commands()

    def next_commands(self) -> list[play_pb2.Command]:
        """Return an answer, or now and then an undo, if it is time for one."""
        if not self.live or self.over or self.pending is not None:
            return []
        request_id = f"{self.seat}.{len(self.sent)}"
        undos = sum(1 for command in self.sent.values() if command.HasField("undo"))
        if self.undoable and undos < MAX_UNDOS and self.random.random() < 0.15:
            command = play_pb2.Command(undo=play_pb2.Undo(request_id=request_id))
        elif self.decision is not None:
            command = play_pb2.Command(answer=answer_to(self.decision, request_id, self.random))
        else:
            return []
        self.sent[request_id] = command
        self.pending = command
        return [command]

    def confirm(self, request_id: str, record: int) -> None:
        known = self.confirmed.setdefault(request_id, record)
        assert known == record, f"{request_id} was taken by record {known}, and then by {record}"
        if request_id == self.pending_id:
            answered = self.pending.answer.decision_id if self.pending else 0
            self.pending = None
            if self.decision is not None and self.decision.id == answered:
                self.decision = None

    def refuse(self, request_id: str, reason: str) -> None:
        assert request_id, f"the opening was refused: {reason}"
        if reason in IN_A_MOMENT:
            return
        if reason == "CHANNEL_NOT_OPEN":
            assert self.over, "only a channel whose match has ended is closed before its commands arrive"
            reason = "MATCH_NOT_RUNNING"
        assert reason in ("DECISION_CLOSED", "NO_OPEN_DECISION", "NOTHING_TO_UNDO", "MATCH_NOT_RUNNING"), (
            reason
        )
        assert request_id not in self.confirmed, f"{request_id} was confirmed, and then refused: {reason}"
        self.refused[request_id] = reason
        self.undoable = False
        if request_id == self.pending_id:
            self.pending = None

    def _update(self, record: int, update: play_pb2.Update) -> None:
        shown = (update.cause, update.seat, tuple(update.events), tuple(update.undone_records))
        if record in self.shown:
            assert self.shown[record] == shown, f"record {record} of {self.match_id} is shown otherwise now"
            self.shown_again += 1
        self.shown[record] = shown
        assert record <= self.next_record, f"records {self.next_record} to {record} were skipped"
        self.next_record = max(self.next_record, record + 1)
        if update.accepted_request_id:
            self.confirm(update.accepted_request_id, record)
        if self.live:
            self.undoable = update.undoable
            if update.HasField("decision"):
                self.decision = update.decision
            elif not update.open_decision_id:
                self.decision = None
