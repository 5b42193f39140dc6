"""A twin that drifts from its original would write bytes that mean something else."""

import pytest
from google.protobuf.descriptor import Descriptor, FieldDescriptor

from tilth.raw.v1 import raw_pb2
from tilth.v1 import archive_pb2, decision_pb2, play_pb2, record_pb2

ORIGINALS: dict[str, Descriptor] = {
    name: descriptor
    for schema in (archive_pb2, decision_pb2, play_pb2, record_pb2)
    for name, descriptor in schema.DESCRIPTOR.message_types_by_name.items()
} | {"Folded": record_pb2.Record.DESCRIPTOR}
TWINS = list(raw_pb2.DESCRIPTOR.message_types_by_name.values())
FOLDED = raw_pb2.DESCRIPTOR.message_types_by_name["Folded"]


@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: twin.name)
def test_a_twin_has_its_originals_numbers_and_types(twin: Descriptor) -> None:
    original = ORIGINALS[twin.name]
    for field in twin.fields:
        of = original.fields_by_number[field.number]
        assert (field.name, field.is_repeated) == (of.name, of.is_repeated)
        if of.type == FieldDescriptor.TYPE_MESSAGE and field.type == FieldDescriptor.TYPE_BYTES:
            assert field.is_repeated or field.has_presence
        else:
            assert field.type == of.type
            assert field.message_type is of.message_type
            assert field.enum_type is of.enum_type
            assert field.is_packed == of.is_packed
            assert field.has_presence == of.has_presence or twin is FOLDED


@pytest.mark.parametrize("twin", [twin for twin in TWINS if twin is not FOLDED], ids=lambda twin: twin.name)
def test_a_twin_lacks_no_field(twin: Descriptor) -> None:
    original = ORIGINALS[twin.name]
    assert set(twin.fields_by_number) == set(original.fields_by_number)
    assert {
        name: [field.number for field in oneof.fields]
        for name, oneof in twin.oneofs_by_name.items()
        if name[0] != "_"
    } == {
        name: [field.number for field in oneof.fields]
        for name, oneof in original.oneofs_by_name.items()
        if name[0] != "_"
    }


@pytest.mark.parametrize("same", [play_pb2.WatchResponse, archive_pb2.ReplayResponse])
def test_watching_and_replaying_answer_in_the_bytes_of_attending(same: type) -> None:
    descriptor: Descriptor = same.DESCRIPTOR  # type: ignore[attr-defined]
    attending = play_pb2.AttendResponse.DESCRIPTOR
    assert [(f.number, f.message_type) for f in descriptor.fields] == [
        (f.number, f.message_type) for f in attending.fields
    ]
