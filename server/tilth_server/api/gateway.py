"""The gateway: calls about a match or a tournament go to the node that owns it, and this node serves those that others
forward.

A node serves every call that another one forwards to it: a call is forwarded once at most. If two nodes see other
owners for a moment, the store's fence decides.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from inspect import iscoroutinefunction
from typing import Any, Final, NamedTuple

from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from tilth.links.v1.links_pb2 import FlowEnd, FlowHeader
from tilth_server import reasons
from tilth_server.api.all_nodes import AllNodes
from tilth_server.api.call_context import CallContext, Caller
from tilth_server.api.fair_turns import FairTurns
from tilth_server.api.routes import Key, Route, key_of, reads_first, route_of
from tilth_server.api.statuses import refusal_for
from tilth_server.api.watch_relay import WatchRelays
from tilth_server.link_traffic import Traffic
from tilth_server.nodes.flows import Flow, FlowClosed, LinkBroken
from tilth_server.nodes.links import Links
from tilth_server.nodes.membership import Membership
from tilth_server.nodes.peer_link import PeerLink
from tilth_server.players import PlayerRegistry, Role
from tilth_server.refusal import Refusal
from tilth_server.store import Member

LINK_SECONDS: Final = 2.0
"""Time for which a call waits for the link to a match's owner."""
WAIT_SECONDS: Final = 0.02

Handler = Callable[[Any, CallContext], Awaitable[Any]]

Traced = Callable[[str, Handler], Handler]


class _Served(NamedTuple):
    """A method that other nodes may forward."""

    parse: Callable[[bytes], Any]
    handler: Handler
    streams: bool
    """True if the client streams: then the handler gets a `FlowRequests`."""


class FlowRequests:
    """The messages of a client's stream that another node forwards, as `RequestStream` gives those of this node."""

    __slots__ = ("flow", "parse", "read")

    def __init__(self, flow: Flow, parse: Callable[[bytes], Any]) -> None:
        self.flow = flow
        self.read = flow.receive
        self.parse = parse


class Gateway:
    """The part of a node that forwards calls, and serves forwarded ones."""

    def __init__(
        self,
        membership: Membership,
        players: PlayerRegistry,
        turns: FairTurns,
        traced: Traced = lambda name, handler: handler,
        trace_headers: Callable[[], Mapping[str, str]] = dict,
    ) -> None:
        """`traced` wraps the handler of a forwarded call, given by its name, in a trace. `trace_headers` returns the
        headers by which the present trace continues at another node.
        """
        self._traced = traced
        self._trace_headers = trace_headers
        self.membership = membership
        self.links: Links | None = None
        """The links; set before the first call."""
        self._players = players
        self._turns = turns
        self.traffic = Traffic()
        self.catch_up: Callable[[], Awaitable[None]] = players.turn.catch_up
        """Reads what other nodes have written to the streams that all of them share."""
        self._served: dict[str, _Served] = {}
        self.relays = WatchRelays(
            lambda member_id: None if self.links is None else self.links.up.get(member_id)
        )
        self._all = AllNodes(self._members, self.open_to)

    def route(self, name: str, method: MethodDescriptor, handler: Callable[..., Any]) -> Callable[..., Any]:
        """Return the handler of a method, given by its full name, that has the call done by the nodes of its route.

        `Attend` and `Watch` are forwarded by their service, channel by channel.
        """
        if not iscoroutinefunction(handler):
            return handler
        if not method.client_streaming:
            handler = self._judge_again(handler, reads_first=reads_first(method))
        route = route_of(method)
        if route is Route.HERE:
            return handler
        parse = GetMessageClass(method.input_type).FromString
        self._served[name] = _Served(parse, self._traced(name, handler), method.client_streaming)
        if route is Route.CHANNELS:
            return handler
        if route is Route.ALL:
            if method.server_streaming:
                return self._all.watch_all(name, handler)
            return self._all.ask_all(name, GetMessageClass(method.output_type), handler)
        if route is Route.FIRST:
            return self._all.ask_until_done(name, handler)
        if method.server_streaming:
            return handler
        key = key_of(method, self._players.ids)
        return handler if key is None else self._route_once(name, handler, key)

    def _route_once(self, name: str, handler: Handler, key_of_call: Key) -> Handler:
        """Return the handler of a call with one reply that the owner of its key does."""

        async def forward_or_handle(request: Any, call: CallContext) -> Any:
            key = key_of_call(request, call)
            if not key or not self.forwards(key):
                return await handler(request, call)
            return await self.forward(key, name, request, call)

        return forward_or_handle

    def forwards(self, key: str) -> bool:
        """Return whether another node does a client's call about a match, or about what this key stands for. Count the
        call.
        """
        self.traffic.match_calls += 1
        if self.membership.owns(key):
            return False
        self.traffic.forwarded += 1
        return True

    def add(self, name: str, request: type[Message], handler: Handler, *, streams: bool = False) -> None:
        """Serve a method that only nodes call."""
        self._served[name] = _Served(request.FromString, handler, streams)

    def _judge_again(self, handler: Handler, *, reads_first: bool) -> Handler:
        """Return the handler of a call that also finds a player that another node has just registered.

        `reads_first`: it looks at what other nodes have written before.
        """

        async def handle(request: Any, call: CallContext) -> Any:
            if reads_first:
                await self.catch_up()
            try:
                return await handler(request, call)
            except Refusal as refusal:
                if refusal.reason != reasons.PLAYER_NOT_FOUND or reads_first:
                    raise
            await self.catch_up()
            return await handler(request, call)

        return handle

    async def open(self, key: str, name: str, call: CallContext) -> Flow:
        """Open a flow to the owner of a match or a tournament. Raise Refusal if the owner cannot be reached."""
        link = await self._link_to_owner(key)
        try:
            return link.open(header_of(name, call, self._trace_headers()))
        except LinkBroken:
            raise moved() from None

    async def open_to(self, member: Member, name: str, call: CallContext) -> Flow:
        """Open a flow to a node for a call that is about no match. Raise LinkBroken if there is no link in time."""
        link = await self._link(lambda: member)
        if link is None:
            raise LinkBroken
        return link.open(header_of(name, call, self._trace_headers()))

    async def serve(self, flow: Flow) -> None:
        """Serve a call that another node forwards, in the turns of its player."""
        header = flow.header
        served = self._served.get(header.method)
        if served is None:
            flow.close(FlowEnd(reason=reasons.MATCH_MOVED, message="the owner of this match cannot do this"))
            return
        self.traffic.served += 1
        role = Role(header.role)
        caller = Caller(header.player_id, header.player_name, header.operator, role)
        deadline = _deadline(header)
        limit = asyncio.timeout_at(deadline)
        context = CallContext(caller, header.address, deadline, flow.send, dict(header.trace), flow)
        if header.player_id and not self._players.knows(header.player_id):
            await self._players.turn.catch_up()
        queue = self._turns.enter(header.player_id or header.address)
        try:
            async with limit:
                await self._turns.run(queue, self._handle(flow, served, context))
        except (FlowClosed, LinkBroken):
            # Nobody waits for more of it.
            pass
        except TimeoutError as error:
            # The client has given up, as it has told the node that it is connected to.
            flow.close() if limit.expired() else _refuse(flow, error)
        except Exception as error:  # noqa: BLE001 - explained to the caller, and logged where it is our fault
            _refuse(flow, error)
        finally:
            self._turns.leave(queue)

    async def _handle(self, flow: Flow, served: _Served, context: CallContext) -> None:
        """Call the handler of a forwarded call, and send its reply."""
        if served.streams:
            await served.handler(FlowRequests(flow, served.parse), context)
            return
        raw = await flow.receive()
        reply = await served.handler(served.parse(raw or b""), context)
        if reply is not None:
            await flow.send(reply if isinstance(reply, bytes) else reply.SerializeToString())

    async def forward(self, key: str, name: str, request: Message, call: CallContext) -> bytes:
        """Forward a call with one request and one reply to the owner of a match, or of another key. Return the reply,
        or raise the owner's refusal.
        """
        flow = await self.open(key, name, call)
        try:
            await flow.send(request.SerializeToString())
            reply = await flow.receive()
            if reply is None:
                raise refusal_in(flow.end)
            return reply
        except (LinkBroken, FlowClosed):
            raise moved() from None
        finally:
            flow.close()

    def _members(self) -> tuple[Member, list[Member]]:
        """Return this node and the others."""
        me = self.membership.me
        return me, [member for member in self.membership.members if member.id != me.id]

    async def _link_to_owner(self, key: str) -> PeerLink:
        """Return the link to the owner of a match or another key. Raise Refusal if it is not up in time."""
        link = await self._link(lambda: self.membership.owner_of(key))
        if link is None:
            # It has just become this node's, or nobody can reach the owner: the client comes again.
            raise moved()
        return link

    async def _link(self, find: Callable[[], Member]) -> PeerLink | None:
        """Return the link to the member that `find` returns, which may change. Return None if it is not up in time, or
        the member is this node.
        """
        assert self.links is not None, "the links are there before the first call"
        loop = asyncio.get_running_loop()
        until = loop.time() + LINK_SECONDS
        while True:
            member = find()
            link = self.links.up.get(member.id)
            if link is not None and link.is_up:
                return link
            if member.id == self.membership.me.id or loop.time() > until:
                return None
            await asyncio.sleep(WAIT_SECONDS)


def header_of(name: str, call: CallContext, trace: Mapping[str, str]) -> FlowHeader:
    """Return the header of a flow for a client's call."""
    caller = call.caller
    return FlowHeader(
        method=name,
        player_id=caller.player_id,
        player_name=caller.name,
        role=caller.role,
        operator=caller.operator,
        address=call.address,
        time_left_ms=_time_left_ms(call),
        trace=trace,
    )


def _time_left_ms(call: CallContext) -> int | None:
    """Return the milliseconds after which the client gives up; None if it does not."""
    if call.deadline is None:
        return None
    return max(0, round((call.deadline - asyncio.get_running_loop().time()) * 1000))


def _deadline(header: FlowHeader) -> float | None:
    """Return the loop's time at which the client of a forwarded call gives up; None if it does not."""
    if not header.HasField("time_left_ms"):
        return None
    return asyncio.get_running_loop().time() + header.time_left_ms / 1000


def _refuse(flow: Flow, error: Exception) -> None:
    """End a flow with the refusal of its call."""
    refusal = refusal_for(error)
    flow.close(
        FlowEnd(reason=refusal.reason, message=refusal.message, field=refusal.field, details=refusal.details)
    )


def moved() -> Refusal:
    """Return the refusal of a call whose match or tournament has lost its owner."""
    return Refusal(
        reasons.MATCH_MOVED, "another node of this server takes it over: send the same request id again"
    )


def refusal_in(end: FlowEnd | None) -> Refusal:
    """Return the refusal with which a flow has ended."""
    if end is None or not end.reason:
        return moved()
    return Refusal(end.reason, end.message, field=end.field, details=dict(end.details))
