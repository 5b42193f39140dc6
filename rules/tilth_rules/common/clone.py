"""A state's `clone`, derived from the types of its fields.

The first call writes the function out, field by field, and compiles it. So it is as fast as one written by hand, and
forgets no field.
"""

from collections.abc import Callable
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Self, Union, get_args, get_origin

import msgspec

SHARED = (bool, bytes, float, int, str, tuple, frozenset, NoneType)
"""Types whose values never change, so a clone may share them. The same holds for frozen structs and enums."""


class Cloned(msgspec.Struct):
    """A state, or a part of one, with a `clone` method that copies every part that may change.

    Values that never change (numbers, tuples, frozen structs) are shared. Lists, sets and dicts are copied, and so are
    lists in lists; parts that are `Cloned` are cloned.
    """

    def clone(self) -> Self:
        """Return an equal and independent state."""
        own = type(self)
        type.__setattr__(own, "clone", cloning(own))
        return self.clone()

    def __init_subclass__(cls) -> None:
        """Give each subclass a `clone` of its own, also below a class that has derived one."""
        if "clone" not in vars(cls):
            type.__setattr__(cls, "clone", Cloned.clone)


def cloning(own: type[msgspec.Struct]) -> Callable[[Any], Any]:
    """Return a function that clones instances of a class."""
    fields = msgspec.structs.fields(own)
    copies = [_copy(own, field.name, field.type, f"self.{field.name}") for field in fields]
    made: dict[str, Any] = {}
    exec(f"def clone(self):\n    return own({', '.join(copies)})", {"own": own}, made)
    return made["clone"]  # type: ignore[no-any-return]


def _copy(own: type, field: str, kind: Any, value: str) -> str:
    """Return the source of an expression that copies a value of a type. Raises TypeError for a type it cannot copy."""
    origin, inside = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _copy(own, field, inside[0], value)
    if origin in (Union, UnionType):
        changing = [one for one in inside if not _is_shared(one)]
        if not changing:
            return value
        if len(changing) == 1 and len(inside) == 2 and NoneType in inside:
            return f"(None if {value} is None else {_copy(own, field, changing[0], value)})"
    elif _is_shared(kind):
        return value
    elif origin is list:
        if _is_shared(inside[0]):
            return f"{value}[:]"
        return f"[{_copy(own, field, inside[0], 'one')} for one in {value}]"
    elif origin in (dict, set) and all(map(_is_shared, inside)):
        empty = "{}" if origin is dict else "set()"
        return f"({value}.copy() if {value} else {empty})"
    elif isinstance(kind, type) and hasattr(kind, "clone"):
        return f"{value}.clone()"
    raise TypeError(f"{own.__name__}.{field}: cannot clone a value of {kind}")


def _is_shared(kind: Any) -> bool:
    """Return whether values of a type never change, so that clones share them."""
    origin = get_origin(kind) or kind
    if origin is Annotated:
        return _is_shared(get_args(kind)[0])
    if origin in (Union, UnionType):
        return all(map(_is_shared, get_args(kind)))
    if not isinstance(origin, type):
        return False
    frozen = issubclass(origin, msgspec.Struct) and origin.__struct_config__.frozen
    return frozen or issubclass(origin, (*SHARED, Enum))
