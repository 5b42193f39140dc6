"""The file format of a bundle of matches: BundleParts, each after its length, as one gzip member. Reader and writer
keep only a piece of the file in memory.

Records are written without their hashes, which no compression makes smaller, and which follow from the records. gzip at
level 3 takes 14 ns a byte, in a thread and beside the loop, about what it takes to read them from the store. zstd would
write files a sixth smaller at a third of the time, but is in no standard library, and fewer people have it.
"""

import zlib
from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from google.protobuf.message import DecodeError

from tilth.v1.archive_pb2 import BundleEnd, BundleHeader, BundlePart, ExportHeader, TournamentHeader
from tilth_server.archive.match_file import MAX_MESSAGE_BYTES, delimited
from tilth_server.reasons import FILE_INVALID
from tilth_server.refusal import Refusal
from tilth_server.wire.records import encode_field

FORMAT: Final = "tilth season"
TOURNAMENT_FORMAT: Final = "tilth tournament"
"""The format of a bundle that ends with the tournament of its matches."""
VERSION: Final = 1
LEVEL: Final = 3
GZIP: Final = 31
"""zlib's code for a gzip header and trailer, and the greatest window."""
RECORDS_AT_ONCE: Final = 500
"""Records that are compressed in one call."""
UNPACKED_AT_ONCE: Final = 1 << 17
"""Limit on the bytes that are uncompressed in one call."""
MAX_RATIO: Final = 50
"""Limit on the bytes that one byte of a file unpacks to. A byte of match records unpacks to two or three."""
RATIO_FREE_BYTES: Final = 1 << 20
"""Uncompressed or received bytes up to which no ratio is checked."""
MATCH_TAG: Final = b"\x12"
RECORD_TAG: Final = b"\x1a"
TOURNAMENT_TAG: Final = b"\x2a"
TOURNAMENT_RECORD_TAG: Final = b"\x32"


class BundleWriter:
    """The writer of one bundle. Its methods may be called from any thread, one at a time."""

    def __init__(self, form: str = FORMAT) -> None:
        self._form = form
        self._zip = zlib.compressobj(LEVEL, zlib.DEFLATED, GZIP)
        self._digest = sha256()
        self._matches = 0
        self._records = 0
        self._has_header = False

    def add(self, header: ExportHeader, bodies: list[bytes]) -> list[bytes]:
        """Add a match; return the pieces of the file that can be sent now."""
        self._matches += 1
        self._records += len(bodies)
        return self._pieces(MATCH_TAG, header.SerializeToString(deterministic=True), RECORD_TAG, bodies)

    def add_tournament(self, header: TournamentHeader, bodies: list[bytes]) -> list[bytes]:
        """Add the tournament, behind all matches; return the pieces of the file that can be sent now."""
        return self._pieces(TOURNAMENT_TAG, header.SerializeToString(), TOURNAMENT_RECORD_TAG, bodies)

    def _pieces(
        self, header_tag: bytes, header: bytes, record_tag: bytes, bodies: list[bytes]
    ) -> list[bytes]:
        """Write a header and its records; return the bytes that are ready."""
        pieces = [self._header(), self._put(delimited(encode_field(header_tag, header)))]
        for at in range(0, len(bodies), RECORDS_AT_ONCE):
            few = bodies[at : at + RECORDS_AT_ONCE]
            pieces.append(self._put(b"".join([delimited(encode_field(record_tag, body)) for body in few])))
        return pieces

    def cut(self) -> bytes:
        """Return the bytes up to here, so that the file can be unpacked from the next byte on without what is before
        it. The file stays one gzip member."""
        return self._header() + self._zip.flush(zlib.Z_FULL_FLUSH)

    def finish(self) -> bytes:
        """Return the rest of the file, after the last match."""
        began = self._header()
        end = BundleEnd(match_count=self._matches, record_count=self._records, digest=self._digest.digest())
        return began + self._put(delimited(BundlePart(end=end).SerializeToString())) + self._zip.flush()

    def _header(self) -> bytes:
        """Return the bytes of the header at the first call, later b""."""
        if self._has_header:
            return b""
        self._has_header = True
        header = BundleHeader(format=self._form, version=VERSION)
        return self._put(delimited(BundlePart(header=header).SerializeToString()))

    def _put(self, data: bytes) -> bytes:
        """Compress a piece of the file, and count it in the digest that the file ends with; return the bytes that are
        ready.
        """
        self._digest.update(data)
        return self._zip.compress(data)


class BundleReader:
    """The reader of one bundle, which arrives in pieces. It raises Refusal at the first fault of the file."""

    def __init__(self, max_bytes: int, form: str = FORMAT) -> None:
        self._form = form
        self._zip = zlib.decompressobj(GZIP)
        self._digest = sha256()
        self._max_bytes = max_bytes
        self._packed_bytes = 0
        self._unpacked_bytes = 0
        self._rest = b""
        self._has_header = False
        self._has_end = False
        self._matches = 0
        self._records = 0

    def parts(self, piece: bytes) -> Iterator[list[BundlePart]]:
        """Yield the parts that this piece of the file completes, a few at a time."""
        self._packed_bytes += len(piece)
        while piece:
            if self._zip.eof:
                raise bad_bundle("there are bytes after its end")
            try:
                out = self._zip.decompress(piece, UNPACKED_AT_ONCE)
            except zlib.error:
                raise bad_bundle("it is not a gzip file, or damaged") from None
            piece = self._zip.unconsumed_tail or self._zip.unused_data
            self._unpacked_bytes += len(out)
            self._refuse_bombs()
            yield self._split_parts(out)

    def finish(self) -> tuple[int, int]:
        """Return the numbers of matches and records, after the last piece; raise Refusal if the file is incomplete."""
        if not self._has_header:
            raise bad_bundle("it is empty")
        if not self._has_end or not self._zip.eof or self._rest:
            raise bad_bundle(f"it is incomplete: it ends after {self._matches} matches")
        return self._matches, self._records

    def _refuse_bombs(self) -> None:
        """Raise Refusal if the file grows suspiciously when it is uncompressed."""
        if self._unpacked_bytes > self._max_bytes:
            raise bad_bundle(f"uncompressed, it has more than {self._max_bytes} bytes")
        if self._unpacked_bytes > RATIO_FREE_BYTES and self._unpacked_bytes > MAX_RATIO * self._packed_bytes:
            raise bad_bundle(f"uncompressed, it has more than {MAX_RATIO} times its size")
        if (
            self._packed_bytes > RATIO_FREE_BYTES
            and self._packed_bytes > 2 * self._unpacked_bytes + RATIO_FREE_BYTES
        ):
            raise bad_bundle("it is much longer than its content")

    def _split_parts(self, out: bytes) -> list[BundlePart]:
        """Return the parts that these uncompressed bytes complete; keep the rest for the next call."""
        data = self._rest + out if self._rest else out
        parts: list[BundlePart] = []
        at = 0
        while (frame := _frame(data, at)) is not None:
            start, end = frame
            parts.append(self._read_part(data, at, start, end))
            at = end
        self._rest = data[at:]
        return parts

    def _read_part(self, data: bytes, at: int, start: int, end: int) -> BundlePart:
        """Decode and check the part between `start` and `end`; its length begins at `at`."""
        if self._has_end:
            raise bad_bundle("there are bytes after its end")
        try:
            part = BundlePart.FromString(data[start:end])
        except DecodeError:
            raise bad_bundle("it has a message that can't be decoded") from None
        kind = part.WhichOneof("part")
        if kind is None or self._has_header is (kind == "header"):
            raise bad_bundle("it has a part that is not allowed there")
        if kind == "header":
            _check_header(part.header, self._form)
            self._has_header = True
        elif kind == "match":
            self._matches += 1
        elif kind == "record":
            self._records += 1
        elif kind == "end":
            self._check_end(part.end)
        elif self._form != TOURNAMENT_FORMAT:
            raise bad_bundle("it has a part that is not allowed there")
        self._digest.update(data[at:end])
        return part

    def _check_end(self, end: BundleEnd) -> None:
        """Raise Refusal if the counts or the digest in the last part differ from those of the file."""
        self._has_end = True
        if (end.match_count, end.record_count) != (self._matches, self._records):
            raise bad_bundle(
                f"it should have {end.match_count} matches and {end.record_count} records,"
                f" and has {self._matches} and {self._records}"
            )
        if end.digest != self._digest.digest():
            raise bad_bundle("its digest does not fit its content")


def bad_bundle(why: str) -> Refusal:
    """Return the refusal of a file that is not a valid bundle."""
    return Refusal(FILE_INVALID, f"not a valid bundle: {why}", field="chunk")


def _check_header(header: BundleHeader, form: str) -> None:
    """Raise Refusal unless this is the header of a bundle of this format, whose version this server knows."""
    if header.format == TOURNAMENT_FORMAT != form:
        raise bad_bundle("it is the file of a tournament, which ImportTournament takes")
    if header.format != form:
        raise bad_bundle(f"its first part is not the header of a {form!r} file")
    if header.version != VERSION:
        raise bad_bundle(f"its version is {header.version}, this server knows {VERSION}")


def _frame(data: bytes, at: int) -> tuple[int, int] | None:
    """Return the start and the end of the message whose length is at `at`; None if the message is not complete."""
    length = shift = 0
    for place in range(at, min(len(data), at + 4)):
        byte = data[place]
        length |= (byte & 0x7F) << shift
        if byte < 0x80:
            end = place + 1 + length
            if length > MAX_MESSAGE_BYTES:
                raise bad_bundle(f"it has a message of more than {MAX_MESSAGE_BYTES} bytes")
            return (place + 1, end) if end <= len(data) else None
        shift += 7
    if len(data) - at >= 4:
        raise bad_bundle(f"it has a message of more than {MAX_MESSAGE_BYTES} bytes")
    return None
