"""The signals of other nodes, and what follows from them at this one."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Protocol

import structlog

from tilth.links.v1 import links_pb2 as pb
from tilth_server.matches.match_info import MatchInfo, State
from tilth_server.matches.registry import Matches
from tilth_server.nodes.match_plays import play_of
from tilth_server.nodes.signals import SignalSender
from tilth_server.refusal import Refusal
from tilth_server.store import StoreError

log = structlog.get_logger()


class Messages(Protocol):
    """The messages of a flow that another node has opened."""

    read: Callable[[], Awaitable[bytes | None]]
    """Reads the next message; None at the end."""


class SignalReceiver:
    """The part of a node that takes in the signals of the others."""

    def __init__(self, sender: SignalSender, matches: Matches) -> None:
        self.on_tournament: list[Callable[[str], None]] = []
        """Called with the id of a tournament to which another node has appended."""
        self.on_end: list[Callable[[MatchInfo], None]] = []
        """Called with a match of a tournament that has ended at another node."""
        self.on_gap: list[Callable[[], None]] = []
        """Called when signals of another node may have been missed."""
        self._sender = sender
        self._matches = matches
        self._changes = matches.commits.events.changes
        self._tasks: set[asyncio.Task[None]] = set()

    def close(self) -> None:
        """Follow no signals any longer."""
        for task in self._tasks:
            task.cancel()

    async def serve(self, messages: Messages, call: Any) -> None:
        """Take in the signals of another node, until its flow ends."""
        member_id = call.address
        here = self._sender.present[member_id] = set()
        self._note_gap()
        try:
            while (raw := await messages.read()) is not None:
                self._take_in(member_id, here, pb.Signals.FromString(raw))
        finally:
            for player_id in here:
                self._matches.presence.closed_elsewhere(player_id)
            if self._sender.present.get(member_id) is here:
                del self._sender.present[member_id]
                self._sender.set_follower(member_id, follows=False)
            self._note_gap()

    def _note_gap(self) -> None:
        """Take note that signals of another node may have been missed."""
        self._changes.note_gap()
        for call in self.on_gap:
            call()

    def _take_in(self, member_id: str, here: set[str], message: pb.Signals) -> None:
        """Take in one message of another node."""
        presence = self._matches.presence
        for player_id in message.arrived_player_ids:
            if player_id not in here:
                here.add(player_id)
                presence.opened_elsewhere(player_id)
        for player_id in message.left_player_ids:
            if player_id in here:
                here.discard(player_id)
                presence.closed_elsewhere(player_id)
        if message.HasField("follows_lists"):
            self._sender.set_follower(member_id, follows=message.follows_lists)
        for tournament_id in message.tournament_ids:
            for call in self.on_tournament:
                call(tournament_id)
        self._take_in_matches(message)

    def _take_in_matches(self, message: pb.Signals) -> None:
        """Take in what a message says about matches."""
        if message.has_left_out:
            self._changes.note_gap()
        for signal in message.matches:
            if signal.has_changed and signal.match_id in self._matches.cache.loaded:
                self._run(self._take_in_loaded(signal))
            elif signal.has_changed:
                self._take_in_change(signal)
            else:
                self._run(self._take_in_match(signal))
        for match_id in message.wanted_match_ids:
            self._run(self._load(match_id))
        for match_id in message.shown_match_ids:
            self._note_loaded(match_id)

    async def _take_in_loaded(self, signal: pb.MatchSignal) -> None:
        """Take note that another node has changed a match that is in memory here, because it was created here. Its
        records are read again first.
        """
        await self._matches.fetch(signal.match_id)
        self._take_in_change(signal)

    def _take_in_change(self, signal: pb.MatchSignal) -> None:
        """Take note, for lists, that another node has changed a match."""
        index = self._matches.index
        info = index.find_cached(signal.match_id)
        if signal.is_listed:
            index.forget(signal.match_id)
        elif info is not None and not index.owns(signal.match_id):
            info.record_count = max(info.record_count, signal.record_count)
        play = None
        if signal.HasField("play") and not index.owns(signal.match_id):
            # Of its own matches a node knows better: the sender may have made the match, which it no longer follows.
            play = play_of(signal.play, self._matches.time.now())
        self._changes.note_elsewhere(signal.match_id, play, is_listed=signal.is_listed)

    async def _take_in_match(self, signal: pb.MatchSignal) -> None:
        """Take note that a match has started or ended at another node."""
        matches, events = self._matches, self._matches.commits.events
        if signal.has_started:
            is_expected = any(player_id in events.on_started for player_id in signal.player_ids)
            if not matches.index.owns(signal.match_id) and not is_expected:
                return
            info = await matches.fetch(signal.match_id)
            if matches.index.owns(info.id):
                await matches.take_over(info)
            events.report_start(info)
        elif signal.has_ended:
            info = await matches.fetch(signal.match_id)
            if info.state not in (State.OPEN, State.RUNNING):
                for call in self.on_end:
                    call(info)

    async def _load(self, match_id: str) -> None:
        """Bring a match into memory, whose state of play a list at another node shows."""
        if not self._note_loaded(match_id):
            info = await self._matches.fetch(match_id)
            if info.state is State.RUNNING and info.damage is None:
                await self._matches.cache.load(self._matches.cache.get(match_id))

    def _note_loaded(self, match_id: str) -> bool:
        """Note the state of play of a match for lists, if it is in memory. Return whether it is."""
        live = self._matches.cache.loaded.get(match_id)
        if live is None or live.table is None:
            return False
        self._changes.note_loaded(live)
        return True

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        """Do the work in a task of its own. A failure is only logged: a signal is a hint."""
        task = asyncio.create_task(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @staticmethod
    async def _guarded(work: Coroutine[Any, Any, None]) -> None:
        """Do the work, and log a failure."""
        try:
            await work
        except (Refusal, StoreError) as error:
            log.debug("signal not followed", error=str(error))
        except Exception:
            log.exception("signal not followed")
