"""Columns of tables. A table's columns are declared once; the terminal, CSV and HTML each choose among them, and write
them in their own way. (JSON needs no columns: a row is a message of the schema there.)"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Generic, TypeVar

from tilth_report.catalogue import Translate

Row = TypeVar("Row")
Outer = TypeVar("Outer")


@dataclass(frozen=True)
class Column(Generic[Row]):
    """A column of a table: its name and heading, and the functions that give its value in a row for machines and its
    text for people."""

    name: str
    """The name for machines, which is the heading in CSV."""
    value: Callable[[Row], Any] | None = None
    """Returns a row's value for machines; without it the value is the row's attribute of the column's name."""
    text: Callable[[Row], str] | None = None
    """Returns a row's text for people; without it the text is the value as `str` writes it."""
    heading: str | Callable[[Translate], str] = ""
    """The id of the heading for people, or a function that returns the heading; by default the id is `column-NAME`."""
    is_left: bool = False
    """True for words, which are aligned left; numbers are aligned right."""
    is_wrapped: bool = False
    """True if the terminal may break the texts into lines."""
    is_optional: bool = False
    """True for a column that people see only if a row has a value in it."""

    def title(self, tr: Translate) -> str:
        """Return the heading for people."""
        return self.heading(tr) if callable(self.heading) else tr(self.heading or f"column-{self.name}")

    def value_of(self, row: Row) -> Any:
        """Return a row's value for machines."""
        return attrgetter(self.name)(row) if self.value is None else self.value(row)

    def text_of(self, row: Row) -> str:
        """Return a row's text for people."""
        return str(self.value_of(row)) if self.text is None else self.text(row)

    def inside(self, row_of: Callable[[Outer], Row]) -> "Column[Outer]":
        """Return a copy of the column for other rows; `row_of` returns the row of this column that such a row
        contains."""
        return Column(
            self.name,
            lambda outer: self.value_of(row_of(outer)),
            lambda outer: self.text_of(row_of(outer)),
            self.heading,
            self.is_left,
            self.is_wrapped,
            self.is_optional,
        )


def pick(columns: Iterable[Column[Row]], *names: str) -> list[Column[Row]]:
    """Return the columns with these names, in the order of the names."""
    by_name = {column.name: column for column in columns}
    return [by_name[name] for name in names]


def without_empty(columns: Iterable[Column[Row]], rows: Sequence[Row]) -> list[Column[Row]]:
    """Return the columns, except the optional ones in which no row has a true value."""
    return [
        column for column in columns if not column.is_optional or any(column.value_of(row) for row in rows)
    ]
