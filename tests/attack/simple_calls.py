"""Ordinary calls without any pause: a player who lists matches, and strangers who register."""

from itertools import count
from secrets import token_hex
from typing import Any

from tests.attack.attack import Target
from tests.attack.grpc_calls import loops, unary
from tests.attack.stage import Stage
from tilth.v1 import lobby_pb2, players_pb2

AT_ONCE = 16


class ListMatches:
    """One player far over the limit of calls: it is refused thousands of times a second."""

    name = "list-matches"
    finding = "J1"
    is_raw = False

    async def prepare(self, stage: Stage) -> dict[str, Any]:
        return {"token": await stage.player()}

    async def run(self, target: Target) -> None:
        request = lobby_pb2.ListMatchesRequest(page_size=100).SerializeToString()
        async with target.channel() as channel:
            path = "/tilth.v1.LobbyService/ListMatches"
            await loops(AT_ONCE, lambda _: unary(target, channel, path, request, target.given["token"]))


class Registrations:
    """New players from one address, as fast as they are taken."""

    name = "registrations"
    finding = ""
    is_raw = False

    async def prepare(self, stage: Stage) -> dict[str, Any]:
        return {}

    async def run(self, target: Target) -> None:
        numbers, prefix = count(1), token_hex(4)

        async def act(_: int) -> None:
            request = players_pb2.RegisterRequest(name=f"{prefix} {next(numbers)}")
            await unary(target, channel, "/tilth.v1.PlayersService/Register", request.SerializeToString())

        async with target.channel() as channel:
            await loops(AT_ONCE, act)
