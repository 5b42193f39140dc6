"""A game's structs and its messages, matched by name once, when the game is loaded.

`docs/kernel.md` tells a game's author the mapping. Whatever reflection it takes happens in `Codec`'s
constructor; what remains are closures, one set a class.
"""

import types
import typing
from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any, Final, TypeVar

import msgspec
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass

from tilth_server.wire.errors import SchemaMismatch, Unreadable
from tilth_server.wire.memo import Memo

Read = Callable[[Any], Any]
"""A message to the value of one field of the struct."""
Write = Callable[[Any, Any], None]
"""Puts the struct's field into the message."""

MOST_KEPT: Final = 4_000
"""Structs whose bytes are kept, for each field that holds such: Earth prints some 440 cards in matches without
corrections."""

Built = TypeVar("Built", bound=msgspec.Struct)

_INTEGERS: Final = frozenset(
    (
        FieldDescriptor.TYPE_INT32,
        FieldDescriptor.TYPE_INT64,
        FieldDescriptor.TYPE_UINT32,
        FieldDescriptor.TYPE_UINT64,
        FieldDescriptor.TYPE_SINT32,
        FieldDescriptor.TYPE_SINT64,
        FieldDescriptor.TYPE_ENUM,
    )
)
_SCALARS: Final[dict[type, frozenset[int]]] = {
    int: _INTEGERS,
    bool: frozenset((FieldDescriptor.TYPE_BOOL,)),
    str: frozenset((FieldDescriptor.TYPE_STRING,)),
    bytes: frozenset((FieldDescriptor.TYPE_BYTES,)),
}


class Shape(typing.NamedTuple):
    """What a struct's annotation says: `tuple[int, ...] | None` is (int, many, may be absent)."""

    kind: type
    many: bool
    optional: bool


def shape_of(annotation: Any) -> Shape | None:
    """None for what no message can hold."""
    optional = many = False
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        rest = [part for part in typing.get_args(annotation) if part is not types.NoneType]
        if len(rest) != 1:
            return None
        annotation = rest[0]
        optional = True
    if typing.get_origin(annotation) is tuple:
        parts = [part for part in typing.get_args(annotation) if part is not Ellipsis]
        if not parts or any(part is not parts[0] for part in parts):
            return None
        annotation = parts[0]
        many = True
    while hasattr(annotation, "__supertype__"):
        annotation = annotation.__supertype__
    return Shape(annotation, many, optional) if isinstance(annotation, type) else None


class Codec(typing.Generic[Built]):
    """Encodes and decodes one class of structs, and the classes nested in it."""

    def __init__(self, struct: type[Built], descriptor: Descriptor) -> None:
        self.struct = struct
        self.descriptor = descriptor
        self.message: type[Message] = GetMessageClass(descriptor)
        fields = {field.name: field for field in msgspec.structs.fields(struct)}
        _same_names(struct, descriptor, set(fields))
        self._writes: list[tuple[str, Write]] = []
        self._reads: list[tuple[str, Read]] = []
        for name, field in fields.items():
            write, read = self._field(name, field.type, descriptor.fields_by_name[name])
            self._writes.append((name, write))
            self._reads.append((name, read))

    def fill(self, message: Any, struct: Any) -> None:
        """Put the struct into an empty message."""
        for name, write in self._writes:
            write(message, getattr(struct, name))

    def read(self, message: Any) -> Built:
        return self.struct(**{name: read(message) for name, read in self._reads})

    def read_over(self, message: Any, given: Mapping[str, Any]) -> Built:
        """Read the message, but take these fields as they are."""
        values = {name: given[name] if name in given else read(message) for name, read in self._reads}
        return self.struct(**values)

    def encode(self, struct: Built) -> bytes:
        message = self.message()
        self.fill(message, struct)
        return message.SerializeToString()

    def decode(self, data: bytes) -> Built:
        return self.read(parsed(self.message, data))

    def _field(self, name: str, annotation: Any, field: FieldDescriptor) -> tuple[Write, Read]:
        shape = shape_of(annotation)
        if shape is None or shape.many != field.is_repeated:
            raise self._mismatch(name, annotation, field)
        if shape.optional and (shape.many or not field.has_presence):
            raise SchemaMismatch(
                f"{self._named(name)} may be None: mark it `optional` in {self.descriptor.full_name}"
            )
        if issubclass(shape.kind, msgspec.Struct):
            if field.message_type is None or field.message_type.name != shape.kind.__name__:
                raise self._mismatch(name, annotation, field)
            nested: Codec[Any] = Codec(shape.kind, field.message_type)
            if not shape.many:
                return _nested(name, nested, shape.optional)
            if getattr(shape.kind, "kept", False):
                return _kept_many(name, nested, self.message)
            return _nested_many(name, nested)
        if field.type not in _scalar_types(shape.kind):
            raise self._mismatch(name, annotation, field)
        convert = _converter(shape.kind) if issubclass(shape.kind, IntEnum) else None
        if shape.many:
            return _scalars(name, convert)
        return _scalar(name, convert, shape.optional)

    def _named(self, name: str) -> str:
        return f"{self.struct.__module__}.{self.struct.__qualname__}.{name}"

    def _mismatch(self, name: str, annotation: Any, field: FieldDescriptor) -> SchemaMismatch:
        return SchemaMismatch(f"{self._named(name)} is {annotation}, which {field.full_name} cannot hold")


def parsed(message: type[Message], data: bytes) -> Any:
    """The message in these bytes; Unreadable where there is none."""
    try:
        return message.FromString(data)
    except DecodeError as error:
        raise Unreadable(f"no {message.DESCRIPTOR.full_name}: {error}") from error


def _same_names(struct: type[msgspec.Struct], descriptor: Descriptor, names: set[str]) -> None:
    for name in sorted(names ^ set(descriptor.fields_by_name)):
        lacking = descriptor.full_name if name in names else f"{struct.__module__}.{struct.__qualname__}"
        raise SchemaMismatch(f"{lacking} has no field {name}")


def _scalar_types(kind: type) -> frozenset[int]:
    if issubclass(kind, IntEnum):
        return frozenset((FieldDescriptor.TYPE_ENUM,))
    return _SCALARS.get(kind, frozenset())


def _converter(enum: type[IntEnum]) -> Callable[[int], IntEnum]:
    def convert(number: int) -> IntEnum:
        try:
            return enum(number)
        except ValueError as error:
            raise Unreadable(str(error)) from None

    return convert


def _scalar(name: str, convert: Any, optional: bool) -> tuple[Write, Read]:
    def write(message: Any, value: Any) -> None:
        setattr(message, name, value)

    def write_given(message: Any, value: Any) -> None:
        if value is not None:
            setattr(message, name, value)

    def read(message: Any) -> Any:
        return getattr(message, name)

    def read_converted(message: Any) -> Any:
        return convert(getattr(message, name))

    plain = read if convert is None else read_converted
    if not optional:
        return write, plain

    def read_given(message: Any) -> Any:
        return plain(message) if message.HasField(name) else None

    return write_given, read_given


def _scalars(name: str, convert: Any) -> tuple[Write, Read]:
    def write(message: Any, value: Any) -> None:
        if value:
            getattr(message, name).extend(value)

    def read(message: Any) -> Any:
        return tuple(getattr(message, name))

    def read_converted(message: Any) -> Any:
        return tuple(map(convert, getattr(message, name)))

    return write, read if convert is None else read_converted


def _nested(name: str, nested: Codec[Any], optional: bool) -> tuple[Write, Read]:
    def write(message: Any, value: Any) -> None:
        if value is not None:
            inner = getattr(message, name)
            inner.SetInParent()
            nested.fill(inner, value)

    def read(message: Any) -> Any:
        return nested.read(getattr(message, name))

    def read_given(message: Any) -> Any:
        return nested.read(getattr(message, name)) if message.HasField(name) else None

    return write, read_given if optional else read


def _nested_many(name: str, nested: Codec[Any]) -> tuple[Write, Read]:
    def write(message: Any, value: Any) -> None:
        add = getattr(message, name).add
        for struct in value:
            nested.fill(add(), struct)

    def read(message: Any) -> Any:
        return tuple(map(nested.read, getattr(message, name)))

    return write, read


def _kept_many(name: str, nested: Codec[Any], outer: type[Message]) -> tuple[Write, Read]:
    """As `_nested_many`, of structs that come again and again (their class says `kept`): each is encoded once."""

    def made(struct: Any) -> bytes:
        message = outer()
        nested.fill(getattr(message, name).add(), struct)
        return message.SerializeToString()

    ready = Memo(made, MOST_KEPT)

    def write(message: Any, value: Any) -> None:
        message.MergeFromString(b"".join(map(ready.__getitem__, value)))

    return write, _nested_many(name, nested)[1]
