"""Traces: from a call over the step of a match to the store's commit, told to an OpenTelemetry collector.

Nothing of it is there unless it is asked for: the server then has another house and other handlers, and none of the
usual ones asks whether it is traced. The packages come with the extra `tracing`.
"""

from typing import TYPE_CHECKING

from tilth_server.settings import Settings

if TYPE_CHECKING:
    from tilth_server.tracing.tracing import Tracing

MISSING = "--trace needs the OpenTelemetry packages: pip install 'tilth[tracing]'"


class TracingMissing(Exception):
    """The packages that tracing takes aren't installed."""


def tracing_of(settings: Settings) -> "Tracing | None":
    """What traces this server; None where nobody asked for it."""
    if settings.trace is None:
        return None
    try:
        from tilth_server.tracing.tracing import Tracing
    except ImportError as error:
        raise TracingMissing(MISSING) from error
    return Tracing(settings.trace, settings.trace_share)
