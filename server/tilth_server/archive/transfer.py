"""Taking matches that are over out of this server, and into it."""

import asyncio
from collections.abc import AsyncIterator, Mapping

import structlog

from tilth.v1.archive_pb2 import Entry, ExportHeader
from tilth_server.archive import portable
from tilth_server.archive.admission import Admission
from tilth_server.archive.examination import Examination
from tilth_server.archive.eyes import is_over
from tilth_server.archive.portable import bad_file
from tilth_server.archive.reasons import FOREIGN_ONLY, NOT_OVER, OTHER_MATCH
from tilth_server.players import Register
from tilth_server.players.names import checked
from tilth_server.refusal import Refusal
from tilth_server.store import Append, BrokenChain, StoreError, Streams
from tilth_server.store.chain import link, root
from tilth_server.tables.matches import MatchInfo, stream_of
from tilth_server.wire import GameWire

log = structlog.get_logger()

STREAM = "imports"
"""The headers of what was imported: the names of players who are not registered here."""
PIECE_BYTES = 1 << 16
RECORDS_AT_A_TIME = 200
"""Looked at before the loop gets a turn."""


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
        self._count = (await self._store.head(STREAM)).length
        done = 0
        while done < self._count:
            try:
                async for stored in self._store.read(STREAM, done):
                    self._register.strangers.update(ExportHeader.FromString(stored.body).player_names)
                    done = stored.number + 1
            except BrokenChain as broken:
                # Some strangers are shown by their ids then; nothing else hangs on it.
                log.error("broken chain", what=str(broken))
                done = max(done, broken.number) + 1

    async def take_in(self, file: bytes, operator: bool) -> tuple[ExportHeader, bool]:
        """Store the match durably; False when it was here already, to the byte."""
        header, entries = portable.read(file)
        info = await self._checked(header, entries)
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

    async def _checked(self, header: ExportHeader, entries: list[Entry]) -> MatchInfo:
        """The match that these records are of: whole, over, and chained as its name demands."""
        admission = Admission(header.match_id, self._wires)
        hashed = root(stream_of(header.match_id))
        async for entry in _in_turns(entries):
            body = entry.record
            hashed = link(hashed, body)
            if hashed != entry.hash:
                raise bad_file(f"record {entry.number} is not what its hash was made of")
            admission.take_up(entry.number, body)
        return admission.admitted()

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
        async for entry in _in_turns(entries):
            exam.take_up(entry.number, entry.record)
        # The rules first: they stop at the first record that they would not make.
        holds = exam.seed_holds() and await exam.rules_hold() is not False and await exam.fold_holds()
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


async def _in_turns(entries: list[Entry]) -> AsyncIterator[Entry]:
    """The entries; now and then the loop gets a turn."""
    for at, entry in enumerate(entries):
        if at % RECORDS_AT_A_TIME == 0:
            await asyncio.sleep(0)
        yield entry


def _players(info: MatchInfo) -> list[str]:
    """Everybody the match names."""
    named = dict.fromkeys([info.creator_id, *info.player_ids, *info.invited_ids])
    return [player_id for player_id in named if player_id]
