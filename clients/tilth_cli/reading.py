"""Messages from plain values, in the form in which `--json` prints them: what was shown can be given back."""

import dataclasses
import sys
import types
from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import betterproto2
from betterproto2 import Message

M = TypeVar("M", bound=Message)


class Misread(Exception):
    """A value that isn't what its field holds."""

    def __init__(self, field: str, value: object) -> None:
        super().__init__(field, value)
        self.field = field
        self.value = value


def from_plain(kind: type[M], value: object, at: str = "") -> M:
    """The message; a field it doesn't have, or a value that doesn't fit, is Misread."""
    if not isinstance(value, Mapping):
        raise Misread(at, value)
    hints = get_type_hints(kind, vars(sys.modules[kind.__module__]))
    names = {name.rstrip("_"): name for name in (field.name for field in dataclasses.fields(kind))}  # type: ignore[arg-type]
    found: dict[str, Any] = {}
    for given, inside in value.items():
        field = f"{at}.{given}".lstrip(".")
        if given not in names:
            raise Misread(field, inside)
        found[names[given]] = _value(hints[names[given]], inside, field)
    return kind(**found)


def _value(hint: Any, value: Any, at: str) -> Any:
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _value(next(each for each in inside if each is not type(None)), value, at)
    if origin is list and isinstance(value, list):
        return [_value(inside[0], each, f"{at}[{number}]") for number, each in enumerate(value)]
    if origin is dict and isinstance(value, Mapping):
        return {str(key): _setting(each) for key, each in value.items()}
    if not isinstance(hint, type):
        raise Misread(at, value)
    if issubclass(hint, Message):
        return from_plain(hint, value, at)
    try:
        return _scalar(hint, value)
    except (TypeError, ValueError, KeyError) as error:
        raise Misread(at, value) from error


def _scalar(hint: type, value: Any) -> Any:
    if issubclass(hint, betterproto2.Enum):
        return hint[str(value).upper()]
    if issubclass(hint, datetime):
        return value if isinstance(value, datetime) else datetime.fromisoformat(value)
    if issubclass(hint, bytes):
        return bytes.fromhex(value)
    if issubclass(hint, float) and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if type(value) is not hint:
        raise TypeError
    return value


def _setting(value: Any) -> str:
    """Games take their options as text; a file may say `true` and 3."""
    return str(value).lower() if isinstance(value, bool) else str(value)
