"""The file a season travels in: SeasonParts, each behind its length, as one gzip member. No more than a piece of it
is ever in memory.

Records go without their hashes, which no compression makes smaller, and which follow from the records. gzip at level 3
takes 14 ns a byte, in a thread and beside the loop, about what it takes to read them from the store; zstd would write
files a sixth smaller at a third of the time, but is in no standard library, and in fewer people's hands.
"""

import zlib
from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from google.protobuf.message import DecodeError

from tilth.v1.archive_pb2 import ExportHeader, SeasonEnd, SeasonHeader, SeasonPart
from tilth_server.archive.portable import LONGEST_MESSAGE, framed
from tilth_server.archive.reasons import BAD_FILE
from tilth_server.refusal import Refusal
from tilth_server.wire.records import field

FORMAT: Final = "tilth season"
VERSION: Final = 1
LEVEL: Final = 3
GZIP: Final = 31
"""zlib's word for: with a gzip header and trailer, and the greatest window."""
RECORDS_AT_ONCE: Final = 500
"""Packed in one go."""
MOST_AT_ONCE: Final = 1 << 17
"""Bytes unpacked in one go."""
MOST_RATIO: Final = 50
"""What a byte of a file may grow to; records of matches grow to two or three."""
UNSUSPICIOUS: Final = 1 << 20
"""Below it nobody looks at ratios."""
MATCH_TAG: Final = b"\x12"
RECORD_TAG: Final = b"\x1a"


class Packer:
    """Writes a season. Its methods may be called from any thread, one at a time."""

    def __init__(self) -> None:
        self._zip = zlib.compressobj(LEVEL, zlib.DEFLATED, GZIP)
        self._digest = sha256()
        self._matches = 0
        self._records = 0
        self._begun = False

    def add(self, header: ExportHeader, bodies: list[bytes]) -> list[bytes]:
        """What can be sent of the file after this match, in pieces."""
        pieces = [
            self._begin(),
            self._put(framed(field(MATCH_TAG, header.SerializeToString(deterministic=True)))),
        ]
        for at in range(0, len(bodies), RECORDS_AT_ONCE):
            few = bodies[at : at + RECORDS_AT_ONCE]
            pieces.append(self._put(b"".join([framed(field(RECORD_TAG, body)) for body in few])))
        self._matches += 1
        self._records += len(bodies)
        return pieces

    def end(self) -> bytes:
        """The rest of the file."""
        began = self._begin()
        end = SeasonEnd(match_count=self._matches, record_count=self._records, digest=self._digest.digest())
        return began + self._put(framed(SeasonPart(end=end).SerializeToString())) + self._zip.flush()

    def _begin(self) -> bytes:
        if self._begun:
            return b""
        self._begun = True
        season = SeasonHeader(format=FORMAT, version=VERSION)
        return self._put(framed(SeasonPart(season=season).SerializeToString()))

    def _put(self, data: bytes) -> bytes:
        self._digest.update(data)
        return self._zip.compress(data)


class Unpacker:
    """Reads a season, piece by piece; raises Refusal as soon as it can't be one."""

    def __init__(self, most_bytes: int) -> None:
        self._zip = zlib.decompressobj(GZIP)
        self._digest = sha256()
        self._most = most_bytes
        self._taken = 0
        self._given = 0
        self._waiting = b""
        self._begun = False
        self._ended = False
        self._matches = 0
        self._records = 0

    def unpacked(self, piece: bytes) -> Iterator[list[SeasonPart]]:
        """The parts that this piece of the file completes, a few at a time."""
        self._taken += len(piece)
        while piece:
            if self._zip.eof:
                raise bad_season("something follows its end")
            try:
                out = self._zip.decompress(piece, MOST_AT_ONCE)
            except zlib.error:
                raise bad_season("it is not compressed as gzip does it, or damaged") from None
            piece = self._zip.unconsumed_tail or self._zip.unused_data
            self._given += len(out)
            self._refuse_bombs()
            yield self._parts(out)

    def finish(self) -> tuple[int, int]:
        """After the last piece: the number of matches and of records. Refused where the file is torn."""
        if not self._begun:
            raise bad_season("there is nothing in it")
        if not self._ended or not self._zip.eof or self._waiting:
            raise bad_season(f"it is torn off after {self._matches} matches")
        return self._matches, self._records

    def _refuse_bombs(self) -> None:
        if self._given > self._most:
            raise bad_season(f"it holds more than {self._most} bytes")
        if self._given > UNSUSPICIOUS and self._given > MOST_RATIO * self._taken:
            raise bad_season(f"it grows to more than {MOST_RATIO} times its size")
        if self._taken > UNSUSPICIOUS and self._taken > 2 * self._given + UNSUSPICIOUS:
            raise bad_season("it is longer than what is in it")

    def _parts(self, out: bytes) -> list[SeasonPart]:
        data = self._waiting + out if self._waiting else out
        parts: list[SeasonPart] = []
        at = 0
        while (frame := _frame(data, at)) is not None:
            start, end = frame
            parts.append(self._part(data, at, start, end))
            at = end
        self._waiting = data[at:]
        return parts

    def _part(self, data: bytes, at: int, start: int, end: int) -> SeasonPart:
        if self._ended:
            raise bad_season("something follows its end")
        try:
            part = SeasonPart.FromString(data[start:end])
        except DecodeError:
            raise bad_season("it holds something that is no message of its format") from None
        kind = part.WhichOneof("part")
        if kind is None or self._begun is (kind == "season"):
            raise bad_season("it holds a part that can't be there")
        if kind == "season":
            _check(part.season)
            self._begun = True
        elif kind == "match":
            self._matches += 1
        elif kind == "record":
            self._records += 1
        else:
            self._check_end(part.end)
        self._digest.update(data[at:end])
        return part

    def _check_end(self, end: SeasonEnd) -> None:
        self._ended = True
        if (end.match_count, end.record_count) != (self._matches, self._records):
            raise bad_season(
                f"it should hold {end.match_count} matches and {end.record_count} records,"
                f" and holds {self._matches} and {self._records}"
            )
        if end.digest != self._digest.digest():
            raise bad_season("its digest is not that of what is in it")


def bad_season(why: str) -> Refusal:
    """What was sent can't be taken in any further."""
    return Refusal(BAD_FILE, f"this is no season that holds: {why}", field="piece")


def _check(season: SeasonHeader) -> None:
    if season.format != FORMAT:
        raise bad_season("it does not begin as a season does")
    if season.version != VERSION:
        raise bad_season(f"its version is {season.version}, this server knows {VERSION}")


def _frame(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the message that begins at `at` lies; None where there is only part of it."""
    length = shift = 0
    for place in range(at, min(len(data), at + 4)):
        byte = data[place]
        length |= (byte & 0x7F) << shift
        if byte < 0x80:
            end = place + 1 + length
            if length > LONGEST_MESSAGE:
                raise bad_season("it holds a message that is too long")
            return (place + 1, end) if end <= len(data) else None
        shift += 7
    if len(data) - at >= 4:
        raise bad_season("it holds a message that is too long")
    return None
