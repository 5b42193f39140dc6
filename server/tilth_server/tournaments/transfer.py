"""Export and import of tournaments that have ended, each as one file with all its matches.

The file is a bundle of matches with the tournament behind them. An import checks and stores each match as every import
does, and stores the tournament last, in one commit with its rows: so a tournament is on a server whole or not at all,
and an import that was interrupted is completed by the same import again.
"""

import time
from collections.abc import AsyncIterator, Mapping
from functools import partial
from typing import Final

from google.protobuf.message import DecodeError

from tilth.v1 import tournament_archive_pb2 as pb
from tilth.v1 import tournaments_pb2
from tilth.v1.archive_pb2 import BundlePart, RefusedMatch, TournamentHeader
from tilth_rules.kernel import OptionsRefused
from tilth_server.archive.bundle_file import TOURNAMENT_FORMAT, BundleWriter, bad_bundle
from tilth_server.archive.bundles import BundleImport, export_bundle
from tilth_server.archive.import_checks import CLOCKS_DIFFER_S, LONGEST_ID, is_id
from tilth_server.archive.match_transfer import MatchImporter, enumerate_in_slices
from tilth_server.archive.viewers import is_ended
from tilth_server.matches.match_filter import MatchFilter
from tilth_server.matches.match_info import MatchInfo
from tilth_server.matches.registry import Matches
from tilth_server.players import PlayerRegistry
from tilth_server.reasons import MATCH_ID_CONFLICT, MATCH_NOT_FINISHED
from tilth_server.refusal import Refusal
from tilth_server.store import Store
from tilth_server.store.chain import link, root
from tilth_server.tournaments.new_tournament import check_settings
from tilth_server.tournaments.registry import Tournaments
from tilth_server.tournaments.tournament import Tournament, apply_record, stream_of, tournament_from
from tilth_server.tournaments.tournament_checks import Findings, check_tournament
from tilth_server.wire import GameWire

MAX_FILE_BYTES: Final = 1 << 40
"""Limit on the uncompressed bytes of a file."""
MAX_RECORDS: Final = 1_000_000
MAX_BYTES: Final = 256 << 20
"""Limit on the bytes of a tournament's records, which an import holds in memory."""
MATCHES_AT_ONCE: Final = 500


class TournamentTransfer:
    """The exporter, importer and verifier of tournaments."""

    def __init__(
        self,
        store: Store,
        tournaments: Tournaments,
        matches: Matches,
        players: PlayerRegistry,
        wires: Mapping[str, GameWire],
        imports: MatchImporter,
    ) -> None:
        self._store = store
        self._tournaments = tournaments
        self._matches = matches
        self._players = players
        self._wires = wires
        self._imports = imports

    async def export(self, tournament_id: str) -> AsyncIterator[pb.ExportTournamentResponse]:
        """Yield the file of an ended tournament in pieces. Refuse one that has not ended, or whose matches have not."""
        tournament = await self._ended(tournament_id)
        infos = await self._matches_of(tournament)
        if not all(map(is_ended, infos)):
            message = f"matches of tournament {tournament_id} are still being ended: try again later"
            raise Refusal(MATCH_NOT_FINISHED, message, field="tournament_id")
        header = TournamentHeader(tournament_id=tournament.id)
        bodies: list[bytes] = []
        async for stored in self._store.read(tournament.stream):
            bodies.append(stored.body)
            header.head = stored.hash
        header.record_count = len(bodies)
        last = partial(_add_tournament, header, bodies)
        async for made in export_bundle(self._store, self._players, infos, TOURNAMENT_FORMAT, last):
            yield pb.ExportTournamentResponse(
                chunk=made.chunk,
                matches_done=made.matches_done,
                match_count=made.match_count,
                skipped=made.skipped,
            )

    async def verify(self, tournament_id: str) -> pb.VerifyTournamentResponse:
        """Check an ended tournament against its matches. A damaged stream is refused before."""
        tournament = await self._ended(tournament_id)
        checked, found = await check_tournament(tournament, await self._matches_of(tournament), self._store)
        head = await self._store.head(tournament.stream)
        return pb.VerifyTournamentResponse(
            record_count=head.length, matches_checked=checked, findings=found, head=head.hash
        )

    async def import_file(self, pieces: AsyncIterator[bytes]) -> AsyncIterator[pb.ImportTournamentResponse]:
        """Store the matches of a file, then its tournament, and yield the progress. The caller is an operator.

        Refuse a tournament that does not fit its matches. Matches that fit by themselves stay.
        """
        incoming = IncomingTournament()
        bundle = BundleImport(
            self._imports, True, MAX_FILE_BYTES, self._matches.add_imported, TOURNAMENT_FORMAT, incoming.take
        )
        refused: list[RefusedMatch] = []
        async for progress in bundle.run(pieces):
            refused += progress.refused
            if not progress.finished:
                yield pb.ImportTournamentResponse(matches=progress)
                continue
            if refused:
                first = f"match {refused[0].match_id}: {refused[0].message}"
                raise bad_bundle(
                    f"{len(refused)} of its matches are refused, so its tournament is, too: {first}"
                )
            is_new = await self._store_tournament(incoming)
            yield pb.ImportTournamentResponse(
                matches=progress, tournament_id=incoming.header.tournament_id, already_present=not is_new
            )

    async def _ended(self, tournament_id: str) -> Tournament:
        """Return a tournament that has ended; refuse any other."""
        tournament = (await self._tournaments.fetch(tournament_id)).tournament
        if not tournament.state.has_ended:
            message = "a tournament can be exported and verified when it has ended"
            raise Refusal(MATCH_NOT_FINISHED, message, field="tournament_id")
        return tournament

    async def _matches_of(self, tournament: Tournament) -> list[MatchInfo]:
        """Return all matches that were made for the tournament, the oldest first, and none that only claims so."""
        wanted, after = MatchFilter(tournament_id=tournament.id), ""
        found: list[MatchInfo] = []
        while True:
            page, after = await self._matches.list_page(wanted, MATCHES_AT_ONCE, after)
            found += page
            if not after:
                break
        entrants = tournament.numbers.keys()
        return [info for info in reversed(found) if entrants >= set(info.player_ids)]

    async def _store_tournament(self, incoming: "IncomingTournament") -> bool:
        """Check and store the tournament of a file whose matches are stored; return whether it is new."""
        tournament = await incoming.tournament(self._wires)
        head = await self._store.head(tournament.stream)
        if head.length:
            if head.hash == incoming.header.head:
                return False
            message = f"this server has another tournament with the id {tournament.id}"
            raise Refusal(MATCH_ID_CONFLICT, message, field="chunk")
        _, found = await check_tournament(tournament, await self._matches_of(tournament), self._store)
        if found:
            raise bad_bundle(_text_of(found))
        await self._tournaments.add_imported(tournament, incoming.bodies)
        return True


class IncomingTournament:
    """The tournament of a file, while its records arrive."""

    def __init__(self) -> None:
        self.header = TournamentHeader()
        self.bodies: list[bytes] = []
        self._bytes = 0

    def take(self, part: BundlePart) -> None:
        """Take a part of the file that belongs to no match; refuse a second tournament, and one that is too long."""
        if part.HasField("tournament"):
            if self.header.tournament_id:
                raise bad_bundle("it has more than one tournament")
            self.header = part.tournament
        elif part.HasField("tournament_record"):
            self._bytes += len(part.tournament_record)
            if self._bytes > MAX_BYTES or len(self.bodies) >= MAX_RECORDS:
                raise bad_bundle("its tournament is too long")
            self.bodies.append(part.tournament_record)

    async def tournament(self, wires: Mapping[str, GameWire]) -> Tournament:
        """Return the tournament of the records; raise Refusal if they can't be those of one that has ended."""
        header = self.header
        if not is_id(header.tournament_id):
            raise bad_bundle("it has no tournament, or one with an invalid id")
        hashed = root(stream_of(header.tournament_id))
        latest = time.time() + CLOCKS_DIFFER_S
        tournament: Tournament | None = None
        async for number, body in enumerate_in_slices(self.bodies):
            hashed = link(hashed, body)
            try:
                record = tournaments_pb2.TournamentRecord.FromString(body)
                if not 0 < record.at.seconds <= latest:
                    raise ValueError("its time is before 1970 or in the future")
                if tournament is None:
                    tournament = _first(header.tournament_id, record, wires)
                else:
                    apply_record(tournament, record)
            except (DecodeError, ValueError, LookupError, OptionsRefused) as fault:
                raise bad_bundle(f"record {number} of its tournament: {fault}") from None
        if tournament is None or len(self.bodies) != header.record_count or hashed != header.head:
            raise bad_bundle("the last hash of its tournament does not fit the records")
        if not tournament.state.has_ended:
            raise bad_bundle("its tournament has not ended")
        return tournament


def _first(
    tournament_id: str, record: tournaments_pb2.TournamentRecord, wires: Mapping[str, GameWire]
) -> Tournament:
    """Return the tournament that a first record creates. Raise ValueError, or Refusal, if it can't be one."""
    if not record.HasField("created"):
        raise ValueError("it does not create the tournament")
    if not is_id(record.created.organiser_id) or len(record.created.request_id) > LONGEST_ID:
        raise ValueError("it has an invalid id")
    check_settings(record.created.settings, wires)
    return tournament_from(tournament_id, record)


def _add_tournament(header: TournamentHeader, bodies: list[bytes], writer: BundleWriter) -> list[bytes]:
    """Add the tournament to a file, behind its matches; return the pieces that can be sent."""
    return writer.add_tournament(header, bodies)


def _text_of(found: Findings) -> str:
    """Return the first finding about a tournament as a text."""
    first = found[0]
    of = f"pairing {first.pairing}: " if first.pairing else ""
    return f"its tournament does not fit its matches: {of}{first.message}"
