"""Exported matches that somebody has tampered with: refused, and never the server's fault."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import grpc
import pytest

from tests.e2e.hostile_client import assert_precise, unharmed
from tests.e2e.people import (
    Person,
    Refusal,
    channel_to,
    log_of,
    match_of,
    new_match,
    play_out,
    refusal_of,
    somebody,
)
from tests.e2e.serving import MANY_CALLS, ServerProcess, assert_calm, running
from tests.seeds import Seeds, thinned
from tilth.v1 import archive_pb2, lobby_pb2
from tilth.v1.record_pb2 import Record


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """The server where the match was played."""
    with running(tmp_path_factory.mktemp("elsewhere") / "data") as process:
        yield process


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """The server that is to take it in; apart, for what it takes in wrongly would harm other tests."""
    with running(tmp_path_factory.mktemp("here") / "data", *MANY_CALLS) as process:
        yield process


@pytest.fixture
async def exported(elsewhere: ServerProcess) -> bytes:
    """A finished match of people nobody knows here."""
    async with channel_to(elsewhere.address) as channel:
        ann, bo = await somebody(channel), await somebody(channel)
        match_id = await new_match(ann, bo, title="as it was")
        await play_out(match_id, [ann, bo], Random(8))
        request = archive_pb2.ExportMatchRequest(match_id=match_id)
        return b"".join([reply.chunk async for reply in ann.archive.ExportMatch(request)])


class File:
    """An exported match, taken apart; `bytes` computes the hash chain again and puts the file together."""

    def __init__(self, file: bytes) -> None:
        messages = list(self._messages(file))
        self.header = archive_pb2.ExportHeader.FromString(messages[0])
        entries = [archive_pb2.LogEntry.FromString(message) for message in messages[1:]]
        self.records = [Record.FromString(entry.record) for entry in entries]

    @staticmethod
    def _messages(file: bytes) -> Iterator[bytes]:
        at = 0
        while at < len(file):
            length = shift = 0
            while True:
                length |= (file[at] & 0x7F) << shift
                shift, at = shift + 7, at + 1
                if file[at - 1] < 0x80:
                    break
            yield file[at : at + length]
            at += length

    def bytes(self) -> bytes:
        self.header.record_count = len(self.records)
        out = _framed(self.header.SerializeToString())
        link = sha256(b"tilth stream\0match/" + self.header.match_id.encode()).digest()
        for number, record in enumerate(self.records):
            body = record.SerializeToString()
            link = sha256(link + body).digest()
            out += _framed(archive_pb2.LogEntry(number=number, record=body, hash=link).SerializeToString())
        return out

    @property
    def created(self) -> Any:
        return self.records[0].created

    @property
    def closed(self) -> Any:
        return self.records[-1].finished

    def first(self, cause: str) -> Record:
        return next(record for record in self.records if record.WhichOneof("cause") == cause)


def _framed(message: bytes) -> bytes:
    length, head = len(message), b""
    while length > 0x7F:
        head += bytes([length & 0x7F | 0x80])
        length >>= 7
    return head + bytes([length]) + message


async def imported(person: Person, file: bytes) -> Refusal | None:
    pieces = [file[at : at + 500_000] for at in range(0, len(file), 500_000)]
    requests = iter([archive_pb2.ImportMatchRequest(chunk=piece) for piece in pieces])
    try:
        await person.archive.ImportMatch(requests)
    except grpc.aio.AioRpcError as error:
        return refusal_of(error)
    return None


async def assert_lists_are_whole(person: Person) -> None:
    """Everybody can still list matches, and what they are shown can be printed."""
    request = lobby_pb2.ListMatchesRequest(page_size=500)
    while True:
        page = await person.lobby.ListMatches(request)
        for match in page.matches:
            shown = [match.title, match.creator_id, *(seat.player_name for seat in match.seats)]
            assert all(text.isprintable() for text in shown), shown
        if not page.next_page_token:
            return
        request.page_token = page.next_page_token


async def test_a_file_as_it_was_is_taken_in_once(exported: bytes, ann: Person) -> None:
    file = File(exported)
    assert File(file.bytes()).records == file.records
    pieces = [
        archive_pb2.ImportMatchRequest(chunk=exported[at : at + 999]) for at in range(0, len(exported), 999)
    ]
    for known in (False, True):
        reply = await ann.archive.ImportMatch(iter(pieces))
        assert (reply.match_id, reply.already_present) == (file.header.match_id, known)
    match = await match_of(ann, file.header.match_id)
    assert match.title == "as it was"
    assert len(await log_of(ann, match.id)) == match.record_count == len(file.records)


async def test_flipped_bits_and_torn_ends_are_refused(
    here: ServerProcess, exported: bytes, seeds: Seeds
) -> None:
    random = Random(9 + seeds.first)
    async with unharmed(here), channel_to(here.address) as channel:
        mallory = await somebody(channel)
        length = len(_framed(File(exported).header.SerializeToString()))
        for _ in range(seeds.often(20, 100)):
            flipped = bytearray(exported)
            flipped[random.randrange(length, len(flipped))] ^= 1 << random.randrange(8)
            refusal = await imported(mallory, bytes(flipped))
            assert refusal is not None
            assert (refusal.code, refusal.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "FILE_INVALID")
        for _ in range(seeds.often(8, 40)):
            refusal = await imported(mallory, exported[: random.randrange(len(exported))])
            assert refusal is not None
            assert refusal.reason == "FILE_INVALID"
        for junk in (b"", b"\x00", exported + b"\x00", exported * 2, random.randbytes(3000), b"\xff" * 50):
            refusal = await imported(mallory, junk)
            assert refusal is not None
            assert refusal.reason == "FILE_INVALID"


FORGERIES: dict[str, Callable[[File], object]] = {
    "another result": lambda file: file.closed.result.places.__setitem__(0, 3 - file.closed.result.places[0]),
    "more points": lambda file: file.closed.result.scores.__setitem__(0, 99),
    "no result": lambda file: file.closed.ClearField("result"),
    "not over": lambda file: file.records.pop(),
    "a record less": lambda file: file.records.pop(len(file.records) // 2),
    "a record twice": lambda file: file.records.insert(9, file.records[9]),
    "two records swapped": lambda file: file.records.insert(9, file.records.pop(12)),
    "two beginnings": lambda file: file.records.insert(1, file.records[0]),
    "no beginning": lambda file: file.records.pop(0),
    "never started": lambda file: file.records.remove(file.first("started")),
    "another seed": lambda file: setattr(file.created, "seed", bytes(32)),
    "a short seed": lambda file: setattr(file.created, "seed", b"s"),
    "another game": lambda file: setattr(file.created, "game", "chess"),
    "no seats": lambda file: setattr(file.created, "seat_count", 0),
    "a million seats": lambda file: setattr(file.created, "seat_count", 1_000_000),
    "three seats": lambda file: setattr(file.created, "seat_count", 3),
    "options that are none": lambda file: setattr(file.created, "options", b"\xff\xff"),
    "options of solo": lambda file: setattr(file.created, "options", b"\x38\x01"),
    "a seat that is none": lambda file: setattr(file.first("seat_taken").seat_taken, "seat", 77),
    "an answer of another seat": lambda file: setattr(file.first("answered").answered, "seat", 9),
    "another answer": lambda file: file.first("answered").answered.picks.append(3),
    "an event that is none": lambda file: file.first("answered").events.append(b"\xff"),
    "an event too many": lambda file: file.first("answered").events.append(file.first("started").events[0]),
    "an event too few": lambda file: file.first("started").events.pop(),
    "an empty event": lambda file: file.first("answered").events.append(b""),
    "a stack that is none": lambda file: setattr(
        file.first("answered").stack_changes.add(), "added_steps", b"\xc1"
    ),
    "a stack that is another": lambda file: setattr(file.first("answered").stack_changes.add(), "stack", 3),
    "a record without a cause": lambda file: file.records.insert(5, Record()),
    "an id that is a path": lambda file: setattr(file.header, "match_id", "../../up"),
    "an empty id": lambda file: setattr(file.header, "match_id", ""),
    "a long id": lambda file: setattr(file.header, "match_id", "a" * 65),
    "a name that breaks lines": lambda file: file.header.player_names.__setitem__(
        file.created.creator_id, "a\nb"
    ),
}


@pytest.mark.parametrize("forgery", FORGERIES)
async def test_a_forged_file_is_refused_though_its_chain_holds(
    here: ServerProcess, exported: bytes, forgery: str
) -> None:
    file = File(exported)
    log = here.log_size()
    FORGERIES[forgery](file)
    async with channel_to(here.address) as channel:
        mallory = await somebody(channel)
        refusal = await imported(mallory, file.bytes())
        assert refusal is not None, "it was taken in"
        assert (refusal.code, refusal.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "FILE_INVALID")
    assert_calm(here, log)


MISCHIEF: dict[str, Callable[[File], object]] = {
    "a title that clears the screen": lambda file: setattr(file.created, "title", "\x1b[2Jgone"),
    "a title without end": lambda file: setattr(file.created, "title", "t" * 400_000),
    "a creator who breaks lines": lambda file: setattr(file.created, "creator_id", "x\n\x1b[2J"),
    "a player who breaks lines": lambda file: file.first("started").started.player_ids.__setitem__(
        0, "\x1b[2J"
    ),
    "players that are too few": lambda file: file.first("started").started.ClearField("player_ids"),
    "players that are too many": lambda file: file.first("started").started.player_ids.extend(["x"] * 50),
    "a time before all time": lambda file: setattr(file.records[0].at, "seconds", -(1 << 62)),
    "a time after all time": lambda file: setattr(file.records[0].at, "seconds", 1 << 62),
    "a beginning after all time": lambda file: setattr(file.first("started").at, "seconds", 1 << 50),
    "an end after all time": lambda file: setattr(file.records[-1].at, "seconds", 1 << 50),
    "a time that is none": lambda file: setattr(file.records[-1].at, "nanos", -5),
    "a clock without end": lambda file: setattr(file.created.clock, "bank_ms", (1 << 64) - 1),
    "a guest list without end": lambda file: file.created.invited_player_ids.extend(["i" * 100] * 3000),
    "rules of tomorrow": lambda file: setattr(file.created, "rules_version", (1 << 32) - 1),
}


@pytest.mark.parametrize("mischief", thinned(MISCHIEF, 3))
async def test_a_file_that_means_mischief_spoils_nobodys_list(
    own_server: ServerProcess, exported: bytes, mischief: str
) -> None:
    """The file is refused, or it harms nobody who lists, reads or replays it, even after a restart."""
    file = File(exported)
    MISCHIEF[mischief](file)
    async with channel_to(own_server.address) as channel:
        mallory, ann = await somebody(channel), await somebody(channel)
        refusal = await imported(mallory, file.bytes())
        assert_precise(refusal)
        if refusal is not None:
            assert refusal.reason == "FILE_INVALID"
        await assert_lists_are_whole(ann)
        if refusal is None:
            match_id = file.header.match_id
            await match_of(ann, match_id)
            assert len(await log_of(ann, match_id)) == len(file.records)
            replay = archive_pb2.ReplayRequest(match_id=match_id, interval_ms=1, views=True, texts=True)
            frames = 0
            async for reply in ann.archive.Replay(replay):
                frames += len(reply.frames)
            assert frames > len(file.records)
            assert (await match_of(ann, match_id)).state == lobby_pb2.MATCH_STATE_FINISHED
    own_server.kill()
    own_server.start()
    async with channel_to(own_server.address) as channel:
        await assert_lists_are_whole(await somebody(channel))
    assert_calm(own_server)


async def test_a_file_that_names_people_of_this_server_is_for_operators(
    server: ServerProcess, exported: bytes, ann: Person
) -> None:
    file = File(exported)
    file.created.creator_id = ann.id
    refusal = await imported(await somebody(ann.channel), file.bytes())
    assert refusal is not None
    assert refusal.reason == "OPERATOR_MUST_IMPORT"


async def test_another_match_of_the_same_id_does_not_take_its_place(
    server: ServerProcess, exported: bytes, ann: Person, bo: Person
) -> None:
    match_id = await new_match(ann, bo)
    file = File(exported)
    file.header.match_id = match_id
    before = await log_of(ann, match_id, 0)
    refusal = await imported(Person(ann.channel, server.operator_token), file.bytes())
    assert refusal is not None
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.ALREADY_EXISTS, "MATCH_ID_CONFLICT")
    assert await log_of(ann, match_id, 0) == before


def test_tampering_is_what_it_says(tmp_path: Path) -> None:
    """Each forgery changes a file."""
    created = Record()
    created.created.game = "petrichor"
    created.created.seat_count = 2
    file = File(_framed(archive_pb2.ExportHeader(match_id="m").SerializeToString()))
    file.records = [created]
    before = file.bytes()
    FORGERIES["another seed"](file)
    assert file.bytes() != before
