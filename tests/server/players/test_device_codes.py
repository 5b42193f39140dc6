"""A code brings another device of a player in: good once, for some minutes. An operator helps who lost the token."""

import asyncio
import re
import secrets
from collections import Counter
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc import StatusCode

from tests.server.operations.helpers import audit, refused, streaming
from tests.server.serve.full_server import Person, RunningServer, full_server
from tests.server.serve.games import orchard
from tests.server.serve.one_service import reason_of
from tilth.v1 import operations_pb2 as pb
from tilth.v1 import players_pb2
from tilth_server.players.device_codes import LENGTH, LETTERS, MAX_WRONG, DeviceCodes
from tilth_server.refusal import Refusal
from tilth_server.settings import Limits

UNKNOWN = (StatusCode.PERMISSION_DENIED, "DEVICE_CODE_INVALID")
NO_TOKEN = (StatusCode.UNAUTHENTICATED, "TOKEN_INVALID")
GENEROUS = Limits(device_codes_per_minute=1000, stranger_calls_per_second=1000)


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with full_server(tmp_path, orchard(), limits=GENEROUS) as here:
        yield here


def new_device(running: RunningServer) -> Person:
    """Return somebody with a token that no player has."""
    return Person(running.channel, secrets.token_urlsafe(32))


async def code_of(person: Person) -> str:
    reply = await person.players.CreateDeviceCode(players_pb2.CreateDeviceCodeRequest())
    return str(reply.code)


def redeem(running: RunningServer, device: Person, code: str) -> Any:
    """Call RedeemDeviceCode as a device does, without a token."""
    token_hash = sha256(device.token.encode()).digest()
    request = players_pb2.RedeemDeviceCodeRequest(code=code, token_hash=token_hash)
    return Person(running.channel, "").players.RedeemDeviceCode(request)


async def me(person: Person) -> str:
    return str((await person.players.GetMe(players_pb2.GetMeRequest())).player.id)


def me_refused(person: Person) -> Any:
    return refused(person.players.GetMe(players_pb2.GetMeRequest()))


async def test_a_code_brings_another_device_in_and_is_good_once(running: RunningServer) -> None:
    ann = await running.person("Ann")
    code = await code_of(ann)
    assert re.fullmatch(f"[{LETTERS}]{{{LENGTH}}}", code)
    phone, thief = new_device(running), new_device(running)
    typed = f" {code[:4]}-{code[4:]}".lower()
    assert (await redeem(running, phone, typed)).player.id == ann.id
    assert await me(phone) == await me(ann) == ann.id
    assert await refused(redeem(running, thief, code)) == UNKNOWN
    assert await me_refused(thief) == NO_TOKEN


async def test_of_two_devices_that_send_a_code_at_once_one_gets_in(running: RunningServer) -> None:
    ann = await running.person("Ann")
    code = await code_of(ann)
    devices = [new_device(running) for _ in range(8)]
    replies = await asyncio.gather(*(redeem(running, one, code) for one in devices), return_exceptions=True)
    assert sum(not isinstance(reply, BaseException) for reply in replies) == 1


async def test_the_next_code_of_a_player_ends_the_one_before(running: RunningServer) -> None:
    ann = await running.person("Ann")
    first, second = await code_of(ann), await code_of(ann)
    assert await refused(redeem(running, new_device(running), first)) == UNKNOWN
    assert (await redeem(running, new_device(running), second)).player.id == ann.id


async def test_a_code_is_unknown_after_its_time(tmp_path: Path) -> None:
    async with full_server(tmp_path, orchard(), device_code_seconds=0.05) as running:
        ann = await running.person("Ann")
        code = await code_of(ann)
        await asyncio.sleep(0.1)
        assert await refused(redeem(running, new_device(running), code)) == UNKNOWN


async def test_a_restart_knows_the_devices_and_no_code(tmp_path: Path) -> None:
    async with full_server(tmp_path, orchard()) as before:
        ann = await before.person("Ann")
        phone = new_device(before)
        await redeem(before, phone, await code_of(ann))
        code = await code_of(ann)
    async with full_server(tmp_path, orchard()) as after:
        assert await me(Person(after.channel, ann.token)) == ann.id
        assert await me(Person(after.channel, phone.token)) == ann.id
        assert await refused(redeem(after, new_device(after), code)) == UNKNOWN


async def test_an_address_may_try_some_codes_a_minute_and_no_more(tmp_path: Path) -> None:
    limits = Limits(device_codes_per_minute=3, stranger_calls_per_second=1000)
    async with full_server(tmp_path, orchard(), limits=limits) as running:
        ann = await running.person("Ann")
        code = await code_of(ann)

        async def guess(number: int) -> str:
            try:
                await redeem(running, new_device(running), f"BCDFGHJ{LETTERS[number]}")
            except grpc.aio.AioRpcError as error:
                reason, details, _ = reason_of(error)
                return details.get("limit", reason)
            return "in"

        found = Counter(await asyncio.gather(*map(guess, range(12))))
        assert found == {"DEVICE_CODE_INVALID": 6, "device_codes_per_minute": 6}
        # The right code is not looked at either, and others are not disturbed.
        assert (await refused(redeem(running, new_device(running), code)))[1] == "LIMIT_EXCEEDED"
        assert await me(ann) == ann.id


def test_a_code_ends_with_its_minutes_and_with_many_wrong_ones_from_anywhere() -> None:
    now = 100.0
    codes = DeviceCodes(300, clock=lambda: now)

    def is_good(code: str, player_id: str) -> bool:
        try:
            return codes.redeem(code) == player_id
        except Refusal:
            return False

    first = codes.create("p1")
    now += 299.9
    second = codes.create("p2")
    assert is_good(first, "p1")
    third = codes.create("p1")
    now += 300
    assert not is_good(second, "p2")
    assert not is_good(third, "p1")

    guessed = codes.create("p1")
    for _ in range(MAX_WRONG - 1):
        assert not is_good("wrong", "p1")
    late = codes.create("p2")
    assert not is_good("wrong", "p1")
    assert not is_good(guessed, "p1")
    assert is_good(late, "p2")


async def test_a_renewal_ends_the_tokens_of_all_devices_and_the_code(running: RunningServer) -> None:
    ann = await running.person("Ann")
    phone = new_device(running)
    await redeem(running, phone, await code_of(ann))
    code = await code_of(phone)
    renewed = await phone.players.RenewToken(players_pb2.RenewTokenRequest())
    assert await me(Person(running.channel, renewed.token)) == ann.id
    assert await me_refused(ann) == await me_refused(phone) == NO_TOKEN
    assert await refused(redeem(running, new_device(running), code)) == UNKNOWN


async def test_a_device_that_comes_does_not_end_the_streams_of_the_others(running: RunningServer) -> None:
    operator = running.operator
    watching = streaming(running, operator, "WatchServer", pb.WatchServerRequest(interval_ms=200))
    await watching.read()
    await redeem(running, new_device(running), await code_of(operator))
    for _ in range(2):
        assert (await watching.read()).status.version
    watching.cancel()


async def test_a_player_has_some_tokens_and_no_more(tmp_path: Path) -> None:
    async with full_server(tmp_path, orchard(), limits=Limits(tokens_per_player=2)) as running:
        ann = await running.person("Ann")
        code = await code_of(ann)
        await redeem(running, new_device(running), code)
        call = ann.players.CreateDeviceCode(players_pb2.CreateDeviceCodeRequest())
        with pytest.raises(grpc.aio.AioRpcError) as error:
            await call
        assert reason_of(error.value)[:2] == ("LIMIT_EXCEEDED", {"limit": "tokens_per_player", "value": "2"})


async def test_a_token_is_sent_as_a_hash_that_nobody_used(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    nobody = Person(running.channel, "").players
    code = await code_of(ann)
    short = players_pb2.RedeemDeviceCodeRequest(code=code, token_hash=b"short")
    assert await refused(nobody.RedeemDeviceCode(short)) == (
        StatusCode.INVALID_ARGUMENT,
        "TOKEN_HASH_INVALID",
    )
    # The code is still good; it is used up by a token that is another's.
    assert (await refused(redeem(running, bob, code)))[1] == "REQUEST_ID_REUSED"
    assert await me(bob) == bob.id


async def test_a_code_of_a_banned_revoked_or_erased_player_brings_nobody_in(running: RunningServer) -> None:
    operations = running.operator.operations
    people = [await running.person(name) for name in ("Ann", "Bob", "Cyd")]
    codes = [await code_of(person) for person in people]
    ann, bob, cyd = (person.id for person in people)
    await operations.BanPlayer(pb.BanPlayerRequest(player_id=ann, reason="rude"))
    await operations.RevokePlayer(pb.RevokePlayerRequest(player_id=bob, reason="rude"))
    await operations.ErasePlayer(pb.ErasePlayerRequest(player_id=cyd, reason="asked for it"))
    for code, reason in zip(
        codes, ("PLAYER_BANNED", "DEVICE_CODE_INVALID", "DEVICE_CODE_INVALID"), strict=True
    ):
        assert (await refused(redeem(running, new_device(running), code)))[1] == reason
    banned = people[0].players.CreateDeviceCode(players_pb2.CreateDeviceCodeRequest())
    assert (await refused(banned))[1] == "PLAYER_BANNED"


async def test_an_operator_issues_a_token_and_the_audit_says_so(running: RunningServer) -> None:
    ann = await running.person("Ann")
    phone = new_device(running)
    await redeem(running, phone, await code_of(ann))
    request = pb.IssueTokenRequest(player_id=ann.id, reason="lost it")
    issued = await running.operator.operations.IssueToken(request)
    assert await me(Person(running.channel, issued.token)) == ann.id
    assert await me_refused(ann) == await me_refused(phone) == NO_TOKEN
    (entry,) = await audit(running.operator)
    record = entry.record
    assert (record.action, record.subject, record.reason) == ("IssueToken", ann.id, "lost it")
    assert issued.token not in str(entry)


async def test_an_issued_token_holds_after_a_restart_and_lifts_no_ban(tmp_path: Path) -> None:
    async with full_server(tmp_path, orchard()) as before:
        operator, ann = before.operator, await before.person("Ann")
        await operator.operations.BanPlayer(pb.BanPlayerRequest(player_id=ann.id, reason="rude"))
        issued = await operator.operations.IssueToken(pb.IssueTokenRequest(player_id=ann.id))
    async with full_server(tmp_path, orchard()) as after:
        again = Person(after.channel, issued.token)
        assert (await me_refused(again))[1] == "PLAYER_BANNED"
        operator = Person(after.channel, operator.token)
        await operator.operations.UnbanPlayer(pb.UnbanPlayerRequest(player_id=ann.id))
        assert await me(again) == ann.id
        assert await me_refused(Person(after.channel, ann.token)) == NO_TOKEN


async def test_no_token_is_issued_for_operators_revoked_and_unknown_players(running: RunningServer) -> None:
    operations = running.operator.operations
    bob = await running.person("Bob")
    await operations.RevokePlayer(pb.RevokePlayerRequest(player_id=bob.id, reason="rude"))
    for player_id, reason in (
        (await me(running.operator), "PLAYER_IS_OPERATOR"),
        (bob.id, "PLAYER_REVOKED"),
        ("nobody", "PLAYER_NOT_FOUND"),
    ):
        assert (await refused(operations.IssueToken(pb.IssueTokenRequest(player_id=player_id))))[1] == reason
    assert await me(running.operator)


async def test_an_operators_code_is_in_the_audit_without_its_letters(running: RunningServer) -> None:
    code = await code_of(running.operator)
    (entry,) = await audit(running.operator)
    assert entry.record.action == "CreateDeviceCode"
    assert code not in str(entry)
