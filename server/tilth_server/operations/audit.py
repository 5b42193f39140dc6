"""The audit: every action of an operator, recorded in a chained stream of its own before it is carried out.

An entry holds the request. The effect of the action is recorded elsewhere, in the match or the stream of players.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable

import structlog

from tilth.v1.operations_pb2 import AuditEntry, AuditRecord, KeptAddress
from tilth_server.operations.audit_addresses import ADDRESSES, AuditAddresses, key_of
from tilth_server.operations.audit_filter import ALL_ENTRIES, AuditFilter
from tilth_server.players.roles import Role
from tilth_server.reasons import RECORD_NOT_FOUND
from tilth_server.refusal import Refusal
from tilth_server.settings import ADDRESS_DAYS
from tilth_server.store import BrokenChain, KeptValue, StoredRecord, Streams, Turn, again_if_moved

log = structlog.get_logger()

STREAM = "audit"
ENTRIES_AT_ONCE = 100
LONGEST_TEXT = 500


class Audit:
    """The audit of a server. `open` verifies it."""

    def __init__(self, store: Streams, address_days: int = ADDRESS_DAYS) -> None:
        self._store = store
        self._addresses = AuditAddresses(address_days)
        self._length = 0
        self.turn = Turn(self._catch_up)
        self.node: Callable[[], str] = lambda: ""
        """Returns the address of this node, for the entries that it writes; "" if they name none."""

    async def open(self) -> None:
        """Verify the chain, and load the addresses.

        A damaged record is logged, and readers get the entries before it. The server starts nevertheless, because a
        damaged audit harms no match and nobody's rights.
        """
        try:
            await self._store.verify(STREAM)
        except BrokenChain as broken:
            log.error("damaged record found", error=str(broken))
        self._length = (await self._store.head(STREAM)).length
        self._addresses.load(await self._store.kept_values(ADDRESSES))
        await self.forget_old_addresses()

    @again_if_moved
    async def forget_old_addresses(self) -> None:
        """Erase the addresses that have been kept long enough."""
        async with self.turn:
            if old := self._addresses.old_entries():
                await self._store.append(
                    STREAM, self._length, [], [KeptValue(key_of(each), b"") for each in old]
                )
                self._addresses.forget(old)

    async def record(self, entry: AuditRecord) -> None:
        """Write an entry, and return when it is durable. The caller carries out the action only afterwards.

        If the store fails, its error is raised, and the action must not be carried out.
        """
        entry.at.FromMilliseconds(time.time_ns() // 1_000_000)
        entry.reason = _shortened(entry.reason)
        entry.node = self.node()
        for name, text in entry.details.items():
            entry.details[name] = _shortened(text)
        address = KeptAddress(peer=entry.peer, at=entry.at)
        entry.ClearField("peer")
        await asyncio.shield(asyncio.ensure_future(self._append(entry, address)))
        log.info(
            "operator action",
            action=entry.action,
            by=entry.operator_id,
            role=Role(entry.role).name.lower(),
            subject=entry.subject,
            reason=entry.reason,
        )

    async def read(
        self, start: int, *, once: bool, wanted: AuditFilter = ALL_ENTRIES
    ) -> AsyncIterator[list[AuditEntry]]:
        """Yield pages of the entries that are `wanted`, from number `start` on. Unless `once`, yield new ones, too."""
        await self.forget_old_addresses()
        if start > self._length:
            raise Refusal(RECORD_NOT_FOUND, f"the audit has {self._length} entries", field="from_record")
        page: list[AuditEntry] = []
        broken: BrokenChain | None = None
        try:
            async for stored in self._store.read(STREAM, start):
                entry = self._entry(stored)
                if wanted.matches(entry):
                    page.append(entry)
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
                entry = self._entry(stored)
                if wanted.matches(entry):
                    yield [entry]

    async def _catch_up(self) -> None:
        """Find the end of the stream, to which other nodes append, and the addresses that they keep beside it."""
        length = (await self._store.head(STREAM)).length
        for number in range(self._length, length):
            body = (await self._store.kept_values(key_of(number))).get(key_of(number))
            if body is not None:
                self._addresses.remember(number, KeptAddress.FromString(body))
        self._length = length

    @again_if_moved
    async def _append(self, record: AuditRecord, address: KeptAddress) -> None:
        """Append the entry, store its address beside the chain, and erase old addresses."""
        async with self.turn:
            number, old = self._length, self._addresses.old_entries()
            keeps = [KeptValue(key_of(each), b"") for each in old]
            remembered = bool(address.peer and self._addresses.days)
            if remembered:
                keeps.append(KeptValue(key_of(number), address.SerializeToString()))
            await self._store.append(STREAM, number, [record.SerializeToString()], keeps)
            if remembered:
                self._addresses.remember(number, address)
            self._addresses.forget(old)
            self._length += 1

    def _entry(self, stored: StoredRecord) -> AuditEntry:
        """Return the entry of a stored record, with its address if that is still kept.

        A record of an earlier build may hold its address. It is shown for the same time.
        """
        entry = AuditEntry(number=stored.number, record=AuditRecord.FromString(stored.body), hash=stored.hash)
        record = entry.record
        if self._addresses.is_old(record.at):
            record.ClearField("peer")
        entry.address = record.peer or self._addresses.of(stored.number)
        return entry


def _shortened(text: str) -> str:
    """Return the text, cut to LONGEST_TEXT characters."""
    return text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}..."
