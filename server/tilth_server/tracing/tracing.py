"""Spans, and where they go."""

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

from tilth_server.settings import Address

Reply = Callable[..., Awaitable[Any]]

EXPORT_SECONDS = 2.0
"""How long a collector may take; one that is away must not hold up the server's end."""
STOP_SECONDS = 3.0


class Tracing:
    """One collector's worth of spans."""

    def __init__(self, collector: Address, share: float) -> None:
        resource = Resource.create({"service.name": "tilth", "service.version": version("tilth")})
        self._provider = TracerProvider(resource=resource, sampler=ParentBased(TraceIdRatioBased(share)))
        exporter = OTLPSpanExporter(endpoint=str(collector), insecure=True, timeout=EXPORT_SECONDS)
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self.tracer = self._provider.get_tracer("tilth")
        self._propagator = TraceContextTextMapPropagator()

    def traced(self, name: str, behave: Callable[..., Any]) -> Callable[..., Any]:
        """The same call within a span, which is the child of the caller's if it sends one (`traceparent`).

        A stream has none of its own, for it would last for hours: each of its messages begins a trace.
        """
        if not iscoroutinefunction(behave):
            return behave
        reply: Reply = behave
        if name.endswith(("/Attend", "/Watch")):
            return behave

        async def within(request: Any, caller: Any, call: Any) -> Any:
            carrier = {
                key: value for key, value in call.invocation_metadata() or () if isinstance(value, str)
            }
            parent = self._propagator.extract(carrier)
            with self.tracer.start_as_current_span(name, parent, SpanKind.SERVER) as span:
                span.set_attribute("tilth.player", caller.player_id)
                return await reply(request, caller, call)

        return within

    async def stop(self) -> None:
        """Tell the collector what it has not been told yet, if it is there."""
        stopping = asyncio.get_running_loop().run_in_executor(None, self._provider.shutdown)
        await asyncio.wait([stopping], timeout=STOP_SECONDS)
