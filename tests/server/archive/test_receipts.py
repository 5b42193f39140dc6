"""Receipts: the server signs what a log holds, hides the head while the match runs, and keeps its key to itself."""

import asyncio
import stat
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from tests.server.serve.full_server import Person, RunningServer, full_server, new_match, play_randomly
from tests.server.serve.games import orchard
from tilth.v1 import archive_pb2 as pb
from tilth.v1 import lobby_pb2, operations_pb2, play_pb2
from tilth.v1.receipt_pb2 import Receipt, ReceiptStatement
from tilth_server.serving import StartupFailed

LABEL = b"tilth receipt\0"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with full_server(tmp_path / "here", orchard()) as here:
        yield here


@pytest.fixture
async def people(house: RunningServer) -> tuple[Person, Person]:
    return await house.person("Ann"), await house.person("Bob")


async def receipt_of(person: Person, match: str) -> Receipt:
    got = await person.archive.GetReceipt(pb.GetReceiptRequest(match_id=match))
    receipt: Receipt = got.receipt
    return receipt


def stated(receipt: Receipt) -> ReceiptStatement:
    """Return the statement, if its signature is good."""
    key = Ed25519PublicKey.from_public_bytes(receipt.public_key)
    key.verify(receipt.signature, LABEL + receipt.statement)
    return ReceiptStatement.FromString(receipt.statement)


async def server_info(house: RunningServer) -> lobby_pb2.ServerInfo:
    reply = await Person(house.channel, "").lobby.GetServerInfo(lobby_pb2.GetServerInfoRequest())
    info: lobby_pb2.ServerInfo = reply.server
    return info


async def heads(person: Person, match: str) -> list[bytes]:
    """Return the hash of every record, computed from the records."""
    link = sha256(b"tilth stream\0match/" + match.encode()).digest()
    found = []
    async for piece in person.archive.ReadLog(pb.ReadLogRequest(match_id=match)):
        for entry in piece.entries:
            link = sha256(link + entry.record).digest()
            found.append(link)
    return found


async def test_a_receipt_of_a_running_match_is_opened_by_the_one_of_its_end(
    house: RunningServer, people: tuple[Person, Person]
) -> None:
    match = await new_match(*people)
    await play_randomly(match, *people, max_answers=3)
    early = stated(await receipt_of(people[1], match))
    assert (early.match_id, early.head, early.salt) == (match, b"", b"")
    await play_randomly(match, *people)
    last = await receipt_of(people[0], match)
    end = stated(last)
    found = await heads(people[0], match)
    assert (end.match_id, end.record_count, end.head) == (match, len(found), found[-1])
    assert early.record_count < end.record_count
    opened = sha256(LABEL + end.salt + found[early.record_count - 1]).digest()
    assert early.hidden_head == opened
    assert last.public_key == (await server_info(house)).signing_key


async def test_a_signature_covers_every_byte_of_the_statement(people: tuple[Person, Person]) -> None:
    receipt = await receipt_of(people[0], await new_match(*people))
    for at in range(len(receipt.statement)):
        altered = bytearray(receipt.statement)
        altered[at] ^= 1
        with pytest.raises(InvalidSignature):
            stated(
                Receipt(statement=bytes(altered), signature=receipt.signature, public_key=receipt.public_key)
            )


async def test_a_match_and_its_backlog_end_with_a_receipt(people: tuple[Person, Person]) -> None:
    match = await new_match(*people)
    caught_up = asyncio.Event()

    async def watched() -> play_pb2.MatchEnd:
        opening = play_pb2.OpenChannel(match_id=match)
        frames: list[play_pb2.Frame] = []
        async for response in people[1].play.Watch(play_pb2.WatchRequest(open=opening)):
            frames += response.frames
            if any(frame.HasField("caught_up") for frame in frames):
                caught_up.set()
        return frames[-1].ended

    watching = asyncio.create_task(watched())
    await caught_up.wait()
    await play_randomly(match, *people)
    live, read = await watching, await watched()
    for end in (live, read):
        assert (stated(end.receipt).head, stated(end.receipt).match_id) == (end.head, match)
    replay = people[1].archive.Replay(pb.ReplayRequest(match_id=match, interval_ms=1))
    last = [frame async for response in replay for frame in response.frames][-1].ended
    assert live == read == last


async def test_a_cancelled_and_a_retitled_match_have_receipts_of_what_they_hold(
    house: RunningServer, people: tuple[Person, Person]
) -> None:
    match = await new_match(*people)
    operator = house.operator
    await operator.operations.CancelMatch(operations_pb2.CancelMatchRequest(match_id=match, reason="no"))
    before = stated(await receipt_of(people[0], match))
    await operator.operations.RetitleMatch(
        operations_pb2.RetitleMatchRequest(match_id=match, new_title="Ours")
    )
    after = stated(await receipt_of(people[0], match))
    found = await heads(people[0], match)
    assert after.record_count == before.record_count + 1 == len(found)
    assert (before.head, after.head) == (found[-2], found[-1])
    assert before.salt == after.salt


async def test_matches_have_salts_of_their_own(people: tuple[Person, Person], house: RunningServer) -> None:
    salts = set()
    for _ in range(2):
        match = await new_match(*people)
        cancel = operations_pb2.CancelMatchRequest(match_id=match, reason="no")
        await house.operator.operations.CancelMatch(cancel)
        salts.add(stated(await receipt_of(people[0], match)).salt)
    assert len(salts) == 2
    assert all(len(salt) == 32 for salt in salts)


async def test_the_key_is_private_and_stays_and_a_lost_one_is_still_named(tmp_path: Path) -> None:
    data = tmp_path / "here"
    file = data / "signing.key"
    async with full_server(data, orchard()) as house:
        first = await server_info(house)
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert list(first.earlier_signing_keys) == []
    async with full_server(data, orchard()) as house:
        assert (await server_info(house)).signing_key == first.signing_key
    moved = file.rename(tmp_path / "lost.key")
    async with full_server(data, orchard()) as house:
        second = await server_info(house)
        assert second.signing_key != first.signing_key
        assert list(second.earlier_signing_keys) == [first.signing_key]
    moved.rename(file)
    async with full_server(data, orchard()) as house:
        third = await server_info(house)
        assert third.signing_key == first.signing_key
        assert list(third.earlier_signing_keys) == [second.signing_key]


async def test_a_damaged_key_stops_the_start_with_a_remedy(tmp_path: Path) -> None:
    data = tmp_path / "here"
    async with full_server(data, orchard()):
        pass
    (data / "signing.key").write_text("no key")
    with pytest.raises(StartupFailed, match=r"signing\.key.*move it away"):
        async with full_server(data, orchard()):
            pass
