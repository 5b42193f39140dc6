"""`tilth-server archive`: the records of matches that ended long ago are moved into bundles.

A bundle is what an export of these matches gives, without the names of players: those stay where they can be erased.
Each match can be unpacked by itself, so that a replay reads no more than its match.
"""

import time
from collections.abc import Callable, Iterator
from typing import Final

from tilth.v1.archive_pb2 import ExportHeader
from tilth_server.archive import match_file
from tilth_server.archive.bundle_file import BundleWriter
from tilth_server.matches import match_rows as rows
from tilth_server.matches.match_info import STREAMS, State
from tilth_server.store import BundleDraft, Engine, RecordMover
from tilth_server.store.chain import head_of

BUNDLE_BYTES: Final = 16 << 20
"""Bytes after which a bundle takes no further match."""
BUNDLE_MATCHES: Final = 1000
PROGRESS_EVERY_S: Final = 5.0

PrintLine = Callable[[str], None]
Match = tuple[str, list[bytes]]
"""The stream of a match, and the bodies of its records."""


def archive_matches(engine: Engine, before_ms: int, print_line: PrintLine) -> bool:
    """Move the records of all matches that ended before this time into bundles; return whether all of them are good.

    A match with a damaged record stays where it is.
    """
    with engine.mover() as mover:
        for loose in mover.resume():
            print_line(loose)
        return _Ageing(mover, before_ms, print_line).run()


class _Ageing:
    """One run, and what it has done so far."""

    def __init__(self, mover: RecordMover, before_ms: int, print_line: PrintLine) -> None:
        self._mover = mover
        self._before_ms = before_ms
        self._print = print_line
        self._moved = self._records = self._size = self._damaged = 0
        self._progress_at = time.monotonic() + PROGRESS_EVERY_S

    def run(self) -> bool:
        """Move bundle after bundle; return whether no match was damaged."""
        matches = self._matches()
        following = self._mover.aside(next, matches, None)
        while following is not None:
            with self._mover.draft() as draft:
                following = self._mover.aside(_pack, draft, following, matches)
            moved = self._mover.move(draft)
            self._moved += moved.streams
            self._records += moved.records
            self._size += moved.size
            if time.monotonic() >= self._progress_at:
                self._print(f"{self._moved:,} matches so far")
                self._progress_at = time.monotonic() + PROGRESS_EVERY_S
        counts = f"{self._moved:,} matches with {self._records:,} records"
        self._print(f"{counts} were moved into the archive, where they take {self._size:,} bytes")
        return not self._damaged

    def _matches(self) -> Iterator[Match]:
        """Yield the matches to move, by their streams, with the bodies of their records."""
        for state in (State.FINISHED, State.CANCELLED):
            # A match is in lists by the time of its creation, which is before its end.
            for row in self._mover.rows(rows.INDEX, rows.state_tag(state), self._before_ms):
                info = rows.info_of(row)
                if info.ended_ms >= self._before_ms or self._mover.is_moved(info.stream):
                    continue
                bodies = self._mover.reader.bodies(info.stream)
                if bodies:
                    yield info.stream, bodies
                else:
                    self._damaged += 1
                    self._print(f"match {info.id} has a damaged record and stays in the database")


def _pack(draft: BundleDraft, match: Match, more: Iterator[Match]) -> Match | None:
    """Write `match` and as many further ones as fit into a bundle; return the first that does not, None at the end."""
    writer = BundleWriter()
    draft.write(writer.cut())
    following: Match | None = match
    count = 0
    while following is not None and count < BUNDLE_MATCHES and draft.size < BUNDLE_BYTES:
        stream, bodies = following
        header = ExportHeader(
            format=match_file.FORMAT,
            version=match_file.VERSION,
            match_id=stream.removeprefix(STREAMS),
            record_count=len(bodies),
            head=head_of(stream, bodies),
        )
        draft.add(stream, bodies, b"".join(writer.add(header, bodies)) + writer.cut())
        count += 1
        following = next(more, None)
    draft.write(writer.finish())
    return following
