"""Traces: a real collector receives calls, the steps that they lead to, and their commits."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceResponse
from opentelemetry.proto.collector.trace.v1.trace_service_pb2_grpc import (
    TraceServiceServicer,
    add_TraceServiceServicer_to_server,
)
from opentelemetry.sdk.trace import ReadableSpan, Span, SpanProcessor, TracerProvider

from tests.server.matches.coins import FIRST_THROW, Slow, at_the_throw, wait_for_questions
from tests.server.matches.match_host import match_host
from tests.server.serve.full_server import full_server, new_match, play_randomly
from tests.server.serve.games import orchard
from tilth.v1 import play_pb2, play_pb2_grpc
from tilth_server.outside.fact_source import FactSourceFailed
from tilth_server.settings import Address
from tilth_server.tracing.matches import CommitTracer, TracedFactSource


class Collector(TraceServiceServicer):
    """A collector that keeps every span it receives."""

    def __init__(self) -> None:
        self.spans: list[Any] = []
        self.services: set[str] = set()

    async def Export(self, request: Any, context: Any) -> Any:
        for resource in request.resource_spans:
            for each in resource.resource.attributes:
                if each.key == "service.name":
                    self.services.add(each.value.string_value)
            for scope in resource.scope_spans:
                self.spans += scope.spans
        return ExportTraceServiceResponse()

    def named(self, name: str) -> list[Any]:
        return [span for span in self.spans if span.name == name]


@asynccontextmanager
async def collecting() -> AsyncIterator[tuple[Collector, Address]]:
    collector = Collector()
    server = grpc.aio.server()
    add_TraceServiceServicer_to_server(collector, server)  # type: ignore[no-untyped-call]
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    yield collector, Address("127.0.0.1", port)
    await server.stop(None)


def attributes(span: Any) -> dict[str, Any]:
    return {each.key: each.value for each in span.attributes}


async def test_a_call_its_step_and_its_commit_are_one_trace(tmp_path: Path) -> None:
    async with collecting() as (collector, address):
        async with full_server(tmp_path, orchard(), trace=address) as running:
            ann, bob = await running.person("Ann"), await running.person("Bob")
            match = await new_match(ann, bob)
            await play_randomly(match, ann, bob, max_answers=2)
        answers = collector.named("tilth.v1.PlayService/Answer")
        steps = {span.parent_span_id: span for span in collector.named("step")}
        commits = {span.parent_span_id: span for span in collector.named("commit")}
        assert collector.services == {"tilth"}
        assert len(answers) == 2
        for call in answers:
            step = steps[call.span_id]
            commit = commits[step.span_id]
            assert call.trace_id == step.trace_id == commit.trace_id
            assert call.start_time_unix_nano <= step.start_time_unix_nano <= commit.start_time_unix_nano
            assert commit.end_time_unix_nano <= call.end_time_unix_nano
            values = attributes(step)
            assert [each.string_value for each in values["tilth.matches"].array_value.values] == [match]
            assert values["tilth.answers"].int_value == 1
        players = {attributes(call)["tilth.player"].string_value for call in answers}
        assert players <= {ann.id, bob.id}


async def test_a_clients_own_trace_continues_in_the_server(tmp_path: Path) -> None:
    async with collecting() as (collector, address):
        async with full_server(tmp_path, orchard(), trace=address) as running:
            ann, bob = await running.person("Ann"), await running.person("Bob")
            match = await new_match(ann, bob)
            await play_pb2_grpc.PlayServiceStub(running.channel).GetView(
                play_pb2.GetViewRequest(match_id=match),
                metadata=(
                    ("authorization", f"Bearer {ann.token}"),
                    ("traceparent", f"00-{'ab' * 16}-{'cd' * 8}-01"),
                ),
            )
        (call,) = collector.named("tilth.v1.PlayService/GetView")
        assert call.trace_id == bytes.fromhex("ab" * 16)
        assert call.parent_span_id == bytes.fromhex("cd" * 8)


async def test_every_message_of_a_stream_is_a_trace_of_its_own(tmp_path: Path) -> None:
    async with collecting() as (collector, address):
        async with full_server(tmp_path, orchard(), trace=address) as running:
            ann, bob = await running.person("Ann"), await running.person("Bob")
            match = await new_match(ann, bob)
            opening = [play_pb2.Command(channel=1, open=play_pb2.OpenChannel(match_id=match, seat=0))]
            call = play_pb2_grpc.PlayServiceStub(running.channel).Attend(
                metadata=(("authorization", f"Bearer {ann.token}"),)
            )
            await call.write(play_pb2.AttendRequest(commands=opening))
            received: list[play_pb2.Frame] = []
            while not any(each.HasField("caught_up") for each in received):
                response = await asyncio.wait_for(call.read(), 20)
                assert isinstance(response, play_pb2.AttendResponse)
                received += response.frames
            call.cancel()
        steps = [span for span in collector.named("step") if not span.parent_span_id]
        calls = {attributes(span)["tilth.call"].string_value for span in steps}
        assert "tilth.v1.PlayService/Attend" in calls
        assert not collector.named("tilth.v1.PlayService/Attend")


async def test_a_share_of_nothing_tells_nothing(tmp_path: Path) -> None:
    async with collecting() as (collector, address):
        async with full_server(tmp_path, orchard(), trace=address, trace_ratio=0.0) as running:
            await running.person("Ann")
        assert collector.spans == []


async def test_a_collector_that_is_away_holds_nobody_up(tmp_path: Path) -> None:
    async with full_server(tmp_path, orchard(), trace=Address("127.0.0.1", 1)) as running:
        ann, bob = await running.person("Ann"), await running.person("Bob")
        match = await new_match(ann, bob)
        await play_randomly(match, ann, bob)
        began = asyncio.get_running_loop().time()
    assert asyncio.get_running_loop().time() - began < 15


async def test_without_being_asked_for_it_nothing_observes_the_matches(tmp_path: Path) -> None:
    async with full_server(tmp_path, orchard()) as running:
        assert running.server.matches.commits.work_observers == ()
        assert running.server.tracing is None


class Spans(SpanProcessor):
    """Keeps every span that begins, and every one that ends, by name."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.ended: list[str] = []
        self.facts: list[ReadableSpan] = []

    def on_start(self, span: Span, parent_context: Any = None) -> None:
        self.begun.append(span.name)

    def on_end(self, span: ReadableSpan) -> None:
        self.ended.append(span.name)
        if span.name == "outside fact":
            self.facts.append(span)


async def test_a_step_that_waits_for_a_fact_has_a_span_for_each_run(tmp_path: Path) -> None:
    spans, slow, provider = Spans(), Slow(), TracerProvider()
    provider.add_span_processor(spans)
    tracer = provider.get_tracer("tilth")
    async with match_host(tmp_path, oracle=TracedFactSource(tracer, slow)) as running:
        running.matches.commits.work_observers = (CommitTracer(tracer),)
        match, ann, _ = await at_the_throw(running)
        spans.ended.clear()
        ann.answer(numbers=[3])
        await wait_for_questions(slow)
        assert spans.ended == ["step"], "let go: nothing is committed"
        slow.give(2)
        await ann.next("update")
        assert spans.ended == ["step", "outside fact", "step", "commit"]
        (fact,) = spans.facts
        assert fact.attributes is not None
        assert fact.attributes["tilth.game"] == "market"
        assert running.info(match).record_count == FIRST_THROW + 1


async def test_every_span_ends_when_a_fact_cannot_be_found_out(tmp_path: Path) -> None:
    spans, slow, provider = Spans(), Slow(), TracerProvider()
    provider.add_span_processor(spans)
    tracer = provider.get_tracer("tilth")
    async with match_host(tmp_path, oracle=TracedFactSource(tracer, slow)) as running:
        running.matches.commits.work_observers = (CommitTracer(tracer),)
        match, ann, _ = await at_the_throw(running)
        slow.give(FactSourceFailed("the table wobbles"))
        ann.answer(numbers=[3])
        assert await ann.refusal() == "RULES_FAILED"
        ann.answer(numbers=[3])
        await wait_for_questions(slow, 2)
        await running.matches.lobby.cancel("op", match, "rain")
        await asyncio.sleep(0.01)
    assert sorted(spans.begun) == sorted(spans.ended)
    assert len(spans.facts) == 2
