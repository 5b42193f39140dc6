"""Seasons: many matches out of a server, into another one, and proved side by side."""

import asyncio
import gzip
import sqlite3
import zlib
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import grpc
import pytest

from tests.server.archive.made import Bodies, Made, made, stored
from tests.server.serve.games import orchard
from tests.server.serve.process import ended
from tests.server.serve.small import bearer, reason_of
from tests.server.serve.whole import Person, Running, running
from tilth.v1 import archive_pb2 as pb
from tilth.v1 import lobby_pb2
from tilth.v1.record_pb2 import Record
from tilth_server.archive import season_file
from tilth_server.archive.portable import framed
from tilth_server.wire import load_games

MATCHES = 12
SECONDS = 60
Season = list[tuple[str, Bodies]]


@pytest.fixture(scope="module")
def season() -> Season:
    """Matches of Petrichor, with all that can happen in one."""
    wire = load_games()["petrichor"]
    matches: Season = []
    for number in range(MATCHES):
        match = Made(wire, 2 + number % 3, Random(number), title=f"Game {number}")
        match.play(undo=number % 3 == 0, give_up=number % 4 == 1, timeouts=number % 2 == 0)
        matches.append((f"m{number:03}", match.bodies))
    return matches


async def exported(person: Person, **wanted: Any) -> tuple[bytes, list[pb.ExportSeasonResponse]]:
    asked = pb.ExportSeasonRequest(season=pb.Season(matches=lobby_pb2.ListMatchesRequest(**wanted)))
    said = [each async for each in person.archive.ExportSeason(asked, timeout=SECONDS)]
    return b"".join(each.piece for each in said), said


async def imported(
    here: Running, person: Person, file: bytes, size: int = 10_000
) -> tuple[pb.ImportSeasonResponse, list[pb.RefusedMatch]]:
    async def pieces() -> AsyncIterator[bytes]:
        for at in range(0, len(file), size):
            yield pb.ImportSeasonRequest(piece=file[at : at + size]).SerializeToString()

    call: Any = here.channel.stream_stream("/tilth.v1.ArchiveService/ImportSeason")
    said = [
        pb.ImportSeasonResponse.FromString(raw)
        async for raw in call(pieces(), metadata=bearer(person.token), timeout=SECONDS)
    ]
    assert said[-1].finished
    return said[-1], [refused for each in said for refused in each.refused]


async def refusal(here: Running, person: Person, file: bytes) -> str:
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await imported(here, person, file)
    assert reason_of(error.value)[0] == "bad_file"
    return error.value.details() or ""


async def verified(
    person: Person, **wanted: Any
) -> tuple[pb.VerifySeasonResponse, dict[str, list[tuple[int, str]]]]:
    asked = pb.VerifySeasonRequest(season=pb.Season(matches=lobby_pb2.ListMatchesRequest(**wanted)))
    said = [each async for each in person.archive.VerifySeason(asked, timeout=SECONDS)]
    assert said[-1].finished
    assert [each.finished for each in said].count(True) == 1
    unsound = [each for one in said for each in one.unsound]
    return said[-1], {each.match_id: [(f.record, f.what) for f in each.findings] for each in unsound}


def parts_of(file: bytes) -> list[pb.SeasonPart]:
    unpacker = season_file.Unpacker(1 << 30)
    parts = [part for few in unpacker.unpacked(file) for part in few]
    unpacker.finish()
    return parts


def packed(parts: list[pb.SeasonPart], end: bool = True) -> bytes:
    """The file of these parts, with an end that fits them."""
    kept = [part for part in parts if not part.HasField("end")]
    raw = b"".join(framed(part.SerializeToString()) for part in kept)
    last = pb.SeasonEnd(
        match_count=sum(part.HasField("match") for part in kept),
        record_count=sum(part.HasField("record") for part in kept),
        digest=sha256(raw).digest(),
    )
    return gzip.compress(raw + (framed(pb.SeasonPart(end=last).SerializeToString()) if end else b""))


async def logs_of(here: Running, season: Season) -> list[Bodies]:
    return [[r.body for r in here.server.store.read_now(f"match/{match}")] for match, _ in season]


async def test_a_season_goes_to_another_server_and_is_there_to_the_byte(
    tmp_path: Path, season: Season
) -> None:
    await stored(tmp_path / "here", season)
    async with (
        running(tmp_path / "here", load_games()) as here,
        running(tmp_path / "there", load_games()) as there,
    ):
        ann = await here.person("Ann")
        file, said = await exported(ann)
        assert (said[-1].matches_done, said[-1].match_count) == (MATCHES, MATCHES)
        assert len(file) < sum(len(body) for _, bodies in season for body in bodies)
        bob = await there.person("Bob")
        last, refused = await imported(there, bob, file)
        assert (last.matches_done, last.known, refused) == (MATCHES, 0, [])
        assert await logs_of(there, season) == [bodies for _, bodies in season]
        listed = await bob.lobby.ListMatches(lobby_pb2.ListMatchesRequest(page_size=100))
        assert {match.title for match in listed.matches} == {f"Game {n}" for n in range(MATCHES)}

        again, refused = await imported(there, bob, file, size=77)
        assert (again.matches_done, again.known, refused) == (MATCHES, MATCHES, [])
        assert (await exported(bob))[0] == file, "the same season is the same file"


async def test_a_season_is_what_the_filter_says(tmp_path: Path, season: Season) -> None:
    await stored(tmp_path, season)
    async with running(tmp_path, load_games()) as here:
        ann = await here.person("Ann")
        file, _ = await exported(ann, seat_count=3)
        headers = [part.match.match_id for part in parts_of(file) if part.HasField("match")]
        assert sorted(headers) == [match for number, (match, _) in enumerate(season) if number % 3 == 1]
        last, unsound = await verified(ann, seat_count=3)
        assert (last.matches_done, unsound) == (len(headers), {})
        nothing, _ = await exported(ann, game="chess")
        assert len(parts_of(nothing)) == 2


async def test_a_match_that_does_not_hold_is_named_and_the_others_are_taken(
    tmp_path: Path, season: Season
) -> None:
    await stored(tmp_path / "here", season)
    async with (
        running(tmp_path / "here", load_games()) as here,
        running(tmp_path / "there", load_games()) as there,
    ):
        file, _ = await exported(await here.person("Ann"))
        parts = parts_of(file)
        records = [at for at, part in enumerate(parts) if part.HasField("record")]
        altered = parts[records[300]]
        record = Record.FromString(altered.record)
        record.at.nanos = (record.at.nanos + 5_000_000) % 1_000_000_000
        altered.record = record.SerializeToString()
        last, refused = await imported(there, await there.person("Bob"), packed(parts))
        assert (last.matches_done, len(refused)) == (MATCHES, 1)
        assert refused[0].reason == "bad_file"
        headers = [part.match.match_id for part in parts[: records[300]] if part.HasField("match")]
        assert refused[0].match_id == headers[-1]
        assert there.server.house.counts()["over"] == MATCHES - 1


async def test_matches_of_this_servers_players_are_for_operators(tmp_path: Path) -> None:
    wire = load_games()["petrichor"]
    async with running(tmp_path / "there", load_games()) as there:
        bob = await there.person("Bob")
        matches = [
            ("ours", made(wire, 2, 1, players=[bob.id, "x"]).bodies),
            ("theirs", made(wire, 2, 2).bodies),
        ]
        await stored(tmp_path / "here", matches)
        async with running(tmp_path / "here", load_games()) as here:
            file, _ = await exported(await here.person("Ann"))
        _, refused = await imported(there, bob, file)
        assert [(each.match_id, each.reason) for each in refused] == [("ours", "foreign_only")]
        last, refused = await imported(there, there.operator, file)
        assert (last.known, refused) == (1, [])


async def test_a_torn_file_is_noticed_and_what_came_before_is_taken(tmp_path: Path, season: Season) -> None:
    await stored(tmp_path / "here", season)
    async with (
        running(tmp_path / "here", load_games()) as here,
        running(tmp_path / "there", load_games()) as there,
    ):
        file, _ = await exported(await here.person("Ann"))
        bob = await there.person("Bob")
        assert "torn off" in await refusal(there, bob, file[: len(file) // 2])
        taken = there.server.house.counts()["over"]
        assert 0 < taken < MATCHES
        last, _ = await imported(there, bob, file)
        assert (last.matches_done, last.known) == (MATCHES, taken)
        assert "torn off" in await refusal(there, bob, file[:-1])
        assert "torn off" in await refusal(there, bob, packed(parts_of(file), end=False))
        assert "something follows" in await refusal(there, bob, file + b"x")
        assert "nothing in it" in await refusal(there, bob, gzip.compress(b""))
        assert "not compressed" in await refusal(there, bob, b"tilth season")


async def test_records_and_matches_left_out_are_noticed(tmp_path: Path, season: Season) -> None:
    await stored(tmp_path / "here", season[:3])
    async with (
        running(tmp_path / "here", load_games()) as here,
        running(tmp_path / "there", load_games()) as there,
    ):
        file, _ = await exported(await here.person("Ann"))
        bob = await there.person("Bob")
        parts = parts_of(file)
        at = next(at for at, part in enumerate(parts) if part.HasField("record"))
        raw = b"".join(framed(part.SerializeToString()) for part in [*parts[:at], *parts[at + 1 :]])
        assert "should hold 3 matches" in await refusal(there, bob, gzip.compress(raw))
        _, refused = await imported(there, bob, packed([*parts[: at + 5], *parts[at + 6 :]]))
        assert [each.reason for each in refused] == ["bad_file"]
        assert there.server.house.counts()["over"] == 2


def bombs() -> dict[str, bytes]:
    begin = framed(
        pb.SeasonPart(season=pb.SeasonHeader(format="tilth season", version=1)).SerializeToString()
    )
    match = pb.ExportHeader(format="tilth match", version=1, match_id="m", record_count=20_000)
    zeros = framed(pb.SeasonPart(record=bytes(900_000)).SerializeToString())
    many = framed(pb.SeasonPart(record=b"").SerializeToString()) * 3_000_000
    one = framed(pb.SeasonPart(match=match).SerializeToString())
    empty = zlib.compressobj(0, zlib.DEFLATED, 31)
    blocks = empty.compress(begin) + b"".join(empty.flush(zlib.Z_FULL_FLUSH) for _ in range(3))
    return {
        "zeros": gzip.compress(begin + one + zeros * 20),
        "endless empty records": gzip.compress(begin + one + many),
        "a message without an end": gzip.compress(begin + b"\xff\xff\xff\x7f" + bytes(1000)),
        "blocks with nothing in them": blocks + b"\x00\x00\x00\xff\xff" * 800_000,
        "empty members": gzip.compress(begin) + gzip.compress(b"") * 1000,
    }


@pytest.mark.parametrize("name", bombs())
async def test_bombs_are_refused_early(tmp_path: Path, name: str) -> None:
    async with running(tmp_path, load_games()) as here:
        ann = await here.person("Ann")
        why = await refusal(here, ann, bombs()[name])
        assert "no season that holds" in why
        assert here.server.house.counts()["over"] == 0


def altered(folder: Path, sql: str, *given: Any) -> None:
    with sqlite3.connect(folder / "tilth.db") as database:
        assert database.execute(sql, given).rowcount == 1
    database.close()


STREAM = "(SELECT id FROM streams WHERE name = ?)"


def rechained(folder: Path, match: str, number: int, body: bytes) -> None:
    """Whoever can write the file can make the chain good again; the rules still tell."""
    name = f"match/{match}"
    with sqlite3.connect(folder / "tilth.db") as database:
        (identity,) = database.execute("SELECT id FROM streams WHERE name = ?", (name,)).fetchone()
        link = sha256(b"tilth stream\0" + name.encode()).digest()
        rows = database.execute(
            "SELECT number, body FROM records WHERE stream = ? ORDER BY number", (identity,)
        ).fetchall()
        for at, stored_body in rows:
            new = body if at == number else stored_body
            link = sha256(link + new).digest()
            database.execute(
                "UPDATE records SET body = ?, hash = ? WHERE stream = ? AND number = ?",
                (new, link, identity, at),
            )
        database.execute("UPDATE streams SET head = ? WHERE id = ?", (link, identity))
    database.close()


async def test_verifying_a_season_names_each_match_and_record_that_does_not_hold(
    tmp_path: Path, season: Season
) -> None:
    await stored(tmp_path, season)
    altered(
        tmp_path,
        f"UPDATE records SET body = body || x'00' WHERE number = 20 AND stream = {STREAM}",
        "match/m001",
    )
    altered(tmp_path, f"DELETE FROM records WHERE number = 30 AND stream = {STREAM}", "match/m002")
    altered(tmp_path, f"UPDATE records SET body = x'' WHERE number = 0 AND stream = {STREAM}", "match/m003")
    bodies = dict(season)["m004"]
    number = next(n for n, body in enumerate(bodies) if n > 40 and Record.FromString(body).events)
    record = Record.FromString(bodies[number])
    record.events.append(record.events[0])
    rechained(tmp_path, "m004", number, record.SerializeToString())
    bodies = dict(season)["m005"]
    number2 = next(n for n, body in enumerate(bodies) if n > 50 and Record.FromString(body).answered.chosen)
    record = Record.FromString(bodies[number2])
    record.answered.chosen[0] += 1000
    rechained(tmp_path, "m005", number2, record.SerializeToString())
    closed = Record.FromString(dict(season)["m006"][-1])
    closed.closed.result.scores[0] += 1
    rechained(tmp_path, "m006", len(dict(season)["m006"]) - 1, closed.SerializeToString())
    async with running(tmp_path, load_games()) as here:
        last, unsound = await verified(await here.person("Ann"))
    assert last.matches_done == last.match_count == MATCHES
    assert {match: found[0][0] for match, found in unsound.items()} == {
        "m001": 20,
        "m002": 30,
        "m003": 0,
        "m004": number,
        "m005": number2,
        "m006": len(dict(season)["m006"]) - 1,
    }
    assert "not what was written" in unsound["m001"][0][1]
    assert "missing" in unsound["m002"][0][1]
    assert "rules" in unsound["m005"][0][1]
    assert "result" in unsound["m006"][0][1]


async def test_an_operator_verifies_a_directory_without_a_server(tmp_path: Path, season: Season) -> None:
    await stored(tmp_path / "data", season)
    code, out, err = await ended("verify", "--data", str(tmp_path / "data"))
    assert (code, err) == (0, "")
    assert out.startswith(f"{MATCHES} matches, ")
    assert out.endswith("everything holds\n")
    altered(
        tmp_path / "data",
        f"UPDATE records SET body = body || x'00' WHERE number = 20 AND stream = {STREAM}",
        "match/m001",
    )
    altered(tmp_path / "data", f"DELETE FROM records WHERE number = 30 AND stream = {STREAM}", "match/m007")
    code, out, err = await ended("verify", "--data", str(tmp_path / "data"))
    lines = out.splitlines()
    assert code == 1
    assert sorted(line.partition(" is ")[0] for line in lines[:-1]) == [
        "match m001: record 20",
        "match m007: record 30",
    ]
    assert "2 streams do not hold" in lines[-1]
    async with running(tmp_path / "data", load_games()):
        code, out, err = await ended("verify", "--data", str(tmp_path / "data"))
        assert (code, out) == (1, "")
        assert "in use" in err
    code, _, err = await ended("verify", "--data", str(tmp_path / "nowhere"))
    assert (code, (tmp_path / "nowhere").exists()) == (1, False)


async def test_damaged_matches_are_left_out_of_a_season_and_named(tmp_path: Path, season: Season) -> None:
    await stored(tmp_path, season[:4])
    altered(
        tmp_path, f"UPDATE records SET body = x'00' WHERE number = 70 AND stream = {STREAM}", "match/m001"
    )
    async with running(tmp_path, load_games()) as here:
        file, said = await exported(await here.person("Ann"))
        assert [each.match_id for one in said for each in one.left_out] == ["m001"]
        assert sum(part.HasField("match") for part in parts_of(file)) == 3


async def test_games_that_only_this_process_has_are_verified_too(tmp_path: Path) -> None:
    wire = orchard()["orchard"]
    matches = [(f"o{seed}", made(wire, 2, seed).bodies) for seed in range(3)]
    await stored(tmp_path, matches)
    bodies = matches[1][1]
    closed = Record.FromString(bodies[-1])
    closed.closed.result.scores[1] += 1
    rechained(tmp_path, "o1", len(bodies) - 1, closed.SerializeToString())
    async with running(tmp_path, orchard()) as here:
        last, unsound = await verified(await here.person("Ann"))
    assert (last.matches_done, last.records_done) == (3, sum(len(bodies) for _, bodies in matches))
    assert {match: [number for number, _ in found] for match, found in unsound.items()} == {
        "o1": [len(bodies) - 1]
    }


async def test_the_server_serves_on_while_a_season_is_verified(tmp_path: Path, season: Season) -> None:
    await stored(tmp_path, season)
    async with running(tmp_path, load_games()) as here:
        ann = await here.person("Ann")
        proving = asyncio.create_task(verified(ann))
        looks = 0
        while not proving.done():
            await ann.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id="m000"))
            looks += 1
            await asyncio.sleep(0.01)
        assert looks > 3
        assert (await proving)[1] == {}
