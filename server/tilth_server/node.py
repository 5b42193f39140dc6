"""`Node`: what a server has only if it is one of several on one store: members, links, and what all of them share."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from tilth.links.v1 import handover_pb2, links_pb2
from tilth_build import build_name
from tilth_server.api.gateway import Gateway
from tilth_server.api.node_actions import NodeActions, tournament_at_owner
from tilth_server.api.node_list import NodeList
from tilth_server.api.remote_seats import RemoteSeats
from tilth_server.matches.registry import Matches
from tilth_server.node_metrics import NodeCounts
from tilth_server.nodes import clock_handover
from tilth_server.nodes.clock_handover import ClockHandover
from tilth_server.nodes.following import catch_up_all, follow
from tilth_server.nodes.levels import AUDIT_NODE
from tilth_server.nodes.links import Links
from tilth_server.nodes.membership import Membership, new_member
from tilth_server.nodes.signal_receiver import SignalReceiver
from tilth_server.nodes.signals import METHOD as SIGNALS
from tilth_server.nodes.signals import SignalSender
from tilth_server.settings import NodeSettings
from tilth_server.store import Members, Turn
from tilth_server.tournaments.registry import Tournaments

LINKS_SECONDS: Final = 3.0
"""Seconds for which a node that starts waits for the links to the others."""


class Node:
    """This server as one of several nodes, from `join` until `leave`."""

    def __init__(
        self,
        settings: NodeSettings,
        table: Members,
        matches: Matches,
        make_gateway: Callable[[Membership], Gateway],
    ) -> None:
        """Raise BadCertificate if the links cannot use theirs."""
        self.membership = Membership(table, new_member(str(settings.listen), build_name()))
        self.gateway = make_gateway(self.membership)
        self.links = self.gateway.links = Links(
            self.membership, settings.listen, self.gateway.serve, settings.tls, self.gateway.traffic
        )
        self.list = NodeList(self.membership, self.links, self.gateway.traffic, matches.owned_count)
        self._matches = matches
        self._clocks = ClockHandover(matches.handed_clocks, self.membership, self.links)
        self.gateway.add(clock_handover.METHOD, handover_pb2.HandedMatches, self._clocks.take)
        self._signals: tuple[SignalSender | SignalReceiver, ...] = ()
        self._following: asyncio.Task[None] | None = None

    def address_of_owner(self, match_id: str) -> str:
        """Return the address of the node that owns a match."""
        return self.membership.owner_of(match_id).address

    def audit_address(self) -> str:
        """Return this node's address for the audit; "" while a member is too old to read it there."""
        return self.membership.me.address if self.membership.everyone_reads(AUDIT_NODE) else ""

    def counts(self) -> NodeCounts:
        """Return what this node counts, for metrics."""
        return NodeCounts(
            members=len(self.membership.members),
            links_up=len(self.links.up),
            heartbeat_age=self.membership.heartbeat_age,
            owned=self._matches.owned_count(),
            taken_over=self._matches.taken_over,
            traffic=self.gateway.traffic,
        )

    async def join(self, tournaments: Tournaments, shared: Sequence[Turn]) -> None:
        """Become a member, and be linked to the others. `shared` are the turns of the streams that all nodes write.

        Raise LinksFailed if the address for links is taken, or NotAdjacent if a member is too old or too new.
        """
        # Before the first link: the other nodes send signals at once.
        self._share_matches()
        self._share_tournaments(tournaments)
        await self.links.listen()
        await self.membership.start()
        self.links.start()
        # Its first client's calls about matches of other nodes need the links.
        await self.links.wait_up(LINKS_SECONDS)
        self.links.tell_news()
        for turn in shared:
            turn.is_shared = True
        self.gateway.catch_up = partial(catch_up_all, shared)
        self._following = asyncio.create_task(follow(shared))

    async def give_up_matches(self) -> None:
        """Say that this node stops: the others take its matches over."""
        await self.membership.leave()
        self.links.tell_news()

    async def leave(self) -> None:
        """Be no member any longer."""
        for part in self._signals:
            part.close()
        if self._following is not None:
            self._following.cancel()
        await self._clocks.finish()
        await self.links.close()
        await self.membership.close()

    def _share_matches(self) -> None:
        """Act only for the matches that this node owns."""
        members, matches = self.membership, self._matches
        handover = matches.follow_owners(
            members.owns, is_sure_of=members.is_sure_of, owned_before=members.owned_before
        )
        handover.on_leave = self._clocks.leave
        members.on_change.append(partial(matches.on_owners_changed, members.owned_before))
        matches.seats = RemoteSeats(self.gateway, matches.lobby)
        matches.actions = NodeActions(matches.actions, self.gateway)

    def _share_tournaments(self, tournaments: Tournaments) -> None:
        """Direct only the tournaments of this node, and exchange with the others what lists and directors wait for."""
        members, gateway, handover = self.membership, self.gateway, tournaments.handover
        tournaments.message_at_owner = partial(tournament_at_owner, gateway)
        handover.follow_owners(members.owns)
        members.on_change.append(partial(handover.on_owners_changed, members.owned_before))
        sender = SignalSender(self.links, members, self._matches)
        receiver = SignalReceiver(sender, self._matches)
        self._signals = (sender, receiver)
        gateway.add(SIGNALS, links_pb2.Signals, receiver.serve, streams=True)
        handover.on_appended_here.append(sender.send_tournament)
        receiver.on_tournament.append(handover.on_appended_elsewhere)
        receiver.on_end.append(tournaments.on_match_ended)
        receiver.on_gap += [handover.look_again, self._matches.on_gap]
        sender.start()
