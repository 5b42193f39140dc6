"""Values printed on a box's components, as a game's file holds them and as an owner of the box corrects them.

A correction is the text of a JSON object. It is merged over the file as a JSON merge patch: objects are merged, all
else replaced. So a whole file is as good as the one number that differs.
"""

import re
from typing import Any, TypeVar

import msgspec

from tilth_rules.kernel import OptionsRefused

Book = TypeVar("Book")


def corrected(file: dict[str, Any], text: str, shape: type[Book]) -> Book:
    """The file's values with this text merged over them; raises OptionsRefused naming the value that doesn't fit."""
    whole = file if not text else _merged(file, _parsed(text))
    try:
        return msgspec.convert(whole, shape)
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at ")
        raise OptionsRefused("values" + re.sub(r"[`$]", "", path), what) from None


def merged(text: str, more: dict[str, Any]) -> str:
    """These corrections with more over them, always in the same words."""
    return msgspec.json.encode(_merged(_parsed(text) if text else {}, more), order="deterministic").decode()


def _parsed(text: str) -> dict[str, Any]:
    try:
        parsed = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise OptionsRefused("values", f"not JSON that can be read: {error}") from None
    if not isinstance(parsed, dict):
        raise OptionsRefused("values", "not a JSON object")
    return parsed


def _merged(base: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    out = dict(base)
    for key, value in patch.items():
        below = out.get(key)
        out[key] = _merged(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return out
