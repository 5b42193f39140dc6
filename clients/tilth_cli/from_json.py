"""Messages made from the values that `--json` prints, so that printed settings can be given back."""

import dataclasses
import sys
import types
from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import betterproto2
from betterproto2 import Message

M = TypeVar("M", bound=Message)


class BadValue(Exception):
    """The error that a JSON value does not fit its field; it carries the field's name and the value."""

    def __init__(self, field: str, value: object) -> None:
        super().__init__(field, value)
        self.field = field
        self.value = value


def from_plain(kind: type[M], value: object, at: str = "") -> M:
    """Return a message of this kind with the values of a JSON object, nested messages included. `at` is the path for
    errors. Raise BadValue for an unknown field, or a value that does not fit."""
    if not isinstance(value, Mapping):
        raise BadValue(at, value)
    # The fields first: reading them makes the classes that the hints name.
    names = {name.rstrip("_"): name for name in (field.name for field in dataclasses.fields(kind))}  # type: ignore[arg-type]
    hints = get_type_hints(kind, vars(sys.modules[kind.__module__]))
    found: dict[str, Any] = {}
    for given, inside in value.items():
        field = f"{at}.{given}".lstrip(".")
        if given not in names:
            raise BadValue(field, inside)
        found[names[given]] = _value(hints[names[given]], inside, field)
    return kind(**found)


def _value(hint: Any, value: Any, at: str) -> Any:
    """Return a JSON value as the type that `hint` says: a list, a map of settings, a message or a scalar. Raise
    BadValue, with the path `at`, if it does not fit."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _value(next(each for each in inside if each is not type(None)), value, at)
    if origin is list and isinstance(value, list):
        return [_value(inside[0], each, f"{at}[{number}]") for number, each in enumerate(value)]
    if origin is dict and isinstance(value, Mapping):
        return {str(key): _setting(each) for key, each in value.items()}
    if not isinstance(hint, type):
        raise BadValue(at, value)
    if issubclass(hint, Message):
        return from_plain(hint, value, at)
    try:
        return _scalar(hint, value)
    except (TypeError, ValueError, KeyError) as error:
        raise BadValue(at, value) from error


def _scalar(hint: type, value: Any) -> Any:
    """Return a JSON value as a number, text, time, enum member or bytes. An error of several types is raised if it does
    not fit."""
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
    """Return an option's value as text, because games take texts: `true` for True, `3` for 3."""
    return str(value).lower() if isinstance(value, bool) else str(value)
