"""The Go program of docs/guides/client-in-go.md uses names that the schema has."""

import re

import pytest

from tests.docs.pages import page
from tilth.v1 import decision_pb2, lobby_pb2, play_pb2, players_pb2

(PROGRAM,) = re.findall(r"```go\n(.*?)```", page("guides/client-in-go.md"), re.DOTALL)
FILES = [module.DESCRIPTOR for module in (decision_pb2, lobby_pb2, play_pb2, players_pb2)]
MESSAGES = {name: message for file in FILES for name, message in file.message_types_by_name.items()}
SERVICES = {name for file in FILES for name in file.services_by_name}


def in_go(field: str) -> str:
    """Return the name of a field as the Go plugin writes it."""
    return "".join(part[:1].upper() + part[1:] for part in field.split("_"))


@pytest.mark.parametrize("name", sorted(set(re.findall(r"tilth\.(\w+)", PROGRAM))))
def test_a_type_is_a_message_a_member_or_a_service(name: str) -> None:
    client = re.fullmatch(r"New(\w+)Client", name)
    message, _, member = name.partition("_")
    if client:
        assert client[1] in SERVICES
    elif member:
        assert member in {in_go(field.name) for field in MESSAGES[message].fields}
    else:
        assert name in MESSAGES


def test_every_field_that_is_set_or_read_is_in_the_schema() -> None:
    fields = {in_go(field.name) for message in MESSAGES.values() for field in message.fields} | {"Payload"}
    named = set(re.findall(r"\b([A-Z]\w+): ", PROGRAM)) | set(
        re.findall(r"(?:frame|payload\.\w+|decision|player)\.([A-Z]\w+)", PROGRAM)
    )
    assert len(named) > 15
    assert named <= fields
