"""The audit: what operators do, written down before it is done, in a chained stream of its own.

An entry says what was asked for. Whether it worked out stands where it worked: in the match, in the register.
"""

import asyncio
import time
from collections.abc import AsyncIterator

import structlog

from tilth.v1.operations_pb2 import AuditEntry, AuditRecord
from tilth_server.archive.reasons import NO_RECORD
from tilth_server.refusal import Refusal
from tilth_server.store import BrokenChain, Record, Streams

log = structlog.get_logger()

STREAM = "audit"
ENTRIES_AT_ONCE = 100
LONGEST_TEXT = 500


class Audit:
    """Kept by the server for its operators; `open` proves it."""

    def __init__(self, store: Streams) -> None:
        self._store = store
        self._length = 0
        self._turn = asyncio.Lock()

    async def open(self) -> None:
        """Walk the chain. A broken one is named in the log, and whoever reads it comes to where it is broken.

        The server serves nevertheless: what is broken here harms no match and nobody's rights.
        """
        try:
            await self._store.verify(STREAM)
        except BrokenChain as broken:
            log.error("broken chain", what=str(broken))
        self._length = (await self._store.head(STREAM)).length

    async def write(self, record: AuditRecord) -> None:
        """Return when it is durable. What it speaks of may be done then, and not before: raises what the store does."""
        record.at.FromMilliseconds(time.time_ns() // 1_000_000)
        record.reason = _shortened(record.reason)
        for name, text in record.details.items():
            record.details[name] = _shortened(text)
        await asyncio.shield(asyncio.ensure_future(self._append(record)))
        log.info(
            "operator",
            action=record.action,
            by=record.operator_id,
            subject=record.subject,
            reason=record.reason,
        )

    async def read(self, start: int, *, once: bool) -> AsyncIterator[list[AuditEntry]]:
        """The entries from number `start` on; then, unless it is `once`, each as soon as it is there."""
        if start > self._length:
            raise Refusal(NO_RECORD, f"the audit has {self._length} entries", field="from_record")
        page: list[AuditEntry] = []
        broken: BrokenChain | None = None
        try:
            async for stored in self._store.read(STREAM, start):
                page.append(_entry(stored))
                start = stored.number + 1
                if len(page) == ENTRIES_AT_ONCE:
                    yield page
                    page = []
        except BrokenChain as error:
            broken = error
        if page:
            yield page
        if broken is not None:
            raise broken
        if not once:
            async for stored in self._store.tail(STREAM, start):
                yield [_entry(stored)]

    async def _append(self, record: AuditRecord) -> None:
        async with self._turn:
            await self._store.append(STREAM, self._length, [record.SerializeToString()])
            self._length += 1


def _entry(stored: Record) -> AuditEntry:
    return AuditEntry(number=stored.number, record=AuditRecord.FromString(stored.body), hash=stored.hash)


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}..."
