"""Bytes that are no messages, and messages that make no sense, in every call."""

import asyncio
import socket
from random import Random
from typing import Any

import grpc
import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message_factory import GetMessageClass

from tests.e2e.hostile_client import (
    ENDLESS,
    METHODS,
    OPERATIONS,
    RENEW,
    TEXTS,
    Evil,
    assert_precise,
    mangled,
    raw_call,
    unharmed,
    unparseable,
    with_bad_utf8,
)
from tests.e2e.people import Person, channel_to, new_match, play_out, refused, somebody
from tests.e2e.serving import ServerProcess, assert_calm
from tests.seeds import Seeds
from tilth.v1 import archive_pb2, lobby_pb2, players_pb2
from tilth_server.api.sizes import FIXED_LIMITS, TEXT_BYTES

AT_ONCE = 8


async def every_call(
    channel: grpc.aio.Channel, calls: list[tuple[str, list[bytes]]], token: str
) -> list[tuple[str, bytes]]:
    """Make these calls, some at once. Gives those that were refused without precision."""
    gate = asyncio.Semaphore(AT_ONCE)
    vague: list[tuple[str, bytes]] = []

    async def one(path: str, pieces: list[bytes]) -> None:
        async with gate:
            refusal = await raw_call(channel, path, pieces, token, within=0.4)  # some go well
        try:
            assert_precise(refusal)
        except AssertionError as error:
            vague.append((f"{path}: {error}"[:400], b"".join(pieces)[:100]))

    await asyncio.gather(*(one(path, pieces) for path, pieces in calls))
    return vague


async def test_bytes_that_are_no_message_are_malformed_in_every_call(server: ServerProcess) -> None:
    async with unharmed(server), channel_to(server.address) as channel:
        mallory = await somebody(channel)
        operator = Person(channel, server.operator_token)
        for path in METHODS:
            token = operator.token if path.startswith(OPERATIONS) else mallory.token
            for garbage in unparseable(Random(1)):
                refusal = await raw_call(channel, path, [garbage], token)
                assert refusal is not None, (path, garbage)
                assert (refusal.code, refusal.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "MALFORMED"), path


async def test_text_that_is_not_utf8_is_malformed_in_every_field(server: ServerProcess) -> None:
    async with unharmed(server), channel_to(server.address) as channel:
        mallory = await somebody(channel)
        tried = 0
        for path, method in METHODS.items():
            for field in method.input_type.fields:
                if field.type == FieldDescriptor.TYPE_STRING:
                    refusal = await raw_call(channel, path, [with_bad_utf8(field.number)], mallory.token)
                    assert refusal is not None, (path, field.name)
                    assert refusal.reason == "MALFORMED", (path, field.name)
                    tried += 1
        assert tried > 30


async def test_mangled_messages_get_precise_statuses(server: ServerProcess, seeds: Seeds) -> None:
    random = Random(2 + seeds.first)
    async with unharmed(server), channel_to(server.address) as channel:
        mallory = await somebody(channel)
        open_match = await mallory.lobby.CreateMatch(
            lobby_pb2.CreateMatchRequest(game="petrichor", seat_count=2, take_seats=[0])
        )
        evil = Evil(random, match_id=[open_match.match.id], player_id=[mallory.id], game=["petrichor"])
        calls = []
        for path, method in METHODS.items():
            if path != RENEW and not path.startswith(OPERATIONS):
                many = 1 if path in ENDLESS else seeds.often(2, 8)
                for _ in range(many):
                    pieces = mangled(evil.message(method.input_type), random)
                    calls += [(path, [piece]) for piece in pieces]
        vague = await every_call(channel, calls, mallory.token)
        assert not vague, vague[:5]


async def test_the_worst_values_in_every_field_get_precise_statuses(
    server: ServerProcess, seeds: Seeds
) -> None:
    """Path tricks, control characters, numbers at their bounds, endless texts."""
    random = Random(3 + seeds.first)
    async with unharmed(server) as victims, channel_to(server.address) as channel:
        mallory, other = await somebody(channel), await somebody(channel)
        over = await new_match(mallory, other)
        await play_out(over, [mallory, other])
        own = await new_match(mallory, other)
        evil = Evil(
            random,
            match_id=[victims.match_id, own, over],
            player_id=[mallory.id, other.id],
            game=["petrichor"],
            language=["en", "ru"],
        )
        calls = [
            (path, [evil.message(method.input_type).SerializeToString()])
            for path, method in METHODS.items()
            if path != RENEW and not path.startswith(OPERATIONS)
            for _ in range(seeds.often(5, 60))
        ]
        vague = await every_call(channel, calls, mallory.token)
        assert not vague, (len(vague), vague[:5])


async def test_the_worst_values_get_precise_statuses_from_an_operator_too(
    server: ServerProcess, seeds: Seeds
) -> None:
    random = Random(4 + seeds.first)
    async with unharmed(server), channel_to(server.address) as channel:
        operator = Person(channel, server.operator_token)
        mallory = await somebody(channel)
        own = await new_match(mallory, mallory)
        evil = Evil(random, match_id=[own])
        calls = [
            (path, [evil.message(method.input_type).SerializeToString()])
            for path, method in METHODS.items()
            if path.startswith(OPERATIONS) and not path.endswith("/Drain")
            for _ in range(seeds.often(12, 60))
        ]
        vague = await every_call(channel, calls, operator.token)
        assert not vague, vague[:5]


@pytest.mark.parametrize("text", ["A" * 9000, "A" * 100_000, "\x01" * 20_000, "\U0001f331" * 5000])
async def test_a_text_too_long_to_repeat_is_not_repeated(ann: Person, text: str) -> None:
    """The words of a status travel in a header, which has little room: its reason must get through.

    A text over the limit on texts is refused for that."""
    too_long = len(text.encode()) > FIXED_LIMITS[TEXT_BYTES]
    calls = {
        "MATCH_NOT_FOUND": ann.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id=text)),
        "PLAYER_NOT_FOUND": ann.players.GetPlayer(players_pb2.GetPlayerRequest(player_id=text)),
        "GAME_NOT_FOUND": ann.lobby.CreateMatch(lobby_pb2.CreateMatchRequest(game=text, seat_count=2)),
        "OPTIONS_INVALID": ann.lobby.CreateMatch(
            lobby_pb2.CreateMatchRequest(game="petrichor", seat_count=2, settings={text: "1"})
        ),
        "NAME_INVALID": ann.players.Register(players_pb2.RegisterRequest(name=text)),
    }
    for reason, call in calls.items():
        assert (await refused(call)).reason == ("LIMIT_EXCEEDED" if too_long else reason)


@pytest.mark.parametrize(
    "token", ["", "zz", "OTk5", "L3g", "é", "=" * 10, "A" * 50_001, "OTk5" * 2000 + "L3g"]
)
async def test_a_page_token_that_is_none_of_ours_is_refused(ann: Person, token: str) -> None:
    for call in (
        ann.lobby.ListMatches(lobby_pb2.ListMatchesRequest(page_token=token)),
        ann.players.ListPlayers(players_pb2.ListPlayersRequest(page_token=token)),
    ):
        try:
            await call
        except grpc.aio.AioRpcError:
            refusal = await refused(call)
            assert refusal.reason in ("MALFORMED", "PAGE_TOKEN_INVALID", "LIMIT_EXCEEDED"), refusal


async def test_a_huge_page_is_a_page(ann: Person) -> None:
    players = await ann.players.ListPlayers(players_pb2.ListPlayersRequest(page_size=(1 << 32) - 1))
    assert 0 < len(players.players) <= 500
    matches = await ann.lobby.ListMatches(lobby_pb2.ListMatchesRequest(page_size=(1 << 32) - 1))
    assert len(matches.matches) <= 500


async def test_numbers_beyond_every_log_are_refused_or_empty(ann: Person, bo: Person) -> None:
    match_id = await new_match(ann, bo)
    beyond = (1 << 64) - 1
    for record in (1 << 31, 1 << 63, beyond):
        log = ann.archive.ReadLog(archive_pb2.ReadLogRequest(match_id=match_id, from_record=record))
        assert (await refused(log)).reason == "RECORD_NOT_FOUND"
        view = ann.archive.ViewAt(archive_pb2.ViewAtRequest(match_id=match_id, record=record))
        assert (await refused(view)).reason == "RECORD_NOT_FOUND"
        replay = ann.archive.Replay(archive_pb2.ReplayRequest(match_id=match_id, from_record=record))
        assert (await refused(replay)).reason == "RECORD_NOT_FOUND"
    pages = [
        page
        async for page in ann.archive.ReadLog(archive_pb2.ReadLogRequest(match_id=match_id, limit=beyond))
    ]
    assert sum(len(page.entries) for page in pages) > 0


async def test_a_method_that_is_none_is_unimplemented(server: ServerProcess, ann: Person) -> None:
    log = server.log_size()
    for path in ("/tilth.v1.PlayService/Cheat", "/tilth.v2.PlayService/Answer", "/x", "/a/../b"):
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await ann.channel.unary_unary(path)(b"")
        assert raised.value.code() is grpc.StatusCode.UNIMPLEMENTED
    assert_calm(server, log)


PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"


@pytest.mark.parametrize(
    "raw",
    [
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        PREFACE + b"\xff" * 500,
        PREFACE
        + b"\x00\x00\x00\x04\x00\x00\x00\x00\x00"
        + b"\xff\xff\xff\x01\x05\x00\x00\x00\x01"
        + b"x" * 99,
        PREFACE[:11],
    ],
)
async def test_a_connection_that_speaks_something_else_harms_nobody(
    server: ServerProcess, raw: bytes
) -> None:
    host, _, port = server.address.partition(":")

    def talk() -> None:
        for _ in range(5):
            with socket.create_connection((host, int(port)), 5) as line:
                line.settimeout(0.2)
                line.sendall(raw)
                try:
                    while line.recv(1 << 16):
                        pass
                except OSError:
                    pass

    async with unharmed(server):
        await asyncio.to_thread(talk)


def test_evil_reaches_every_kind_of_field() -> None:
    evil = Evil(Random(5))
    kinds: set[Any] = set()
    for method in METHODS.values():
        for _ in range(20):
            message = evil.message(method.input_type)
            assert GetMessageClass(method.input_type).FromString(message.SerializeToString()) == message
            kinds |= {field.type for field, _ in message.ListFields()}
    assert len(kinds) >= 7
    assert len(TEXTS) > 20
