"""The members that this node knows: it sends heartbeats to the database, whose clock decides who runs."""

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec
import structlog

from tilth_server.nodes.levels import LEVEL, NotAdjacent, check_adjacent
from tilth_server.nodes.ownership import Ownership
from tilth_server.store import (
    HeartbeatReply,
    Member,
    Members,
    SeenMember,
    Standby,
    StoreClosed,
    StoreError,
)

log = structlog.get_logger()

HEARTBEAT_SECONDS: Final = 1.0
WINDOW_SECONDS: Final = 5.0
"""Seconds without a heartbeat after which a member counts as gone."""
MAX_CLOCK_OFFSET_MS: Final = 1000
"""Difference to the database's clock over which a warning is logged."""
ID_BYTES: Final = 8


def new_member(address: str, version: str, level: int = LEVEL) -> Member:
    """Return this process as a member."""
    return Member(secrets.token_hex(ID_BYTES), address, version, level=level)


class Membership:
    """The members as of this node's last heartbeat, and the owners of matches and tournaments that follow."""

    def __init__(
        self,
        table: Members,
        me: Member,
        *,
        heartbeat_seconds: float = HEARTBEAT_SECONDS,
        window_seconds: float = WINDOW_SECONDS,
    ) -> None:
        self.me = me
        self.members: tuple[Member, ...] = (me,)
        self.clock_offset_ms = 0
        """Milliseconds by which this machine's clock is ahead of the database's."""
        self.on_change: list[Callable[[], None]] = []
        """Callbacks that are called when the members are others than before."""
        self._table = table
        self._heartbeat_seconds = heartbeat_seconds
        self._window_seconds = window_seconds
        self._before = self._ownership = Ownership(self.members)
        self._answered_at = 0.0
        self._kept: tuple[Member, ...] = ()
        self._kept_until = 0.0
        self._gone: set[str] = set()
        self._was_away = False
        """True if the others had counted this node as gone before the last change."""
        self._sure_at = 0.0
        """The time at which every node has sent a heartbeat since the last change."""
        self._beating: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Become a member, and send heartbeats from now on.

        Raise StoreError if the database takes none, NotAdjacent if a member has a version that cannot work with this
        one.
        """
        me, self.me = self.me, msgspec.structs.replace(self.me, is_leaving=True)
        # Nobody counts on this node until it knows that it can join.
        await self._send(is_first=True)
        try:
            check_adjacent(me, self.members)
        except NotAdjacent:
            await self._table.mark_gone(me.id)
            raise
        self.me = me
        await self._send()
        log.info("node joined", node=self.me.id, address=self.me.address, members=len(self.members))
        self._beating = asyncio.create_task(self._beat())

    def owner_of(self, key: str) -> Member:
        """Return the owner of a match or a tournament, by its id; this node if no member takes any."""
        return self._ownership.owner_of(key) or self.me

    def owns(self, key: str) -> bool:
        """Return whether this node is the owner of a match or a tournament."""
        return self.owner_of(key).id == self.me.id

    def owned_before(self, key: str) -> bool:
        """Return whether this node was the owner before the members changed the last time, and has been since."""
        owner = self._before.owner_of(key)
        return not self._was_away and (owner is None or owner.id == self.me.id)

    def is_sure_of(self, key: str) -> bool:
        """Return whether this node is the owner, and all nodes know that by now."""
        return time.monotonic() > self._sure_at and self.owns(key)

    def everyone_reads(self, level: int) -> bool:
        """Return whether all members can read the stored fields of this level, so that they may be written."""
        return all(member.level >= level for member in self.members)

    def find(self, member_id: str) -> Member | None:
        """Return the member with this id; None if it has gone."""
        return next((member for member in self.members if member.id == member_id), None)

    @property
    def heartbeat_age(self) -> float:
        """Return the seconds since the database has answered a heartbeat."""
        return time.monotonic() - self._answered_at

    async def list_seen(self) -> tuple[SeenMember, ...]:
        """Return all members of the last day, also those that have gone."""
        return await self._table.list_seen()

    async def list_standbys(self) -> tuple[Standby, ...] | None:
        """Return the standbys of the database; None if they cannot be known."""
        with suppress(StoreError):
            return await self._table.list_standbys()
        return None

    async def refresh(self) -> None:
        """Send a heartbeat now, because another node has said that it is a member."""
        with suppress(StoreError):
            await self._send()

    async def report_gone(self, member_id: str) -> None:
        """Write that a member has gone, because its link broke and its address refuses connections."""
        if member_id == self.me.id or self.find(member_id) is None:
            return
        # The heartbeat that is under way may still list it.
        self._gone.add(member_id)
        self._kept = tuple(member for member in self._kept if member.id != member_id)
        self._set(tuple(member for member in self.members if member.id != member_id))
        log.warning("node gone", node=member_id)
        try:
            await self._table.mark_gone(member_id)
        except StoreError as error:
            log.warning("gone node not written", node=member_id, error=str(error))
        finally:
            self._gone.discard(member_id)

    async def leave(self) -> None:
        """Tell the other nodes that this one stops: it takes no match from now on."""
        self.me = msgspec.structs.replace(self.me, is_leaving=True)
        with suppress(StoreError):
            await self._send()

    async def close(self) -> None:
        """Send no heartbeat any longer, and write that this member has gone."""
        if self._beating is not None:
            self._beating.cancel()
            with suppress(asyncio.CancelledError):
                await self._beating
        with suppress(StoreError):
            await self._table.mark_gone(self.me.id)
        await self._table.close()

    async def _beat(self) -> None:
        """Send a heartbeat each second."""
        failed = False
        while True:
            began = time.monotonic()
            try:
                await self._send()
            except StoreClosed:
                return
            except StoreError as error:
                if not failed:
                    log.warning("heartbeat failed", error=str(error))
                failed = True
            else:
                failed = False
            await asyncio.sleep(max(0.0, began + self._heartbeat_seconds - time.monotonic()))

    async def _send(self, *, is_first: bool = False) -> None:
        """Send one heartbeat, and take over the members."""
        sent_at = time.monotonic()
        reply = await self._table.send_heartbeat(self.me, self._window_seconds, is_first=is_first)
        now = time.monotonic()
        self._compare_clocks(reply, now - sent_at)
        if not is_first and now - self._answered_at > self._window_seconds:
            # The database was away, perhaps for all nodes. The others get the time to come back before their matches
            # are taken.
            self._kept, self._kept_until = self.members, now + self._window_seconds
        self._answered_at = now
        members = {member.id: member for member in reply.members if member.id not in self._gone}
        if now < self._kept_until:
            members = {member.id: member for member in self._kept} | members
        members[self.me.id] = self.me
        self._set(
            tuple(members[member_id] for member_id in sorted(members)),
            was_away=not is_first and not reply.was_member,
        )

    def _compare_clocks(self, reply: HeartbeatReply, seconds: float) -> None:
        """Compare the database's clock with this machine's in the middle of the heartbeat.

        Nobody knows when in that time the database looked at its clock, so a late reply says nothing.
        """
        if seconds * 1000 > MAX_CLOCK_OFFSET_MS:
            return
        middle_ms = time.time_ns() // 1_000_000 - int(seconds * 500)
        before, self.clock_offset_ms = self.clock_offset_ms, middle_ms - reply.now_ms
        if abs(self.clock_offset_ms) > MAX_CLOCK_OFFSET_MS >= abs(before):
            log.warning("clock differs from database", ahead_ms=self.clock_offset_ms)

    def _set(self, members: tuple[Member, ...], *, was_away: bool = False) -> None:
        """Take over the members, and report it if they are others than before, or if this node was away."""
        if members == self.members and not was_away:
            return
        if was_away:
            log.warning("node was away", node=self.me.id)
        self._was_away = was_away
        # A member that does not know of it at that time counts as gone, which is the next change.
        self._sure_at = time.monotonic() + self._window_seconds + self._heartbeat_seconds
        before, self.members = self.members, members
        self._before, self._ownership = self._ownership, Ownership(members)
        known, new = {member.id for member in before}, {member.id for member in members}
        for member in members:
            if member.id not in known:
                log.info("node found", node=member.id, address=member.address)
        for member in before:
            if member.id not in new and member.id not in self._gone:
                log.info("node lost", node=member.id, address=member.address)
        for call in self.on_change:
            call()
