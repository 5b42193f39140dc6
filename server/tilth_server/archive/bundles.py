"""Bundles of matches: exporting many matches into one file, importing such a file, and verifying many matches."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from tilth.v1 import archive_pb2 as pb
from tilth_server.archive import match_file
from tilth_server.archive.bundle_file import FORMAT, BundleReader, BundleWriter
from tilth_server.archive.match_file import bad_file
from tilth_server.archive.match_transfer import MatchImporter, header_of
from tilth_server.archive.verify.verifier_pool import VerifierPool
from tilth_server.archive.verify.verify import verify_match
from tilth_server.archive.verify.worker_main import MatchReport
from tilth_server.matches.match_info import MatchInfo
from tilth_server.players import PlayerRegistry
from tilth_server.players.name_book import NameBook
from tilth_server.reasons import DATA_DAMAGED
from tilth_server.refusal import Refusal
from tilth_server.store import BrokenChain, Streams
from tilth_server.wire import GameWire

PIECE_BYTES = 1 << 16
MAX_MATCH_BYTES = 16 << 20
"""Limit on the bytes of one match in a bundle: the same as for a match that is imported alone."""
PROGRESS_EVERY_S = 0.2
LONGEST_ID = 64


async def export_bundle(
    store: Streams,
    players: PlayerRegistry,
    infos: Sequence[MatchInfo],
    form: str = FORMAT,
    last: Callable[[BundleWriter], list[bytes]] | None = None,
) -> AsyncIterator[pb.ExportMatchesResponse]:
    """Yield the bundle of these matches in pieces of about PIECE_BYTES, as fast as the caller takes them. `last` adds
    what comes behind the matches.

    A match with damaged data is left out of the bundle; the next response names it in `skipped`.
    """
    writer = BundleWriter(form)
    loop = asyncio.get_running_loop()
    waiting: list[bytes] = []
    skipped: list[pb.RefusedMatch] = []
    done = 0

    def response(piece: bytes) -> pb.ExportMatchesResponse:
        # A new message each time: a message keeps the memory of every piece that was ever put into it.
        made = pb.ExportMatchesResponse(
            chunk=piece, matches_done=done, match_count=len(infos), skipped=skipped
        )
        skipped.clear()
        return made

    # A thread of its own: each match reuses the memory that the last one has freed there.
    with ThreadPoolExecutor(1, thread_name_prefix="tilth-bundle") as thread:
        for info in infos:
            try:
                header, bodies = await _header_and_bodies(store, players, info)
            except BrokenChain as broken:
                skipped.append(pb.RefusedMatch(match_id=info.id, reason=DATA_DAMAGED, message=str(broken)))
            else:
                waiting += await loop.run_in_executor(thread, writer.add, header, bodies)
            done += 1
            for piece in _take_pieces(waiting):
                yield response(piece)
    if last is not None:
        waiting += last(writer)
    waiting.append(writer.finish())
    for piece in _take_pieces(waiting):
        yield response(piece)
    yield response(b"".join(waiting))


def _take_pieces(waiting: list[bytes]) -> Iterator[bytes]:
    """Take pieces of about PIECE_BYTES from `waiting`, and yield them; the rest stays there."""
    while sum(map(len, waiting)) >= PIECE_BYTES:
        piece = b""
        while len(piece) < PIECE_BYTES:
            piece += waiting.pop(0)
        yield piece


async def _header_and_bodies(
    store: Streams, players: PlayerRegistry, info: MatchInfo
) -> tuple[pb.ExportHeader, list[bytes]]:
    """Read a match from the store; return its export header and the bytes of its records."""
    bodies: list[bytes] = []
    head = b""
    async for stored in store.read(info.stream, 0, info.record_count):
        bodies.append(stored.body)
        head = stored.hash
    header = header_of(info, players.names, bodies)
    header.record_count, header.head = len(bodies), head
    return header, bodies


@dataclass
class IncomingMatch:
    """A match of the bundle, while its records arrive.

    `refused` is the reason that it is not imported, `bodies` its records so far, `size` their bytes, `count` their
    number.
    """

    header: pb.ExportHeader
    refused: Refusal | None = None
    is_present: bool = False
    """True if the match was on this server before."""
    bodies: list[bytes] = field(default_factory=list)
    size: int = 0
    count: int = 0

    def add(self, body: bytes) -> None:
        """Add the next record. Refuse the match if it has more records than its header says, or more bytes than
        MAX_MATCH_BYTES.

        A match that is refused or present keeps none of its records in memory.
        """
        self.count += 1
        self.size += len(body)
        if self.refused is None and self.count > self.header.record_count:
            self.refused = bad_file(f"it has more than {self.header.record_count} records")
        if self.refused is None and self.size > MAX_MATCH_BYTES:
            self.refused = bad_file(f"it is longer than {MAX_MATCH_BYTES} bytes")
        if self.refused is not None or self.is_present:
            self.bodies = []
        else:
            self.bodies.append(body)


class BundleImport:
    """The import of one bundle, match by match, with the checks for single matches."""

    def __init__(
        self,
        imports: MatchImporter,
        operator: bool,
        max_bytes: int,
        adopt: Callable[[str], Awaitable[object]],
        form: str = FORMAT,
        take_other: Callable[[pb.BundlePart], None] | None = None,
    ) -> None:
        """`adopt` is called with the id of every match that is new on this server, `take_other` with each part of the
        file that belongs to no match."""
        self._imports = imports
        self._operator = operator
        self._adopt = adopt
        self._take_other = take_other
        self._file = BundleReader(max_bytes, form)
        self._match: IncomingMatch | None = None
        self._response = pb.ImportMatchesResponse()
        self._progress_due_at = 0.0

    async def run(self, pieces: AsyncIterator[bytes]) -> AsyncIterator[pb.ImportMatchesResponse]:
        """Import the matches, and yield the progress. If the file is refused, the matches before the fault stay
        imported.
        """
        async for piece in pieces:
            steps = self._file.parts(piece)
            while (parts := await asyncio.to_thread(next, steps, None)) is not None:
                for part in parts:
                    await self._add(part)
                    if self._is_progress_due():
                        yield self._progress()
        self._file.finish()
        self._response.finished = True
        yield self._response

    async def _add(self, part: pb.BundlePart) -> None:
        """Handle the next part of the bundle: add a record to the match that arrives, or, at the header of a match or
        the end, import the match before it. Raise Refusal for a record before any match.
        """
        if part.HasField("record"):
            if self._match is None:
                raise bad_file("a record comes before its match")
            self._match.add(part.record)
            return
        if self._match is not None:
            await self._finish(self._match)
            self._match = None
        if part.HasField("match"):
            self._match = await self._begin(part.match)
        elif self._take_other is not None:
            self._take_other(part)

    async def _begin(self, header: pb.ExportHeader) -> IncomingMatch:
        """Return a new incoming match; it is refused already if its header is not valid."""
        match = IncomingMatch(header)
        try:
            if (header.format, header.version) != (match_file.FORMAT, match_file.VERSION):
                raise bad_file("this server does not know the format of its header")
            if header.record_count > match_file.MAX_RECORDS:
                raise bad_file(f"it has more than {match_file.MAX_RECORDS} records")
            match.is_present = await self._imports.is_present(header)
        except Refusal as refused:
            match.refused = refused
        return match

    async def _finish(self, match: IncomingMatch) -> None:
        """Import a match after its last record, and count it as done, or as present before. A refused match is added to
        `refused` of the next response, with the reason.
        """
        response = self._response
        response.matches_done += 1
        header = match.header
        try:
            if match.refused is not None:
                raise match.refused
            if match.is_present:
                response.already_present += 1
            elif await self._imports.import_records(header, match.bodies, self._operator):
                await self._adopt(header.match_id)
            else:
                response.already_present += 1
        except Refusal as refused:
            response.refused.add(
                match_id=header.match_id[:LONGEST_ID], reason=refused.reason, message=refused.message
            )

    def _is_progress_due(self) -> bool:
        """Return whether to send a response now: a match was refused, or the time for the next progress has come."""
        return bool(self._response.refused) or time.monotonic() >= self._progress_due_at

    def _progress(self) -> pb.ImportMatchesResponse:
        """Return the progress to send now, with the refusals since the last one, which are then cleared."""
        response = pb.ImportMatchesResponse()
        response.CopyFrom(self._response)
        self._response.ClearField("refused")
        self._progress_due_at = time.monotonic() + PROGRESS_EVERY_S
        return response


class BulkVerification:
    """The verification of many matches on all cores, with progress."""

    def __init__(
        self, store: Streams, wires: Mapping[str, GameWire], names: NameBook, verifiers: VerifierPool
    ) -> None:
        self._store = store
        self._names = names
        self._wires = wires
        self._verifiers = verifiers

    async def verify(
        self, infos: Sequence[MatchInfo], broken: Mapping[str, BrokenChain]
    ) -> AsyncIterator[pb.VerifyMatchesResponse]:
        """Verify the matches, and yield the progress. `broken` holds matches without a MatchInfo, because their first
        records can't be read.
        """
        response = pb.VerifyMatchesResponse(match_count=len(infos) + len(broken))
        for match_id, why in broken.items():
            response.matches_done += 1
            response.failed.add(match_id=match_id, findings=[pb.Finding(record=why.number, message=why.why)])
        progress_at = time.monotonic() + PROGRESS_EVERY_S
        here = {info.id: info for info in infos}
        async for batch in self._verifiers.verify(list(here)):
            for report in batch.reports:
                await self._add_report(response, report, here[report.match_id])
            if response.failed or time.monotonic() >= progress_at:
                yield response
                response.ClearField("failed")
                progress_at = time.monotonic() + PROGRESS_EVERY_S
        response.finished = True
        yield response

    async def _add_report(
        self, response: pb.VerifyMatchesResponse, report: MatchReport, info: MatchInfo
    ) -> None:
        """Add the report on one match to the progress."""
        response.matches_done += 1
        response.records_done += report.records
        response.answers_done += report.answers
        wire = self._wires.get(report.game)
        response.rules_not_run += (
            report.rules_not_run if wire is None else info.rules_version != wire.game.version
        )
        found = [pb.Finding(record=number, message=message) for number, message in report.findings]
        if wire is not None:
            # Only this process has the game, so the match is verified here.
            found = await self._verify_here(info)
        elif report.game and not found:
            found = [pb.Finding(record=0, message=f"the game {report.game!r} is not installed here")]
        if found:
            response.failed.add(match_id=info.id, findings=found)

    async def _verify_here(self, info: MatchInfo) -> list[pb.Finding]:
        """Verify a match in this process; return its findings."""
        found: list[pb.Finding] = []
        async for verdict in verify_match(self._store, self._wires[info.game], info, self._names):
            found += verdict.findings
        return found
