"""tilth diff: two matches side by side, to find where they part. Ends as diff does: 0 alike, 1 not, 2 trouble."""

import json
from typing import Any

import click
from betterproto2 import Message
from rich.table import Table
from rich.text import Text

from tilth_cli.commands.root import tilth
from tilth_cli.errand import Errand, command
from tilth_cli.logs import Log, Parting, answer_of, differences, log_of, parting
from tilth_cli.plain import as_plain, as_plain_value, chosen_member, field_names
from tilth_cli.stopped import FAILED, MISUSED, Stopped
from tilth_cli.troubles import Trouble
from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import Record

Side = tuple[int, Record] | None


@command(tilth, "diff")
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
async def diff(errand: Errand, a: str, b: str) -> None:
    try:
        async with errand.server() as server:
            one, other = await log_of(server, a), await log_of(server, b)
        if one.created.game != other.created.game:
            raise Trouble(say("diff.other_game", a=one.created.game, b=other.created.game), "other_game")
    except Trouble as trouble:
        trouble.code = MISUSED
        raise
    made, parted = differences(one, other), parting(one, other)
    if errand.out.as_json:
        errand.out.document(_plain(made, parted, one))
    else:
        _show(errand, (one, other), made, parted)
    if made or parted is not None:
        raise Stopped(FAILED)


def _plain(made: dict[str, tuple[Any, Any]], parted: Parting | None, log: Log) -> dict[str, Any]:
    document: dict[str, Any] = {"same": not made and parted is None, "made": made, "parting": None}
    if parted is not None:
        document["parting"] = {
            "what": parted.what,
            "place": parted.place,
            "records": [None if side is None else side[0] for side in parted.sides],
            "sides": [None if side is None else as_plain(side[1], log.types) for side in parted.sides],
        }
    return document


def _show(
    errand: Errand, logs: tuple[Log, Log], made: dict[str, tuple[Any, Any]], parted: Parting | None
) -> None:
    out = errand.out
    if not made and parted is None:
        out.say("diff.same", records=len(logs[0].played))
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("", logs[0].name, logs[1].name):
        table.add_column(heading, overflow="fold")
    for name, (one, other) in made.items():
        table.add_row(Text(say(f"diff.{name}"), style="dim"), _short(one), _short(other))
    if parted is None:
        out.show(table)
        out.say("diff.played_alike", records=len(logs[0].played))
        return
    for label, *cells in _rows(logs[0], parted):
        one, other = cells
        table.add_row(
            Text(label, style="dim"), *(Text(c, style="bold" if one != other else "") for c in cells)
        )
    out.say(f"diff.{parted.what}", place=parted.place)
    out.show(table)


def _rows(log: Log, parted: Parting) -> list[tuple[str, str, str]]:
    """The record, what was answered, and the events, line beside line."""
    one, other = parted.sides
    rows = [(say("diff.record"), _number(one), _number(other))]
    rows.append((say("diff.did"), _answer(one), _answer(other)))
    ours, theirs = _events(one, log), _events(other, log)
    for at in range(max(len(ours), len(theirs))):
        label = say("diff.event") if at == 0 else ""
        rows.append((label, "".join(ours[at : at + 1]), "".join(theirs[at : at + 1])))
    return rows


def _number(side: Side) -> str:
    return say("diff.nothing") if side is None else str(side[0])


def _answer(side: Side) -> str:
    if side is None:
        return ""
    did = answer_of(side[1])
    return f"{did.pop('cause')} " + _short(did)


def _events(side: Side, log: Log) -> list[str]:
    if side is None:
        return []
    known = log.types.event
    return [event.hex() if known is None else _event(known.parse(event)) for event in side[1].events]


def _event(event: Message) -> str:
    member = chosen_member(event)
    name = next((name for name in field_names(event) if getattr(event, name) is member), "")
    return f"{name} {_short(as_plain_value(member))}" if member is not None else ""


def _short(value: Any) -> str:
    """For people: without the braces and quotes of JSON."""
    if isinstance(value, dict):
        return " ".join(
            f"{name}={_short(each)}" for name, each in value.items() if each not in (None, [], "")
        )
    if isinstance(value, list | tuple):
        return ",".join(map(_short, value))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
