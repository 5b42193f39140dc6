"""Strangers have a small allowance, and the log names refused clients."""

import asyncio
import json
from collections import Counter
from io import StringIO
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import grpc
import pytest

from tests.server.serve.one_service import SECONDS, ServiceServer, bearer, reason_of, service_server
from tilth.v1 import players_pb2
from tilth.v1.players_pb2_grpc import PlayersServiceStub
from tilth_server import logs
from tilth_server.api.refusal_log import RefusalLog
from tilth_server.settings import Limits, LogFormat

GET_ME = "/tilth.v1.PlayersService/GetMe"
LOOPBACK = ip_network("127.0.0.0/8")


def via(address: str) -> tuple[tuple[str, str], ...]:
    return (("x-forwarded-for", address),)


async def registered(small: ServiceServer, name: str, metadata: Any = ()) -> str:
    stub: Any = PlayersServiceStub(small.channel)
    request = players_pb2.RegisterRequest(name=name)
    return str((await stub.Register(request, metadata=metadata, timeout=SECONDS)).token)


async def outcome(call: Any) -> str:
    """Return "OK", or the reason, or the limit that was hit."""
    try:
        await call
    except grpc.aio.AioRpcError as error:
        reason, details, _ = reason_of(error)
        return details.get("limit", reason)
    return "OK"


def lines(out: StringIO, event: str) -> list[dict[str, Any]]:
    entries = [json.loads(line) for line in out.getvalue().splitlines()]
    return [line for line in entries if line["event"] == event]


async def test_tokens_are_tried_a_few_times_and_then_not_looked_at_until_later(tmp_path: Path) -> None:
    async with service_server(tmp_path, limits=Limits(stranger_calls_per_second=2)) as small:
        ann = await registered(small, "Ann")
        get_me = small.channel.unary_unary(GET_ME)
        tries = [outcome(get_me(b"", metadata=bearer(f"no {n}"), timeout=SECONDS)) for n in range(20)]
        reasons = Counter(await asyncio.gather(*tries))
        assert reasons["TOKEN_INVALID"] in (3, 4)
        assert reasons["stranger_calls_per_second"] == 20 - reasons["TOKEN_INVALID"]
        # A player with a good token calls from the same address as before.
        assert await outcome(get_me(b"", metadata=bearer(ann), timeout=SECONDS)) == "OK"


async def test_a_call_that_is_refused_is_refused_before_its_request_has_come(tmp_path: Path) -> None:
    async with service_server(tmp_path) as small:
        call = small.channel.stream_unary(GET_ME)(metadata=bearer("nonsense"), timeout=SECONDS)
        assert await call.code() is grpc.StatusCode.UNAUTHENTICATED


async def test_registrations_are_limited_for_each_address(tmp_path: Path) -> None:
    limits = Limits(registrations_per_minute=1)
    async with service_server(tmp_path, limits=limits, trusted=(LOOPBACK,)) as small:
        for name in ("Ann", "Bob"):
            await registered(small, name, via("192.0.2.1"))
        third = registered(small, "Cid", via("192.0.2.1"))
        assert await outcome(third) == "registrations_per_minute"
        assert await outcome(registered(small, "Cid", via("192.0.2.2"))) == "OK"


async def test_addresses_are_not_believed_without_a_trusted_proxy(tmp_path: Path) -> None:
    async with service_server(tmp_path, limits=Limits(registrations_per_minute=1)) as small:
        names = ("Ann", "Bob", "Cid")
        tries = [outcome(registered(small, name, via(f"192.0.2.{n}"))) for n, name in enumerate(names)]
        assert Counter(await asyncio.gather(*tries)) == {"OK": 2, "registrations_per_minute": 1}


async def test_failed_authentication_is_logged_once_with_the_clients_address(tmp_path: Path) -> None:
    out = StringIO()
    logs.configure(LogFormat.JSON, out)
    async with service_server(tmp_path, trusted=(LOOPBACK,)) as small:
        get_me = small.channel.unary_unary(GET_ME)
        for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2"):
            metadata = (*bearer("my secret"), *via(address))
            assert await outcome(get_me(b"", metadata=metadata, timeout=SECONDS)) == "TOKEN_INVALID"
        entries = [
            (line["address"], line["count"], line["reasons"]) for line in lines(out, "authentication failed")
        ]
    assert entries == [
        ("ipv4:192.0.2.1", 1, {"TOKEN_INVALID": 1}),
        ("ipv4:192.0.2.2", 1, {"TOKEN_INVALID": 1}),
    ]
    assert "my secret" not in out.getvalue()


async def test_refused_calls_of_a_player_are_charged_to_them(tmp_path: Path) -> None:
    class Watcher:
        def __init__(self) -> None:
            self.calls: Counter[str] = Counter()
            self.refusals: Counter[str] = Counter()

        def called(self, client: str) -> None:
            self.calls[client] += 1

        def refused(self, client: str, reason: str) -> None:
            self.refusals[f"{client} {reason}"] += 1

    out = StringIO()
    logs.configure(LogFormat.JSON, out)
    async with service_server(tmp_path, limits=Limits(calls_per_second=1)) as small:
        token = await registered(small, "Ann")
        ann = small.register.player_of_token(token)
        assert ann is not None
        watcher = Watcher()
        small.gate.observers = (*small.gate.observers, watcher)
        get_me = small.channel.unary_unary(GET_ME)
        calls = [outcome(get_me(b"", metadata=bearer(token), timeout=SECONDS)) for _ in range(10)]
        reasons = Counter(await asyncio.gather(*calls))
        assert watcher.calls == {ann.id: 10}
        assert watcher.refusals == {f"{ann.id} LIMIT_EXCEEDED": reasons["calls_per_second"]}
        assert [line["player"] for line in lines(out, "request refused")] == [ann.id]


@pytest.mark.parametrize("reason", ["LIMIT_EXCEEDED", "TOKEN_INVALID"])
def test_one_line_a_minute_counts_the_refusals_of_that_minute(reason: str) -> None:
    out = StringIO()
    logs.configure(LogFormat.JSON, out)
    alarms: list[Any] = []

    class Alarm:
        def cancel(self) -> None:
            pass

    def call_later(seconds: float, call: Any) -> Alarm:
        assert seconds == 60
        alarms.append(call)
        return Alarm()

    charges = RefusalLog(call_later)
    for _ in range(5):
        charges.refused("ipv4:192.0.2.1", reason)
    event = "authentication failed" if reason == "TOKEN_INVALID" else "request refused"
    counts = [line["count"] for line in lines(out, event)]
    assert counts == [1]
    alarms.pop()()
    assert [line["count"] for line in lines(out, event)] == [1, 4]
    alarms.pop()()
    assert not alarms, "nothing was refused for a minute"
    charges.refused("ipv4:192.0.2.1", reason)
    assert [line["count"] for line in lines(out, event)] == [1, 4, 1]
