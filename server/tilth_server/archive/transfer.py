"""Taking matches that are over out of this server, and into it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

import structlog

from tilth.v1.archive_pb2 import Entry, ExportHeader
from tilth_server.archive import portable
from tilth_server.archive.admission import Admission
from tilth_server.archive.examination import Examination
from tilth_server.archive.eyes import is_over
from tilth_server.archive.portable import bad_file
from tilth_server.archive.proof import Proof
from tilth_server.archive.reasons import FOREIGN_ONLY, NOT_OVER, OTHER_MATCH
from tilth_server.players import Register
from tilth_server.players.names import checked
from tilth_server.refusal import Refusal
from tilth_server.store import Append, BrokenChain, StoreError, Streams
from tilth_server.store.chain import link, root
from tilth_server.tables.matches import TOURNAMENTS, MatchInfo, stream_of
from tilth_server.wire import GameWire

log = structlog.get_logger()

T = TypeVar("T")

STREAM = "imports"
"""The headers of what was imported: the names of players who are not registered here."""
PIECE_BYTES = 1 << 16
RECORDS_AT_A_TIME = 200
"""Looked at before the loop gets a turn."""

Sign = Callable[[str], Awaitable[None]]
"""Writes down that an operator brings in the match of this id; what is not written down is not done."""


async def export(store: Streams, register: Register, info: MatchInfo) -> AsyncIterator[bytes]:
    """The file, in pieces."""
    if not is_over(info):
        raise Refusal(NOT_OVER, "a match can be exported when it is over", field="match_id")
    header = header_of(info, register)
    # Sorted by player, so that one match is one file, whoever writes it and whenever.
    piece = portable.framed(header.SerializeToString(deterministic=True))
    async for stored in store.read(info.stream, 0, info.record_count):
        entry = Entry(number=stored.number, record=stored.body, hash=stored.hash)
        piece += portable.framed(entry.SerializeToString())
        if len(piece) >= PIECE_BYTES:
            yield piece
            piece = b""
    if piece:
        yield piece


def header_of(info: MatchInfo, register: Register) -> ExportHeader:
    """What is said of a match before its records."""
    return ExportHeader(
        format=portable.FORMAT,
        version=portable.VERSION,
        match_id=info.id,
        record_count=info.record_count,
        player_names=names_in(info, register),
    )


def names_in(info: MatchInfo, register: Register) -> dict[str, str]:
    """The names of everybody the match names, by their ids."""
    return {player_id: register.name(player_id) for player_id in players_of(info)}


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

    async def take_in(
        self, file: bytes, operator: bool, sign: Sign | None = None
    ) -> tuple[ExportHeader, bool]:
        """Store the match durably; False when it was here already, to the byte."""
        header, entries = portable.read(file)
        hashed = root(stream_of(header.match_id))
        async for at, entry in in_turns(entries):
            hashed = link(hashed, entry.record)
            if hashed != entry.hash:
                raise bad_file(f"record {at} is not what its hash was made of")
        header.head = hashed
        bodies = [entry.record for entry in entries]
        return header, await self.take_in_records(header, bodies, operator, sign)

    async def take_in_records(
        self, header: ExportHeader, bodies: list[bytes], operator: bool, sign: Sign | None = None
    ) -> bool:
        """The same for the bare records; the header says the hash of the last one."""
        info = await self._admitted(header, bodies)
        async with self._turn:
            if await self.knows(header):
                return False
            if not operator:
                await self._refuse_ours(info)
            await self._examined(info, bodies)
            named = ExportHeader(match_id=info.id, player_names=self._names(info, header))
            if sign is not None:
                await sign(info.id)
            await self._put(info.stream, bodies, named)
            self._register.strangers.update(named.player_names)
            return True

    async def knows(self, header: ExportHeader) -> bool:
        """Whether this very match is here; refused where another one of its id is."""
        head = await self._store.head(stream_of(header.match_id))
        if head.length and (head.length, head.hash) != (header.record_count, header.head):
            what = f"another match of the id {header.match_id} is here"
            raise Refusal(OTHER_MATCH, what, field="piece")
        return head.length > 0

    async def _admitted(self, header: ExportHeader, bodies: list[bytes]) -> MatchInfo:
        """The match that these records are of: whole, over, and chained as its name demands."""
        admission = Admission(header.match_id, self._wires)
        hashed = root(stream_of(header.match_id))
        async for number, body in in_turns(bodies):
            hashed = link(hashed, body)
            admission.take_up(number, body)
        if len(bodies) != header.record_count or hashed != header.head:
            raise bad_file("its records are not those that its last hash was made of")
        return admission.admitted()

    async def _refuse_ours(self, info: MatchInfo) -> None:
        """Whoever could bring in matches of this server's players, or its tournaments, could forge them."""
        for tournament_id in {info.creator_id, info.tournament_id} - {""}:
            if (await self._store.head(TOURNAMENTS + tournament_id)).length:
                what = f"tournament {tournament_id} is this server's: only an operator may import its matches"
                raise Refusal(FOREIGN_ONLY, what, field="piece")
        for player_id in players_of(info):
            if self._register.knows(player_id):
                what = f"{self._register.name(player_id)} is a player of this server: only an operator may import it"
                raise Refusal(FOREIGN_ONLY, what, field="piece")

    async def _examined(self, info: MatchInfo, bodies: list[bytes]) -> None:
        proof = Proof(info, self._wires[info.game], bodies)
        for _ in proof.slices():
            await asyncio.sleep(0)
        if proof.holds:
            return
        exam = Examination(info, self._wires[info.game])
        async for number, body in in_turns(bodies):
            exam.take_up(number, body)
        # The rules first: they stop at the first record that they would not make.
        holds = exam.seed_holds() and await exam.rules_hold() is not False and await exam.fold_holds()
        if not holds:
            finding = exam.findings[0]
            raise bad_file(f"record {finding.record}: {finding.what}")

    def _names(self, info: MatchInfo, header: ExportHeader) -> dict[str, str]:
        """The names of players who aren't registered here, as the file has them."""
        names = {}
        for player_id in players_of(info):
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


async def in_turns(things: Sequence[T]) -> AsyncIterator[tuple[int, T]]:
    """They and their numbers; now and then the loop gets a turn."""
    for at, thing in enumerate(things):
        if at % RECORDS_AT_A_TIME == 0:
            await asyncio.sleep(0)
        yield at, thing


def players_of(info: MatchInfo) -> list[str]:
    """Everybody the match names."""
    named = dict.fromkeys([info.creator_id, *info.player_ids, *info.invited_ids])
    return [player_id for player_id in named if player_id]
