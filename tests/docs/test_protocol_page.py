"""docs/protocol says what the schemas and the server say, and shows a match that is played so."""

import pytest
from google.protobuf.descriptor import Descriptor, FileDescriptor

from tests.docs.pages import between, chapter, code_words, page, section, table
from tilth.v1 import (
    archive_pb2,
    decision_pb2,
    lobby_pb2,
    moderation_pb2,
    operations_pb2,
    play_pb2,
    players_pb2,
    record_pb2,
)
from tilth_server.api import status_codes
from tilth_server.settings import Limits
from tools.record_match import BEGIN, END, real_server, record

RECORDED = page("protocol/recorded-match.md")
PROTOCOL = chapter("protocol")
BEFORE_THE_MATCH = PROTOCOL.replace(RECORDED, "")

FILES = (
    play_pb2,
    decision_pb2,
    lobby_pb2,
    players_pb2,
    archive_pb2,
    record_pb2,
    operations_pb2,
    moderation_pb2,
)
SERVERS_OWN = {
    # The stream "players" is read by the server alone.
    *(
        "PlayerRecord",
        "PlayerRegistered",
        "PlayerRenamed",
        "TokenRenewed",
        "TokenAdded",
        "InvitationCreated",
        "PlayerRevoked",
    ),
    *("PlayerBanned", "PlayerUnbanned", "RoleSet", "InvitationRevoked", "KeptLabel", "KeptNetwork"),
    *("AddressBanned", "InvitationBanned", "BanLifted"),
    # The causes of a stored record: record.proto explains them where they stand.
    *(
        "MatchCreated",
        "SeatTaken",
        "SeatLeft",
        "MatchStarted",
        "SeatAnswered",
        "SeatDefaulted",
        "SeatResigned",
    ),
    *("AnswerUndone", "MatchCancelled", "MatchFinished", "StackChange", "Draw", "RestrictedEvent"),
    # What is kept beside the streams, and records of other streams than matches'.
    *("KeptName", "ImportedName", "PlayerErased", "IdSecretMade", "ImportRecord"),
    # Operators' calls: guides/roles.md.
    *(message.name for message in operations_pb2.DESCRIPTOR.message_types_by_name.values()),
    *(message.name for message in moderation_pb2.DESCRIPTOR.message_types_by_name.values()),
}
SERVERS_OWN_ENUMS = {"DefaultReason"}


def descriptors() -> list[FileDescriptor]:
    found = [module.DESCRIPTOR for module in FILES]
    assert all(found)
    return [descriptor for descriptor in found if descriptor]


def messages() -> list[Descriptor]:
    return [
        message
        for file in descriptors()
        for message in file.message_types_by_name.values()
        if message.name not in SERVERS_OWN
    ]


def test_every_call_is_named() -> None:
    words = code_words(BEFORE_THE_MATCH)
    calls = {
        name
        for file in descriptors()
        for service in file.services_by_name.values()
        for name in (service.name, *service.methods_by_name)
    }
    assert len(calls) > 30
    assert calls <= words


@pytest.mark.parametrize("message", messages(), ids=lambda message: message.name)
def test_every_field_that_a_client_needs_is_named(message: Descriptor) -> None:
    assert {field.name for field in message.fields} <= code_words(BEFORE_THE_MATCH)


def test_every_message_that_is_no_request_or_response_is_named() -> None:
    wanted = {message.name for message in messages() if not message.name.endswith(("Request", "Response"))}
    words = code_words(BEFORE_THE_MATCH) | set(BEFORE_THE_MATCH.split())
    members = {
        field.message_type.name
        for what in (play_pb2.Command, play_pb2.Frame)
        for field in what.DESCRIPTOR.fields
        if field.message_type
    }
    assert wanted - members - {"Seat", "Result"} <= words


def test_every_choice_is_named() -> None:
    words = code_words(BEFORE_THE_MATCH)
    for file in descriptors():
        for enum in file.enum_types_by_name.values():
            if enum.name not in SERVERS_OWN_ENUMS:
                assert {value.name for value in enum.values if value.number} <= words, enum.name


def test_every_reason_stands_in_the_table_with_its_status() -> None:
    documented = {row[0]: row[1] for row in table(section(PROTOCOL, "## Reasons"))}
    assert documented == {reason: code.name for reason, code in status_codes.CODES.items()}


def test_every_limit_stands_in_the_table_with_its_default() -> None:
    documented = {row[0]: int(row[1].replace(",", "")) for row in table(section(PROTOCOL, "## Limits"))}
    limits = Limits()
    assert documented == {name: getattr(limits, name) for name in Limits.__slots__}


def test_the_match_on_the_page_is_played_like_that() -> None:
    with real_server() as address:
        recorded = record(address)
    assert between(RECORDED, BEGIN, END) == recorded, (
        "python -m tools.record_match --write puts it into the page"
    )
