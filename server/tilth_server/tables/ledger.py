"""The ledger of a match: which record took each answer, so that a repeated one gets the first reply again."""

from collections.abc import Iterable

from tilth.v1 import record_pb2
from tilth_server.wire import Logged


class Ledger:
    """Answers by seat and decision, undos by seat and request."""

    __slots__ = ("_answers", "_undos")

    def __init__(self, log: Iterable[Logged]) -> None:
        self._answers: dict[tuple[int, int], tuple[str, int]] = {}
        self._undos: dict[tuple[int, str], int] = {}
        for logged in log:
            cause = logged.cause
            if isinstance(cause, record_pb2.SeatAnswered):
                self.answered(cause.seat, cause.decision, cause.request_id, logged.number)
            elif isinstance(cause, record_pb2.SeatUndid):
                self.undid(cause.seat, cause.request_id, logged.number)

    def answered(self, seat: int, decision: int, request_id: str, record: int) -> None:
        self._answers[seat, decision] = request_id, record

    def undid(self, seat: int, request_id: str, record: int) -> None:
        self._undos[seat, request_id] = record

    def record_of(self, seat: int, decision: int, request_id: str) -> int | None:
        """The record that took this very answer."""
        given, record = self._answers.get((seat, decision), ("", -1))
        return record if record >= 0 and given == request_id else None

    def undo_of(self, seat: int, request_id: str) -> int | None:
        """The record of this very undo."""
        return self._undos.get((seat, request_id))

    @property
    def undos(self) -> int:
        return len(self._undos)
