"""Limits on the lists and texts of a request, checked in its bytes before they are parsed.

A message of a megabyte may hold half a million values, and takes a hundred times as much memory as its bytes. Small
messages are not checked: there is no room in them for anything over a limit.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from tilth_server.reasons import MALFORMED
from tilth_server.refusal import Refusal, over_limit

LIST_ENTRIES: Final = "list_entries"
TEXT_BYTES: Final = "text_bytes"
ANSWERS: Final = "commands_per_message"

FIXED_LIMITS: Final[Mapping[str, int]] = MappingProxyType({LIST_ENTRIES: 1000, TEXT_BYTES: 16 << 10})
"""The limits that are the same on every server."""
READ_OVER_LIMIT: Final = 10
"""A message with more commands than the limit times this number is refused as a whole."""
MAX_FIELDS: Final = 20
"""Fields that one request may hold in all, as a multiple of the larger limit on its lists."""
UNBOUNDED: Final = frozenset(
    {
        "tilth.v1.ImportTextRequest.text",
        "tilth.v1.ImportMatchRequest.chunk",
        "tilth.v1.ImportMatchesRequest.chunk",
        "tilth.v1.ImportTournamentRequest.chunk",
    }
)
"""Texts that are as long as a message may be."""
COMMAND_LISTS: Final = frozenset({"commands", "answers"})
"""Lists that have the limit `commands_per_message`."""

NO_MESSAGE: Final = "these bytes are not a message of the type this call takes"
VARINT, FIXED64, DELIMITED, FIXED32 = 0, 1, 2, 5
HIGH: Final = bytes(range(128, 256))
"""Every byte of a number in a packed list but its last is one of these."""
LONG_TYPES: Final = (FieldDescriptor.TYPE_STRING, FieldDescriptor.TYPE_BYTES)


@dataclass(slots=True)
class _Field:
    """One field of a message type, with the limit on its size.

    `limit` is the limit's name, `inner` the type of messages in the field (None for others); a packed list holds its
    numbers in one run of bytes.
    """

    limit: str
    max_size: int
    """Entries of a list, bytes of a text."""
    is_list: bool = False
    is_packed: bool = False
    inner: "_Shape | None" = None


@dataclass(slots=True)
class _Shape:
    """The fields of a message type by their numbers, with their limits."""

    fields: dict[int, _Field] = field(default_factory=dict)


class _Counts:
    """The numbers of list entries in one message of a request, by field number, and the counts of the messages inside
    it.

    A message that arrives in several pieces is counted as one.
    """

    __slots__ = ("entries", "inner")

    def __init__(self) -> None:
        self.entries: dict[int, int] = {}
        self.inner: dict[int, _Counts] = {}


class SizeLimits:
    """The limits on lists and texts in the requests of one type, checked on the bytes before these are parsed."""

    def __init__(self, descriptor: Descriptor, commands_per_message: int) -> None:
        self._answers = commands_per_message
        self._shapes: dict[str, _Shape] = {}
        self._shape = self._shape_of(descriptor)
        self._smallest = min(FIXED_LIMITS.values())
        self._max_fields = MAX_FIELDS * max(commands_per_message, FIXED_LIMITS[LIST_ENTRIES])

    def check(self, raw: bytes) -> None:
        """Raise Refusal if the request holds a list or a text that is too long."""
        if len(raw) > self._smallest:
            self._left = self._max_fields
            try:
                self._walk(raw, 0, len(raw), self._shape, _Counts())
            except IndexError:
                raise Refusal(MALFORMED, NO_MESSAGE) from None

    def _shape_of(self, descriptor: Descriptor) -> _Shape:
        """Return the fields of a message type with their limits. Types may hold themselves."""
        shape = self._shapes.get(descriptor.full_name)
        if shape is None:
            shape = self._shapes[descriptor.full_name] = _Shape()
            for each in descriptor.fields:
                shape.fields[each.number] = self._field_of(each)
        return shape

    def _field_of(self, each: FieldDescriptor) -> _Field:
        """Return one field of a message type with its limit."""
        message = each.message_type
        inner = None if message is None else self._shape_of(message)
        if each.is_repeated:
            if each.name in COMMAND_LISTS:
                return _Field(ANSWERS, READ_OVER_LIMIT * self._answers, is_list=True, inner=inner)
            packed = inner is None and each.type not in LONG_TYPES
            return _Field(
                LIST_ENTRIES, FIXED_LIMITS[LIST_ENTRIES], is_list=True, is_packed=packed, inner=inner
            )
        if each.full_name in UNBOUNDED:
            return _Field("message_bytes", 1 << 62)
        return _Field(TEXT_BYTES, FIXED_LIMITS[TEXT_BYTES], inner=inner)

    def _walk(self, raw: bytes, at: int, end: int, shape: _Shape, counts: _Counts) -> None:
        """Check the fields of one message, which ends at `end`; raise Refusal at the first that is over a limit."""
        fields, entries, smallest = shape.fields, counts.entries, self._smallest
        left = self._left
        while at < end:
            left -= 1
            if left < 0:
                raise over_limit(LIST_ENTRIES, FIXED_LIMITS[LIST_ENTRIES])
            tag = raw[at]
            at += 1
            if tag >= 0x80:
                tag, at = _varint(raw, at - 1)
            number, kind = tag >> 3, tag & 7
            most, limit = FIXED_LIMITS[LIST_ENTRIES], LIST_ENTRIES
            if kind == DELIMITED:
                size = raw[at]
                at += 1
                if size >= 0x80:
                    size, at = _varint(raw, at - 1)
                known = fields.get(number)
                if known is not None:
                    if known.is_list:
                        most, limit = known.max_size, known.limit
                    if size > smallest or known.is_packed or not known.is_list:
                        self._left = left
                        self._check_field(raw, at, min(size, end - at), number, known, counts)
                        left = self._left
                at += size
            elif kind == VARINT:
                _, at = _varint(raw, at)
            elif kind in (FIXED64, FIXED32):
                at += 8 if kind == FIXED64 else 4
            else:
                raise Refusal(MALFORMED, NO_MESSAGE)
            count = entries[number] = entries.get(number, 0) + 1
            if count > most:
                raise over_limit(limit, self._answers if limit is ANSWERS else most)
        self._left = left

    def _check_field(
        self, raw: bytes, at: int, size: int, number: int, known: _Field, counts: _Counts
    ) -> None:
        """Check one field whose bytes begin with their length: a text, a message or a packed list."""
        if known.is_packed:
            numbers = size if size <= known.max_size else len(raw[at : at + size].translate(None, HIGH))
            # The caller counts the field itself.
            counts.entries[number] = counts.entries.get(number, 0) + numbers - 1
        elif known.inner is not None:
            inner = _Counts() if known.is_list else counts.inner.setdefault(number, _Counts())
            self._walk(raw, at, at + size, known.inner, inner)
        elif known.is_list:
            if size > FIXED_LIMITS[TEXT_BYTES]:
                raise over_limit(TEXT_BYTES, FIXED_LIMITS[TEXT_BYTES])
        elif size > known.max_size:
            raise over_limit(known.limit, known.max_size)


def _varint(raw: bytes, at: int) -> tuple[int, int]:
    """Return the varint at this place and the place behind it. Raise IndexError for bytes that end within it."""
    byte = raw[at]
    if byte < 0x80:
        return byte, at + 1
    value = shift = 0
    while True:
        byte = raw[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
