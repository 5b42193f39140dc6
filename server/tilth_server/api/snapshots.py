"""What an operator who watches is shown: how the server stands, and what was done since the last picture of it."""

import time
from collections import Counter
from heapq import nlargest
from typing import NamedTuple

from google.protobuf.duration_pb2 import Duration

from tilth.v1 import operations_pb2 as pb
from tilth_server.api.outbox import Taps
from tilth_server.api.service import Gate
from tilth_server.metrics import Metrics
from tilth_server.operations.counting import Counting, Done, percentile
from tilth_server.operations.usage import resident_bytes
from tilth_server.players import Register
from tilth_server.tables.house import House
from tilth_server.tables.live import LiveMatch


class Totals(NamedTuple):
    """What the server has counted by now."""

    at: float
    answers: int
    calls: int
    refusals: int
    records: float
    latencies: tuple[int, ...]
    cpu_seconds: float

    @classmethod
    def of(cls, metrics: Metrics) -> "Totals":
        return cls(
            time.monotonic(),
            metrics.answers,
            metrics.calls.total(),
            metrics.refusals.total(),
            metrics.commit_records.total,
            tuple(metrics.latency.counts),
            time.process_time(),
        )


class Snapshots:
    """One after the other, for one who watches. The first one has nothing before it: its rates are 0."""

    def __init__(self, house: House, register: Register, gate: Gate, taps: Taps, counting: Counting) -> None:
        self._house = house
        self._register = register
        self._gate = gate
        self._taps = taps
        self._counting = counting
        self._before: Totals | None = None

    def take(self, status: pb.GetStatusResponse, most: int) -> pb.WatchServerResponse:
        """The busiest so many matches and players."""
        now = Totals.of(self._gate.metrics)
        before = self._before or now
        self._before = now
        seconds = now.at - before.at
        per_second = 1 / seconds if seconds else 0.0
        bounds = self._gate.metrics.latency.bounds
        latencies = [now - then for now, then in zip(now.latencies, before.latencies, strict=True)]
        live = self._house.in_memory()
        done = self._counting.taken(live)
        return pb.WatchServerResponse(
            status=status,
            since=_duration(seconds),
            answers_per_second=(now.answers - before.answers) * per_second,
            calls_per_second=(now.calls - before.calls) * per_second,
            refusals_per_second=(now.refusals - before.refusals) * per_second,
            records_per_second=(now.records - before.records) * per_second,
            latency_p50_ms=1000 * percentile(bounds, latencies, 0.5),
            latency_p99_ms=1000 * percentile(bounds, latencies, 0.99),
            matches=self._matches(done, per_second, most),
            players=self._players(done, per_second, most),
            cpu_percent=100 * (now.cpu_seconds - before.cpu_seconds) * per_second,
            resident_bytes=resident_bytes(),
        )

    def _matches(self, done: Done, per_second: float, most: int) -> list[pb.LiveMatch]:
        answers = done.match_answers

        def busyness(match: LiveMatch) -> tuple[int, float]:
            return answers[match.info.id], match.stepped

        busiest = nlargest(most, self._house.in_memory(), key=busyness)
        return [self._match(match, answers[match.info.id] * per_second) for match in busiest]

    def _match(self, match: LiveMatch, answers_per_second: float) -> pb.LiveMatch:
        info = match.info
        return pb.LiveMatch(
            match_id=info.id,
            game=info.game,
            title=info.title,
            player_names=self._house.names_of(match),
            answers_per_second=answers_per_second,
            record_count=match.durable,
            followers=len(match.channels),
            waiting=[] if match.table is None else sorted(match.table.open),
            paused=info.paused is not None,
            idle=_duration(max(0.0, self._house.time.now() - match.stepped)),
            tournament_id=info.tournament_id,
        )

    def _players(self, done: Done, per_second: float, most: int) -> list[pb.LivePlayer]:
        streams: Counter[str] = Counter()
        channels: Counter[str] = Counter()
        for call in self._gate.calls:
            if call.streams:
                streams[call.player_id] += 1
                attendance = self._taps.of(call.task)
                channels[call.player_id] += 0 if attendance is None else len(attendance.channels)
        here = (streams.keys() | done.answers.keys() | done.calls.keys()) - {""}

        def busyness(player_id: str) -> tuple[int, int, int]:
            return done.answers[player_id], done.calls[player_id], streams[player_id]

        found = []
        for player_id in nlargest(most, here, key=busyness):
            thought = done.thought[player_id]
            player = pb.LivePlayer(
                player_id=player_id,
                player_name=self._register.name(player_id),
                streams=streams[player_id],
                channels=channels[player_id],
                answers_per_second=done.answers[player_id] * per_second,
                calls_per_second=done.calls[player_id] * per_second,
                refusals=self._counting.refusals[player_id],
                thinking_ms=1000 * done.thought_s[player_id] / thought if thought else 0.0,
                matches=len(self._house.directory.playing.get(player_id, ())),
            )
            found.append(player)
        return found


def _duration(seconds: float) -> Duration:
    duration = Duration()
    duration.FromNanoseconds(int(seconds * 1e9))
    return duration
