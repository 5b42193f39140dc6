"""A house whose flights are traced: the step of a match, then its commit."""

from typing import Any

from opentelemetry.trace import Span, Status, StatusCode, Tracer, set_span_in_context
from structlog.contextvars import get_contextvars

from tilth_server.outside import Oracle
from tilth_server.store import StoreError
from tilth_server.tables.flights import Flight
from tilth_server.tables.house import House


class TracedFlight(Flight):
    """A flight with the spans of its two parts."""

    __slots__ = ("commit", "step")

    def __init__(self, now: float, at_ms: int, step: Span) -> None:
        super().__init__(now, at_ms)
        self.step = step
        """From when it came in to when it was sent off: the rules, and what they led to, encoded."""
        self.commit: Span | None = None
        """From there until it is durable and handed out."""


class TracedOracle:
    """An oracle; what waiting for it takes is a span, between the step that is let go and the one that is done."""

    def __init__(self, tracer: Tracer, oracle: Oracle) -> None:
        self._tracer = tracer
        self._oracle = oracle

    def has(self, game: str) -> bool:
        return self._oracle.has(game)

    async def ask(self, game: str, question: Any) -> bytes:
        with self._tracer.start_as_current_span("fact", attributes={"tilth.game": game}):
            return await self._oracle.ask(game, question)


class TracedHouse(House):
    """The house, telling what it does."""

    def __init__(self, tracer: Tracer, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._tracer = tracer
        self.oracle = TracedOracle(tracer, self.oracle)

    def flight(self) -> Flight:
        step = self._tracer.start_span("step")
        if step.is_recording():
            for name, value in get_contextvars().items():
                step.set_attribute(f"tilth.{name}", str(value))
        return TracedFlight(self.time.now(), self.time.wall_ms(), step)

    def depart(self, flight: Flight) -> None:
        assert isinstance(flight, TracedFlight), "every flight of this house is made above"
        records = sum(len(leg.entries) for leg in flight.legs.values())
        if flight.step.is_recording():
            flight.step.set_attributes(
                {
                    "tilth.matches": [match.info.id for match in flight.legs],
                    "tilth.records": records,
                    "tilth.answers": flight.answers,
                }
            )
        flight.step.end()
        if records:
            flight.commit = self._tracer.start_span("commit", set_span_in_context(flight.step))
        super().depart(flight)

    def _landed(self, flight: Flight, error: StoreError | None) -> None:
        super()._landed(flight, error)
        if isinstance(flight, TracedFlight) and flight.commit is not None:
            if error is not None:
                flight.commit.set_status(Status(StatusCode.ERROR, str(error)))
            flight.commit.end()
