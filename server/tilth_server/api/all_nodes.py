"""Calls that ask all nodes: each of them does the call for itself, and the one that was called makes one reply of all.

A node that does not answer in time is named in the reply, and delays it by ANSWER_SECONDS at most.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

import structlog
from msgspec.structs import replace

from tilth.v1.operations_pb2 import WatchServerResponse
from tilth_server.api.call_context import CallContext
from tilth_server.api.node_replies import MERGED, Part, Parts, merged_activity
from tilth_server.nodes.flows import Flow, FlowClosed, LinkBroken
from tilth_server.refusal import Refusal
from tilth_server.store import Member

log = structlog.get_logger()

ANSWER_SECONDS: Final = 2.0
"""Time that each of the other nodes has for its reply."""
MISSED_REPORTS: Final = 3
"""Reports of this node without one of another node, after which that one counts as silent."""

Handler = Callable[[Any, CallContext], Awaitable[Any]]
Open = Callable[[Member, str, CallContext], Awaitable[Flow]]
"""Opens a flow to a node for a call of this name. Raises LinkBroken if there is no link to it in time."""


class AllNodes:
    """The nodes of the server, for calls that are about all of them."""

    def __init__(self, members: Callable[[], tuple[Member, list[Member]]], open_flow: Open) -> None:
        """`members` returns this node and the others."""
        self._members = members
        self._open = open_flow

    def ask_all(self, name: str, reply_type: Any, handler: Handler) -> Handler:
        """Return the handler of a call that `handler` does for one node."""
        merge = MERGED[name.rpartition("/")[2]]

        async def ask_and_merge(request: Any, call: CallContext) -> Any:
            me, others = self._members()
            # This node first: what it refuses is not asked of others.
            own = await handler(request, call)
            body = request.SerializeToString()
            replies = await asyncio.gather(*(self._ask(member, name, body, call) for member in others))
            answered = [Part(me.address, own)]
            silent = []
            for member, reply in zip(others, replies, strict=True):
                if reply is None:
                    log.warning("node did not answer", node=member.id, address=member.address, call=name)
                    silent.append(member.address)
                else:
                    answered.append(Part(member.address, reply_type.FromString(reply)))
            return merge(Parts(request, answered, silent))

        return ask_and_merge

    def watch_all(self, name: str, handler: Handler) -> Handler:
        """Return the handler of WatchServer: the reports of this node set the pace, and hold the last of each other."""

        async def watch(request: Any, call: CallContext) -> None:
            reports = _Reports(self._open, name, request, call)

            async def write(own: bytes) -> None:
                me, others = self._members()
                reports.follow(others)
                answered = [Part(me.address, WatchServerResponse.FromString(own))]
                silent = []
                for member in others:
                    report = reports.take(member)
                    if reports.is_silent(member):
                        silent.append(member.address)
                    elif report is not None:
                        answered.append(Part(member.address, report))
                merged = merged_activity(Parts(request, answered, silent))
                await call.write(merged.SerializeToString())

            try:
                await handler(request, replace(call, write=write))
            finally:
                reports.close()

        return watch

    def ask_until_done(self, name: str, handler: Handler) -> Handler:
        """Return the handler of a call that the first node does which does not refuse it."""

        async def ask(request: Any, call: CallContext) -> Any:
            try:
                return await handler(request, call)
            except Refusal:
                body = request.SerializeToString()
                for member in self._members()[1]:
                    if (reply := await self._ask(member, name, body, call)) is not None:
                        return reply
                raise

        return ask

    async def _ask(self, member: Member, name: str, body: bytes, call: CallContext) -> bytes | None:
        """Return the reply of another node; None if it does not answer in time, or cannot do the call."""
        with suppress(TimeoutError, LinkBroken, FlowClosed):
            async with asyncio.timeout(ANSWER_SECONDS):
                flow = await self._open(member, name, call)
                try:
                    await flow.send(body)
                    return await flow.receive()
                finally:
                    flow.close()
        return None


class _Reports:
    """The reports that the other nodes send for one WatchServer call."""

    def __init__(self, open_flow: Open, name: str, request: Any, call: CallContext) -> None:
        self._open = open_flow
        self._name = name
        self._body = request.SerializeToString()
        self._call = call
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._last: dict[str, WatchServerResponse] = {}
        self._missed: dict[str, int] = {}

    def follow(self, members: list[Member]) -> None:
        """Have these nodes send reports, also those whose reports have ended."""
        for member in members:
            task = self._tasks.get(member.id)
            if task is None or task.done():
                self._tasks[member.id] = asyncio.create_task(self._read(member))

    def take(self, member: Member) -> WatchServerResponse | None:
        """Return the last report of a node; None if it has sent none yet."""
        self._missed[member.id] = self._missed.get(member.id, 0) + 1
        report = self._last.get(member.id)
        if report is None:
            return None
        # The merged reply takes rows out of the messages and changes them.
        copy = WatchServerResponse()
        copy.CopyFrom(report)
        return copy

    def is_silent(self, member: Member) -> bool:
        """Return whether a node has sent no report lately."""
        return self._missed[member.id] > MISSED_REPORTS

    def close(self) -> None:
        """Need no more reports."""
        for task in self._tasks.values():
            task.cancel()

    async def _read(self, member: Member) -> None:
        """Keep the last report of a node, until its flow ends."""
        with suppress(LinkBroken, FlowClosed):
            flow = await self._open(member, self._name, self._call)
            try:
                await flow.send(self._body)
                while (report := await flow.receive()) is not None:
                    self._last[member.id] = WatchServerResponse.FromString(report)
                    self._missed[member.id] = 0
            finally:
                flow.close()
