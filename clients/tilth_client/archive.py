"""The archive of matches: read a match, view it after any record, verify it, export and import it."""

from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable

import grpc.aio

from tilth.v1 import archive_pb2, archive_pb2_grpc, lobby_pb2, play_pb2, receipt_pb2
from tilth_client.connection import Connection
from tilth_client.decisions import Context
from tilth_client.errors import ServerError
from tilth_client.updates import Update


class Archive:
    """The calls about recorded matches, as `tilth.archive`.

    For example, the view of a match after its record 12:

        response = await tilth.archive.view_at(match_id, 12)
        view = decoded(response.view_type, response.view)
    """

    def __init__(self, connection: Connection, language: str) -> None:
        self._connection = connection
        self._language = language

    @property
    def _stub(self) -> "archive_pb2_grpc.ArchiveServiceAsyncStub":
        """The stub of the archive service."""
        return archive_pb2_grpc.ArchiveServiceStub(self._connection.channel)

    async def log(
        self, match_id: str, from_record: int = 0, limit: int = 0, *, seat: int | None = None
    ) -> AsyncIterator[archive_pb2.LogEntry]:
        """Yield the records of a match: as stored if it has ended, else as `seat` (or a spectator) may see them."""
        request = archive_pb2.ReadLogRequest(
            match_id=match_id, from_record=from_record, limit=limit, seat=seat
        )
        end = from_record + limit
        async for page in self._connection.stream(self._stub.ReadLog, request, retry=True):
            for entry in page.entries:
                request.from_record = entry.number + 1
                request.limit = end - request.from_record if limit else 0
                yield entry
            if limit and not request.limit:
                return

    async def view_at(
        self,
        match_id: str,
        record: int,
        *,
        seat: int | None = None,
        spectator: bool = False,
        texts: bool = False,
    ) -> archive_pb2.ViewAtResponse:
        """Return the view of the match after a record. `tilth_client.decoded` decodes the view."""
        viewer = _viewer(seat, spectator)
        request = archive_pb2.ViewAtRequest(
            match_id=match_id, record=record, viewer=viewer, texts=texts, language=self._language
        )
        return await self._connection.unary(self._stub.ViewAt, request)

    async def replay(
        self,
        match_id: str,
        from_record: int = 0,
        *,
        interval_ms: int = 0,
        seat: int | None = None,
        spectator: bool = False,
        texts: bool = False,
    ) -> AsyncIterator[Update]:
        """Replay a match: yield its updates at the speed at which it was played, or with a fixed pause between records.

        With a seat, the updates show what that seat saw. They hold the seat's decisions only if the server has the
        version of the rules that the match was played by.
        """
        request = archive_pb2.ReplayRequest(
            match_id=match_id,
            from_record=from_record,
            viewer=_viewer(seat, spectator),
            interval_ms=interval_ms,
            views=True,
            texts=texts,
            language=self._language,
        )
        context = Context(match_id, seat, self._language)
        async for response in self._connection.stream(self._stub.Replay, request, retry=True):
            for frame in response.frames:
                if frame.HasField("opened"):
                    context = Context(match_id, seat, self._language, frame.opened)
                elif frame.WhichOneof("payload") in ("update", "caught_up", "ended"):
                    if frame.HasField("update"):
                        request.from_record = frame.record + 1
                    yield Update(frame, context)

    async def verify(
        self, match_id: str, progress: Callable[[int, int], object] | None = None
    ) -> archive_pb2.VerifyMatchResponse:
        """Verify a match: its hashes, its fold, its rules and its seed. Return the result.

        `progress` is called with the number of verified records and the number of all records.
        """
        request = archive_pb2.VerifyMatchRequest(match_id=match_id)
        async for found in self._connection.stream(self._stub.VerifyMatch, request):
            if progress is not None:
                progress(found.records_done, found.record_count)
            if found.finished:
                return found
        raise ServerError("The server stopped verifying before it came to an end; try again.")

    async def receipt(self, match_id: str) -> receipt_pb2.Receipt:
        """Return the server's signed statement of the records that the match has now. Keep it: it shows later whether
        one of them was changed. `tilth_client.receipts` checks it."""
        request = archive_pb2.GetReceiptRequest(match_id=match_id)
        return (await self._connection.unary(self._stub.GetReceipt, request)).receipt

    async def explain(self, match_id: str, record: int) -> archive_pb2.ExplainRecordResponse:
        """Return what was asked before a record, what was offered, who answered, and with how much time left. While
        the match runs, the record must be one of the player's own seat."""
        request = archive_pb2.ExplainRecordRequest(match_id=match_id, record=record, language=self._language)
        return await self._connection.unary(self._stub.ExplainRecord, request)

    async def export(self, match_id: str) -> AsyncIterator[bytes]:
        """Yield the match as the chunks of one portable file."""
        request = archive_pb2.ExportMatchRequest(match_id=match_id)
        async for response in self._connection.stream(self._stub.ExportMatch, request):
            yield response.chunk

    async def import_match(
        self, chunks: Iterable[bytes] | AsyncIterable[bytes]
    ) -> archive_pb2.ImportMatchResponse:
        """Import a match from the chunks of a file that `export` has written."""

        async def requests() -> AsyncIterator[archive_pb2.ImportMatchRequest]:
            async for chunk in each_of(chunks):
                yield archive_pb2.ImportMatchRequest(chunk=chunk)

        try:
            return await self._stub.ImportMatch(requests(), metadata=self._connection.metadata)
        except grpc.aio.AioRpcError as error:
            raise self._connection.exception_for(error) from None

    async def bookmarks(self, match_id: str) -> list[archive_pb2.Bookmark]:
        """Return the records after which the round or a score changed, the start of the match first."""
        request = archive_pb2.ListBookmarksRequest(match_id=match_id)
        return list((await self._connection.unary(self._stub.ListBookmarks, request)).bookmarks)

    async def score_breakdown(self, match_id: str) -> list[archive_pb2.ScoreRow]:
        """Return the parts of a finished match's scores: the rows of its score sheet."""
        request = archive_pb2.GetScoreBreakdownRequest(match_id=match_id, language=self._language)
        return list((await self._connection.unary(self._stub.GetScoreBreakdown, request)).rows)

    async def export_text(self, match_id: str) -> str:
        """Return the match as readable text, with its choices in the client's language."""
        request = archive_pb2.ExportTextRequest(match_id=match_id, language=self._language)
        return (await self._connection.unary(self._stub.ExportText, request)).text

    async def import_text(self, text: str) -> archive_pb2.ImportTextResponse:
        """Import a match from the text that `export_text` has written."""
        return await self._connection.unary(self._stub.ImportText, archive_pb2.ImportTextRequest(text=text))

    async def export_matches(
        self,
        matches: lobby_pb2.ListMatchesRequest | None = None,
        progress: Callable[[archive_pb2.ExportMatchesResponse], object] | None = None,
    ) -> AsyncIterator[bytes]:
        """Yield the finished matches that fit the filters in `matches`, as the chunks of one bundle file.

        `progress` is called with every message of the server; the messages name damaged matches, which are skipped.
        """
        request = archive_pb2.ExportMatchesRequest(selection=archive_pb2.MatchSelection(filter=matches))
        async for response in self._connection.stream(self._stub.ExportMatches, request):
            if progress is not None:
                progress(response)
            yield response.chunk

    async def import_matches(
        self, chunks: Iterable[bytes] | AsyncIterable[bytes]
    ) -> AsyncIterator[archive_pb2.ImportMatchesResponse]:
        """Import the chunks of a bundle file that `export_matches` has written. Yield the progress from time to time.
        Matches that the server has already are skipped."""

        async def requests() -> AsyncIterator[archive_pb2.ImportMatchesRequest]:
            async for chunk in each_of(chunks):
                yield archive_pb2.ImportMatchesRequest(chunk=chunk)

        try:
            async for response in self._stub.ImportMatches(requests(), metadata=self._connection.metadata):
                yield response
        except grpc.aio.AioRpcError as error:
            raise self._connection.exception_for(error) from None

    async def verify_matches(
        self,
        matches: lobby_pb2.ListMatchesRequest | None = None,
        progress: Callable[[archive_pb2.VerifyMatchesResponse], object] | None = None,
    ) -> list[archive_pb2.MatchFindings]:
        """Verify all finished matches that fit the filters in `matches`. Return the findings about those that failed.

        `progress` is called with every message of the server.
        """
        request = archive_pb2.VerifyMatchesRequest(selection=archive_pb2.MatchSelection(filter=matches))
        failed: list[archive_pb2.MatchFindings] = []
        async for response in self._connection.stream(self._stub.VerifyMatches, request):
            failed += response.failed
            if progress is not None:
                progress(response)
            if response.finished:
                return failed
        raise ServerError("The server stopped verifying before it came to an end; try again.")


async def each_of(chunks: Iterable[bytes] | AsyncIterable[bytes]) -> AsyncIterator[bytes]:
    """Yield the chunks of an iterable, which may be a plain or an asynchronous one."""
    if isinstance(chunks, AsyncIterable):
        async for chunk in chunks:
            yield chunk
    else:
        for chunk in chunks:
            yield chunk


def _viewer(seat: int | None, spectator: bool) -> archive_pb2.Viewer | None:
    """Return the viewer for a seat or a spectator; None for the caller's default viewer."""
    if seat is not None:
        return archive_pb2.Viewer(seat=seat)
    return archive_pb2.Viewer(spectator=True) if spectator else None


def current_state(reply: play_pb2.GetViewResponse, match_id: str, seat: int | None, language: str) -> Update:
    """Return the state of a match as an update, in the form of the one that a channel gets when it has caught up."""
    frame = play_pb2.Frame(
        record=reply.next_record,
        caught_up=play_pb2.CaughtUp(
            decision=reply.decision if reply.HasField("decision") else None,
            pending_seats=reply.pending_seats,
            view=reply.view,
            clocks=reply.clocks,
            undoable=reply.undoable,
        ),
    )
    return Update(frame, Context(match_id, seat, language, play_pb2.ChannelOpened(view_type=reply.view_type)))
