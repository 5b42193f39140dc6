"""What has been played, proved and carried elsewhere: verify, export, import."""

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import click
from rich.table import Table
from rich.text import Text

from tilth_cli.commands.root import tilth
from tilth_cli.errand import Errand, command
from tilth_cli.files import opened, pieces_of, written
from tilth_cli.stopped import FAILED, Stopped
from tilth_cli.troubles import Trouble
from tilth_cli.words import say, spoken
from tilth_dataclasses.tilth.v1 import (
    ExportMatchRequest,
    ImportMatchRequest,
    ImportMatchResponse,
    ReadTextRequest,
    ReadTextResponse,
    VerifyMatchRequest,
    VerifyMatchResponse,
    WriteTextRequest,
)

TEXT = b"[Format "
"""How a match's text begins; ..."""
GZIP = b"\x1f\x8b"
"""... and how a season does."""


@command(tilth, "verify")
@click.argument("match_id", metavar="MATCH")
async def verify(errand: Errand, match_id: str) -> None:
    found: VerifyMatchResponse | None = None
    async with errand.server() as server:
        with errand.out.progress("verify.progress", match=match_id) as bar:
            async for found in server.each(
                server.archive.verify_match, VerifyMatchRequest(match_id=match_id)
            ):
                bar.at(found.records_done, found.record_count)
    if found is None or not found.finished:
        raise Trouble(say("verify.unfinished"), "protocol")
    if errand.out.as_json:
        errand.out.document(found)
    else:
        errand.out.show(_findings(found))
    if not _sound(found):
        raise Stopped(FAILED)


def _sound(found: VerifyMatchResponse) -> bool:
    rules = found.rules_hold is not False
    return found.chain_holds and found.fold_holds and rules and found.seed_holds and not found.findings


def _findings(found: VerifyMatchResponse) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    checks = (("chain", found.chain_holds), ("fold", found.fold_holds), ("rules", found.rules_hold))
    for name, holds in (*checks, ("seed", found.seed_holds)):
        mark = {
            True: Text("ok", style="green"),
            False: Text("NO", style="bold red"),
            None: Text("?", style="yellow"),
        }
        table.add_row(mark[holds], say(f"verify.{name}" if holds is not None else "verify.rules_changed"))
    for finding in found.findings:
        table.add_row(Text(str(finding.record), style="bold red"), finding.what)
    table.add_row(
        "", Text(say("verify.head", records=found.record_count, head=found.head.hex()), style="dim")
    )
    return table


@command(tilth, "export")
@click.argument("match_id", metavar="MATCH")
@click.option("-o", "--output", type=click.Path(path_type=Path, allow_dash=True), help=say("option.output"))
@click.option("--text", is_flag=True, help=say("option.text"))
async def export(errand: Errand, match_id: str, output: Path | None, text: bool) -> None:
    path = output or Path(f"{match_id}.txt" if text else f"{match_id}.tilth")
    size = 0
    if text and str(path) == "-":
        # Text may be read on a terminal.
        async for piece in _text_of(errand, match_id):
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
        return
    with written(path) as file:
        async for piece in _text_of(errand, match_id) if text else _pieces_of(errand, match_id):
            size += file.write(piece)
    if str(path) == "-":
        return
    if errand.out.as_json:
        errand.out.document({"match_id": match_id, "file": str(path), "bytes": size})
    else:
        errand.out.say("export.done", match=match_id, path=path, size=size)


async def _text_of(errand: Errand, match_id: str) -> AsyncIterator[bytes]:
    async with errand.server() as server:
        request = WriteTextRequest(match_id=match_id, language=spoken())
        yield (await server.ask(server.archive.write_text, request)).text.encode()


async def _pieces_of(errand: Errand, match_id: str) -> AsyncIterator[bytes]:
    done = 0
    async with errand.server() as server:
        with errand.out.progress("export.progress", match=match_id) as bar:
            async for reply in server.each(
                server.archive.export_match, ExportMatchRequest(match_id=match_id)
            ):
                done += len(reply.piece)
                bar.at(done, 0)
                yield reply.piece


@command(tilth, "import")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
async def import_match(errand: Errand, file: Path) -> None:
    reply: ImportMatchResponse | ReadTextResponse
    with opened(file) as source, errand.out.progress("import.progress", file=file) as bar:
        pieces = pieces_of(source, bar)
        first = await anext(pieces, b"")
        async with errand.server() as server:
            if first.startswith(GZIP):
                raise Trouble(say("import.season", file=file), "file")
            if first.lstrip().startswith(TEXT):
                text = b"".join([first, *[piece async for piece in pieces]]).decode(errors="replace")
                reply = await server.ask(server.archive.read_text, ReadTextRequest(text=text))
            else:
                async with server.failures():
                    reply = await server.archive.import_match(
                        _requests(first, pieces), metadata=server.metadata
                    )
    if errand.out.as_json:
        errand.out.document(reply)
    else:
        key = "import.known" if reply.known else "import.done"
        errand.out.say(key, match=reply.match_id, records=reply.record_count)


async def _requests(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[ImportMatchRequest]:
    yield ImportMatchRequest(piece=first)
    async for piece in rest:
        yield ImportMatchRequest(piece=piece)
