"""How log lines are made: JSON lines where machines read them, colours where a person does.

Events that matter are logged (a match that starts and ends, a player who registers, whatever fails); plain calls
are counted in the metrics. Who logs binds `call`, `player`, `match` and `seat` as context variables, so that every
line below says them. Tokens, seeds and invitations are never given to a logger.
"""

import logging
import sys
from typing import Any, TextIO

import orjson
import structlog
from structlog.typing import Processor

from tilth_server.settings import LogStyle

SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def configure(style: LogStyle = LogStyle.AUTO, stream: TextIO | None = None) -> None:
    """Set logging up for this process, of its libraries as well."""
    out = sys.stderr if stream is None else stream
    if style is LogStyle.AUTO:
        style = LogStyle.TERMINAL if out.isatty() else LogStyle.JSON
    render: list[Processor]
    if style is LogStyle.JSON:
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
    _take_in_libraries(out, render)


def _take_in_libraries(out: TextIO, render: list[Processor]) -> None:
    """asyncio and grpc log by the standard library: their lines get the same shape."""
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


def _as_text(line: Any, **_: Any) -> str:
    return orjson.dumps(line, default=str).decode()
