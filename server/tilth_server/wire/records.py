"""Records of a match as they are stored: tilth.v1.Record."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec
from google.protobuf.message import DecodeError

from tilth.raw.v1 import raw_pb2
from tilth.v1 import record_pb2
from tilth_rules.kernel import EVERYTHING, Cause, Event, Record, Stacks, Step, Thread
from tilth_server.wire import causes
from tilth_server.wire.causes import LobbyCause, PlayCause
from tilth_server.wire.errors import Unreadable
from tilth_server.wire.memo import Memo

_MS: Final = 1000
_NS_IN_A_MS: Final = 1_000_000


class Logged(msgspec.Struct, frozen=True, gc=False):
    """One stored record, read. Its number is its place in the stream."""

    number: int
    at_ms: int
    """Milliseconds since 1970."""
    cause: LobbyCause | PlayCause
    """As stored; `type(logged.cause) is MatchCreated`."""
    kind: int
    """The tilth.v1.Cause that a Happened names (a timeout and a default answer are told apart)."""
    seat: int
    """Whose cause it was, -1 for nobody's."""
    request_id: str
    spent_ms: int
    event_bytes: tuple[bytes, ...]
    record: Record | None
    """The kernel's record; None for lobby causes."""


def encode_lobby(cause: LobbyCause, at_ms: int) -> bytes:
    """A record with no play in it: created, taken, left, cancelled, closed."""
    raw = raw_pb2.Record()
    _stamp(raw, at_ms)
    member = getattr(raw, causes.MEMBERS[type(cause).__name__])
    member.SetInParent()
    member.CopyFrom(cause)
    return raw.SerializeToString()


class RecordWire:
    """Encodes and decodes the records of one game's matches."""

    def __init__(
        self,
        encode_event: Callable[[Event], bytes],
        decode_event: Callable[[bytes], Event],
        steps: Sequence[type[Step]],
    ) -> None:
        self._encode_event = encode_event
        self._decode_event = decode_event
        self._stacks = Stacks(steps)
        self._encode_thread = Memo(self._thread_bytes).__getitem__
        events: Memo[Event, bytes] = Memo(lambda event: field(_EVENT_TAG, encode_event(event)))
        threads: Memo[Thread, bytes] = Memo(lambda thread: field(_THREAD_TAG, self._thread_bytes(thread)))
        self._event_field = events.__getitem__
        self._thread_field = threads.__getitem__
        self._decode_thread = Memo(self._thread).__getitem__

    def encode(
        self,
        record: Record,
        at_ms: int,
        *,
        request_id: str = "",
        spent_ms: int = 0,
        by_timeout: bool = False,
        by_absence: bool = False,
        player_ids: Sequence[str] = (),
    ) -> bytes:
        """A tilth.v1.Record. `player_ids` go with Started, `by_timeout` and `by_absence` with Resigned."""
        raw = raw_pb2.Record()
        _stamp(raw, at_ms)
        causes.write(
            raw, record.cause, causes.Extra(request_id, spent_ms, by_timeout, by_absence, tuple(player_ids))
        )
        if record.events:
            raw.events.extend(map(self._encode_event, record.events))
        if record.waiting:
            raw.waiting.extend(map(self._encode_thread, record.waiting))
        if record.draws:
            raw.draws.extend(map(_DRAW_BYTES, record.draws))
        if record.facts:
            raw.facts.extend(record.facts)
        if record.closed:
            raw.closed_seats.extend(record.closed)
        if record.veils:
            raw.veils.extend(map(_VEIL_BYTES, record.veils))
        return raw.SerializeToString()

    def outcome(self, record: Record) -> bytes:
        """What the record's bytes, as `encode` makes them, end with: everything behind its time and its cause."""
        made = b"".join(map(self._event_field, record.events))
        if record.waiting:
            made += b"".join(map(self._thread_field, record.waiting))
        if record.draws:
            made += b"".join(map(_DRAW_FIELD, record.draws))
        if record.facts or record.closed or record.veils:
            rest = raw_pb2.Record(
                facts=record.facts, closed_seats=record.closed, veils=map(_VEIL_BYTES, record.veils)
            )
            made += rest.SerializeToString()
        return made

    def decode(self, number: int, body: bytes, *, stacks: bool = True) -> Logged:
        """Raises Unreadable, and the kernel's StackUnreadable for waiting steps this build does not know.

        Without `stacks` the waiting steps are left out: who only folds can read a record whose rules have gone.
        """
        raw = _parsed(number, body)
        member = raw.WhichOneof("cause")
        if member is None:
            raise Unreadable(f"record {number} has no cause that this build knows")
        message: Any = getattr(raw, member)
        cause = causes.read(member, message)
        kind = causes.KINDS[member]
        record: Record | None = None
        event_bytes: tuple[bytes, ...] = ()
        if cause is not None:
            event_bytes = tuple(raw.events[:])
            try:
                record = self._played(number, cause, raw, event_bytes, stacks=stacks)
            except DecodeError as error:
                raise Unreadable(f"record {number} holds what is no message: {error}") from error
            if member == "defaulted":
                kind = causes.kind_of(cause)
        at = raw.at
        return Logged(
            number,
            at.seconds * _MS + at.nanos // _NS_IN_A_MS,
            message,
            kind,
            message.seat if member in _SEATED else -1,
            message.request_id if member in _REQUESTED else "",
            message.spent_ms if member in _TIMED else 0,
            event_bytes,
            record,
        )

    def _played(
        self, number: int, cause: Cause, raw: raw_pb2.Record, events: tuple[bytes, ...], *, stacks: bool
    ) -> Record:
        """The kernel's record."""
        waiting, draws, facts, closed, veils = raw.waiting, raw.draws, raw.facts, raw.closed_seats, raw.veils
        return Record(
            number,
            cause,
            tuple(map(self._decode_event, events)),
            tuple(map(self._decode_thread, waiting[:])) if stacks and waiting else (),
            tuple(map(_DRAW, draws)) if draws else (),
            tuple(facts) if facts else (),
            tuple(closed) if closed else (),
            tuple(map(_VEIL, veils)) if veils else (),
        )

    def events(self, bodies: Sequence[bytes], first: int = 0) -> list[Event]:
        """The events of these records in order, those taken back left out: what a plain fold needs.

        `first` is the number of the first of them. The fastest way to a state: the records are read as one
        message, since the bytes of protobuf messages, joined, are the message that has all their events. So they
        must be whole, as the store vouches for.
        """
        try:
            folded = raw_pb2.Folded.FromString(b"".join(bodies))
        except DecodeError:
            for number, body in enumerate(bodies, first):
                _parsed(number, body)
            raise Unreadable(f"records {first} to {first + len(bodies) - 1}") from None
        if folded.HasField("undid"):
            return self._events_left(bodies, first, frozenset(folded.undid.takes_back))
        return list(map(self._decode_event, folded.events[:]))

    def _events_left(self, bodies: Sequence[bytes], first: int, taken_back: frozenset[int]) -> list[Event]:
        events: list[Event] = []
        for number, body in enumerate(bodies, first):
            if number not in taken_back:
                events.extend(map(self._decode_event, raw_pb2.Folded.FromString(body).events))
        return events

    def seen_by(self, logged: Logged, viewer: int) -> list[bytes]:
        """The events of a stored record as one viewer sees them; to whom nothing is hidden, as stored."""
        if logged.record is None or viewer == EVERYTHING:
            return list(logged.event_bytes)
        return self.shown(logged.record, viewer)

    def shown(self, record: Record, viewer: int) -> list[bytes]:
        """The events of a record just made, as one viewer sees them; the bytes that `encode` stored."""
        return list(map(self._encode_event, record.seen_by(viewer)))

    def is_public(self, record: Record) -> bool:
        """Whether every viewer sees the same of it: then one frame serves all."""
        return not record.veils and not any(event.hidden for event in record.events)

    def redacted(self, logged: Logged, viewer: int) -> bytes:
        """The record as a viewer of a running match may read it: no seed, no waiting steps, no draws or
        facts, and others' picks and request ids left out."""
        raw = raw_pb2.Record()
        _stamp(raw, logged.at_ms)
        cause = getattr(raw, causes.MEMBERS[type(logged.cause).__name__])
        cause.SetInParent()
        cause.CopyFrom(logged.cause)
        own = viewer == EVERYTHING or viewer == logged.seat >= 0
        secret = _SECRET_FROM_ALL if own else _SECRET
        for field in cause.DESCRIPTOR.fields:
            if field.name in secret:
                cause.ClearField(field.name)
        raw.events.extend(self.seen_by(logged, viewer))
        if logged.record is not None:
            raw.closed_seats.extend(logged.record.closed)
        return raw.SerializeToString()

    def _thread_bytes(self, thread: Thread) -> bytes:
        return record_pb2.Thread(
            thread=thread.thread,
            kept=thread.kept,
            tail=self._stacks.encode(thread.tail) if thread.tail else b"",
            seats=thread.seats,
            sealed=thread.sealed,
            ended=thread.ended,
        ).SerializeToString()

    def _thread(self, data: bytes) -> Thread:
        thread = record_pb2.Thread.FromString(data)
        return Thread(
            thread.thread,
            thread.kept,
            self._stacks.decode(thread.tail) if thread.tail else (),
            tuple(thread.seats),
            thread.sealed,
            thread.ended,
        )


_SECRET_FROM_ALL: Final = frozenset(("seed",))
_SECRET: Final = frozenset(("seed", "chosen", "measured", "request_id"))
"""Fields of causes that others may not see while the match goes on."""
_SEATED: Final = frozenset(("seat_taken", "seat_left", "answered", "defaulted", "resigned", "undid"))
_REQUESTED: Final = frozenset(("created", "seat_taken", "answered", "resigned", "undid"))
_TIMED: Final = frozenset(("answered", "defaulted"))


def _stamp(raw: raw_pb2.Record, at_ms: int) -> None:
    seconds, ms = divmod(at_ms, _MS)
    at = raw.at
    at.seconds = seconds
    at.nanos = ms * _NS_IN_A_MS


def _parsed(number: int, body: bytes) -> raw_pb2.Record:
    try:
        return raw_pb2.Record.FromString(body)
    except DecodeError as error:
        raise Unreadable(f"record {number} is no tilth.v1.Record: {error}") from error


def _draw_bytes(draw: tuple[str, int]) -> bytes:
    return record_pb2.Draw(purpose=draw[0], place=draw[1]).SerializeToString()


def _draw(data: bytes) -> tuple[str, int]:
    draw = record_pb2.Draw.FromString(data)
    return draw.purpose, draw.place


def _veil_bytes(veil: tuple[int, tuple[int, ...]]) -> bytes:
    return record_pb2.Veil(event=veil[0], seats=veil[1]).SerializeToString()


def _veil(data: bytes) -> tuple[int, tuple[int, ...]]:
    veil = record_pb2.Veil.FromString(data)
    return veil.event, tuple(veil.seats)


def field(tag: bytes, value: bytes) -> bytes:
    """A field of a message: what it is, how long, and its bytes."""
    length = len(value)
    head = bytearray(tag)
    while length > 0x7F:
        head.append(length & 0x7F | 0x80)
        length >>= 7
    head.append(length)
    return bytes(head) + value


_EVENT_TAG: Final = b"\x62"
_THREAD_TAG: Final = b"\x6a"
_DRAW_TAG: Final = b"\x72"

_DRAW_BYTES: Final = Memo(_draw_bytes).__getitem__
_DRAW_FIELDS: Final[Memo[tuple[str, int], bytes]] = Memo(lambda draw: field(_DRAW_TAG, _draw_bytes(draw)))
_DRAW_FIELD: Final = _DRAW_FIELDS.__getitem__
_DRAW: Final = Memo(_draw).__getitem__
_VEIL_BYTES: Final = Memo(_veil_bytes).__getitem__
_VEIL: Final = Memo(_veil).__getitem__
