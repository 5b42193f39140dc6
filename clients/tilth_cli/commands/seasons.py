"""tilth season: many matches at once, carried elsewhere and proved."""

from collections.abc import AsyncIterator
from pathlib import Path

import click
from rich.text import Text

from tilth_cli.commands.root import tilth
from tilth_cli.connection import Server
from tilth_cli.errand import Errand, command
from tilth_cli.files import opened, pieces_of, written
from tilth_cli.filters import filter_of, filtered
from tilth_cli.stopped import FAILED, Stopped
from tilth_cli.troubles import Trouble
from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import (
    ExportSeasonRequest,
    ImportSeasonRequest,
    ImportSeasonResponse,
    RefusedMatch,
    Season,
    Unsound,
    VerifySeasonRequest,
    VerifySeasonResponse,
)


@tilth.group("season", help=say("help.season"))
def season() -> None:
    pass


@command(season, "export")
@filtered
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, allow_dash=True),
    default=Path("season.tilth.gz"),
    show_default=True,
    help=say("option.output"),
)
async def export(errand: Errand, output: Path, **given: object) -> None:
    size = matches = 0
    left_out: list[RefusedMatch] = []
    async with errand.server() as server:
        request = ExportSeasonRequest(season=Season(matches=await filter_of(server, given)))
        with written(output) as file, errand.out.progress("season.exporting", path=output) as bar:
            async for reply in server.each(server.archive.export_season, request):
                size += file.write(reply.piece)
                left_out += reply.left_out
                matches = reply.match_count
                bar.at(reply.matches_done, matches)
    if errand.out.as_json and str(output) != "-":
        errand.out.document(
            {
                "file": str(output),
                "bytes": size,
                "matches": matches - len(left_out),
                "left_out": [each.match_id for each in left_out],
            }
        )
    elif str(output) != "-":
        errand.out.say("season.exported", matches=matches - len(left_out), path=output, size=size)
    _complain(errand, left_out)
    if left_out:
        raise Stopped(FAILED)


@command(season, "import")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
async def import_season(errand: Errand, file: Path) -> None:
    said: ImportSeasonResponse | None = None
    refused: list[RefusedMatch] = []
    async with errand.server() as server:
        with opened(file) as source, errand.out.progress("import.progress", file=file) as bar:
            async for said in _imported(server, pieces_of(source, bar)):
                refused += said.refused
                _complain(errand, said.refused)
    if said is None or not said.finished:
        raise Trouble(say("season.unfinished"), "protocol")
    new = said.matches_done - said.known - len(refused)
    if errand.out.as_json:
        errand.out.document({"new": new, "known": said.known, "refused": refused_plain(refused)})
    else:
        errand.out.say("season.imported", new=new, known=said.known, refused=len(refused))
    if refused:
        raise Stopped(FAILED)


async def _imported(server: Server, pieces: AsyncIterator[bytes]) -> AsyncIterator[ImportSeasonResponse]:
    async def requests() -> AsyncIterator[ImportSeasonRequest]:
        async for piece in pieces:
            yield ImportSeasonRequest(piece=piece)

    async with server.failures():
        async for said in server.archive.import_season(requests(), metadata=server.metadata):
            yield said


def refused_plain(refused: list[RefusedMatch]) -> list[dict[str, str]]:
    return [{"match_id": each.match_id, "reason": each.reason, "what": each.what} for each in refused]


@command(season, "verify")
@filtered
async def verify(errand: Errand, **given: object) -> None:
    said: VerifySeasonResponse | None = None
    unsound: list[Unsound] = []
    async with errand.server() as server:
        request = VerifySeasonRequest(season=Season(matches=await filter_of(server, given)))
        with errand.out.progress("season.verifying") as bar:
            async for said in server.each(server.archive.verify_season, request):
                unsound += said.unsound
                bar.at(said.matches_done, said.match_count)
                if not errand.out.as_json:
                    _show(errand, said.unsound)
    if said is None or not said.finished:
        raise Trouble(say("season.unfinished"), "protocol")
    if errand.out.as_json:
        said.unsound = unsound
        errand.out.document(said)
    else:
        counts = {"matches": said.matches_done, "records": said.records_done, "answers": said.answers_done}
        errand.out.say("season.verified", **counts, unsound=len(unsound))
    if unsound:
        raise Stopped(FAILED)


def _show(errand: Errand, unsound: list[Unsound]) -> None:
    """A line for every finding: which match, which record, what."""
    for each in unsound:
        for finding in each.findings:
            line = Text.assemble((each.match_id, "bold red"), f"  {finding.record}  {finding.what}")
            errand.out.console.print(line, soft_wrap=True)


def _complain(errand: Errand, refused: list[RefusedMatch]) -> None:
    for each in refused:
        errand.out.note("season.refused", match=each.match_id, what=each.what)
