"""What has been played, proved and carried elsewhere: verify, export, import."""

import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import click
from rich.table import Table
from rich.text import Text

from tilth_cli.commands.root import tilth
from tilth_cli.errand import Errand, command
from tilth_cli.output import Bar
from tilth_cli.stopped import FAILED, Stopped
from tilth_cli.troubles import Trouble
from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import (
    ExportMatchRequest,
    ImportMatchRequest,
    VerifyMatchRequest,
    VerifyMatchResponse,
)

PIECE = 64 * 1024


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
async def export(errand: Errand, match_id: str, output: Path | None) -> None:
    if str(output) == "-":
        await _export_to_stdout(errand, match_id)
        return
    path = output or Path(f"{match_id}.tilth")
    size = 0
    with _written(path) as file:
        async for piece in _pieces_of(errand, match_id):
            size += file.write(piece)
    if errand.out.as_json:
        errand.out.document({"match_id": match_id, "file": str(path), "bytes": size})
    else:
        errand.out.say("export.done", match=match_id, path=path, size=size)


async def _export_to_stdout(errand: Errand, match_id: str) -> None:
    if sys.stdout.isatty():
        raise Trouble(say("export.terminal"), "terminal")
    async for piece in _pieces_of(errand, match_id):
        sys.stdout.buffer.write(piece)
    sys.stdout.buffer.flush()


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


async def _pieces_in(source: BinaryIO, bar: Bar) -> AsyncIterator[ImportMatchRequest]:
    size = os.fstat(source.fileno()).st_size
    done = 0
    while piece := source.read(PIECE):
        done += len(piece)
        bar.at(done, size)
        yield ImportMatchRequest(piece=piece)


@command(tilth, "import")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
async def import_match(errand: Errand, file: Path) -> None:
    with _opened(file) as source, errand.out.progress("import.progress", file=file) as bar:
        async with errand.server() as server, server.failures():
            reply = await server.archive.import_match(_pieces_in(source, bar), metadata=server.metadata)
    if errand.out.as_json:
        errand.out.document(reply)
    else:
        key = "import.known" if reply.known else "import.done"
        errand.out.say(key, match=reply.match_id, records=reply.record_count)


@contextmanager
def _opened(file: Path) -> Iterator[BinaryIO]:
    if str(file) == "-":
        yield sys.stdin.buffer
        return
    try:
        with open(file, "rb") as source:
            yield source
    except OSError as error:
        raise Trouble(say("trouble.unreadable", path=file, said=error.strerror), "file") from error


@contextmanager
def _written(path: Path) -> Iterator[BinaryIO]:
    """A file that is there whole, or not at all."""
    beside = path.with_name(path.name + ".part")
    try:
        with open(beside, "wb") as file:
            yield file
        beside.replace(path)
    except OSError as error:
        raise Trouble(say("trouble.unwritable", path=path, said=error.strerror), "file") from error
    finally:
        beside.unlink(missing_ok=True)
