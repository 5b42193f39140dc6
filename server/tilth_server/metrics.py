"""The server's metrics. The event loop counts with plain arithmetic; Prometheus reads from a thread of its own.

The hot path touches integers and lists only: the client library's counters take a lock and measured several
microseconds per answer.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from prometheus_client import CollectorRegistry, ProcessCollector, start_http_server
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from tilth_build import build_commit, build_version
from tilth_server.node_metrics import NodeCounts, collect_node
from tilth_server.settings import Address
from tilth_server.store.disk_use import DiskUse

SECONDS = (0.0005, 0.001, 0.002, 0.003, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)
WAIT_SECONDS = (0.01, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 300.0)
RECORDS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 1024.0)

ALARMING_CODES = ("OK", "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNKNOWN")
"""The status codes that an alarm may be about, and OK to compare them with."""

BOT_FAILURES = ("crash", "limit", "time", "host")
"""The causes of a bot's failure: it ended or answered wrongly, met a limit, was too slow, or the bots' host ended."""


class Histogram:
    """A histogram: the number of observations in each bucket, and their sum."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def observe(self, value: float, times: int = 1) -> None:
        """Count a value, `times` times."""
        self.counts[bisect_left(self.bounds, value)] += times
        self.total += value * times

    @property
    def count(self) -> int:
        """Return the number of observations."""
        return sum(self.counts)

    def buckets(self) -> list[tuple[str, float]]:
        """Return the bounds with their cumulative counts, as Prometheus expects them."""
        names = [str(bound) for bound in self.bounds] + ["+Inf"]
        seen = 0
        out: list[tuple[str, float]] = []
        for name, count in zip(names, self.counts, strict=True):
            seen += count
            out.append((name, seen))
        return out


class Metrics(Collector):
    """The metrics of a server: counters that its parts raise, and functions that read other numbers for Prometheus."""

    def __init__(  # noqa: PLR0915 - an attribute for each metric
        self, reasons: Iterable[str] = (), methods: Iterable[str] = ()
    ) -> None:
        """Begin with a count of 0 for each of these reasons and methods.

        Prometheus sees no increase in a series that begins with its first fault, so an alarm would miss that fault.
        """
        self.answers = 0
        self.refusals: Counter[str] = Counter(dict.fromkeys(reasons, 0))
        self.latency = Histogram(SECONDS)
        """Seconds from an answer's arrival to its reply, which waits until the answer is durable."""
        self.calls: Counter[tuple[str, str]] = Counter(
            {(method, code): 0 for method in methods for code in ALARMING_CODES}
        )
        self.fact_seconds = Histogram(SECONDS)
        """Seconds from a question outside of the rules to its fact."""
        self.fact_failures: Counter[str] = Counter(dict.fromkeys(self.refusals, 0))
        """Number of questions outside of the rules that got no fact, by the reason of the refusal."""
        self.workers_replaced: Callable[[], int] = lambda: 0
        self.workers_missing: Callable[[], bool] = lambda: False
        self.certificate_days: dict[str, Callable[[], float]] = {}
        """Days until the first certificate expires, by what it is used for; empty without TLS."""
        self.loop_delay = Histogram(SECONDS)
        """Seconds for which the event loop was late."""
        self.disk_use: Callable[[], DiskUse | None] = lambda: DiskUse(0, 0, 0)
        self.open_reports: Callable[[], tuple[Mapping[str, int], float]] = lambda: ({}, 0.0)
        """Reports that no moderator has resolved: their number by kind, and the seconds that the oldest has waited."""
        self.backup_age: Callable[[], float | None] = lambda: None
        """Seconds since the last verified backup; None if there was none."""
        self.commit_records = Histogram(RECORDS)
        self.commit_seconds = Histogram(SECONDS)
        self.turns = 0
        """Number of steps of calls that took a turn (api/turns.py)."""
        self.turn_seconds = 0.0
        """Seconds that these steps took together."""
        self.long_turns = 0
        """Number of these steps that took longer than a turn should."""
        self.turns_waiting = 0
        """Number of steps that wait for a turn now."""
        self.streams = 0
        self.channels: Callable[[], int] = lambda: 0
        self.matches: Callable[[], dict[str, int]] = dict
        """Matches by state."""
        self.matches_loaded: Callable[[], int] = lambda: 0
        self.players: Callable[[], int] = lambda: 0
        self.tournaments: Callable[[], dict[str, int]] = dict
        """Tournaments by state."""
        self.running_pairings: Callable[[], int] = lambda: 0
        self.node: Callable[[], NodeCounts | None] = lambda: None
        """The counts of a node; None in a server that runs alone."""
        self.bot_processes: Callable[[], int] = lambda: 0
        """Processes of the server's bots that play a seat now."""
        self.bot_seats_waiting: Callable[[], int] = lambda: 0
        """Seats of bots that are asked and wait for a process."""
        self.bot_starts = 0
        self.bot_failures: Counter[str] = Counter(dict.fromkeys(BOT_FAILURES, 0))
        self.bot_defaults = 0
        """Number of default answers that were given for bots."""
        self.bot_wait_seconds = Histogram(WAIT_SECONDS)
        """Seconds for which a seat has waited when its process is started."""

    def committed(self, records: int, seconds: float) -> None:
        """Count a commit. The store calls this as its observer."""
        self.commit_records.observe(records)
        self.commit_seconds.observe(seconds)

    def collect(self) -> Iterator[Metric]:
        """Yield every metric with its present value, for Prometheus."""
        yield CounterMetricFamily("tilth_answers", "Answers taken and durable.", value=self.answers)
        refusals = CounterMetricFamily("tilth_refusals", "Answers and calls refused.", labels=["reason"])
        for reason, count in self.refusals.copy().items():
            refusals.add_metric([reason], count)
        yield refusals
        failures = CounterMetricFamily(
            "tilth_outside_fact_failures", "Questions outside of the rules without a fact.", labels=["reason"]
        )
        for reason, count in self.fact_failures.copy().items():
            failures.add_metric([reason], count)
        yield failures
        yield CounterMetricFamily(
            "tilth_outside_workers_replaced",
            "Workers that died or were too slow.",
            value=self.workers_replaced(),
        )
        yield GaugeMetricFamily(
            "tilth_workers_missing", "1 while no worker can be started.", value=self.workers_missing()
        )
        certificate = GaugeMetricFamily(
            "tilth_certificate_days", "Days until a certificate expires; TLS only.", labels=["used_for"]
        )
        for use, days in self.certificate_days.items():
            certificate.add_metric([use], days())
        yield certificate
        calls = CounterMetricFamily("tilth_calls", "Calls that have ended.", labels=["method", "code"])
        for labels, count in self.calls.copy().items():
            calls.add_metric(labels, count)
        yield calls
        matches = GaugeMetricFamily("tilth_matches", "Matches by state.", labels=["state"])
        for state, count in self.matches().items():
            matches.add_metric([state], count)
        yield matches
        yield GaugeMetricFamily("tilth_matches_loaded", "Matches in memory.", value=self.matches_loaded())
        tournaments = GaugeMetricFamily("tilth_tournaments", "Tournaments by state.", labels=["state"])
        for state, count in self.tournaments().items():
            tournaments.add_metric([state], count)
        yield tournaments
        yield GaugeMetricFamily(
            "tilth_pairings_running", "Pairings whose match is being played.", value=self.running_pairings()
        )
        reports = GaugeMetricFamily(
            "tilth_reports_open", "Reports that nobody has resolved.", labels=["kind"]
        )
        report_counts, report_age = self.open_reports()
        for kind, count in report_counts.items():
            reports.add_metric([kind], count)
        yield reports
        yield GaugeMetricFamily(
            "tilth_report_age_seconds",
            "Seconds that the oldest open report has waited.",
            value=report_age,
        )
        yield from self._collect_bots()
        yield from self._collect_machine()
        yield from collect_node(self.node())
        build = GaugeMetricFamily(
            "tilth_build", "1 for the build of this server.", labels=["version", "commit"]
        )
        build.add_metric([build_version(), build_commit() or "unknown"], 1)
        yield build
        yield GaugeMetricFamily("tilth_streams", "Streams that are open.", value=self.streams)
        yield CounterMetricFamily("tilth_turns", "Steps of calls, each in a turn.", value=self.turns)
        yield CounterMetricFamily("tilth_turn_seconds", "Seconds of these steps.", value=self.turn_seconds)
        yield CounterMetricFamily("tilth_long_turns", "Steps that took over 5 ms.", value=self.long_turns)
        yield GaugeMetricFamily(
            "tilth_turns_waiting", "Steps that wait for a turn.", value=self.turns_waiting
        )
        yield GaugeMetricFamily("tilth_channels", "Open channels.", value=self.channels())
        yield GaugeMetricFamily("tilth_players", "Players registered.", value=self.players())
        yield _histogram("tilth_answer_seconds", "From an answer's arrival to its reply.", self.latency)
        yield _histogram(
            "tilth_outside_fact_seconds", "From a question outside to its fact.", self.fact_seconds
        )
        yield _histogram("tilth_commit_records", "Records in one transaction.", self.commit_records)
        yield _histogram("tilth_commit_seconds", "Seconds of one transaction.", self.commit_seconds)

    def _collect_bots(self) -> Iterator[Metric]:
        """Yield the metrics of the bots that the server runs."""
        yield GaugeMetricFamily(
            "tilth_bot_processes", "Bots' processes that play a seat.", value=self.bot_processes()
        )
        yield GaugeMetricFamily(
            "tilth_bot_seats_waiting", "Bots' seats that wait for a process.", value=self.bot_seats_waiting()
        )
        yield CounterMetricFamily("tilth_bot_starts", "Bots' processes started.", value=self.bot_starts)
        failures = CounterMetricFamily("tilth_bot_failures", "Failures of bots.", labels=["cause"])
        for cause, count in self.bot_failures.copy().items():
            failures.add_metric([cause], count)
        yield failures
        yield CounterMetricFamily(
            "tilth_bot_defaults", "Default answers given for bots.", value=self.bot_defaults
        )
        yield _histogram(
            "tilth_bot_wait_seconds", "From the wish for a process to its start.", self.bot_wait_seconds
        )

    def _collect_machine(self) -> Iterator[Metric]:
        """Yield what the server takes of its machine. Memory, CPU and open files are `ProcessCollector`'s."""
        yield _histogram(
            "tilth_loop_delay_seconds", "Seconds for which the event loop was late.", self.loop_delay
        )
        use = self.disk_use()
        if use is not None:
            yield GaugeMetricFamily("tilth_database_bytes", "Bytes of the database.", value=use.database)
            yield GaugeMetricFamily("tilth_wal_bytes", "Bytes of the log beside the database.", value=use.wal)
            yield GaugeMetricFamily(
                "tilth_disk_free_bytes", "Bytes free on the disk of the data directory.", value=use.free
            )
            yield GaugeMetricFamily(
                "tilth_archived_matches", "Matches whose records are in the archive.", value=use.archived
            )
            yield GaugeMetricFamily(
                "tilth_archive_bytes", "Bytes of the archive's bundles.", value=use.bundles
            )
        backup = GaugeMetricFamily("tilth_backup_age_seconds", "Seconds since the last verified backup.")
        age = self.backup_age()
        if age is not None:
            backup.add_metric([], age)
        yield backup

    def serve(self, address: Address) -> Callable[[], None]:
        """Answer scrapes at this address in a thread, and return a function that stops it. Raise OSError if the address
        can't be used.
        """
        registry = CollectorRegistry()
        registry.register(self)
        ProcessCollector(registry=registry)
        server, thread = start_http_server(address.port, address.host, registry)

        def stop() -> None:
            server.shutdown()
            server.server_close()
            thread.join()

        return stop


def _histogram(name: str, help_text: str, histogram: Histogram) -> HistogramMetricFamily:
    """Return a histogram as a metric for Prometheus."""
    return HistogramMetricFamily(name, help_text, buckets=histogram.buckets(), sum_value=histogram.total)
