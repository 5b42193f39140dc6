"""The changes from one view to the next, in words."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import msgspec

from tilth_rules.playthrough.names import ByPlace, Kind, Names, Row

_NOTHING: Final[Any] = object()
"""The value in place of one that was not there before."""


class Change(NamedTuple):
    """A change of one field of a view, as text."""

    part: str
    """The part of the view that the field belongs to, such as `tiles C2`; empty for a field of the view itself."""
    field: str
    text: str
    now: str
    """The new value, as far as a list of differences needs it."""


def differences(names: Names, old: msgspec.Struct | None, new: msgspec.Struct) -> Iterator[Change]:
    """Yield a change for each field that differs between two views; if the first is None, for each field of the second
    that is not empty."""
    return _Differences(names).of_struct(old, new, "", "")


class _Differences:
    """The differences between views, in the names of one game."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def of_struct(
        self, old: msgspec.Struct | None, new: msgspec.Struct, part: str, path: str
    ) -> Iterator[Change]:
        """Yield the changes between two structs of a view. Fields that are not shown are left out, and so is the field
        that is the struct's key. `part` and `path` say where the struct is in the view."""
        names = self.names
        own = names.keys.get(type(new).__name__)
        for name in names.shown_fields(new):
            before = _NOTHING if old is None else getattr(old, name)
            after = getattr(new, name)
            if name == own or before == after or (old is None and not _is_filled(after)):
                continue
            kind = names.kind(type(new), name)
            yield from self._of_value(before, after, kind, part, f"{path}.{name}" if path else name)

    def _of_value(self, old: Any, new: Any, kind: Kind, part: str, path: str) -> Iterator[Change]:
        """Yield the changes of one value: a struct field by field, a list by place, by key or by the items lost and
        gained, any other value as a whole."""
        if isinstance(new, msgspec.Struct) and type(new).__name__ not in self.names.shown:
            yield from self.of_struct(old if isinstance(old, msgspec.Struct) else None, new, part, path)
        elif not isinstance(new, tuple):
            yield self._whole(old, new, kind, part, path)
        elif isinstance(kind, ByPlace):
            yield from self._by_place(old, new, kind, part, path)
        elif self._keyed(before := () if old is _NOTHING else old) and self._keyed(new):
            counted = len(self._besides_key((*new, *before)[0])) == 1
            yield from (self._counted if counted else self._by_key)(before, new, part, path)
        elif isinstance(kind, Row):
            yield self._whole(old, new, kind, part, path)
        else:
            yield self._taken_and_added(old, new, kind, part, path)

    def _by_place(
        self, old: Any, new: tuple[Any, ...], kind: ByPlace, part: str, path: str
    ) -> Iterator[Change]:
        """Yield the changes of a list, one for each place whose value changed; one for the whole list if its length
        changed."""
        if old is _NOTHING or len(old) != len(new):
            yield self._whole(old, new, kind, part, path)
            return
        for at, (before, after) in enumerate(zip(old, new, strict=True)):
            if before != after:
                yield from self._of_value(before, after, kind.word, part, f"{path}.{kind.place(at)}")

    def _keyed(self, values: tuple[Any, ...]) -> bool:
        """Return whether every value is a part with a key, and all keys differ."""
        keys = [self.names.key(value) for value in values if isinstance(value, msgspec.Struct)]
        return len(keys) == len(values) and None not in keys and len(set(keys)) == len(keys)

    def _by_key(self, old: tuple[Any, ...], new: tuple[Any, ...], part: str, path: str) -> Iterator[Change]:
        """Yield the changes of a list of parts with keys: parts that came, went or changed."""
        names = self.names
        before = {names.key(value): value for value in old}
        after = {names.key(value): value for value in new}
        moved = [f"-{key}" for key in before if key not in after]
        for key, value in after.items():
            place = (part, f"{path}.{key}") if part else (f"{path} {key}", "")
            if key in before:
                yield from self.of_struct(before[key], value, *place)
            elif part:
                moved.append(f"+{names.part(value)}")
            else:
                shown = list(self.of_struct(None, value, *place))
                yield from shown
                moved += [] if shown else [f"+{key}"]
        if moved:
            yield Change(part, path, ", ".join(moved), ", ".join(moved))

    def _counted(self, old: tuple[Any, ...], new: tuple[Any, ...], part: str, path: str) -> Iterator[Change]:
        """Yield a change for each key whose number differs, in lists of parts that hold only a key and a number; a
        missing part counts as 0."""
        before, after = (dict(map(self._key_and_number, values)) for values in (old, new))
        for key in {**before, **after}:
            count, now = before.get(key, "0"), after.get(key, "0")
            if count != now:
                yield Change(part, f"{path}.{key}", f"{count} -> {now}" if old else now, now)

    def _key_and_number(self, value: msgspec.Struct) -> tuple[str | None, str]:
        """Return the key of a part and the value of its only other field, both as text."""
        (name,) = self._besides_key(value)
        return self.names.key(value), self.names.value(type(value), name, getattr(value, name))

    def _besides_key(self, value: msgspec.Struct) -> list[str]:
        """Return the shown fields of a part, except its key."""
        return [
            name for name in self.names.shown_fields(value) if name != self.names.keys[type(value).__name__]
        ]

    def _whole(self, old: Any, new: Any, kind: Kind, part: str, path: str) -> Change:
        """Return a change that shows the old value and the new one."""
        now = self.names.text(new, kind)
        return Change(part, path, now if old is _NOTHING else f"{self.names.text(old, kind)} -> {now}", now)

    def _taken_and_added(self, old: Any, new: Any, kind: Kind, part: str, path: str) -> Change:
        """Return a change that shows the items that a list lost and gained; both lists as a whole if only the order
        differs."""
        now = self.names.text(new, kind)
        if old is _NOTHING:
            return Change(part, path, now, now)
        before, after = (Counter(self.names.items(values, kind)) for values in (old, new))
        taken, added = before - after, after - before
        if not taken and not added:
            return self._whole(old, new, kind, part, path)
        signs = [
            *(f"-{_often(*one)}" for one in taken.items()),
            *(f"+{_often(*one)}" for one in added.items()),
        ]
        return Change(part, path, ", ".join(signs), now)


def _is_filled(value: Any) -> bool:
    """Return whether a value is true; for a tuple, whether it has a true element."""
    return any(value) if isinstance(value, tuple) else bool(value)


def _often(name: str, count: int) -> str:
    """Return a name, followed by "x" and the count if that is not 1."""
    return name if count == 1 else f"{name} x{count}"
