"""Messages as text that people read: like protobuf's own text format, with what varies from run to run named."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

WIDTH = 108
INDENT = "  "
MAX_SHOWN = 3
"""The number of messages that are shown of a longer list, before the count of those that follow."""
SHORT = 4
TIMESTAMP = "google.protobuf.Timestamp"


class TextDump:
    """A writer of protobuf messages as readable lines, the same in every run: bytes that hold messages are decoded, and
    long lists and bytes are cut short."""

    def __init__(
        self, types: Mapping[str, Callable[[], Message]], whole: Collection[str], unsteady: Collection[str]
    ) -> None:
        """`types`: of fields whose bytes are messages. `whole`: lists of messages to write to their end.
        `unsteady`: fields of bytes that differ from run to run."""
        self._types = types
        self._whole = whole
        self._unsteady = unsteady
        self.names: dict[str, str] = {}
        """The text to write for each string that differs from run to run."""

    def lines(self, message: Message) -> list[str]:
        """Return the set fields of a message as lines, with as many fields in a line as fit; one empty line if none is
        set."""
        return list(_packed(list(self._fields(message)), WIDTH)) or [""]

    def _fields(self, message: Message) -> Iterator["Field"]:
        """Yield each field of a message that is set, as text."""
        for field, value in message.ListFields():
            if field.message_type is not None and field.message_type.GetOptions().map_entry:
                flat_text = ", ".join(f'"{key}": "{value[key]}"' for key in sorted(value))
                yield Field(f"{field.name}: {{{flat_text}}}")
            elif not field.is_repeated:
                yield self._one(field, value)
            elif field.message_type is None and field.name not in self._types:
                *most, last = (self._scalar(field, one) for one in value)
                yield Field(f"{field.name}: ", [*(Field(one + ",") for one in most), Field(last)], "[]")
            else:
                yield from self._list(field, list(value))

    def _list(self, field: FieldDescriptor, values: list[Any]) -> Iterator["Field"]:
        """Yield each message of a list. Of a list longer than MAX_SHOWN that is not in `whole`, only the first are
        shown, and then a note with the number of the others."""
        shown = len(values)
        if field.name not in self._whole and shown > MAX_SHOWN:
            shown = MAX_SHOWN - 1
        for value in values[:shown]:
            yield self._one(field, value)
        if shown < len(values):
            yield Field(f"({len(values) - shown} more {field.name})")

    def _one(self, field: FieldDescriptor, value: Any) -> "Field":
        """Return one value of a field as text. Bytes with a known type are decoded first, and a time is written as
        `<time>`."""
        kind = self._types.get(field.name)
        if kind is not None and isinstance(value, bytes):
            decoded = kind()
            decoded.ParseFromString(value)
            value = decoded
        if not isinstance(value, Message):
            return Field(f"{field.name}: {self._scalar(field, value)}")
        if value.DESCRIPTOR.full_name == TIMESTAMP:
            return Field(f"{field.name}: <time>")
        return Field(f"{field.name} ", list(self._fields(value)), "{}")

    def _scalar(self, field: FieldDescriptor, value: Any) -> str:
        """Return a single value as text: bytes in hex and cut short, an enum's value by its name, and a string that
        differs in every run by the name given for it."""
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, bytes):
            if field.name in self._unsteady:
                return f"<{len(value)} bytes>"
            return value.hex() if len(value) <= SHORT else f"{value[:SHORT].hex()}... ({len(value)} bytes)"
        if isinstance(value, str):
            return self.names.get(value, f'"{value}"')
        if field.enum_type is not None:
            return field.enum_type.values_by_number[value].name
        return str(value)


class Field:
    """A field as text. With `inner`, the text stands before a message of fields or a list of values in `brackets`."""

    def __init__(self, text: str, inner: "list[Field] | None" = None, brackets: str = "") -> None:
        self.text = text
        self.inner = inner
        self.brackets = brackets

    def flat(self) -> str:
        """Return the field with everything inside it as one line."""
        if self.inner is None:
            return self.text
        inside = " ".join(field.flat() for field in self.inner)
        room = " " if inside and self.brackets == "{}" else ""
        return f"{self.text}{self.brackets[0]}{room}{inside}{room}{self.brackets[1]}"


def _packed(fields: list[Field], width: int) -> Iterator[str]:
    """Yield lines with as many fields as fit; a field that doesn't fit a line gets several lines of its own."""
    line = ""
    for field in fields:
        flat_text = field.flat()
        if line and len(line) + 1 + len(flat_text) > width:
            yield line
            line = ""
        if len(flat_text) <= width or not field.inner:
            line = f"{line} {flat_text}".strip()
            continue
        yield field.text + field.brackets[0]
        yield from (INDENT + deeper for deeper in _packed(field.inner, width - len(INDENT)))
        yield field.brackets[1]
    if line:
        yield line
