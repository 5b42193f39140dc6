"""The tracing of one server: spans of calls, and the export of all spans to a collector."""

import asyncio
from collections.abc import Awaitable, Callable
from importlib.metadata import version
from inspect import iscoroutinefunction
from typing import Any

from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased
from opentelemetry.trace import SpanKind
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from tilth_server.api.call_context import CallContext
from tilth_server.settings import Address

Reply = Callable[..., Awaitable[Any]]

EXPORT_SECONDS = 2.0
"""Limit on the seconds of an export, so that an unreachable collector does not delay the end of the server."""
STOP_SECONDS = 3.0


class Tracing:
    """A tracer, and the export of its spans to one collector."""

    def __init__(self, collector: Address, ratio: float) -> None:
        resource = Resource.create({"service.name": "tilth", "service.version": version("tilth-games")})
        self._provider = TracerProvider(resource=resource, sampler=ParentBased(TraceIdRatioBased(ratio)))
        exporter = OTLPSpanExporter(endpoint=str(collector), insecure=True, timeout=EXPORT_SECONDS)
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self.tracer = self._provider.get_tracer("tilth")
        self._propagator = TraceContextTextMapPropagator()

    def traced(self, name: str, handler: Callable[..., Any]) -> Callable[..., Any]:
        """Return a handler that runs this one inside a span, whose parent is the caller's span (`traceparent`).

        A stream has no span of its own, because it would last for hours: each of its messages begins a trace.
        """
        if not iscoroutinefunction(handler):
            return handler
        reply: Reply = handler
        if name.endswith(("/Attend", "/Watch")):
            return handler

        async def within(request: Any, call: CallContext) -> Any:
            parent = self._propagator.extract(call.trace)
            with self.tracer.start_as_current_span(name, parent, SpanKind.SERVER) as span:
                span.set_attribute("tilth.player", call.caller.player_id)
                return await reply(request, call)

        return within

    def headers(self) -> dict[str, str]:
        """Return the headers by which the present trace continues at another node."""
        found: dict[str, str] = {}
        self._propagator.inject(found)
        return found

    async def stop(self) -> None:
        """Send the remaining spans to the collector, if it can be reached."""
        stopping = asyncio.get_running_loop().run_in_executor(None, self._provider.shutdown)
        await asyncio.wait([stopping], timeout=STOP_SECONDS)
