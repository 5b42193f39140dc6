"""Reports for operators who watch the server: its state, and its activity since the report before."""

import time
from collections import Counter
from heapq import nlargest
from typing import NamedTuple

from google.protobuf.duration_pb2 import Duration

from tilth.v1 import operations_pb2 as pb
from tilth_server.api.gate import Gate
from tilth_server.api.refusal_log import is_address
from tilth_server.api.stream_writer import StreamWriters
from tilth_server.matches.live import LiveMatch
from tilth_server.matches.registry import Matches
from tilth_server.metrics import Metrics
from tilth_server.operations.activity import ActivityCounter, ActivityCounts, percentile
from tilth_server.operations.usage import resident_bytes
from tilth_server.players import PlayerRegistry


class CounterSample(NamedTuple):
    """The values of the server's counters at one time. The difference of two gives rates."""

    at: float
    answers: int
    calls: int
    refusals: int
    records: float
    latencies: tuple[int, ...]
    cpu_seconds: float

    @classmethod
    def take(cls, metrics: Metrics) -> "CounterSample":
        """Return the present values of the counters."""
        return cls(
            time.monotonic(),
            metrics.answers,
            metrics.calls.total(),
            metrics.refusals.total(),
            metrics.commit_records.total,
            tuple(metrics.latency.counts),
            time.process_time(),
        )


class ActivityReporter:
    """Makes the reports of one `WatchServer` call, one after the other. The rates of the first are 0."""

    def __init__(
        self,
        matches: Matches,
        players: PlayerRegistry,
        gate: Gate,
        writers: StreamWriters,
        counting: ActivityCounter,
    ) -> None:
        self._matches = matches
        self._players = players
        self._gate = gate
        self._writers = writers
        self._counting = counting
        self._before: CounterSample | None = None

    async def report(self, status: pb.GetStatusResponse, max_rows: int) -> pb.WatchServerResponse:
        """Return a report with the status, the rates, and the `max_rows` busiest matches and players."""
        now = CounterSample.take(self._gate.metrics)
        before = self._before or now
        self._before = now
        seconds = now.at - before.at
        per_second = 1 / seconds if seconds else 0.0
        bounds = self._gate.metrics.latency.bounds
        latencies = [now - then for now, then in zip(now.latencies, before.latencies, strict=True)]
        live = self._matches.loaded()
        done = self._counting.take(live)
        response = pb.WatchServerResponse(
            status=status,
            since=_duration(seconds),
            answers_per_second=(now.answers - before.answers) * per_second,
            calls_per_second=(now.calls - before.calls) * per_second,
            refusals_per_second=(now.refusals - before.refusals) * per_second,
            records_per_second=(now.records - before.records) * per_second,
            latency_p50_ms=1000 * percentile(bounds, latencies, 0.5),
            latency_p99_ms=1000 * percentile(bounds, latencies, 0.99),
            matches=self._busiest_matches(done, per_second, max_rows),
            players=self._busiest_players(done, per_second, max_rows),
            cpu_percent=100 * (now.cpu_seconds - before.cpu_seconds) * per_second,
            resident_bytes=resident_bytes(),
        )
        for player in response.players:
            if player.player_id:
                player.matches = await self._matches.index.playing_count(player.player_id)
        return response

    def _busiest_matches(
        self, done: ActivityCounts, per_second: float, max_rows: int
    ) -> list[pb.MatchActivity]:
        """Return the matches with the most answers since the last report, busiest first."""
        answers = done.match_answers

        def busyness(match: LiveMatch) -> tuple[int, float]:
            return answers[match.info.id], match.last_step_at

        busiest = nlargest(max_rows, self._matches.loaded(), key=busyness)
        return [self._match(match, answers[match.info.id] * per_second) for match in busiest]

    def _match(self, match: LiveMatch, answers_per_second: float) -> pb.MatchActivity:
        """Return the activity of one match as a message."""
        info = match.info
        named = self._matches.cache.named_in(info)
        bots = [one.bot for one in named]
        return pb.MatchActivity(
            match_id=info.id,
            game=info.game,
            title=info.title,
            player_names=[one.name for one in named],
            answers_per_second=answers_per_second,
            record_count=match.durable,
            channels=len(match.channels),
            pending_seats=[] if match.table is None else sorted(match.table.open),
            paused=info.paused is not None,
            idle=_duration(max(0.0, self._matches.time.now() - match.last_step_at)),
            tournament_id=info.tournament_id,
            bots=bots if any(bots) else [],
        )

    def _busiest_players(
        self, done: ActivityCounts, per_second: float, max_rows: int
    ) -> list[pb.PlayerActivity]:
        """Return the players, and the addresses of strangers, that were busiest since the last report."""
        streams: Counter[str] = Counter()
        channels: Counter[str] = Counter()
        for call in self._gate.calls:
            if call.streams:
                streams[call.player_id or call.client] += 1
                session = self._writers.session_of(call.task)
                channels[call.player_id or call.client] += 0 if session is None else session.channel_count
        refusals = self._counting.refusals
        here = (streams.keys() | done.answers.keys() | done.calls.keys() | refusals.keys()) - {""}

        def busyness(client: str) -> tuple[int, int, int, int]:
            return done.answers[client], done.calls[client], streams[client], refusals[client]

        found = []
        for player_id in nlargest(max_rows, here, key=busyness):
            thought = done.timed_answers[player_id]
            player = pb.PlayerActivity(
                player_id="" if is_address(player_id) else player_id,
                player_name=player_id if is_address(player_id) else self._players.name(player_id),
                streams=streams[player_id],
                channels=channels[player_id],
                answers_per_second=done.answers[player_id] * per_second,
                calls_per_second=done.calls[player_id] * per_second,
                refusals=refusals[player_id],
                mean_answer_ms=1000 * done.thought_s[player_id] / thought if thought else 0.0,
                bot=self._players.names.bots.get(player_id, ""),
            )
            found.append(player)
        return found


def _duration(seconds: float) -> Duration:
    """Return seconds as a protobuf Duration."""
    duration = Duration()
    duration.FromNanoseconds(int(seconds * 1e9))
    return duration
