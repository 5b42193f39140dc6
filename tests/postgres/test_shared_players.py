"""The register of players at two nodes of one database: what may happen once happens once."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from tests.postgres.stores import PostgresData
from tilth_server.players import PlayerRegistry
from tilth_server.refusal import Refusal
from tilth_server.settings import Registration
from tilth_server.store import StreamMoved


@pytest.fixture
async def registers(engine: PostgresData) -> AsyncIterator[list[PlayerRegistry]]:
    """The registers of two nodes."""
    stores = [await engine.open() for _ in range(2)]
    found = [PlayerRegistry(store, Registration.INVITATION) for store in stores]
    for register in found:
        await register.load()
        register.turn.is_shared = True
    yield found
    for store in stores:
        await store.close()


async def register(registers: list[PlayerRegistry], at: int, invitation: str, name: str) -> str:
    """Register at one of the nodes, again after a conflict as a client does; return the reason of the refusal."""
    for _ in range(10):
        try:
            await registers[at].register(name, invitation)
        except StreamMoved:
            continue
        except Refusal as refusal:
            return refusal.reason
        return ""
    return "this node does not learn what the other one has written"


async def test_an_invitation_with_one_use_is_used_at_one_node(registers: list[PlayerRegistry]) -> None:
    for number in range(10):
        secret, invitation = await registers[number % 2].invitations.create("", label="", uses=1, end_ms=0)
        came = await asyncio.gather(
            *(register(registers, at, secret, f"guest {number} at {at}") for at in range(2))
        )
        assert sorted(came) == ["", "INVITATION_INVALID"]
        for each in registers:
            await each.turn.catch_up()
            assert len(each.invitations.all.get(invitation.id).player_ids) == 1


async def test_a_name_is_given_to_one_player(registers: list[PlayerRegistry]) -> None:
    secret, _ = await registers[0].invitations.create("", label="", uses=100, end_ms=0)
    for number in range(10):
        came = await asyncio.gather(*(register(registers, at, secret, f"anna {number}") for at in range(2)))
        assert sorted(came) == ["", "NAME_TAKEN"]
