"""What one seat of one match says and is told, through all lives of a server."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.e2e.people import (
    answer_to,
)
from tilth.v1 import play_pb2
from tilth.v1.decision_pb2 import Decision

MOST_UNDOS = 12
IN_A_MOMENT = ("closing", "draining")


@dataclass
class Diary:
    """One seat of one match through all lives of the server: what was said, what was told, what was confirmed."""

    match_id: str
    seat: int
    random: Random
    next_record: int = 0
    pending: play_pb2.Said | None = None
    """Said, and not replied to."""
    asked: Decision | None = None
    undoable: bool = False
    live: bool = False
    over: bool = False
    said: dict[str, play_pb2.Said] = field(default_factory=dict)
    confirmed: dict[str, int] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    told: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    retold: int = 0
    cut_offs: list[str] = field(default_factory=list)

    @property
    def pending_id(self) -> str:
        if self.pending is None:
            return ""
        return self.pending.answer.request_id or self.pending.undo.request_id

    def resume(self) -> list[play_pb2.Said]:
        """What to say first on a new stream: where to go on, what has no reply; and sometimes what had one."""
        self.live = False
        self.asked = None
        opening = play_pb2.Open(
            match_id=self.match_id, seat=self.seat, from_record=max(0, self.next_record - 3)
        )
        said = [play_pb2.Said(open=opening)]
        if self.confirmed and self.random.random() < 0.3:
            said.append(self.said[self.random.choice(list(self.confirmed))])
        if self.pending is not None:
            said.append(self.pending)
        return said

    def hear(self, told: play_pb2.Told) -> list[play_pb2.Said]:
        """Take one frame in; gives what to say to it."""
        match told.WhichOneof("what"):
            case "happened":
                self._happened(told.record, told.happened)
            case "caught_up":
                assert told.record == self.next_record, "records were skipped"
                self.live = True
                self.asked = told.caught_up.asked if told.caught_up.HasField("asked") else None
                self.undoable = told.caught_up.undoable
            case "accepted":
                self.confirm(told.accepted.request_id, told.record)
            case "refused":
                self.refuse(told.refused.request_id, told.refused.reason)
            case "cut_off":
                if self.live:
                    assert told.record == self.next_record, "where to resume is the next record"
                self.cut_offs.append(told.cut_off.reason)
                self.live = False
            case "ended":
                self.over = True
                self.pending = None
        return self.next_said()

    def next_said(self) -> list[play_pb2.Said]:
        """An answer, or once in a while an undo, if it is time for one."""
        if not self.live or self.over or self.pending is not None:
            return []
        request_id = f"{self.seat}.{len(self.said)}"
        undos = sum(1 for said in self.said.values() if said.HasField("undo"))
        if self.undoable and undos < MOST_UNDOS and self.random.random() < 0.15:
            said = play_pb2.Said(undo=play_pb2.Undo(request_id=request_id))
        elif self.asked is not None:
            said = play_pb2.Said(answer=answer_to(self.asked, request_id, self.random))
        else:
            return []
        self.said[request_id] = said
        self.pending = said
        return [said]

    def confirm(self, request_id: str, record: int) -> None:
        known = self.confirmed.setdefault(request_id, record)
        assert known == record, f"{request_id} was taken by record {known}, and then by {record}"
        if request_id == self.pending_id:
            answered = self.pending.answer.decision if self.pending else 0
            self.pending = None
            if self.asked is not None and self.asked.id == answered:
                self.asked = None

    def refuse(self, request_id: str, reason: str) -> None:
        assert request_id, f"the opening was refused: {reason}"
        if reason in IN_A_MOMENT:
            return
        assert reason in ("closed", "not_open", "not_undoable", "not_running"), reason
        assert request_id not in self.confirmed, f"{request_id} was confirmed, and then refused: {reason}"
        self.refused[request_id] = reason
        self.undoable = False
        if request_id == self.pending_id:
            self.pending = None

    def _happened(self, record: int, happened: play_pb2.Happened) -> None:
        shown = (happened.cause, happened.seat, tuple(happened.events), tuple(happened.takes_back))
        if record in self.told:
            assert self.told[record] == shown, f"record {record} of {self.match_id} is told otherwise now"
            self.retold += 1
        self.told[record] = shown
        assert record <= self.next_record, f"records {self.next_record} to {record} were skipped"
        self.next_record = max(self.next_record, record + 1)
        if happened.accepted:
            self.confirm(happened.accepted, record)
        if self.live:
            self.undoable = happened.undoable
            if happened.HasField("asked"):
                self.asked = happened.asked
            elif not happened.open_decision:
                self.asked = None
