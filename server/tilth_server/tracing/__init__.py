"""Traces, sent to an OpenTelemetry collector: a call, the step of a match that it leads to, and the store's commit.

Nothing is traced unless the settings ask for it: then a tracer observes the units of work, and wraps the handlers of
calls. The packages come with the extra `tracing`.
"""

from typing import TYPE_CHECKING

from tilth_server.settings import Settings

if TYPE_CHECKING:
    from tilth_server.tracing.tracing import Tracing

MISSING = "--trace needs the OpenTelemetry packages: pip install 'tilth-games[tracing]'"


class TracingMissing(Exception):
    """The packages that tracing needs are not installed."""


def tracing_of(settings: Settings) -> "Tracing | None":
    """Return the tracing of this server; None if the settings name no collector."""
    if settings.trace is None:
        return None
    try:
        from tilth_server.tracing.tracing import Tracing
    except ImportError as error:
        raise TracingMissing(MISSING) from error
    return Tracing(settings.trace, settings.trace_ratio)
