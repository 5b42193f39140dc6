"""What can be set up: a game's options as messages and as text, `{"long_form": "true", "lake": "true"}`."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass

from tilth_rules.kernel import OptionsRefused
from tilth_server.wire.codec import Codec, parsed
from tilth_server.wire.errors import SchemaMismatch

OPTIONS: Final = "options"
"""The field that OptionsRefused names when it is none of the game's."""


class Setting:
    """One field of a game's options."""

    def __init__(self, field: FieldDescriptor, default: Any) -> None:
        self.name = field.name
        self.default = default
        self.presence = field.has_presence
        self.many = field.is_repeated
        self.words = _words(field.enum_type)
        """The choices by number, when the field is one."""
        self._numbers = {word: number for number, word in self.words.items()}
        self._element = _element(field)
        self.kind = f"list of {self._element}" if self.many else self._element

    @property
    def default_text(self) -> str:
        return self.write(self.default)

    def read(self, text: str) -> Any:
        """The value that this text means; ValueError, saying why, when it means none."""
        if self.many:
            return tuple(self._one(part.strip()) for part in text.split(",") if part.strip())
        return self._one(text)

    def write(self, value: Any) -> str:
        if self.many:
            return ",".join(map(self._text, value))
        return self._text(value)

    def check(self, value: Any) -> None:
        """An enum takes any number on the wire; only those with a name are choices, and 0 is none made."""
        for number in value if self.many else (value,):
            if self.words and number not in self.words and (self.many or number):
                raise OptionsRefused(self.name, f"{number} is none of {self._choices()}")

    def _one(self, text: str) -> Any:
        if self._element == "bool":
            return _read_bool(text)
        if self._element == "int":
            return _read_int(text)
        if self._element == "string":
            return text
        number = self._numbers.get(text.lower())
        if number is None:
            raise ValueError(f"{text!r} is none of {self._choices()}")
        return number

    def _text(self, value: Any) -> str:
        if self.words:
            return self.words.get(int(value), "")
        return str(value).lower() if isinstance(value, bool) else str(value)

    def _choices(self) -> str:
        return ", ".join(self.words.values())


class OptionsWire:
    """Encodes, decodes, reads and writes the options of one game."""

    def __init__(self, struct: type[msgspec.Struct], descriptor: Descriptor) -> None:
        self._codec: Codec[Any] = Codec(struct, descriptor)
        self._message: type[Message] = GetMessageClass(descriptor)
        defaults = struct()
        self.settings = {
            name: Setting(descriptor.fields_by_name[name], getattr(defaults, name))
            for name in struct.__struct_fields__
        }
        for setting in self.settings.values():
            absent_is_default = (
                setting.presence or (setting.words and not setting.many) or not setting.default
            )
            if not absent_is_default:
                raise SchemaMismatch(
                    f"{descriptor.full_name}.{setting.name} is {setting.default!r} by default: mark it `optional`"
                )

    def encode(self, options: msgspec.Struct) -> bytes:
        return self._codec.encode(options)

    def decode(self, data: bytes) -> Any:
        return self._struct(parsed(self._message, data))

    def from_wire(self, data: bytes, texts: Mapping[str, str]) -> Any:
        """The options a creator asks for: the message, and what the texts say over it."""
        message: Any = self._message()
        try:
            message.ParseFromString(data)
        except DecodeError:
            raise OptionsRefused(OPTIONS, f"not a {self._message.DESCRIPTOR.full_name}") from None
        for name, text in texts.items():
            setting = self._named(name)
            try:
                value = setting.read(text)
                if setting.many:
                    message.ClearField(name)
                    getattr(message, name).extend(value)
                else:
                    setattr(message, name, value)
            except ValueError as error:
                raise OptionsRefused(name, str(error)) from None
        for name, setting in self.settings.items():
            setting.check(getattr(message, name))
        return self._struct(message)

    def differing(self, options: msgspec.Struct, usual: msgspec.Struct | None = None) -> dict[str, str]:
        """The settings that differ from the usual ones, or else from their defaults, as text."""
        return {
            name: setting.write(getattr(options, name))
            for name, setting in self.settings.items()
            if getattr(options, name) != (setting.default if usual is None else getattr(usual, name))
        }

    def all(self, options: msgspec.Struct) -> dict[str, str]:
        """Every setting, as text."""
        return {name: setting.write(getattr(options, name)) for name, setting in self.settings.items()}

    def written(self, texts: Mapping[str, str]) -> dict[str, str]:
        """Texts as `all` writes them; raises OptionsRefused for what is none of the settings."""
        written = {}
        for name, text in texts.items():
            setting = self._named(name)
            try:
                written[name] = setting.write(setting.read(text))
            except ValueError as error:
                raise OptionsRefused(name, str(error)) from None
        return written

    def _named(self, name: str) -> Setting:
        setting = self.settings.get(name)
        if setting is None:
            raise OptionsRefused(name, f"there is no {name!r}, only {', '.join(self.settings)}")
        return setting

    def _struct(self, message: Any) -> Any:
        """Fields that are absent, or an enum's zero, stand for the default."""
        absent = {
            name: setting.default
            for name, setting in self.settings.items()
            if not (message.HasField(name) if setting.presence else getattr(message, name))
        }
        return self._codec.read_over(message, absent)


def _words(enum: EnumDescriptor | None) -> dict[int, str]:
    """The choices of an enum as people write them: FORM_LONG of `Form` is "long"."""
    if enum is None:
        return {}
    prefix = _common_prefix([value.name for value in enum.values])
    return {value.number: value.name[len(prefix) :].lower() for value in enum.values if value.number}


def _common_prefix(names: list[str]) -> str:
    """The words all names begin with: what `buf lint` wants before each, the enum's own name."""
    first = names[0].split("_")
    for length in range(len(first) - 1, 0, -1):
        prefix = "_".join(first[:length]) + "_"
        if all(name.startswith(prefix) for name in names):
            return prefix
    return ""


def _element(field: FieldDescriptor) -> str:
    if field.enum_type is not None:
        return "choice"
    return {FieldDescriptor.TYPE_BOOL: "bool", FieldDescriptor.TYPE_STRING: "string"}.get(field.type, "int")


def _read_bool(text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise ValueError(f"{text!r} is neither true nor false")
    return text.lower() == "true"


def _read_int(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"{text!r} is not a whole number") from None
