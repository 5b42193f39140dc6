"""Pieces of HTML. Plain strings are escaped, because names and titles come from strangers; Markup is not."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import TypeVar

from tilth_report.catalogue import Translate
from tilth_report.columns import Column

Row = TypeVar("Row")


class Markup(str):
    """A string that is HTML already and is not escaped."""

    __slots__ = ()


def tag(name: str, *inside: str, **attributes: str) -> Markup:
    """Return an element with its contents and attributes; plain strings are escaped. Underscores in attributes become
    hyphens, one at the end is dropped: `class_` is `class`."""
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"' for key, value in attributes.items()
    )
    return Markup(f"<{name}{given}>{join(inside)}</{name}>")


def join(parts: Iterable[str]) -> Markup:
    """Return the parts as one piece of HTML: plain strings are escaped, Markup is not."""
    return Markup("".join(part if isinstance(part, Markup) else escape(part) for part in parts))


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], text_columns: Iterable[int] = ()) -> Markup:
    """Return a table with the headings `columns` and these rows. The columns whose indexes are in `text_columns` have
    the class "text", all others "number"."""
    texts = set(text_columns)
    classes = ["text" if number in texts else "number" for number in range(len(columns))]
    head = tag(
        "tr",
        *(tag("th", name, class_=kind, scope="col") for name, kind in zip(columns, classes, strict=True)),
    )
    body = (
        tag("tr", *(tag("td", cell, class_=kind) for cell, kind in zip(row, classes, strict=True)))
        for row in rows
    )
    return tag("div", tag("table", tag("thead", head), tag("tbody", *body)), class_="wide")


def column_table(
    columns: Sequence[Column[Row]],
    rows: Iterable[Row],
    tr: Translate,
    marked: Mapping[str, Callable[[Row], str]] | None = None,
) -> Markup:
    """Return a table of declared columns with a row for each of `rows`. `marked` has, by column name, functions that
    return a cell in place of the column's own text."""
    cells = [(marked or {}).get(column.name, column.text_of) for column in columns]
    return table(
        [_capital(column.title(tr)) for column in columns],
        ([cell(row) for cell in cells] for row in rows),
        text_columns=(number for number, column in enumerate(columns) if column.is_left),
    )


def _capital(text: str) -> str:
    """Return a text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def pairs(rows: Iterable[tuple[str, str]]) -> Markup:
    """Return a definition list with an entry for each name and value."""
    return tag("dl", *(tag("div", tag("dt", name), tag("dd", value)) for name, value in rows))
