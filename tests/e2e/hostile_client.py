"""Tools of a hostile client, and checks of the server's promises: precise statuses, a calm server, unharmed others."""

import asyncio
import json
import re
import struct
import subprocess
import sys
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import grpc
from google.protobuf.descriptor import FieldDescriptor, MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from tests.e2e.people import (
    SECONDS,
    Person,
    Refusal,
    bearer,
    new_match,
    picture_of,
    play_on,
    refusal_of,
    visitors,
)
from tests.e2e.serving import ServerProcess, assert_calm
from tilth.v1 import archive_pb2, lobby_pb2, operations_pb2, play_pb2, players_pb2, tournaments_pb2

LONGEST_WAIT_S = 3.0
"""However a client misbehaves, nobody else's call takes longer, while other tests share the machine."""
PROTOCOL = Path(__file__).parents[2] / "docs" / "protocol" / "reasons.md"
ROW = re.compile(r"^\| `(\w+)` \| ([A-Z_]+) \|", re.MULTILINE)
DOCUMENTED = dict(ROW.findall(PROTOCOL.read_text()))
"""Reasons, and the status each travels with."""

METHODS: dict[str, MethodDescriptor] = {
    f"/{service.full_name}/{method.name}": method
    for file in (play_pb2, lobby_pb2, archive_pb2, tournaments_pb2, players_pb2, operations_pb2)
    for service in file.DESCRIPTOR.services_by_name.values()
    for method in service.methods
}
OPERATIONS = "/tilth.v1.OperationsService/"
RENEW = "/tilth.v1.PlayersService/RenewToken"
ENDLESS = frozenset(
    (
        "/tilth.v1.PlayService/Attend",
        "/tilth.v1.PlayService/Watch",
        "/tilth.v1.ArchiveService/Replay",
        "/tilth.v1.TournamentsService/WatchTournament",
        "/tilth.v1.OperationsService/WatchServer",
        "/tilth.v1.OperationsService/ReadAudit",
    )
)
"""Streams that may last until one side ends them."""


@dataclass
class Victims:
    """Two who play, and don't want to be disturbed."""

    people: list[Person]
    match_id: str


@asynccontextmanager
async def unharmed(server: ServerProcess, *allowed: str) -> AsyncIterator[Victims]:
    """Whatever is done in here: the server stays calm, the victims' match as it is, and their calls quick."""
    pid, log = server.pid, server.log_size()
    async with visitors(server.address, 2) as people:
        match_id = await new_match(*people)
        await play_on(match_id, people, 13, Random(4))
        before = await picture_of(match_id, people)
        with probing(server, people[0], match_id) as probe:
            yield Victims(people, match_id)
            fared = await asyncio.to_thread(how_it_fared, probe)
        assert server.lives
        assert server.pid == pid
        assert await picture_of(match_id, people) == before
        await play_on(match_id, people, 2, Random(4))
    assert_calm(server, log, *allowed)
    assert not fared["failed"], fared
    assert not fared["changed"]
    assert fared["calls"] > 0
    assert fared["longest"] < LONGEST_WAIT_S, fared


async def assert_nothing_left(server: ServerProcess, channel: Any) -> None:
    """Soon no stream runs and nobody watches."""
    operator = Person(channel, server.operator_token)
    for _ in range(1000):
        status = await operator.operations.GetStatus(operations_pb2.GetStatusRequest())
        if not status.streams and not status.channels:
            return
        await asyncio.sleep(0.03)
    raise AssertionError("streams were left behind")


def probing(server: ServerProcess, person: Person, match_id: str) -> "subprocess.Popen[str]":
    words = [sys.executable, "-m", "tests.e2e.probe_client", server.address, person.token, match_id, "0"]
    words.append(str(server.pid))
    root = Path(__file__).parents[2]
    return subprocess.Popen(words, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def how_it_fared(probe: "subprocess.Popen[str]") -> dict[str, Any]:
    assert probe.stdin is not None
    assert probe.stdout is not None
    probe.stdin.write("\n")
    probe.stdin.flush()
    fared: dict[str, Any] = json.loads(probe.stdout.readline())
    return fared


def assert_precise(refusal: Refusal | None) -> None:
    """A reason that docs/protocol/reasons.md lists, with the status it lists; never the server's own fault."""
    if refusal is not None:
        assert refusal.code not in (grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN), refusal
        assert DOCUMENTED.get(refusal.reason) == refusal.code.name, refusal


GRPCS_OWN = "Internal error from Core"
"""The error text that a client's gRPC sometimes reports instead of the status it was sent, when one of its own
writes meets the end of the call (gRPC issue 36066)."""


async def raw_call(
    channel: Any, path: str, pieces: Iterable[bytes], token: str, within: float = SECONDS
) -> Refusal | None:
    """Call any method with any bytes. Return the refusal, or None if the call went well. A stream has
    gone well if it sends nothing for `within` seconds."""
    sent = list(pieces)
    refusal = await _raw_call(channel, path, sent, token, within)
    while refusal is not None and refusal.message == GRPCS_OWN:
        refusal = await _raw_call(channel, path, sent, token, within)
    return refusal


async def _raw_call(
    channel: Any, path: str, pieces: list[bytes], token: str, within: float
) -> Refusal | None:
    method = METHODS[path]
    metadata = bearer(token)
    if method.client_streaming and method.server_streaming:
        return await _bidi(channel, path, pieces, metadata, within)
    call: Any
    if method.client_streaming:
        call = channel.stream_unary(path)(iter(pieces), metadata=metadata, timeout=SECONDS)
    elif method.server_streaming:
        call = channel.unary_stream(path)(pieces[0], metadata=metadata, timeout=SECONDS)
    else:
        call = channel.unary_unary(path)(pieces[0], metadata=metadata, timeout=SECONDS)
    try:
        if not method.server_streaming:
            await call
        elif path in ENDLESS:
            with suppress(TimeoutError):
                await asyncio.wait_for(call.read(), within)
            call.cancel()
        else:
            async for _ in call:
                pass
    except grpc.aio.AioRpcError as error:
        return refusal_of(error)
    return None


async def _bidi(
    channel: Any, path: str, pieces: list[bytes], metadata: tuple[tuple[str, str], ...], within: float
) -> Refusal | None:
    """Send all messages, half-close, and read until the stream ends or nothing more comes for a while."""
    call = channel.stream_stream(path)(metadata=metadata)

    async def talk() -> None:
        # A write that meets the end of its call fails with less than the read will know.
        with suppress(asyncio.InvalidStateError, grpc.aio.AioRpcError):
            for piece in pieces:
                await call.write(piece)
            await call.done_writing()

    talking = asyncio.create_task(talk())
    try:
        while await asyncio.wait_for(call.read(), within) is not grpc.aio.EOF:
            pass
    except TimeoutError:
        return None
    except grpc.aio.AioRpcError as error:
        return refusal_of(error)
    finally:
        talking.cancel()
        await asyncio.gather(talking, return_exceptions=True)
        call.cancel()
    return None


# Bytes that are no message, and messages that make no sense ---------------------------------------------------

TEXTS = (
    "",
    " ",
    "../../../../etc/passwd",
    "match/../players",
    "players",
    "\x00",
    "a\x00b",
    "two\nlines",
    "\r\nauthorization: Bearer x",
    "\x1b[2J\x1b[H",
    "\u202egnp.exe",
    "\u200b",
    "\U0010ffff",
    "'; DROP TABLE records; --",
    "%s%n{0}{__class__}",
    "-1",
    "1e309",
    "NaN",
    "9" * 300,
    "٣",
    "OTk5OTk5OTk5OTk5OTk5OTk5OTk5L3g",
    "[" * 300,
)
UNSIGNED_32 = (0, 1, 2, 3, 255, 1 << 31, (1 << 32) - 1)
UNSIGNED_64 = (0, 1, 2, 1 << 31, 1 << 32, 1 << 63, (1 << 64) - 1)
SIGNED_32 = (0, 1, -1, -(1 << 31), (1 << 31) - 1)
FLOATS = (0.0, -0.0, 1e308, -1e308, 5e-324, float("inf"), float("-inf"), float("nan"), 0.05)
SIGNED_64 = (0, 1, -1, -(1 << 63), (1 << 63) - 1, -(1 << 31))
ENUMS = (0, 1, 2, 3, 4, 99, -1, (1 << 31) - 1, -(1 << 31))


class Evil:
    """Messages of any type with the worst that can stand in their fields."""

    def __init__(self, random: Random, **known: list[str]) -> None:
        self.random = random
        self.known = known
        """Values that lead somewhere, by the field's name: real ids of matches and players."""

    def message(self, kind: Any, depth: int = 0) -> Message:
        message = GetMessageClass(kind)()
        for field in kind.fields:
            if self.random.random() < 0.7:
                self._fill(message, field, depth)
        return message

    def _fill(self, message: Any, field: FieldDescriptor, depth: int) -> None:
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            keys = field.message_type.fields_by_name["key"]
            key = self.random.choice(("values", "draft", "long_form", *TEXTS))
            if keys.type != FieldDescriptor.TYPE_STRING:
                key = self._value(keys)
            getattr(message, field.name)[key] = self.random.choice(TEXTS)
        elif field.is_repeated:
            values = getattr(message, field.name)
            for _ in range(self.random.randint(0, 3)):
                if field.message_type is None:
                    values.append(self._value(field))
                elif depth < 4:
                    values.add().CopyFrom(self.message(field.message_type, depth + 1))
        elif field.message_type is not None:
            if depth < 4:
                getattr(message, field.name).CopyFrom(self.message(field.message_type, depth + 1))
        else:
            setattr(message, field.name, self._value(field))

    def _value(self, field: FieldDescriptor) -> Any:
        choose = self.random.choice
        match field.type:
            case FieldDescriptor.TYPE_STRING:
                known = self.known.get(field.name)
                return choose(known) if known and self.random.random() < 0.6 else choose(TEXTS)
            case FieldDescriptor.TYPE_BYTES:
                return choose((b"", b"\x00" * 32, b"\xff" * 33, self.random.randbytes(200)))
            case FieldDescriptor.TYPE_BOOL:
                return choose((True, False))
            case FieldDescriptor.TYPE_ENUM:
                return choose(ENUMS)
            case FieldDescriptor.TYPE_UINT32:
                return choose(UNSIGNED_32)
            case FieldDescriptor.TYPE_UINT64:
                return choose(UNSIGNED_64)
            case FieldDescriptor.TYPE_INT32 | FieldDescriptor.TYPE_SINT32:
                return choose(SIGNED_32)
            case FieldDescriptor.TYPE_DOUBLE:
                return choose(FLOATS)
            case _:
                return choose(SIGNED_64)


def unparseable(random: Random) -> list[bytes]:
    """Bytes that are no protobuf message of any type."""
    return [
        b"\xff" * 7,
        b"\x0a",  # a field that begins and is not finished
        b"\x0a\xff\xff\xff\xff\x0f",  # ... that says it has 4 GB
        b"\x0b" * 300,  # groups in groups
        b"\x0c",  # the end of a group that never began
        b"\x07\x01",  # a wire type that isn't one
        b"\x00",  # field 0
        b"\x80" * 11 + b"\x01",  # a number without an end
        b"\x0a\x05abc",
        random.randbytes(64) + b"\x0a\xff",
    ]


def mangled(message: Message, random: Random) -> list[bytes]:
    """Return damaged copies of a good message: cut at the end, doubled, or with flipped bits."""
    good = bytearray(message.SerializeToString())
    out = [bytes(good[: random.randint(0, len(good))]), bytes(good + good)]
    for _ in range(4):
        flipped = bytearray(good)
        for _ in range(random.randint(1, 4)):
            if flipped:
                flipped[random.randrange(len(flipped))] ^= 1 << random.randrange(8)
        out.append(bytes(flipped))
    return out


def with_bad_utf8(field_number: int) -> bytes:
    """A message whose field of this number is no text."""
    return struct.pack("BB", field_number << 3 | 2, 4) + b"a\xff\xfe\xc0"
