"""What every call passes on its way in and out.

    gate = Gate(register, limits, metrics)
    server.add_generic_rpc_handlers((gate.service(lobby_pb2.DESCRIPTOR.services_by_name["LobbyService"], lobby),))

`lobby` is any object with a method for each of the service's, called as the schema calls them:

    async def GetMatch(self, request: GetMatchRequest, caller: Caller, call: Call) -> GetMatchResponse | bytes
    async def ReadLog(self, request: ReadLogRequest, caller: Caller, call: Call) -> AsyncIterator[... | bytes]
    async def Attend(self, requests: Requests, caller: Caller, call: Call) -> None        # uses call.write(bytes)
    async def ImportMatch(self, requests: Requests, caller: Caller, call: Call) -> ImportMatchResponse | bytes

A server stream or bidi method is an async generator, or a coroutine that writes bytes itself. Messages are parsed
here and not by gRPC, which would tell a client the text of whatever went wrong.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from inspect import iscoroutinefunction
from typing import Any, NoReturn, TypeAlias, TypeVar

import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from grpc import StatusCode
from structlog.contextvars import bind_contextvars

from tilth_server.api import reasons
from tilth_server.api.buckets import Buckets
from tilth_server.api.statuses import DETAILS, status_of, understood
from tilth_server.metrics import Metrics
from tilth_server.players import Player, Register
from tilth_server.refusal import Refusal, over_limit
from tilth_server.settings import Limits
from tilth_server.tables import reasons as tables

Call: TypeAlias = "grpc.aio.ServicerContext[bytes, bytes]"
Reply: TypeAlias = Message | bytes
Parse: TypeAlias = Callable[[bytes], Any]
Streams: TypeAlias = dict[str, set[asyncio.Task[Any]]]
"""The running streams of each player, or of each address where no player is asked for."""
T = TypeVar("T")

BEARER = "Bearer "


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls. Without a token (only a few calls allow that) `player_id` is empty."""

    player_id: str
    name: str
    operator: bool
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


class Gate:
    """Parses, authenticates, limits, counts; turns what goes wrong into statuses."""

    def __init__(self, register: Register, limits: Limits, metrics: Metrics) -> None:
        self._register = register
        self._limits = limits
        self._metrics = metrics
        self._buckets = Buckets(limits.calls_per_second)
        self._streams: Streams = {}
        self._put_out: dict[asyncio.Task[Any], Refusal] = {}
        """Streams that are being ended by the server, and why."""
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
            handlers[method.name] = self._handler(method, behave, f"{name}/{method.name}", open_to_all)
        return grpc.method_handlers_generic_handler(name, handlers)

    async def streams_ended(self, within: float) -> None:
        """Wait until no stream runs any more, but not for ever."""
        running = set().union(*self._streams.values())
        if running:
            await asyncio.wait(running, timeout=within)

    def close(self) -> None:
        """End the streams that still run: the server is about to stop."""
        refused = Refusal(tables.CLOSING, "the server is stopping: try again in a moment")
        for tasks in self._streams.values():
            for task in tasks:
                self._put_out[task] = refused
                task.cancel()

    def _handler(
        self, method: MethodDescriptor, behave: Callable[..., Any], name: str, public: bool
    ) -> "grpc.RpcMethodHandler[Any, Any]":
        parse = self._parser(method)
        generates = not iscoroutinefunction(behave)

        async def unary(raw: bytes, call: Call) -> bytes:
            async def run() -> bytes:
                caller = self._admit(call, name, public)
                request = parse(raw)
                return _as_bytes(await behave(request, caller, call))

            return await self._guarded(name, call, run)

        async def client_stream(_: Any, call: Call) -> bytes:
            async def run() -> bytes:
                caller = self._admit(call, name, public)
                with self._stream_of(caller):
                    return _as_bytes(await behave(Requests(call, parse), caller, call))

            return await self._guarded(name, call, run)

        async def stream(request: Any, call: Call) -> None:
            async def run() -> None:
                caller = self._admit(call, name, public)
                said = Requests(call, parse) if method.client_streaming else parse(request)
                with self._stream_of(caller):
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

    def _admit(self, call: Call, name: str, public: bool) -> Caller:
        """Who calls, if they may; log lines of the call say it from here on."""
        peer = _host(call.peer())
        player = self._player(call, peer, public)
        if player is None:
            self._buckets.take(peer)
            caller = Caller("", "", False, peer)
        else:
            self._buckets.take(player.id)
            caller = Caller(player.id, player.name, player.operator, peer)
        bind_contextvars(call=name, player=caller.player_id)
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

    async def _guarded(self, name: str, call: Call, run: Callable[[], Awaitable[T]]) -> T:
        """Run it; count how it ended; turn what it raised into a status."""
        code = StatusCode.OK
        try:
            return await run()
        except asyncio.CancelledError:
            code = StatusCode.CANCELLED
            task = asyncio.current_task()
            if task is None or task not in self._put_out:
                raise
            task.uncancel()
            refused = self._put_out.pop(task)
            code = reasons.CODES[refused.reason]
            await self._abort(call, refused)
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
            await self._abort(call, refused)
        finally:
            self._metrics.calls[name, code.name] += 1

    async def _abort(self, call: Call, refused: Refusal) -> NoReturn:
        self._metrics.refusals[refused.reason] += 1
        code, status = status_of(refused)
        try:
            await call.abort(code, status.message, ((DETAILS, status.SerializeToString()),))
        except grpc.aio.InternalError as error:
            # A write is pending, to a reader who doesn't read: no status gets past it. Let go of, the call is reset.
            raise asyncio.CancelledError from error
        raise AssertionError("abort raises")

    def _stream_of(self, caller: Caller) -> "_RunningStream":
        client = caller.player_id or caller.peer
        if len(self._streams.get(client, ())) >= self._limits.streams_per_player:
            raise over_limit("streams_per_player", self._limits.streams_per_player)
        return _RunningStream(self._streams, client, self._metrics)

    def _token_lost(self, player_id: str) -> None:
        """Who took hold of the old token mustn't go on with it."""
        refused = Refusal(reasons.BAD_TOKEN, "the token of this stream is worth nothing any more")
        for task in self._streams.get(player_id, ()):
            self._put_out[task] = refused
            task.cancel()


class _RunningStream:
    """Counts one stream while it runs."""

    __slots__ = ("_client", "_metrics", "_streams", "_task")

    def __init__(self, streams: Streams, client: str, metrics: Metrics) -> None:
        self._streams = streams
        self._client = client
        self._metrics = metrics
        task = asyncio.current_task()
        assert task is not None, "gRPC runs every handler in a task of its own"
        self._task = task

    def __enter__(self) -> None:
        self._streams.setdefault(self._client, set()).add(self._task)
        self._metrics.streams += 1

    def __exit__(self, *_: object) -> None:
        tasks = self._streams[self._client]
        tasks.discard(self._task)
        if not tasks:
            del self._streams[self._client]
        self._metrics.streams -= 1


async def _write_all(replies: AsyncIterator[Reply], call: Call) -> None:
    async for reply in replies:
        await call.write(_as_bytes(reply))


def _as_bytes(reply: Reply) -> bytes:
    return reply if isinstance(reply, bytes) else reply.SerializeToString()


def _host(peer: str) -> str:
    """ipv4:127.0.0.1:5555 and ipv6:%5B::1%5D:5555 without their ports."""
    return peer.rpartition(":")[0] if peer.startswith("ip") else peer
