"""A game's values in a file: the data printed on its components, and corrections by an owner of the box.

A correction is the text of a JSON object. It is merged over the file as a JSON merge patch (RFC 7396): objects are
merged, null removes, everything else replaces. So a correction may be a whole file or only the number that differs.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, Generic, Literal, TypeVar

import msgspec

from tilth_rules.kernel import OptionsRefused

Shape = TypeVar("Shape")
Usable = TypeVar("Usable")


class Sourced(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A value with its source: S a rulebook's words, D derived from them, P a public source, X not found."""

    tag: Literal["S", "D", "P", "X", "P+S"]
    source: str = ""


class ValueFile(Generic[Shape, Usable]):
    """The values of a file, in the file's shape and in the form that the rules use, as printed or with corrections.

    `usable` converts the first into the second, and raises OptionsRefused if the values do not fit together.
    """

    def __init__(
        self, package: str, name: str, shape: type[Shape], usable: Callable[[Shape], Usable]
    ) -> None:
        self.data: Final = load(package, name, dict[str, Any])
        """The content of the file, without corrections."""
        self._shape: Final = shape
        self._usable: Final = usable
        self.read: Final = lru_cache(maxsize=64)(self._read)
        """Return the usable values, with this text merged over the file. Raises OptionsRefused if the text does not
        fit."""

    def corrected(self, text: str) -> Shape:
        """Return the values in their shape, with this text merged over the file."""
        return corrected(self.data, text, self._shape)

    def _read(self, text: str) -> Usable:
        """Compute and return the usable values with these corrections. `read` caches the last results."""
        return self._usable(self.corrected(text))


def load(package: str, name: str, shape: type[Shape]) -> Shape:
    """Return the content of a JSON file that lies beside the modules of a package."""
    return msgspec.json.decode((files(package) / name).read_bytes(), type=shape)


def load_entries(package: str, name: str) -> dict[str, dict[str, Any]]:
    """Return the entries of a JSON file by name, in the order of their `index`. Stored matches hold the indexes."""
    return by_index(load(package, name, dict[str, dict[str, Any]]), name)


def by_index(data: Mapping[str, dict[str, Any]], file: str) -> dict[str, dict[str, Any]]:
    """Return the entries of a data file in the order of their `index`.

    Raises ValueError unless the indexes are 0, 1, 2 and so on, each once. An entry's place in the file has no meaning.
    """
    ordered = dict(sorted(data.items(), key=lambda entry: entry[1]["index"]))
    for wanted, (name, entry) in enumerate(ordered.items()):
        if entry["index"] != wanted:
            raise ValueError(
                f"{file}: {name} has index {entry['index']}, but the next free index is {wanted}"
            )
    return ordered


def corrected_entries(
    entries: Mapping[str, dict[str, Any]], text: str, fixed: tuple[str, ...], noun: str
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each entry's name and its data, with the text's object of that name merged over them.

    `noun` is the word for an entry (`face`), and `fixed` are the fields that no correction may have. Raises
    OptionsRefused, with the name, for an unknown entry and for a fixed field.
    """
    patch = parsed(text)
    for name in patch:
        unless(name in entries, name, f"no such {noun}")
    for name, entry in entries.items():
        change = patch.get(name, {})
        if not isinstance(change, dict):
            raise OptionsRefused(f"values.{name}", "not a JSON object")
        for field in fixed:
            unless(field not in change, f"{name}.{field}", "cannot be corrected")
        yield name, merged(entry, change)


def unless(holds: bool, field: str, why: str) -> None:
    """Raise OptionsRefused for a value, with this reason, unless `holds` is true."""
    if not holds:
        raise OptionsRefused(f"values.{field}", why)


def corrected(file: dict[str, Any], text: str, shape: type[Shape]) -> Shape:
    """Return the file's values in this shape, with a text of corrections merged over them. Raises OptionsRefused for a
    value that does not fit."""
    return converted(merged(file, parsed(text)), shape)


def combined(text: str, more: dict[str, Any]) -> str:
    """Return a text of corrections that has those of `text` with `more` merged over them. Equal corrections give the
    same text."""
    return msgspec.json.encode(merged(parsed(text), more), order="deterministic").decode()


def converted(data: dict[str, Any], shape: type[Shape], where: str = "values") -> Shape:
    """Return the data in this shape. Raises OptionsRefused, with `where` and the path of the value that does not
    fit."""
    try:
        return msgspec.convert(data, shape)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at ")
        raise OptionsRefused(where + re.sub(r"[`$]", "", path), reason) from None


def parsed(text: str) -> dict[str, Any]:
    """Return the JSON object in a text of corrections; an empty one for an empty text. Raises OptionsRefused if the
    text is no JSON object."""
    if not text:
        return {}
    try:
        patch = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise OptionsRefused("values", f"not valid JSON: {error}") from None
    if not isinstance(patch, dict):
        raise OptionsRefused("values", "not a JSON object")
    return patch


def merged(base: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    """Return a copy of `base` with a JSON merge patch applied."""
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
