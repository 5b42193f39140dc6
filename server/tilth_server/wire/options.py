"""The options of a game as messages and as texts, such as `{"long_form": "true", "lake": "true"}`."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass

from tilth_rules.kernel import OptionsRefused
from tilth_server.wire.codec import Codec, parse_message
from tilth_server.wire.errors import SchemaMismatch

OPTIONS: Final = "options"
"""The field in an OptionsRefused whose fault is not in a single option."""


class Setting:
    """One option of a game: its name, its default, the kind of its values, and the conversion of these to texts and
    back.
    """

    def __init__(self, field: FieldDescriptor, default: Any) -> None:
        self.name = field.name
        self.default = default
        self.presence = field.has_presence
        self.many = field.is_repeated
        self.choices = _choices_of(field.enum_type)
        """The names of the choices by number; empty if the field is not an enum."""
        self._numbers = {word: number for number, word in self.choices.items()}
        self._element = _element(field)
        self.kind = f"list of {self._element}" if self.many else self._element

    @property
    def default_text(self) -> str:
        """Return the default value as text."""
        return self.write(self.default)

    def read(self, text: str) -> Any:
        """Return the value of a text; raise ValueError with the reason if it has none."""
        if self.many:
            return tuple(self._read_one(part.strip()) for part in text.split(",") if part.strip())
        return self._read_one(text)

    def write(self, value: Any) -> str:
        """Return a value as text."""
        if self.many:
            return ",".join(map(self._write_one, value))
        return self._write_one(value)

    def check(self, value: Any) -> None:
        """Raise OptionsRefused for an enum number without a choice. 0 means that the option is not set."""
        for number in value if self.many else (value,):
            if self.choices and number not in self.choices and (self.many or number):
                raise OptionsRefused(self.name, f"{number} is none of {self._choices()}")

    def _read_one(self, text: str) -> Any:
        """Return the value of a text that is no list."""
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

    def _write_one(self, value: Any) -> str:
        """Return one value (of a list, each) as text: an enum's choice, "true" or "false", or the number."""
        if self.choices:
            return self.choices.get(int(value), "")
        return str(value).lower() if isinstance(value, bool) else str(value)

    def _choices(self) -> str:
        """Return the names of an enum's choices, joined by commas, for refusals."""
        return ", ".join(self.choices.values())


class OptionsWire:
    """The conversion of one game's options to bytes and texts, and back."""

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
                setting.presence or (setting.choices and not setting.many) or not setting.default
            )
            if not absent_is_default:
                raise SchemaMismatch(
                    f"{descriptor.full_name}.{setting.name} is {setting.default!r} by default: mark it `optional`"
                )

    def encode(self, options: msgspec.Struct) -> bytes:
        """Return the options as the bytes of their message."""
        return self._codec.encode(options)

    def decode(self, data: bytes) -> Any:
        """Return the options that the bytes hold; raise Unreadable if they cannot be parsed."""
        return self._options_of(parse_message(self._message, data))

    def from_wire(self, data: bytes, texts: Mapping[str, str]) -> Any:
        """Return the options that a creator asks for: the message, overridden by the texts."""
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
        return self._options_of(message)

    def changed(self, options: msgspec.Struct, usual: msgspec.Struct | None = None) -> dict[str, str]:
        """Return, as texts by name, the settings that differ from those of `usual`; without it, from their defaults."""
        return {
            name: setting.write(getattr(options, name))
            for name, setting in self.settings.items()
            if getattr(options, name) != (setting.default if usual is None else getattr(usual, name))
        }

    def all_settings(self, options: msgspec.Struct) -> dict[str, str]:
        """Return every setting as text, by name."""
        return {name: setting.write(getattr(options, name)) for name, setting in self.settings.items()}

    def parse_settings(self, texts: Mapping[str, str]) -> dict[str, str]:
        """Return the texts in the form of `all_settings`.

        Raise OptionsRefused for a setting that does not exist, or whose value can't be read.
        """
        written = {}
        for name, text in texts.items():
            setting = self._named(name)
            try:
                written[name] = setting.write(setting.read(text))
            except ValueError as error:
                raise OptionsRefused(name, str(error)) from None
        return written

    def _named(self, name: str) -> Setting:
        """Return the setting of this name; raise OptionsRefused if there is none."""
        setting = self.settings.get(name)
        if setting is None:
            raise OptionsRefused(name, f"there is no {name!r}, only {', '.join(self.settings)}")
        return setting

    def _options_of(self, message: Any) -> Any:
        """Return the options of a message. An absent field, or an enum's zero, means the default."""
        absent = {
            name: setting.default
            for name, setting in self.settings.items()
            if not (message.HasField(name) if setting.presence else getattr(message, name))
        }
        return self._codec.read_with(message, absent)


def _choices_of(enum: EnumDescriptor | None) -> dict[int, str]:
    """Return the choices of an enum by number, as people write them: FORM_LONG of `Form` is "long"."""
    if enum is None:
        return {}
    prefix = _common_prefix([value.name for value in enum.values])
    return {value.number: value.name[len(prefix) :].lower() for value in enum.values if value.number}


def _common_prefix(names: list[str]) -> str:
    """Return the words that all names begin with: by the rules of `buf lint`, the name of the enum."""
    first = names[0].split("_")
    for length in range(len(first) - 1, 0, -1):
        prefix = "_".join(first[:length]) + "_"
        if all(name.startswith(prefix) for name in names):
            return prefix
    return ""


def _element(field: FieldDescriptor) -> str:
    """Return the kind of a field's values: choice, bool, string or int."""
    if field.enum_type is not None:
        return "choice"
    return {FieldDescriptor.TYPE_BOOL: "bool", FieldDescriptor.TYPE_STRING: "string"}.get(field.type, "int")


def _read_bool(text: str) -> bool:
    """Return the value of "true" or "false" in any case; raise ValueError for any other text."""
    if text.lower() not in ("true", "false"):
        raise ValueError(f"{text!r} is neither true nor false")
    return text.lower() == "true"


def _read_int(text: str) -> int:
    """Return the whole number that the text holds; raise ValueError if it is none."""
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"{text!r} is not a whole number") from None
