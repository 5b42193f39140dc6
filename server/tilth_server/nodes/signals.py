"""Signals: what a node sends to the others at once, so that nobody has to look for it.

A signal is a hint. What it says is in the store, or is sent again when a link comes up, so a lost one costs time only.
"""

import asyncio
from collections.abc import Iterable
from typing import Final

from tilth.links.v1 import links_pb2 as pb
from tilth_server.matches.match_info import MatchInfo
from tilth_server.matches.registry import Matches
from tilth_server.nodes.flows import Flow, FlowClosed, LinkBroken
from tilth_server.nodes.links import Links
from tilth_server.nodes.match_plays import play_message
from tilth_server.nodes.membership import Membership
from tilth_server.nodes.peer_link import PeerLink

METHOD: Final = "tilth.links.v1.Signals"
"""The name of a flow of signals."""
RETRY_SECONDS: Final = 1.0
MAX_QUEUED: Final = 10_000
"""Signals about matches that wait for a slow node. Any others are left out, and a signal says so."""


class _Peer:
    """The signals that are still to be sent to one other node."""

    def __init__(self, present: Iterable[str], *, follows_lists: bool) -> None:
        self.matches: list[pb.MatchSignal] = []
        self.present = dict.fromkeys(present, True)
        """By player: whether the player has come (True) or left."""
        self.tournaments: dict[str, None] = {}
        self.wanted: dict[str, None] = {}
        self.shown: dict[str, None] = {}
        self.follows_lists: bool | None = follows_lists
        self.has_left_out = False
        self.changed = asyncio.Event()

    def add(self, signal: pb.MatchSignal) -> None:
        """Queue a signal about a match."""
        if len(self.matches) < MAX_QUEUED:
            self.matches.append(signal)
        else:
            self.has_left_out = True
        self.changed.set()

    def take(self) -> pb.Signals:
        """Return everything that is queued, as one message."""
        self.changed.clear()
        message = pb.Signals(
            matches=self.matches,
            arrived_player_ids=[player for player, is_here in self.present.items() if is_here],
            left_player_ids=[player for player, is_here in self.present.items() if not is_here],
            tournament_ids=self.tournaments,
            follows_lists=self.follows_lists,
            wanted_match_ids=self.wanted,
            shown_match_ids=self.shown,
            has_left_out=self.has_left_out,
        )
        self.matches, self.present, self.tournaments, self.wanted, self.shown = [], {}, {}, {}, {}
        self.follows_lists, self.has_left_out = None, False
        return message


class SignalSender:
    """The part of a node that sends its signals to each linked node."""

    def __init__(self, links: Links, membership: Membership, matches: Matches) -> None:
        self.present: dict[str, set[str]] = {}
        """The players who attend at each other node, as the receiver has learned."""
        self._links = links
        self._membership = membership
        self._matches = matches
        self._changes = matches.commits.events.changes
        self._peers: dict[str, _Peer] = {}
        self._followers: set[str] = set()
        """The nodes at which lists are followed."""
        self._follows = False
        self._reporting: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Send signals to every node that is linked, or will be."""
        events = self._matches.commits.events
        events.on_any_started.append(self._on_started)
        self._matches.on_end(self._on_ended)
        self._matches.presence.on_change.append(self._on_presence)
        self._matches.on_play_wanted = self._on_play_wanted
        self._changes.on_followed = self._on_followed
        self._links.on_up.append(self._begin)
        for link in list(self._links.up.values()):
            self._begin(link)

    def close(self) -> None:
        """Send no signals any longer."""
        for task in [*self._tasks, *([] if self._reporting is None else [self._reporting])]:
            task.cancel()

    def send_tournament(self, tournament_id: str) -> None:
        """Tell all nodes that this one has appended to a tournament."""
        for peer in self._peers.values():
            peer.tournaments[tournament_id] = None
            peer.changed.set()

    def set_follower(self, member_id: str, *, follows: bool) -> None:
        """Report changes of matches to another node, or no longer."""
        if follows and member_id not in self._followers:
            self._followers.add(member_id)
            if self._reporting is None:
                self._reporting = asyncio.create_task(self._report_changes())
            peer = self._peers.get(member_id)
            if peer is not None:
                # Something may have changed since it read its lists.
                peer.has_left_out = True
                peer.changed.set()
        elif not follows:
            self._followers.discard(member_id)
            if not self._followers and self._reporting is not None:
                self._reporting.cancel()
                self._reporting = None

    def _begin(self, link: PeerLink) -> None:
        """Send signals on a link until it ends."""
        task = asyncio.create_task(self._send(link))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send(self, link: PeerLink) -> None:
        """Send signals on a link until it ends. A node that takes none is asked again: it may be starting."""
        while link.is_up:
            peer = _Peer(self._matches.presence.here(), follows_lists=self._follows)
            self._peers[link.member_id] = peer
            try:
                flow = link.open(pb.FlowHeader(method=METHOD, address=self._membership.me.id))
                await self._send_all(flow, peer)
            except (FlowClosed, LinkBroken):
                pass
            finally:
                if self._peers.get(link.member_id) is peer:
                    del self._peers[link.member_id]
            await asyncio.sleep(RETRY_SECONDS)

    @staticmethod
    async def _send_all(flow: Flow, peer: _Peer) -> None:
        """Send signals on a flow until it ends."""
        ending = asyncio.create_task(flow.receive())
        ending.add_done_callback(lambda _: peer.changed.set())
        try:
            while not ending.done():
                await flow.send(peer.take().SerializeToString())
                await peer.changed.wait()
        finally:
            ending.cancel()
            await asyncio.gather(ending, return_exceptions=True)

    def _on_started(self, info: MatchInfo) -> None:
        """Tell the owner of a match that it has started, and the nodes at which its players attend."""
        owner_id = self._membership.owner_of(info.id).id
        for member_id, peer in self._peers.items():
            here = self.present.get(member_id, ())
            if member_id == owner_id or any(player_id in here for player_id in info.player_ids):
                peer.add(pb.MatchSignal(match_id=info.id, has_started=True, player_ids=info.player_ids))

    def _on_ended(self, info: MatchInfo) -> None:
        """Tell the owner of a tournament that one of its matches has ended."""
        if info.tournament_id and self._peers:
            peer = self._peers.get(self._membership.owner_of(info.tournament_id).id)
            if peer is not None:
                signal = pb.MatchSignal(match_id=info.id, has_ended=True, tournament_id=info.tournament_id)
                peer.add(signal)

    def _on_presence(self, player_id: str, is_here: bool) -> None:
        """Tell all nodes that a player has come or left."""
        for peer in self._peers.values():
            peer.present[player_id] = is_here
            peer.changed.set()

    def _on_followed(self, follows: bool) -> None:
        """Tell all nodes whether a list is followed here."""
        self._follows = follows
        for peer in self._peers.values():
            peer.follows_lists = follows
            peer.changed.set()

    def _on_play_wanted(self, match_id: str, loads: bool) -> None:
        """Ask the owner of a match on a list for its state of play."""
        peer = self._peers.get(self._membership.owner_of(match_id).id)
        if peer is not None:
            (peer.wanted if loads else peer.shown)[match_id] = None
            peer.changed.set()

    async def _report_changes(self) -> None:
        """Report every change of a match to the nodes that follow lists, until none does."""
        changes = self._changes
        with changes.followed(by_list=False) as changed:
            version = changes.version
            while True:
                await changed.wait()
                changed.clear()
                found, version = changes.own_since(version), changes.version
                peers = [peer for member_id, peer in self._peers.items() if member_id in self._followers]
                signals = [self._change(match_id, is_listed) for match_id, is_listed in found or ()]
                for peer in peers:
                    for signal in signals:
                        peer.add(signal)
                    if found is None:
                        peer.has_left_out = True
                        peer.changed.set()

    def _change(self, match_id: str, is_listed: bool) -> pb.MatchSignal:
        """Return the signal that a match has changed."""
        signal = pb.MatchSignal(match_id=match_id, has_changed=True, is_listed=is_listed)
        info = self._matches.index.find_cached(match_id)
        if info is not None:
            signal.record_count = info.record_count
        play = self._changes.play_of(match_id)
        if play is not None:
            signal.play.CopyFrom(play_message(play, self._matches.time.now()))
        return signal
