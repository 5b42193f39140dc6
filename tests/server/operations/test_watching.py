"""An operator who watches the server sees what is done, as it is done."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.server.operations.helpers import refused, streaming
from tests.server.play.streams import Stream
from tests.server.serve.full_server import Person, RunningServer, full_server, new_match, play_randomly
from tests.server.serve.games import orchard
from tests.server.serve.one_service import until
from tilth.v1 import lobby_pb2, play_pb2, players_pb2, record_pb2
from tilth.v1 import operations_pb2 as pb
from tilth_server.metrics import SECONDS, Histogram
from tilth_server.operations.activity import percentile


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with full_server(tmp_path, orchard()) as here:
        yield here


class Watching:
    """Gathers snapshots; what was done is a rate times its time."""

    def __init__(self, running: RunningServer, **request: Any) -> None:
        self.call = streaming(
            running, running.operator, "WatchServer", pb.WatchServerRequest(interval_ms=200, **request)
        )
        self.seen: list[Any] = []

    async def next(self) -> Any:
        self.seen.append(await asyncio.wait_for(self.call.read(), 30))
        return self.seen[-1]

    async def sees(self, holds: Callable[[Any], bool]) -> Any:
        """The first snapshot from now on for which this holds."""
        async with asyncio.timeout(30):
            while not holds(await self.next()):
                pass
        return self.seen[-1]

    def done(self, rate: Callable[[Any], float]) -> float:
        return float(sum(rate(one) * one.since.ToNanoseconds() / 1e9 for one in self.seen))


def of(lines: Any, **wanted: str) -> Any:
    """The line with these values; an empty one where there is none."""
    ((name, value),) = wanted.items()
    return next((line for line in lines if getattr(line, name) == value), pb.PlayerActivity())


async def test_rates_add_up_to_the_answers_played(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    match = await new_match(ann, bob)
    metrics = running.server.metrics
    watching = Watching(running)
    first = await watching.next()
    assert (first.answers_per_second, first.since.ToNanoseconds()) == (0, 0)
    before = metrics.answers, metrics.calls.total(), metrics.commit_records.total
    given = await play_randomly(match, ann, bob, max_answers=7)
    after = metrics.answers, metrics.calls.total(), metrics.commit_records.total
    await watching.sees(lambda one: one.status.answers == after[0])
    await watching.next()
    assert watching.done(lambda one: one.answers_per_second) == pytest.approx(given)
    assert given == after[0] - before[0]
    assert watching.done(lambda one: one.calls_per_second) == pytest.approx(after[1] - before[1])
    assert watching.done(lambda one: one.records_per_second) == pytest.approx(after[2] - before[2])
    by_match = watching.done(lambda one: of(one.matches, match_id=match).answers_per_second)
    assert by_match == pytest.approx(given)
    for seat, person in enumerate((ann, bob)):
        name = person.id
        done = watching.done(lambda one, name=name: of(one.players, player_id=name).answers_per_second)  # type: ignore[misc]
        assert done == pytest.approx(await answers_in_log(running, match, seat))
    watching.call.cancel()


async def answers_in_log(running: RunningServer, match: str, seat: int) -> int:
    stored = [each async for each in running.server.store.read(f"match/{match}")]
    records = [record_pb2.Record.FromString(one.body) for one in stored]
    return sum(record.HasField("answered") and record.answered.seat == seat for record in records)


async def test_matches_that_end_between_two_snapshots_count_for_their_players(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    watching = Watching(running)
    await watching.next()
    given = 0
    for _ in range(3):
        given += await play_randomly(await new_match(ann, bob), ann, bob)
    last = await watching.sees(lambda one: one.status.answers == given)
    await watching.next()
    done = watching.done(lambda one: sum(line.answers_per_second for line in one.players))
    assert done == pytest.approx(given)
    assert last.status.finished_matches == 3
    watching.call.cancel()


async def test_latencies_are_those_of_the_answers_since_the_last_snapshot(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    watching = Watching(running)
    idle = await watching.next()
    assert (idle.latency_p50_ms, idle.latency_p99_ms) == (0, 0)
    await play_randomly(await new_match(ann, bob), ann, bob)
    busy = await watching.sees(lambda one: one.answers_per_second > 0)
    assert 0 < busy.latency_p50_ms <= busy.latency_p99_ms <= 5000
    idle = await watching.sees(lambda one: one.answers_per_second == 0)
    assert (idle.latency_p50_ms, idle.latency_p99_ms) == (0, 0)
    watching.call.cancel()


async def test_a_live_match_shows_its_players_the_awaited_seats_and_the_time_since_its_last_record(
    running: RunningServer,
) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    match = await new_match(ann, bob, title="The long rain")
    stream = Stream(running, ann)
    await stream.open(match, seat=0)
    await stream.until("caught_up")
    watching = Watching(running)
    (line,) = (await watching.next()).matches
    assert (line.match_id, line.game, line.title) == (match, "orchard", "The long rain")
    assert list(line.player_names) == ["Ann", "Bob"]
    table = running.server.matches.cache.get(match).table
    assert table is not None
    assert list(line.pending_seats) == sorted(table.open)
    assert (line.channels, line.paused) == (1, False)
    assert line.record_count == running.server.matches.find(match).record_count
    later = (await watching.next()).matches[0]
    assert later.idle.ToNanoseconds() > line.idle.ToNanoseconds()
    await running.operator.operations.PauseMatch(pb.PauseMatchRequest(match_id=match, reason="rain"))
    paused = await watching.sees(lambda one: one.matches[0].paused)
    assert paused.status.paused_matches == 1
    await running.operator.operations.ResumeMatch(pb.ResumeMatchRequest(match_id=match))
    assert (await watching.sees(lambda one: not one.matches[0].paused)).status.paused_matches == 0
    watching.call.cancel()
    stream.call.cancel()


async def test_a_live_player_shows_their_refusals_and_streams(
    running: RunningServer,
) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    match = await new_match(ann, bob)
    watching = Watching(running)
    await watching.next()
    stream = Stream(running, ann)
    await stream.open(match, seat=0)
    await stream.open(match, channel=2)
    for channel in (1, 5):
        closed = play_pb2.Answer(request_id=str(channel), decision_id=77)
        await stream.send(play_pb2.Command(channel=channel, answer=closed))
        await stream.until("refused")
    seen = await watching.sees(lambda one: of(one.players, player_id=ann.id).refusals == 2)
    line = of(seen.players, player_id=ann.id)
    assert (line.player_name, line.streams, line.channels, line.matches) == ("Ann", 1, 2, 1)
    watching.call.cancel()
    stream.call.cancel()


async def test_a_players_thought_counts_from_when_they_were_asked(running: RunningServer) -> None:
    people = [await running.person("Ann"), await running.person("Bob")]
    began = time.monotonic()
    match = await new_match(*people)
    watching = Watching(running)
    await watching.next()
    await play_randomly(match, *people, max_answers=1)
    await asyncio.sleep(0.3)
    assert await play_randomly(match, *people, max_answers=1, seed=2) == 1
    await watching.sees(lambda one: one.status.answers == 2)
    await watching.next()
    took = 1000 * (time.monotonic() - began)
    thought = [line.mean_answer_ms for one in watching.seen for line in one.players if line.mean_answer_ms]
    assert 300 <= max(thought) <= took
    watching.call.cancel()


async def test_the_busiest_come_first_and_no_more_lines_than_requested(running: RunningServer) -> None:
    ann, bob = await running.person("Ann"), await running.person("Bob")
    matches = [await new_match(ann, bob) for _ in range(4)]
    watching = Watching(running, max_rows=2)
    assert len((await watching.next()).matches) == 2
    await play_randomly(matches[0], ann, bob, max_answers=5)
    busy = await watching.sees(lambda one: one.answers_per_second > 0)
    assert busy.matches[0].match_id == matches[0]
    watching.call.cancel()


async def test_nothing_is_counted_when_nobody_watches(running: RunningServer) -> None:
    server = running.server
    first, second = Watching(running), Watching(running)
    await first.next()
    await second.next()
    charges = (server.gate.refusal_log,)
    assert (len(server.matches.commits.observers), len(server.gate.observers)) == (3, 3)
    first.call.cancel()
    await until(lambda: len(server.matches.commits.observers) == 2)
    second.call.cancel()
    await until(lambda: server.matches.commits.observers == charges and server.gate.observers == charges)


async def test_an_abuser_and_a_stranger_are_seen_by_their_refusals(running: RunningServer) -> None:
    ann = await running.person("Ann")
    nobody = Person(running.channel, "no such token")
    watching = Watching(running)
    await watching.next()
    for _ in range(3):
        await refused(ann.lobby.GetMatch(lobby_pb2.GetMatchRequest(match_id="none")))
        await refused(nobody.players.GetMe(players_pb2.GetMeRequest()))
    seen = await watching.sees(lambda one: of(one.players, player_name="ipv4:127.0.0.1").refusals == 3)
    assert of(seen.players, player_id=ann.id).refusals == 3
    assert of(seen.players, player_name="ipv4:127.0.0.1").player_id == ""


async def test_the_status_describes_the_process(running: RunningServer) -> None:
    watching = Watching(running)
    await watching.next()
    ann = await running.person("Ann")
    for _ in range(50):
        await ann.players.GetMe(players_pb2.GetMeRequest())
    assert (await watching.sees(lambda one: one.cpu_percent > 0)).resident_bytes > 10 << 20
    watching.call.cancel()


@given(st.lists(st.floats(0.0001, 4.9), min_size=1, max_size=200))
def test_a_percentile_lies_in_the_bucket_of_the_observation_it_is_of(values: list[float]) -> None:
    tally = Histogram(SECONDS)
    for value in values:
        tally.observe(value)
    for share in (0.5, 0.99):
        exact = sorted(values)[max(0, -(-int(share * 100) * len(values) // 100) - 1)]
        found = percentile(tally.bounds, tally.counts, share)
        upper = next(bound for bound in SECONDS if bound >= exact)
        lower = max((bound for bound in SECONDS if bound < exact), default=0.0)
        assert lower <= found <= upper


def test_a_percentile_of_nothing_is_0_and_beyond_all_bounds_the_last_one() -> None:
    tally = Histogram((1.0, 2.0))
    assert percentile(tally.bounds, tally.counts, 0.5) == 0.0
    tally.observe(9.0)
    assert percentile(tally.bounds, tally.counts, 0.5) == 2.0
