"""What every call passes on its way in and out.

    gate = Gate(register, limits, metrics, desk)
    server.add_generic_rpc_handlers((gate.service(lobby_pb2.DESCRIPTOR.services_by_name["LobbyService"], lobby),))

`lobby` is any object with a method for each of the service's, called as the schema calls them:

    async def GetMatch(self, request: GetMatchRequest, caller: Caller, call: Call) -> GetMatchResponse | bytes
    async def ReadLog(self, request: ReadLogRequest, caller: Caller, call: Call) -> AsyncIterator[... | bytes]
    async def Attend(self, requests: Requests, caller: Caller, call: Call) -> None        # uses call.write(bytes)
    async def ImportMatch(self, requests: Requests, caller: Caller, call: Call) -> ImportMatchResponse | bytes

A server stream or bidi method is an async generator, or a coroutine that writes bytes itself. Messages are parsed
here and not by gRPC, which would tell a client the text of whatever went wrong.

What operators do goes through the desk (desk.py), which knows by what the object says about its calls.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from inspect import iscoroutinefunction
from typing import Any, NoReturn, Protocol, TypeAlias, TypeVar

import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from grpc import StatusCode
from structlog.contextvars import bind_contextvars

from tilth_server.api import reasons
from tilth_server.api.buckets import Buckets
from tilth_server.api.desk import Desk
from tilth_server.api.open_calls import OpenCall, OpenCalls
from tilth_server.api.statuses import DETAILS, status_of, understood
from tilth_server.metrics import Metrics
from tilth_server.players import Player, Register
from tilth_server.refusal import Refusal, over_limit
from tilth_server.settings import Limits
from tilth_server.tables import reasons as tables

Call: TypeAlias = "grpc.aio.ServicerContext[bytes, bytes]"
Reply: TypeAlias = Message | bytes
Parse: TypeAlias = Callable[[bytes], Any]
Traced: TypeAlias = Callable[[str, Callable[..., Any]], Callable[..., Any]]
T = TypeVar("T")

BEARER = "Bearer "


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls. Without a token (only a few calls allow that) `player_id` is empty."""

    player_id: str
    name: str
    operator: bool
    """With an operator's rights, where the call has such (desk.py)."""
    peer: str
    """The address of the other end, without its port."""


class Requests:
    """What a client streams, parsed, until it half-closes."""

    __slots__ = ("_parse", "_read")

    def __init__(self, call: Call, parse: Parse) -> None:
        self._read = call.read
        self._parse = parse

    def __aiter__(self) -> "Requests":
        return self

    async def __anext__(self) -> Any:
        raw = await self._read()
        if not isinstance(raw, bytes):  # EOF
            raise StopAsyncIteration
        return self._parse(raw)


class Observer(Protocol):
    """Whoever counts what players do."""

    def called(self, player_id: str) -> None: ...
    def refused(self, player_id: str) -> None: ...


class Gate:
    """Parses, authenticates, limits, counts; turns what goes wrong into statuses."""

    def __init__(
        self, register: Register, limits: Limits, metrics: Metrics, desk: Desk, traced: Traced | None = None
    ) -> None:
        """`traced` gives a call as it is traced, by its name; None where nothing is."""
        self._register = register
        self._limits = limits
        self.metrics = metrics
        self._buckets = Buckets(limits.calls_per_second)
        self._desk = desk
        self._traced = traced
        self.calls = OpenCalls(metrics, limits.streams_per_player)
        self.observers: tuple[Observer, ...] = ()
        register.on_token_lost(self._token_lost)

    def service(
        self, descriptor: ServiceDescriptor, implementation: Any, *, public: bool = False, name: str = ""
    ) -> grpc.GenericRpcHandler:
        """The service's handlers. `public`: no token is asked for. `name`: served under another one."""
        name = name or descriptor.full_name
        handlers = {}
        for method in descriptor.methods:
            behave = getattr(implementation, method.name)
            open_to_all = public or method.name in getattr(implementation, "PUBLIC", ())
            heeds = self._desk.heeds_operators(implementation, method.name)
            behave = self._desk.guarded(implementation, method.name, behave)
            if self._traced is not None:
                behave = self._traced(f"{name}/{method.name}", behave)
            admit = partial(self._admit, public=open_to_all, heeds_operators=heeds)
            handlers[method.name] = self._handler(method, behave, f"{name}/{method.name}", admit)
        return grpc.method_handlers_generic_handler(name, handlers)

    def close(self) -> None:
        """End the streams that still run: the server is about to stop."""
        self.calls.end_all_streams(Refusal(tables.CLOSING, "the server is stopping: try again in a moment"))

    def _handler(
        self,
        method: MethodDescriptor,
        behave: Callable[..., Any],
        name: str,
        admit: Callable[[Call, OpenCall], Caller],
    ) -> "grpc.RpcMethodHandler[Any, Any]":
        parse = self._parser(method)
        generates = not iscoroutinefunction(behave)

        async def unary(raw: bytes, call: Call) -> bytes:
            async def run(opened: OpenCall) -> bytes:
                caller = admit(call, opened)
                request = parse(raw)
                return _as_bytes(await behave(request, caller, call))

            return await self._guarded(name, call, run)

        async def client_stream(_: Any, call: Call) -> bytes:
            async def run(opened: OpenCall) -> bytes:
                caller = admit(call, opened)
                self.calls.stream(opened)
                return _as_bytes(await behave(Requests(call, parse), caller, call))

            return await self._guarded(name, call, run)

        async def stream(request: Any, call: Call) -> None:
            async def run(opened: OpenCall) -> None:
                caller = admit(call, opened)
                said = Requests(call, parse) if method.client_streaming else parse(request)
                self.calls.stream(opened)
                if generates:
                    await _write_all(behave(said, caller, call), call)
                else:
                    await behave(said, caller, call)

            await self._guarded(name, call, run)

        if method.client_streaming:
            if method.server_streaming:
                return grpc.stream_stream_rpc_method_handler(stream)
            return grpc.stream_unary_rpc_method_handler(client_stream)
        if method.server_streaming:
            return grpc.unary_stream_rpc_method_handler(stream)
        return grpc.unary_unary_rpc_method_handler(unary)

    def _parser(self, method: MethodDescriptor) -> Parse:
        parse = GetMessageClass(method.input_type).FromString
        fields = method.input_type.fields_by_name
        match, seat = "match_id" in fields, "seat" in fields
        most = self._limits.message_bytes

        def parsed(raw: bytes) -> Any:
            if len(raw) > most:
                raise over_limit("message_bytes", most)
            request: Any = parse(raw)
            if match:
                bind_contextvars(match=request.match_id)
                if seat:
                    bind_contextvars(seat=request.seat)
            return request

        return parsed

    def _admit(self, call: Call, opened: OpenCall, *, public: bool, heeds_operators: bool) -> Caller:
        """Who calls, if they may; log lines of the call say it from here on."""
        peer = _host(opened.peer)
        player = self._player(call, peer, public)
        if player is None:
            self._buckets.take(peer)
            caller = Caller("", "", False, peer)
        else:
            self._buckets.take(player.id)
            caller = Caller(player.id, player.name, player.operator and heeds_operators, peer)
            opened.player_id, opened.name = player.id, player.name
        opened.client = caller.player_id or peer
        bind_contextvars(call=opened.method, player=caller.player_id)
        for observer in self.observers:
            observer.called(caller.player_id)
        if player is not None and (ban := self._register.ban_of(player.id)) is not None:
            raise ban.refusal()
        return caller

    def _player(self, call: Call, peer: str, public: bool) -> Player | None:
        if public:
            return None
        for key, value in call.invocation_metadata() or ():
            if key == "authorization":
                said = value if isinstance(value, str) else ""
                player = self._register.holder(said[len(BEARER) :]) if said.startswith(BEARER) else None
                if player is not None:
                    return player
                self._buckets.take(peer)
                raise Refusal(reasons.BAD_TOKEN, "nobody holds this token")
        self._buckets.take(peer)
        raise Refusal(reasons.NO_TOKEN, "this call needs a token: authorization: Bearer <token>")

    async def _guarded(self, name: str, call: Call, run: Callable[[OpenCall], Awaitable[T]]) -> T:
        """Run it; count how it ended; turn what it raised into a status."""
        code = StatusCode.OK
        opened = self.calls.begin(name, call.peer())
        try:
            return await run(opened)
        except asyncio.CancelledError:
            code = StatusCode.CANCELLED
            why = self.calls.why_ended(opened.task)
            if why is None:
                raise
            opened.task.uncancel()
            code = reasons.CODES[why.reason]
            await self._abort(call, opened, why)
        except grpc.aio.AbortError:
            code = StatusCode.ABORTED
            raise
        except grpc.aio.InternalError as error:
            # A write failed: the other end has gone, before gRPC says so of the call.
            code = StatusCode.CANCELLED
            raise asyncio.CancelledError from error
        except Exception as error:
            if call.cancelled() or call.done():
                code = StatusCode.CANCELLED
                raise asyncio.CancelledError from error
            refused = understood(error)
            code = reasons.CODES[refused.reason]
            await self._abort(call, opened, refused)
        finally:
            self.calls.end(opened)
            self.metrics.calls[name, code.name] += 1

    async def _abort(self, call: Call, opened: OpenCall, refused: Refusal) -> NoReturn:
        self.metrics.refusals[refused.reason] += 1
        for observer in self.observers:
            observer.refused(opened.player_id)
        code, status = status_of(refused)
        try:
            await call.abort(code, status.message, ((DETAILS, status.SerializeToString()),))
        except grpc.aio.InternalError as error:
            # A write is pending, to a reader who doesn't read: no status gets past it. Let go of, the call is reset.
            raise asyncio.CancelledError from error
        raise AssertionError("abort raises")

    def _token_lost(self, player_id: str) -> None:
        """Who took hold of the old token mustn't go on with it."""
        refused = Refusal(reasons.BAD_TOKEN, "the token of this stream is worth nothing any more")
        self.calls.end_streams_of(player_id, refused)


async def _write_all(replies: AsyncIterator[Reply], call: Call) -> None:
    async for reply in replies:
        await call.write(_as_bytes(reply))


def _as_bytes(reply: Reply) -> bytes:
    return reply if isinstance(reply, bytes) else reply.SerializeToString()


def _host(peer: str) -> str:
    """ipv4:127.0.0.1:5555 and ipv6:%5B::1%5D:5555 without their ports."""
    return peer.rpartition(":")[0] if peer.startswith("ip") else peer
