"""The limit of files that this process may open. Each connection takes one; without a free one nobody can connect."""

import asyncio
import os
import resource
from typing import Final

import structlog

from tilth_server.logs import RepeatedError

log = structlog.get_logger()

SERVER_FILES: Final = 100
"""Number of files that the server itself may need, for the store, the workers and the log."""
MIN_FILES: Final = 4096
"""A server with a lower limit logs a warning at the start."""
CHECK_SECONDS: Final = 1.0


def raise_limit() -> int:
    """Raise the limit as far as this user may, and return it. Log a warning if it is low."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
        except (OSError, ValueError):  # some systems report a higher limit than they grant
            pass
    if 0 <= soft < MIN_FILES:
        log.warning(
            "open file limit low",
            advice="raise LimitNOFILE or ulimit -n: each connection takes a file",
            allowed=soft,
            connections=max(0, soft - SERVER_FILES),
            needed=MIN_FILES,
        )
    return soft


class OpenFileCheck:
    """A check, once a second, that a file can still be opened. If not, it logs an error, because gRPC drops new
    connections silently."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None
        self._errors = RepeatedError(log, "open file limit reached")

    def start(self) -> None:
        """Begin to check."""
        self._timer = asyncio.get_running_loop().call_later(CHECK_SECONDS, self._check)

    def stop(self) -> None:
        """Check no longer, and log the errors that were only counted."""
        if self._timer is not None:
            self._timer.cancel()
        self._errors.flush()

    def _check(self) -> None:
        """Try to open a file, log an error if none is free, and schedule the next check."""
        try:
            os.close(os.open(os.devnull, os.O_RDONLY))
        except OSError as error:
            self._errors.error(
                "files",
                error=str(error),
                advice="nobody new can connect: raise LimitNOFILE or ulimit -n",
                allowed=resource.getrlimit(resource.RLIMIT_NOFILE)[0],
            )
        self.start()
