"""The file format of an exported match: an ExportHeader and its entries, each after its length as a varint."""

from collections.abc import Iterator

from google.protobuf.message import DecodeError

from tilth.v1.archive_pb2 import ExportHeader, LogEntry
from tilth_server.reasons import FILE_INVALID
from tilth_server.refusal import Refusal

FORMAT = "tilth match"
VERSION = 1
MAX_MESSAGE_BYTES = 1 << 20
MAX_RECORDS = 20_000
MAX_VARINT_BYTES = 5


def delimited(message: bytes) -> bytes:
    """Return the message with its length in front, as a varint."""
    length = len(message)
    head = bytearray()
    while length > 0x7F:
        head.append(length & 0x7F | 0x80)
        length >>= 7
    head.append(length)
    return bytes(head) + message


def split_delimited(file: bytes) -> Iterator[bytes]:
    """Yield the messages of a file without their lengths; raise Refusal if the file ends inside one."""
    at = 0
    while at < len(file):
        length, at = _length(file, at)
        if length > MAX_MESSAGE_BYTES or at + length > len(file):
            raise bad_file("it ends inside a message")
        yield file[at : at + length]
        at += length


def read_match_file(file: bytes) -> tuple[ExportHeader, list[LogEntry]]:
    """Return the header and the entries, numbered from 0 without a gap; raise Refusal for a file that is not valid."""
    messages = split_delimited(file)
    try:
        header = ExportHeader.FromString(next(messages, b""))
        if header.format != FORMAT:
            raise bad_file("its first message is not the header of an exported match")
        if header.version != VERSION:
            raise bad_file(f"its version is {header.version}, this server knows {VERSION}")
        if header.record_count > MAX_RECORDS:
            raise bad_file(f"it has more than {MAX_RECORDS} records")
        entries = list(_in_order(messages, header.record_count))
    except DecodeError:
        raise bad_file("it has a message that can't be decoded") from None
    if len(entries) < header.record_count:
        raise bad_file(f"it has {len(entries)} of {header.record_count} records")
    return header, entries


def _in_order(messages: Iterator[bytes], count: int) -> Iterator[LogEntry]:
    """Yield the entries; raise Refusal if one is out of order or beyond `count`."""
    for number, message in enumerate(messages):
        if number >= count:
            raise bad_file(f"it has more than {count} records")
        entry = LogEntry.FromString(message)
        if entry.number != number:
            raise bad_file(f"record {entry.number} is in the place of record {number}")
        yield entry


def bad_file(why: str) -> Refusal:
    """Return the refusal of a file that is not a valid exported match."""
    return Refusal(FILE_INVALID, f"not a valid match file: {why}", field="chunk")


def _length(file: bytes, at: int) -> tuple[int, int]:
    """Return the length that begins at `at`, and the place behind it."""
    length = 0
    for place, byte in enumerate(file[at : at + MAX_VARINT_BYTES]):
        length |= (byte & 0x7F) << 7 * place
        if byte < 0x80:
            return length, at + place + 1
    raise bad_file("it ends inside a message")
