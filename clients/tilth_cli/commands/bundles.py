"""tilth matches: many matches at once, exported, imported and verified."""

from collections.abc import AsyncIterator
from pathlib import Path

import click
from rich.text import Text

from tilth_cli.command_context import CommandContext, command
from tilth_cli.commands.root import tilth
from tilth_cli.connection import Server
from tilth_cli.errors import UserError
from tilth_cli.files import chunks_of, open_input, open_output
from tilth_cli.filters import filter_of, with_filters
from tilth_cli.messages import tr
from tilth_cli.stopped import FAILED, CommandStopped
from tilth_dataclasses.tilth.v1 import (
    ExportMatchesRequest,
    ImportMatchesRequest,
    ImportMatchesResponse,
    MatchFindings,
    MatchSelection,
    RefusedMatch,
    VerifyMatchesRequest,
    VerifyMatchesResponse,
)


@tilth.group("matches", help=tr("help-matches"))
def matches() -> None:
    pass


@command(matches, "export")
@with_filters
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, allow_dash=True),
    default=Path("bundle.tilth.gz"),
    show_default=True,
    help=tr("option-output"),
)
async def export(context: CommandContext, output: Path, **given: object) -> None:
    """Write all matches that fit the filter to one bundle file, and list the matches that the server skipped."""
    size = matches = 0
    skipped: list[RefusedMatch] = []
    async with context.server() as server:
        request = ExportMatchesRequest(selection=MatchSelection(filter=await filter_of(server, given)))
        with open_output(output) as file, context.out.progress("bundle-exporting", path=output) as bar:
            async for reply in server.stream(server.archive.export_matches, request):
                size += file.write(reply.chunk)
                skipped += reply.skipped
                matches = reply.match_count
                bar.move_to(reply.matches_done, matches)
    if context.out.as_json and str(output) != "-":
        context.out.document(
            {
                "file": str(output),
                "bytes": size,
                "matches": matches - len(skipped),
                "skipped": [each.match_id for each in skipped],
            }
        )
    elif str(output) != "-":
        context.out.print_message("bundle-exported", matches=matches - len(skipped), path=output, size=size)
    _complain(context, skipped)
    if skipped:
        raise CommandStopped(FAILED)


@command(matches, "import")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
async def import_matches(context: CommandContext, file: Path) -> None:
    """Send a bundle file to the server, and show how many of its matches are new, already there, or refused."""
    reply: ImportMatchesResponse | None = None
    refused: list[RefusedMatch] = []
    async with context.server() as server:
        with open_input(file) as source, context.out.progress("import-progress", file=file) as bar:
            async for reply in _imported(server, chunks_of(source, bar)):
                refused += reply.refused
                _complain(context, reply.refused)
    if reply is None or not reply.finished:
        raise UserError(tr("bundle-unfinished"), "REPLY_INCOMPLETE")
    new = reply.matches_done - reply.already_present - len(refused)
    if context.out.as_json:
        context.out.document(
            {"new": new, "already_present": reply.already_present, "refused": refused_plain(refused)}
        )
    else:
        context.out.print_message(
            "bundle-imported", new=new, known=reply.already_present, refused=len(refused)
        )
    if refused:
        raise CommandStopped(FAILED)


async def _imported(server: Server, pieces: AsyncIterator[bytes]) -> AsyncIterator[ImportMatchesResponse]:
    """Send a bundle of matches to the server, chunk by chunk, and yield the server's replies as they come; errors of
    the call become UserErrors."""

    async def requests() -> AsyncIterator[ImportMatchesRequest]:
        async for piece in pieces:
            yield ImportMatchesRequest(chunk=piece)

    async with server.explained_errors():
        async for reply in server.archive.import_matches(requests(), metadata=server.metadata):
            yield reply


def refused_plain(refused: list[RefusedMatch]) -> list[dict[str, str]]:
    """Return the matches that an import refused, each as a dictionary for JSON: its id, the reason and the message."""
    return [{"match_id": each.match_id, "reason": each.reason, "message": each.message} for each in refused]


@command(matches, "verify")
@with_filters
async def verify(context: CommandContext, **given: object) -> None:
    """Let the server verify all matches that fit the filter, and show the failed ones."""
    reply: VerifyMatchesResponse | None = None
    failed: list[MatchFindings] = []
    async with context.server() as server:
        request = VerifyMatchesRequest(selection=MatchSelection(filter=await filter_of(server, given)))
        with context.out.progress("bundle-verifying") as bar:
            async for reply in server.stream(server.archive.verify_matches, request):
                failed += reply.failed
                bar.move_to(reply.matches_done, reply.match_count)
                if not context.out.as_json:
                    _show(context, reply.failed)
    if reply is None or not reply.finished:
        raise UserError(tr("bundle-unfinished"), "REPLY_INCOMPLETE")
    if context.out.as_json:
        reply.failed = failed
        context.out.document(reply)
    else:
        counts = {"matches": reply.matches_done, "records": reply.records_done, "answers": reply.answers_done}
        context.out.print_message("bundle-verified", **counts, failed=len(failed))
        if reply.rules_not_run:
            context.out.print_message("bundle-rules_not_run", matches=reply.rules_not_run)
    if failed:
        raise CommandStopped(FAILED)


def _show(context: CommandContext, failed: list[MatchFindings]) -> None:
    """Print a line for each finding: the match, the record, and the fault."""
    for each in failed:
        for finding in each.findings:
            line = Text.assemble((each.match_id, "bold red"), f"  {finding.record}  {finding.message}")
            context.out.console.print(line, soft_wrap=True)


def _complain(context: CommandContext, refused: list[RefusedMatch]) -> None:
    """Print a note for each refused match."""
    for each in refused:
        context.out.note("bundle-refused", match=each.match_id, message=each.message)
