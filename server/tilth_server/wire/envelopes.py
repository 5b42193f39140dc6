"""The encoding of events and moves: each class is a member of the oneof of its game's `Event` or `Move`."""

import re
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import msgspec
from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from tilth_server.wire.codec import Codec, parse_message
from tilth_server.wire.errors import SchemaMismatch, Unreadable

Kind = TypeVar("Kind", bound=msgspec.Struct)

_WORD = re.compile(r"(?<!^)(?=[A-Z])")


def member_name(struct: str) -> str:
    """Return the name of the oneof's member for a class: `CloudFormed` is `cloud_formed`."""
    return _WORD.sub("_", struct).lower()


class Envelope(Generic[Kind]):
    """The encoder and decoder of structs of several classes (a game's events, for example) in one message type with
    a oneof.
    """

    def __init__(self, descriptor: Descriptor, structs: Sequence[type[Kind]]) -> None:
        self._message: type[Message] = GetMessageClass(descriptor)
        self._name = descriptor.full_name
        self._oneof = descriptor.oneofs[0].name if descriptor.oneofs else ""
        members = {field.name: field for field in descriptor.fields}
        wanted = {member_name(struct.__name__): struct for struct in structs}
        for name in sorted(set(members) ^ set(wanted)):
            if name in wanted:
                raise SchemaMismatch(
                    f"{descriptor.full_name} has no member {name} for {wanted[name].__name__}"
                )
            raise SchemaMismatch(f"the game has no class for {descriptor.full_name}.{name}")
        self._by_class: dict[type, tuple[str, Codec[Any]]] = {}
        self._by_member: dict[str, Codec[Any]] = {}
        for name, struct in wanted.items():
            field = members[name]
            if field.containing_oneof is None or field.message_type is None:
                raise SchemaMismatch(f"{field.full_name} must be a message, and a member of the oneof")
            if field.message_type.name != struct.__name__:
                raise SchemaMismatch(f"{field.full_name} must be a {struct.__name__}")
            codec: Codec[Any] = Codec(struct, field.message_type)
            self._by_class[struct] = name, codec
            self._by_member[name] = codec

    def encode(self, struct: Kind) -> bytes:
        """Return the bytes of the envelope message that holds the struct."""
        try:
            member, codec = self._by_class[type(struct)]
        except KeyError:
            raise SchemaMismatch(
                f"{type(struct).__name__} is not among the classes of {self._name}"
            ) from None
        envelope = self._message()
        inner = getattr(envelope, member)
        inner.SetInParent()
        codec.fill(inner, struct)
        return envelope.SerializeToString()

    def decode(self, data: bytes) -> Kind:
        """Return the struct in the bytes of an envelope message; raise Unreadable."""
        envelope = parse_message(self._message, data)
        member = envelope.WhichOneof(self._oneof)
        if member is None:
            raise Unreadable(f"a {self._name} of a class that this build does not have")
        struct: Kind = self._by_member[member].read(getattr(envelope, member))
        return struct
