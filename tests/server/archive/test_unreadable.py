"""Matches that can't be resumed: the reason is named, the log is read as far as it is good, nothing is added."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc import StatusCode

from tests.server.play.streams import Stream
from tests.server.serve.full_server import Person, RunningServer, full_server, new_match, play_randomly
from tests.server.serve.games import orchard
from tests.server.serve.one_service import reason_of
from tilth.v1 import archive_pb2, lobby_pb2, operations_pb2
from tilth.v1 import play_pb2 as pb
from tilth.v1.record_pb2 import ClockSettings, Record
from tilth_server.store.chain import link

GONE = b"\xc1"
"""A stack that no build can read."""
CLOCK = ClockSettings(bank_ms=3_600_000)


def make_unreadable(folder: Path, match: str) -> int:
    """Let the last record hold waiting steps of other rules; its chain holds. Returns its number."""
    with closing(sqlite3.connect(folder / "tilth.db")) as file, file:
        stream, length = file.execute(
            "SELECT id, length FROM streams WHERE name = ?", (f"match/{match}",)
        ).fetchone()
        rows = "SELECT body, hash FROM records WHERE stream = ? AND number = ?"
        ((_, before),) = file.execute(rows, (stream, length - 2))
        ((body, _),) = file.execute(rows, (stream, length - 1))
        record = Record.FromString(body)
        record.stack_changes.add(added_steps=GONE)
        changed = record.SerializeToString()
        file.execute(
            "UPDATE records SET body = ?, hash = ? WHERE stream = ? AND number = ?",
            (changed, link(before, changed), stream, length - 1),
        )
        file.execute("UPDATE streams SET head = ? WHERE id = ?", (link(before, changed), stream))
    return int(length) - 1


async def refused(call: Awaitable[Any]) -> tuple[StatusCode, str]:
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await call
    return raised.value.code(), reason_of(raised.value)[0]


def calls_that_go_on(person: Person, match: str) -> list[Awaitable[Any]]:
    answer = pb.Answer(request_id="on", decision_id=1)
    return [
        person.play.Answer(pb.AnswerRequest(match_id=match, seat=0, answers=[answer])),
        person.play.Undo(pb.UndoRequest(match_id=match, seat=0, request_id="back")),
        person.play.GetView(pb.GetViewRequest(match_id=match, seat=0)),
        person.lobby.ResignMatch(lobby_pb2.ResignMatchRequest(match_id=match, seat=0)),
    ]


async def stopped_in(folder: Path, spoil: Callable[[Path, str], int]) -> tuple[list[str], str, str, int]:
    """The tokens of two, a match of theirs that was spoiled, one that was not, and the number of the spoiled record."""
    async with full_server(folder, orchard()) as house:
        people = [await house.person("Ann"), await house.person("Bob")]
        spoiled, whole = await new_match(*people, clock=CLOCK), await new_match(*people)
        await play_randomly(spoiled, *people, max_answers=4)
    return [person.token for person in people], spoiled, whole, spoil(folder, spoiled)


async def test_a_match_of_other_rules_stops_by_name_and_its_replay_is_untouched(tmp_path: Path) -> None:
    tokens, stopped, whole, last = await stopped_in(tmp_path, make_unreadable)
    async with full_server(tmp_path, orchard()) as house:
        ann, bob = (Person(house.channel, token) for token in tokens)
        for call in calls_that_go_on(ann, stopped):
            assert await refused(call) == (StatusCode.FAILED_PRECONDITION, "MATCH_INCOMPATIBLE")
        stream = Stream(house, ann)
        await stream.open(stopped, seat=0, from_record=0)
        assert (await stream.until("refused")).refused.reason == "MATCH_INCOMPATIBLE"
        assert [frame.record for frame in stream.frames if frame.HasField("update")] == list(range(last + 1))
        frames = [
            frame
            async for piece in ann.archive.Replay(archive_pb2.ReplayRequest(match_id=stopped, interval_ms=1))
            for frame in piece.frames
        ]
        assert len([frame for frame in frames if frame.HasField("update")]) == last + 1
        assert (await ann.archive.ViewAt(archive_pb2.ViewAtRequest(match_id=stopped, record=last))).view
        verdict = [
            response
            async for response in ann.archive.VerifyMatch(archive_pb2.VerifyMatchRequest(match_id=stopped))
        ][-1]
        assert (verdict.chain_ok, verdict.fold_ok, verdict.rules_ok) == (True, True, False)
        assert [finding.record for finding in verdict.findings] == [last]
        assert await play_randomly(whole, ann, bob) > 0
        found = (await ann.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=stopped))).match
        assert (found.state, found.record_count) == (lobby_pb2.MATCH_STATE_RUNNING, last + 1)
        await operator_of(house, tmp_path).operations.CancelMatch(
            operations_pb2.CancelMatchRequest(match_id=stopped)
        )


def operator_of(house: RunningServer, folder: Path) -> Person:
    return Person(house.channel, (folder / "operator.token").read_text().strip())


def damage(number: int) -> Callable[[Path, str], int]:
    def alter(folder: Path, match: str) -> int:
        with closing(sqlite3.connect(folder / "tilth.db")) as file, file:
            ((stream,),) = file.execute("SELECT id FROM streams WHERE name = ?", (f"match/{match}",))
            file.execute("UPDATE records SET body = x'00' WHERE number = ? AND stream = ?", (number, stream))
        return number

    return alter


@pytest.mark.parametrize("number", [1, 2, 3, 5, 6])
async def test_a_damaged_match_is_listed_and_read_up_to_there_and_nothing_is_added(
    tmp_path: Path, number: int
) -> None:
    tokens, hurt, whole, _ = await stopped_in(tmp_path, damage(number))
    async with full_server(tmp_path, orchard()) as house:
        ann, bob = (Person(house.channel, token) for token in tokens)
        before = (await house.server.store.head(f"match/{hurt}")).length
        listed = await ann.lobby.ListMatches(lobby_pb2.ListMatchesRequest())
        assert {match.id: match.record_count for match in listed.matches}[hurt] == before
        operations = operator_of(house, tmp_path).operations
        calls = [
            *calls_that_go_on(ann, hurt),
            ann.lobby.StartMatch(lobby_pb2.StartMatchRequest(match_id=hurt)),
            ann.lobby.TakeSeat(lobby_pb2.TakeSeatRequest(match_id=hurt)),
            ann.lobby.LeaveSeat(lobby_pb2.LeaveSeatRequest(match_id=hurt, seat=0)),
            operations.CancelMatch(operations_pb2.CancelMatchRequest(match_id=hurt)),
        ]
        for call in calls:
            assert await refused(call) == (StatusCode.DATA_LOSS, "DATA_DAMAGED")
        for opening in ({"from_record": 0}, {}):
            stream = Stream(house, ann)
            await stream.open(hurt, **opening)
            assert (await stream.until("refused")).refused.reason == "DATA_DAMAGED"
            frame = [each.record for each in stream.frames if each.HasField("update")]
            assert frame == list(range(number) if opening else [])
        assert await play_randomly(whole, ann, bob) > 0
        await operations.RevokePlayer(
            operations_pb2.RevokePlayerRequest(player_id=listed.matches[0].creator_id)
        )
        assert (await house.server.store.head(f"match/{hurt}")).length == before


async def test_damaged_matches_do_not_count_as_open(tmp_path: Path) -> None:
    tokens, _, whole, _ = await stopped_in(tmp_path, damage(5))
    async with full_server(tmp_path, orchard()) as house:
        creator = (await house.server.matches.fetch(whole)).creator_id
        async with asyncio.timeout(60):
            # Its clock runs, so it is looked at soon after the start.
            while await house.server.matches.index.unfinished_count(creator) != 1:  # noqa: ASYNC110 - until it was
                await asyncio.sleep(0.01)
        ann, bob = (Person(house.channel, token) for token in tokens)
        await play_randomly(whole, ann, bob)
        assert await house.server.matches.index.unfinished_count(creator) == 0


async def test_a_missing_record_is_found_and_the_records_after_it_are_checked(tmp_path: Path) -> None:
    def lose(folder: Path, match: str) -> int:
        with closing(sqlite3.connect(folder / "tilth.db")) as file, file:
            ((stream,),) = file.execute("SELECT id FROM streams WHERE name = ?", (f"match/{match}",))
            file.execute("DELETE FROM records WHERE number = 4 AND stream = ?", (stream,))
            file.execute("UPDATE records SET body = x'00' WHERE number = 6 AND stream = ?", (stream,))
        return 4

    tokens, hurt, _, _ = await stopped_in(tmp_path, lose)
    async with full_server(tmp_path, orchard()) as house:
        ann = Person(house.channel, tokens[0])
        request = archive_pb2.VerifyMatchRequest(match_id=hurt)
        verdict = [response async for response in ann.archive.VerifyMatch(request)][-1]
        assert (verdict.finished, verdict.chain_ok) == (True, False)
        assert [finding.record for finding in verdict.findings] == [4, 6]


async def test_damaged_names_of_strangers_keep_nobody_from_playing(tmp_path: Path) -> None:
    async with full_server(tmp_path / "there", orchard()) as there:
        people = [await there.person("Ann"), await there.person("Bob")]
        files = []
        for _ in range(2):
            match = await new_match(*people)
            await play_randomly(match, *people)
            export = people[0].archive.ExportMatch(archive_pb2.ExportMatchRequest(match_id=match))
            files.append(b"".join([response.chunk async for response in export]))
    async with full_server(tmp_path / "here", orchard()) as here:
        for file in files:
            await here.operator.archive.ImportMatch(iter([archive_pb2.ImportMatchRequest(chunk=file)]))
    with closing(sqlite3.connect(tmp_path / "here" / "tilth.db")) as database, database:
        ((stream,),) = database.execute("SELECT id FROM streams WHERE name = 'imports'")
        database.execute("UPDATE records SET body = x'00' WHERE number = 0 AND stream = ?", (stream,))
    async with full_server(tmp_path / "here", orchard()) as here:
        eve = await here.person("Eve")
        matches = (await eve.lobby.ListMatches(lobby_pb2.ListMatchesRequest())).matches
        assert [seat.player_name for match in matches for seat in match.seats] == ["Ann", "Bob"] * 2
