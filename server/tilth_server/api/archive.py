"""tilth.v1.ArchiveService."""

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Final

import structlog

from tilth.v1 import archive_pb2 as pb
from tilth_server.api.desk import Desk
from tilth_server.api.filters import Filters, all_of
from tilth_server.api.service import Call, Caller, Requests
from tilth_server.archive import moments, reading, replay, retelling, seasons, transfer, verification, writing
from tilth_server.archive.books import Books
from tilth_server.archive.eyes import is_over, viewer_of
from tilth_server.archive.provers import Provers
from tilth_server.archive.reasons import NO_RECORD, NOT_OVER
from tilth_server.players import Register
from tilth_server.refusal import Refusal, over_limit
from tilth_server.store import SqliteStreams
from tilth_server.tables.house import House
from tilth_server.tables.matches import MatchInfo
from tilth_server.tables.telling import end_of
from tilth_server.wire import GameWire, frames, language_of, replies

log = structlog.get_logger()

MOST_IMPORTED_BYTES = 16 << 20
"""In one file; a long match has some 0.1 MB."""
MOST_HEARD_BYTES = 8 * MOST_IMPORTED_BYTES
MOST_SEASON_BYTES = 1 << 40
"""In one season that an operator brings in, uncompressed; ..."""
MOST_STRANGE_SEASON_BYTES = 1 << 30
"""... and that anybody does."""


class ArchiveService:
    """Reading, viewing, replaying, proving and moving matches."""

    BY_OPERATORS_TOO: Final = ("ImportSeason",)
    SIGNED_WITHIN: Final = ("ImportMatch", "ReadText")

    def __init__(
        self,
        store: SqliteStreams,
        house: House,
        register: Register,
        wires: Mapping[str, GameWire],
        desk: Desk,
    ) -> None:
        self._store = store
        self._desk = desk
        self._house = house
        self._register = register
        self._wires = wires
        self._books = Books(store, wires)
        self._imports = transfer.Imports(store, register, wires)
        self._filters = Filters(wires)
        self._verification = seasons.Verification(store, wires, Provers(store.database))
        self._importing: set[str] = set()
        """Who is sending a file: one each, for it is gathered in memory."""

    async def open(self) -> None:
        await self._imports.load()

    async def ReadLog(
        self, request: pb.ReadLogRequest, caller: Caller, call: Call
    ) -> AsyncIterator[pb.ReadLogResponse]:
        info = self._house.find(request.match_id)
        seat = request.seat if request.HasField("seat") else None
        viewer = viewer_of(info, caller.player_id, seat)
        limit = request.limit or None
        wire = self._wires[info.game]
        async for piece in reading.read_log(self._store, wire, info, viewer, request.from_record, limit):
            yield piece

    async def ViewAt(self, request: pb.ViewAtRequest, caller: Caller, call: Call) -> bytes:
        info = self._house.find(request.match_id)
        viewer = _viewer(info, caller, request.viewer)
        book = await self._books.open(info)
        state, table = book.at(request.record)
        wire = book.wire
        language = language_of(request.language) if request.texts else None
        return replies.view_at_response(
            view_type=wire.view_type,
            view=wire.view(state, viewer),
            waiting=[] if table is None else table.waiting,
            asked=b"" if table is None or viewer < 0 else wire.decision(table, viewer, language),
            round=wire.game.round(state),
            scores=wire.game.scores(state),
            record_count=info.record_count,
        )

    async def ListMoments(
        self, request: pb.ListMomentsRequest, caller: Caller, call: Call
    ) -> pb.ListMomentsResponse:
        book = await self._books.open(self._house.find(request.match_id))
        return pb.ListMomentsResponse(moments=await moments.of(book))

    async def Replay(self, request: pb.ReplayRequest, caller: Caller, call: Call) -> AsyncIterator[bytes]:
        info = self._house.find(request.match_id)
        viewer = _viewer(info, caller, request.viewer)
        if request.from_record > info.record_count:
            raise Refusal(NO_RECORD, f"the log has {info.record_count} records", field="from_record")
        book = await self._books.open(info)
        names = (self._register.name(player_id) if player_id else "" for player_id in info.player_ids)
        showing = replay.Showing(
            viewer,
            request.views,
            language_of(request.language) if request.texts else None,
            tuple(names),
            self._register.name,
        )
        tempo = replay.Tempo(request.interval_ms, request.speed_percent, request.longest_pause_ms)
        if is_over(info):
            last = end_of(info, (await self._store.head(info.stream)).hash)
        else:
            last = frames.caught_up(len(book.logged))
        async for piece in replay.replay(book, showing, request.from_record, tempo, last):
            yield piece

    async def VerifyMatch(
        self, request: pb.VerifyMatchRequest, caller: Caller, call: Call
    ) -> AsyncIterator[pb.VerifyMatchResponse]:
        info = self._house.find(request.match_id)
        async for said in verification.verify(self._store, self._wires[info.game], info):
            yield said

    async def ExportMatch(
        self, request: pb.ExportMatchRequest, caller: Caller, call: Call
    ) -> AsyncIterator[pb.ExportMatchResponse]:
        info = self._house.find(request.match_id)
        async for piece in transfer.export(self._store, self._register, info):
            yield pb.ExportMatchResponse(piece=piece)

    async def ImportMatch(self, requests: Requests, caller: Caller, call: Call) -> pb.ImportMatchResponse:
        with self._one_import(caller):
            file = await _gathered(requests)
            sign = partial(self._sign_import, caller) if caller.operator else None
            header, is_new = await self._imports.take_in(file, caller.operator, sign)
        if is_new:
            self._house.adopt(header.match_id)
            log.info("match imported", match=header.match_id)
        return pb.ImportMatchResponse(
            match_id=header.match_id, record_count=header.record_count, known=not is_new
        )

    async def _sign_import(self, caller: Caller, match_id: str) -> None:
        await self._desk.sign(caller, "ImportMatch", subject=match_id)

    async def ExportSeason(
        self, request: pb.ExportSeasonRequest, caller: Caller, call: Call
    ) -> AsyncIterator[pb.ExportSeasonResponse]:
        async for said in seasons.export(self._store, self._register, await self._over(request.season)):
            yield said

    async def ImportSeason(
        self, requests: Requests, caller: Caller, call: Call
    ) -> AsyncIterator[pb.ImportSeasonResponse]:
        most = MOST_SEASON_BYTES if caller.operator else MOST_STRANGE_SEASON_BYTES
        with self._one_import(caller):
            arrival = seasons.Arrival(self._imports, caller.operator, most, self._house.adopt)
            try:
                async for said in arrival.take_in(_pieces(requests)):
                    yield said
            except Refusal:
                # Whoever still sends misses the refusal: the rest is heard, up to a point.
                heard = 0
                async for request in requests:
                    heard += len(request.piece)
                    if heard > MOST_HEARD_BYTES:
                        break
                raise

    async def VerifySeason(
        self, request: pb.VerifySeasonRequest, caller: Caller, call: Call
    ) -> AsyncIterator[pb.VerifySeasonResponse]:
        infos = await self._over(request.season)
        # Of matches whose beginning is damaged nobody knows which they are: they belong to all there is.
        everything = not request.season.matches.ListFields()
        broken = self._house.directory.broken() if everything else {}
        async for said in self._verification.verify(infos, broken):
            yield said

    async def WriteText(
        self, request: pb.WriteTextRequest, caller: Caller, call: Call
    ) -> pb.WriteTextResponse:
        info = self._house.find(request.match_id)
        if not is_over(info):
            raise Refusal(NOT_OVER, "a match can be written when it is over", field="match_id")
        bodies = [stored.body async for stored in self._store.read(info.stream, 0, info.record_count)]
        wire = self._house.wire_of(info)
        names = transfer.names_in(info, self._register)
        text = await writing.write(info, wire, bodies, names, language_of(request.language))
        return pb.WriteTextResponse(text=text)

    async def ReadText(self, request: pb.ReadTextRequest, caller: Caller, call: Call) -> pb.ReadTextResponse:
        with self._one_import(caller):
            header, bodies = await retelling.read(request.text, self._wires)
            sign = partial(self._sign_import, caller) if caller.operator else None
            is_new = await self._imports.take_in_records(header, bodies, caller.operator, sign)
        if is_new:
            self._house.adopt(header.match_id)
            log.info("match read", match=header.match_id)
        return pb.ReadTextResponse(
            match_id=header.match_id, record_count=header.record_count, known=not is_new
        )

    async def _over(self, season: pb.Season) -> list[MatchInfo]:
        """The matches of a season, the oldest first."""
        season.matches.ClearField("state")
        infos = await all_of(self._house, self._filters.read(season.matches))
        return [info for info in infos if is_over(info)]

    @contextmanager
    def _one_import(self, caller: Caller) -> Iterator[None]:
        if caller.player_id in self._importing:
            raise over_limit("imports_at_once", 1)
        self._importing.add(caller.player_id)
        try:
            yield
        finally:
            self._importing.discard(caller.player_id)


async def _pieces(requests: Requests) -> AsyncIterator[bytes]:
    async for request in requests:
        yield request.piece


async def _gathered(requests: Requests) -> bytes:
    """The file. Of one that is too long the rest is heard, up to a point: whoever still sends misses the refusal."""
    file = bytearray()
    heard = 0
    async for request in requests:
        heard += len(request.piece)
        if heard <= MOST_IMPORTED_BYTES:
            file += request.piece
        elif heard > MOST_HEARD_BYTES:
            break
        else:
            file.clear()
    if heard > MOST_IMPORTED_BYTES:
        raise over_limit("import_bytes", MOST_IMPORTED_BYTES)
    return bytes(file)


def _viewer(info: MatchInfo, caller: Caller, wanted: pb.Viewer) -> int:
    seat = wanted.seat if wanted.HasField("seat") else None
    return viewer_of(info, caller.player_id, seat, spectator=wanted.spectator)
