"""What the server counts. Counting is plain arithmetic on the loop; Prometheus reads it from a thread of its own.

The hot path touches integers and lists only: the client library's counters take a lock and measured several
microseconds an answer.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from tilth_server.settings import Address

SECONDS = (0.0005, 0.001, 0.002, 0.003, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)
RECORDS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 1024.0)


class Tally:
    """A histogram: how many observations lay at or below each bound."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def observe(self, value: float, times: int = 1) -> None:
        self.counts[bisect_left(self.bounds, value)] += times
        self.total += value * times

    @property
    def count(self) -> int:
        return sum(self.counts)

    def buckets(self) -> list[tuple[str, float]]:
        """Cumulative, as Prometheus wants them."""
        names = [str(bound) for bound in self.bounds] + ["+Inf"]
        seen = 0
        out: list[tuple[str, float]] = []
        for name, count in zip(names, self.counts, strict=True):
            seen += count
            out.append((name, seen))
        return out


class Metrics(Collector):
    """The server's own numbers, and what reads them."""

    def __init__(self) -> None:
        self.answers = 0
        self.refusals: Counter[str] = Counter()
        self.latency = Tally(SECONDS)
        """From an answer's arrival to its being durable and handed out."""
        self.calls: Counter[tuple[str, str]] = Counter()
        self.fact_seconds = Tally(SECONDS)
        """From a question to its fact from outside of the rules."""
        self.fact_failures: Counter[str] = Counter()
        """Questions to which none came, by the reason that whoever waited was told."""
        self.workers_replaced: Callable[[], int] = lambda: 0
        self.commit_records = Tally(RECORDS)
        self.commit_seconds = Tally(SECONDS)
        self.streams = 0
        self.watchers: Callable[[], int] = lambda: 0
        self.matches: Callable[[], dict[str, int]] = dict
        """Matches by state, with those in memory as `live`."""
        self.players: Callable[[], int] = lambda: 0
        self.tournaments: Callable[[], dict[str, int]] = dict
        """Tournaments by state."""
        self.tournament_games: Callable[[], int] = lambda: 0

    def committed(self, records: int, seconds: float) -> None:
        """The store's observer."""
        self.commit_records.observe(records)
        self.commit_seconds.observe(seconds)

    def collect(self) -> Iterator[Metric]:
        yield CounterMetricFamily("tilth_answers", "Answers taken and durable.", value=self.answers)
        refusals = CounterMetricFamily("tilth_refusals", "Answers and calls refused.", labels=["reason"])
        for reason, count in self.refusals.copy().items():
            refusals.add_metric([reason], count)
        yield refusals
        failures = CounterMetricFamily(
            "tilth_fact_failures", "Questions outside of the rules without a fact.", labels=["reason"]
        )
        for reason, count in self.fact_failures.copy().items():
            failures.add_metric([reason], count)
        yield failures
        yield CounterMetricFamily(
            "tilth_workers_replaced",
            "Workers that died or were too slow.",
            value=self.workers_replaced(),
        )
        calls = CounterMetricFamily("tilth_calls", "Calls that have ended.", labels=["method", "code"])
        for labels, count in self.calls.copy().items():
            calls.add_metric(labels, count)
        yield calls
        matches = GaugeMetricFamily("tilth_matches", "Matches by state; live: in memory.", labels=["state"])
        for state, count in self.matches().items():
            matches.add_metric([state], count)
        yield matches
        tournaments = GaugeMetricFamily("tilth_tournaments", "Tournaments by state.", labels=["state"])
        for state, count in self.tournaments().items():
            tournaments.add_metric([state], count)
        yield tournaments
        yield GaugeMetricFamily(
            "tilth_tournament_games", "Games of tournaments being played.", value=self.tournament_games()
        )
        yield GaugeMetricFamily("tilth_streams", "Streams that are open.", value=self.streams)
        yield GaugeMetricFamily("tilth_watchers", "Channels that follow a match.", value=self.watchers())
        yield GaugeMetricFamily("tilth_players", "Players registered.", value=self.players())
        yield _histogram("tilth_answer_seconds", "From an answer's arrival to its reply.", self.latency)
        yield _histogram("tilth_fact_seconds", "From a question outside to its fact.", self.fact_seconds)
        yield _histogram("tilth_commit_records", "Records in one transaction.", self.commit_records)
        yield _histogram("tilth_commit_seconds", "Seconds of one transaction.", self.commit_seconds)

    def serve(self, address: Address) -> Callable[[], None]:
        """Answer scrapes at this address, in a thread; OSError when it can't be had. Returns what stops it."""
        registry = CollectorRegistry()
        registry.register(self)
        server, thread = start_http_server(address.port, address.host, registry)

        def stop() -> None:
            server.shutdown()
            server.server_close()
            thread.join()

        return stop


def _histogram(name: str, help_text: str, tally: Tally) -> HistogramMetricFamily:
    return HistogramMetricFamily(name, help_text, buckets=tally.buckets(), sum_value=tally.total)
