"""The file a match travels in: an ExportHeader and its entries, each behind its length as a varint."""

from collections.abc import Iterator

from google.protobuf.message import DecodeError

from tilth.v1.archive_pb2 import Entry, ExportHeader
from tilth_server.archive.reasons import BAD_FILE
from tilth_server.refusal import Refusal

FORMAT = "tilth match"
VERSION = 1
LONGEST_MESSAGE = 1 << 20
MOST_RECORDS = 20_000
MOST_VARINT_BYTES = 5


def framed(message: bytes) -> bytes:
    """The message behind its length."""
    length = len(message)
    head = bytearray()
    while length > 0x7F:
        head.append(length & 0x7F | 0x80)
        length >>= 7
    head.append(length)
    return bytes(head) + message


def unframed(file: bytes) -> Iterator[bytes]:
    """The messages of a file; refused when it ends within one."""
    at = 0
    while at < len(file):
        length, at = _length(file, at)
        if length > LONGEST_MESSAGE or at + length > len(file):
            raise bad_file("it ends within a message")
        yield file[at : at + length]
        at += length


def read(file: bytes) -> tuple[ExportHeader, list[Entry]]:
    """The header and the entries, numbered from 0 without a gap."""
    messages = unframed(file)
    try:
        header = ExportHeader.FromString(next(messages, b""))
        if header.format != FORMAT:
            raise bad_file("it does not begin as an exported match does")
        if header.version != VERSION:
            raise bad_file(f"its version is {header.version}, this server knows {VERSION}")
        if header.record_count > MOST_RECORDS:
            raise bad_file(f"it has more than {MOST_RECORDS} records")
        entries = list(_in_order(messages, header.record_count))
    except DecodeError:
        raise bad_file("it holds something that is no message of its format") from None
    if len(entries) < header.record_count:
        raise bad_file(f"it holds {len(entries)} of {header.record_count} records")
    return header, entries


def _in_order(messages: Iterator[bytes], count: int) -> Iterator[Entry]:
    for number, message in enumerate(messages):
        if number >= count:
            raise bad_file(f"it holds more than {count} records")
        entry = Entry.FromString(message)
        if entry.number != number:
            raise bad_file(f"record {entry.number} stands where record {number} belongs")
        yield entry


def bad_file(why: str) -> Refusal:
    """What was sent can't be taken in."""
    return Refusal(BAD_FILE, f"this is no exported match that holds: {why}", field="piece")


def _length(file: bytes, at: int) -> tuple[int, int]:
    length = 0
    for place, byte in enumerate(file[at : at + MOST_VARINT_BYTES]):
        length |= (byte & 0x7F) << 7 * place
        if byte < 0x80:
            return length, at + place + 1
    raise bad_file("it ends within a message")
