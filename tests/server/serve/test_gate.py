"""The gate that each call passes: identity, validity, limits, and errors."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from io import StringIO
from pathlib import Path
from types import MappingProxyType
from typing import Any

import grpc
import pytest
from grpc import StatusCode
from grpc_health.v1 import health_pb2

from tests.server.serve.one_service import SECONDS, ServiceServer, bearer, reason_of, service_server, until
from tilth.v1 import lobby_pb2, players_pb2
from tilth.v1.players_pb2_grpc import PlayersServiceStub
from tilth_rules.kernel import OptionsRefused, Refused, StackUnreadable
from tilth_server import logs, reasons
from tilth_server.api.call_context import CallContext
from tilth_server.api.rate_limit import RateLimiter
from tilth_server.api.statuses import refusal_for, status_of
from tilth_server.refusal import Refusal
from tilth_server.settings import Limits, LogFormat
from tilth_server.store import BrokenChain, StoreClosed, StoreFailed

HEALTH = health_pb2.DESCRIPTOR.services_by_name["Health"]


class Unwell:
    """A service whose every method fails in its own way."""

    PUBLIC = ("Watch",)

    async def Check(self, request: Any, call: CallContext) -> Any:
        raise RuntimeError("the secret is 4711")

    async def List(self, request: Any, call: CallContext) -> Any:
        raise Refusal("a word that is in no list", "nobody knows what this means")

    async def Watch(self, request: Any, call: CallContext) -> AsyncIterator[Any]:
        yield health_pb2.HealthCheckResponse()
        raise Refusal(reasons.SERVICE_NOT_FOUND, "gone", field="service")


class Patient:
    """Streams that last until somebody ends them."""

    def __init__(self) -> None:
        self.ended: list[str] = []

    async def Check(self, request: Any, call: CallContext) -> Any:
        return health_pb2.HealthCheckResponse()

    List = Check

    async def Watch(self, request: Any, call: CallContext) -> AsyncIterator[Any]:
        try:
            yield health_pb2.HealthCheckResponse()
            await asyncio.Event().wait()
        finally:
            self.ended.append(call.caller.name)


class Flooding(Patient):
    """Streams of more than a reader who doesn't read lets through."""

    async def Watch(self, request: Any, call: CallContext) -> AsyncIterator[Any]:
        try:
            while True:
                yield b"\0" * 1_000_000
        finally:
            self.ended.append(call.caller.name)


async def refusal(call: Any) -> grpc.aio.AioRpcError:
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await call
    return refused.value


def line_of(out: StringIO, event: str) -> dict[str, Any]:
    """Return the one log line of this event."""
    lines = [json.loads(line) for line in out.getvalue().strip("\0").splitlines()]
    (found,) = [line for line in lines if line["event"] == event]
    return dict(found)


async def token_of(small: ServiceServer, name: str) -> str:
    answer = await PlayersServiceStub(small.channel).Register(
        players_pb2.RegisterRequest(name=name), timeout=SECONDS
    )
    return str(answer.token)


@pytest.mark.parametrize(
    ("metadata", "reason"),
    [
        ((), reasons.TOKEN_MISSING),
        ((("authorization", "Bearer nonsense"),), reasons.TOKEN_INVALID),
        ((("authorization", "Basic YTpi"),), reasons.TOKEN_INVALID),
        ((("authorization", ""),), reasons.TOKEN_INVALID),
    ],
)
async def test_a_call_without_a_good_token_is_unauthenticated(
    tmp_path: Path, metadata: tuple[tuple[str, str], ...], reason: str
) -> None:
    async with service_server(tmp_path) as small:
        call = PlayersServiceStub(small.channel).GetMe(
            players_pb2.GetMeRequest(), metadata=metadata, timeout=SECONDS
        )
        error = await refusal(call)
        assert error.code() is StatusCode.UNAUTHENTICATED
        assert reason_of(error)[0] == reason


async def test_a_good_token_names_the_caller(tmp_path: Path) -> None:
    async with service_server(tmp_path) as small:
        token = await token_of(small, "Ann")
        stub: Any = PlayersServiceStub(small.channel)
        me = await stub.GetMe(players_pb2.GetMeRequest(), metadata=bearer(token), timeout=SECONDS)
        assert (me.player.name, me.player.operator) == ("Ann", False)
        assert small.metrics.calls["tilth.v1.PlayersService/GetMe", "OK"] == 1


@pytest.mark.parametrize("garbage", [b"\xff", b"\x0a\x05ab", b"\x0a\x02\xff\xfe", b"\xff" * 10_000])
async def test_garbage_is_an_invalid_argument_without_details(tmp_path: Path, garbage: bytes) -> None:
    async with service_server(tmp_path) as small:
        register = small.channel.unary_unary("/tilth.v1.PlayersService/Register")
        error = await refusal(register(garbage, timeout=SECONDS))
        assert error.code() is StatusCode.INVALID_ARGUMENT
        assert reason_of(error)[0] == reasons.MALFORMED


async def test_a_wrong_field_is_named(tmp_path: Path) -> None:
    async with service_server(tmp_path) as small:
        stub: Any = PlayersServiceStub(small.channel)
        error = await refusal(stub.Register(players_pb2.RegisterRequest(name=" "), timeout=SECONDS))
        assert error.code() is StatusCode.INVALID_ARGUMENT
        assert reason_of(error) == ("NAME_INVALID", {}, ["name"])


async def test_a_message_over_the_limit_names_the_limit(tmp_path: Path) -> None:
    async with service_server(tmp_path, limits=Limits(message_bytes=1000)) as small:
        stub: Any = PlayersServiceStub(small.channel)
        error = await refusal(stub.Register(players_pb2.RegisterRequest(name="x" * 1000), timeout=SECONDS))
        assert error.code() is StatusCode.RESOURCE_EXHAUSTED
        assert reason_of(error)[:2] == ("LIMIT_EXCEEDED", {"limit": "message_bytes", "value": "1000"})


async def test_a_flood_of_calls_is_held_back_and_others_are_not(tmp_path: Path) -> None:
    async with service_server(tmp_path, limits=Limits(calls_per_second=5)) as small:
        ann, bob = await token_of(small, "Ann"), await token_of(small, "Bob")
        stub: Any = PlayersServiceStub(small.channel)
        # Many more at once than are let through in the time that they take.
        calls = [
            stub.GetMe(players_pb2.GetMeRequest(), metadata=bearer(ann), timeout=SECONDS) for _ in range(200)
        ]
        outcomes = await asyncio.gather(*calls, return_exceptions=True)
        errors = [outcome for outcome in outcomes if isinstance(outcome, grpc.aio.AioRpcError)]
        assert 0 < len(errors) < len(outcomes)
        assert errors[0].code() is StatusCode.RESOURCE_EXHAUSTED
        assert reason_of(errors[0])[:2] == ("LIMIT_EXCEEDED", {"limit": "calls_per_second", "value": "5"})
        await stub.GetMe(players_pb2.GetMeRequest(), metadata=bearer(bob), timeout=SECONDS)


def test_a_client_that_waits_may_call_again() -> None:
    now = 100.0
    buckets = RateLimiter(2, clock=lambda: now)
    for _ in range(4):
        buckets.check("ann")
    with pytest.raises(Refusal):
        buckets.check("ann")
    now += 0.5
    buckets.check("ann")
    with pytest.raises(Refusal):
        buckets.check("ann")
    now += 1000
    for _ in range(4):
        buckets.check("ann")
    with pytest.raises(Refusal):
        buckets.check("ann")


async def test_a_fault_of_the_server_is_a_number_to_the_client_and_a_traceback_in_the_log(
    tmp_path: Path,
) -> None:
    out = StringIO()
    logs.configure(LogFormat.JSON, out)
    async with service_server(tmp_path, (HEALTH, Unwell())) as small:
        token = await token_of(small, "Ann")
        holder = small.register.player_of_token(token)
        assert holder is not None
        for method in ("Check", "List"):
            out.truncate(0)
            call = small.channel.unary_unary(f"/grpc.health.v1.Health/{method}")
            error = await refusal(call(b"", metadata=bearer(token), timeout=SECONDS))
            assert error.code() is StatusCode.INTERNAL
            assert "4711" not in str(error)
            reason, details, _ = reason_of(error)
            assert reason == reasons.INTERNAL
            line = line_of(out, "internal error")
            assert line["incident"] == details["incident"]
            assert line["call"] == f"grpc.health.v1.Health/{method}"
            assert line["player"] == holder.id
            assert "Traceback" in line["exception"]


async def test_a_line_says_the_match_and_the_seat_of_its_call(tmp_path: Path) -> None:
    class Broken:
        PUBLIC = ()
        LIMITED_BY: Mapping[str, str] = MappingProxyType({})

        def __getattr__(self, name: str) -> Any:
            async def fail(*_: Any) -> None:
                raise RuntimeError(name)

            return fail

    out = StringIO()
    logs.configure(LogFormat.JSON, out)
    lobby: Any = lobby_pb2.DESCRIPTOR.services_by_name["LobbyService"]
    async with service_server(tmp_path, (lobby, Broken())) as small:
        token = await token_of(small, "Ann")
        out.truncate(0)
        request = lobby_pb2.ResignMatchRequest(match_id="m7", seat=2).SerializeToString()
        resign = small.channel.unary_unary("/tilth.v1.LobbyService/ResignMatch")
        await refusal(resign(request, metadata=bearer(token), timeout=SECONDS))
    line = line_of(out, "internal error")
    assert (line["match"], line["seat"]) == ("m7", 2)


async def test_a_stream_that_fails_later_ends_with_its_reason(tmp_path: Path) -> None:
    async with service_server(tmp_path, (HEALTH, Unwell())) as small:
        call = small.channel.unary_stream("/grpc.health.v1.Health/Watch")(b"", timeout=SECONDS)
        assert await call.read() == b""
        error = await refusal(call.read())
        assert error.code() is StatusCode.NOT_FOUND
        assert reason_of(error) == (reasons.SERVICE_NOT_FOUND, {}, ["service"])


async def test_streams_over_the_limit_are_refused_until_one_ends(tmp_path: Path) -> None:
    async with service_server(tmp_path, (HEALTH, Patient()), limits=Limits(streams_per_player=2)) as small:
        token = await token_of(small, "Ann")
        watch = small.channel.unary_stream("/grpc.health.v1.Health/Watch")
        running = [watch(b"", metadata=bearer(token), timeout=SECONDS) for _ in range(2)]
        for call in running:
            await call.read()
        assert small.metrics.streams == 2
        error = await refusal(watch(b"", metadata=bearer(token), timeout=SECONDS).read())
        assert error.code() is StatusCode.RESOURCE_EXHAUSTED
        assert reason_of(error)[1] == {"limit": "streams_per_player", "value": "2"}
        running[0].cancel()
        await until(lambda: small.metrics.streams == 1)
        await watch(b"", metadata=bearer(token), timeout=SECONDS).read()


async def test_a_lost_token_ends_its_streams(tmp_path: Path) -> None:
    patient = Patient()
    async with service_server(tmp_path, (HEALTH, patient)) as small:
        tokens = {name: await token_of(small, name) for name in ("Ann", "Bob")}
        watch = small.channel.unary_stream("/grpc.health.v1.Health/Watch")
        calls = {name: watch(b"", metadata=bearer(token), timeout=SECONDS) for name, token in tokens.items()}
        for call in calls.values():
            await call.read()
        stub: Any = PlayersServiceStub(small.channel)
        await stub.RenewToken(
            players_pb2.RenewTokenRequest(), metadata=bearer(tokens["Ann"]), timeout=SECONDS
        )
        error = await refusal(calls["Ann"].read())
        assert error.code() is StatusCode.UNAUTHENTICATED
        assert reason_of(error)[0] == reasons.TOKEN_INVALID
        assert patient.ended == ["Ann"]
        error = await refusal(watch(b"", metadata=bearer(tokens["Ann"]), timeout=SECONDS).read())
        assert error.code() is StatusCode.UNAUTHENTICATED


async def test_a_client_that_leaves_leaves_nothing_behind(tmp_path: Path) -> None:
    out = StringIO()
    logs.configure(LogFormat.JSON, out)
    patient = Patient()
    async with service_server(tmp_path, (HEALTH, patient)) as small:
        token = await token_of(small, "Ann")
        call = small.channel.unary_stream("/grpc.health.v1.Health/Watch")(
            b"", metadata=bearer(token), timeout=SECONDS
        )
        await call.read()
        call.cancel()
        await until(lambda: not small.metrics.streams)
        assert patient.ended == ["Ann"]
        assert small.metrics.calls["grpc.health.v1.Health/Watch", "CANCELLED"] == 1
    assert [json.loads(line)["event"] for line in out.getvalue().splitlines()] == ["player registered"]


async def test_the_handler_of_a_stream_has_ended_when_its_call_is_no_longer_counted(tmp_path: Path) -> None:
    flooding = Flooding()
    async with service_server(tmp_path, (HEALTH, flooding)) as small:
        token = await token_of(small, "Ann")
        call = small.channel.unary_stream("/grpc.health.v1.Health/Watch")(
            b"", metadata=bearer(token), timeout=SECONDS
        )
        await until(lambda: small.metrics.streams == 1)
        await asyncio.sleep(0.2)  # A write waits for the reader, so the handler is between two replies.
        call.cancel()
        await until(lambda: not small.metrics.streams)
        assert flooding.ended == ["Ann"]


async def test_a_deadline_ends_the_call_on_the_server_too(tmp_path: Path) -> None:
    patient = Patient()
    async with service_server(tmp_path, (HEALTH, patient)) as small:
        token = await token_of(small, "Ann")
        call = small.channel.unary_stream("/grpc.health.v1.Health/Watch")(
            b"", metadata=bearer(token), timeout=2
        )
        await call.read()
        error = await refusal(call.read())
        assert error.code() is StatusCode.DEADLINE_EXCEEDED
        await until(lambda: not small.metrics.streams)
        assert patient.ended == ["Ann"]


async def test_closing_ends_running_streams_with_its_reason(tmp_path: Path) -> None:
    async with service_server(tmp_path, (HEALTH, Patient())) as small:
        token = await token_of(small, "Ann")
        call = small.channel.unary_stream("/grpc.health.v1.Health/Watch")(
            b"", metadata=bearer(token), timeout=SECONDS
        )
        await call.read()
        await small.gate.calls.wait_streams_ended(0.05)
        small.gate.close()
        error = await refusal(call.read())
        assert error.code() is StatusCode.UNAVAILABLE
        assert reason_of(error)[0] == "SERVER_STOPPING"
        await small.gate.calls.wait_streams_ended(5)
        assert small.metrics.streams == 0


@pytest.mark.parametrize(
    ("error", "code", "reason"),
    [
        (StoreFailed("/secret/path: disk full"), StatusCode.UNAVAILABLE, "STORE_FAILED"),
        (StoreClosed(), StatusCode.UNAVAILABLE, "SERVER_STOPPING"),
        (BrokenChain("match/m", 5, "is missing"), StatusCode.DATA_LOSS, "DATA_DAMAGED"),
        (
            Refused("OPTION_NOT_OFFERED", "option 7 is not offered"),
            StatusCode.INVALID_ARGUMENT,
            "OPTION_NOT_OFFERED",
        ),
        (
            Refused("DECISION_CLOSED", "decision 3 is not open"),
            StatusCode.FAILED_PRECONDITION,
            "DECISION_CLOSED",
        ),
        (OptionsRefused("lake", "not with two"), StatusCode.INVALID_ARGUMENT, "OPTIONS_INVALID"),
        (StackUnreadable("tag 99"), StatusCode.FAILED_PRECONDITION, "MATCH_INCOMPATIBLE"),
    ],
)
def test_each_error_of_a_handler_has_its_status(error: Exception, code: StatusCode, reason: str) -> None:
    refused = refusal_for(error)
    assert refused.reason == reason
    assert status_of(refused)[0] is code
    assert "/secret/path" not in refused.message
