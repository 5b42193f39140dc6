"""Setup of logging: JSON lines for machines, coloured lines for people.

Important events are logged: a match that starts or ends, a player who registers, every failure. Plain calls are counted
in the metrics instead. The code that serves a call binds `call`, `player`, `match` and `seat` as context variables, so
that every line logged below it has these fields. Tokens, seeds and invitations are never logged.
"""

import logging
import sys
import time
from typing import Any, Final, TextIO

import orjson
import structlog
from structlog.typing import Processor

from tilth_server.settings import LogFormat

SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


GRPC: Final = "grpc._cython.cygrpc"
"""The logger of gRPC's own calls."""
REPEATED_SECONDS: Final = 60.0
MAX_KINDS: Final = 100


class RepeatedError:
    """A log event that may repeat: for each kind a line at once, then at most one a minute, with a count."""

    def __init__(self, log: Any, event: str, seconds: float = REPEATED_SECONDS) -> None:
        self._log = log
        self._event = event
        self._seconds = seconds
        self._kinds: dict[str, tuple[float, int, dict[str, Any]]] = {}
        """By kind: when a line was last written, how many errors came since, and the fields of the last one."""

    def error(self, kind: str, **about: Any) -> None:
        """Log an error, or count it if a line of its kind is recent."""
        now = time.monotonic()
        since, waiting, _ = self._kinds.get(kind, (now - self._seconds, 0, {}))
        if now - since < self._seconds:
            self._kinds[kind] = since, waiting + 1, about
            return
        if len(self._kinds) >= MAX_KINDS:
            self.flush()
        self._kinds[kind] = now, 0, {}
        self._write(waiting + 1, about)

    def flush(self) -> None:
        """Write the errors that have only been counted so far. The next error of any kind gets a line at once."""
        kinds, self._kinds = self._kinds, {}
        for _, waiting, about in kinds.values():
            if waiting:
                self._write(waiting, about)

    def _write(self, count: int, about: dict[str, Any]) -> None:
        """Log the event with these fields, and with the count if it is more than 1."""
        self._log.error(self._event, **about, **({"count": count} if count > 1 else {}))


class LeftClientsFilter(logging.Filter):
    """A filter that drops the error which gRPC logs, with a traceback, when a client left before its reply was sent.

    A client may leave at any time, so this is no fault, and strangers could fill the log with it. Such errors are
    counted: one line at once, then at most one a minute.
    """

    FAILED = 'Failed "execute_batch"'
    """The beginning of the error when the client has left. A batch that gRPC refuses to begin is a fault of ours."""

    def __init__(self, log: Any) -> None:
        super().__init__()
        self._log = log
        self._written = -REPEATED_SECONDS
        self._count = 0
        """Errors that have not been written yet. Their methods are left out, because a stranger may invent methods."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether gRPC's line is to be logged; count it if it is about a client that left."""
        error = record.exc_info[1] if record.exc_info else None
        if type(error).__name__ != "ExecuteBatchError" or not str(error).startswith(self.FAILED):
            return True
        self._count += 1
        now = time.monotonic()
        if now - self._written >= REPEATED_SECONDS:
            count, self._count, self._written = self._count, 0, now
            self._log.info("clients left before their replies", count=count)
        return False


def configure(style: LogFormat = LogFormat.AUTO, stream: TextIO | None = None) -> None:
    """Set up logging for this process and its libraries. `stream` is stderr unless it is given."""
    out = sys.stderr if stream is None else stream
    if style is LogFormat.AUTO:
        style = LogFormat.TERMINAL if out.isatty() else LogFormat.JSON
    render: list[Processor]
    if style is LogFormat.JSON:
        render = [
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(serializer=_as_text),
        ]
    else:
        plain = structlog.dev.RichTracebackFormatter(show_locals=False, width=110)
        render = [structlog.dev.ConsoleRenderer(colors=out.isatty(), exception_formatter=plain)]
    structlog.configure(
        processors=[*SHARED, *render],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.WriteLoggerFactory(out),
        cache_logger_on_first_use=False,
    )
    _configure_libraries(out, render)


def _configure_libraries(out: TextIO, render: list[Processor]) -> None:
    """Give the lines of asyncio and gRPC, which use the standard library's logging, the same shape."""
    handler = logging.StreamHandler(out)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*SHARED, structlog.stdlib.add_logger_name],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *render],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger(GRPC).filters = [LeftClientsFilter(structlog.get_logger())]


def _as_text(line: Any, **_: Any) -> str:
    """Return a log line as JSON; values that JSON lacks are written as texts."""
    return orjson.dumps(line, default=str).decode()
