"""Pieces of HTML. What isn't Markup is text, and is escaped: names and titles are written by strangers."""

from collections.abc import Iterable, Sequence
from html import escape


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def tag(name: str, *inside: str, **attributes: str) -> Markup:
    """`class_` is the attribute `class`; so for other words that Python keeps to itself."""
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"' for key, value in attributes.items()
    )
    return Markup(f"<{name}{given}>{join(inside)}</{name}>")


def join(parts: Iterable[str]) -> Markup:
    return Markup("".join(part if isinstance(part, Markup) else escape(part) for part in parts))


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], text_columns: Iterable[int] = ()) -> Markup:
    """Columns hold numbers, save those that are named as text."""
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


def pairs(rows: Iterable[tuple[str, str]]) -> Markup:
    return tag("dl", *(tag("div", tag("dt", name), tag("dd", value)) for name, value in rows))
