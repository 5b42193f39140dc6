"""tilth tournament export, import and verify."""

from collections.abc import AsyncIterator
from pathlib import Path

import click
from rich.text import Text

from tilth_cli.command_context import CommandContext, command
from tilth_cli.commands.bundles import refused_plain
from tilth_cli.commands.tournaments import by_id, tournament_group
from tilth_cli.connection import Server
from tilth_cli.errors import UserError
from tilth_cli.files import chunks_of, open_input, open_output
from tilth_cli.messages import tr
from tilth_cli.stopped import FAILED, CommandStopped
from tilth_dataclasses.tilth.v1 import (
    ExportTournamentRequest,
    ImportTournamentRequest,
    ImportTournamentResponse,
    ListMatchesRequest,
    MatchFindings,
    MatchSelection,
    RefusedMatch,
    VerifyMatchesRequest,
    VerifyTournamentRequest,
)


@command(tournament_group, "export")
@by_id
@click.option("-o", "--output", type=click.Path(path_type=Path, allow_dash=True), help=tr("option-output"))
async def export(context: CommandContext, tournament_id: str, output: Path | None) -> None:
    """Write an ended tournament with its matches to one file, and list the matches that the server skipped."""
    path = output or Path(f"{tournament_id}.tournament.gz")
    size = matches = 0
    skipped: list[RefusedMatch] = []
    async with context.server() as server:
        request = ExportTournamentRequest(tournament_id=tournament_id)
        with open_output(path) as file, context.out.progress("bundle-exporting", path=path) as bar:
            async for reply in server.stream(server.tournament_archive.export_tournament, request):
                size += file.write(reply.chunk)
                skipped += reply.skipped
                matches = reply.match_count
                bar.move_to(reply.matches_done, matches)
    written = matches - len(skipped)
    if context.out.as_json and str(path) != "-":
        context.out.document(
            {
                "tournament_id": tournament_id,
                "file": str(path),
                "bytes": size,
                "matches": written,
                "skipped": [each.match_id for each in skipped],
            }
        )
    elif str(path) != "-":
        context.out.print_message(
            "tournament-exported", tournament=tournament_id, matches=written, path=path, size=size
        )
    for each in skipped:
        context.out.note("bundle-refused", match=each.match_id, message=each.message)
    if skipped:
        raise CommandStopped(FAILED)


@command(tournament_group, "import")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
async def import_tournament(context: CommandContext, file: Path) -> None:
    """Send a tournament's file to the server, and show the tournament that it holds."""
    reply: ImportTournamentResponse | None = None
    refused: list[RefusedMatch] = []
    async with context.server() as server:
        with open_input(file) as source, context.out.progress("import-progress", file=file) as bar:
            async for reply in _imported(server, chunks_of(source, bar)):
                if reply.matches is not None:
                    refused += reply.matches.refused
                    for each in reply.matches.refused:
                        context.out.note("bundle-refused", match=each.match_id, message=each.message)
    if reply is None or reply.matches is None or not reply.tournament_id:
        raise UserError(tr("bundle-unfinished"), "REPLY_INCOMPLETE")
    matches = reply.matches.matches_done
    if context.out.as_json:
        context.out.document(
            {
                "tournament_id": reply.tournament_id,
                "already_present": reply.already_present,
                "new_matches": matches - reply.matches.already_present - len(refused),
                "refused": refused_plain(refused),
            }
        )
    else:
        key = "tournament-import_known" if reply.already_present else "tournament-imported"
        context.out.print_message(key, tournament=reply.tournament_id, matches=matches)


async def _imported(server: Server, pieces: AsyncIterator[bytes]) -> AsyncIterator[ImportTournamentResponse]:
    """Send a tournament's file to the server, chunk by chunk, and yield the server's replies as they come; errors of
    the call become UserErrors."""

    async def requests() -> AsyncIterator[ImportTournamentRequest]:
        async for piece in pieces:
            yield ImportTournamentRequest(chunk=piece)

    async with server.explained_errors():
        async for reply in server.tournament_archive.import_tournament(requests(), metadata=server.metadata):
            yield reply


@command(tournament_group, "verify")
@by_id
async def verify(context: CommandContext, tournament_id: str) -> None:
    """Let the server verify an ended tournament and all its matches, and show everything that does not fit."""
    failed: list[MatchFindings] = []
    matches = 0
    async with context.server() as server:
        request = VerifyTournamentRequest(tournament_id=tournament_id)
        found = await server.ask(server.tournament_archive.verify_tournament, request)
        selection = MatchSelection(filter=ListMatchesRequest(tournament_id=tournament_id))
        with context.out.progress("bundle-verifying") as bar:
            async for reply in server.stream(
                server.archive.verify_matches, VerifyMatchesRequest(selection=selection)
            ):
                failed += reply.failed
                matches = reply.matches_done
                bar.move_to(matches, reply.match_count)
    if context.out.as_json:
        context.out.document(
            {
                "tournament_id": tournament_id,
                "records": found.record_count,
                "head": found.head.hex(),
                "matches_checked": found.matches_checked,
                "findings": [{"pairing": each.pairing, "message": each.message} for each in found.findings],
                "failed_matches": [each.match_id for each in failed],
            }
        )
    else:
        for finding in found.findings:
            line = Text.assemble((str(finding.pairing or tournament_id), "bold red"), f"  {finding.message}")
            context.out.console.print(line, soft_wrap=True)
        for each in failed:
            for of_match in each.findings:
                line = Text.assemble((each.match_id, "bold red"), f"  {of_match.record}  {of_match.message}")
                context.out.console.print(line, soft_wrap=True)
        context.out.print_message(
            "tournament-verified",
            tournament=tournament_id,
            records=found.record_count,
            matches=matches,
            findings=len(found.findings) + len(failed),
        )
    if found.findings or failed:
        raise CommandStopped(FAILED)
