"""Values printed on a box's components, as a game's file holds them and as an owner of the box corrects them.

A correction is the text of a JSON object. It is merged over the file as a JSON merge patch (RFC 7396): objects are
merged, null removes, all else replaces. So a whole file is as good as the one number that differs.
"""

import re
from typing import Any, TypeVar

import msgspec

from tilth_rules.kernel import OptionsRefused

Shape = TypeVar("Shape")


def corrected(file: dict[str, Any], text: str, shape: type[Shape]) -> Shape:
    """The file's values with this text merged over them; raises OptionsRefused naming the value that doesn't fit."""
    return converted(merged(file, parsed(text)), shape)


def combined(text: str, more: dict[str, Any]) -> str:
    """These corrections with more over them, always in the same words."""
    return msgspec.json.encode(merged(parsed(text), more), order="deterministic").decode()


def converted(data: dict[str, Any], shape: type[Shape], where: str = "values") -> Shape:
    """The data in its shape; `where` is how OptionsRefused calls the whole of it."""
    try:
        return msgspec.convert(data, shape)
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at ")
        raise OptionsRefused(where + re.sub(r"[`$]", "", path), what) from None


def parsed(text: str) -> dict[str, Any]:
    """What a correction says; without a text, nothing."""
    if not text:
        return {}
    try:
        patch = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise OptionsRefused("values", f"not JSON that can be read: {error}") from None
    if not isinstance(patch, dict):
        raise OptionsRefused("values", "not a JSON object")
    return patch


def merged(base: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    """The base with a patch merged over it."""
    out = dict(base)
    for key, value in patch.items():
        below = out.get(key)
        if value is None:
            out.pop(key, None)
        elif isinstance(value, dict):
            out[key] = merged(below if isinstance(below, dict) else {}, value)
        else:
            out[key] = value
    return out
