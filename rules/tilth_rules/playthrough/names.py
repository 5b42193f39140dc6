"""Names for the numbers in a game's events, moves and views, so that people can read a playthrough.

A name is a word of the rules or of their content, not a sentence of the game's texts. So a better text leaves every
playthrough unchanged.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

SEATS: Final = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")

Word = Callable[[int], str]
"""The name of a number."""


def words(names: Mapping[int, str]) -> Word:
    """Return a function that returns the name of a number; a number without a name is written in digits."""
    return lambda number: names.get(number, str(number))


def in_order(*names: str, first: int = 0) -> Word:
    """Return a function that returns the first of these names for the number `first`, the next for the next number, and
    so on; other numbers are written in digits."""
    return words(dict(enumerate(names, first)))


def in_grid(width: int) -> Word:
    """Return a function that names the cells of a grid, which are numbered row by row: 0 is A1, 1 is B1; "none" for a
    negative number."""
    return lambda number: f"{chr(ord('A') + number % width)}{number // width + 1}" if number >= 0 else "none"


@dataclass(frozen=True)
class Row:
    """A kind of value: a list of numbers whose order matters, so that a change shows the whole list before and after.
    `word` names each number."""

    word: Word = str


@dataclass(frozen=True)
class ByPlace:
    """A kind of value: a list in which each place has a name (`place`), such as a number for each seat. `word` names
    the numbers."""

    place: Word
    word: Word = str
    zeros: bool = False
    """True to show places with 0, too."""


Kind = Word | Row | ByPlace


def seat_names(number: int) -> str:
    """Return the name of a seat, or `nobody` for -1."""
    return SEATS[number] if number >= 0 else "nobody"


SEAT: Final[Word] = seat_names
BY_SEAT: Final = ByPlace(SEAT, zeros=True)


@dataclass(frozen=True)
class Names:
    """The words in which a playthrough of one game shows the values of events, moves and views."""

    fields: Mapping[str, Kind] = field(default_factory=dict)
    """Kinds of numbers by the field that holds them: `crop`, or `Tile.growth` where other classes have that field,
    too."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """By class of a part of a view: the field that distinguishes the parts in a list."""
    shown: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)
    """By class: a function that shows a part of a view, if `field value` is too long."""
    left_out: frozenset[str] = frozenset()
    """Fields of views and events that are left out. A digest still shows whether they have changed."""

    def kind(self, owner: type, name: str) -> Kind:
        """Return the kind of value that a field of a class holds: as `fields` has it for `Class.field` or else for
        `field`, or `str`."""
        return self.fields.get(f"{owner.__name__}.{name}") or self.fields.get(name) or str

    def shown_fields(self, struct: msgspec.Struct) -> Iterator[str]:
        """Return an iterator over the names of a struct's fields, without those in `left_out`."""
        owner = type(struct).__name__
        return (
            name
            for name in struct.__struct_fields__
            if name not in self.left_out and f"{owner}.{name}" not in self.left_out
        )

    def value(self, owner: type, name: str, value: Any) -> str:
        """Return the value of a class's field in words, by the kind of the field."""
        return self.text(value, self.kind(owner, name))

    def text(self, value: Any, kind: Kind = str) -> str:
        """Return a value in words: "none", "yes" or "no", a number's name, a list in square brackets, or a part of a
        view."""
        if value is None:
            return "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int):
            return (kind.word if isinstance(kind, Row | ByPlace) else kind)(int(value))
        if isinstance(value, tuple | list):
            return "[" + ", ".join(self.items(value, kind)) + "]"
        return self.part(value) if isinstance(value, msgspec.Struct) else str(value)

    def items(self, values: Sequence[Any], kind: Kind) -> Iterator[str]:
        """Yield the words for the values of a list, by place with the place's name in front; values of 0 are left out
        there unless the kind shows zeros."""
        if isinstance(kind, ByPlace):
            for at, value in enumerate(values):
                if value or kind.zeros:
                    yield f"{kind.place(at)} {self.text(value, kind.word)}"
        else:
            yield from (self.text(value, kind) for value in values)

    def key(self, part: msgspec.Struct) -> str | None:
        """Return the name that distinguishes the part from others in its list; None if its class has no key."""
        name = self.keys.get(type(part).__name__)
        return None if name is None else self.value(type(part), name, getattr(part, name))

    def part(self, part: msgspec.Struct) -> str:
        """Return a part of a view in words: its key, and its other fields that are not empty in brackets; a class in
        `shown` has its own function for it."""
        shown = self.shown.get(type(part).__name__)
        if shown is not None:
            return shown(part)
        own = self.keys.get(type(part).__name__)
        rest = ", ".join(
            f"{name} {self.value(type(part), name, getattr(part, name))}"
            for name in self.shown_fields(part)
            if name != own and getattr(part, name) not in (None, 0, "", ())
        )
        return f"{self.key(part)}({rest})" if own and rest else self.key(part) or f"({rest})"

    def all_fields(self, struct: msgspec.Struct) -> str:
        """Return an event as text: the name of its class, and the name and value of each shown field."""
        fields = [
            f"{name} {self.value(type(struct), name, getattr(struct, name))}"
            for name in self.shown_fields(struct)
        ]
        title = type(struct).__name__
        return f"{title}: {', '.join(fields)}" if fields else title

    def move(self, move: msgspec.Struct) -> str:
        """Return a move as text, such as `Plough(C2)`: the name of its class and, in brackets, its shown fields; a
        single field without its name."""
        fields = [
            (name, self.value(type(move), name, getattr(move, name))) for name in self.shown_fields(move)
        ]
        if len(fields) == 1:
            return f"{type(move).__name__}({fields[0][1]})"
        return f"{type(move).__name__}({', '.join(map(' '.join, fields))})" if fields else type(move).__name__
