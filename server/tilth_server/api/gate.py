"""The gate that every call passes: it checks the caller, runs the handler, and turns errors into statuses.

    gate = Gate(players, limits, metrics, operator_guard)
    server.add_generic_rpc_handlers((gate.service(lobby_pb2.DESCRIPTOR.services_by_name["LobbyService"], lobby),))

`lobby` is any object with a method for each of the service's, called as the schema calls them:

    async def GetMatch(self, request: GetMatchRequest, call: CallContext) -> GetMatchResponse | bytes
    async def ReadLog(self, request: ReadLogRequest, call: CallContext) -> AsyncIterator[... | bytes]
    async def Attend(self, requests: RequestStream, call: CallContext) -> None        # uses call.write(bytes)
    async def ImportMatch(self, requests: RequestStream, call: CallContext) -> ImportMatchResponse | bytes

A server stream or bidi method is an async generator, or a coroutine that writes bytes itself. Messages are parsed
here and not by gRPC, which would send a client the text of any error.

Operator calls go through the operator guard (operator_guard.py), which finds them by the lists in the object's class.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from inspect import iscoroutinefunction
from types import MappingProxyType
from typing import Any, Final, NoReturn, Protocol, TypeAlias, TypeVar, cast

import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from grpc import StatusCode
from structlog.contextvars import bind_contextvars

from tilth_server import reasons
from tilth_server.api import status_codes
from tilth_server.api.active_calls import ActiveCalls
from tilth_server.api.admission import Admission, Visitor
from tilth_server.api.call_context import CallContext, Caller
from tilth_server.api.client_addresses import AddressReader, Metadata, Network
from tilth_server.api.fair_turns import FairTurns
from tilth_server.api.gateway import Gateway
from tilth_server.api.header_limit import HEADER_FIELDS, MAX_HEADER_FIELDS, HeaderLimit
from tilth_server.api.load_meter import LoadMeter
from tilth_server.api.operator_guard import OperatorGuard
from tilth_server.api.queued_bytes import QueuedBytes
from tilth_server.api.refusal_log import RefusalLog
from tilth_server.api.reply_slots import ReplySlots
from tilth_server.api.sizes import SizeLimits
from tilth_server.api.statuses import refusal_for, trailers_of
from tilth_server.metrics import Metrics
from tilth_server.players import PlayerRegistry, Role
from tilth_server.reasons import LIMIT_EXCEEDED
from tilth_server.refusal import Refusal, over_limit
from tilth_server.settings import Limits

Call: TypeAlias = "grpc.aio.ServicerContext[bytes, bytes]"
Reply: TypeAlias = Message | bytes
Parse: TypeAlias = Callable[[bytes], Any]
Trace: TypeAlias = Callable[[str, Callable[..., Any]], Callable[..., Any]]
T = TypeVar("T")

STRANGER: Final = Caller("", "", False)
NO_LIMITS: Final[Mapping[str, str]] = MappingProxyType({})
NO_HEADERS: Final[Mapping[str, str]] = MappingProxyType({})
TRACE_HEADERS: Final = ("traceparent", "tracestate")

REFUSAL_DELAY_SECONDS = 1.0
"""Pause before a call over a limit of calls is refused, so that one connection gets a few hundred refusals a second."""
SLOW_SECONDS = 20.0
"""Time that a reader has for a long reply."""
MAX_DELAYED_REFUSALS = 1000
"""Calls that may wait for their refusal; each takes some 20 KB. Further calls are refused at once."""


class RequestStream:
    """The messages that a client streams, parsed, until it half-closes."""

    __slots__ = ("parse", "read")

    def __init__(self, call: Call, parse: Parse) -> None:
        self.read = call.read
        self.parse = parse

    def __aiter__(self) -> "RequestStream":
        return self

    async def __anext__(self) -> Any:
        raw = await self.read()
        if not isinstance(raw, bytes):  # EOF
            raise StopAsyncIteration
        return self.parse(raw)


class CallObserver(Protocol):
    """An observer of calls and refusals. Players are named by their id, strangers by their address."""

    def called(self, client: str) -> None:
        """Take note of a call of this client; the gate reports it before the handler runs."""
        ...

    def refused(self, client: str, reason: str) -> None:
        """Take note that a call was refused, for this reason, such as "NOT_YOUR_SEAT"."""
        ...


@dataclass(frozen=True, slots=True)
class _Method:
    """One method of a service: its name, its parser, and the callers that it is for."""

    name: str
    parse: Parse
    is_public: bool
    limit: str
    """The limit that a public call has besides that on all calls of strangers; "" for none."""
    operator_role: Role | None
    """The smallest role with an operator's rights in this call; None if nobody has any."""
    streams: bool
    is_long: bool
    """True if the call has one long reply, for which calls wait in line (places.py). The gate writes it itself, so that
    it knows when the client has read it; gRPC would keep the reply without a limit of time."""


class Gate:
    """The part of the server that every call passes: it parses, authenticates, limits and counts calls.

    It turns exceptions of the handlers into statuses.
    """

    def __init__(
        self,
        players: PlayerRegistry,
        limits: Limits,
        metrics: Metrics,
        guard: OperatorGuard,
        traced: Trace | None = None,
        trusted_proxies: Sequence[Network] = (),
    ) -> None:
        """`traced` wraps the handler of a call, given by its name, in a trace; None if the server does not trace."""
        self._players = players
        self._limits = limits
        self.metrics = metrics
        self._admission = Admission(players, limits, AddressReader(trusted_proxies))
        self._guard = guard
        self._traced = traced
        self.gateway: Gateway | None = None
        """Forwards calls about matches of other nodes; None in a server that runs alone. Set before `service`."""
        self.operator_roles: dict[str, Role | None] = {}
        """The smallest role that gives more rights than other players have, by method."""
        self._delayed_refusals = 0
        self._reply_slots = ReplySlots()
        self.load = LoadMeter()
        self.turns = FairTurns(metrics, on_worked=self.load.worked)
        self.load.sweep = self.turns.take_seconds
        self.calls = ActiveCalls(metrics, limits.streams_per_player)
        self.refusal_log = RefusalLog(on_refused=self.load.refused)
        self.observers: tuple[CallObserver, ...] = (self.refusal_log,)
        self.queued = QueuedBytes(limits.queued_bytes_per_player, self._count_refused)
        players.on_token_lost(self._on_token_lost)

    def service(
        self, descriptor: ServiceDescriptor, implementation: Any, *, public: bool = False, name: str = ""
    ) -> HeaderLimit:
        """Return the handlers of the service. `public`: no token is needed. `name`: the name to serve it under."""
        name = name or descriptor.full_name
        handlers = {}
        for method in descriptor.methods:
            handler = getattr(implementation, method.name)
            if self.gateway is not None:
                handler = self.gateway.route(f"{name}/{method.name}", method, handler)
            needed = self._guard.operator_role(implementation, method.name)
            self.operator_roles[f"{name}/{method.name}"] = needed
            rules = _Method(
                name=f"{name}/{method.name}",
                parse=self._parser(method),
                is_public=public or method.name in getattr(implementation, "PUBLIC", ()),
                limit=getattr(implementation, "LIMITED_BY", NO_LIMITS).get(method.name, ""),
                operator_role=needed,
                streams=method.client_streaming or method.server_streaming,
                is_long=method.name in getattr(type(implementation), "LONG", ()),
            )
            handler = self._guard.guard(implementation, method.name, handler)
            if self._traced is not None:
                handler = self._traced(rules.name, handler)
            handlers[method.name] = self._handler(method, handler, rules)
        return HeaderLimit(name, handlers, self._refuse_headers)

    def close(self) -> None:
        """End all running streams with the refusal SERVER_STOPPING, and write the last lines of the refusal log."""
        self.calls.end_all_streams(
            Refusal(reasons.SERVER_STOPPING, "the server is stopping: try again in a moment")
        )
        self.refusal_log.close()

    def _handler(
        self, method: MethodDescriptor, handler: Callable[..., Any], rules: _Method
    ) -> "grpc.RpcMethodHandler[Any, Any]":
        """Return gRPC's handler of a method: it passes the call through the gate to `handler`.

        To gRPC all clients stream: else it would read the request before the gate has admitted the call.
        """
        parse = rules.parse
        generates = not iscoroutinefunction(handler)

        async def reply_once(_: Any, call: Call) -> bytes:
            async def run(received: Any, context: CallContext, client: str) -> bytes:
                self.queued.check(client)
                request = parse(received) if isinstance(received, bytes) else received
                reply = _as_bytes(await handler(request, context))
                self._enter_reply(client, reply, call)
                return reply

            try:
                return await self._serve(rules, call, run, None if method.client_streaming else _only_request)
            except grpc.aio.AbortError as error:
                return _release_call(error)

        async def stream_replies(_: Any, call: Call) -> None:
            async def run(received: Any, context: CallContext, client: str) -> None:
                request = parse(received) if isinstance(received, bytes) else received
                if rules.is_long:
                    async with self._reply_slots.slot(context.caller.player_id):
                        reply = _as_bytes(await handler(request, context))
                        with self.queued.counted(client, len(reply)):
                            await _write_in_time(reply, call)
                elif generates:
                    await self._write_all(client, handler(request, context), call)
                else:
                    await handler(request, context)

            try:
                await self._serve(rules, call, run, None if method.client_streaming else _only_request)
            except grpc.aio.AbortError as error:
                _release_call(error)

        if method.server_streaming or rules.is_long:
            return grpc.stream_stream_rpc_method_handler(stream_replies)
        return grpc.stream_unary_rpc_method_handler(reply_once)

    def _parser(self, method: MethodDescriptor) -> Parse:
        """Return a function that checks the sizes of a request and parses it. Log lines name its match and seat."""
        parse = GetMessageClass(method.input_type).FromString
        fields = method.input_type.fields_by_name
        match, seat = "match_id" in fields, "seat" in fields
        most = self._limits.message_bytes
        sizes = SizeLimits(method.input_type, self._limits.commands_per_message)

        def parsed(raw: bytes) -> Any:
            if len(raw) > most:
                raise over_limit("message_bytes", most)
            sizes.check(raw)
            request: Any = parse(raw)
            if match:
                bind_contextvars(match=request.match_id)
                if seat:
                    bind_contextvars(seat=request.seat)
            return request

        return parsed

    async def _serve(
        self,
        method: _Method,
        call: Call,
        run: Callable[[Any, CallContext, str], Coroutine[Any, Any, T]],
        read: Callable[[Call], Awaitable[bytes]] | None,
    ) -> T:
        """Admit the call and run it in turns, or refuse it. Count how it ended; turn an exception into a status."""
        visitor, trace, refused = self._admit(method, call)
        if refused is not None and refused.reason == reasons.TOKEN_INVALID and self._players.turn.is_shared:
            # Another node may have given this token to somebody.
            await self._players.turn.catch_up()
            visitor, trace, refused = self._admit(method, call)
        self.load.called(visitor.name, visitor.address.shown)
        if refused is not None:
            return await self._refuse(method, call, visitor, refused)
        try:
            active = self.calls.begin(method.name, visitor, streams=method.streams)
        except Refusal as over:
            return await self._refuse(method, call, visitor, over)
        code = StatusCode.OK
        refusal: Refusal | None = None
        queue = self.turns.enter(visitor.client, is_stranger=visitor.player is None)
        try:
            context = self._context(call, visitor, method, trace)
            received = RequestStream(call, method.parse) if read is None else await read(call)
            return await self.turns.run(queue, run(received, context, visitor.client))
        except asyncio.CancelledError:
            code = StatusCode.CANCELLED
            refusal = self.calls.end_refusal(active.task)
            if refusal is None:
                raise
            active.task.uncancel()
            code = status_codes.CODES[refusal.reason]
            await self._abort(call, visitor, refusal)
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
            refusal = refusal_for(error)
            code = status_codes.CODES[refusal.reason]
            await self._abort(call, visitor, refusal)
        finally:
            refusal = (
                None  # Its traceback holds this frame: both would stay until the next collection of garbage.
            )
            self.turns.leave(queue)
            self.calls.end(active)
            self.metrics.calls[method.name, code.name] += 1

    def _admit(self, method: _Method, call: Call) -> tuple[Visitor, Mapping[str, str], Refusal | None]:
        """Check the token and the limits of the call. Return the caller, the headers of its trace, and any refusal.

        The other headers, which may be long, are freed before the call waits.
        """
        metadata = call.invocation_metadata() or ()
        visitor = self._admission.visitor(call.peer(), metadata)
        try:
            self._admission.admit(visitor, metadata, is_public=method.is_public, limit=method.limit)
        except Refusal as refused:
            refused.__traceback__ = None  # Its frames hold the headers.
            return visitor, NO_HEADERS, refused
        return visitor, NO_HEADERS if self._traced is None else _trace_headers(metadata), None

    async def _refuse_headers(self, _: Any, call: Call) -> None:
        """Refuse a call that has too many headers, without reading them."""
        visitor = self._admission.visitor(call.peer(), ())
        try:
            await self._abort(call, visitor, over_limit(HEADER_FIELDS, MAX_HEADER_FIELDS))
        except grpc.aio.AbortError as error:
            _release_call(error)

    def _context(
        self, call: Call, visitor: Visitor, method: _Method, trace: Mapping[str, str]
    ) -> CallContext:
        """Return the context of the call. From here on the log lines of the call name the caller."""
        player = visitor.player
        for observer in self.observers:
            observer.called(visitor.name)
        if player is None:
            bind_contextvars(call=method.name)
            caller = STRANGER
        else:
            bind_contextvars(call=method.name, player=player.id)
            needed = method.operator_role
            may_operate = needed is not None and player.role >= needed
            caller = Caller(player.id, player.name, may_operate, player.role)
        left = cast("float | None", call.time_remaining())
        deadline = None if left is None else asyncio.get_running_loop().time() + left
        return CallContext(caller, visitor.address.shown, deadline, call.write, trace)

    async def _refuse(self, method: _Method, call: Call, visitor: Visitor, refused: Refusal) -> NoReturn:
        """Refuse a call that was not admitted. Over a limit the refusal comes late, which slows its client down."""
        self.metrics.calls[method.name, status_codes.CODES[refused.reason].name] += 1
        if visitor.player is not None:
            for observer in self.observers:
                observer.called(visitor.name)
        if refused.reason == LIMIT_EXCEEDED and self._delayed_refusals < MAX_DELAYED_REFUSALS:
            self._delayed_refusals += 1
            try:
                await asyncio.sleep(REFUSAL_DELAY_SECONDS)
            finally:
                self._delayed_refusals -= 1
        await self._abort(call, visitor, refused)

    def _enter_reply(self, client: str, reply: bytes, call: Call) -> None:
        """Count the bytes of a single reply as queued until gRPC has sent it, or the client has left."""
        size = len(reply)
        self.queued.change(client, size)

        def sent(_: Call) -> None:
            self.queued.change(client, -size)

        call.add_done_callback(cast(Any, sent))

    async def _write_all(self, client: str, replies: AsyncGenerator[Reply], call: Call) -> None:
        """Send the replies of a handler. The handler has ended when this returns or raises."""
        async with aclosing(replies):
            async for reply in replies:
                raw = _as_bytes(reply)
                with self.queued.counted(client, len(raw)):
                    await call.write(raw)

    def _count_refused(self, name: str, reason: str) -> None:
        """Count a refusal, in the metrics and by the observers, for a player's id or a stranger's address."""
        self.metrics.refusals[reason] += 1
        for observer in self.observers:
            observer.refused(name, reason)

    async def _abort(self, call: Call, visitor: Visitor, refused: Refusal) -> NoReturn:
        """Count the refusal and end the call with its status. It never returns: gRPC raises AbortError, or the call is
        cancelled if the status can't be sent.
        """
        self._count_refused(visitor.name, refused.reason)
        code, message, trailers = trailers_of(refused)
        try:
            await call.abort(code, message, trailers)
        except grpc.aio.InternalError as error:
            # A pending write to a client that does not read blocks the status. Cancelling the handler resets the call.
            raise asyncio.CancelledError from error
        raise AssertionError("abort raises")

    def _on_token_lost(self, player_id: str) -> None:
        """End the player's streams: they were opened with a token that is no longer valid."""
        refused = Refusal(reasons.TOKEN_INVALID, "the token of this stream has been replaced or revoked")
        self.calls.end_streams_of(player_id, refused)


def _release_call(error: grpc.aio.AbortError) -> bytes:
    """Drop the traceback of an aborted call, so that the call is freed at once. Return an empty reply.

    gRPC raises the error again when the handler has returned.

    The call holds the error, whose traceback holds our frames, which hold the call. Until the next collection of
    garbage it would count against the limit of its connection, and in memory.
    """
    error.__traceback__ = error.__context__ = None
    return b""


def _trace_headers(metadata: Metadata) -> Mapping[str, str]:
    """Return the headers of a W3C trace context, by which the trace of the client continues in this server."""
    return {key: value for key, value in metadata if key in TRACE_HEADERS and isinstance(value, str)}


async def _only_request(call: Call) -> bytes:
    """Return the bytes of the request of a call that has exactly one; raise Refusal if the client half-closes
    without it.
    """
    raw = await call.read()
    if not isinstance(raw, bytes):  # EOF
        raise Refusal(reasons.MALFORMED, "the call came without a message")
    return raw


async def _write_in_time(reply: bytes, call: Call) -> None:
    """Send a long reply; raise Refusal if the client does not read it in SLOW_SECONDS."""
    try:
        async with asyncio.timeout(SLOW_SECONDS):
            await call.write(reply)
    except TimeoutError:
        raise Refusal(
            reasons.READER_TOO_SLOW, f"the reply was not read within {SLOW_SECONDS:.0f} seconds"
        ) from None


def _as_bytes(reply: Reply) -> bytes:
    """Return a reply as bytes: a message is encoded, bytes are returned as they are."""
    return reply if isinstance(reply, bytes) else reply.SerializeToString()
