"""The mapping between a game's structs and its messages, made by name once, when the game is loaded.

`docs/explanation/game-texts.md` describes the mapping for authors of games. All reflection happens in the
constructor of `Codec`, which makes one set of closures per class.
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
"""A function that returns the value of one field of the struct, given the message."""
Write = Callable[[Any, Any], None]
"""A function that puts the value of one field of the struct into the message."""

MAX_CACHED_STRUCTS: Final = 4_000
"""Limit on the structs whose bytes are cached for one field. Earth has 440 printed cards, and more with corrections."""

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
    """The parts of a struct field's annotation: `tuple[int, ...] | None` is (int, many=True, optional=True)."""

    kind: type
    many: bool
    optional: bool


def shape_of(annotation: Any) -> Shape | None:
    """Return the shape of an annotation; None if no message field can hold it."""
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
    """The encoder and decoder of one class of structs, and of the classes nested in it.

    Fields are matched by name when the codec is made. That raises SchemaMismatch if the struct and the message do not
    have the same fields, or a field of the message can't hold the values of the struct's.
    """

    def __init__(self, struct: type[Built], descriptor: Descriptor) -> None:
        self.struct = struct
        self.descriptor = descriptor
        self.message: type[Message] = GetMessageClass(descriptor)
        fields = {field.name: field for field in msgspec.structs.fields(struct)}
        _check_same_names(struct, descriptor, set(fields))
        self._writes: list[tuple[str, Write]] = []
        self._reads: list[tuple[str, Read]] = []
        for name, field in fields.items():
            write, read = self._field(name, field.type, descriptor.fields_by_name[name])
            self._writes.append((name, write))
            self._reads.append((name, read))

    def fill(self, message: Any, struct: Any) -> None:
        """Set the fields of an empty message to those of the struct, nested structs included."""
        for name, write in self._writes:
            write(message, getattr(struct, name))

    def read(self, message: Any) -> Built:
        """Return the struct with the values of a message's fields; raise Unreadable for an enum's unknown number."""
        return self.struct(**{name: read(message) for name, read in self._reads})

    def read_with(self, message: Any, given: Mapping[str, Any]) -> Built:
        """Return the struct of a message, with the values of `given` instead of those in the message."""
        values = {name: given[name] if name in given else read(message) for name, read in self._reads}
        return self.struct(**values)

    def encode(self, struct: Built) -> bytes:
        """Return the struct as the bytes of its message."""
        message = self.message()
        self.fill(message, struct)
        return message.SerializeToString()

    def decode(self, data: bytes) -> Built:
        """Return the struct that the bytes of a message hold; raise Unreadable if they cannot be parsed."""
        return self.read(parse_message(self.message, data))

    def _field(self, name: str, annotation: Any, field: FieldDescriptor) -> tuple[Write, Read]:
        """Return the closures that write and read one field; raise SchemaMismatch if the message can't hold it."""
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
                return _cached_many(name, nested, self.message)
            return _nested_many(name, nested)
        if field.type not in _scalar_types(shape.kind):
            raise self._mismatch(name, annotation, field)
        convert = _converter(shape.kind) if issubclass(shape.kind, IntEnum) else None
        if shape.many:
            return _scalars(name, convert)
        return _scalar(name, convert, shape.optional)

    def _named(self, name: str) -> str:
        """Return the full name of a field of the struct, for error messages."""
        return f"{self.struct.__module__}.{self.struct.__qualname__}.{name}"

    def _mismatch(self, name: str, annotation: Any, field: FieldDescriptor) -> SchemaMismatch:
        """Return the error that the struct's field has a type that the message's field cannot hold."""
        return SchemaMismatch(f"{self._named(name)} is {annotation}, which {field.full_name} cannot hold")


def parse_message(message: type[Message], data: bytes) -> Any:
    """Return the message of this type in these bytes; raise Unreadable if they can't be decoded."""
    try:
        return message.FromString(data)
    except DecodeError as error:
        raise Unreadable(f"not a {message.DESCRIPTOR.full_name}: {error}") from error


def _check_same_names(struct: type[msgspec.Struct], descriptor: Descriptor, names: set[str]) -> None:
    """Raise SchemaMismatch if struct and message don't have the same fields."""
    for name in sorted(names ^ set(descriptor.fields_by_name)):
        lacking = descriptor.full_name if name in names else f"{struct.__module__}.{struct.__qualname__}"
        raise SchemaMismatch(f"{lacking} has no field {name}")


def _scalar_types(kind: type) -> frozenset[int]:
    """Return the protobuf types that can hold values of this Python type."""
    if issubclass(kind, IntEnum):
        return frozenset((FieldDescriptor.TYPE_ENUM,))
    return _SCALARS.get(kind, frozenset())


def _converter(enum: type[IntEnum]) -> Callable[[int], IntEnum]:
    """Return a function from a number to a member of the enum; it raises Unreadable for an unknown number."""

    def convert(number: int) -> IntEnum:
        try:
            return enum(number)
        except ValueError as error:
            raise Unreadable(str(error)) from None

    return convert


def _scalar(name: str, convert: Any, optional: bool) -> tuple[Write, Read]:
    """Return the functions that write and read a field with one scalar value; `convert` makes enum members of
    numbers.
    """

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
    """Return the functions that write and read a repeated scalar field; `convert` makes enum members of numbers."""

    def write(message: Any, value: Any) -> None:
        if value:
            getattr(message, name).extend(value)

    def read(message: Any) -> Any:
        return tuple(getattr(message, name))

    def read_converted(message: Any) -> Any:
        return tuple(map(convert, getattr(message, name)))

    return write, read if convert is None else read_converted


def _nested(name: str, nested: Codec[Any], optional: bool) -> tuple[Write, Read]:
    """Return the functions that write and read a field with one nested struct, which may be absent if `optional`."""

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
    """Return the two functions that write and read a repeated field of nested structs."""

    def write(message: Any, value: Any) -> None:
        add = getattr(message, name).add
        for struct in value:
            nested.fill(add(), struct)

    def read(message: Any) -> Any:
        return tuple(map(nested.read, getattr(message, name)))

    return write, read


def _cached_many(name: str, nested: Codec[Any], outer: type[Message]) -> tuple[Write, Read]:
    """Return the functions that write and read a repeated field of nested structs whose class is marked `kept`.

    Writing caches the bytes of each struct, for MAX_CACHED_STRUCTS structs of this field. Reading caches nothing.
    """

    def made(struct: Any) -> bytes:
        message = outer()
        nested.fill(getattr(message, name).add(), struct)
        return message.SerializeToString()

    ready = Memo(made, MAX_CACHED_STRUCTS)

    def write(message: Any, value: Any) -> None:
        message.MergeFromString(b"".join(map(ready.__getitem__, value)))

    return write, _nested_many(name, nested)[1]
