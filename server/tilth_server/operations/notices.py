"""Notices: what operators tell everybody. An announcement, and the time at which the server is going to stop."""

import asyncio
import time
from collections.abc import Callable
from typing import Final

from tilth.v1.lobby_pb2 import Notice
from tilth.v1.operations_pb2 import Announced, NoticeRecord, StopPlanned
from tilth_server.reasons import END_INVALID
from tilth_server.refusal import Refusal, over_limit
from tilth_server.store import Streams, Turn, again_if_moved

STREAM: Final = "notices"
LONGEST_TEXT: Final = 500


class Notices:
    """The announcement and the planned stop of a server. `load` reads them."""

    def __init__(self, store: Streams, is_draining: Callable[[], bool]) -> None:
        self._store = store
        self._is_draining = is_draining
        self._length = 0
        self.turn = Turn(self._catch_up)
        self._announced = Announced()
        self._planned = StopPlanned()
        self.on_change: Callable[[], None] = lambda: None
        """Callback for each change of what `current` returns, but for the end of an announcement by the clock."""

    async def load(self) -> None:
        """Read the stream. Raises BrokenChain if a record is damaged."""
        async for stored in self._store.read(STREAM):
            self._apply(NoticeRecord.FromString(stored.body))

    def current(self) -> Notice | None:
        """Return the present notice to everybody; None if there is none."""
        notice = Notice(draining=self._is_draining())
        announced = self._announced
        if announced.text and not (
            announced.HasField("ends_at") and _is_past(announced.ends_at.ToMilliseconds())
        ):
            notice.announcement = announced.text
            if announced.HasField("ends_at"):
                notice.announcement_ends_at.CopyFrom(announced.ends_at)
        if notice.draining and self._planned.HasField("stops_at"):
            notice.stops_at.CopyFrom(self._planned.stops_at)
            notice.stop_reason = self._planned.reason
            left_ms = self._planned.stops_at.ToMilliseconds() - time.time_ns() // 1_000_000
            notice.stops_in.FromMilliseconds(max(0, left_ms))
        return notice if notice.announcement or notice.draining else None

    @property
    def is_stop_ahead(self) -> bool:
        """Return whether a time is set at which the server is going to stop, and it has not come."""
        return self._planned.HasField("stops_at") and not _is_past(self._planned.stops_at.ToMilliseconds())

    async def announce(self, text: str, by: str, ends_ms: int) -> None:
        """Tell everybody this text until `ends_ms` (0: until another call), in place of an earlier one; "" ends that.

        Refuse a long text and an end in the past.
        """
        _check(text, ends_ms, "ends_at")
        announced = Announced(text=text)
        if ends_ms:
            announced.ends_at.FromMilliseconds(ends_ms)
        await self._write(NoticeRecord(actor_id=by, announced=announced))

    async def plan_stop(self, stops_ms: int, reason: str, by: str) -> None:
        """Tell everybody when the server is going to stop; with 0, that no time is set. Refuse a long reason and a time
        in the past."""
        _check(reason, stops_ms, "stops_at")
        if not stops_ms and not self._planned.HasField("stops_at"):
            return
        planned = StopPlanned(reason=reason)
        if stops_ms:
            planned.stops_at.FromMilliseconds(stops_ms)
        await self._write(NoticeRecord(actor_id=by, stop_planned=planned))

    async def _write(self, record: NoticeRecord) -> None:
        """Append the record, and apply it when it is durable, also if the caller is cancelled."""
        record.at.FromMilliseconds(time.time_ns() // 1_000_000)
        await asyncio.shield(asyncio.ensure_future(self._append(record)))

    async def _catch_up(self) -> None:
        """Apply what other nodes have written."""
        async for stored in self._store.read(STREAM, self._length):
            self._apply(NoticeRecord.FromString(stored.body))

    @again_if_moved
    async def _append(self, record: NoticeRecord) -> None:
        """Append the record, then apply it."""
        async with self.turn:
            await self._store.append(STREAM, self._length, [record.SerializeToString()])
            self._apply(record)

    def _apply(self, record: NoticeRecord) -> None:
        """Change the notices by the next record."""
        self._length += 1
        if record.HasField("announced"):
            self._announced = record.announced
        else:
            self._planned = record.stop_planned
        self.on_change()


def _check(text: str, end_ms: int, field: str) -> None:
    """Refuse a text that is too long, and a time in the past."""
    if len(text) > LONGEST_TEXT:
        raise over_limit("notice_characters", LONGEST_TEXT)
    if end_ms and _is_past(end_ms):
        raise Refusal(END_INVALID, "this time is in the past", field=field)


def _is_past(ms: int) -> bool:
    """Return whether this time has come."""
    return ms <= time.time_ns() // 1_000_000
