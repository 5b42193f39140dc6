"""Spans of units of work in the matches: the step, the commit, and the outside facts in between."""

from typing import Any

from opentelemetry.trace import Span, Status, StatusCode, Tracer, set_span_in_context
from structlog.contextvars import get_contextvars

from tilth_server.matches.unit_of_work import UnitOfWork
from tilth_server.outside.fact_source import FactSource
from tilth_server.store import StoreError


class CommitTracer:
    """An observer that traces units of work. Each has two spans: the step, in which the rules run, then the commit."""

    def __init__(self, tracer: Tracer) -> None:
        self._tracer = tracer
        self._steps: dict[UnitOfWork, Span] = {}
        self._commits: dict[UnitOfWork, Span] = {}

    def on_begin(self, work: UnitOfWork) -> None:
        """Begin the span of the step."""
        step = self._steps[work] = self._tracer.start_span("step")
        if step.is_recording():
            for name, value in get_contextvars().items():
                step.set_attribute(f"tilth.{name}", str(value))

    def on_put(self, work: UnitOfWork) -> None:
        """End the span of the step, and begin that of the commit if the unit of work has records."""
        step = self._steps.pop(work)
        records = sum(len(writes.records) for writes in work.writes.values())
        if step.is_recording():
            step.set_attributes(
                {
                    "tilth.matches": [match.info.id for match in work.writes],
                    "tilth.records": records,
                    "tilth.answers": work.answers,
                }
            )
        step.end()
        if records:
            self._commits[work] = self._tracer.start_span("commit", set_span_in_context(step))

    def on_committed(self, work: UnitOfWork, error: StoreError | None) -> None:
        """End the span of the commit."""
        commit = self._commits.pop(work)
        if error is not None:
            commit.set_status(Status(StatusCode.ERROR, str(error)))
        commit.end()


class TracedFactSource:
    """A source of outside facts that traces another one. A span covers the time from a question to its fact."""

    def __init__(self, tracer: Tracer, source: FactSource) -> None:
        self._tracer = tracer
        self._source = source

    def has(self, game: str) -> bool:
        """Return whether the game has a port that can be asked."""
        return self._source.has(game)

    async def ask(self, game: str, question: Any) -> bytes:
        """Return the fact that the wrapped source gives, and record a span with the time that this takes."""
        with self._tracer.start_as_current_span("outside fact", attributes={"tilth.game": game}):
            return await self._source.ask(game, question)
