"""Taking matches that are over out of this server, and into it."""

import asyncio
from collections.abc import AsyncIterator, Mapping

from google.protobuf.message import DecodeError

from tilth.v1.archive_pb2 import Entry, ExportHeader
from tilth.v1.record_pb2 import Record
from tilth_server.archive import portable
from tilth_server.archive.examination import Examination
from tilth_server.archive.eyes import is_over
from tilth_server.archive.portable import bad_file
from tilth_server.archive.reasons import FOREIGN_ONLY, NOT_OVER, OTHER_MATCH
from tilth_server.players import Register
from tilth_server.players.names import checked
from tilth_server.refusal import Refusal
from tilth_server.store import Append, StoreError, Streams
from tilth_server.store.chain import link, root
from tilth_server.tables.matches import MatchInfo, NotAMatch, born, grown, stream_of
from tilth_server.wire import GameWire

STREAM = "imports"
"""The headers of what was imported: the names of players who are not registered here."""
PIECE_BYTES = 1 << 16
LONGEST_ID = 64


async def export(store: Streams, register: Register, info: MatchInfo) -> AsyncIterator[bytes]:
    """The file, in pieces."""
    if not is_over(info):
        raise Refusal(NOT_OVER, "a match can be exported when it is over", field="match_id")
    header = ExportHeader(
        format=portable.FORMAT,
        version=portable.VERSION,
        match_id=info.id,
        record_count=info.record_count,
        player_names={player_id: register.name(player_id) for player_id in _players(info)},
    )
    piece = portable.framed(header.SerializeToString())
    async for stored in store.read(info.stream, 0, info.record_count):
        entry = Entry(number=stored.number, record=stored.body, hash=stored.hash)
        piece += portable.framed(entry.SerializeToString())
        if len(piece) >= PIECE_BYTES:
            yield piece
            piece = b""
    if piece:
        yield piece


class Imports:
    """Takes exported matches in, if they hold."""

    def __init__(self, store: Streams, register: Register, wires: Mapping[str, GameWire]) -> None:
        self._store = store
        self._register = register
        self._wires = wires
        self._count = 0
        self._turn = asyncio.Lock()

    async def load(self) -> None:
        """Learn the names of the players of matches imported before."""
        async for stored in self._store.read(STREAM):
            self._register.strangers.update(ExportHeader.FromString(stored.body).player_names)
            self._count += 1

    async def take_in(self, file: bytes, operator: bool) -> tuple[ExportHeader, bool]:
        """Store the match durably; False when it was here already, to the byte."""
        header, entries = portable.read(file)
        info = self._checked(header, entries)
        async with self._turn:
            head = await self._store.head(info.stream)
            if head.length:
                if (head.length, head.hash) != (len(entries), entries[-1].hash):
                    what = f"another match of the id {info.id} is here"
                    raise Refusal(OTHER_MATCH, what, field="piece")
                return header, False
            self._refuse_ours(info, operator)
            await self._examined(info, entries)
            named = ExportHeader(match_id=info.id, player_names=self._names(info, header))
            await self._put(info.stream, [entry.record for entry in entries], named)
            self._register.strangers.update(named.player_names)
            return header, True

    def _checked(self, header: ExportHeader, entries: list[Entry]) -> MatchInfo:
        """The match that these records are of: whole, over, and chained as its name demands."""
        match_id = header.match_id
        if not (match_id.isascii() and match_id.replace("-", "").isalnum() and len(match_id) <= LONGEST_ID):
            raise bad_file("its match has no proper id")
        if not entries:
            raise bad_file("it holds no records")
        hashed = root(stream_of(match_id))
        for entry in entries:
            hashed = link(hashed, entry.record)
            if hashed != entry.hash:
                raise bad_file(f"record {entry.number} is not what its hash was made of")
        try:
            self._refuse_unplayable(Record.FromString(entries[0].record))
            info = born(match_id, entries[0].record)
            for entry in entries[1:]:
                grown(info, entry.record)
        except (NotAMatch, DecodeError, IndexError) as error:
            raise bad_file(f"its records make no match ({type(error).__name__})") from None
        if not is_over(info):
            raise bad_file("its match is not over")
        return info

    def _refuse_unplayable(self, first: Record) -> None:
        wire = self._wires.get(first.created.game)
        if wire is None:
            raise bad_file(f"the game {first.created.game!r} is not installed here")
        if first.created.seat_count not in wire.game.seats:
            raise bad_file(f"{first.created.seat_count} can't play {wire.name}")

    def _refuse_ours(self, info: MatchInfo, operator: bool) -> None:
        """Whoever could bring in matches of this server's players could forge what they have played."""
        if operator:
            return
        for player_id in _players(info):
            if self._register.knows(player_id):
                what = f"{self._register.name(player_id)} is a player of this server: only an operator may import it"
                raise Refusal(FOREIGN_ONLY, what, field="piece")

    async def _examined(self, info: MatchInfo, entries: list[Entry]) -> None:
        exam = Examination(info, self._wires[info.game])
        for entry in entries:
            exam.take_up(entry.number, entry.record)
        holds = exam.seed_holds() and exam.fold_holds() and await exam.rules_hold() is not False
        if not holds:
            finding = exam.findings[0]
            raise bad_file(f"record {finding.record}: {finding.what}")

    def _names(self, info: MatchInfo, header: ExportHeader) -> dict[str, str]:
        """The names of players who aren't registered here, as the file has them."""
        names = {}
        for player_id in _players(info):
            if player_id in header.player_names and not self._register.knows(player_id):
                try:
                    names[player_id] = checked(header.player_names[player_id])
                except Refusal as refused:
                    raise bad_file(refused.what) from None
        return names

    async def _put(self, stream: str, bodies: list[bytes], header: ExportHeader) -> None:
        """Both together, or neither."""
        durable: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(error: StoreError | None) -> None:
            if error is None:
                self._count += 1
            if durable.cancelled():
                return
            if error is None:
                durable.set_result(None)
            else:
                durable.set_exception(error)

        appends = (Append(stream, 0, bodies), Append(STREAM, self._count, [header.SerializeToString()]))
        self._store.put(appends, done)
        await durable


def _players(info: MatchInfo) -> list[str]:
    """Everybody the match names."""
    named = dict.fromkeys([info.creator_id, *info.player_ids, *info.invited_ids])
    return [player_id for player_id in named if player_id]
