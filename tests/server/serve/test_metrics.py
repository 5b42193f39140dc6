"""The metrics that Prometheus reads."""

import urllib.request

import pytest

from tests.e2e.serving import own_port
from tests.server.serve.one_service import SECONDS
from tilth_server.metrics import Histogram, Metrics
from tilth_server.settings import Address


def scraped(metrics: Metrics, port: int) -> dict[str, float]:
    stop = metrics.serve(Address("127.0.0.1", port))
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=SECONDS) as reply:
            lines = reply.read().decode().splitlines()
    finally:
        stop()
    samples = (line.rpartition(" ") for line in lines if not line.startswith("#"))
    return {name: float(value) for name, _, value in samples}


def test_a_tally_counts_up_to_each_bound() -> None:
    tally = Histogram((1.0, 2.0))
    for value in (0.5, 1.0, 1.5, 2.5):
        tally.observe(value)
    tally.observe(1.5, times=3)
    assert tally.buckets() == [("1.0", 2), ("2.0", 6), ("+Inf", 7)]
    assert tally.total == pytest.approx(10.0)


def test_a_scrape_shows_every_number() -> None:
    metrics = Metrics()
    metrics.answers = 5
    metrics.refusals["DECISION_CLOSED"] += 2
    metrics.calls["tilth.v1.LobbyService/GetMatch", "OK"] += 3
    metrics.latency.observe(0.004, times=5)
    metrics.committed(64, 0.003)
    metrics.fact_seconds.observe(0.004)
    metrics.fact_failures["FACT_UNAVAILABLE"] += 4
    metrics.workers_replaced = lambda: 6
    metrics.streams = 7
    metrics.channels = lambda: 9
    metrics.players = lambda: 11
    metrics.matches = lambda: {"running": 13}
    metrics.matches_loaded = lambda: 12
    samples = scraped(metrics, own_port())
    expected = {
        "tilth_answers_total": 5,
        'tilth_refusals_total{reason="DECISION_CLOSED"}': 2,
        'tilth_calls_total{code="OK",method="tilth.v1.LobbyService/GetMatch"}': 3,
        'tilth_answer_seconds_bucket{le="0.003"}': 0,
        'tilth_answer_seconds_bucket{le="0.005"}': 5,
        "tilth_answer_seconds_count": 5,
        'tilth_outside_fact_seconds_bucket{le="0.003"}': 0,
        "tilth_outside_fact_seconds_count": 1,
        'tilth_outside_fact_failures_total{reason="FACT_UNAVAILABLE"}': 4,
        "tilth_outside_workers_replaced_total": 6,
        'tilth_commit_records_bucket{le="64.0"}': 1,
        "tilth_commit_seconds_count": 1,
        "tilth_streams": 7,
        "tilth_channels": 9,
        "tilth_players": 11,
        'tilth_matches{state="running"}': 13,
        "tilth_matches_loaded": 12,
    }
    assert samples.items() >= expected.items()
