"""Tables of the terminal, made of declared columns."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import TypeVar

from rich.table import Table
from rich.text import Text

from tilth_cli.messages import tr
from tilth_report.columns import Column

Row = TypeVar("Row")


def terminal_table(
    columns: Sequence[Column[Row]],
    rows: Iterable[Row],
    drawn: Mapping[str, Callable[[Row], Text]] | None = None,
) -> Table:
    """Return a table of declared columns with a row for each of `rows`. `drawn` has, by column name, functions that
    return a cell in colours in place of the column's own text."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in columns:
        table.add_column(
            column.title(tr),
            justify="left" if column.is_left else "right",
            no_wrap=not column.is_wrapped,
        )
    own = drawn or {}
    for row in rows:
        table.add_row(
            *(
                own[column.name](row) if column.name in own else Text(column.text_of(row))
                for column in columns
            )
        )
    return table


def local_time(at: datetime | None) -> str:
    """Return a time in the machine's time zone; an empty text for None."""
    return at.astimezone().strftime("%Y-%m-%d %H:%M") if at else ""
