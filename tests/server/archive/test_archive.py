"""The archive: reading, viewing, replaying, verifying and moving matches, and keeping secrets while they run."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import grpc
import pytest
from grpc import StatusCode

from tests.server.serve.full_server import (
    SECONDS,
    Person,
    RunningServer,
    answer,
    full_server,
    new_match,
    open_decision,
    play_randomly,
)
from tests.server.serve.games import orchard
from tests.server.serve.one_service import bearer, reason_of
from tilth.v1 import archive_pb2 as pb
from tilth.v1 import lobby_pb2, operations_pb2, play_pb2
from tilth.v1.record_pb2 import Record
from tilth_rules.kernel import SeededChance, Table
from tilth_server.archive import match_file


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with full_server(tmp_path / "here", orchard()) as here:
        yield here


@pytest.fixture
async def people(house: RunningServer) -> tuple[Person, Person]:
    return await house.person("Ann"), await house.person("Bob")


async def refused(call: Any) -> tuple[StatusCode, str]:
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await call
    return error.value.code(), reason_of(error.value)[0]


async def log_of(person: Person, match: str, **asked_for: Any) -> list[pb.LogEntry]:
    pieces = [piece async for piece in person.archive.ReadLog(pb.ReadLogRequest(match_id=match, **asked_for))]
    return [entry for piece in pieces for entry in piece.entries]


async def verified(person: Person, match: str) -> pb.VerifyMatchResponse:
    response = [piece async for piece in person.archive.VerifyMatch(pb.VerifyMatchRequest(match_id=match))]
    assert response[-1].finished
    assert not any(piece.finished for piece in response[:-1])
    last: pb.VerifyMatchResponse = response[-1]
    return last


async def exported(person: Person, match: str) -> bytes:
    pieces = person.archive.ExportMatch(pb.ExportMatchRequest(match_id=match))
    return b"".join([response.chunk async for response in pieces])


async def imported(
    running: RunningServer, person: Person, file: bytes, piece: int = 1000
) -> pb.ImportMatchResponse:
    async def pieces() -> AsyncIterator[bytes]:
        for at in range(0, len(file), piece):
            yield pb.ImportMatchRequest(chunk=file[at : at + piece]).SerializeToString()

    call: Any = running.channel.stream_unary("/tilth.v1.ArchiveService/ImportMatch")
    return pb.ImportMatchResponse.FromString(
        await call(pieces(), metadata=bearer(person.token), timeout=SECONDS)
    )


def causes(entries: list[pb.LogEntry]) -> list[str]:
    return [str(Record.FromString(entry.record).WhichOneof("cause")) for entry in entries]


async def test_a_finished_log_is_read_as_it_is_stored(
    house: RunningServer, people: tuple[Person, Person]
) -> None:
    match = await new_match(*people)
    await play_randomly(match, *people)
    entries = await log_of(people[0], match)
    stored = [each async for each in house.server.store.read(f"match/{match}")]
    assert [(entry.number, entry.record, entry.hash) for entry in entries] == [
        (record.number, record.body, record.hash) for record in stored
    ]
    assert causes(entries)[:4] == ["created", "seat_taken", "seat_taken", "started"]
    assert causes(entries)[-1] == "finished"
    assert Record.FromString(entries[0].record).created.seed
    assert [entry.number for entry in await log_of(people[0], match, from_record=3, limit=2)] == [3, 4]


async def test_anybody_can_check_the_chain_by_the_documented_formula(people: tuple[Person, Person]) -> None:
    match = await new_match(*people)
    await play_randomly(match, *people)
    link = sha256(b"tilth stream\0match/" + match.encode()).digest()
    for entry in await log_of(people[0], match):
        link = sha256(link + entry.record).digest()
        assert entry.hash == link


async def test_a_running_log_shows_each_what_they_may_see(people: tuple[Person, Person]) -> None:
    ann, bob = people
    match = await new_match(ann, bob)
    await play_randomly(match, ann, bob, max_answers=3)
    seen = {
        "ann": await log_of(ann, match, seat=0),
        "bob": await log_of(bob, match, seat=1),
        "spectator": await log_of(ann, match),
    }
    game = orchard()["orchard"]
    for who, entries in seen.items():
        created = Record.FromString(entries[0].record).created
        assert created.seed == b""
        assert len(created.seed_commitment) == 32
        dealt: list[Any] = [
            game.decode_event(event) for entry in entries for event in Record.FromString(entry.record).events
        ]
        fruits = {event.seat: event.fruit for event in dealt if type(event).__name__ == "FruitDealt"}
        assert {seat for seat, fruit in fruits.items() if fruit} == {"ann": {0}, "bob": {1}}.get(who, set())
        for entry in entries:
            record = Record.FromString(entry.record)
            assert entry.hash == b""
            assert not record.stack_changes
            assert not record.draws
            assert (
                record.answered.seat in {"ann": {0}, "bob": {1}}.get(who, set()) or not record.answered.picks
            )


@pytest.mark.parametrize("call", ["ReadLog", "ViewAt", "Replay"])
async def test_a_player_cannot_view_a_running_match_as_another_seat(
    people: tuple[Person, Person], call: str
) -> None:
    ann, bob = people
    match = await new_match(ann, bob)

    async def look(seat: int) -> None:
        if call == "ReadLog":
            await log_of(bob, match, seat=seat)
        elif call == "ViewAt":
            await bob.archive.ViewAt(pb.ViewAtRequest(match_id=match, record=3, viewer=pb.Viewer(seat=seat)))
        else:
            request = pb.ReplayRequest(match_id=match, viewer=pb.Viewer(seat=seat), interval_ms=1)
            async for _ in bob.archive.Replay(request):
                pass

    assert await refused(look(0)) == (StatusCode.PERMISSION_DENIED, "NOT_YOUR_SEAT")
    assert await refused(look(7)) == (StatusCode.INVALID_ARGUMENT, "SEAT_NOT_FOUND")
    await look(1)
    await play_randomly(match, ann, bob)
    await look(0)


async def test_the_view_at_every_record_is_what_the_seat_saw_live(people: tuple[Person, Person]) -> None:
    match = await new_match(*people)
    random = Random(5)
    saw: dict[int, tuple[bytes, list[int], Any]] = {}
    over = False
    while not over:
        for seat, person in enumerate(people):
            live = await person.play.GetView(
                play_pb2.GetViewRequest(match_id=match, seat=0 if seat == 0 else 1)
            )
            if seat == 0:
                saw[live.next_record - 1] = (live.view, list(live.pending_seats), live.decision)
            if live.HasField("decision"):
                await answer(person, match, seat, live.decision, random)
        state = (await people[0].lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match))).match.state
        over = state == lobby_pb2.MATCH_STATE_FINISHED
    assert len(saw) > 3
    for record, (view, waiting, decision) in saw.items():
        request = pb.ViewAtRequest(match_id=match, record=record, viewer=pb.Viewer(seat=0))
        then = await people[1].archive.ViewAt(request)
        assert (then.view, list(then.pending_seats), then.decision) == (view, waiting, decision)


async def test_a_record_before_the_start_or_after_the_end_cannot_be_viewed(
    people: tuple[Person, Person],
) -> None:
    ann, _ = people
    match = await new_match(*people)
    for record, code, reason in (
        (999, StatusCode.NOT_FOUND, "RECORD_NOT_FOUND"),
        (0, StatusCode.FAILED_PRECONDITION, "MATCH_NOT_STARTED"),
    ):
        assert await refused(ann.archive.ViewAt(pb.ViewAtRequest(match_id=match, record=record))) == (
            code,
            reason,
        )
    assert await refused(ann.archive.ViewAt(pb.ViewAtRequest(match_id="nowhere"))) == (
        StatusCode.NOT_FOUND,
        "MATCH_NOT_FOUND",
    )


async def test_everything_is_shown_of_a_finished_match(people: tuple[Person, Person]) -> None:
    match = await new_match(*people)
    await play_randomly(match, *people)
    seen = await people[0].archive.ViewAt(pb.ViewAtRequest(match_id=match, record=3))
    assert seen.view_type.endswith(".View")
    assert seen.record_count == len(await log_of(people[0], match))
    spectator = pb.ViewAtRequest(match_id=match, record=3, viewer=pb.Viewer(spectator=True))
    assert (await people[0].archive.ViewAt(spectator)).pending_seats == seen.pending_seats


async def replayed(person: Person, match: str, **asked_for: Any) -> list[Any]:
    request = pb.ReplayRequest(match_id=match, **asked_for)
    return [shown async for piece in person.archive.Replay(request) for shown in piece.frames]


async def test_a_replay_shows_every_record_of_the_match(people: tuple[Person, Person]) -> None:
    match = await new_match(*people)
    await play_randomly(match, *people)
    entries = await log_of(people[0], match)
    shown = await replayed(people[0], match, interval_ms=1, views=True, texts=True, language="en")
    assert shown[0].WhichOneof("payload") == "opened"
    assert list(shown[0].opened.player_names) == ["Ann", "Bob"]
    updates = shown[1:-1]
    assert [frame.record for frame in updates] == [entry.number for entry in entries]
    for frame, entry in zip(updates, entries, strict=True):
        assert list(frame.update.events) == list(Record.FromString(entry.record).events)
        if frame.record >= 3:
            then = await people[0].archive.ViewAt(pb.ViewAtRequest(match_id=match, record=frame.record))
            assert frame.update.view == then.view
    assert any(frame.update.texts for frame in updates)
    ended = shown[-1].ended
    assert ended.head == entries[-1].hash
    assert sha256(ended.seed).digest() == shown[0].opened.seed_commitment
    later = await replayed(people[0], match, interval_ms=1, views=True, from_record=5)
    assert [frame.update.view for frame in later[1:-1]] == [frame.update.view for frame in updates[5:]]


async def test_a_replay_of_a_running_match_ends_at_its_last_record(people: tuple[Person, Person]) -> None:
    match = await new_match(*people)
    await play_randomly(match, *people, max_answers=2)
    shown = await replayed(people[0], match, interval_ms=1)
    assert shown[-1].WhichOneof("payload") == "caught_up"
    assert shown[-1].record == shown[-2].record + 1


async def test_a_replay_keeps_the_tempo_asked_for(people: tuple[Person, Person]) -> None:
    match = await new_match(*people)
    await play_randomly(match, *people, max_answers=2)
    await asyncio.sleep(2)
    await play_randomly(match, *people)
    count = len(await log_of(people[0], match))
    began = time.monotonic()
    await replayed(people[0], match, interval_ms=20)
    assert time.monotonic() - began >= 0.02 * (count - 1)
    began = time.monotonic()
    await replayed(people[0], match, max_pause_ms=1)
    assert time.monotonic() - began < 2


async def test_an_undone_answer_is_seen_and_then_gone_in_a_replay(people: tuple[Person, Person]) -> None:
    ann, bob = people
    match = await new_match(ann, bob)
    decision = await open_decision(ann, match, 0)
    before = (await ann.play.GetView(play_pb2.GetViewRequest(match_id=match))).view
    response = play_pb2.Answer(request_id="a", decision_id=decision.id, picks=[decision.options[0].id])
    await ann.play.Answer(play_pb2.AnswerRequest(match_id=match, seat=0, answers=[response]))
    during = (await ann.play.GetView(play_pb2.GetViewRequest(match_id=match))).view
    await ann.play.Undo(play_pb2.UndoRequest(match_id=match, seat=0, request_id="u"))
    frames = (await replayed(bob, match, interval_ms=1, views=True))[-3:-1]
    assert [frame.update.view for frame in frames] == [during, before]
    assert list(frames[1].update.undone_records) == [frames[0].record]
    then = pb.ViewAtRequest(match_id=match, record=frames[0].record)
    assert (await bob.archive.ViewAt(then)).view == during
    then.record += 1
    assert (await bob.archive.ViewAt(then)).view == before
    await play_randomly(match, ann, bob)
    verdict = await verified(ann, match)
    assert verdict.rules_ok
    assert not verdict.findings


async def test_a_match_with_a_resignation_and_timeouts_is_verified(
    house: RunningServer, people: tuple[Person, Person]
) -> None:
    match = await new_match(*people)
    await play_randomly(match, *people, max_answers=1)
    await people[1].lobby.ResignMatch(lobby_pb2.ResignMatchRequest(match_id=match, seat=1))
    await play_randomly(match, *people)
    verdict = await verified(people[0], match)
    assert (verdict.chain_ok, verdict.fold_ok, verdict.rules_ok, verdict.seed_ok) == (True,) * 4
    assert not verdict.findings
    assert verdict.head == (await log_of(people[0], match))[-1].hash


async def test_a_running_match_can_be_verified_but_its_head_is_not_shown(
    people: tuple[Person, Person],
) -> None:
    match = await new_match(*people)
    await play_randomly(match, *people, max_answers=3)
    verdict = await verified(people[0], match)
    assert verdict.chain_ok
    assert verdict.rules_ok
    assert verdict.head == b""


async def test_a_match_that_a_restart_interrupted_is_verified(tmp_path: Path) -> None:
    async with full_server(tmp_path, orchard()) as house:
        ann, bob = await house.person("Ann"), await house.person("Bob")
        match = await new_match(ann, bob)
        await play_randomly(match, ann, bob, max_answers=3)
    async with full_server(tmp_path, orchard()) as house:
        ann, bob = (Person(house.channel, person.token, person.id) for person in (ann, bob))
        await play_randomly(match, ann, bob)
        verdict = await verified(ann, match)
        assert (verdict.chain_ok, verdict.fold_ok, verdict.rules_ok, verdict.seed_ok) == (True,) * 4


async def test_an_altered_record_is_named_and_never_shown_as_good(tmp_path: Path) -> None:
    async with full_server(tmp_path, orchard()) as house:
        ann, bob = await house.person("Ann"), await house.person("Bob")
        spoiled, whole = [await new_match(ann, bob) for _ in range(2)]
        for match in (spoiled, whole):
            await play_randomly(match, ann, bob)
        log = await log_of(ann, spoiled)
    alter(tmp_path, spoiled, 5)
    async with full_server(tmp_path, orchard()) as house:
        ann = Person(house.channel, ann.token, ann.id)
        verdict = await verified(ann, spoiled)
        assert not verdict.chain_ok
        assert not verdict.fold_ok
        assert not verdict.HasField("rules_ok")
        assert verdict.seed_ok
        assert [finding.record for finding in verdict.findings] == [5]
        reading = ann.archive.ReadLog(pb.ReadLogRequest(match_id=spoiled))
        assert list((await reading.read()).entries) == log[:5]
        with pytest.raises(grpc.aio.AioRpcError) as error:
            await reading.read()
        assert error.value.code() is StatusCode.DATA_LOSS
        reason, details, _ = reason_of(error.value)
        assert (reason, details) == ("DATA_DAMAGED", {"stream": f"match/{spoiled}", "record": "5"})
        assert (await verified(ann, whole)).rules_ok


def alter(folder: Path, match: str, number: int) -> None:
    with sqlite3.connect(folder / "tilth.db") as file:
        identity = file.execute("SELECT id FROM streams WHERE name = ?", (f"match/{match}",)).fetchone()[0]
        file.execute("UPDATE records SET body = x'00' WHERE number = ? AND stream = ?", (number, identity))
    file.close()


async def test_a_match_travels_to_another_server_and_is_the_same_there(
    house: RunningServer, people: tuple[Person, Person], tmp_path: Path
) -> None:
    match = await new_match(*people, title="Evening")
    await play_randomly(match, *people)
    file = await exported(people[0], match)
    log = await log_of(people[0], match)
    async with full_server(tmp_path / "there", orchard()) as there:
        eve = await there.person("Eve")
        reply = await imported(there, eve, file)
        assert (reply.match_id, reply.record_count, reply.already_present) == (match, len(log), False)
        assert (await imported(there, eve, file)).already_present
        assert await log_of(eve, match) == log
        found = (await eve.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match))).match
        assert found.title == "Evening"
        assert [seat.player_name for seat in found.seats] == ["Ann", "Bob"]
        assert await exported(eve, match) == file
        assert (await verified(eve, match)).rules_ok
    async with full_server(tmp_path / "there", orchard()) as there:
        eve = Person(there.channel, eve.token)
        found = (await eve.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=match))).match
        assert [seat.player_name for seat in found.seats] == ["Ann", "Bob"]


async def test_a_running_match_is_not_exported(people: tuple[Person, Person]) -> None:
    match = await new_match(*people)
    assert await refused(exported(people[0], match)) == (StatusCode.FAILED_PRECONDITION, "MATCH_NOT_FINISHED")


async def test_an_invalid_file_is_refused_and_nothing_of_it_is_kept(
    house: RunningServer, people: tuple[Person, Person], tmp_path: Path
) -> None:
    match = await new_match(*people, title="Evening")
    await play_randomly(match, *people)
    file = await exported(people[0], match)
    header, entries = match_file.read_match_file(file)
    async with full_server(tmp_path / "there", orchard()) as there:
        eve = await there.person("Eve")
        altered = file.replace(b"Evening", b"Morning")
        for bad in (b"", file[:-1], altered, file.replace(b"Ann", b"A\x07n"), *forgeries(header, entries)):
            assert await refused(imported(there, eve, bad)) == (StatusCode.INVALID_ARGUMENT, "FILE_INVALID")
        assert not (await eve.lobby.ListMatches(lobby_pb2.ListMatchesRequest())).matches
        assert (await imported(there, eve, file)).match_id == match


def forgeries(header: pb.ExportHeader, entries: list[pb.LogEntry]) -> list[bytes]:
    """Return altered copies of an exported match, each with a valid hash chain."""

    def file(records: list[bytes], match_id: str = header.match_id) -> bytes:
        link = sha256(b"tilth stream\0match/" + match_id.encode()).digest()
        shown = pb.ExportHeader.FromString(header.SerializeToString())
        shown.record_count = len(records)
        shown.match_id = match_id
        messages: list[Any] = [shown]
        for number, record in enumerate(records):
            link = sha256(link + record).digest()
            messages.append(pb.LogEntry(number=number, record=record, hash=link))
        return b"".join(match_file.delimited(message.SerializeToString()) for message in messages)

    records = [entry.record for entry in entries]
    forged = Record.FromString(records[-1])
    forged.finished.result.scores[0] += 1
    result = [*records[:-1], forged.SerializeToString()]
    forged = Record.FromString(records[4])
    forged.ClearField("events")
    events = [*records[:4], forged.SerializeToString(), *records[5:]]
    forged = Record.FromString(records[0])
    forged.created.seed = seed_of_another_deal(forged.created.seed)
    seed = [forged.SerializeToString(), *records[1:]]
    forged.created.seed_commitment = sha256(forged.created.seed).digest()
    other_deal = [forged.SerializeToString(), *records[1:]]
    forged.created.seat_count = 4_000_000_000
    too_many = [forged.SerializeToString(), *records[1:]]
    forged.created.game = "chess"
    unknown = [forged.SerializeToString(), *records[1:]]
    lists: tuple[list[bytes], ...] = (
        result,
        events,
        seed,
        other_deal,
        too_many,
        unknown,
        records[:-1],
        records[1:],
        [],
    )
    return [*map(file, lists), file(records, "../../etc"), file(records, "")]


def seed_of_another_deal(seed: bytes) -> bytes:
    """Return a seed that gives another deal: an orchard has few deals, and a lot of seeds give the same one."""

    def dealt(seed: bytes) -> list[Any]:
        game = orchard()["orchard"]
        table = Table(game.game, game.decode_options(b""), 2, SeededChance(seed))
        record = table.start()
        assert record is not None
        return list(record.events)

    return next(other for number in range(100) if dealt(other := bytes([number]) * 32) != dealt(seed))


async def test_a_player_cannot_import_a_match_of_this_servers_players(
    tmp_path: Path, house: RunningServer, people: tuple[Person, Person]
) -> None:
    match = await new_match(*people)
    await play_randomly(match, *people)
    _, entries = match_file.read_match_file(await exported(people[0], match))
    forged = b"".join(
        match_file.delimited(message.SerializeToString())
        for message in (
            pb.ExportHeader(format="tilth match", version=1, match_id="forged", record_count=len(entries)),
            *chained("forged", [entry.record for entry in entries]),
        )
    )
    assert await refused(imported(house, people[0], forged)) == (
        StatusCode.PERMISSION_DENIED,
        "OPERATOR_MUST_IMPORT",
    )
    assert await refused(imported(house, house.operator, forged)) == (
        StatusCode.INVALID_ARGUMENT,
        "FILE_INVALID",
    )


@pytest.mark.parametrize("claimed", ["creator_id", "tournament_id"])
async def test_a_player_cannot_import_a_match_of_this_servers_tournaments(
    tmp_path: Path, house: RunningServer, people: tuple[Person, Person], claimed: str
) -> None:
    match = await new_match(*people)
    await play_randomly(match, *people)
    _, entries = match_file.read_match_file(await exported(people[0], match))
    records = [entry.record for entry in entries]
    forged = Record.FromString(records[0])
    setattr(forged.created, claimed, "c0ffee")
    records[0] = forged.SerializeToString()
    header = pb.ExportHeader(format="tilth match", version=1, match_id="forged", record_count=len(records))
    file = b"".join(
        match_file.delimited(message.SerializeToString()) for message in (header, *chained("forged", records))
    )
    async with full_server(tmp_path / "there", orchard()) as there:
        eve = await there.person("Eve")
        await there.server.store.append("tournament/c0ffee", 0, [b""])
        assert await refused(imported(there, eve, file)) == (
            StatusCode.PERMISSION_DENIED,
            "OPERATOR_MUST_IMPORT",
        )
        assert (await imported(there, there.operator, file)).match_id == "forged"


async def test_another_match_of_the_same_id_is_not_overwritten(
    tmp_path: Path, house: RunningServer, people: tuple[Person, Person]
) -> None:
    first, second = await new_match(*people), await new_match(*people)
    for match in (first, second):
        await play_randomly(match, *people)
    _, entries = match_file.read_match_file(await exported(people[0], second))
    header = pb.ExportHeader(format="tilth match", version=1, match_id=first, record_count=len(entries))
    messages = (header, *chained(first, [entry.record for entry in entries]))
    file = b"".join(match_file.delimited(message.SerializeToString()) for message in messages)
    assert await refused(imported(house, people[0], file)) == (StatusCode.ALREADY_EXISTS, "MATCH_ID_CONFLICT")


def chained(match_id: str, records: list[bytes]) -> list[pb.LogEntry]:
    link = sha256(b"tilth stream\0match/" + match_id.encode()).digest()
    entries = []
    for number, record in enumerate(records):
        link = sha256(link + record).digest()
        entries.append(pb.LogEntry(number=number, record=record, hash=link))
    return entries


async def test_a_replay_ends_when_its_client_cancels(
    house: RunningServer, people: tuple[Person, Person]
) -> None:
    match = await new_match(*people)
    await play_randomly(match, *people, max_answers=2)
    call = people[0].archive.Replay(pb.ReplayRequest(match_id=match, interval_ms=60_000))
    await call.read()
    call.cancel()
    async with asyncio.timeout(SECONDS):
        while house.server.metrics.streams:  # noqa: ASYNC110 - nobody is shown
            await asyncio.sleep(0.01)


async def test_a_paused_match_is_verified_and_exported_like_any_other(
    house: RunningServer, people: tuple[Person, Person], tmp_path: Path
) -> None:
    match = await new_match(*people)
    for _ in range(2):
        await play_randomly(match, *people, max_answers=1)
        await house.operator.operations.PauseMatch(
            operations_pb2.PauseMatchRequest(match_id=match, reason="tea")
        )
        await house.operator.operations.ResumeMatch(operations_pb2.ResumeMatchRequest(match_id=match))
    await play_randomly(match, *people)
    entries = await log_of(people[0], match)
    assert causes(entries).count("paused") == causes(entries).count("resumed") == 2
    found = await verified(people[0], match)
    assert found.chain_ok
    assert found.fold_ok
    assert found.rules_ok
    assert not found.findings
    text = (await people[0].archive.ExportText(pb.ExportTextRequest(match_id=match))).text
    file = await exported(people[0], match)
    for folder in ("file", "text"):
        async with full_server(tmp_path / folder, orchard()) as there:
            eve = await there.person("Eve")
            if folder == "file":
                assert (await imported(there, eve, file)).match_id == match
            else:
                assert (await eve.archive.ImportText(pb.ImportTextRequest(text=text))).match_id == match
            assert await log_of(eve, match) == entries
