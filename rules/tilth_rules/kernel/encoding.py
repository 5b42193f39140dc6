"""Moves and views as rows of whole numbers, all of one width, for a program that learns from matches.

A row is (kind, owner, field, place, values ...), filled up with zeros. The kind numbers a class of the game's moves and
views. A part of a view names the row of its owner, the field there, and its place in that field. Of a value that may be
missing, a 1 or 0 comes first; of a tuple, its owner has the length. A tuple of numbers has rows of kind LIST, whose
values are the place of the first number, how many follow, and these.
"""

from collections.abc import Iterator
from enum import Enum
from hashlib import sha256
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin
from zlib import crc32

import msgspec

from tilth_rules.kernel.base import Move
from tilth_rules.kernel.game import Game

FORMAT: Final = 1
LIST: Final = 0
HEADING: Final = 4
NUMBERS_A_ROW: Final = 8

Row = tuple[int, ...]


class Encoding:
    """The encoder of one game's moves and views as rows of whole numbers. Builds whose encodings have the same number
    make the same rows from equal values."""

    def __init__(self, game: Game) -> None:
        self._kinds: dict[type, int] = {}
        for kind in (*game.moves, game.views):
            self._enter(kind)
        self._fields = {kind: msgspec.structs.fields(kind) for kind in self._kinds}
        layout = [
            [kind.__name__, [(field.name, str(field.type)) for field in fields]]
            for kind, fields in self._fields.items()
        ]
        self.number = int.from_bytes(sha256(msgspec.json.encode([FORMAT, layout])).digest()[:4], "big")
        widths = [sum(map(_width, fields)) for fields in self._fields.values()]
        self.width = HEADING + max(2 + NUMBERS_A_ROW, *widths)

    def move(self, move: Move) -> list[Row]:
        """Return the rows of a move, its own first; most moves have one row."""
        return self._rows(move)

    def view(self, view: msgspec.Struct) -> list[Row]:
        """Return the rows of a view: its own first, then those of its parts."""
        return self._rows(view)

    def _enter(self, kind: type) -> None:
        """Give a class of moves or views, and the classes of its parts, the kind numbers that their rows begin with."""
        if kind not in self._kinds:
            self._kinds[kind] = len(self._kinds) + LIST + 1
            for field in msgspec.structs.fields(kind):
                for part in _structs_in(field.type):
                    self._enter(part)

    def _rows(self, whole: msgspec.Struct) -> list[Row]:
        """Return the rows of a struct and of its parts."""
        rows: list[Row] = []
        self._add(rows, whole, 0, 0, 0)
        return rows

    def _add(self, rows: list[Row], part: Any, owner: int, field: int, place: int) -> None:
        """Add the row of a struct, and those of its parts."""
        at = len(rows)
        values: list[int] = []
        rows.append(())
        for number, known in enumerate(self._fields[type(part)]):
            value = getattr(part, known.name)
            if _may_be_missing(known):
                values.append(value is not None)
            if isinstance(value, tuple | list):
                values.append(len(value))
                self._add_all(rows, value, at, number)
            elif isinstance(value, msgspec.Struct):
                self._add(rows, value, at, number, 0)
            elif not _is_struct(known):
                values.append(_whole(value))
        rows[at] = self._filled(self._kinds[type(part)], owner, field, place, values)

    def _add_all(self, rows: list[Row], values: Any, owner: int, field: int) -> None:
        """Add the rows of a tuple: of structs, of numbers, or of tuples of numbers."""
        for place, value in enumerate(values):
            if isinstance(value, msgspec.Struct):
                self._add(rows, value, owner, field, place)
            elif isinstance(value, tuple | list):
                self._add_numbers(rows, value, owner, field, place)
        if values and not isinstance(values[0], msgspec.Struct | tuple | list):
            self._add_numbers(rows, values, owner, field, 0)

    def _add_numbers(self, rows: list[Row], values: Any, owner: int, field: int, place: int) -> None:
        """Add the rows of a tuple of numbers."""
        for start in range(0, len(values), NUMBERS_A_ROW) or (0,):
            part = [_whole(value) for value in values[start : start + NUMBERS_A_ROW]]
            rows.append(self._filled(LIST, owner, field, place, [start, len(part), *part]))

    def _filled(self, kind: int, owner: int, field: int, place: int, values: list[int]) -> Row:
        """Return the row of these heading numbers and values, filled up with zeros to the width of all rows."""
        row = (kind, owner, field, place, *values)
        return row + (0,) * (self.width - len(row))


def _whole(value: Any) -> int:
    """Return a value as a whole number; a text as its CRC-32."""
    if isinstance(value, Enum):
        value = value.value
    if value is None:
        return 0
    return crc32(value.encode()) if isinstance(value, str) else int(value)


def _inner(annotation: Any) -> Iterator[Any]:
    """Yield the types that a value may have, without None."""
    if get_origin(annotation) in (Union, UnionType):
        yield from (one for one in get_args(annotation) if one is not NoneType)
    else:
        yield annotation


def _may_be_missing(field: Any) -> bool:
    """Return whether a field may be None."""
    return NoneType in get_args(field.type)


def _is_struct(field: Any) -> bool:
    """Return whether a field holds a struct."""
    return any(isinstance(one, type) and issubclass(one, msgspec.Struct) for one in _inner(field.type))


def _width(field: Any) -> int:
    """Return how many values of a row a field needs: one unless it is a struct, and one more if it may be None."""
    return _may_be_missing(field) + (not _is_struct(field))


def _structs_in(annotation: Any) -> Iterator[type]:
    """Yield the classes of structs in an annotation."""
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        yield annotation
    for part in get_args(annotation):
        yield from _structs_in(part)
