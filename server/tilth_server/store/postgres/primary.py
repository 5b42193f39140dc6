"""A connection to the primary: all hosts are asked at once, and the first that confirms a commit is taken."""

import asyncio
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any, Final

import asyncpg

from tilth_server.store.errors import StoreFailed
from tilth_server.store.postgres.failures import failure
from tilth_server.store.postgres.statements import DURABILITY
from tilth_server.store.postgres.target import Durability, Host, Target

CONNECT_SECONDS: Final = 5.0
CLOSE_SECONDS: Final = 1.0
LOST: Final = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError)
"""Errors of a connection."""
ASK_SECONDS: Final = 10.0
"""Seconds in which one of the hosts has to be connected to, and to confirm a commit."""
AGAIN_SECONDS: Final = 1.0
"""Seconds after which a host that is not the primary is asked again, while another one is silent."""
OLDEST: Final = 130000

# Seconds after which a connection counts as broken whose peer acknowledges nothing that was sent, or is silent.
UNACKNOWLEDGED_SECONDS: Final = 10
IDLE_SECONDS, INTERVAL_SECONDS, PROBES = 5, 2, 3

SETTINGS: Final = """
SET synchronous_commit = on;
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET default_transaction_isolation = 'read committed';
SET enable_hashjoin = off;
SET enable_mergejoin = off;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SET plan_cache_mode = force_generic_plan;
SET jit = off;
"""
"""The settings of a connection. Every statement finds its rows by a key: a plan that was made while a table was small
must not become a walk along the whole table."""

SELECT_STATE: Final = f"""
SELECT pg_is_in_recovery() AS standby, pg_postmaster_start_time() AS started,
    current_setting('transaction_read_only') AS read_only, current_setting('server_version_num')::int AS version,
    current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_pages,
    current_setting('synchronous_commit') AS commit, current_setting('synchronous_standby_names') AS standbys,
    {DURABILITY} AS durability
"""

BARRIER: Final = "SELECT pg_logical_emit_message(true, 'tilth', '')"


class Connection(asyncpg.Connection):  # type: ignore[misc]
    """A connection that never asks PostgreSQL to cancel a statement.

    A cancelled commit may be visible although no standby has it. So nobody stops waiting for one: the connection is
    closed, or it waits.
    """

    def _cancel_current_command(
        self, waiter: asyncio.Future[None], cancel_waiter: asyncio.Future[None] | None = None
    ) -> None:
        """Let the statement run to its end; the next one waits for that."""
        waiter.set_result(None)


class Primary:
    """A connection to the primary."""

    def __init__(self, target: Target, host: Host, connection: Connection, state: Any) -> None:
        self.host = host
        self.connection = connection
        self.started: datetime = state["started"]
        """The time at which the server was started, by which it is recognised."""
        self.durability: str = state["durability"]
        """The settings of the server under which its commits are as durable as the store's URL asks."""
        self._target = target
        self.has_warned = False
        """True after a warning, such as that a commit did not wait for the standby because somebody cancelled that."""
        connection.add_log_listener(self._notice)

    def _notice(self, _: Any, message: Any) -> None:
        """Take note of a warning. The one that matters has no SQLSTATE of its own, and its text has many languages."""
        if message.severity_en == "WARNING":
            self.has_warned = True

    async def barrier(self) -> None:
        """Return when everything that is visible now is as durable as a confirmed commit.

        It is a commit of its own, behind all earlier ones in PostgreSQL's log. Without it something could be read that
        a failover takes back: what was committed at the moment of a crash is visible before a standby has it.
        """
        self.has_warned = True
        while self.has_warned:
            self.has_warned = False
            await self.connection.execute(BARRIER)

    async def check(self) -> None:
        """Raise StoreFailed if the server is no longer the primary, or may lose a confirmed commit by now."""
        state = await self.connection.fetchrow(SELECT_STATE)
        assert state is not None
        _check(self._target, self.host, state)

    async def close(self) -> None:
        """Close the connection. Nothing may be executed on it."""
        if not self.connection.is_closed():
            try:
                await self.connection.close(timeout=CLOSE_SECONDS)
            except LOST:
                self.connection.terminate()

    @property
    def is_open(self) -> bool:
        """Return whether the connection can be used."""
        return not self.connection.is_closed()


@asynccontextmanager
async def use_primary(target: Target) -> AsyncIterator[Connection]:
    """Connect to the primary for the time of the block. Errors of the connection become StoreFailed."""
    primary = await connect_primary(target)
    try:
        yield primary.connection
    except LOST as error:
        raise failure(error) from error
    finally:
        await primary.close()


async def connect_primary(target: Target) -> Primary:
    """Return a connection to the host that is the primary now. Raise StoreFailed if there is none, or if it may lose
    a confirmed commit.

    Hosts are asked side by side, because one that was stopped accepts connections and says nothing. The first that
    confirms a commit is taken: a primary that was replaced has no standby left that would confirm one. While a host is
    silent, the others are asked again: one of them may become the primary in that time.
    """
    opened: dict[Host, Connection] = {}
    asking = {asyncio.ensure_future(_ask(target, host, opened)): host for host in target.hosts}
    silent = set(target.hosts)
    failures: dict[Host, StoreFailed] = {}
    found: Primary | None = None
    try:
        until = asyncio.get_running_loop().time() + ASK_SECONDS
        while silent and found is None:
            left = max(0.0, until - asyncio.get_running_loop().time())
            done, _ = await asyncio.wait(asking, timeout=left, return_when=asyncio.FIRST_COMPLETED)
            if not done or left == 0.0:
                break
            for task in done:
                host, error = asking.pop(task), task.exception()
                silent.discard(host)
                if error is None:
                    found = found or task.result()
                else:
                    if host in opened:
                        opened.pop(host).terminate()
                    failures[host] = error if isinstance(error, StoreFailed) else failure(error)
                    asking[asyncio.ensure_future(_ask(target, host, opened, AGAIN_SECONDS))] = host
    finally:
        for connection in opened.values():
            if found is None or connection is not found.connection:
                connection.terminate()
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
    if found is None:
        raise _worst([failures.get(host) or _silent(host) for host in target.hosts])
    return found


async def _ask(
    target: Target, host: Host, opened: dict[Host, Connection], wait_seconds: float = 0.0
) -> Primary:
    """Connect to a host; return the connection if it is the primary and has confirmed a commit. The connection is put
    into `opened`.
    """
    await asyncio.sleep(wait_seconds)
    try:
        connection: Connection = await asyncpg.connect(
            host=host.name,
            port=host.port,
            user=target.user,
            database=target.database,
            password=target.password(),
            passfile=target.passfile,
            ssl=target.tls_for(host),
            timeout=CONNECT_SECONDS,
            command_timeout=None,
            connection_class=Connection,
            target_session_attrs="any",
            server_settings={"application_name": "tilth"},
        )
    except (OSError, TimeoutError) as error:
        raise StoreFailed(f"PostgreSQL at {host} cannot be reached: {str(error) or 'no answer'}") from error
    except (asyncpg.PostgresError, asyncpg.InterfaceError, ValueError) as error:
        raise StoreFailed(f"PostgreSQL at {host}: {error}") from error
    opened[host] = connection
    _notice_broken_connections(connection)
    await connection.execute(SETTINGS)
    state = await connection.fetchrow(SELECT_STATE)
    assert state is not None
    _check(target, host, state)
    primary = Primary(target, host, connection, state)
    await primary.barrier()
    return primary


class NoPrimary(StoreFailed):
    """A host that is a standby now."""


def _check(target: Target, host: Host, state: Any) -> None:
    """Raise StoreFailed if the host is not the primary, or may lose a confirmed commit."""
    if state["standby"] or state["read_only"] == "on":
        raise NoPrimary(
            f"PostgreSQL at {host} is a standby, or read-only: name the primary in the store's URL, too"
        )
    if state["version"] < OLDEST:
        raise StoreFailed(f"PostgreSQL at {host} is too old ({state['version']}): 13 or newer is needed")
    if state["commit"] not in ("on", "remote_apply"):
        raise StoreFailed(
            f"PostgreSQL at {host} keeps synchronous_commit = {state['commit']}, so that a confirmed answer may be"
            " lost: let the connection set it to on (a pooler has to pass settings on: session mode)"
        )
    if target.durability is Durability.STORAGE:
        return
    for setting, value in (("fsync", state["fsync"]), ("full_page_writes", state["full_pages"])):
        if value != "on":
            raise StoreFailed(
                f"PostgreSQL at {host} has {setting} = {value}, so that a confirmed answer may be lost with the power:"
                f" set {setting} = on, or say with ?durability=storage that the storage beneath makes that safe"
            )
    if target.durability is Durability.STANDBY and not state["standbys"].strip():
        raise StoreFailed(
            f"PostgreSQL at {host} has no synchronous standby, so that a confirmed answer may be lost with its disk:"
            " set synchronous_standby_names, or accept that with ?durability=disk (one server) or"
            " ?durability=storage (the storage keeps copies)"
        )
    if target.durability is Durability.STANDBY and "*" in state["standbys"]:
        raise StoreFailed(
            f"PostgreSQL at {host} has synchronous_standby_names = {state['standbys']}, so that a confirmed answer may"
            " be lost with its disk: a backup that is being made counts as *, and confirms commits. Name the standbys"
        )


def _silent(host: Host) -> StoreFailed:
    """Return the error for a host that has not answered in time."""
    return StoreFailed(
        f"PostgreSQL at {host} has confirmed no commit for {ASK_SECONDS:.0f} s: its synchronous standby is away, or it"
        " is no longer the primary"
    )


def _worst(failures: Sequence[StoreFailed]) -> StoreFailed:
    """Return the failure that says most: that of a primary before that of a standby."""
    telling = [each for each in failures if not isinstance(each, NoPrimary)] or list(failures)
    if len(telling) == 1:
        return telling[0]
    return StoreFailed("; ".join(str(each) for each in telling))


def _notice_broken_connections(connection: Connection) -> None:
    """Let the kernel break the connection of a peer that is gone."""
    transport = getattr(connection, "_transport", None)
    sock = None if transport is None else transport.get_extra_info("socket")
    if sock is None or sock.family == socket.AF_UNIX:
        return
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (
        ("TCP_KEEPIDLE", IDLE_SECONDS),
        ("TCP_KEEPINTVL", INTERVAL_SECONDS),
        ("TCP_KEEPCNT", PROBES),
        ("TCP_USER_TIMEOUT", UNACKNOWLEDGED_SECONDS * 1000),
    ):
        if hasattr(socket, name):
            sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
