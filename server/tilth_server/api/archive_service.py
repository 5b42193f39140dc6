"""tilth.v1.ArchiveService."""

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import aclosing, contextmanager
from functools import partial
from typing import Final

import structlog

from tilth.v1 import archive_pb2 as pb
from tilth_server.api.call_context import CallContext, Caller
from tilth_server.api.gate import RequestStream
from tilth_server.api.match_filters import FilterReader, find_all
from tilth_server.api.operator_guard import OperatorGuard
from tilth_server.archive import bundles
from tilth_server.archive.bookmarks import bookmarks_of
from tilth_server.archive.explanation import explain_record
from tilth_server.archive.log_reader import read_log
from tilth_server.archive.match_log import LogCache
from tilth_server.archive.match_transfer import MatchImporter, export_match, header_of
from tilth_server.archive.receipts.receipts import Receipts
from tilth_server.archive.replays import Replays
from tilth_server.archive.score_breakdown import score_rows
from tilth_server.archive.text_format.match_reader import read_match
from tilth_server.archive.text_format.match_writer import write_match
from tilth_server.archive.verify.verifier_pool import VerifierPool
from tilth_server.archive.verify.verify import verify_match
from tilth_server.archive.viewers import is_ended, viewer_of, viewer_of_request
from tilth_server.matches.match_info import MatchInfo
from tilth_server.matches.registry import Matches
from tilth_server.players import PlayerRegistry
from tilth_server.reasons import MATCH_NOT_FINISHED
from tilth_server.refusal import Refusal, over_limit
from tilth_server.refused_words import RefusedWords
from tilth_server.store import Store
from tilth_server.wire import GameWire, frames, unary_responses

log = structlog.get_logger()

MAX_IMPORTED_BYTES = 16 << 20
"""Limit on the bytes of one imported file; a long match has some 0.1 MB."""
MAX_READ_BYTES = 8 * MAX_IMPORTED_BYTES
MAX_OPERATOR_BUNDLE_BYTES = 1 << 40
"""Limit on the uncompressed bytes of a collection of matches that an operator imports."""
MAX_PLAYER_BUNDLE_BYTES = 1 << 30
"""Limit on the uncompressed bytes of a collection of matches that any other player imports."""


class ArchiveService:
    """The calls that read, view, replay, verify, export and import matches."""

    BY_OPERATORS_TOO: Final = ("ImportMatches",)
    LONG: Final = ("ViewAt", "ListBookmarks", "GetScoreBreakdown", "ExportText", "ExplainRecord")
    AUDITED_INSIDE: Final = ("ImportMatch", "ImportText")

    def __init__(  # noqa: PLR0913 - all that the archive reads and writes
        self,
        store: Store,
        matches: Matches,
        players: PlayerRegistry,
        wires: Mapping[str, GameWire],
        logs: LogCache,
        guard: OperatorGuard,
        refused_words: RefusedWords,
        receipts: Receipts,
    ) -> None:
        self._store = store
        self._guard = guard
        self._matches = matches
        self._players = players
        self._wires = wires
        self._logs = logs
        self.imports = MatchImporter(store, players, wires, refused_words)
        self._receipts = receipts
        self._replays = Replays(store, matches, players.names, logs)
        self._filters = FilterReader(wires)
        self._verification = bundles.BulkVerification(store, wires, players.names, VerifierPool(store.url))
        self.importing: set[str] = set()
        """The players who are importing now. Each may import one file at a time, because it is gathered in memory."""

    async def open(self) -> None:
        """Load the ids and names of earlier imports, before the first call is served."""
        await self.imports.load()

    async def ReadLog(
        self, request: pb.ReadLogRequest, call: CallContext
    ) -> AsyncIterator[pb.ReadLogResponse]:
        """Send the records of a match from `from_record` on as the viewer may see them, up to the last one that there
        is now.

        Refuse a seat of another player while the match runs.
        """
        info = await self._matches.fetch(request.match_id)
        seat = request.seat if request.HasField("seat") else None
        viewer = viewer_of(info, call.caller.player_id, seat)
        limit = request.limit or None
        wire = self._wires[info.game]
        async for piece in read_log(self._store, wire, info, viewer, request.from_record, limit):
            yield piece

    async def ViewAt(self, request: pb.ViewAtRequest, call: CallContext) -> bytes:
        """Return the state after a record, as one viewer sees it: scores, pending seats, and the viewer's open decision
        at that time.

        Refuse a seat of another player while the match runs.
        """
        info = await self._matches.fetch(request.match_id)
        viewer = viewer_of_request(info, call.caller.player_id, request.viewer)
        match_log = await self._logs.open(info)
        state, table = match_log.state_at(request.record)
        wire = match_log.wire
        language = call.language(request.language) if request.texts else None
        names = self._names_of(info) if language else ()
        return unary_responses.view_at_response(
            view_type=wire.view_type,
            view=wire.view(state, viewer),
            pending_seats=[] if table is None else table.pending_seats,
            decision=b"" if table is None or viewer < 0 else wire.decision(table, viewer, language, names),
            round=wire.game.round(state),
            scores=wire.game.scores(state),
            record_count=info.record_count,
        )

    def _names_of(self, info: MatchInfo) -> tuple[str, ...]:
        """Return the players' names by seat, "" where nobody sits."""
        names = self._players.names
        return tuple(names.in_match(info.id, player_id).name for player_id in info.player_ids)

    async def ListBookmarks(
        self, request: pb.ListBookmarksRequest, call: CallContext
    ) -> pb.ListBookmarksResponse:
        """Return the records of a match at which the round or a score changed."""
        match_log = await self._logs.open(await self._matches.fetch(request.match_id))
        return pb.ListBookmarksResponse(bookmarks=await bookmarks_of(match_log))

    async def GetScoreBreakdown(
        self, request: pb.GetScoreBreakdownRequest, call: CallContext
    ) -> pb.GetScoreBreakdownResponse:
        """Return the rows of the final score sheet, with texts in the wanted language. Refuse a match that has not
        ended, and a game that is not installed.
        """
        info = await self._matches.fetch(request.match_id)
        if not is_ended(info):
            raise Refusal(MATCH_NOT_FINISHED, "a match is scored when it has ended", field="match_id")
        self._matches.cache.wire_of(info)  # refuses a game that is not installed
        match_log = await self._logs.open(info)
        rows = score_rows(match_log, call.language(request.language))
        return pb.GetScoreBreakdownResponse(rows=rows)

    async def Replay(self, request: pb.ReplayRequest, call: CallContext) -> AsyncIterator[bytes]:
        """Send the frames of a match record by record in the wanted tempo; the last one is the match's end, or "caught
        up" if it still runs.

        Refuse a first record beyond the log, and a seat of another player while the match runs.
        """
        async with aclosing(self._replays.replay(request, call.caller.player_id)) as pieces:
            async for piece in pieces:
                yield frames.attend_response(piece.frames)

    async def VerifyMatch(
        self, request: pb.VerifyMatchRequest, call: CallContext
    ) -> AsyncIterator[pb.VerifyMatchResponse]:
        """Check the hash chain, the fold, the rules and the seed of a match; send the progress, and at the end the
        findings.
        """
        info = await self._matches.fetch(request.match_id)
        async for response in verify_match(self._store, self._wires[info.game], info, self._players.names):
            yield response

    async def GetReceipt(self, request: pb.GetReceiptRequest, call: CallContext) -> pb.GetReceiptResponse:
        """Return the server's signed statement of the records that the match has now; while it runs, with a hidden
        head.
        """
        info = await self._matches.fetch(request.match_id)
        return pb.GetReceiptResponse(receipt=await self._receipts.current(info))

    async def ExplainRecord(
        self, request: pb.ExplainRecordRequest, call: CallContext
    ) -> pb.ExplainRecordResponse:
        """Return what was asked before a record, what was offered, and who answered it when.

        While the match runs, refuse a record that is not of a seat of the caller's.
        """
        info = await self._matches.fetch(request.match_id)
        match_log = await self._logs.open(info)
        language = call.language(request.language)
        return await explain_record(
            match_log, request.record, call.caller.player_id, language, self._names_of(info)
        )

    async def ExportMatch(
        self, request: pb.ExportMatchRequest, call: CallContext
    ) -> AsyncIterator[pb.ExportMatchResponse]:
        """Send a match that has ended as the chunks of a file; refuse any other match."""
        info = await self._matches.fetch(request.match_id)
        async for piece in export_match(self._store, self._players, info):
            yield pb.ExportMatchResponse(chunk=piece)

    async def ImportMatch(self, requests: RequestStream, call: CallContext) -> pb.ImportMatchResponse:
        """Store the match in a file that ExportMatch made on any server, and list it here; a match that is here changes
        nothing.

        Refuse a file that this server could not have written, and a second import of the caller at the same time.
        """
        with self.one_import(call.caller):
            file = await _read_file(requests)
            audit = partial(self._audit_import, call) if call.caller.operator else None
            header, is_new = await self.imports.import_file(file, call.caller.operator, audit)
        if is_new:
            await self._matches.add_imported(header.match_id)
            log.info("match imported", match=header.match_id)
        return pb.ImportMatchResponse(
            match_id=header.match_id, record_count=header.record_count, already_present=not is_new
        )

    async def _audit_import(self, call: CallContext, match_id: str) -> None:
        """Record in the audit that the calling operator imports this match; the importer calls it before it stores the
        match.
        """
        await self._guard.record(call, "ImportMatch", subject=match_id)

    async def ExportMatches(
        self, request: pb.ExportMatchesRequest, call: CallContext
    ) -> AsyncIterator[pb.ExportMatchesResponse]:
        """Send the ended matches that the filter selects as the chunks of one file, a bundle."""
        async for response in bundles.export_bundle(
            self._store, self._players, await self._select_ended(request.selection)
        ):
            yield response

    async def ImportMatches(
        self, requests: RequestStream, call: CallContext
    ) -> AsyncIterator[pb.ImportMatchesResponse]:
        """Store the matches of a bundle one after the other; send the progress, and each match that was refused.

        Refuse a second import of the caller at the same time. If the file is refused, the matches before the fault
        stay.
        """
        max_bytes = MAX_OPERATOR_BUNDLE_BYTES if call.caller.operator else MAX_PLAYER_BUNDLE_BYTES
        with self.one_import(call.caller):
            bundle = bundles.BundleImport(
                self.imports, call.caller.operator, max_bytes, self._matches.add_imported
            )
            try:
                async for response in bundle.run(chunks_of(requests)):
                    yield response
            except Refusal:
                await read_rest(requests)
                raise

    async def VerifyMatches(
        self, request: pb.VerifyMatchesRequest, call: CallContext
    ) -> AsyncIterator[pb.VerifyMatchesResponse]:
        """Verify the ended matches that the filter selects, in worker processes; send the progress, and the matches
        that failed.

        Without a filter, matches whose beginning is damaged count, too: they are reported as failed.
        """
        infos = await self._select_ended(request.selection)
        # No filter can match a match whose beginning is damaged, so such matches count only when there is no filter.
        everything = not request.selection.filter.ListFields()
        broken = await self._matches.index.unreadable() if everything else {}
        async for response in self._verification.verify(infos, broken):
            yield response

    async def ExportText(self, request: pb.ExportTextRequest, call: CallContext) -> pb.ExportTextResponse:
        """Return a match as text that people can read and edit. Refuse a match that has not ended, and a game that is
        not installed.
        """
        info = await self._matches.fetch(request.match_id)
        if not is_ended(info):
            raise Refusal(
                MATCH_NOT_FINISHED, "a match can be exported as text when it has ended", field="match_id"
            )
        bodies = [stored.body async for stored in self._store.read(info.stream, 0, info.record_count)]
        wire = self._matches.cache.wire_of(info)
        header = header_of(info, self._players.names, bodies)
        text = await write_match(info, wire, bodies, header, call.language(request.language))
        return pb.ExportTextResponse(text=text)

    async def ImportText(self, request: pb.ImportTextRequest, call: CallContext) -> pb.ImportTextResponse:
        """Run the rules on the answers of a match's text, and store the match that results; a match that is here
        changes nothing.

        Refuse a text that cannot be read or played, and a second import of the caller at the same time.
        """
        with self.one_import(call.caller):
            header, bodies = await read_match(request.text, self._wires)
            audit = partial(self._audit_import, call) if call.caller.operator else None
            is_new = await self.imports.import_records(header, bodies, call.caller.operator, audit)
        if is_new:
            await self._matches.add_imported(header.match_id)
            log.info("match imported from text", match=header.match_id)
        return pb.ImportTextResponse(
            match_id=header.match_id, record_count=header.record_count, already_present=not is_new
        )

    async def _select_ended(self, selection: pb.MatchSelection) -> list[MatchInfo]:
        """Return the finished and cancelled matches that the selection holds, the oldest first."""
        selection.filter.ClearField("state")
        infos = await find_all(self._matches, self._filters.read(selection.filter))
        return [info for info in infos if is_ended(info)]

    @contextmanager
    def one_import(self, caller: Caller) -> Iterator[None]:
        """Count the caller as importing during the block; refuse the call if another import of the caller runs
        already.
        """
        if caller.player_id in self.importing:
            raise over_limit("imports_at_once", 1)
        self.importing.add(caller.player_id)
        try:
            yield
        finally:
            self.importing.discard(caller.player_id)


async def chunks_of(requests: RequestStream) -> AsyncIterator[bytes]:
    """Yield the bytes of a streamed file, a chunk per request message."""
    async for request in requests:
        yield request.chunk


async def read_rest(requests: RequestStream) -> None:
    """Read the rest of a refused file, up to a limit: a client that still sends misses the refusal."""
    received = 0
    async for request in requests:
        received += len(request.chunk)
        if received > MAX_READ_BYTES:
            break


async def _read_file(requests: RequestStream) -> bytes:
    """Return the file. If it is too long, read the rest up to a limit: a client that still sends misses the refusal."""
    file = bytearray()
    received = 0
    async for request in requests:
        received += len(request.chunk)
        if received <= MAX_IMPORTED_BYTES:
            file += request.chunk
        elif received > MAX_READ_BYTES:
            break
        else:
            file.clear()
    if received > MAX_IMPORTED_BYTES:
        raise over_limit("import_bytes", MAX_IMPORTED_BYTES)
    return bytes(file)
