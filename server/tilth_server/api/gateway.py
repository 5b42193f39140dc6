"""The gateway: calls about a match go to the node that owns it, and this node serves those that others forward.

A node that owns a match by its own view of the members serves every call about it, also a forwarded one: a call is
forwarded once at most. If two nodes see other owners for a moment, the store's fence decides.
"""

import asyncio
from collections.abc import Awaitable, Callable
from inspect import iscoroutinefunction
from typing import Any, Final, NamedTuple

from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message_factory import GetMessageClass

from tilth.links.v1.links_pb2 import FlowEnd, FlowHeader
from tilth_server import reasons
from tilth_server.api.call_context import CallContext, Caller
from tilth_server.api.fair_turns import FairTurns
from tilth_server.api.statuses import refusal_for
from tilth_server.api.watch_relay import WatchRelays
from tilth_server.nodes.flows import Flow, FlowClosed, LinkBroken
from tilth_server.nodes.links import Links
from tilth_server.nodes.membership import Membership
from tilth_server.nodes.peer_link import PeerLink
from tilth_server.players import PlayerRegistry, Role
from tilth_server.refusal import Refusal

FORWARDED: Final = ("PlayService", "LobbyService", "OperationsService")
"""Services whose calls about one match are forwarded."""
LINK_SECONDS: Final = 2.0
"""Time for which a call waits for the link to a match's owner."""
WAIT_SECONDS: Final = 0.02

Handler = Callable[[Any, CallContext], Awaitable[Any]]


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

    def __init__(self, membership: Membership, players: PlayerRegistry, turns: FairTurns) -> None:
        self.membership = membership
        self.links: Links | None = None
        """The links; set before the first call."""
        self._players = players
        self._turns = turns
        self._served: dict[str, _Served] = {}
        self.relays = WatchRelays(
            lambda member_id: None if self.links is None else self.links.up.get(member_id)
        )

    def route(self, name: str, method: MethodDescriptor, handler: Callable[..., Any]) -> Callable[..., Any]:
        """Return the handler of a method, given by its full name, that forwards calls about matches of other nodes.

        `Attend` and `Watch` are forwarded by their service, channel by channel.
        """
        if method.containing_service.name not in FORWARDED or not iscoroutinefunction(handler):
            return handler
        parse = GetMessageClass(method.input_type).FromString
        self._served[name] = _Served(parse, handler, method.client_streaming)
        if method.name == "Watch":
            return self._route_watch(name, handler)
        if "match_id" not in method.input_type.fields_by_name:
            return handler

        async def forward_or_handle(request: Any, call: CallContext) -> Any:
            if self.membership.owns(request.match_id):
                return await handler(request, call)
            return await self._forward(name, request, call)

        return forward_or_handle

    def _route_watch(self, name: str, handler: Handler) -> Handler:
        """Return the handler of `Watch`, whose reply is a stream."""

        async def forward_or_handle(request: Any, call: CallContext) -> None:
            if self.membership.owns(request.open.match_id):
                await handler(request, call)
                return
            flow = await self.open(request.open.match_id, name, call)
            try:
                await flow.send(request.SerializeToString())
                while (message := await flow.receive()) is not None:
                    await call.write(message)
                if flow.end is not None and flow.end.reason:
                    raise refusal_in(flow.end)
            except (LinkBroken, FlowClosed):
                raise moved() from None
            finally:
                flow.close()

        return forward_or_handle

    async def open(self, match_id: str, name: str, call: CallContext) -> Flow:
        """Open a flow to the owner of a match. Raise Refusal if the owner cannot be reached."""
        link = await self._link_to_owner(match_id)
        caller = call.caller
        header = FlowHeader(
            method=name,
            player_id=caller.player_id,
            player_name=caller.name,
            role=caller.role,
            operator=caller.operator,
            address=call.address,
        )
        try:
            return link.open(header)
        except LinkBroken:
            raise moved() from None

    async def serve(self, flow: Flow) -> None:
        """Serve a call that another node forwards, in the turns of its player."""
        header = flow.header
        served = self._served.get(header.method)
        if served is None:
            flow.close(FlowEnd(reason=reasons.MATCH_MOVED, message="the owner of this match cannot do this"))
            return
        role = Role(header.role)
        caller = Caller(header.player_id, header.player_name, header.operator, role)
        context = CallContext(caller, header.address, None, flow.send, {}, is_forwarded=True)
        if header.player_id and not self._players.knows(header.player_id):
            await self._players.turn.catch_up()
        queue = self._turns.enter(header.player_id or header.address)
        try:
            await self._turns.run(queue, self._handle(flow, served, context))
        except (FlowClosed, LinkBroken):
            # Nobody waits for more of it.
            pass
        except Exception as error:  # noqa: BLE001 - explained to the caller, and logged where it is our fault
            refusal = refusal_for(error)
            flow.close(
                FlowEnd(
                    reason=refusal.reason,
                    message=refusal.message,
                    field=refusal.field,
                    details=refusal.details,
                )
            )
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

    async def _forward(self, name: str, request: Any, call: CallContext) -> bytes:
        """Forward a call with one request and one reply; return the reply, or raise the owner's refusal."""
        flow = await self.open(request.match_id, name, call)
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

    async def _link_to_owner(self, match_id: str) -> PeerLink:
        """Return the link to the owner of a match. Raise Refusal if it is not up in time."""
        assert self.links is not None, "the links are there before the first call"
        loop = asyncio.get_running_loop()
        until = loop.time() + LINK_SECONDS
        while True:
            owner = self.membership.owner_of(match_id)
            link = self.links.up.get(owner.id)
            if link is not None and link.is_up:
                return link
            if owner.id == self.membership.me.id or loop.time() > until:
                # It has just become this node's, or nobody can reach the owner: the client comes again.
                raise moved()
            await asyncio.sleep(WAIT_SECONDS)


def moved() -> Refusal:
    """Return the refusal of a call whose match has lost its owner."""
    return Refusal(
        reasons.MATCH_MOVED, "the match moves to another node of this server: send the same request id again"
    )


def refusal_in(end: FlowEnd | None) -> Refusal:
    """Return the refusal with which a flow has ended."""
    if end is None or not end.reason:
        return moved()
    return Refusal(end.reason, end.message, field=end.field, details=dict(end.details))
