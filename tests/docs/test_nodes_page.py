"""docs/reference/nodes.md says of every call which node does it."""

import re

from tests.docs.pages import page, section
from tilth.v1 import (
    archive_pb2,
    lobby_pb2,
    moderation_pb2,
    operations_pb2,
    play_pb2,
    players_pb2,
    ratings_pb2,
    tournament_archive_pb2,
    tournaments_pb2,
)
from tilth_server.api.routes import Route, route_of

PAGE = page("reference/nodes.md")
FILES = (
    play_pb2,
    lobby_pb2,
    players_pb2,
    archive_pb2,
    tournaments_pb2,
    ratings_pb2,
    tournament_archive_pb2,
    operations_pb2,
    moderation_pb2,
)
DONE_BY = {
    Route.HERE: "any node",
    Route.OWNER: "owner",
    Route.CHANNELS: "owner of each match",
    Route.ALL: "all nodes",
    Route.FIRST: "any node, then the others",
}


def test_every_call_has_its_row() -> None:
    services = [service for file in FILES for service in file.DESCRIPTOR.services_by_name.values()]
    for service in services:
        rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", section(PAGE, f"## {service.name}"), re.MULTILINE)
        assert rows == [(method.name, DONE_BY[route_of(method)]) for method in service.methods]


def test_every_route_is_explained() -> None:
    head = PAGE.partition("\n## ")[0]
    assert re.findall(r"^\| (\w[^|]+) \| \w", head, re.MULTILINE)[1:] == list(DONE_BY.values())
