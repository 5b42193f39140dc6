"""Export and import of matches that have ended."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import aclosing
from typing import TypeVar

import structlog

from tilth.v1.archive_pb2 import ExportHeader, ImportRecord, LogEntry
from tilth_server.archive import match_file
from tilth_server.archive.import_checks import ImportCheck
from tilth_server.archive.match_file import bad_file
from tilth_server.archive.name_checks import claims_of, own_players, players_of, put_names, recorded_hashes
from tilth_server.archive.verify.detailed import DetailedCheck
from tilth_server.archive.verify.quick import QuickCheck
from tilth_server.archive.viewers import is_ended
from tilth_server.matches.match_info import (
    TOURNAMENTS,
    MatchInfo,
    apply_record,
    match_from,
    retitles,
    starts,
    stream_of,
)
from tilth_server.matches.match_orders import rows_of
from tilth_server.players import PlayerRegistry
from tilth_server.players.name_book import MATCH, Claim, NameBook, claims_to_keep
from tilth_server.reasons import MATCH_ID_CONFLICT, MATCH_NOT_FINISHED, OPERATOR_MUST_IMPORT
from tilth_server.refusal import Refusal
from tilth_server.refused_words import RefusedWords
from tilth_server.store import Append, BrokenChain, Head, IndexRow, StoreError, Streams, Turn, report_outcome
from tilth_server.store.chain import link, root
from tilth_server.wire import GameWire

log = structlog.get_logger()

T = TypeVar("T")

IMPORTS_STREAM = "imports"
"""The stream of imported matches, which come from another server or from a file."""
PIECE_BYTES = 1 << 16
RECORDS_AT_A_TIME = 10
"""Records that are checked before other tasks get a turn."""

AuditImport = Callable[[str], Awaitable[None]]
"""A function that records the import of a match, by its id, in the audit. If it raises, nothing is imported."""


async def export_match(store: Streams, players: PlayerRegistry, info: MatchInfo) -> AsyncIterator[bytes]:
    """Yield the match file of an ended match in pieces."""
    if not is_ended(info):
        raise Refusal(MATCH_NOT_FINISHED, "a match can be exported when it has ended", field="match_id")
    header = header_of(info, players.names, await _first_bodies(store, info))
    # Sorted by player, so that every export of a match gives the same file.
    piece = match_file.delimited(header.SerializeToString(deterministic=True))
    async for stored in store.read(info.stream, 0, info.record_count):
        entry = LogEntry(number=stored.number, record=stored.body, hash=stored.hash)
        piece += match_file.delimited(entry.SerializeToString())
        if len(piece) >= PIECE_BYTES:
            yield piece
            piece = b""
    if piece:
        yield piece


def header_of(info: MatchInfo, names: NameBook, bodies: Iterable[bytes]) -> ExportHeader:
    """Return the header of an export; `bodies` are the records up to the match's start, or more."""
    header = ExportHeader(
        format=match_file.FORMAT, version=match_file.VERSION, match_id=info.id, record_count=info.record_count
    )
    put_names(header, info, names, recorded_hashes(bodies))
    return header


async def _first_bodies(store: Streams, info: MatchInfo) -> list[bytes]:
    """Return the bytes of the match's records up to the one that starts it; of all records if it never started."""
    bodies = []
    async with aclosing(store.read(info.stream, 0, info.record_count)) as records:
        async for stored in records:
            bodies.append(stored.body)
            if starts(stored.body):
                break
    return bodies


class MatchImporter:
    """The importer of exported matches. It checks a match completely before it stores it."""

    def __init__(
        self,
        store: Streams,
        players: PlayerRegistry,
        wires: Mapping[str, GameWire],
        refused_words: RefusedWords,
    ) -> None:
        self._store = store
        self._refused_words = refused_words
        self._players = players
        self._wires = wires
        self._count = 0
        self.turn = Turn(self._catch_up)

    async def load(self) -> None:
        """Read the stream of imports: the matches, and the names of players that earlier builds recorded there."""
        await self._read_new(lambda _: None)

    async def _catch_up(self) -> None:
        """Take note of the matches that other nodes have imported, with the names that they claim."""
        new: list[str] = []
        await self._read_new(new.append)
        for match_id in new:
            self._players.names.load(await self._store.kept_values(f"{MATCH}{match_id}/"))

    async def _read_new(self, found: Callable[[str], None]) -> None:
        """Read the records that are not known yet, and call `found` with the match of each."""
        count = (await self._store.head(IMPORTS_STREAM)).length
        while self._count < count:
            try:
                async for stored in self._store.read(IMPORTS_STREAM, self._count):
                    imported = ImportRecord.FromString(stored.body)
                    self._remember(imported)
                    found(imported.match_id)
                    self._count = stored.number + 1
            except BrokenChain as broken:
                # The match of this record is unknown now. It counts as played here, and shows ids for names.
                log.error("damaged record found", error=str(broken))
                self._count = max(self._count, broken.number) + 1

    async def import_file(
        self, file: bytes, operator: bool, audit: AuditImport | None = None
    ) -> tuple[ExportHeader, bool]:
        """Import a file. Return its header, and whether the match is new; False if the same match was here already."""
        header, entries = match_file.read_match_file(file)
        hashed = root(stream_of(header.match_id))
        async for at, entry in enumerate_in_slices(entries):
            hashed = link(hashed, entry.record)
            if hashed != entry.hash:
                raise bad_file(f"the hash of record {at} does not fit the record")
        header.head = hashed
        bodies = [entry.record for entry in entries]
        return header, await self.import_records(header, bodies, operator, audit)

    async def import_records(
        self, header: ExportHeader, bodies: list[bytes], operator: bool, audit: AuditImport | None = None
    ) -> bool:
        """Import records without their hashes; the header holds the hash of the last one. Return whether the match is
        new.
        """
        info = await self._check_log(header, bodies)
        async with self.turn:
            if await self.is_present(header, bodies):
                return False
            if not operator:
                self._refuse_reserved_words(info, header)
                await self._refuse_own_match(info)
            names, recorded = self._players.names, recorded_hashes(bodies)
            own = own_players(info, names, recorded)
            claims = claims_of(info, header, names, recorded, own)
            await self._verify_play(info, bodies)
            if audit is not None:
                await audit(info.id)
            await self._store_match(info, bodies, own, claims)
            names.import_match(info.id, own, claims)
            return True

    def _remember(self, imported: ImportRecord) -> None:
        """Tell the name book which names an imported match gives its players, and which ones are players of this
        server.
        """
        claims = {player_id: Claim(name) for player_id, name in imported.player_names.items()}
        self._players.names.import_match(imported.match_id, imported.own_player_ids, claims)

    async def is_present(self, header: ExportHeader, bodies: Sequence[bytes] | None = None) -> bool:
        """Return whether the match is here already; refuse another match of its id.

        A match is the same even if an operator has given it another title, here or elsewhere. Then the import changes
        nothing. Without `bodies` this cannot be known of a match that is longer than the one here.
        """
        stream = stream_of(header.match_id)
        head = await self._store.head(stream)
        here, there = (head.length, head.hash), (header.record_count, header.head)
        if not head.length or (head.length < header.record_count and bodies is None):
            return False
        if here == there or await self._differ_in_titles(stream, head, header, bodies or ()):
            return True
        message = f"this server has another match with the id {header.match_id}"
        raise Refusal(MATCH_ID_CONFLICT, message, field="chunk")

    async def _differ_in_titles(
        self, stream: str, head: Head, header: ExportHeader, bodies: Sequence[bytes]
    ) -> bool:
        """Return whether the stored match and the file's match differ only by changes of the title after the end."""
        if header.record_count < head.length:
            rest = [stored async for stored in self._store.read(stream, max(0, header.record_count - 1))]
            return rest[0].hash == header.head and all(retitles(stored.body) for stored in rest[1:])
        hashed = root(stream)
        for body in bodies[: head.length]:
            hashed = link(hashed, body)
        return hashed == head.hash and all(map(retitles, bodies[head.length :]))

    def _refuse_reserved_words(self, info: MatchInfo, header: ExportHeader) -> None:
        """Refuse a title or a name that players may not choose here: the import would show it in everybody's lists.

        Operators may import such a match, so that a bundle moves as a whole, and change the title here.
        """
        self._refused_words.check_title(info.title, "chunk")
        for name in header.player_names.values():
            self._refused_words.check_name(name, "chunk")

    async def _check_log(self, header: ExportHeader, bodies: list[bytes]) -> MatchInfo:
        """Return the match of these records; raise Refusal if one can't come next, the match has not ended, or the last
        hash does not fit.
        """
        check = ImportCheck(header.match_id, self._wires)
        hashed = root(stream_of(header.match_id))
        async for number, body in enumerate_in_slices(bodies):
            hashed = link(hashed, body)
            check.add(number, body)
        if len(bodies) != header.record_count or hashed != header.head:
            raise bad_file("its last hash does not fit its records")
        return check.match()

    async def _refuse_own_match(self, info: MatchInfo) -> None:
        """Refuse a match of this server's players or tournaments: a player who could import such matches could forge
        them.
        """
        for tournament_id in {info.creator_id, info.tournament_id} - {""}:
            if (await self._store.head(TOURNAMENTS + tournament_id)).length:
                message = (
                    f"tournament {tournament_id} is on this server: only an operator may import its matches"
                )
                raise Refusal(OPERATOR_MUST_IMPORT, message, field="chunk")
        for player_id in players_of(info):
            if self._players.knows(player_id):
                name = self._players.name(player_id)
                message = f"{name} is a player of this server: only an operator may import the match"
                raise Refusal(OPERATOR_MUST_IMPORT, message, field="chunk")

    async def _verify_play(self, info: MatchInfo, bodies: list[bytes]) -> None:
        """Raise Refusal if the rules, the events or the seed of the match don't fit its records."""
        quick = QuickCheck(info, self._wires[info.game], bodies)
        for _ in quick.slices():
            await asyncio.sleep(0)
        if quick.is_ok:
            return
        detailed = DetailedCheck(info, self._wires[info.game])
        async for number, body in enumerate_in_slices(bodies):
            detailed.add(number, body)
        # Check the rules first: they stop at the first record that they would not make.
        holds = (
            detailed.check_seed()
            and await detailed.check_rules() is not False
            and await detailed.check_fold()
        )
        if not holds:
            finding = detailed.findings[0]
            raise bad_file(f"record {finding.record}: {finding.message}")

    def _rows_of(self, match_id: str, bodies: list[bytes], own: list[str]) -> tuple[IndexRow, ...]:
        """Return the row of the match in the index of matches."""
        info = match_from(match_id, bodies[0])
        for body in bodies[1:]:
            apply_record(info, body)
        info.claimed_ids = self._players.names.claimed({info.creator_id, *info.player_ids}, own)
        return rows_of(info, self._players.ids)

    async def _store_match(
        self, info: MatchInfo, bodies: list[bytes], own: list[str], claims: Mapping[str, Claim]
    ) -> None:
        """Store the match, its row in the index, and the names that were accepted, in one commit."""
        durable: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(error: StoreError | None, heads: Sequence[Head]) -> None:
            if error is None:
                self._count += 1
            report_outcome(durable, error, heads)

        imported = ImportRecord(match_id=info.id, own_player_ids=own)
        appends = (
            Append(info.stream, 0, bodies, rows=self._rows_of(info.id, bodies, own)),
            Append(IMPORTS_STREAM, self._count, [imported.SerializeToString()]),
        )
        self._store.put(appends, done, claims_to_keep(info.id, claims))
        await durable


async def enumerate_in_slices(items: Sequence[T]) -> AsyncIterator[tuple[int, T]]:
    """Yield the items with their numbers, with pauses for other tasks."""
    for at, item in enumerate(items):
        if at % RECORDS_AT_A_TIME == 0:
            await asyncio.sleep(0)
        yield at, item
