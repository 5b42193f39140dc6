"""Names of players in records, files and lists: what an import is believed, and what can be erased."""

import re
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.server.archive.made import Made
from tests.server.archive.test_archive import chained, exported, imported, refused
from tests.server.serve.full_server import Person, RunningServer, full_server, new_match, play_randomly
from tests.server.serve.games import orchard
from tilth.v1 import archive_pb2 as pb
from tilth.v1 import lobby_pb2, operations_pb2, play_pb2, players_pb2
from tilth.v1.players_pb2 import (
    NAME_SOURCE_CLAIMED,
    NAME_SOURCE_ERASED,
    NAME_SOURCE_RECORDED,
    NAME_SOURCE_REGISTERED,
)
from tilth.v1.record_pb2 import Record
from tilth_server.archive import match_file
from tilth_server.store.sqlite import SqliteStreams
from tilth_server.store.sqlite.backup import back_up
from tilth_server.store.sqlite.restoring import restore

ANN, BOB = "Ann Unmistakable", "Bob Unmistakable"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with full_server(tmp_path / "here", orchard()) as house:
        yield house


@pytest.fixture
async def there(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with full_server(tmp_path / "there", orchard()) as there:
        yield there


async def played(house: RunningServer, *people: Person) -> str:
    """A match of these people that is over."""
    match = await new_match(*people)
    await play_randomly(match, *people)
    return match


async def seats(person: Person, match: str) -> list[tuple[str, int]]:
    """The names that a match is shown with, and how the server knows them."""
    shown = (await person.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match))).match
    return [(seat.player_name, seat.name_source) for seat in shown.seats]


async def matches_of(person: Person, player_id: str) -> list[str]:
    reply = await person.lobby.ListMatches(lobby_pb2.ListMatchesRequest(player_id=player_id))
    return [match.id for match in reply.matches]


async def erase(house: RunningServer, player_id: str) -> list[str]:
    request = operations_pb2.ErasePlayerRequest(player_id=player_id, reason="asked to be forgotten")
    return list((await house.operator.operations.ErasePlayer(request)).remaining_records)


def file_of(header: pb.ExportHeader, records: list[bytes]) -> bytes:
    """A match's file; the chain is worked out again, as somebody does who has changed a record."""
    header.record_count = len(records)
    messages = (header, *chained(header.match_id, records))
    return b"".join(match_file.delimited(message.SerializeToString()) for message in messages)


def earlier(match_id: str, names: dict[str, str], **made: Any) -> bytes:
    """A match's file as earlier builds wrote it: no hash of a name is in its records."""
    match = Made(orchard()["orchard"], 2, Random(match_id), players=list(names), **made).play()
    header = pb.ExportHeader(format="tilth match", version=1, match_id=match_id, player_names=names)
    return file_of(header, match.bodies)


async def test_a_name_gives_the_hash_in_the_record_as_the_documentation_says(house: RunningServer) -> None:
    ann, bob = await house.person(ANN), await house.person(BOB)
    match = await played(house, ann, bob)
    header, entries = match_file.read_match_file(await exported(ann, match))
    records = [Record.FromString(entry.record) for entry in entries]
    hashes = {each.player_id: each.hash for each in records[0].created.name_hashes}
    assert set(hashes) == {ann.id}
    taken = {each.seat_taken.player_id: each.seat_taken.name_hash for each in records[1:3]}
    assert taken == {ann.id: hashes[ann.id], bob.id: taken[bob.id]}
    for player in (ann, bob):
        name, salt = header.player_names[player.id], header.name_salts[player.id]
        assert name == player.name
        assert len(salt) == 32
        salted = b"tilth name\0" + salt + player.id.encode() + b"\0" + name.encode()
        assert sha256(salted).digest() == taken[player.id]


async def test_no_record_holds_a_name(house: RunningServer) -> None:
    people = [await house.person(name) for name in (ANN, BOB)]
    await played(house, *people)
    await house.operator.operations.CreateInvitation(operations_pb2.CreateInvitationRequest())
    store = house.server.store
    for stream, _ in await store.names():
        bodies = b"".join([stored.body async for stored in store.read(stream)])
        assert b"Unmistakable" not in bodies, stream
        assert b"operator" not in bodies, stream


async def test_a_match_of_another_server_keeps_the_names_that_it_was_played_under(
    house: RunningServer, there: RunningServer
) -> None:
    match = await played(there, ann := await there.person(ANN), await there.person(BOB))
    file = await exported(ann, match)
    eve = await house.person("Eve")
    await imported(house, eve, file)
    assert await seats(eve, match) == [(ANN, NAME_SOURCE_RECORDED), (BOB, NAME_SOURCE_RECORDED)]
    assert await exported(eve, match) == file
    verdict = [response async for response in eve.archive.VerifyMatch(pb.VerifyMatchRequest(match_id=match))][
        -1
    ]
    assert (verdict.names_ok, list(verdict.findings)) == (True, [])


@pytest.mark.parametrize("spoiled", ["name", "salt"])
async def test_a_file_with_another_name_than_its_records_were_made_with_is_refused(
    house: RunningServer, there: RunningServer, spoiled: str
) -> None:
    match = await played(there, ann := await there.person(ANN), await there.person(BOB))
    header, entries = match_file.read_match_file(await exported(ann, match))
    if spoiled == "name":
        header.player_names[ann.id] = "Carl"
    else:
        header.name_salts[ann.id] = bytes(32)
    file = file_of(header, [entry.record for entry in entries])
    assert (await refused(imported(house, await house.person("Eve"), file)))[1] == "FILE_INVALID"
    assert (await refused(imported(house, house.operator, file)))[1] == "FILE_INVALID"


async def test_a_text_with_another_name_than_its_records_were_made_with_is_refused(
    house: RunningServer, there: RunningServer
) -> None:
    match = await played(there, ann := await there.person(ANN), await there.person(BOB))
    text = (await ann.archive.ExportText(pb.ExportTextRequest(match_id=match))).text
    eve = await house.person("Eve")
    altered = text.replace(f'[Player "{ann.id} {ANN}"]', f'[Player "{ann.id} Carl"]')
    assert altered != text
    assert (await refused(eve.archive.ImportText(pb.ImportTextRequest(text=altered))))[1] == "FILE_INVALID"
    assert not (await eve.archive.ImportText(pb.ImportTextRequest(text=text))).already_present
    assert [name for name, _ in await seats(eve, match)] == [ANN, BOB]


async def test_names_in_files_of_earlier_builds_come_from_the_file_and_rename_nobody(
    house: RunningServer,
) -> None:
    eve = await house.person("Eve")
    await imported(house, eve, earlier("first", {"p1": "Ann", "p2": "Bob"}))
    await imported(house, eve, earlier("second", {"p1": "Eve", "p2": "Bob"}))
    assert await seats(eve, "first") == [("Ann", NAME_SOURCE_CLAIMED), ("Bob", NAME_SOURCE_CLAIMED)]
    assert await seats(eve, "second") == [("Eve", NAME_SOURCE_CLAIMED), ("Bob", NAME_SOURCE_CLAIMED)]
    assert set(await matches_of(eve, "p1")) == {"first", "second"}
    assert await matches_of(eve, eve.id) == []
    watched = eve.play.Watch(play_pb2.WatchRequest(open=play_pb2.OpenChannel(match_id="second")))
    opened = (await watched.read()).frames[0].opened
    assert list(opened.name_sources) == [NAME_SOURCE_CLAIMED] * 2


async def test_an_import_does_not_speak_for_a_player_of_this_server(house: RunningServer) -> None:
    """A file of an earlier build does not show that this player has played the match, no matter who imports it."""
    eve = await house.person("Eve")
    file = earlier("lost", {eve.id: "Eve the Loser", "p2": "Bob"})
    assert (await refused(imported(house, eve, file)))[1] == "OPERATOR_MUST_IMPORT"
    await imported(house, house.operator, file)
    assert await seats(eve, "lost") == [("Eve the Loser", NAME_SOURCE_CLAIMED), ("Bob", NAME_SOURCE_CLAIMED)]
    assert await matches_of(eve, eve.id) == []
    # Nor is it what the player has asked for: the record names a request of theirs.
    request = lobby_pb2.CreateMatchRequest(request_id="made", game="orchard", seat_count=2)
    assert (await eve.lobby.CreateMatch(request)).match.id != "lost"


async def test_a_match_that_this_server_recorded_is_recognised_as_its_own(tmp_path: Path) -> None:
    """A match is lost by going back to a backup, and comes back by its file."""
    async with full_server(tmp_path / "here", orchard()) as house:
        ann, bob = await house.person(ANN), await house.person(BOB)
        back_up(tmp_path / "here" / "tilth.db", tmp_path / "backup")
        match = await played(house, ann, bob)
        file = await exported(ann, match)
    restore(tmp_path / "backup", tmp_path / "again")
    async with full_server(tmp_path / "again", orchard()) as house:
        operator = await house.server.players.renew_token(house.server.players.operator.id)  # type: ignore[union-attr]
        ann, operating = Person(house.channel, ann.token, ann.id), Person(house.channel, operator)
        assert await matches_of(ann, ann.id) == []
        await imported(house, operating, file)
        assert await matches_of(ann, ann.id) == [match]
        assert await seats(ann, match) == [(ANN, NAME_SOURCE_REGISTERED), (BOB, NAME_SOURCE_REGISTERED)]


async def test_an_erased_player_is_named_nowhere_and_every_chain_holds(tmp_path: Path) -> None:
    async with full_server(tmp_path / "here", orchard()) as house:
        ann, bob = await house.person(ANN), await house.person(BOB)
        over = await played(house, ann, bob)
        running_on = await new_match(ann, bob)
        _, entries = match_file.read_match_file(await exported(bob, over))
        assert await erase(house, ann.id) == []
        placeholder = f"erased {ann.id[:6]}"
        for match in (over, running_on):
            assert await seats(bob, match) == [
                (placeholder, NAME_SOURCE_ERASED),
                (BOB, NAME_SOURCE_REGISTERED),
            ]
        shown = (await bob.players.GetPlayer(players_pb2.GetPlayerRequest(player_id=ann.id))).player
        assert (shown.name, shown.erased) == (placeholder, True)
        listed = (await bob.players.ListPlayers(players_pb2.ListPlayersRequest())).players
        assert ann.id not in [player.id for player in listed]
        header, kept = match_file.read_match_file(await exported(bob, over))
        assert [entry.hash for entry in kept] == [entry.hash for entry in entries]
        assert set(header.player_names) == set(header.name_salts) == {bob.id}
        text = (await bob.archive.ExportText(pb.ExportTextRequest(match_id=over))).text
        assert ANN not in text
        verdict = [
            response async for response in bob.archive.VerifyMatch(pb.VerifyMatchRequest(match_id=over))
        ][-1]
        assert (verdict.finished, verdict.names_ok, list(verdict.findings)) == (True, True, [])
        files = b"".join(file.read_bytes() for file in (tmp_path / "here").iterdir())
        assert ANN.encode() not in files
        assert BOB.encode() in files
        assert await erase(house, ann.id) == []
        assert (await house.person(ANN)).id != ann.id, "the name can be taken again"
    async with full_server(tmp_path / "here", orchard()) as house:
        bob = Person(house.channel, bob.token, bob.id)
        assert (await seats(bob, over))[0] == (placeholder, NAME_SOURCE_ERASED)
        responses = bob.archive.VerifyMatches(pb.VerifyMatchesRequest())
        assert [match for response in [each async for each in responses] for match in response.failed] == []


async def test_an_erased_name_does_not_come_back_with_a_file(
    house: RunningServer, there: RunningServer
) -> None:
    match = await played(there, ann := await there.person(ANN), await there.person(BOB))
    other = await played(there, ann, await there.person("Cid"))
    first, second = await exported(ann, match), await exported(ann, other)
    eve = await house.person("Eve")
    await imported(house, eve, first)
    assert await erase(house, ann.id) == []
    await imported(house, eve, second)
    for each in (match, other):
        assert (await seats(eve, each))[0] == (f"erased {ann.id[:6]}", NAME_SOURCE_ERASED)
    assert ANN.encode() not in b"".join([await exported(eve, match), await exported(eve, other)])


async def test_only_an_operator_erases_a_name_and_only_once(house: RunningServer) -> None:
    ann = await house.person(ANN)
    request = operations_pb2.ErasePlayerRequest(player_id=ann.id)
    assert (await refused(ann.operations.ErasePlayer(request)))[1] == "OPERATORS_ONLY"
    request.player_id = "p0"
    assert (await refused(house.operator.operations.ErasePlayer(request)))[1] == "PLAYER_NOT_FOUND"
    operator = house.server.players.operator
    assert operator is not None
    request.player_id = operator.id
    assert (await refused(house.operator.operations.ErasePlayer(request)))[1] == "LAST_OPERATOR"


async def test_nobody_is_called_like_an_erased_player(house: RunningServer) -> None:
    for name in ("erased p12345", "ERASED p12345"):
        assert (await refused(house.person(name)))[1] == "NAME_INVALID"
    await house.person("erased by time")


async def test_names_that_earlier_builds_recorded_are_reported_to_remain(tmp_path: Path) -> None:
    store = await SqliteStreams.open(tmp_path / "here")
    old = players_pb2.PlayerRegistered(player_id="p1", name=ANN, token_hash=bytes(32))
    record = players_pb2.PlayerRecord(registered=old)
    record.at.FromSeconds(1_700_000_000)
    await store.append("players", 0, [record.SerializeToString()])
    header = pb.ExportHeader(match_id="gone", player_names={"p2": BOB})
    await store.append("imports", 0, [header.SerializeToString()])
    await store.close()
    async with full_server(tmp_path / "here", orchard()) as house:
        token = await house.server.players.renew_token("p1")
        ann, bob = Person(house.channel, token, "p1", ANN), await house.person("Bob")
        match = await played(house, ann, bob)
        header, _ = match_file.read_match_file(await exported(bob, match))
        assert set(header.name_salts) == {"p1", bob.id}, "new matches of old players hold a hash, too"
        assert await erase(house, "p1") == ["players 0"]
        assert await erase(house, "p2") == ["imports 0"]
        assert [name for name, _ in await seats(bob, match)] == ["erased p1", "Bob"]


async def test_a_name_that_was_changed_behind_the_servers_back_is_found(tmp_path: Path) -> None:
    async with full_server(tmp_path / "here", orchard()) as house:
        ann, bob = await house.person(ANN), await house.person(BOB)
        match = await played(house, ann, bob)
        kept = house.server.players.names.kept(ann.id)
        assert kept is not None
        kept.names[:] = ["Somebody Else"]
        verdict = [
            response async for response in bob.archive.VerifyMatch(pb.VerifyMatchRequest(match_id=match))
        ][-1]
        assert not verdict.names_ok
        assert [re.sub("p[0-9a-f]{16}", "ID", finding.message) for finding in verdict.findings] == [
            "the stored name of player ID does not fit the recorded hash"
        ]
