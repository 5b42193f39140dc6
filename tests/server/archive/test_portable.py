"""The file a match travels in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilth.v1.archive_pb2 import Entry, ExportHeader
from tilth_server.archive import portable
from tilth_server.archive.reasons import BAD_FILE
from tilth_server.refusal import Refusal


def file_of(records: int, **header: object) -> bytes:
    told = {"format": "tilth match", "version": 1, "match_id": "m", "record_count": records} | header
    entries = [Entry(number=number, record=bytes(number)) for number in range(records)]
    messages = [ExportHeader(**told), *entries]  # type: ignore[arg-type]
    return b"".join(portable.framed(message.SerializeToString()) for message in messages)


@given(st.lists(st.binary(max_size=300)))
def test_what_is_framed_is_unframed(messages: list[bytes]) -> None:
    assert list(portable.unframed(b"".join(map(portable.framed, messages)))) == messages


def test_a_file_is_read_as_it_was_written() -> None:
    header, entries = portable.read(file_of(3))
    assert header.match_id == "m"
    assert [entry.record for entry in entries] == [b"", b"\0", b"\0\0"]


@pytest.mark.parametrize(
    "file",
    [
        b"",
        b"\xff" * 20,
        b"GIF89a" * 100,
        file_of(3)[:-1],
        file_of(3) + b"\x80",
        file_of(3, format="somebody else's"),
        file_of(3, version=2),
        file_of(3, record_count=4),
        file_of(3) + portable.framed(b"\xff"),
        portable.framed(ExportHeader(format="tilth match", version=1, record_count=1).SerializeToString())
        + portable.framed(Entry(number=1).SerializeToString()),
    ],
)
def test_what_is_no_whole_file_is_refused(file: bytes) -> None:
    with pytest.raises(Refusal) as refused:
        portable.read(file)
    assert refused.value.reason == BAD_FILE


@given(st.binary(max_size=200))
def test_no_bytes_whatever_do_more_than_be_refused(file: bytes) -> None:
    with pytest.raises(Refusal):
        portable.read(file)
