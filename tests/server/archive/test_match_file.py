"""The file a match travels in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilth.v1.archive_pb2 import ExportHeader, LogEntry
from tilth_server.archive import match_file
from tilth_server.reasons import FILE_INVALID
from tilth_server.refusal import Refusal


def file_of(records: int, **header: object) -> bytes:
    fields = {"format": "tilth match", "version": 1, "match_id": "m", "record_count": records} | header
    entries = [LogEntry(number=number, record=bytes(number)) for number in range(records)]
    messages = [ExportHeader(**fields), *entries]  # type: ignore[arg-type]
    return b"".join(match_file.delimited(message.SerializeToString()) for message in messages)


@given(st.lists(st.binary(max_size=300)))
def test_delimited_messages_are_split_again(messages: list[bytes]) -> None:
    assert list(match_file.split_delimited(b"".join(map(match_file.delimited, messages)))) == messages


def test_a_file_is_read_as_it_was_written() -> None:
    header, entries = match_file.read_match_file(file_of(3))
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
        file_of(3) + match_file.delimited(b"\xff"),
        match_file.delimited(
            ExportHeader(format="tilth match", version=1, record_count=1).SerializeToString()
        )
        + match_file.delimited(LogEntry(number=1).SerializeToString()),
    ],
)
def test_an_incomplete_or_foreign_file_is_refused(file: bytes) -> None:
    with pytest.raises(Refusal) as refused:
        match_file.read_match_file(file)
    assert refused.value.reason == FILE_INVALID


@given(st.binary(max_size=200))
def test_random_bytes_are_only_refused(file: bytes) -> None:
    with pytest.raises(Refusal):
        match_file.read_match_file(file)
