"""The handover of clocks: a node that gives matches up tells their new owners how much time was used."""

import asyncio
from collections import defaultdict
from typing import Final

import structlog

from tilth.links.v1 import handover_pb2
from tilth.links.v1.links_pb2 import FlowHeader
from tilth_server.matches.handed_clocks import HandedClock, HandedClocks, HandedMatch
from tilth_server.matches.live import LiveMatch
from tilth_server.nodes.flows import FlowClosed, LinkBroken
from tilth_server.nodes.links import Links
from tilth_server.nodes.membership import Membership

log = structlog.get_logger()

METHOD: Final = "tilth.links.v1.HandoverService/TakeClocks"
AT_ONCE: Final = 200
"""Matches in one message."""
FINISH_SECONDS: Final = 2.0
"""Seconds for which a node that stops waits until all clocks were taken."""


class ClockHandover:
    """The clocks that this node sends to other nodes, and takes from them."""

    def __init__(self, clocks: HandedClocks, membership: Membership, links: Links) -> None:
        self._clocks = clocks
        self._membership = membership
        self._links = links
        self._waiting: dict[str, list[HandedMatch]] = defaultdict(list)
        """Clocks that are going to be sent, by member."""
        self._sending: set[asyncio.Task[None]] = set()

    def leave(self, match: LiveMatch) -> None:
        """Send the clocks of a match that this node gives up to its owner."""
        handed = self._clocks.leave(match)
        owner_id = self._membership.owner_of(match.info.id).id
        if handed is None or owner_id == self._membership.me.id:
            return
        waiting = self._waiting[owner_id]
        waiting.append(handed)
        if len(waiting) == 1:
            # Behind the others that are given up in the same turn of the loop.
            task = asyncio.create_task(self._send_all(owner_id))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def take(self, request: handover_pb2.HandedMatches, _: object) -> handover_pb2.HandedMatchesReply:
        """Take over clocks that another node sends. If this node does not know yet that it is the owner, it looks."""
        for match in request.matches:
            clocks = tuple(map(_read, match.clocks))
            self._clocks.take(HandedMatch(match.match_id, match.next_record, clocks))
        if not all(self._membership.owns(match.match_id) for match in request.matches):
            await self._membership.refresh()
        return handover_pb2.HandedMatchesReply()

    async def finish(self) -> None:
        """Wait until all clocks were taken, but not for long."""
        if self._sending:
            await asyncio.wait(self._sending, timeout=FINISH_SECONDS)

    async def _send_all(self, owner_id: str) -> None:
        """Send what waits for an owner."""
        handed = self._waiting.pop(owner_id)
        link = self._links.up.get(owner_id)
        try:
            if link is None:
                raise LinkBroken
            for first in range(0, len(handed), AT_ONCE):
                flow = link.open(FlowHeader(method=METHOD))
                message = handover_pb2.HandedMatches(matches=map(_write, handed[first : first + AT_ONCE]))
                await flow.send(message.SerializeToString())
                await flow.receive()
                flow.close()
        except (LinkBroken, FlowClosed):
            log.warning("clocks not handed over", node=owner_id, matches=len(handed))


def _write(handed: HandedMatch) -> handover_pb2.HandedMatch:
    """Return the message that holds the clocks of a match."""
    message = handover_pb2.HandedMatch(match_id=handed.match_id, next_record=handed.next_record)
    for clock in handed.clocks:
        message.clocks.add(
            bank_ms=clock.bank_ms,
            decision_number=clock.number,
            used_ms=clock.used_ms,
            running_ms=clock.running_ms,
            spans_ms=clock.spans,
        )
    return message


def _read(clock: handover_pb2.HandedClock) -> HandedClock:
    """Return the clock of a seat that a message holds."""
    return HandedClock(
        clock.bank_ms, clock.decision_number, clock.used_ms, clock.running_ms, tuple(clock.spans_ms)
    )
