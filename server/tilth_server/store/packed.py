"""The records of one stream within a bundle: a part of the file that can be unpacked without the parts before it.

The file is what an export of many matches gives (`archive/bundle_file.py`): compressed messages, each after its length.
Of a match, the first message is its header; each other one holds a record in field 3. The store reads nothing else.
"""

import zlib
from typing import Final

RAW: Final = -15
"""zlib's code for compressed bytes without a header, and the greatest window."""
RECORD_TAG: Final = 0x1A


class BundleDamaged(Exception):
    """The bytes of a bundle are missing, or are not what was written."""


def unpack_records(packed: bytes) -> list[bytes]:
    """Return the bodies of the records in this part of a bundle."""
    unpacker = zlib.decompressobj(RAW)
    try:
        data = unpacker.decompress(packed)
    except zlib.error as error:
        raise BundleDamaged(str(error)) from None
    bodies: list[bytes] = []
    at, end = 0, len(data)
    try:
        while at < end:
            length, at = _varint(data, at)
            following = at + length
            if data[at] == RECORD_TAG:
                size, at = _varint(data, at + 1)
                if at + size != following:
                    raise BundleDamaged("a record has another length than its message")
                bodies.append(data[at:following])
            at = following
    except IndexError:
        raise BundleDamaged("it ends inside a message") from None
    if at != end:
        raise BundleDamaged("it ends inside a message")
    return bodies


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Return the number that begins at `at`, and the place behind it."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
