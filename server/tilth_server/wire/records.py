"""The records of a match as they are stored: tilth.v1.Record."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec
from google.protobuf.message import DecodeError

from tilth.raw.v1 import raw_pb2
from tilth.v1 import record_pb2
from tilth_rules.kernel import EVERYTHING, Cause, Event, Record, StackChange, Stacks, Step
from tilth_server.wire import causes
from tilth_server.wire.causes import NO_DETAILS, CauseDetails, LobbyCause, PlayCause
from tilth_server.wire.errors import Unreadable
from tilth_server.wire.memo import Memo

_MS: Final = 1000
_NS_IN_A_MS: Final = 1_000_000


class LoggedRecord(msgspec.Struct, frozen=True, gc=False):
    """A stored record of a match, decoded. `number` is its place in the stream."""

    number: int
    at_ms: int
    """Milliseconds since 1970."""
    cause: LobbyCause | PlayCause
    """The cause as the stored message, such as a MatchCreated."""
    kind: int
    """The cause as a tilth.v1.Cause. A default answer after a timeout has a value of its own there."""
    seat: int
    """The seat that caused the record; -1 if no seat did."""
    request_id: str
    spent_ms: int
    event_bytes: tuple[bytes, ...]
    record: Record | None
    """The kernel's record; None if the cause is one of the lobby."""


def encode_lobby(cause: LobbyCause, at_ms: int) -> bytes:
    """Return the bytes of a record of the lobby, such as a created match or a taken seat."""
    raw = raw_pb2.Record()
    _set_time(raw, at_ms)
    member = getattr(raw, causes.MEMBERS[type(cause).__name__])
    member.SetInParent()
    member.CopyFrom(cause)
    return raw.SerializeToString()


class RecordWire:
    """The encoder and decoder of the records of one game's matches."""

    def __init__(
        self,
        encode_event: Callable[[Event], bytes],
        decode_event: Callable[[bytes], Event],
        steps: Sequence[type[Step]],
    ) -> None:
        self._encode_event = encode_event
        self._decode_event = decode_event
        self._stacks = Stacks(steps)
        self._encode_change = Memo(self._encode_stack_change).__getitem__
        events: Memo[Event, bytes] = Memo(lambda event: encode_field(_EVENT_TAG, encode_event(event)))
        changes: Memo[StackChange, bytes] = Memo(
            lambda change: encode_field(_CHANGE_TAG, self._encode_stack_change(change))
        )
        self._event_field = events.__getitem__
        self._change_field = changes.__getitem__
        self._decode_change = Memo(self._decode_stack_change).__getitem__

    def encode(self, record: Record, at_ms: int, details: CauseDetails = NO_DETAILS) -> bytes:
        """Return a record of play as a tilth.v1.Record. Details without a field in the cause are left out."""
        raw = raw_pb2.Record()
        _set_time(raw, at_ms)
        causes.write_cause(raw, record.cause, details)
        if record.events:
            raw.events.extend(map(self._encode_event, record.events))
        if record.stack_changes:
            raw.stack_changes.extend(map(self._encode_change, record.stack_changes))
        if record.draws:
            raw.draws.extend(map(_DRAW_BYTES, record.draws))
        if record.facts:
            raw.facts.extend(record.facts)
        if record.closed_seats:
            raw.closed_seats.extend(record.closed_seats)
        if record.restricted_events:
            raw.restricted_events.extend(map(_RESTRICTED_BYTES, record.restricted_events))
        return raw.SerializeToString()

    def outcome(self, record: Record) -> bytes:
        """Return the bytes that `encode` writes behind the time and the cause of a record: the results of the rules."""
        made = b"".join(map(self._event_field, record.events))
        if record.stack_changes:
            made += b"".join(map(self._change_field, record.stack_changes))
        if record.draws:
            made += b"".join(map(_DRAW_FIELD, record.draws))
        if record.facts or record.closed_seats or record.restricted_events:
            rest = raw_pb2.Record(
                facts=record.facts,
                closed_seats=record.closed_seats,
                restricted_events=map(_RESTRICTED_BYTES, record.restricted_events),
            )
            made += rest.SerializeToString()
        return made

    def decode(self, number: int, body: bytes, *, stacks: bool = True) -> LoggedRecord:
        """Return the record in these bytes. Raise Unreadable, or StackUnreadable if its waiting steps can't be decoded.

        Without `stacks` the waiting steps are left out. A fold does not need them, so it can use a record whose steps
        this build no longer has.
        """
        raw = _parse(number, body)
        member = raw.WhichOneof("cause")
        if member is None:
            raise Unreadable(f"record {number} has no cause that this build knows")
        message: Any = getattr(raw, member)
        cause = causes.read_cause(member, message)
        kind = causes.KINDS[member]
        record: Record | None = None
        event_bytes: tuple[bytes, ...] = ()
        if cause is not None:
            event_bytes = tuple(raw.events[:])
            try:
                record = self._record_of_play(number, cause, raw, event_bytes, stacks=stacks)
            except DecodeError as error:
                raise Unreadable(f"record {number} has a part that can't be decoded: {error}") from error
            if member == "defaulted":
                kind = causes.kind_of(cause)
        at = raw.at
        return LoggedRecord(
            number,
            at.seconds * _MS + at.nanos // _NS_IN_A_MS,
            message,
            kind,
            message.seat if member in _SEATED else -1,
            message.request_id if member in _REQUESTED else "",
            message.bank_spent_ms if member in _TIMED else 0,
            event_bytes,
            record,
        )

    def _record_of_play(
        self, number: int, cause: Cause, raw: raw_pb2.Record, events: tuple[bytes, ...], *, stacks: bool
    ) -> Record:
        """Return the kernel's record, made of the parts of a stored record that were decoded."""
        changes, draws, facts, closed, restricted = (
            raw.stack_changes,
            raw.draws,
            raw.facts,
            raw.closed_seats,
            raw.restricted_events,
        )
        return Record(
            number,
            cause,
            tuple(map(self._decode_event, events)),
            tuple(map(self._decode_change, changes[:])) if stacks and changes else (),
            tuple(map(_DRAW, draws)) if draws else (),
            tuple(facts) if facts else (),
            tuple(closed) if closed else (),
            tuple(map(_RESTRICTED, restricted)) if restricted else (),
        )

    def events(self, bodies: Sequence[bytes], first: int = 0) -> list[Event]:
        """Return the events of these records in order, without the undone ones, for a fold.

        `first` is the number of the first record. The records are decoded as one message, which is fastest: the bytes
        of protobuf messages, joined, are one message with the events of all. So every record must be complete, which
        the store guarantees.
        """
        try:
            folded = raw_pb2.Folded.FromString(b"".join(bodies))
        except DecodeError:
            for number, body in enumerate(bodies, first):
                _parse(number, body)
            raise Unreadable(f"records {first} to {first + len(bodies) - 1}") from None
        if folded.HasField("undone"):
            return self._remaining_events(bodies, first, frozenset(folded.undone.undone_records))
        return list(map(self._decode_event, folded.events[:]))

    def _remaining_events(self, bodies: Sequence[bytes], first: int, undone: frozenset[int]) -> list[Event]:
        """Return the events of these records, without the undone ones."""
        events: list[Event] = []
        for number, body in enumerate(bodies, first):
            if number not in undone:
                events.extend(map(self._decode_event, raw_pb2.Folded.FromString(body).events))
        return events

    def stored_events_for(self, logged: LoggedRecord, viewer: int) -> list[bytes]:
        """Return the encoded events of a stored record as one viewer sees them; for EVERYTHING, as they are stored."""
        if logged.record is None or viewer == EVERYTHING:
            return list(logged.event_bytes)
        return self.visible_events(logged.record, viewer)

    def visible_events(self, record: Record, viewer: int) -> list[bytes]:
        """Return the encoded events of a new record as one viewer sees them. Public events have the stored bytes."""
        return list(map(self._encode_event, record.seen_by(viewer)))

    def is_public(self, record: Record) -> bool:
        """Return whether every viewer sees the same events of the record, so that one frame serves all."""
        return not record.restricted_events and not any(event.hidden for event in record.events)

    def for_viewer(self, logged: LoggedRecord, viewer: int) -> bytes:
        """Return the bytes of a record as a viewer of a running match may read it.

        It has no seed, waiting steps, draws or facts, and no answers or request ids of other seats.
        """
        raw = raw_pb2.Record()
        _set_time(raw, logged.at_ms)
        cause = getattr(raw, causes.MEMBERS[type(logged.cause).__name__])
        cause.SetInParent()
        cause.CopyFrom(logged.cause)
        own = viewer == EVERYTHING or viewer == logged.seat >= 0
        secret = _SECRET_FROM_EVERYBODY if own else _SECRET_FROM_OTHERS
        for field in cause.DESCRIPTOR.fields:
            if field.name in secret:
                cause.ClearField(field.name)
        raw.events.extend(self.stored_events_for(logged, viewer))
        if logged.record is not None:
            raw.closed_seats.extend(logged.record.closed_seats)
        return raw.SerializeToString()

    def _encode_stack_change(self, change: StackChange) -> bytes:
        """Return the bytes of a change of a stack."""
        return record_pb2.StackChange(
            stack=change.stack,
            kept_steps=change.kept_steps,
            added_steps=self._stacks.encode(change.added_steps) if change.added_steps else b"",
            seats=change.seats,
            sealed=change.sealed,
            ended=change.ended,
        ).SerializeToString()

    def _decode_stack_change(self, data: bytes) -> StackChange:
        """Return the change of a stack in these bytes."""
        change = record_pb2.StackChange.FromString(data)
        return StackChange(
            change.stack,
            change.kept_steps,
            self._stacks.decode(change.added_steps) if change.added_steps else (),
            tuple(change.seats),
            change.sealed,
            change.ended,
        )


_SECRET_FROM_EVERYBODY: Final = frozenset(("seed",))
_SECRET_FROM_OTHERS: Final = frozenset(("seed", "picks", "numbers", "request_id", "request_hash"))
"""Fields of causes that only the seat itself may see while the match is running."""
_SEATED: Final = frozenset(("seat_taken", "seat_left", "answered", "defaulted", "resigned", "undone"))
_REQUESTED: Final = frozenset(("created", "seat_taken", "seat_left", "answered", "resigned", "undone"))
_TIMED: Final = frozenset(("answered", "defaulted"))


def _set_time(raw: raw_pb2.Record, at_ms: int) -> None:
    """Put a time, in milliseconds since 1970, into a record."""
    seconds, ms = divmod(at_ms, _MS)
    at = raw.at
    at.seconds = seconds
    at.nanos = ms * _NS_IN_A_MS


def _parse(number: int, body: bytes) -> raw_pb2.Record:
    """Return the message of a record; raise Unreadable."""
    try:
        return raw_pb2.Record.FromString(body)
    except DecodeError as error:
        raise Unreadable(f"record {number} is not a tilth.v1.Record: {error}") from error


def _encode_draw(draw: tuple[str, int]) -> bytes:
    """Return a draw of chance (its purpose and the place it is drawn at) as the bytes of its message."""
    return record_pb2.Draw(purpose=draw[0], place=draw[1]).SerializeToString()


def _decode_draw(data: bytes) -> tuple[str, int]:
    """Return the purpose and the place of a draw of chance from the bytes of its message."""
    draw = record_pb2.Draw.FromString(data)
    return draw.purpose, draw.place


def _encode_restricted_event(restricted: tuple[int, tuple[int, ...]]) -> bytes:
    """Return which event of a record only some seats may see, as the bytes of its message."""
    return record_pb2.RestrictedEvent(
        event_index=restricted[0], visible_to_seats=restricted[1]
    ).SerializeToString()


def _decode_restricted_event(data: bytes) -> tuple[int, tuple[int, ...]]:
    """Return the index of a record's restricted event and the seats that may see it, from the bytes of its message."""
    restricted = record_pb2.RestrictedEvent.FromString(data)
    return restricted.event_index, tuple(restricted.visible_to_seats)


def encode_field(tag: bytes, value: bytes) -> bytes:
    """Return an encoded field of a message: tag, length and bytes."""
    length = len(value)
    head = bytearray(tag)
    while length > 0x7F:
        head.append(length & 0x7F | 0x80)
        length >>= 7
    head.append(length)
    return bytes(head) + value


_EVENT_TAG: Final = b"\x62"
_CHANGE_TAG: Final = b"\x6a"
_DRAW_TAG: Final = b"\x72"

_DRAW_BYTES: Final = Memo(_encode_draw).__getitem__
_DRAW_FIELDS: Final[Memo[tuple[str, int], bytes]] = Memo(
    lambda draw: encode_field(_DRAW_TAG, _encode_draw(draw))
)
_DRAW_FIELD: Final = _DRAW_FIELDS.__getitem__
_DRAW: Final = Memo(_decode_draw).__getitem__
_RESTRICTED_BYTES: Final = Memo(_encode_restricted_event).__getitem__
_RESTRICTED: Final = Memo(_decode_restricted_event).__getitem__
