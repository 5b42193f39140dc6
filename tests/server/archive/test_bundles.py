"""Bundles: many matches exported from a server, imported into another one, and verified side by side."""

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
from tests.server.serve.full_server import Person, RunningServer, full_server
from tests.server.serve.games import orchard
from tests.server.serve.one_service import bearer, reason_of
from tests.server.serve.process import ended
from tilth.v1 import archive_pb2 as pb
from tilth.v1 import lobby_pb2
from tilth.v1.record_pb2 import Record
from tilth_server.archive import bundle_file
from tilth_server.archive.match_file import delimited
from tilth_server.archive.verify.verifier_pool import VerifierFailed, VerifierPool
from tilth_server.store import sqlite_url
from tilth_server.wire import load_games

MATCHES = 12
SECONDS = 60
Matches = list[tuple[str, Bodies]]


@pytest.fixture(scope="module")
def matches() -> Matches:
    """Matches of Petrichor, with all that can happen in one."""
    wire = load_games()["petrichor"]
    matches: Matches = []
    for number in range(MATCHES):
        match = Made(wire, 2 + number % 3, Random(number), title=f"Game {number}")
        match.play(undo=number % 3 == 0, give_up=number % 4 == 1, timeouts=number % 2 == 0)
        matches.append((f"m{number:03}", match.bodies))
    return matches


async def exported(person: Person, **wanted: Any) -> tuple[bytes, list[pb.ExportMatchesResponse]]:
    request = pb.ExportMatchesRequest(
        selection=pb.MatchSelection(filter=lobby_pb2.ListMatchesRequest(**wanted))
    )
    responses = [each async for each in person.archive.ExportMatches(request, timeout=SECONDS)]
    return b"".join(each.chunk for each in responses), responses


async def imported(
    here: RunningServer, person: Person, file: bytes, size: int = 10_000
) -> tuple[pb.ImportMatchesResponse, list[pb.RefusedMatch]]:
    async def pieces() -> AsyncIterator[bytes]:
        for at in range(0, len(file), size):
            yield pb.ImportMatchesRequest(chunk=file[at : at + size]).SerializeToString()

    call: Any = here.channel.stream_stream("/tilth.v1.ArchiveService/ImportMatches")
    responses = [
        pb.ImportMatchesResponse.FromString(raw)
        async for raw in call(pieces(), metadata=bearer(person.token), timeout=SECONDS)
    ]
    assert responses[-1].finished
    return responses[-1], [refused for each in responses for refused in each.refused]


async def refusal(here: RunningServer, person: Person, file: bytes) -> str:
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await imported(here, person, file)
    assert reason_of(error.value)[0] == "FILE_INVALID"
    return error.value.details() or ""


async def verified(
    person: Person, **wanted: Any
) -> tuple[pb.VerifyMatchesResponse, dict[str, list[tuple[int, str]]]]:
    request = pb.VerifyMatchesRequest(
        selection=pb.MatchSelection(filter=lobby_pb2.ListMatchesRequest(**wanted))
    )
    responses = [each async for each in person.archive.VerifyMatches(request, timeout=SECONDS)]
    assert responses[-1].finished
    assert [each.finished for each in responses].count(True) == 1
    failed = [each for one in responses for each in one.failed]
    return responses[-1], {each.match_id: [(f.record, f.message) for f in each.findings] for each in failed}


def parts_of(file: bytes) -> list[pb.BundlePart]:
    reader = bundle_file.BundleReader(1 << 30)
    parts = [part for few in reader.parts(file) for part in few]
    reader.finish()
    return parts


def packed(parts: list[pb.BundlePart], end: bool = True) -> bytes:
    """The file of these parts, with an end that fits them."""
    kept = [part for part in parts if not part.HasField("end")]
    raw = b"".join(delimited(part.SerializeToString()) for part in kept)
    last = pb.BundleEnd(
        match_count=sum(part.HasField("match") for part in kept),
        record_count=sum(part.HasField("record") for part in kept),
        digest=sha256(raw).digest(),
    )
    return gzip.compress(raw + (delimited(pb.BundlePart(end=last).SerializeToString()) if end else b""))


async def logs_of(here: RunningServer, matches: Matches) -> list[Bodies]:
    return [[r.body async for r in here.server.store.read(f"match/{match}")] for match, _ in matches]


async def test_a_bundle_goes_to_another_server_to_the_byte(tmp_path: Path, matches: Matches) -> None:
    await stored(tmp_path / "here", matches)
    async with (
        full_server(tmp_path / "here", load_games()) as here,
        full_server(tmp_path / "there", load_games()) as there,
    ):
        ann = await here.person("Ann")
        file, responses = await exported(ann)
        assert (responses[-1].matches_done, responses[-1].match_count) == (MATCHES, MATCHES)
        assert len(file) < sum(len(body) for _, bodies in matches for body in bodies)
        bob = await there.person("Bob")
        last, refused = await imported(there, bob, file)
        assert (last.matches_done, last.already_present, refused) == (MATCHES, 0, [])
        assert await logs_of(there, matches) == [bodies for _, bodies in matches]
        listed = await bob.lobby.ListMatches(lobby_pb2.ListMatchesRequest(page_size=100))
        assert {match.title for match in listed.matches} == {f"Game {n}" for n in range(MATCHES)}

        again, refused = await imported(there, bob, file, size=77)
        assert (again.matches_done, again.already_present, refused) == (MATCHES, MATCHES, [])
        assert (await exported(bob))[0] == file, "the same matches give the same file"


async def test_a_bundle_has_the_matches_that_the_filter_names(tmp_path: Path, matches: Matches) -> None:
    await stored(tmp_path, matches)
    async with full_server(tmp_path, load_games()) as here:
        ann = await here.person("Ann")
        file, _ = await exported(ann, seat_count=3)
        headers = [part.match.match_id for part in parts_of(file) if part.HasField("match")]
        assert sorted(headers) == [match for number, (match, _) in enumerate(matches) if number % 3 == 1]
        last, failed = await verified(ann, seat_count=3)
        assert (last.matches_done, failed) == (len(headers), {})
        nothing, _ = await exported(ann, game="chess")
        assert len(parts_of(nothing)) == 2


async def test_an_invalid_match_is_named_and_the_others_are_imported(
    tmp_path: Path, matches: Matches
) -> None:
    await stored(tmp_path / "here", matches)
    async with (
        full_server(tmp_path / "here", load_games()) as here,
        full_server(tmp_path / "there", load_games()) as there,
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
        assert refused[0].reason == "FILE_INVALID"
        headers = [part.match.match_id for part in parts[: records[300]] if part.HasField("match")]
        assert refused[0].match_id == headers[-1]
        assert there.server.matches.counts()["finished"] == MATCHES - 1


async def test_matches_of_this_servers_players_are_for_operators(tmp_path: Path) -> None:
    wire = load_games()["petrichor"]
    async with full_server(tmp_path / "there", load_games()) as there:
        bob = await there.person("Bob")
        matches = [
            ("ours", made(wire, 2, 1, players=[bob.id, "x"]).bodies),
            ("theirs", made(wire, 2, 2).bodies),
        ]
        await stored(tmp_path / "here", matches)
        async with full_server(tmp_path / "here", load_games()) as here:
            file, _ = await exported(await here.person("Ann"))
        _, refused = await imported(there, bob, file)
        assert [(each.match_id, each.reason) for each in refused] == [("ours", "OPERATOR_MUST_IMPORT")]
        last, refused = await imported(there, there.operator, file)
        assert (last.already_present, refused) == (1, [])


async def test_an_incomplete_bundle_is_noticed_after_its_whole_matches_are_imported(
    tmp_path: Path, matches: Matches
) -> None:
    await stored(tmp_path / "here", matches)
    async with (
        full_server(tmp_path / "here", load_games()) as here,
        full_server(tmp_path / "there", load_games()) as there,
    ):
        file, _ = await exported(await here.person("Ann"))
        bob = await there.person("Bob")
        assert "incomplete" in await refusal(there, bob, file[: len(file) // 2])
        taken = there.server.matches.counts()["finished"]
        assert 0 < taken < MATCHES
        last, _ = await imported(there, bob, file)
        assert (last.matches_done, last.already_present) == (MATCHES, taken)
        assert "incomplete" in await refusal(there, bob, file[:-1])
        assert "incomplete" in await refusal(there, bob, packed(parts_of(file), end=False))
        assert "bytes after its end" in await refusal(there, bob, file + b"x")
        assert "it is empty" in await refusal(there, bob, gzip.compress(b""))
        assert "not a gzip file" in await refusal(there, bob, b"tilth season")


async def test_records_and_matches_left_out_are_noticed(tmp_path: Path, matches: Matches) -> None:
    await stored(tmp_path / "here", matches[:3])
    async with (
        full_server(tmp_path / "here", load_games()) as here,
        full_server(tmp_path / "there", load_games()) as there,
    ):
        file, _ = await exported(await here.person("Ann"))
        bob = await there.person("Bob")
        parts = parts_of(file)
        at = next(at for at, part in enumerate(parts) if part.HasField("record"))
        raw = b"".join(delimited(part.SerializeToString()) for part in [*parts[:at], *parts[at + 1 :]])
        assert "should have 3 matches" in await refusal(there, bob, gzip.compress(raw))
        _, refused = await imported(there, bob, packed([*parts[: at + 5], *parts[at + 6 :]]))
        assert [each.reason for each in refused] == ["FILE_INVALID"]
        assert there.server.matches.counts()["finished"] == 2


def bombs() -> dict[str, bytes]:
    begin = delimited(
        pb.BundlePart(header=pb.BundleHeader(format="tilth season", version=1)).SerializeToString()
    )
    match = pb.ExportHeader(format="tilth match", version=1, match_id="m", record_count=20_000)
    zeros = delimited(pb.BundlePart(record=bytes(900_000)).SerializeToString())
    many = delimited(pb.BundlePart(record=b"").SerializeToString()) * 3_000_000
    one = delimited(pb.BundlePart(match=match).SerializeToString())
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
async def test_compressed_bombs_are_refused_early(tmp_path: Path, name: str) -> None:
    async with full_server(tmp_path, load_games()) as here:
        ann = await here.person("Ann")
        why = await refusal(here, ann, bombs()[name])
        assert "not a valid bundle" in why
        assert here.server.matches.counts()["finished"] == 0


def altered(folder: Path, sql: str, *given: Any) -> None:
    with sqlite3.connect(folder / "tilth.db") as database:
        assert database.execute(sql, given).rowcount == 1
    database.close()


STREAM = "(SELECT id FROM streams WHERE name = ?)"


def rechained(folder: Path, match: str, number: int, body: bytes) -> None:
    """Replace a record and make the hash chain valid again, as anyone who can write the file can; only the rules
    still reveal the change."""
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


async def test_bulk_verification_names_each_match_and_record_with_a_fault(
    tmp_path: Path, matches: Matches
) -> None:
    await stored(tmp_path, matches)
    altered(
        tmp_path,
        f"UPDATE records SET body = body || x'00' WHERE number = 20 AND stream = {STREAM}",
        "match/m001",
    )
    altered(tmp_path, f"DELETE FROM records WHERE number = 30 AND stream = {STREAM}", "match/m002")
    altered(tmp_path, f"UPDATE records SET body = x'' WHERE number = 0 AND stream = {STREAM}", "match/m003")
    bodies = dict(matches)["m004"]
    number = next(n for n, body in enumerate(bodies) if n > 40 and Record.FromString(body).events)
    record = Record.FromString(bodies[number])
    record.events.append(record.events[0])
    rechained(tmp_path, "m004", number, record.SerializeToString())
    bodies = dict(matches)["m005"]
    number2 = next(n for n, body in enumerate(bodies) if n > 50 and Record.FromString(body).answered.picks)
    record = Record.FromString(bodies[number2])
    record.answered.picks[0] += 1000
    rechained(tmp_path, "m005", number2, record.SerializeToString())
    closed = Record.FromString(dict(matches)["m006"][-1])
    closed.finished.result.scores[0] += 1
    rechained(tmp_path, "m006", len(dict(matches)["m006"]) - 1, closed.SerializeToString())
    async with full_server(tmp_path, load_games()) as here:
        last, failed = await verified(await here.person("Ann"))
    assert last.matches_done == last.match_count == MATCHES
    assert {match: found[0][0] for match, found in failed.items()} == {
        "m001": 20,
        "m002": 30,
        "m003": 0,
        "m004": number,
        "m005": number2,
        "m006": len(dict(matches)["m006"]) - 1,
    }
    assert "not what was written" in failed["m001"][0][1]
    assert "missing" in failed["m002"][0][1]
    assert "rules" in failed["m005"][0][1]
    assert "result" in failed["m006"][0][1]


async def test_an_operator_verifies_a_directory_without_a_server(tmp_path: Path, matches: Matches) -> None:
    await stored(tmp_path / "data", matches)
    code, out, err = await ended("verify", "--data", str(tmp_path / "data"))
    assert (code, err) == (0, "")
    assert out.startswith(f"{MATCHES} matches, ")
    assert out.endswith("no faults\n")
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
    assert "2 with faults" in lines[-1]
    async with full_server(tmp_path / "data", load_games()):
        code, out, err = await ended("verify", "--data", str(tmp_path / "data"))
        assert (code, out) == (1, "")
        assert "in use" in err
    code, _, err = await ended("verify", "--data", str(tmp_path / "nowhere"))
    assert (code, (tmp_path / "nowhere").exists()) == (1, False)


async def test_damaged_matches_are_left_out_of_a_bundle_and_named(tmp_path: Path, matches: Matches) -> None:
    await stored(tmp_path, matches[:4])
    altered(
        tmp_path, f"UPDATE records SET body = x'00' WHERE number = 70 AND stream = {STREAM}", "match/m001"
    )
    async with full_server(tmp_path, load_games()) as here:
        file, responses = await exported(await here.person("Ann"))
        assert [each.match_id for one in responses for each in one.skipped] == ["m001"]
        assert sum(part.HasField("match") for part in parts_of(file)) == 3


async def test_games_that_only_this_process_has_are_verified_too(tmp_path: Path) -> None:
    wire = orchard()["orchard"]
    matches = [(f"o{seed}", made(wire, 2, seed).bodies) for seed in range(3)]
    await stored(tmp_path, matches)
    bodies = matches[1][1]
    closed = Record.FromString(bodies[-1])
    closed.finished.result.scores[1] += 1
    rechained(tmp_path, "o1", len(bodies) - 1, closed.SerializeToString())
    async with full_server(tmp_path, orchard()) as here:
        last, failed = await verified(await here.person("Ann"))
    assert (last.matches_done, last.records_done) == (3, sum(len(bodies) for _, bodies in matches))
    assert {match: [number for number, _ in found] for match, found in failed.items()} == {
        "o1": [len(bodies) - 1]
    }


async def test_the_server_answers_while_many_matches_are_verified(tmp_path: Path, matches: Matches) -> None:
    await stored(tmp_path, matches)
    async with full_server(tmp_path, load_games()) as here:
        ann = await here.person("Ann")
        proving = asyncio.create_task(verified(ann))
        looks = 0
        while not proving.done():
            await ann.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id="m000"))
            looks += 1
            await asyncio.sleep(0.01)
        assert looks > 3
        assert (await proving)[1] == {}


async def test_a_verifying_process_that_ends_too_early_is_an_error(tmp_path: Path) -> None:
    verifiers = VerifierPool(sqlite_url(tmp_path / "nowhere"))
    with pytest.raises(VerifierFailed):
        async for _ in verifiers.verify([f"m{number}" for number in range(100)]):
            pass
