"""The errors of PostgreSQL, sorted by what they say about the statement that got them."""

from typing import Final

import asyncpg

from tilth_server.store.errors import StoreFailed

FENCE: Final = ("22012", "23505")
"""The statement was taken back because a stream, a row or a key is not as the statement expects."""
AGAIN: Final = ("40001", "40P01")
"""PostgreSQL has taken the statement back for the sake of another one."""
OF_THE_SERVER: Final = ("42", "53", "58", "57014")
"""The server has no room or cannot use its disk, the role may not use a table, or somebody cancelled the statement:
nothing of it was stored, and other puts would get the same answer."""
ENDED: Final = ("08", "57P", "25006")
"""The server shuts down, or it is no longer the primary."""

REMEDIES: Final = {
    "53100": "make room on the database's disk; then the server continues",
    "53300": "raise max_connections, or end other connections",
    "42501": "grant the role what docs/guides/postgresql.md lists",
    "42P01": "run `tilth-server migrate` as the owner of the database",
    "3F000": "run `tilth-server migrate` as the owner of the database",
}


def is_of(error: BaseException, states: tuple[str, ...]) -> bool:
    """Return whether PostgreSQL has answered with an error whose SQLSTATE begins with one of these."""
    return isinstance(error, asyncpg.PostgresError) and (error.sqlstate or "").startswith(states)


def is_answer(error: BaseException) -> bool:
    """Return whether PostgreSQL itself has refused the statement, so that nothing of it was stored.

    Every other error leaves open whether the statement was executed: the connection has to be given up.
    """
    if isinstance(error, asyncpg.PostgresConnectionError) or not isinstance(error, asyncpg.PostgresError):
        return False
    return bool(error.sqlstate) and not is_of(error, ENDED)


def failure(error: BaseException) -> StoreFailed:
    """Return the error to raise for one of PostgreSQL's or of the connection: its message, and a remedy if known."""
    state = getattr(error, "sqlstate", None) or ""
    remedy = REMEDIES.get(state, "")
    text = str(error) or type(error).__name__
    return StoreFailed(f"PostgreSQL: {text}{f' ({remedy})' if remedy else ''}")
