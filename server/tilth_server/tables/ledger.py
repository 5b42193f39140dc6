"""The ledger of a match: which record took each request, so that a repeated one gets the first reply again."""

from collections.abc import Iterable

from tilth.v1 import record_pb2
from tilth_server.wire import Logged

Requests = dict[str, int]
"""Records by request id, in their order."""


class Ledger:
    """Answers and undos by seat and request id."""

    __slots__ = ("_answers", "_undos")

    def __init__(self, seats: int, log: Iterable[Logged] = ()) -> None:
        self._answers: list[Requests] = [{} for _ in range(seats)]
        self._undos: list[Requests] = [{} for _ in range(seats)]
        for logged in log:
            cause = logged.cause
            if isinstance(cause, record_pb2.SeatAnswered):
                self.answered(cause.seat, cause.request_id, logged.number)
            elif isinstance(cause, record_pb2.SeatUndid):
                self.undid(cause.seat, cause.request_id, logged.number)

    def answered(self, seat: int, request_id: str, record: int) -> None:
        self._answers[seat].setdefault(request_id, record)

    def undid(self, seat: int, request_id: str, record: int) -> None:
        self._undos[seat].setdefault(request_id, record)

    def answer_of(self, seat: int, request_id: str) -> int | None:
        """The record that took the answer of this request id."""
        return self._answers[seat].get(request_id)

    def undo_of(self, seat: int, request_id: str) -> int | None:
        """The record of the undo of this request id."""
        return self._undos[seat].get(request_id)

    def back_to(self, length: int) -> None:
        """Forget the records from this number on: they have not happened after all."""
        for requests in (*self._answers, *self._undos):
            while requests and next(reversed(requests.values())) >= length:
                requests.popitem()

    @property
    def undos(self) -> int:
        return sum(map(len, self._undos))
