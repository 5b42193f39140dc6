"""The request ids of a match: the record that took each request, so that a repeated one gets the first reply again."""

from array import array
from bisect import bisect_left

from tilth.v1 import play_pb2, record_pb2
from tilth_server.refusal import Refusal
from tilth_server.request_content import UNDO, content_hash, contents_differ, reused_id_refusal
from tilth_server.wire import LoggedRecord

MAX_REPLIES = 8
"""Recent replies that are kept per seat."""
LONGEST_REQUEST_ID = 64
"""Limit on the bytes of a request id. A longer one is refused and is not kept."""

FirstReply = int | Refusal
"""The record that took a request, or the refusal."""


class RequestIndex:
    """The numbers of records by request id.

    A long match has thousands of requests, and hardly one is ever repeated. So only the hash of an id is kept, which
    has 64 bits and another key in every process: 16 bytes a request instead of 100.
    """

    __slots__ = ("_contents", "_hashes", "_records")

    def __init__(self) -> None:
        self._hashes = array("q")
        """The hashes of the request ids, sorted."""
        self._records = array("I")
        """The record that took each request, in the same order."""
        self._contents = array("I")
        """The content of each request (request_content.py), in the same order."""

    def __len__(self) -> int:
        return len(self._hashes)

    def add(self, request_id: str, record: int, content: int) -> None:
        """Note the record that took a request. Of several records with the same request the first counts."""
        key = hash(request_id)
        at = bisect_left(self._hashes, key)
        if at == len(self._hashes) or self._hashes[at] != key:
            self._hashes.insert(at, key)
            self._records.insert(at, record)
            self._contents.insert(at, content)

    def find(self, request_id: str, content: int) -> int | None:
        """Return the record that took the request, or None; raise Refusal if that one had other content."""
        key = hash(request_id)
        at = bisect_left(self._hashes, key)
        if at == len(self._hashes) or self._hashes[at] != key:
            return None
        if contents_differ(self._contents[at], content):
            raise reused_id_refusal(request_id)
        return self._records[at]

    @property
    def last(self) -> int:
        """Return the number of the newest record that took a request, -1 if there is none."""
        return max(self._records, default=-1)

    def forget_from(self, number: int) -> None:
        """Forget the requests that records with this number or a higher one took, because they were rolled back."""
        stay = [at for at, record in enumerate(self._records) if record < number]
        if len(stay) < len(self._records):
            self._hashes = array("q", [self._hashes[at] for at in stay])
            self._records = array("I", [self._records[at] for at in stay])
            self._contents = array("I", [self._contents[at] for at in stay])


class RequestIds:
    """The records of answers and undos, by seat and request id."""

    __slots__ = ("_answers", "_undos")

    def __init__(self, seats: int) -> None:
        self._answers = [RequestIndex() for _ in range(seats)]
        self._undos: list[RequestIndex] | None = None
        """The undos by seat; None until the first undo, because most matches have none."""

    def note(self, logged: LoggedRecord) -> None:
        """Note the request of a record of the log, if it is an answer or an undo."""
        cause = logged.cause
        if isinstance(cause, record_pb2.SeatAnswered):
            self.add_answer(cause.seat, cause.request_id, logged.number, cause.request_hash)
        elif isinstance(cause, record_pb2.AnswerUndone):
            self.add_undo(cause.seat, cause.request_id, logged.number)

    def add_answer(self, seat: int, request_id: str, record: int, content: int) -> None:
        """Note the number of the record that took a seat's answer; `content` is the hash of the answer."""
        self._answers[seat].add(request_id, record, content)

    def add_undo(self, seat: int, request_id: str, record: int) -> None:
        """Note the number of the record of a seat's undo, which the request of this id asked for."""
        if self._undos is None:
            self._undos = [RequestIndex() for _ in self._answers]
        self._undos[seat].add(request_id, record, UNDO)

    def answer_of(self, seat: int, request_id: str, content: int) -> int | None:
        """Return the record that took the answer of this request id, or None.

        Raise Refusal if the id was used for another answer, or for an undo.
        """
        if self._undos is not None:
            self._undos[seat].find(request_id, content)
        return self._answers[seat].find(request_id, content)

    def undo_of(self, seat: int, request_id: str) -> int | None:
        """Return the record of the undo of this request id, or None. Raise Refusal if the id was used for an answer."""
        self._answers[seat].find(request_id, UNDO)
        return None if self._undos is None else self._undos[seat].find(request_id, UNDO)

    def last_of(self, seat: int) -> int | None:
        """Return the number of the record of a seat's last answer or undo; None if it has none."""
        last = max(self._answers[seat].last, -1 if self._undos is None else self._undos[seat].last)
        return None if last < 0 else last

    def forget_from(self, number: int) -> None:
        """Forget the records from this number on, after a rollback."""
        for requests in (*self._answers, *(self._undos or ())):
            requests.forget_from(number)

    @property
    def undo_count(self) -> int:
        """Return the number of undos so far."""
        return sum(map(len, self._undos or ()))


class RecentReplies:
    """The last replies that each seat of a match got, refusals included, by request id: a repeated request gets them
    again.
    """

    __slots__ = ("_by_seat", "_seats")

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._by_seat: list[dict[str, tuple[FirstReply, int]]] | None = None

    def find(self, seat: int, request_id: str, answer: play_pb2.Answer | None) -> FirstReply | None:
        """Return the reply that the seat's request of this id got, or None; a refusal if it had another content then.

        `answer` is None for an undo.
        """
        known = None if self._by_seat is None else self._by_seat[seat].get(request_id)
        if known is None:
            return None
        reply, content = known
        return reused_id_refusal(request_id) if contents_differ(content, content_hash(answer)) else reply

    def add(self, seat: int, request_id: str, content: int, reply: FirstReply) -> None:
        """Keep a reply to a seat's request, and drop the seat's oldest one if there are too many; ids that are too
        long are ignored.
        """
        if self._by_seat is None:
            self._by_seat = [{} for _ in range(self._seats)]
        if len(request_id.encode()) > LONGEST_REQUEST_ID:
            return
        replies = self._by_seat[seat]
        replies[request_id] = reply, content
        if len(replies) > MAX_REPLIES:
            del replies[next(iter(replies))]

    def forget_from(self, number: int) -> None:
        """Forget the replies that name records from this number on, after a rollback."""
        for replies in self._by_seat or ():
            for request_id, (reply, _) in list(replies.items()):
                if isinstance(reply, int) and reply >= number:
                    del replies[request_id]

    def clear(self) -> None:
        """Forget all replies."""
        self._by_seat = None
