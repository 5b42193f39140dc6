"""The ledger of a match: which record took each request, so that a repeated one gets the first reply again."""

from array import array
from bisect import bisect_left
from collections.abc import Iterable

from tilth.v1 import record_pb2
from tilth_server.wire import Logged


class Requests:
    """Records by request id.

    A long match has thousands of them, and hardly one is ever asked for. So of an id only its hash is kept, which has
    64 bits and another key in every process: 12 bytes a request instead of 100.
    """

    __slots__ = ("_hashes", "_records")

    def __init__(self) -> None:
        self._hashes = array("q")
        """In order."""
        self._records = array("I")
        """In the same order."""

    def __len__(self) -> int:
        return len(self._hashes)

    def add(self, request_id: str, record: int) -> None:
        """The first record that took the request is the one that counts."""
        key = hash(request_id)
        at = bisect_left(self._hashes, key)
        if at == len(self._hashes) or self._hashes[at] != key:
            self._hashes.insert(at, key)
            self._records.insert(at, record)

    def find(self, request_id: str) -> int | None:
        key = hash(request_id)
        at = bisect_left(self._hashes, key)
        return self._records[at] if at < len(self._hashes) and self._hashes[at] == key else None

    def back_to(self, length: int) -> None:
        """Forget the records from this number on."""
        stay = [at for at, record in enumerate(self._records) if record < length]
        if len(stay) < len(self._records):
            self._hashes = array("q", [self._hashes[at] for at in stay])
            self._records = array("I", [self._records[at] for at in stay])


class Ledger:
    """Answers and undos by seat and request id."""

    __slots__ = ("_answers", "_undos")

    def __init__(self, seats: int, log: Iterable[Logged] = ()) -> None:
        self._answers = [Requests() for _ in range(seats)]
        self._undos = [Requests() for _ in range(seats)]
        for logged in log:
            cause = logged.cause
            if isinstance(cause, record_pb2.SeatAnswered):
                self.answered(cause.seat, cause.request_id, logged.number)
            elif isinstance(cause, record_pb2.SeatUndid):
                self.undid(cause.seat, cause.request_id, logged.number)

    def answered(self, seat: int, request_id: str, record: int) -> None:
        self._answers[seat].add(request_id, record)

    def undid(self, seat: int, request_id: str, record: int) -> None:
        self._undos[seat].add(request_id, record)

    def answer_of(self, seat: int, request_id: str) -> int | None:
        """The record that took the answer of this request id."""
        return self._answers[seat].find(request_id)

    def undo_of(self, seat: int, request_id: str) -> int | None:
        """The record of the undo of this request id."""
        return self._undos[seat].find(request_id)

    def back_to(self, length: int) -> None:
        """Forget the records from this number on: they have not happened after all."""
        for requests in (*self._answers, *self._undos):
            requests.back_to(length)

    @property
    def undos(self) -> int:
        return sum(map(len, self._undos))
