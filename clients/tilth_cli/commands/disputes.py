"""Commands for disputes: a receipt of what a match's log holds, and the explanation of one record."""

from collections.abc import Sequence

import click
from rich.table import Table
from rich.text import Text

from tilth_cli.command_context import CommandContext, command
from tilth_cli.commands.root import tilth
from tilth_cli.messages import language, tr
from tilth_cli.receipts import ReceiptFolder, ask_receipt, statement_of
from tilth_dataclasses.tilth.v1 import (
    AnsweredBy,
    Cause,
    Decision,
    ExplainRecordRequest,
    ExplainRecordResponse,
    ForfeitCause,
)

ANSWERED = {
    AnsweredBy.PLAYER: "player",
    AnsweredBy.CLOCK: "clock",
    AnsweredBy.RESIGNATION: "resignation",
    AnsweredBy.BOT_FAILURE: "bot_failure",
}


@command(tilth, "receipt")
@click.argument("match_id", metavar="MATCH")
async def receipt(context: CommandContext, match_id: str) -> None:
    """Ask the server for a signed receipt of what the match's log holds now, and keep it."""
    async with context.server() as server:
        got = await ask_receipt(server, match_id)
    path = ReceiptFolder(context.settings).keep(match_id, got)
    stated = statement_of(got)
    assert stated is not None, "ask_receipt has checked it"
    if context.out.as_json:
        context.out.document(
            {
                "match_id": match_id,
                "record_count": stated.record_count,
                "at": stated.at.isoformat(),
                "head": stated.head.hex(),
                "hidden_head": stated.hidden_head.hex(),
                "public_key": stated.public_key.hex(),
                "file": str(path),
            }
        )
    else:
        key = "receipt-kept" if stated.head else "receipt-kept_running"
        context.out.print_message(key, match=match_id, records=stated.record_count, path=path)


@command(tilth, "explain")
@click.argument("match_id", metavar="MATCH")
@click.argument("record", type=click.IntRange(0))
async def explain(context: CommandContext, match_id: str, record: int) -> None:
    """Say in plain words how a record came about: the question, the options, who answered, and the time left."""
    request = ExplainRecordRequest(match_id=match_id, record=record, language=language())
    async with context.server() as server:
        found = await server.ask(server.archive.explain_record, request)
    if context.out.as_json:
        context.out.document(found)
        return
    lines = [_headline(found), *_fault(found)]
    if found.decision is not None:
        lines += [_question(found), *_time_left(found)]
    elif found.answered_by:
        lines.append(Text(tr("explain-no_decision"), style="yellow"))
    if found.undone_by is not None:
        lines.append(Text(tr("explain-undone", record=found.undone_by), style="yellow"))
    for line in lines:
        context.out.show(line)
    if found.decision is not None:
        context.out.show(_offered(found, found.decision))
    if found.texts:
        context.out.show(Text(tr("explain-events"), style="bold"))
        for text in found.texts:
            context.out.show(Text(f"  {text}"))
    if found.other_rules and found.decision is not None:
        context.out.show(Text(tr("explain-other_rules"), style="yellow"))


def _headline(found: ExplainRecordResponse) -> Text:
    """Return the sentence that says who did what in the record, and when."""
    at = found.at.astimezone().strftime("%Y-%m-%d %H:%M:%S") if found.at else ""
    line = Text(tr("explain-record", record=found.record, at=at) + " ", style="bold")
    who = found.player_name or (str(found.seat) if found.seat is not None else "")
    if found.answered_by:
        line.append_text(Text(tr(f"explain-by-{ANSWERED.get(found.answered_by, 'player')}", who=who)))
    else:
        name = _name(Cause, found.cause)
        own = name in ("undone", "retitled", "finished", "other")
        line.append_text(Text(tr(f"explain-cause-{name}" if own else f"cause-{name}", who=who)))
    return line


def _fault(found: ExplainRecordResponse) -> list[Text]:
    """Return the line about why a seat resigned or its bot failed; none for other records."""
    if not found.forfeit:
        return []
    text = tr(f"forfeit-{_name(ForfeitCause, found.forfeit)}")
    return [Text(f"{text}: {found.detail}" if found.detail else text, style="yellow")]


def _question(found: ExplainRecordResponse) -> Text:
    """Return the line with the question, and when it was asked."""
    assert found.decision is not None
    at = found.opened_at.astimezone().strftime("%H:%M:%S") if found.opened_at else ""
    text = found.decision.text or found.decision.kind
    return Text(tr("explain-asked", record=found.opened_record, at=at, text=text))


def _time_left(found: ExplainRecordResponse) -> list[Text]:
    """Return the line about the time that was left; none in a match without clocks."""
    if found.remaining_ms is None:
        return []
    left, bank = (f"{(ms or 0) / 1000:.1f}" for ms in (found.remaining_ms, found.remaining_bank_ms))
    return [Text(tr("explain-time_left", left=left, bank=bank))]


def _offered(found: ExplainRecordResponse, decision: Decision) -> Table:
    """Return a table of all that the seat was offered, with a mark at what was answered."""
    table = Table(box=None, padding=(0, 1, 0, 0), show_header=False)
    given: Sequence[int] = found.picks
    for option in [*decision.options, *decision.offers]:
        count = given.count(option.id)
        mark = "" if not count else "✓" if count == 1 else f"✓{count}"
        table.add_row(Text(mark, style="bold green"), Text(option.text or str(option.id)))
    for place, quantity in enumerate(decision.quantities):
        scale = quantity.scale or 1
        answered = f"{found.numbers[place] / scale:g}" if place < len(found.numbers) else ""
        bounds = tr("explain-bounds", min=f"{quantity.min / scale:g}", max=f"{quantity.max / scale:g}")
        table.add_row(Text(answered, style="bold green"), Text(f"{quantity.text or quantity.name} {bounds}"))
    if not given and not found.numbers:
        table.add_row(Text("✓", style="bold green"), Text(tr("explain-nothing")))
    return table


def _name(kind: type[Cause] | type[ForfeitCause], number: int) -> str:
    """Return the name of a number of an enum in small letters; "other" if this build does not know it."""
    try:
        return str(kind(number).name or "other").lower()
    except ValueError:
        return "other"
