"""The audit tells for some days from which address an operator came, and can be searched by player and address."""

from pathlib import Path
from typing import Any

from tests.server.operations.helpers import audit
from tests.server.serve.full_server import Person, full_server
from tests.server.serve.games import orchard
from tilth.v1 import operations_pb2 as pb
from tilth_server.operations.audit import STREAM
from tilth_server.operations.audit_addresses import DAY_S
from tilth_server.operations.audit_filter import AuditFilter
from tilth_server.store import KeptValue, chain
from tilth_server.store.sqlite import SqliteStreams

LOOPBACK = b"127.0.0.1"


def stored(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.glob("tilth.db*"))


async def peers(person: Person) -> list[str]:
    return [entry.address for entry in await audit(person)]


async def test_an_address_is_shown_and_is_not_in_the_chain(tmp_path: Path) -> None:
    async with full_server(tmp_path, orchard()) as running:
        await running.operator.operations.Drain(pb.DrainRequest())
        assert await peers(running.operator) == ["ipv4:127.0.0.1"]
        link = chain.root(STREAM)
        for record, entry in zip(
            [each async for each in running.server.store.read(STREAM)],
            await audit(running.operator),
            strict=True,
        ):
            link = chain.link(link, entry.record.SerializeToString(deterministic=True))
            assert LOOPBACK not in record.body
            assert entry.hash == link
        token = running.operator.token
    async with full_server(tmp_path, orchard()) as again:
        assert await peers(Person(again.channel, token)) == ["ipv4:127.0.0.1"]


async def test_an_address_that_is_too_old_is_erased_from_the_file(tmp_path: Path) -> None:
    async with full_server(tmp_path, orchard()) as running:
        await running.operator.operations.Drain(pb.DrainRequest())
        token = running.operator.token
    assert LOOPBACK in stored(tmp_path)
    await make_older(tmp_path, days=91)
    async with full_server(tmp_path, orchard()) as again:
        operator = Person(again.channel, token)
        assert await peers(operator) == [""]
        await operator.operations.Drain(pb.DrainRequest(stop=True))
        assert await peers(operator) == ["", "ipv4:127.0.0.1"]
    async with full_server(tmp_path, orchard(), address_days=0) as none:
        assert await peers(Person(none.channel, token)) == ["", ""]
    assert LOOPBACK not in stored(tmp_path)


async def make_older(folder: Path, days: int) -> None:
    """Move the times beside the stream into the past, as if the days had gone by."""
    store = await SqliteStreams.open(folder)
    for key, body in (await store.kept_values("audit/")).items():
        kept = pb.KeptAddress.FromString(body)
        kept.at.FromSeconds(kept.at.seconds - days * DAY_S)
        length = (await store.head(STREAM)).length
        await store.append(STREAM, length, [], [KeptValue(key, kept.SerializeToString())])
    await store.close()


async def test_an_address_in_a_record_of_an_earlier_build_is_shown_for_the_same_time(tmp_path: Path) -> None:
    async with full_server(tmp_path, orchard()) as running:
        token = running.operator.token
    store = await SqliteStreams.open(tmp_path)
    old = pb.AuditRecord(action="Drain", peer="ipv4:192.0.2.1")
    young = pb.AuditRecord(action="Drain", peer="ipv4:192.0.2.2")
    old.at.FromSeconds(1_000_000_000)
    young.at.GetCurrentTime()
    await store.append(STREAM, 0, [old.SerializeToString(), young.SerializeToString()])
    await store.close()
    async with full_server(tmp_path, orchard()) as again:
        assert await peers(Person(again.channel, token)) == ["", "ipv4:192.0.2.2"]


async def test_entries_are_found_by_player_and_by_address(tmp_path: Path) -> None:
    async with full_server(tmp_path, orchard()) as running:
        ann, bob = await running.person("Ann"), await running.person("Bob")
        operations = running.operator.operations
        for person in (ann, bob):
            await operations.KickPlayer(pb.KickPlayerRequest(player_id=person.id))
        await operations.Drain(pb.DrainRequest())

        async def found(**only: Any) -> list[int]:
            request = pb.ReadAuditRequest(once=True, **only)
            return [entry.number async for reply in operations.ReadAudit(request) for entry in reply.entries]

        assert await found(player_id=ann.id) == [0]
        assert await found(player_id=bob.id) == [1]
        operator_id = (await audit(running.operator))[0].record.operator_id
        assert await found(player_id=operator_id) == [0, 1, 2]
        assert await found(address="127.0.0.1") == [0, 1, 2]
        assert await found(address="192.0.2.1") == []
        assert await found(address="127.0.0.1", player_id=bob.id) == [1]


def test_a_part_of_an_address_ends_where_a_part_ends() -> None:
    def matches(address: str, peer: str) -> bool:
        return AuditFilter(address=address).matches(pb.AuditEntry(address=peer))

    assert matches("192.0.2", "ipv4:192.0.2.7:5555")
    assert matches("192.0.2.", "ipv4:192.0.2.7:5555")
    assert matches("192.0.2.7", "ipv4:192.0.2.7")
    assert matches("ipv4:192.0.2.7:5555", "ipv4:192.0.2.7:5555")
    assert matches("2001:db8::1", "ipv6:%5B2001:db8::1%5D:5555")
    assert matches("2001:db8", "ipv6:2001:db8::1")
    assert not matches("192.0.2.7", "ipv4:192.0.2.70:5555")
    assert not matches("192.0", "ipv4:10.192.0.1:5555")
    assert not matches("192.0.2.7", "")
