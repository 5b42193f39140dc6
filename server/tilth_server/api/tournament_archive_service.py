"""tilth.v1.TournamentArchiveService."""

from collections.abc import AsyncIterator
from typing import Final

from tilth.v1 import tournament_archive_pb2 as pb
from tilth_server.api.archive_service import ArchiveService, chunks_of, read_rest
from tilth_server.api.call_context import CallContext
from tilth_server.api.gate import RequestStream
from tilth_server.reasons import OPERATORS_ONLY
from tilth_server.refusal import Refusal
from tilth_server.tournaments.transfer import TournamentTransfer


class TournamentArchiveService:
    """The calls that export, import and verify tournaments that have ended."""

    BY_OPERATORS_TOO: Final = ("ImportTournament",)
    LONG: Final = ("VerifyTournament",)

    def __init__(self, transfer: TournamentTransfer, archive: ArchiveService) -> None:
        self._transfer = transfer
        self._archive = archive

    async def ExportTournament(
        self, request: pb.ExportTournamentRequest, call: CallContext
    ) -> AsyncIterator[pb.ExportTournamentResponse]:
        """Send an ended tournament with its records and matches as the chunks of one file; refuse any other."""
        async for response in self._transfer.export(request.tournament_id):
            yield response

    async def ImportTournament(
        self, requests: RequestStream, call: CallContext
    ) -> AsyncIterator[pb.ImportTournamentResponse]:
        """Store the matches of a file that ExportTournament made on any server, and then its tournament.

        Refuse callers who are no operators, a second import of the caller at the same time, and a tournament that does
        not fit its matches. If the file is refused, matches before the fault stay.
        """
        if not call.caller.operator:
            raise Refusal(OPERATORS_ONLY, "only an operator may import a tournament")
        with self._archive.one_import(call.caller):
            try:
                async for response in self._transfer.import_file(chunks_of(requests)):
                    yield response
            except Refusal:
                await read_rest(requests)
                raise

    async def VerifyTournament(
        self, request: pb.VerifyTournamentRequest, call: CallContext
    ) -> pb.VerifyTournamentResponse:
        """Check an ended tournament against its matches, and return what does not fit; refuse any other."""
        return await self._transfer.verify(request.tournament_id)
