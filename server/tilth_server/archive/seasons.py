"""Many matches at once: out of this server into one file, out of such a file, and proved side by side."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from tilth.v1 import archive_pb2 as pb
from tilth_server.archive import portable, verification
from tilth_server.archive.portable import bad_file
from tilth_server.archive.prover import Proved
from tilth_server.archive.provers import Provers
from tilth_server.archive.season_file import Packer, Unpacker
from tilth_server.archive.transfer import Imports, header_of
from tilth_server.players import Register
from tilth_server.refusal import Refusal
from tilth_server.store import BrokenChain, Streams
from tilth_server.tables.matches import MatchInfo
from tilth_server.wire import GameWire

PIECE_BYTES = 1 << 16
LONGEST_MATCH = 16 << 20
"""Bytes of one match in a file, as for one that comes alone."""
NEWS_EVERY_S = 0.2
BROKEN = "broken_chain"
LONGEST_ID = 64


async def export(
    store: Streams, register: Register, infos: Sequence[MatchInfo]
) -> AsyncIterator[pb.ExportSeasonResponse]:
    """The file, in pieces, as fast as they are taken."""
    packer = Packer()
    loop = asyncio.get_running_loop()
    waiting: list[bytes] = []
    left_out: list[pb.RefusedMatch] = []
    done = 0

    def said(piece: bytes) -> pb.ExportSeasonResponse:
        # Each time a new one: a message keeps the memory of every piece that was ever put into it.
        news = pb.ExportSeasonResponse(
            piece=piece, matches_done=done, match_count=len(infos), left_out=left_out
        )
        left_out.clear()
        return news

    # A thread of its own: what a match takes of memory, the next one finds free there.
    with ThreadPoolExecutor(1, thread_name_prefix="tilth-season") as thread:
        for info in infos:
            try:
                header, bodies = await _read(store, register, info)
            except BrokenChain as broken:
                left_out.append(pb.RefusedMatch(match_id=info.id, reason=BROKEN, what=str(broken)))
            else:
                waiting += await loop.run_in_executor(thread, packer.add, header, bodies)
            done += 1
            for piece in _whole(waiting):
                yield said(piece)
    waiting.append(packer.end())
    for piece in _whole(waiting):
        yield said(piece)
    yield said(b"".join(waiting))


def _whole(waiting: list[bytes]) -> Iterator[bytes]:
    """Pieces of about the size of a message; what is left over goes on waiting."""
    while sum(map(len, waiting)) >= PIECE_BYTES:
        piece = b""
        while len(piece) < PIECE_BYTES:
            piece += waiting.pop(0)
        yield piece


async def _read(store: Streams, register: Register, info: MatchInfo) -> tuple[pb.ExportHeader, list[bytes]]:
    bodies: list[bytes] = []
    head = b""
    async for stored in store.read(info.stream, 0, info.record_count):
        bodies.append(stored.body)
        head = stored.hash
    header = header_of(info, register)
    header.record_count, header.head = len(bodies), head
    return header, bodies


@dataclass
class Incoming:
    """A match of the file, while its records arrive."""

    header: pb.ExportHeader
    refused: Refusal | None = None
    known: bool = False
    bodies: list[bytes] = field(default_factory=list)
    size: int = 0
    count: int = 0

    def take_up(self, body: bytes) -> None:
        self.count += 1
        self.size += len(body)
        if self.refused is None and self.count > self.header.record_count:
            self.refused = bad_file(f"it holds more than {self.header.record_count} records")
        if self.refused is None and self.size > LONGEST_MATCH:
            self.refused = bad_file(f"it is longer than {LONGEST_MATCH} bytes")
        if self.refused is not None or self.known:
            self.bodies = []
        else:
            self.bodies.append(body)


class Arrival:
    """Takes a season in, match by match, under the laws of single matches."""

    def __init__(
        self, imports: Imports, operator: bool, most_bytes: int, adopt: Callable[[str], object]
    ) -> None:
        """`adopt` is told of every match that is new here."""
        self._imports = imports
        self._operator = operator
        self._adopt = adopt
        self._file = Unpacker(most_bytes)
        self._match: Incoming | None = None
        self._said = pb.ImportSeasonResponse()
        self._news_at = 0.0

    async def take_in(self, pieces: AsyncIterator[bytes]) -> AsyncIterator[pb.ImportSeasonResponse]:
        """Word of how it goes; what is refused as a whole was taken in up to there."""
        async for piece in pieces:
            steps = self._file.unpacked(piece)
            while (parts := await asyncio.to_thread(next, steps, None)) is not None:
                for part in parts:
                    await self._take_up(part)
                    if self._is_news():
                        yield self._news()
        self._file.finish()
        self._said.finished = True
        yield self._said

    async def _take_up(self, part: pb.SeasonPart) -> None:
        if part.HasField("record"):
            if self._match is None:
                raise bad_file("a record stands before its match")
            self._match.take_up(part.record)
            return
        if self._match is not None:
            await self._finish(self._match)
            self._match = None
        if part.HasField("match"):
            self._match = await self._begin(part.match)

    async def _begin(self, header: pb.ExportHeader) -> Incoming:
        match = Incoming(header)
        try:
            if (header.format, header.version) != (portable.FORMAT, portable.VERSION):
                raise bad_file("its header is none that this server knows")
            if header.record_count > portable.MOST_RECORDS:
                raise bad_file(f"it has more than {portable.MOST_RECORDS} records")
            match.known = await self._imports.knows(header)
        except Refusal as refused:
            match.refused = refused
        return match

    async def _finish(self, match: Incoming) -> None:
        said = self._said
        said.matches_done += 1
        header = match.header
        try:
            if match.refused is not None:
                raise match.refused
            if match.known:
                said.known += 1
            elif await self._imports.take_in_records(header, match.bodies, self._operator):
                self._adopt(header.match_id)
            else:
                said.known += 1
        except Refusal as refused:
            said.refused.add(match_id=header.match_id[:LONGEST_ID], reason=refused.reason, what=refused.what)

    def _is_news(self) -> bool:
        return bool(self._said.refused) or time.monotonic() >= self._news_at

    def _news(self) -> pb.ImportSeasonResponse:
        said = pb.ImportSeasonResponse()
        said.CopyFrom(self._said)
        self._said.ClearField("refused")
        self._news_at = time.monotonic() + NEWS_EVERY_S
        return said


class Verification:
    """Proves a season on all cores, and says how far it is."""

    def __init__(self, store: Streams, wires: Mapping[str, GameWire], provers: Provers) -> None:
        self._store = store
        self._wires = wires
        self._provers = provers

    async def verify(
        self, infos: Sequence[MatchInfo], broken: Mapping[str, BrokenChain]
    ) -> AsyncIterator[pb.VerifySeasonResponse]:
        """`broken` are matches that are in no list, since not even their beginning can be read."""
        said = pb.VerifySeasonResponse(match_count=len(infos) + len(broken))
        for match_id, why in broken.items():
            said.matches_done += 1
            said.unsound.add(match_id=match_id, findings=[pb.Finding(record=why.number, what=why.why)])
        news_at = time.monotonic() + NEWS_EVERY_S
        here = {info.id: info for info in infos}
        async for batch in self._provers.prove(list(here)):
            for proved in batch.proved:
                await self._count(said, proved, here[proved.match_id])
            if said.unsound or time.monotonic() >= news_at:
                yield said
                said.ClearField("unsound")
                news_at = time.monotonic() + NEWS_EVERY_S
        said.finished = True
        yield said

    async def _count(self, said: pb.VerifySeasonResponse, proved: Proved, info: MatchInfo) -> None:
        said.matches_done += 1
        said.records_done += proved.records
        said.answers_done += proved.answers
        found = [pb.Finding(record=number, what=what) for number, what in proved.findings]
        if proved.game in self._wires:
            # Of a game that only this process has: then it is proved here.
            found = await self._proved_here(info)
        elif proved.game and not found:
            found = [pb.Finding(record=0, what=f"the game {proved.game!r} is not installed here")]
        if found:
            said.unsound.add(match_id=info.id, findings=found)

    async def _proved_here(self, info: MatchInfo) -> list[pb.Finding]:
        found: list[pb.Finding] = []
        async for verdict in verification.verify(self._store, self._wires[info.game], info):
            found += verdict.findings
        return found
