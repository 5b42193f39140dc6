"""The house: every match on this server, and the one way in to each of them."""

import asyncio
from collections.abc import Collection

import structlog

from tilth_server.store import BrokenChain, Record
from tilth_server.tables.asking import closing
from tilth_server.tables.filters import Filter
from tilth_server.tables.live import LiveMatch
from tilth_server.tables.matches import STREAMS, MatchInfo, NotAMatch, State, born, closes, grown, stream_of
from tilth_server.tables.steering import Steering

log = structlog.get_logger()

NAMES_AT_ONCE = 1000
FIRST_RECORDS = 64


class House(Steering):
    """All matches, stepped synchronously on the one loop. `open` first, `close` last.

    What can't be done raises `Refusal` (reasons in tables/reasons.py), the kernel's `OptionsRefused`,
    or what the store raises; nothing has changed then. What returns, is durable.
    """

    async def open(self) -> None:
        """Read the directory from the store; wake the matches that go on by themselves."""
        after = ""
        while names := await self.streams.names(STREAMS, after, NAMES_AT_ONCE):
            for name, length in names:
                self._list(name.removeprefix(STREAMS), length)
            after = names[-1][0]
            await asyncio.sleep(0)
        for info in self.directory.running():
            if (info.clock.runs or self.plays_itself(info)) and info.damage is None:
                self._revive(info.id)

    async def close(self) -> None:
        """Take no answers any more, and wait until what was taken is durable, or has failed."""
        self.closing = True
        self.alarms.stop()
        for match in list(self._live.values()):
            self.let_go(match, closing())
            self._grounded(match)
        await self.all_down()

    def find(self, match_id: str) -> MatchInfo:
        """Raises Refusal(NO_MATCH), or BrokenChain for one whose log is damaged."""
        return self.directory.find(match_id)

    def page(self, wanted: Filter, size: int, after: str) -> tuple[list[MatchInfo], str]:
        """The newest first, of those after the key `after`; and the key to go on after, "" at the end."""
        return self.directory.page(wanted, size, after)

    def adopt(self, match_id: str) -> MatchInfo:
        """Take a match into the directory whose stream was written from outside: an import."""
        self._list(match_id)
        info = self.directory.find(match_id)
        if (info.clock.runs and info.state is State.RUNNING) or self.plays_itself(info):
            self._revive(match_id)
        return info

    def counts(self) -> dict[str, int]:
        """Matches by state (open, running, over, cancelled), and those in memory (live)."""
        counts = {state.name.lower(): self.directory.states[state] for state in State}
        return {**counts, "live": len(self._live)}

    def in_memory(self) -> Collection[LiveMatch]:
        """The matches that somebody plays or watches, or has lately."""
        return self._live.values()

    def paused(self) -> int:
        """Running matches that an operator has stopped."""
        running = set().union(*self.directory.playing.values())
        return sum(self.directory.find(match_id).paused is not None for match_id in running)

    def watchers(self) -> int:
        """Channels that follow a match."""
        return self.watching

    def _list(self, match_id: str, length: int | None = None) -> None:
        try:
            self.directory.add(self._read(match_id, length))
        except BrokenChain as broken:
            self.directory.add_broken(match_id, broken)
        except NotAMatch as why:
            log.error("no match", what=str(why))

    def _read(self, match_id: str, length: int | None) -> MatchInfo:
        """What is known of the match. Of a long one that is over, only the first records and the last are read."""
        stream = stream_of(match_id)
        few = length is not None and length > FIRST_RECORDS
        records, broken = self._good(stream, 0, FIRST_RECORDS if few else None)
        if not records:
            raise broken or NotAMatch(f"match {match_id} has no records")
        info = born(match_id, records[0].body)
        info.damage = broken
        for record in records[1:]:
            grown(info, record.body)
        if length is not None and length > len(records):
            self._read_on(info, len(records), length)
        return info

    def _read_on(self, info: MatchInfo, read: int, length: int) -> None:
        last, broken = self._good(info.stream, length - 1, 1)
        if (info.started or info.damage) and last and closes(last[0].body):
            grown(info, last[0].body)
        elif info.damage is None:
            records, broken = self._good(info.stream, read, None)
            for record in records:
                grown(info, record.body)
            info.damage = broken
        info.record_count = length

    def _good(self, stream: str, start: int, limit: int | None) -> tuple[list[Record], BrokenChain | None]:
        """Records up to the first that is not what was written: the match can be read so far, and not played on."""
        try:
            return self.streams.read_now(stream, start, limit), None
        except BrokenChain as broken:
            log.error("broken chain", what=str(broken))
            good = broken.number - start
            return self.streams.read_now(stream, start, good) if good > 0 else [], broken
