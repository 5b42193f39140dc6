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
from hypothesis import given
from hypothesis import strategies as some

from tests.seeds import examples
from tests.server.archive.made import Bodies, Made, stored
from tests.server.matches import market
from tests.server.serve.full_server import Person, RunningServer, full_server, new_match, play_randomly
from tests.server.serve.games import orchard
from tests.server.serve.one_service import reason_of
from tilth.v1 import archive_pb2 as pb
from tilth.v1 import operations_pb2
from tilth.v1.archive_pb2 import ExportHeader
from tilth.v1.record_pb2 import TIMEOUT_RULE_RESIGN, ClockSettings, MatchPaused, MatchResumed, Record
from tilth_server.archive.text_format.match_reader import read_match
from tilth_server.archive.text_format.match_writer import write_match
from tilth_server.matches.match_info import apply_record, match_from
from tilth_server.refusal import Refusal
from tilth_server.wire import GameWire, encode_lobby, load_games


@cache
def games() -> dict[str, GameWire]:
    return {**load_games(), **orchard(), **market.wires()}


def random_match(game: str, seed: int) -> Bodies:
    """Return the records of a match with everything that can occur in one."""
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
        more |= {
            "tournament_id": "t1",
            "pairing_number": 7,
            "invited_player_ids": ["a", "b"],
            "seed_given": True,
        }
    more["hashed"] = seed % 3 > 0
    if game == "market":
        more |= {"outside": market.outside, "avoid": frozenset({market.CURSE})}
    match = Made(wire, seats, chance, **more)
    return match.play(undo=True, give_up=chance.random() < 0.4, timeouts=True).bodies


def info_of(match_id: str, bodies: Bodies) -> Any:
    info = match_from(match_id, bodies[0])
    for body in bodies[1:]:
        apply_record(info, body)
    return info


async def there_and_back(match_id: str, bodies: Bodies, language: str = "en") -> tuple[str, Bodies]:
    info = info_of(match_id, bodies)
    names = {player: f"The {player}" for player in info.player_ids}
    salts = {player: player.encode() * 3 for player in info.player_ids}
    exported = ExportHeader(player_names=names, name_salts=salts)
    text = await write_match(info, games()[info.game], bodies, exported, language)
    header, read = await read_match(text, games())
    assert header.match_id == match_id
    assert (dict(header.player_names), dict(header.name_salts)) == (names, salts)
    return text, read


@pytest.mark.parametrize("game", ["orchard", "market", "petrichor", "agricola"])
async def test_a_written_match_is_read_as_the_same_match_to_the_byte(game: str) -> None:
    kinds = set()
    for seed in range(12 if game in ("petrichor", "agricola") else 40):
        bodies = random_match(game, seed)
        text, read = await there_and_back(f"match-{seed}", bodies, "ru" if seed % 2 else "en")
        assert read == bodies
        assert " raw " not in text
        assert "Record0" not in text
        kinds |= {Record.FromString(body).WhichOneof("cause") for body in bodies}
    assert kinds >= {"answered", "defaulted", "resigned", "undone", "finished"}


@examples(6, 40)
@given(some.sampled_from(["orchard", "market", "petrichor", "agricola"]), some.integers(0, 1 << 30))
def test_any_random_match_is_read_as_it_was_written(game: str, seed: int) -> None:
    bodies = random_match(game, seed)
    assert asyncio.run(there_and_back(f"match-{seed}", bodies))[1] == bodies


async def test_a_pause_is_read_again_and_a_record_without_words_is_written_raw() -> None:
    bodies = random_match("orchard", 5)
    at = Record.FromString(bodies[-1]).at.ToMilliseconds()
    foreign = Record.FromString(bodies[1])
    foreign.at.nanos += 7
    bodies[1] = foreign.SerializeToString()
    bodies[-1:-1] = [
        encode_lobby(MatchPaused(actor_id="op", reason='tea {and} "cake"'), at),
        encode_lobby(MatchResumed(actor_id="op"), at),
    ]
    first = Record.FromString(bodies[0])
    first.at.nanos += 1
    bodies[0] = first.SerializeToString()
    text, read = await there_and_back("m", bodies)
    assert read == bodies
    assert [line.split()[0] for line in text.splitlines() if " raw " in line] == ["1."]
    assert "[Record0 " in text
    assert 'paused by "op" "tea {and} \\"cake\\""' in text


async def test_the_text_has_headers_rounds_and_comments() -> None:
    text, _ = await there_and_back("m", Made(games()["petrichor"], 2, Random(3)).play().bodies)
    assert text.startswith('[Format "tilth text 1"]\n[Match "m"]\n[Game "petrichor"]\n[Rules "')
    assert '[Seat0 "The player-0"]' in text
    assert re.findall(r"^; Round (\d)$", text, re.MULTILINE) == ["1", "2", "3", "4"]
    assert re.search(r"^\d+\. \+\d+ seat \d: \d+ \{above [A-D][1-3] \([^}]+\)\}", text, re.MULTILINE)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[RunningServer]:
    bodies = Made(games()["petrichor"], 3, Random(8)).play(undo=True).bodies
    await stored(tmp_path / "here", [("m1", bodies)])
    async with full_server(tmp_path / "here", games()) as here:
        yield here


async def text_of(person: Person, match: str, language: str = "en") -> str:
    reply = await person.archive.ExportText(pb.ExportTextRequest(match_id=match, language=language))
    return str(reply.text)


async def refusal(person: Person, text: str) -> tuple[str, str]:
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await person.archive.ImportText(pb.ImportTextRequest(text=text))
    return reason_of(error.value)[0], error.value.details() or ""


async def test_a_text_is_imported_by_another_server(house: RunningServer, tmp_path: Path) -> None:
    text = await text_of(await house.person("Ann"), "m1", "ru")
    async with full_server(tmp_path / "there", games()) as there:
        bob = await there.person("Bob")
        reply = await bob.archive.ImportText(pb.ImportTextRequest(text=text))
        assert (reply.match_id, reply.already_present) == ("m1", False)
        before = await house.server.store.head("match/m1")
        assert await there.server.store.head("match/m1") == before
        assert reply.record_count == before.length
        assert (await bob.archive.ImportText(pb.ImportTextRequest(text=text))).already_present
        found = [
            response async for response in bob.archive.VerifyMatch(pb.VerifyMatchRequest(match_id="m1"))
        ][-1]
        assert not found.findings
        assert await text_of(bob, "m1", "ru") == text


async def test_a_running_match_is_not_written_as_text(house: RunningServer) -> None:
    ann, bob = await house.person("Ann"), await house.person("Bob")
    match = await new_match(ann, bob)
    await play_randomly(match, ann, bob, max_answers=2)
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await text_of(ann, match)
    assert reason_of(error.value)[0] == "MATCH_NOT_FINISHED"
    await house.operator.operations.CancelMatch(
        operations_pb2.CancelMatchRequest(match_id=match, reason="rain")
    )
    assert 'cancelled by "' in await text_of(ann, match)


async def test_matches_of_this_servers_players_are_for_operators(
    house: RunningServer, tmp_path: Path
) -> None:
    ann, bob = await house.person("Ann"), await house.person("Bob")
    match = await new_match(ann, bob)
    await play_randomly(match, ann, bob)
    text = (await text_of(ann, match)).replace(f'[Match "{match}"]', '[Match "other"]')
    text = re.sub(r"\[(Head|NameHash|Salt) .*\]\n| name [0-9a-f]{64}", "", text)
    assert (await refusal(ann, text))[0] == "OPERATOR_MUST_IMPORT"
    reply = await house.operator.archive.ImportText(pb.ImportTextRequest(text=text))
    assert (reply.match_id, reply.already_present) == ("other", False)
    audit = house.operator.operations.ReadAudit(operations_pb2.ReadAuditRequest(once=True))
    info_of = [entry.record async for page in audit for entry in page.entries]
    assert [(record.action, record.subject) for record in info_of] == [("ImportMatch", "other")]


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
        "no open decision",
    ),
    "nonsense": (r"^9\. ", r"seat \d: ", "dances ", "no cause of a record"),
    "another number": (r"^9\. ", r"^9", "10", "record 9 is expected here"),
    "no time": (r"^9\. ", r"\+\d+ ", "", "milliseconds"),
    "more than there is": (r"^9\. ", "$", " twice", "not expected here"),
    "an open brace": (r"^9\. ", "$", " {oh", "has no end"),
    "an undo of another record": (r"takes back", r"back \d+", "back 2", "another record"),
    "bytes that are none": (r"^9\. ", r"seat.*", "raw AAAA", "record"),
    "an option of no game": (r"^\[Rules", "$", '\n[Option "sun=true"]', "there is no 'sun'"),
    "an unknown header": (r"^\[Rules", "$", '\n[Moon "full"]', "no header Moon"),
    "a game that isn't here": (r"^\[Game", "petrichor", "chess", "not installed"),
    "another seed": (r"^\[Seed ", r'"..', '"00', ""),
    "another end": (r" ends ", r":(\d+)", r":99\1", ""),
    "another name for the whole": (r"^\[Head ", r'"..', '"zz', "another head"),
}


@pytest.mark.parametrize("name", ALTERED)
async def test_an_altered_line_is_refused_with_its_number(house: RunningServer, name: str) -> None:
    pattern, old, new, why = ALTERED[name]
    ann = await house.person("Ann")
    text = (await text_of(ann, "m1")).replace('[Match "m1"]', '[Match "m2"]')
    if name != "another name for the whole":
        text = re.sub(r"\[Head .*\]\n", "", text)
    number, line = _line(text, pattern)
    lines = text.split("\n")
    lines[number - 1] = re.sub(old, new, line, count=1)
    reason, what = await refusal(ann, "\n".join(lines))
    assert reason == "FILE_INVALID"
    assert why in what
    if why and "[" not in pattern:
        assert f"line {number}:" in what
    assert house.server.matches.counts()["finished"] == 1


async def test_a_text_without_its_last_line_or_without_records_is_refused(house: RunningServer) -> None:
    ann = await house.person("Ann")
    text = re.sub(r"\[(Head|Records) .*\]\n", "", await text_of(ann, "m1")).replace('"m1"', '"m2"')
    shorter = text.rstrip().rpartition("\n")[0]
    assert "not ended" in (await refusal(ann, shorter))[1]
    for nothing in ("", "; a song", "hello", '[Format "tilth text 1"]'):
        assert (await refusal(ann, nothing))[0] == "FILE_INVALID"


async def test_a_text_of_other_rules_is_refused_by_that_name(house: RunningServer) -> None:
    """Its answers mean nothing without the rules that they were given under. As raw records they can be read."""
    ann = await house.person("Ann")
    bodies = random_match("orchard", 3)
    text, _ = await there_and_back("m", bodies)
    wire = games()["orchard"]
    older = re.sub(r'\[Rules "\d+"\]', f'[Rules "{wire.game.version + 1}"]', text)
    code, what = await refusal_of_text(older)
    assert code == "OTHER_RULES_VERSION"
    assert f"version {wire.game.version + 1} of the rules of orchard" in what
    assert f"this server has version {wire.game.version}" in what
    # An option that those rules knew and these do not is no other reason.
    unknown = older.replace("[Seats ", '[Option "sun=true"]\n[Seats ')
    assert (await refusal_of_text(unknown))[0] == "OTHER_RULES_VERSION"
    assert (await refusal(ann, older))[0] == "OTHER_RULES_VERSION"


async def refusal_of_text(text: str) -> tuple[str, str]:
    with pytest.raises(Refusal) as error:
        await read_match(text, games())
    return error.value.reason, error.value.message
