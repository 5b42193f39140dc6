"""Each element of the schemas has a comment."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
)
from grpc_tools import protoc

from tilth.v1 import lobby_pb2

SCHEMAS = Path(__file__).parents[2] / "proto"
COMMENTED = ("play", "decision", "record", "reason")
GROUPED = ("lobby", "archive", "operations", "players", "tournaments")
"""Schemas in which fields that follow each other may share the comment of the first."""
GAMES = ("agricola", "earth", "petrichor", "sonora")
"""Schemas of games, with the same rule."""

MESSAGES, ENUMS, SERVICES = 4, 5, 6
"""Numbers of the lists in a FileDescriptorProto; a comment is found by the path of numbers to it."""
MEMBERS = 2
"""The number of a message's fields, of an enum's values, and of a service's methods."""
ONEOFS = 8

Place = tuple[tuple[int, ...], str]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, FileDescriptorProto]:
    """Return the schemas with their comments, by name."""
    compiled = tmp_path_factory.mktemp("schemas") / "schemas.binpb"
    names = [f"tilth/v1/{name}.proto" for name in (*COMMENTED, *GROUPED)]
    names += [f"tilth/games/{name}/v1/{name}.proto" for name in GAMES]
    flags = [f"-I{SCHEMAS}", f"-I{Path(protoc.__file__).parent / '_proto'}"]
    out = ["--include_source_info", f"--descriptor_set_out={compiled}"]
    assert protoc.main(["protoc", *flags, *out, *names]) == 0
    found = FileDescriptorSet.FromString(compiled.read_bytes()).file
    return {Path(file.name).stem: file for file in found}


@pytest.mark.parametrize("name", COMMENTED)
def test_every_call_message_field_and_value_has_a_comment(
    files: dict[str, FileDescriptorProto], name: str
) -> None:
    file = files[name]
    commented = {
        tuple(location.path)
        for location in file.source_code_info.location
        if location.leading_comments.strip()
    }
    places = list(places_in(file))
    assert len(places) > 10
    assert [place for path, place in places if path not in commented] == []


def test_the_table_of_calls_names_states_that_exist(files: dict[str, FileDescriptorProto]) -> None:
    comment = next(
        location.leading_comments
        for location in files["play"].source_code_info.location
        if tuple(location.path) == (SERVICES, 0)
    )
    table = comment.partition("leads to\n")[2]
    states = {name.removeprefix("MATCH_STATE_") for name, number in lobby_pb2.MatchState.items() if number}
    assert set(re.findall(r"(?<!`)\b[A-Z]{2,}\b", table)) == states


@pytest.mark.parametrize("name", [*GROUPED, *GAMES])
def test_every_call_and_enum_has_a_comment_and_so_has_every_group_of_fields(
    files: dict[str, FileDescriptorProto], name: str
) -> None:
    file = files[name]
    lines = {
        tuple(each.path): (each.span[0], each.span[2 if len(each.span) == 4 else 0])
        for each in file.source_code_info.location
    }
    covered = {tuple(each.path) for each in file.source_code_info.location if each.leading_comments.strip()}
    covered |= {path for path, place in places_in(file) if place.endswith(("Request", "Response"))}
    for at, message in enumerate(file.message_type):
        covered |= in_groups((MESSAGES, at), message, lines, covered)
    assert [place for path, place in places_in(file) if path not in covered] == []


def in_groups(
    path: tuple[int, ...],
    message: DescriptorProto,
    lines: dict[tuple[int, ...], tuple[int, int]],
    covered: set[tuple[int, ...]],
) -> set[tuple[int, ...]]:
    """Return the fields that stand right below one with a comment, and those of a oneof with a comment."""
    found: set[tuple[int, ...]] = set()
    above = -1
    fields = [((*path, MEMBERS, at), field) for at, field in enumerate(message.field)]
    for place, field in sorted(fields, key=lambda each: lines[each[0]]):
        first, last = lines[place]
        of_oneof = field.HasField("oneof_index") and (*path, ONEOFS, field.oneof_index) in covered
        if place in covered or first == above + 1 or of_oneof:
            found.add(place)
            above = last
    return found


def places_in(file: FileDescriptorProto) -> Iterator[Place]:
    """Yield everything that has a name, with its path; a value that means nothing was set explains itself."""
    for at, service in enumerate(file.service):
        yield (SERVICES, at), service.name
        yield from members((SERVICES, at), service.name, [method.name for method in service.method])
    for at, message in enumerate(file.message_type):
        yield from of_message((MESSAGES, at), message)
    for at, enum in enumerate(file.enum_type):
        yield from of_enum((ENUMS, at), enum)


def of_message(path: tuple[int, ...], message: DescriptorProto) -> Iterator[Place]:
    yield path, message.name
    yield from members(path, message.name, [field.name for field in message.field])
    synthetic = {field.oneof_index for field in message.field if field.proto3_optional}
    for at, oneof in enumerate(message.oneof_decl):
        if at not in synthetic:
            yield (*path, ONEOFS, at), f"{message.name}.{oneof.name}"


def of_enum(path: tuple[int, ...], enum: EnumDescriptorProto) -> Iterator[Place]:
    yield path, enum.name
    named = members(path, enum.name, [value.name for value in enum.value])
    yield from (place for place in named if not place[1].endswith("_UNSPECIFIED"))


def members(path: tuple[int, ...], of: str, names: Sequence[str]) -> Iterator[Place]:
    for at, name in enumerate(names):
        yield (*path, MEMBERS, at), f"{of}.{name}"
