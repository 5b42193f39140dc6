"""Keeping matches in memory: brought back from the log when somebody touches them, let go when nobody does."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import structlog

from tilth_rules.kernel import Record, Seeded, Table, nothing_outside
from tilth_server import store
from tilth_server.metrics import Metrics
from tilth_server.outside import Nobody, Oracle
from tilth_server.refusal import Refusal
from tilth_server.settings import Limits
from tilth_server.store import LocalStreams
from tilth_server.tables import clocks, reasons
from tilth_server.tables.alarms import Alarms, LoopTime, Time
from tilth_server.tables.clocks import Clocks
from tilth_server.tables.directory import Directory
from tilth_server.tables.flights import Flight
from tilth_server.tables.ledger import Ledger
from tilth_server.tables.live import LiveMatch
from tilth_server.tables.matches import MatchInfo, State
from tilth_server.tables.observing import Observer
from tilth_server.wire import GameWire, Logged

log = structlog.get_logger()


class Keeper:
    """The matches in memory and everything they need."""

    def __init__(  # noqa: PLR0913 - what a server hands to its house
        self,
        streams: LocalStreams,
        wires: Mapping[str, GameWire],
        *,
        name_of: Callable[[str], str],
        limits: Limits | None = None,
        idle_seconds: float = 300.0,
        metrics: Metrics | None = None,
        oracle: Oracle | None = None,
        time: Time | None = None,
    ) -> None:
        """`name_of` gives a player's name by id; the oracle is asked for outside facts."""
        self.streams = streams
        self.wires = wires
        self.name_of = name_of
        self.limits = limits or Limits()
        self.idle_seconds = idle_seconds
        self.metrics = metrics or Metrics()
        self.oracle: Oracle = oracle or Nobody()
        self.time = time or LoopTime()
        self.directory = Directory()
        self.alarms: Alarms[LiveMatch] = Alarms(self.time, self._ring)
        self.draining = False
        """Set it: no new matches, no new seats."""
        self.closing = False
        """Set it: no answers any more."""
        self.watching = 0
        """Channels that follow a match."""
        self.observers: tuple[Observer, ...] = ()
        self._aloft = 0
        """Flights on their way."""
        self._all_down = asyncio.Event()
        self.when_ended: list[Callable[[MatchInfo], None]] = []
        self.followers: dict[str, list[Callable[[MatchInfo], None]]] = {}
        """Whom to tell that a match of this player has begun."""
        self._live: dict[str, LiveMatch] = {}
        self._coming: dict[LiveMatch, Flight] = {}
        """Matches that are being made."""

    def live(self, match_id: str) -> LiveMatch:
        """The match, in memory from now on."""
        match = self._live.get(match_id)
        if match is None:
            info = self.directory.find(match_id)
            match = self.enlivened(info, self.wire_of(info), self.time.now())
        return match

    def enlivened(self, info: MatchInfo, wire: GameWire, now: float) -> LiveMatch:
        """A match that was not in memory."""
        match = self._live[info.id] = LiveMatch(info, wire, now, self.oracle.has(info.game))
        self.alarms.set(match, now + self.idle_seconds)
        return match

    def wire_of(self, info: MatchInfo) -> GameWire:
        wire = self.wires.get(info.game)
        if wire is None:
            raise Refusal(reasons.NO_GAME, f"this server has no game {info.game!r}")
        return wire

    def awake(self, match: LiveMatch) -> Table:
        """The table of a running match; folded from the log if it isn't in memory.

        BrokenChain, StackUnreadable or Unreadable when its log can't be gone on with.
        """
        if match.table is None:
            match.info.check_whole()
            if match.info.state is not State.RUNNING:
                raise Refusal(reasons.NOT_RUNNING, f"match {match.info.id} isn't being played")
            if match.flying:
                raise Refusal(reasons.RULES_FAILED, "what came before is being put right: try again")
            self._fold(match)
        assert match.table is not None, "it was just folded"
        return match.table

    def state_of(self, match: LiveMatch) -> Any:
        """The state as the log has it, of a match that has started. No rule and no waiting step is needed."""
        if match.info.state is State.RUNNING:
            return self.awake(match).state
        bodies = [record.body for record in self.stored(match)]
        options = match.wire.decode_options(match.info.options)
        state, _ = match.wire.game.start(options, match.info.seat_count)
        for event in match.wire.records.events(bodies):
            event.apply(state)
        return state

    def stored(self, match: LiveMatch, start: int = 0, limit: int | None = None) -> list[store.Record]:
        """Durable records. What the disk has and nobody was told of yet is not read: it still counts as in flight."""
        left = max(0, match.durable - start)
        return self.streams.read_now(match.info.stream, start, left if limit is None else min(limit, left))

    def log_of(self, match: LiveMatch) -> list[Logged]:
        """Every record, those in flight included."""
        decode = match.wire.records.decode
        stored = self.stored(match)
        flying = (entry.body for leg in match.flying for entry in leg.entries)
        bodies = [record.body for record in stored]
        return [decode(number, body) for number, body in enumerate([*bodies, *flying])]

    def ledger_of(self, match: LiveMatch) -> Ledger:
        if match.ledger is None:
            match.ledger = Ledger(match.info.seat_count, self.log_of(match))
        return match.ledger

    def names_of(self, match: LiveMatch) -> tuple[str, ...]:
        """The players' names by seat, "" where nobody sits."""
        return tuple(self.name_of(player) if player else "" for player in match.info.player_ids)

    def fresh(self, match: LiveMatch, records: Iterable[Record] = (), *, resume: bool = False) -> Table:
        """A table of the match: before its start, or as these records leave it."""
        info = match.info
        arguments = (
            match.wire.game,
            match.wire.decode_options(info.options),
            info.seat_count,
            Seeded(info.seed),
        )
        outside = match.inquiry or nothing_outside
        if resume:
            return Table.resume(*arguments, list(records), outside=outside)
        return Table(*arguments, outside=outside)

    def released(self, match: LiveMatch) -> None:
        """A channel has left: nobody may follow it any more."""
        if not match.channels and match.table is None and not match.flying:
            self._forget(match)

    def wind(self, match: LiveMatch, now: float, times: Clocks | None = None) -> None:
        """Set the clocks by what is open now, and the alarm by them."""
        if match.clocks and match.table is not None:
            read = match.clock_time(now)
            match.clocks = clocks.following(match.clocks if times is None else times, match.table, read)
            if match.paused_at is None:
                self.alarms.set(match, clocks.first_deadline(match.clocks, match.info.clock))

    def _fold(self, match: LiveMatch) -> None:
        """Bring the table back as the log has it."""
        logged = self.log_of(match)
        records = [each.record for each in logged if each.record is not None]
        match.ledger = Ledger(match.info.seat_count, logged)
        table = self.fresh(match, records, resume=True)
        table.number = match.length - 1
        match.wake(table)
        match.names = self.names_of(match)
        now = match.touched = match.stepped = self.time.now()
        info = match.info
        match.paused_at = None if info.paused is None else now
        if info.clock.runs:
            match.clocks = clocks.wound(info.clock, info.seat_count, logged)
            self.wind(match, now)
        else:
            self.alarms.set(match, now + self.idle_seconds)
        inquiry = match.inquiry
        if inquiry is not None and now >= inquiry.plays_on_at and table.resigned.intersection(table.open):
            # The server stopped while a fact was asked for.
            asyncio.get_running_loop().call_soon(self.play_on, match)

    def plays_itself(self, info: MatchInfo) -> bool:
        """Whether seats have resigned there whose default answers may need facts: those are given one by one."""
        return info.state is State.RUNNING and bool(info.resigned) and self.oracle.has(info.game)

    def play_on(self, match: LiveMatch) -> None:
        raise NotImplementedError

    def _ring(self, match: LiveMatch) -> None:
        """Its alarm: somebody's time may be out, or nobody has touched it for long."""
        if self._live.get(match.info.id) is not match:
            return
        now = self.time.now()
        if match.clocks and match.paused_at is None:
            self._look_at_clocks(match, now)
        elif match.flying or match.waits or match.clocks or now < match.touched + self.idle_seconds:
            self.alarms.set(match, max(now, match.touched) + self.idle_seconds)
        else:
            match.sleep()
            self.released(match)

    def _look_at_clocks(self, match: LiveMatch, now: float) -> None:
        raise NotImplementedError

    def _forget(self, match: LiveMatch) -> None:
        if self._live.get(match.info.id) is match:
            del self._live[match.info.id]
