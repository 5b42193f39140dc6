"""What has been played: read it, look at any moment of it, prove it, take it elsewhere."""

from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable

import grpc.aio

from tilth.v1 import archive_pb2, archive_pb2_grpc, lobby_pb2, play_pb2
from tilth_client.connection import Connection
from tilth_client.decisions import Context
from tilth_client.errors import ServerFault, from_rpc
from tilth_client.happenings import Happening


class Archive:
    """`tilth.archive`."""

    def __init__(self, connection: Connection, language: str) -> None:
        self._connection = connection
        self._language = language

    @property
    def _stub(self) -> "archive_pb2_grpc.ArchiveServiceAsyncStub":
        return archive_pb2_grpc.ArchiveServiceStub(self._connection.channel)

    async def log(
        self, match_id: str, from_record: int = 0, limit: int = 0, *, seat: int | None = None
    ) -> AsyncIterator[archive_pb2.Entry]:
        """The records of a match: as stored when it is over, else as `seat` (or a spectator) may see them."""
        request = archive_pb2.ReadLogRequest(
            match_id=match_id, from_record=from_record, limit=limit, seat=seat
        )
        end = from_record + limit
        async for page in self._connection.stream(self._stub.ReadLog, request, again=True):
            for entry in page.entries:
                request.from_record = entry.number + 1
                request.limit = end - request.from_record if limit else 0
                yield entry
            if limit and not request.limit:
                return

    async def at(
        self,
        match_id: str,
        record: int,
        *,
        seat: int | None = None,
        spectator: bool = False,
        texts: bool = False,
    ) -> archive_pb2.ViewAtResponse:
        """How the match stood after a record. `tilth_client.decoded` reads its view."""
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
    ) -> AsyncIterator[Happening]:
        """The match as a watch told it, in the tempo it was played or a record every so many milliseconds."""
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
        async for response in self._connection.stream(self._stub.Replay, request, again=True):
            for told in response.told:
                if told.HasField("opened"):
                    context = Context(match_id, seat, self._language, told.opened)
                elif told.WhichOneof("what") in ("happened", "caught_up", "ended"):
                    if told.HasField("happened"):
                        request.from_record = told.record + 1
                    yield Happening(told, context)

    async def verify(
        self, match_id: str, progress: Callable[[int, int], object] | None = None
    ) -> archive_pb2.VerifyMatchResponse:
        """Check hashes, fold, rules and seed. `progress` is called with the records done and their number."""
        request = archive_pb2.VerifyMatchRequest(match_id=match_id)
        async for found in self._connection.stream(self._stub.VerifyMatch, request):
            if progress is not None:
                progress(found.records_done, found.record_count)
            if found.finished:
                return found
        raise ServerFault("The server stopped verifying before it came to an end; try again.")

    async def export(self, match_id: str) -> AsyncIterator[bytes]:
        """The match as the pieces of one portable file."""
        request = archive_pb2.ExportMatchRequest(match_id=match_id)
        async for response in self._connection.stream(self._stub.ExportMatch, request):
            yield response.piece

    async def import_match(
        self, pieces: Iterable[bytes] | AsyncIterable[bytes]
    ) -> archive_pb2.ImportMatchResponse:
        """Take in an exported match."""

        async def requests() -> AsyncIterator[archive_pb2.ImportMatchRequest]:
            async for piece in _each(pieces):
                yield archive_pb2.ImportMatchRequest(piece=piece)

        try:
            return await self._stub.ImportMatch(requests(), metadata=self._connection.metadata)
        except grpc.aio.AioRpcError as error:
            raise from_rpc(error, self._connection.address) from None

    async def moments(self, match_id: str) -> list[archive_pb2.Moment]:
        """The records after which the round or a score was another one, the start of the match first."""
        request = archive_pb2.ListMomentsRequest(match_id=match_id)
        return list((await self._connection.unary(self._stub.ListMoments, request)).moments)

    async def write_text(self, match_id: str) -> str:
        """The match as text that reads well, what was chosen in the client's language."""
        request = archive_pb2.WriteTextRequest(match_id=match_id, language=self._language)
        return (await self._connection.unary(self._stub.WriteText, request)).text

    async def read_text(self, text: str) -> archive_pb2.ReadTextResponse:
        """Make a match again of what `write_text` has written."""
        return await self._connection.unary(self._stub.ReadText, archive_pb2.ReadTextRequest(text=text))

    async def export_season(
        self,
        matches: lobby_pb2.ListMatchesRequest | None = None,
        progress: Callable[[archive_pb2.ExportSeasonResponse], object] | None = None,
    ) -> AsyncIterator[bytes]:
        """All matches that are over and that a list of these filters would show, as the pieces of one file.

        `progress` is called with every message, and so hears of damaged matches that are left out.
        """
        request = archive_pb2.ExportSeasonRequest(season=archive_pb2.Season(matches=matches))
        async for response in self._connection.stream(self._stub.ExportSeason, request):
            if progress is not None:
                progress(response)
            yield response.piece

    async def import_season(
        self, pieces: Iterable[bytes] | AsyncIterable[bytes]
    ) -> AsyncIterator[archive_pb2.ImportSeasonResponse]:
        """Take a season in; how it goes, now and then. Matches that are here already are passed over."""

        async def requests() -> AsyncIterator[archive_pb2.ImportSeasonRequest]:
            async for piece in _each(pieces):
                yield archive_pb2.ImportSeasonRequest(piece=piece)

        try:
            async for said in self._stub.ImportSeason(requests(), metadata=self._connection.metadata):
                yield said
        except grpc.aio.AioRpcError as error:
            raise from_rpc(error, self._connection.address) from None

    async def verify_season(
        self,
        matches: lobby_pb2.ListMatchesRequest | None = None,
        progress: Callable[[archive_pb2.VerifySeasonResponse], object] | None = None,
    ) -> list[archive_pb2.Unsound]:
        """Prove all matches that are over and that a list of these filters would show: those that don't hold."""
        request = archive_pb2.VerifySeasonRequest(season=archive_pb2.Season(matches=matches))
        unsound: list[archive_pb2.Unsound] = []
        async for said in self._connection.stream(self._stub.VerifySeason, request):
            unsound += said.unsound
            if progress is not None:
                progress(said)
            if said.finished:
                return unsound
        raise ServerFault("The server stopped verifying before it came to an end; try again.")


async def _each(pieces: Iterable[bytes] | AsyncIterable[bytes]) -> AsyncIterator[bytes]:
    if isinstance(pieces, AsyncIterable):
        async for piece in pieces:
            yield piece
    else:
        for piece in pieces:
            yield piece


def _viewer(seat: int | None, spectator: bool) -> archive_pb2.Viewer | None:
    if seat is not None:
        return archive_pb2.Viewer(seat=seat)
    return archive_pb2.Viewer(spectator=True) if spectator else None


def standing(reply: play_pb2.GetViewResponse, match_id: str, seat: int | None, language: str) -> Happening:
    """How a match stands, in the shape in which a channel tells it."""
    told = play_pb2.Told(
        record=reply.record,
        caught_up=play_pb2.CaughtUp(
            asked=reply.asked if reply.HasField("asked") else None,
            waiting=reply.waiting,
            view=reply.view,
            clocks=reply.clocks,
            undoable=reply.undoable,
        ),
    )
    return Happening(told, Context(match_id, seat, language, play_pb2.Opened(view_type=reply.view_type)))
