"""The log lines about refusals, per client: one line at once, then at most one a minute with their number."""

import asyncio
from collections import Counter
from collections.abc import Callable
from contextvars import Context
from functools import partial
from typing import Any, Final

import structlog

from tilth_server.matches.unit_of_work import UnitOfWork
from tilth_server.reasons import SERVER_STOPPING, TOKEN_INVALID, TOKEN_MISSING

log = structlog.get_logger()

SECONDS: Final = 60.0
"""Seconds between two log lines of one client."""
MAX_CLIENTS: Final = 10_000
"""Clients with log lines of their own; all further clients share one line."""
OTHERS: Final = "others"


class RefusalLog:
    """An observer of the gate and of the matches that logs their refusals, a few lines per client."""

    def __init__(
        self,
        call_later: Callable[[float, Callable[[], None]], Any] | None = None,
        on_refused: Callable[[str, str], None] = lambda client, reason: None,
    ) -> None:
        """`call_later` is the loop's own unless a test keeps the time. `on_refused` gets every refusal."""
        self._on_refused = on_refused
        self._call_later = call_later or asyncio.get_running_loop().call_later
        self._counts: dict[tuple[str, bool], Counter[str]] = {}
        """Refusals since the client's last line, by reason. The key: the client, and whether its token was bad."""
        self._timer: Any = None

    def called(self, client: str) -> None:
        """Do nothing: only refusals are counted."""

    def committed(self, work: UnitOfWork) -> None:
        """Do nothing: only refusals are counted."""

    def refused(self, client: str, reason: str) -> None:
        """Count one refusal, and log it if the client has no recent line. `client`: a player's id, or an address."""
        self._on_refused(client, reason)
        if reason == SERVER_STOPPING:
            return  # the server is stopping, which is no client's fault
        key = client, reason in (TOKEN_MISSING, TOKEN_INVALID)
        counts = self._counts.get(key)
        if counts is None and len(self._counts) >= MAX_CLIENTS:
            key = OTHERS, key[1]
            counts = self._counts.get(key)
        if counts is not None:
            counts[reason] += 1
            return
        self._counts[key] = Counter()
        self._write(key, Counter((reason,)))
        if self._timer is None:
            self._start_timer()

    def close(self) -> None:
        """Log the refusals that have only been counted so far, and stop the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._write_counted()
        if self._timer is not None:
            self._timer.cancel()

    def _write_counted(self) -> None:
        """Log the refusals that were counted since the last line of each client."""
        waiting, self._counts = self._counts, {}
        for key, counts in waiting.items():
            if counts:
                self._write(key, counts)
                self._counts[key] = Counter()
        self._timer = None
        if self._counts:
            self._start_timer()

    def _start_timer(self) -> None:
        """Set the timer that calls `_write_counted` after SECONDS."""
        # In a context of its own: the log line does not belong to the call that happened to be refused first.
        self._timer = self._call_later(SECONDS, partial(Context().run, self._write_counted))

    def _write(self, key: tuple[str, bool], counts: Counter[str]) -> None:
        """Log the refusals of one client: their number, and their number by reason."""
        client, is_bad_token = key
        client_field = {"address" if is_address(client) or client == OTHERS else "player": client}
        log.info(
            "authentication failed" if is_bad_token else "request refused",
            **client_field,
            count=counts.total(),
            reasons=dict(counts),
        )


def is_address(client: str) -> bool:
    """Return whether a client is an address and not a player."""
    return ":" in client
