"""tilth diff: two matches side by side, to find where they part. Ends as diff does: 0 alike, 1 not, 2 trouble."""

import json
from typing import Any

import click
from betterproto2 import Message
from rich.table import Table
from rich.text import Text

from tilth_cli.command_context import CommandContext, command
from tilth_cli.commands.root import tilth
from tilth_cli.errors import UserError
from tilth_cli.logs import FirstDifference, Log, answer_of, differences, first_difference, log_of
from tilth_cli.messages import tr
from tilth_cli.plain import as_plain, as_plain_value, chosen_member, field_names
from tilth_cli.stopped import FAILED, MISUSED, CommandStopped
from tilth_dataclasses.tilth.v1 import Record

Side = tuple[int, Record] | None


@command(tilth, "diff")
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
async def diff(context: CommandContext, a: str, b: str) -> None:
    """Compare two matches of one game, each on the server or in a file: show how they were created differently, and the
    first record of play in which they differ."""
    try:
        async with context.server() as server:
            one, other = await log_of(server, a), await log_of(server, b)
        if one.created.game != other.created.game:
            raise UserError(
                tr("diff-other_game", a=one.created.game, b=other.created.game), "DIFFERENT_GAMES"
            )
    except UserError as error:
        error.code = MISUSED
        raise
    made, parted = differences(one, other), first_difference(one, other)
    if context.out.as_json:
        context.out.document(_plain(made, parted, one))
    else:
        _show(context, (one, other), made, parted)
    if made or parted is not None:
        raise CommandStopped(FAILED)


def _plain(made: dict[str, tuple[Any, Any]], parted: FirstDifference | None, log: Log) -> dict[str, Any]:
    """Return the comparison of two matches as a dictionary for JSON: whether they are the same (`same`), the settings
    of their creation that differ (`made`), and the first record of play that differs (`parting`; None if there is
    none)."""
    document: dict[str, Any] = {"same": not made and parted is None, "made": made, "parting": None}
    if parted is not None:
        document["parting"] = {
            "what": parted.kind,
            "place": parted.place,
            "records": [None if side is None else side[0] for side in parted.sides],
            "sides": [None if side is None else as_plain(side[1], log.types) for side in parted.sides],
        }
    return document


def _show(
    context: CommandContext,
    logs: tuple[Log, Log],
    made: dict[str, tuple[Any, Any]],
    parted: FirstDifference | None,
) -> None:
    """Print the differences as a table with a column for each match: settings of creation, then the first record that
    differs; or a sentence that there are none."""
    out = context.out
    if not made and parted is None:
        out.print_message("diff-same", records=len(logs[0].played))
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("", logs[0].name, logs[1].name):
        table.add_column(heading, overflow="fold")
    for name, (one, other) in made.items():
        table.add_row(Text(tr(f"diff-{name}"), style="dim"), _short(one), _short(other))
    if parted is None:
        out.show(table)
        out.print_message("diff-played_alike", records=len(logs[0].played))
        return
    for label, *cells in _rows(logs[0], parted):
        one, other = cells
        table.add_row(
            Text(label, style="dim"), *(Text(c, style="bold" if one != other else "") for c in cells)
        )
    out.print_message(f"diff-{parted.kind}", place=parted.place)
    out.show(table)


def _rows(log: Log, parted: FirstDifference) -> list[tuple[str, str, str]]:
    """Return rows that compare the record numbers, the answers and the events; a row is a label and two cells."""
    one, other = parted.sides
    rows = [(tr("diff-record"), _number(one), _number(other))]
    rows.append((tr("diff-did"), _answer(one), _answer(other)))
    ours, theirs = _events(one, log), _events(other, log)
    for at in range(max(len(ours), len(theirs))):
        label = tr("diff-event") if at == 0 else ""
        rows.append((label, "".join(ours[at : at + 1]), "".join(theirs[at : at + 1])))
    return rows


def _number(side: Side) -> str:
    """Return the record's number as text; the word for the end of a match that has no more records."""
    return tr("diff-nothing") if side is None else str(side[0])


def _answer(side: Side) -> str:
    """Return the cause and the answer of a record in a line; an empty text for a match that has no more records."""
    if side is None:
        return ""
    did = answer_of(side[1])
    return f"{did.pop('cause')} " + _short(did)


def _events(side: Side, log: Log) -> list[str]:
    """Return the events of a record, a line for each (in hexadecimal digits if their types are unknown); none for a
    match that has no more records."""
    if side is None:
        return []
    known = log.types.event
    return [event.hex() if known is None else _event(known.parse(event)) for event in side[1].events]


def _event(event: Message) -> str:
    """Return an event's name and its values in a line, as `name value=1 ...`; an empty text if no event is set."""
    member = chosen_member(event)
    name = next((name for name in field_names(event) if getattr(event, name) is member), "")
    return f"{name} {_short(as_plain_value(member))}" if member is not None else ""


def _short(value: Any) -> str:
    """Return a value as text for people, without the braces and quotes of JSON: `name=value` pairs parted by spaces,
    lists by commas. Pairs whose value is None, an empty text or an empty list are left out."""
    if isinstance(value, dict):
        return " ".join(
            f"{name}={_short(each)}" for name, each in value.items() if each not in (None, [], "")
        )
    if isinstance(value, list | tuple):
        return ",".join(map(_short, value))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
