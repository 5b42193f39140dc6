"""Operators give matches and tournaments other titles; files can't bring in what nobody could choose here."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from grpc import StatusCode

from tests.server.matches.test_indexing import forget_the_index
from tests.server.operations.helpers import audit, refused
from tests.server.serve.full_server import (
    Person,
    RunningServer,
    answer,
    full_server,
    new_match,
    open_decision,
    play_randomly,
)
from tests.server.serve.games import orchard
from tests.server.serve.one_service import until
from tests.server.tournaments.stage import staged
from tilth.v1 import archive_pb2, lobby_pb2, play_pb2, record_pb2
from tilth.v1 import operations_pb2 as pb
from tilth.v1 import tournaments_pb2 as tournaments
from tilth_bots import random_bot
from tilth_server.matches import match_fold


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with full_server(tmp_path / "data", orchard()) as here:
        yield here


def retitling(match: str, title: str) -> pb.RetitleMatchRequest:
    return pb.RetitleMatchRequest(match_id=match, new_title=title, reason="rude")


async def listed(person: Person, title: str) -> list[str]:
    """The titles of the matches whose title has this in it."""
    reply = await person.lobby.ListMatches(lobby_pb2.ListMatchesRequest(title=title))
    return [match.title for match in reply.matches]


async def exported(person: Person, match: str) -> bytes:
    request = archive_pb2.ExportMatchRequest(match_id=match)
    return b"".join([reply.chunk async for reply in person.archive.ExportMatch(request)])


async def imported(person: Person, file: bytes) -> archive_pb2.ImportMatchResponse:
    async def pieces() -> AsyncIterator[archive_pb2.ImportMatchRequest]:
        yield archive_pb2.ImportMatchRequest(chunk=file)

    reply: archive_pb2.ImportMatchResponse = await person.archive.ImportMatch(pieces())
    return reply


async def findings(person: Person, match: str) -> list[Any]:
    request = archive_pb2.VerifyMatchRequest(match_id=match)
    last = [reply async for reply in person.archive.VerifyMatch(request)][-1]
    assert last.finished
    assert last.rules_ok
    return list(last.findings)


async def causes(person: Person, match: str) -> list[str | None]:
    request = archive_pb2.ReadLogRequest(match_id=match)
    entries = [entry async for reply in person.archive.ReadLog(request) for entry in reply.entries]
    return [cause_of(entry.record) for entry in entries]


async def test_everybody_sees_that_a_running_match_is_retitled(tmp_path: Path) -> None:
    async with full_server(tmp_path, orchard()) as running:
        ann, bob = await running.person("Ann"), await running.person("Bob")
        match = await new_match(ann, bob, title="buy now")
        await play_randomly(match, ann, bob, max_answers=2)
        watch = ann.play.Watch(play_pb2.WatchRequest(open=play_pb2.OpenChannel(match_id=match, seat=0)))
        frames = (frame async for reply in watch for frame in reply.frames)
        caught_up = await anext(frame async for frame in frames if frame.HasField("caught_up"))
        decision = caught_up.caught_up.decision.id
        await running.operator.operations.RetitleMatch(retitling(match, "Bob's tea"))
        frame = await anext(frames)
        assert (frame.update.cause, frame.update.title) == (play_pb2.CAUSE_RETITLED, "Bob's tea")
        assert frame.update.open_decision_id == decision, "what is open stays open"
        assert await listed(bob, "tea") == ["Bob's tea"]
        assert await listed(bob, "buy") == []
        await play_randomly(match, ann, bob)
        watch.cancel()
        assert (await causes(ann, match))[-1] == "finished"
        replay = ann.archive.Replay(archive_pb2.ReplayRequest(match_id=match, interval_ms=1))
        shown = [frame.update.title async for reply in replay for frame in reply.frames]
        assert [title for title in shown if title] == ["Bob's tea"]
        operator = running.operator.token
    async with full_server(tmp_path, orchard()) as again:
        ann = Person(again.channel, ann.token)
        assert await listed(ann, "") == ["Bob's tea"]
        assert await findings(ann, match) == []
        (entry,) = await audit(Person(again.channel, operator))
        record = entry.record
        assert (record.action, record.subject, record.reason) == ("RetitleMatch", match, "rude")
        assert dict(record.details) == {"new_title": "Bob's tea"}


async def test_the_title_of_a_long_match_is_read_from_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with full_server(tmp_path, orchard()) as running:
        ann, bob = await running.person("Ann"), await running.person("Bob")
        match = await new_match(ann, bob, title="buy now")
        await play_randomly(match, ann, bob, max_answers=2)
        await running.operator.operations.RetitleMatch(retitling(match, "tea"))
        await play_randomly(match, ann, bob)
    # Of an ended match, only this number of first records and the last are read when it is indexed.
    monkeypatch.setattr(match_fold, "FIRST_RECORDS", 4)
    forget_the_index(tmp_path)
    async with full_server(tmp_path, orchard()) as again:
        await again.server.matches.index.wait_complete()
        assert await listed(Person(again.channel, ann.token), "") == ["tea"]


@pytest.mark.parametrize("state", ["open", "over", "cancelled"])
async def test_a_match_is_retitled_in_every_state_and_stays_so(tmp_path: Path, state: str) -> None:
    async with full_server(tmp_path, orchard()) as running:
        ann, bob = await running.person("Ann"), await running.person("Bob")
        match = await new_match(ann, bob, title="buy now", start=state != "open")
        if state == "over":
            await play_randomly(match, ann, bob)
        elif state == "cancelled":
            await running.operator.operations.CancelMatch(pb.CancelMatchRequest(match_id=match))
        for title in ("tea", "tea", ""):
            await running.operator.operations.RetitleMatch(retitling(match, title))
        assert await listed(bob, "") == [""]
    async with full_server(tmp_path, orchard()) as again:
        ann = Person(again.channel, ann.token)
        assert await listed(ann, "") == [""]
        assert (await causes(ann, match))[-2:] == ["retitled", "retitled"]
        if state == "over":
            assert await findings(ann, match) == []
            frames = [
                frame
                async for reply in ann.play.Watch(
                    play_pb2.WatchRequest(open=play_pb2.OpenChannel(match_id=match, from_record=0))
                )
                for frame in reply.frames
            ]
            assert frames[-1].ended.result.places
            assert frames[-1].record == len(await causes(ann, match)) - 1


async def test_a_retitled_match_travels_as_file_and_as_text(running: RunningServer, tmp_path: Path) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    match = await new_match(ann, bob, title="buy now")
    await play_randomly(match, ann, bob, max_answers=2)
    await running.operator.operations.RetitleMatch(retitling(match, 'a "quoted" tea'))
    await play_randomly(match, ann, bob)
    before = await exported(ann, match)
    await running.operator.operations.RetitleMatch(retitling(match, "coffee"))
    after = await exported(ann, match)
    text = (await ann.archive.ExportText(archive_pb2.ExportTextRequest(match_id=match))).text
    assert f'retitled by "{(await causes_by(ann, match))}" "coffee"' in text
    async with full_server(tmp_path / "file", orchard()) as there:
        cy = await there.person("Cy")
        assert not (await imported(cy, after)).already_present
        assert await listed(cy, "") == ["coffee"]
        assert await findings(cy, match) == []
        assert (await imported(cy, after)).already_present
        assert (await imported(cy, before)).already_present, "the same match, before it was retitled"
        assert await listed(cy, "") == ["coffee"]
        assert await exported(cy, match) == after
    async with full_server(tmp_path / "older", orchard()) as there:
        cy = await there.person("Cy")
        await imported(cy, before)
        assert (await imported(cy, after)).already_present
        assert await listed(cy, "") == ['a "quoted" tea'], "an import changes nothing that is here"
    async with full_server(tmp_path / "text", orchard()) as there:
        cy = await there.person("Cy")
        assert not (await cy.archive.ImportText(archive_pb2.ImportTextRequest(text=text))).already_present
        assert await listed(cy, "") == ["coffee"]
        assert await exported(cy, match) == after


async def causes_by(person: Person, match: str) -> str:
    """Return the operator who gave the match its last title."""
    request = archive_pb2.ReadLogRequest(match_id=match)
    entries = [entry async for reply in person.archive.ReadLog(request) for entry in reply.entries]
    return record_pb2.Record.FromString(entries[-1].record).retitled.actor_id


@pytest.mark.parametrize("title", ["a\nb", "a\u2800b", "x" * 101])
async def test_a_new_title_has_to_be_valid_like_any_other(running: RunningServer, title: str) -> None:
    ann = await running.person("Ann")
    match = await new_match(ann, title="tea")
    bad = (StatusCode.INVALID_ARGUMENT, "TITLE_INVALID")
    assert await refused(running.operator.operations.RetitleMatch(retitling(match, title))) == bad
    assert await listed(ann, "") == ["tea"]


async def test_only_operators_retitle_and_only_existing_matches(running: RunningServer) -> None:
    ann = await running.person("Ann")
    match = await new_match(ann, title="tea")
    assert (await refused(ann.operations.RetitleMatch(retitling(match, "x"))))[1] == "OPERATORS_ONLY"
    assert (await refused(running.operator.operations.RetitleMatch(retitling("m9", "x"))))[
        1
    ] == "MATCH_NOT_FOUND"
    request = pb.RetitleTournamentRequest(tournament_id="t9", new_title="x")
    assert (await refused(ann.operations.RetitleTournament(request)))[1] == "OPERATORS_ONLY"
    assert (await refused(running.operator.operations.RetitleTournament(request)))[
        1
    ] == "TOURNAMENT_NOT_FOUND"


async def test_a_file_brings_no_listed_title_or_name_in_but_for_an_operator(
    running: RunningServer, tmp_path: Path
) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    rude = await new_match(ann, bob, title="a rude word")
    await play_randomly(rude, ann, bob)
    cyd = await running.person("rudest")
    named = await new_match(cyd, bob, title="tea")
    await play_randomly(named, cyd, bob)
    words = tmp_path / "words"
    words.write_text("*rude*\n")
    async with full_server(tmp_path / "there", orchard(), refused_words=words) as there:
        eve = await there.person("Eve")
        bad = StatusCode.INVALID_ARGUMENT
        assert await refused(imported(eve, await exported(ann, rude))) == (bad, "TITLE_INVALID")
        assert await refused(imported(eve, await exported(ann, named))) == (bad, "NAME_INVALID")
        assert await listed(eve, "") == []
        await imported(there.operator, await exported(ann, rude))
        await there.operator.operations.RetitleMatch(retitling(rude, "a word"))
        assert await listed(eve, "") == ["a word"]
        await running.operator.operations.RetitleMatch(retitling(rude, "another word"))
    async with full_server(tmp_path / "elsewhere", orchard(), refused_words=words) as there:
        eve = await there.person("Eve")
        await imported(eve, await exported(ann, rude))
        assert await listed(eve, "") == ["another word"], "what counts is the title it has"


async def test_a_tournament_is_retitled_with_its_matches_and_stays_so(tmp_path: Path) -> None:
    async with staged(tmp_path, orchard()) as stage:
        bots = {"Ann": random_bot(1), "Bob": random_bot(2), "Cyd": random_bot(3)}
        made = await stage.organiser.tournaments.create(tournaments.RoundRobin(), "orchard", title="Rude cup")
        for name, bot in bots.items():
            await (await stage.player(name, bot)).tournaments.enter(made.id)
        operations = stage.operator.operations
        assert await operations.retitle_tournament(made.id, "Cup", "rude") == 0
        await stage.organiser.tournaments.start(made.id)
        tournament = await stage.finished(made.id)
        assert tournament.settings.title == "Cup"
        changed = await operations.retitle_tournament(made.id, "Tea cup", "nicer")
        assert changed == tournament.pairing_count > 0
        assert await operations.retitle_tournament(made.id, "Tea cup", "again") == 0
    async with staged(tmp_path, orchard()) as again:
        tournament = await again.organiser.tournaments.get(made.id)
        assert tournament.settings.title == "Tea cup"
        titles = sorted(info.title for info in await again.matches(made.id))
        assert titles == [f"Tea cup, {number}" for number in range(1, tournament.pairing_count + 1)]
        followed = [entry.record async for entry in again.organiser.tournaments.watch(made.id)]
        assert [each.retitled.title for each in followed if each.HasField("retitled")] == ["Cup", "Tea cup"]


def cause_of(body: bytes) -> str | None:
    return record_pb2.Record.FromString(body).WhichOneof("cause")


async def test_a_match_that_ends_while_its_new_title_is_being_stored_ends_with_that_title(
    running: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    answers = await play_randomly(await new_match(ann, bob, seed=bytes(32)), ann, bob)
    match = await new_match(ann, bob, seed=bytes(32), title="buy now")
    await play_randomly(match, ann, bob, max_answers=answers - 1)
    open_decisions = [
        (who, match, seat, decision)
        for seat, who in enumerate((ann, bob))
        if (decision := await open_decision(who, match, seat)) is not None
    ]
    streams: Any = running.server.matches.cache.streams
    put, held = streams.put, list[Any]()

    def hold(appends: Any, *more: Any) -> None:
        if appends[0].stream == f"match/{match}":
            held.append((appends, *more))
        else:
            put(appends, *more)

    monkeypatch.setattr(streams, "put", hold)
    retitled = asyncio.ensure_future(running.operator.operations.RetitleMatch(retitling(match, "tea")))
    await until(lambda: len(held) == 1)
    last = [asyncio.ensure_future(answer(*each, Random(1))) for each in open_decisions]
    await until(lambda: "finished" in [cause_of(body) for put in held for body in put[0][0].bodies])
    monkeypatch.undo()
    for words in held:
        put(*words)
    await asyncio.gather(retitled, *last, return_exceptions=True)
    assert (await causes(ann, match))[-2:] == ["answered", "finished"]
    (*_, closed) = [each async for each in running.server.store.read(f"match/{match}")]
    assert record_pb2.Record.FromString(closed.body).finished.title == "tea"
    assert await findings(ann, match) == []
