"""Commands for recorded matches: verify, export, import."""

import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import click
from rich.table import Table
from rich.text import Text

from tilth_cli.command_context import CommandContext, command
from tilth_cli.commands.root import tilth
from tilth_cli.deals import check_deal, report_text
from tilth_cli.errors import UserError
from tilth_cli.files import chunks_of, open_input, open_output
from tilth_cli.messages import language, tr
from tilth_cli.plain import as_plain
from tilth_cli.receipts import LATER, Compared, ReceiptFolder, compare, receipts_in
from tilth_cli.stopped import FAILED, CommandStopped
from tilth_cli.terminal_table import local_time
from tilth_dataclasses.tilth.v1 import (
    ExportMatchRequest,
    ExportTextRequest,
    ImportMatchRequest,
    ImportMatchResponse,
    ImportTextRequest,
    ImportTextResponse,
    VerifyMatchRequest,
    VerifyMatchResponse,
)

TEXT = b"[Format "
"""The first bytes of a match exported as text; ..."""
GZIP = b"\x1f\x8b"
"""... and those of a season."""


@command(tilth, "verify")
@click.argument("match_id", metavar="MATCH")
@click.option("--deal", is_flag=True, help=tr("option-deal"))
@click.option("--commitment", default="", metavar="HEX", help=tr("option-commitment"))
@click.option("--head", default="", metavar="HEX", help=tr("option-head"))
@click.option(
    "--receipt", type=click.Path(path_type=Path, exists=True, dir_okay=False), help=tr("option-receipt")
)
async def verify(
    context: CommandContext, match_id: str, deal: bool, commitment: str, head: str, receipt: Path | None
) -> None:
    """Let the server verify a match, compare the receipts that are kept here or are in a file, show the result of each
    check, and exit with FAILED if one has failed. With --deal, check the exported match on this machine instead."""
    kept = ReceiptFolder(context.settings).of(match_id)
    if receipt is not None:
        kept += receipts_in(receipt)
    if deal:
        await _verify_deal(context, match_id, commitment, head)
        return
    if commitment or head:
        raise click.UsageError(tr("deal-only"))
    found: VerifyMatchResponse | None = None
    async with context.server() as server:
        with context.out.progress("verify-progress", match=match_id) as bar:
            async for found in server.stream(
                server.archive.verify_match, VerifyMatchRequest(match_id=match_id)
            ):
                bar.move_to(found.records_done, found.record_count)
        receipts = await compare(server, match_id, kept)
    if found is None or not found.finished:
        raise UserError(tr("verify-unfinished"), "REPLY_INCOMPLETE")
    if context.out.as_json:
        document = as_plain(found)
        if receipts:
            document["receipts"] = [_receipt_document(receipt) for receipt in receipts]
        context.out.document(document)
    else:
        context.out.show(_findings(found, receipts))
    if not _is_ok(found) or not all(receipt.ok for receipt in receipts):
        raise CommandStopped(FAILED)


def _receipt_document(receipt: Compared) -> dict[str, object]:
    """Return a compared receipt as plain values."""
    return {
        "verdict": receipt.verdict,
        "record_count": receipt.record_count,
        "at": None if receipt.at is None else receipt.at.isoformat(),
        "names_key": receipt.names_key,
    }


async def _verify_deal(context: CommandContext, match_id: str, commitment: str, head: str) -> None:
    """Fetch a match into a temporary file, derive its draws on this machine, so that the server need not be trusted,
    and print the report. Raise CommandStopped if the report is not sound."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.tilth"
        with path.open("wb") as file:
            async for piece in _exported_chunks(context, match_id):
                file.write(piece)
        async with context.out.note_if_slow("verify-progress", match=match_id):
            report = await check_deal(path, commitment, head)
    if context.out.as_json:
        context.out.document(report)
    else:
        context.out.show(report_text(report))
    if not report["sound"]:
        raise CommandStopped(FAILED)


def _is_ok(found: VerifyMatchResponse) -> bool:
    """Return whether no check of a match has failed and there are no findings; the checks of rules and names may also
    not have been run."""
    rules = found.rules_ok is not False
    names = found.names_ok is not False
    return found.chain_ok and found.fold_ok and rules and found.seed_ok and names and not found.findings


def _findings(found: VerifyMatchResponse, receipts: Sequence[Compared]) -> Table:
    """Return a table of a verified match: ok, NO or ? (not run) for each check and for each receipt that is kept here,
    then each finding with its record's number, and last the number of records and their head."""
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    mark = {
        True: Text("ok", style="green"),
        False: Text("NO", style="bold red"),
        None: Text("?", style="yellow"),
    }
    checks = (("chain", found.chain_ok), ("fold", found.fold_ok), ("rules", found.rules_ok))
    for name, holds in (*checks, ("seed", found.seed_ok)):
        table.add_row(mark[holds], tr(f"verify-{name}") if holds is not None else _not_run(found))
    table.add_row(
        mark[found.names_ok], tr("verify-names" if found.names_ok is not None else "verify-no_names")
    )
    for receipt in receipts:
        holds = None if receipt.verdict == LATER else receipt.ok
        text = tr(f"receipt-{receipt.verdict}", records=receipt.record_count, at=local_time(receipt.at))
        table.add_row(mark[holds], text if receipt.names_key else f"{text} {tr('receipt-other_key')}")
    for finding in found.findings:
        table.add_row(Text(str(finding.record), style="bold red"), finding.message)
    last = "verify-head" if found.head else "verify-head_later"
    table.add_row("", Text(tr(last, records=found.record_count, head=found.head.hex()), style="dim"))
    return table


def _not_run(found: VerifyMatchResponse) -> str:
    """Return a sentence on why the server did not run the rules again, such as another version of them."""
    if found.rules_version == found.server_rules_version:
        return tr("verify-rules_not_run")
    return tr("verify-rules_other", recorded=found.rules_version, here=found.server_rules_version)


@command(tilth, "export")
@click.argument("match_id", metavar="MATCH")
@click.option("-o", "--output", type=click.Path(path_type=Path, allow_dash=True), help=tr("option-output"))
@click.option("--text", is_flag=True, help=tr("option-text"))
async def export(context: CommandContext, match_id: str, output: Path | None, text: bool) -> None:
    """Write a match to a file, as a portable match file or (with --text) as text; `-` writes to stdout."""
    path = output or Path(f"{match_id}.txt" if text else f"{match_id}.tilth")
    size = 0
    if text and str(path) == "-":
        # Text may be read on a terminal.
        async for piece in _exported_text(context, match_id):
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
        return
    with open_output(path) as file:
        async for piece in _exported_text(context, match_id) if text else _exported_chunks(context, match_id):
            size += file.write(piece)
    if str(path) == "-":
        return
    if context.out.as_json:
        context.out.document({"match_id": match_id, "file": str(path), "bytes": size})
    else:
        context.out.print_message("export-done", match=match_id, path=path, size=size)


async def _exported_text(context: CommandContext, match_id: str) -> AsyncIterator[bytes]:
    """Yield the text of a match in the person's language, UTF-8 in one piece."""
    async with context.server() as server:
        request = ExportTextRequest(match_id=match_id, language=language())
        yield (await server.ask(server.archive.export_text, request)).text.encode()


async def _exported_chunks(context: CommandContext, match_id: str) -> AsyncIterator[bytes]:
    """Yield the chunks of a match's file as the server exports it, and show the progress."""
    done = 0
    async with context.server() as server:
        with context.out.progress("export-progress", match=match_id) as bar:
            async for reply in server.stream(
                server.archive.export_match, ExportMatchRequest(match_id=match_id)
            ):
                done += len(reply.chunk)
                bar.move_to(done, 0)
                yield reply.chunk


@command(tilth, "import")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
async def import_match(context: CommandContext, file: Path) -> None:
    """Send a match file or a match in text form to the server, and show the id of the match it has become. A bundle is
    refused."""
    reply: ImportMatchResponse | ImportTextResponse
    with open_input(file) as source, context.out.progress("import-progress", file=file) as bar:
        pieces = chunks_of(source, bar)
        first = await anext(pieces, b"")
        async with context.server() as server:
            if first.startswith(GZIP):
                raise UserError(tr("import-bundle", file=file), "FILE_UNUSABLE")
            if first.lstrip().startswith(TEXT):
                text = b"".join([first, *[piece async for piece in pieces]]).decode(errors="replace")
                reply = await server.ask(server.archive.import_text, ImportTextRequest(text=text))
            else:
                async with server.explained_errors():
                    reply = await server.archive.import_match(
                        _requests(first, pieces), metadata=server.metadata
                    )
    if context.out.as_json:
        context.out.document(reply)
    else:
        key = "import-known" if reply.already_present else "import-done"
        context.out.print_message(key, match=reply.match_id, records=reply.record_count)


async def _requests(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[ImportMatchRequest]:
    """Yield the requests of an import that send a file's first chunk and then the rest."""
    yield ImportMatchRequest(chunk=first)
    async for piece in rest:
        yield ImportMatchRequest(chunk=piece)
