"""A match as text: read again it is the same match to the byte, and what doesn't fit is refused by its line."""

import asyncio
import re
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import grpc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tests.server.archive.made import Bodies, Made, stored
from tests.server.serve.games import orchard
from tests.server.serve.small import reason_of
from tests.server.serve.whole import Person, Running, new_match, play_on, running
from tests.server.tables import market
from tilth.v1 import archive_pb2 as pb
from tilth.v1 import operations_pb2
from tilth.v1.record_pb2 import TIMEOUT_RULE_RESIGN, ClockSettings, MatchPaused, MatchResumed, Record
from tilth_server.archive import retelling, writing
from tilth_server.tables.matches import born, grown
from tilth_server.wire import GameWire, encode_lobby, load_games


@cache
def games() -> dict[str, GameWire]:
    return {**load_games(), **orchard(), **market.wires()}


def random_match(game: str, seed: int) -> Bodies:
    """With whatever can happen in one."""
    chance = Random(seed)
    wire = games()[game]
    seats = chance.choice([count for count in wire.game.seats if count > 1])
    more: dict[str, Any] = (
        {"title": 'A "fine" {game}\\', "start_when_full": True} if chance.random() < 0.5 else {}
    )
    if chance.random() < 0.5:
        more["clock"] = ClockSettings(
            decision_ms=30_000, bank_ms=5, increment_ms=1, on_timeout=TIMEOUT_RULE_RESIGN
        )
    if chance.random() < 0.3:
        more |= {"tournament_id": "t1", "tournament_game": 7, "invited_ids": ["a", "b"], "seed_given": True}
    if game == "market":
        more |= {"outside": market.outside, "avoid": frozenset({market.CURSE})}
    match = Made(wire, seats, chance, **more)
    return match.play(undo=True, give_up=chance.random() < 0.4, timeouts=True).bodies


def told(match_id: str, bodies: Bodies) -> Any:
    info = born(match_id, bodies[0])
    for body in bodies[1:]:
        grown(info, body)
    return info


async def there_and_back(match_id: str, bodies: Bodies, language: str = "en") -> tuple[str, Bodies]:
    info = told(match_id, bodies)
    names = {player: f"The {player}" for player in info.player_ids}
    text = await writing.write(info, games()[info.game], bodies, names, language)
    header, read = await retelling.read(text, games())
    assert header.match_id == match_id
    assert dict(header.player_names) == names
    return text, read


@pytest.mark.parametrize("game", ["orchard", "market", "petrichor", "agricola"])
async def test_what_is_written_is_read_as_the_same_match_to_the_byte(game: str) -> None:
    kinds = set()
    for seed in range(12 if game in ("petrichor", "agricola") else 40):
        bodies = random_match(game, seed)
        text, read = await there_and_back(f"match-{seed}", bodies, "ru" if seed % 2 else "en")
        assert read == bodies
        assert " raw " not in text
        assert "Record0" not in text
        kinds |= {Record.FromString(body).WhichOneof("cause") for body in bodies}
    assert kinds >= {"answered", "defaulted", "resigned", "undid", "closed"}


@settings(max_examples=20, deadline=None)
@given(some.sampled_from(["orchard", "market", "petrichor", "agricola"]), some.integers(0, 1 << 30))
def test_that_holds_for_any_match(game: str, seed: int) -> None:
    bodies = random_match(game, seed)
    assert asyncio.run(there_and_back(f"match-{seed}", bodies))[1] == bodies


async def test_a_match_that_stood_still_is_read_again_and_what_no_words_hold_stands_there_as_it_is() -> None:
    bodies = random_match("orchard", 5)
    at = Record.FromString(bodies[-1]).at.ToMilliseconds()
    foreign = Record.FromString(bodies[1])
    foreign.at.nanos += 7
    bodies[1] = foreign.SerializeToString()
    bodies[-1:-1] = [
        encode_lobby(MatchPaused(by_id="op", reason='tea {and} "cake"'), at),
        encode_lobby(MatchResumed(by_id="op"), at),
    ]
    first = Record.FromString(bodies[0])
    first.at.nanos += 1
    bodies[0] = first.SerializeToString()
    text, read = await there_and_back("m", bodies)
    assert read == bodies
    assert [line.split()[0] for line in text.splitlines() if " raw " in line] == ["1."]
    assert "[Record0 " in text
    assert 'paused by "op" "tea {and} \\"cake\\""' in text


async def test_it_reads_well() -> None:
    text, _ = await there_and_back("m", Made(games()["petrichor"], 2, Random(3)).play().bodies)
    assert text.startswith('[Format "tilth text 1"]\n[Match "m"]\n[Game "petrichor"]\n[Rules "')
    assert '[Seat0 "The player-0"]' in text
    assert re.findall(r"^; Round (\d)$", text, re.MULTILINE) == ["1", "2", "3", "4"]
    assert re.search(r"^\d+\. \+\d+ seat \d: \d+ \{a cloud above [^}]+\}", text, re.MULTILINE)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Running]:
    bodies = Made(games()["petrichor"], 3, Random(8)).play(undo=True).bodies
    await stored(tmp_path / "here", [("m1", bodies)])
    async with running(tmp_path / "here", games()) as here:
        yield here


async def text_of(person: Person, match: str, language: str = "en") -> str:
    reply = await person.archive.WriteText(pb.WriteTextRequest(match_id=match, language=language))
    return str(reply.text)


async def refusal(person: Person, text: str) -> tuple[str, str]:
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await person.archive.ReadText(pb.ReadTextRequest(text=text))
    return reason_of(error.value)[0], error.value.details() or ""


async def test_it_travels_to_another_server(house: Running, tmp_path: Path) -> None:
    text = await text_of(await house.person("Ann"), "m1", "ru")
    async with running(tmp_path / "there", games()) as there:
        bob = await there.person("Bob")
        reply = await bob.archive.ReadText(pb.ReadTextRequest(text=text))
        assert (reply.match_id, reply.known) == ("m1", False)
        before = await house.server.store.head("match/m1")
        assert await there.server.store.head("match/m1") == before
        assert reply.record_count == before.length
        assert (await bob.archive.ReadText(pb.ReadTextRequest(text=text))).known
        found = [said async for said in bob.archive.VerifyMatch(pb.VerifyMatchRequest(match_id="m1"))][-1]
        assert not found.findings
        assert await text_of(bob, "m1", "ru") == text


async def test_a_match_that_goes_on_is_not_written(house: Running) -> None:
    ann, bob = await house.person("Ann"), await house.person("Bob")
    match = await new_match(ann, bob)
    await play_on(match, ann, bob, most=2)
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await text_of(ann, match)
    assert reason_of(error.value)[0] == "not_over"
    await house.operator.operations.CancelMatch(
        operations_pb2.CancelMatchRequest(match_id=match, reason="rain")
    )
    assert 'cancelled by "' in await text_of(ann, match)


async def test_matches_of_this_servers_players_are_for_operators(house: Running, tmp_path: Path) -> None:
    ann, bob = await house.person("Ann"), await house.person("Bob")
    match = await new_match(ann, bob)
    await play_on(match, ann, bob)
    text = (await text_of(ann, match)).replace(f'[Match "{match}"]', '[Match "other"]')
    text = re.sub(r"\[Head .*\]\n", "", text)
    assert (await refusal(ann, text))[0] == "foreign_only"
    reply = await house.operator.archive.ReadText(pb.ReadTextRequest(text=text))
    assert (reply.match_id, reply.known) == ("other", False)
    audit = house.operator.operations.ReadAudit(operations_pb2.ReadAuditRequest(once=True))
    told = [entry.record async for page in audit for entry in page.entries]
    assert [(record.action, record.subject) for record in told] == [("ImportMatch", "other")]


def _line(text: str, pattern: str) -> tuple[int, str]:
    return next((number, line) for number, line in enumerate(text.split("\n"), 1) if re.search(pattern, line))


ALTERED: dict[str, tuple[str, str, Any, str]] = {
    "an option that is not offered": (
        r"^\d+\. \+\d+ seat \d: \d+ ",
        r"(seat \d:) \d+ ",
        r"\1 99999 ",
        "not offered",
    ),
    "another seat": (r"^\d+\. \+\d+ seat 0: ", "seat 0:", "seat 7:", "has 3 seats"),
    "a seat that isn't asked": (
        r"^7\. ",
        r"seat (\d):",
        lambda m: f"seat {(int(m[1]) + 1) % 3}:",
        "nobody asks",
    ),
    "nonsense": (r"^9\. ", r"seat \d: ", "dances ", "nothing that can happen"),
    "another number": (r"^9\. ", r"^9", "10", "record 9 should stand here"),
    "no time": (r"^9\. ", r"\+\d+ ", "", "milliseconds"),
    "more than there is": (r"^9\. ", "$", " twice", "means nothing"),
    "an open brace": (r"^9\. ", "$", " {oh", "has no end"),
    "an undo of another record": (r"takes back", r"back \d+", "back 2", "something else"),
    "bytes that are none": (r"^9\. ", r"seat.*", "raw AAAA", "record"),
    "an option of no game": (r"^\[Rules", "$", '\n[Option "sun=true"]', "there is no 'sun'"),
    "an unknown header": (r"^\[Rules", "$", '\n[Moon "full"]', "no header Moon"),
    "a game that isn't here": (r"^\[Game", "petrichor", "chess", "not installed"),
    "another seed": (r"^\[Seed ", r'"..', '"00', ""),
    "another end": (r" ends ", r":(\d+)", r":99\1", ""),
    "another name for the whole": (r"^\[Head ", r'"..', '"zz', "head is another one"),
}


@pytest.mark.parametrize("name", ALTERED)
async def test_what_does_not_fit_is_refused_by_its_line(house: Running, name: str) -> None:
    pattern, old, new, why = ALTERED[name]
    ann = await house.person("Ann")
    text = (await text_of(ann, "m1")).replace('[Match "m1"]', '[Match "m2"]')
    if name != "another name for the whole":
        text = re.sub(r"\[Head .*\]\n", "", text)
    number, line = _line(text, pattern)
    lines = text.split("\n")
    lines[number - 1] = re.sub(old, new, line, count=1)
    reason, what = await refusal(ann, "\n".join(lines))
    assert reason == "bad_file"
    assert why in what
    if why and "[" not in pattern:
        assert f"line {number}:" in what
    assert house.server.house.counts()["over"] == 1


async def test_without_its_last_line_or_with_nothing_in_it_it_is_refused(house: Running) -> None:
    ann = await house.person("Ann")
    text = re.sub(r"\[(Head|Records) .*\]\n", "", await text_of(ann, "m1")).replace('"m1"', '"m2"')
    shorter = text.rstrip().rpartition("\n")[0]
    assert "not over" in (await refusal(ann, shorter))[1]
    for nothing in ("", "; a song", "hello", '[Format "tilth text 1"]'):
        assert (await refusal(ann, nothing))[0] == "bad_file"
