"""The words for refusals and states are the same in the schema, in the code, in comments and in the docs."""

import re
from pathlib import Path

import pytest
from grpc import StatusCode

from tests.docs.pages import DOCS, REPOSITORY
from tilth.v1 import (
    archive_pb2,
    decision_pb2,
    lobby_pb2,
    moderation_pb2,
    operations_pb2,
    play_pb2,
    players_pb2,
    reason_pb2,
    record_pb2,
    tournaments_pb2,
)
from tilth_rules.kernel import decisions
from tilth_server import reasons
from tilth_server.api.status_codes import CODES

SCHEMAS = (
    *(archive_pb2, decision_pb2, lobby_pb2, operations_pb2, play_pb2, players_pb2, reason_pb2, record_pb2),
    *(moderation_pb2, tournaments_pb2),
)
SCHEMA = REPOSITORY / "proto" / "tilth" / "v1"
WORDS = {name.removeprefix("REASON_") for name, number in reason_pb2.Reason.items() if number}
NOT_OURS = re.compile("TILTH_|RLIMIT_|WAITING_FOR_COMMIT|REFUSED_STREAM")
"""Environment variables, limits of processes, a state of gRPC's, an error code of HTTP/2's."""


def test_the_schema_lists_every_reason_of_the_code() -> None:
    constants = {name: value for name, value in vars(reasons).items() if name.isupper()}
    assert constants == {name: name for name in WORDS}
    assert set(CODES) == WORDS
    assert set(decisions.REASONS) <= WORDS


def test_each_reason_has_a_comment_with_its_status() -> None:
    text = (SCHEMA / "reason.proto").read_text()
    commented = re.findall(r"  // \((\w+)\) .*\n(?:  // .*\n)*  REASON_(\w+) = ", text)
    assert {word: status for status, word in commented} == {word: code.name for word, code in CODES.items()}


@pytest.mark.parametrize("path", [*SCHEMA.glob("*.proto"), *DOCS.rglob("*.md")], ids=lambda path: path.name)
def test_comments_and_docs_name_only_reasons_and_states_that_exist(path: Path) -> None:
    states = {
        value.name
        for schema in SCHEMAS
        for enum in schema.DESCRIPTOR.enum_types_by_name.values()
        for value in enum.values
    }
    known = WORDS | states | {code.name for code in StatusCode}
    named = set(re.findall(r"`([A-Z]+(?:_[A-Z]+)+)`", path.read_text()))
    assert {word for word in named if not NOT_OURS.match(word)} <= known
