"""Matches that nobody plays: the list of them, and their end after a time that was announced.

The times are those of last_records.py, because no index knows the time of an answer.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec
import structlog

from tilth_server.matches.last_records import LastRecords
from tilth_server.matches.lobby import Lobby
from tilth_server.matches.match_info import MatchInfo, State
from tilth_server.matches.play import MatchPlay
from tilth_server.refusal import Refusal
from tilth_server.store import KeptValue, StoreError, Streams, report_outcome

log = structlog.get_logger()

DAY_SECONDS: Final = 86_400
MAX_SWEEP_SECONDS: Final = 3600.0
"""The longest time between two looks for matches to cancel."""
KEY: Final = "idle_matches"
"""The key under which the rule is kept beside the streams."""


class IdleRule(msgspec.Struct, frozen=True):
    """The time after which the server cancels a match, and since when players could know it."""

    seconds: float
    since_ms: int
    seen_ms: int
    """When the server was last running. A longer downtime announces the rule again: nobody could play in it."""


class Idle(msgspec.Struct, frozen=True, gc=False):
    """A match that has not ended, and the time of its last record."""

    info: MatchInfo
    last_ms: int


class IdleMatches:
    """The matches that have not ended, by the time of their last record."""

    def __init__(self, play: MatchPlay, last_records: LastRecords) -> None:
        self._index = play.cache.index
        self._facts = play.facts
        self._last_records = last_records

    async def longest_first(self, player_id: str = "") -> list[Idle]:
        """Return the matches that have not ended, the one without a record for the longest time first; with a player,
        only running matches in which a decision of the player is open. A node lists those that it owns.
        """
        index = self._index
        if player_id:
            infos = [
                info
                for info in await index.running_matches_of(player_id)
                if index.owns(info.id)
                and any(info.player_ids[seat] == player_id for seat in await self.pending_seats(info) or ())
            ]
        else:
            infos = [info for info in await index.unfinished_matches() if index.owns(info.id)]
        found = [Idle(info, await self._last_records.ms(info)) for info in infos if info.damage is None]
        return sorted(found, key=lambda idle: (idle.last_ms, idle.info.id))

    async def pending_seats(self, info: MatchInfo) -> list[int] | None:
        """Return the seats that a match waits for, which loads a running one; None if it cannot be loaded."""
        if info.state is not State.RUNNING:
            return []
        try:
            match = await self._facts.wait_loaded(info.id)
        except (Refusal, StoreError):
            return None
        return [] if match.table is None else sorted(match.table.open.keys() - match.table.resigned)

    async def read_last_ms(self, info: MatchInfo) -> int:
        """Return the time of the last record of a match, read from the store."""
        return await self._last_records.read_ms(info)


class IdleEnd:
    """The canceller of matches without a record for a time. Paused matches and those of tournaments stay."""

    rule: IdleRule | None = None
    """None if no match is cancelled."""

    def __init__(self, idle: IdleMatches, lobby: Lobby, streams: Streams, wall_ms: Callable[[], int]) -> None:
        self._idle = idle
        self._lobby = lobby
        self._streams = streams
        self._wall_ms = wall_ms
        self._sweeping: asyncio.Task[None] | None = None

    async def open(self, seconds: float) -> None:
        """Read the rule that was in force, and keep the new one; 0 seconds for none."""
        now = self._wall_ms()
        kept = (await self._streams.kept_values(KEY)).get(KEY)
        if not seconds:
            if kept is not None:
                await self._keep(b"")
            return
        before = None if kept is None else msgspec.json.decode(kept, type=IdleRule)
        stays = before is not None and before.seconds == seconds and now - before.seen_ms < DAY_SECONDS * 1000
        since = before.since_ms if stays and before is not None else now
        self.rule = IdleRule(seconds, since, now)
        await self._keep(msgspec.json.encode(self.rule))
        log.info("idle matches are cancelled", days=round(seconds / DAY_SECONDS, 6), since_ms=since)

    def start(self) -> None:
        """Look for matches to cancel from now on."""
        if self.rule is not None:
            self._sweeping = asyncio.create_task(self._sweep_on(self.rule))

    async def close(self) -> None:
        """Stop looking."""
        if self._sweeping is not None:
            self._sweeping.cancel()
            await asyncio.gather(self._sweeping, return_exceptions=True)

    def ends_ms(self, idle: Idle) -> int:
        """Return when the match is cancelled if nothing happens; 0 if it is not."""
        info, rule = idle.info, self.rule
        if rule is None or info.paused is not None or info.tournament_id or not info.is_unfinished:
            return 0
        return max(idle.last_ms, rule.since_ms) + round(rule.seconds * 1000)

    async def _sweep_on(self, rule: IdleRule) -> None:
        """Cancel idle matches again and again, and note that the server was running."""
        pause = min(MAX_SWEEP_SECONDS, rule.seconds / 10)
        while True:
            try:
                await self._sweep(rule)
                seen = msgspec.structs.replace(rule, seen_ms=self._wall_ms())
                await self._keep(msgspec.json.encode(seen))
            except Exception:
                log.exception("idle matches not cancelled")
            await asyncio.sleep(pause)

    async def _sweep(self, rule: IdleRule) -> None:
        """Cancel each match whose time is over."""
        for idle in await self._idle.longest_first():
            if not 0 < self.ends_ms(idle) <= self._wall_ms():
                continue
            info = idle.info
            # An answer may have come since the list was made.
            if await self._idle.read_last_ms(info) != idle.last_ms:
                continue
            days = f"{rule.seconds / DAY_SECONDS:g}"
            with suppress(Refusal):
                await self._lobby.cancel("", info.id, f"nobody has played for {days} days")
                log.info("idle match cancelled", match=info.id, last_ms=idle.last_ms)

    async def _keep(self, body: bytes) -> None:
        """Keep the rule beside the streams; an empty body removes it."""
        durable: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._streams.put(
            (), lambda error, heads: report_outcome(durable, error, heads), [KeptValue(KEY, body)]
        )
        await durable
