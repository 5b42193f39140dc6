"""The fold of a match's stream into the data that lists show of it."""

from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing, suppress
from typing import Final, Protocol

import structlog

from tilth_server.matches.match_info import (
    MatchInfo,
    NotAMatchStream,
    apply_record,
    has_forfeits,
    is_final,
    match_from,
    resigns,
    stream_of,
)
from tilth_server.store import BrokenChain, Head, StoredRecord

log = structlog.get_logger()

FIRST_RECORDS: Final = 64
"""Records at the beginning of a stream that are read at first. A finished match needs only these and the last, unless a
seat has resigned."""


class Claims(Protocol):
    """The method of the name book that a fold calls: which players an imported match only claims."""

    def claimed_in(self, match_id: str, player_ids: Iterable[str]) -> frozenset[str]:
        """Return the players of this server that an imported match names without their hashes."""


class Records(Protocol):
    """The two methods of a store's streams by which a fold reads a match's records."""

    async def head(self, stream: str) -> Head:
        """Return the stream's length and last hash."""
        ...

    def read(
        self, stream: str, start: int = 0, limit: int | None = None
    ) -> AsyncGenerator[StoredRecord, None]:
        """Yield the records from `start` on, at most `limit` of them; raise BrokenChain at the first damaged one."""
        ...


class MatchFold:
    """The fold that builds the data of a match from its records."""

    def __init__(self, streams: Records, names: Claims) -> None:
        self._streams = streams
        self._names = names

    async def read(self, match_id: str) -> MatchInfo:
        """Return the match up to its first damaged record; for a long finished match, read only its first and last
        records.

        Raise NotAMatchStream if it has no records, or is no match; BrokenChain if its first record is damaged.
        """
        stream = stream_of(match_id)
        length = (await self._streams.head(stream)).length
        records, broken = await self._verified_records(stream, 0, FIRST_RECORDS)
        if not records:
            raise broken or NotAMatchStream(f"match {match_id} has no records")
        info = match_from(match_id, records[0].body)
        info.damage = broken
        for record in records[1:]:
            apply_record(info, record.body)
        if length > len(records):
            await self._read_rest(info, len(records), length)
        info.claimed_ids = self._names.claimed_in(match_id, {info.creator_id, *info.player_ids})
        return info

    async def _read_rest(self, info: MatchInfo, read: int, length: int) -> None:
        """Apply the records from `read` on. For an ended match only the last record is needed."""
        last, _ = await self._verified_records(info.stream, length - 1, 1)
        if (info.started or info.damage) and last and is_final(last[0].body):
            if has_forfeits(last[0].body):
                await self._read_forfeits(info, read, length - 1)
            apply_record(info, last[0].body)
            info.listed_count = length
        elif info.damage is None:
            try:
                async with aclosing(self._streams.read(info.stream, read, length - read)) as stored:
                    async for record in stored:
                        apply_record(info, record.body)
            except BrokenChain as broken:
                log.error("damaged record found", error=str(broken))
                info.damage = broken
        info.record_count = length

    async def _read_forfeits(self, info: MatchInfo, start: int, end: int) -> None:
        """Apply the resignations among these records of a match that has ended, up to the first damaged record."""
        with suppress(BrokenChain):
            async with aclosing(self._streams.read(info.stream, start, end - start)) as stored:
                async for record in stored:
                    if resigns(record.body):
                        apply_record(info, record.body)

    async def _verified_records(
        self, stream: str, start: int, limit: int
    ) -> tuple[list[StoredRecord], BrokenChain | None]:
        """Return the records up to the first damaged one, and the damage."""
        records: list[StoredRecord] = []
        try:
            async with aclosing(self._streams.read(stream, start, limit)) as stored:
                async for record in stored:
                    records.append(record)  # noqa: PERF401 - records read before the damage are kept
        except BrokenChain as broken:
            log.error("damaged record found", error=str(broken))
            return records, broken
        return records, None
