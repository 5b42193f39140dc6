"""A server with a part that is broken on purpose: `python -m tests.campaign.broken_node BREAK serve ...`.

The server has no switch for this: the part is replaced in this process, before the server starts.
"""

import asyncio
import sys
from collections.abc import Callable
from typing import Any, Final

import asyncpg
import msgspec

from tilth_server.index_progress import NO_STREAM
from tilth_server.main import main
from tilth_server.matches.channels import deliver, send_reply
from tilth_server.matches.commits import Committer
from tilth_server.matches.unit_of_work import MatchWrites, UnitOfWork
from tilth_server.store import Append, Head, IndexRow, StoreError, StreamMoved
from tilth_server.store.postgres import statements
from tilth_server.store.postgres.batch import NewIdentity, Plan, Tip
from tilth_server.store.postgres.primary import Connection, Primary
from tilth_server.store.postgres.touched import Put

HASH: Final = " AND stream.head = want.old_head"
CANCEL_SECONDS: Final = 1.0
CANCELLED_SECONDS: Final = 0.5
"""Seconds in which PostgreSQL cancels a statement, before the connection is closed."""
LATE_SECONDS: Final = 2.0


def compare_lengths_only() -> None:
    """Append to a stream that has the expected length, whatever its last record is."""
    for name in ("APPEND", "APPEND_WITH_ROWS"):
        whole = getattr(statements, name)
        assert HASH in whole
        setattr(statements, name, whole.replace(HASH, ""))
    add = Plan._add

    def add_without_hashes(
        self: Plan,
        put: Put,
        new_identity: NewIdentity,
        before: list[tuple[str, Tip | None]],
        heads: list[Head],
    ) -> None:
        appends, done, keeps = put
        hashless = [msgspec.structs.replace(append, expected_head=None) for append in appends]
        add(self, (hashless, done, keeps), new_identity, before, heads)

    Plan._add = add_without_hashes  # type: ignore[method-assign]


def leave_barriers_out() -> None:
    """Believe at once what is visible."""

    async def pass_at_once(_: Primary) -> None:
        return

    Primary.barrier = pass_at_once  # type: ignore[method-assign,assignment]


def tell_before_the_commit() -> None:
    """Send frames and replies when their records are put into the store."""
    put = Committer._put

    def tell_and_put(self: Committer, work: UnitOfWork, writes: MatchWrites) -> None:
        put(self, work, writes)
        for record in writes.records:
            deliver(record.frames)
            record.frames.clear()
        for reply in writes.replies:
            send_reply(*reply)
        writes.replies.clear()
        writes.replies_in_frames.clear()

    Committer._put = tell_and_put  # type: ignore[method-assign]


def cancel_commits_that_wait() -> None:
    """Ask PostgreSQL to cancel a commit that takes longer than a second."""

    async def fetch_row(self: Connection, query: str, *arguments: Any) -> Any:
        try:
            return await asyncpg.Connection.fetchrow(self, query, *arguments, timeout=CANCEL_SECONDS)
        except TimeoutError:
            await asyncio.sleep(CANCELLED_SECONDS)
            raise

    Connection._cancel_current_command = asyncpg.Connection._cancel_current_command  # type: ignore[method-assign]
    Connection.fetchrow = fetch_row


def believe_cancelled_commits() -> None:
    """Take no note of PostgreSQL's warning that a commit has not waited for the standby."""
    Primary._notice = lambda *_: None  # type: ignore[method-assign]


def write_rows_later() -> None:
    """Write the row of a match two seconds after the record that it follows from, except for the first record."""
    rows_after = Committer._rows_after

    def write_later(self: Committer, writes: MatchWrites) -> tuple[IndexRow, ...]:
        rows = rows_after(self, writes)
        if not rows or writes.first == 0:
            return rows
        append = Append(NO_STREAM, 0, (), rows=rows)
        asyncio.get_running_loop().call_later(
            LATE_SECONDS, self.cache.streams.put, (append,), lambda *_: None
        )
        return ()

    Committer._rows_after = write_later  # type: ignore[method-assign]


def ignore_conflicts() -> None:
    """Take records for stored although another server was quicker."""
    on_committed = Committer._on_committed

    def take_for_stored(
        self: Committer, work: UnitOfWork, writes: MatchWrites, error: StoreError | None, heads: Any
    ) -> None:
        if isinstance(error, StreamMoved):
            error, heads = None, (Head(0, b""),)
        on_committed(self, work, writes, error, heads)

    Committer._on_committed = take_for_stored  # type: ignore[method-assign]


BREAKS: Final[dict[str, Callable[[], None]]] = {
    "hash": compare_lengths_only,
    "barrier": leave_barriers_out,
    "early": tell_before_the_commit,
    "cancel": cancel_commits_that_wait,
    "warning": believe_cancelled_commits,
    "rows": write_rows_later,
    "conflict": ignore_conflicts,
}

if __name__ == "__main__":
    BREAKS[sys.argv.pop(1)]()
    main()
