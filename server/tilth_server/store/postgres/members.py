"""The table of members in PostgreSQL."""

from typing import Final

from tilth_server.store.members import HeartbeatReply, Member, SeenMember, Standby
from tilth_server.store.postgres.link import ReadLink
from tilth_server.store.postgres.target import Target

SEND_HEARTBEAT: Final = """
WITH stayed AS (
    UPDATE tilth.members SET address = $2, version = $3, leaving = $4, heartbeat_at = clock_timestamp()
    WHERE id = $1 AND NOT gone AND heartbeat_at > clock_timestamp() - make_interval(secs => $5)
    RETURNING id, address, version, leaving, level, true AS was_member
), came AS (
    INSERT INTO tilth.members (id, address, version, leaving, level, gone, heartbeat_at)
    SELECT $1, $2, $3, $4, $6, false, clock_timestamp() WHERE NOT EXISTS (SELECT 1 FROM stayed)
    ON CONFLICT (id) DO UPDATE SET address = excluded.address, version = excluded.version,
        leaving = excluded.leaving, gone = false, heartbeat_at = clock_timestamp()
    RETURNING id, address, version, leaving, level, false AS was_member
), mine AS (
    SELECT * FROM stayed UNION ALL SELECT * FROM came
)
SELECT id, address, version, leaving, level, was_member,
    (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms
FROM mine
UNION ALL
SELECT id, address, version, leaving, level, false, 0 FROM tilth.members
WHERE id <> $1 AND NOT gone AND heartbeat_at > clock_timestamp() - make_interval(secs => $5)
"""
BEGIN_MEMBER: Final = """
WITH forgotten AS (
    DELETE FROM tilth.members WHERE heartbeat_at < clock_timestamp() - interval '1 day' AND id <> $1
)
UPDATE tilth.members SET gone = true
WHERE address = $2 AND id <> $1 AND heartbeat_at >= clock_timestamp() - interval '1 day'
"""
MARK_GONE: Final = "UPDATE tilth.members SET gone = true WHERE id = $1"

LIST_SEEN: Final = """
SELECT id, address, version, leaving, gone,
    (extract(epoch FROM clock_timestamp() - heartbeat_at) * 1000)::bigint AS silent_ms
FROM tilth.members WHERE heartbeat_at > clock_timestamp() - interval '1 day' ORDER BY address, heartbeat_at DESC
"""
LIST_STANDBYS: Final = """
SELECT application_name, state, sync_state, CASE
    WHEN flush_lsn >= pg_current_wal_flush_lsn() THEN 0
    ELSE (extract(epoch FROM greatest(flush_lag, clock_timestamp() - reply_time, interval '0')) * 1000)::bigint
END AS lag_ms
FROM pg_stat_replication WHERE state IS NULL OR state IN ('streaming', 'catchup') ORDER BY application_name
"""
"""A user without the rights of pg_monitor sees rows whose state is null. The `flush_lag` of a standby that hangs stays
that of its last reply, so the time since then counts if it has not everything."""


class PostgresMembers:
    """The table of members of one database, on a connection of its own: a heartbeat waits for no other statement."""

    def __init__(self, target: Target) -> None:
        self._link = ReadLink(target)

    async def send_heartbeat(
        self, me: Member, window_seconds: float, *, is_first: bool = False
    ) -> HeartbeatReply:
        """Write that this member runs now, by the database's clock; return all that did so within the window."""
        if is_first:
            await self._link.fetch(BEGIN_MEMBER, me.id, me.address)
        rows = await self._link.fetch(
            SEND_HEARTBEAT, me.id, me.address, me.version, me.is_leaving, window_seconds, me.level
        )
        members = (
            Member(row["id"], row["address"], row["version"], row["leaving"], row["level"]) for row in rows
        )
        return HeartbeatReply(
            tuple(sorted(members, key=lambda member: member.id)),
            max(row["now_ms"] for row in rows),
            any(row["was_member"] for row in rows),
        )

    async def mark_gone(self, member_id: str) -> None:
        """Write that the member has gone. If it still runs, its next heartbeat brings it back."""
        await self._link.fetch(MARK_GONE, member_id)

    async def list_seen(self) -> tuple[SeenMember, ...]:
        """Return all members that have sent a heartbeat in the last day, by address."""
        return tuple(
            SeenMember(
                Member(row["id"], row["address"], row["version"], row["leaving"]),
                row["silent_ms"],
                row["gone"],
            )
            for row in await self._link.fetch(LIST_SEEN)
        )

    async def list_standbys(self) -> tuple[Standby, ...] | None:
        """Return the standbys of the database; None if this user may not know of them."""
        rows = await self._link.fetch(LIST_STANDBYS)
        if any(row["state"] is None for row in rows):
            return None
        return tuple(Standby(row["application_name"], row["sync_state"], row["lag_ms"]) for row in rows)

    async def close(self) -> None:
        """Close the connection."""
        await self._link.close()
