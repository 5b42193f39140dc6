"""docs/prometheus/tilth-alerts.yml, run by promtool on what the server tells before and after a first fault."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry, generate_latest

from tests.docs.pages import DOCS
from tilth_server.api.status_codes import CODES
from tilth_server.metrics import Metrics

RULES = DOCS / "prometheus" / "tilth-alerts.yml"
METHOD = "tilth.v1.LobbyService/GetMatch"
MINUTES = 20

promtool = pytest.mark.skipif(
    shutil.which("promtool") is None, reason="promtool is missing; it comes with Debian's package prometheus"
)


def scraped(metrics: Metrics) -> dict[str, float]:
    registry = CollectorRegistry()
    registry.register(metrics)
    lines = generate_latest(registry).decode().splitlines()
    samples = (line.rpartition(" ") for line in lines if not line.startswith("#"))
    return {name: float(value) for name, _, value in samples}


def fired(tmp_path: Path, before: dict[str, float], after: dict[str, float]) -> set[str]:
    """Return the alerts that promtool sees soon after the fault, where `after` is scraped from the tenth minute on."""
    return fired_by(tmp_path, [before] * 10 + [after] * (MINUTES - 10), at=12)


def fired_by(tmp_path: Path, scrapes: list[dict[str, float]], at: int) -> set[str]:
    """Return the alerts that promtool sees in that minute; a scrape came every minute."""
    series = [
        {
            "series": re.sub(r"^(\w+)\{?([^}]*)\}?$", r'\1{instance="one",\2}', name).replace(",}", "}"),
            "values": " ".join(str(scrape.get(name, "_")) for scrape in scrapes),
        }
        for name in scrapes[-1]
    ]
    return {name for name in alerts() if _fires(tmp_path, series, name, at)}


def alerts() -> list[str]:
    return re.findall(r"- alert: (\w+)", RULES.read_text())


def _fires(tmp_path: Path, series: list[dict[str, str]], alert: str, at: int) -> bool:
    """Let promtool check that the alert is quiet."""
    test = tmp_path / "test.yml"
    expectation = {"eval_time": f"{at}m", "alertname": alert, "exp_alerts": []}
    rule_test = {"interval": "1m", "input_series": series, "alert_rule_test": [expectation]}
    test.write_text(json.dumps({"rule_files": [str(RULES)], "tests": [rule_test]}))
    ran = subprocess.run(
        ["promtool", "test", "rules", str(test)], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0 or "got:[" in ran.stdout + ran.stderr.replace(" ", ""), ran.stdout + ran.stderr
    return ran.returncode != 0


def refused(reason: str) -> Callable[[Metrics], None]:
    def fault(metrics: Metrics) -> None:
        metrics.refusals[reason] += 1

    return fault


def no_fact(metrics: Metrics) -> None:
    metrics.fact_failures["FACT_UNAVAILABLE"] += 1


def no_worker(metrics: Metrics) -> None:
    metrics.workers_missing = lambda: True


def replaced(metrics: Metrics) -> None:
    metrics.workers_replaced = lambda: 5


def bot_failed(metrics: Metrics) -> None:
    metrics.bot_failures["crash"] += 3
    metrics.bot_defaults += 1


def failed(metrics: Metrics) -> None:
    metrics.calls[METHOD, "INTERNAL"] += 1


def expires(metrics: Metrics) -> None:
    metrics.certificate_days = lambda: 3.5


@promtool
@pytest.mark.parametrize(
    ("fault", "alert"),
    [
        *(
            (refused(reason), "TilthFaults")
            for reason in ("INTERNAL", "STORE_FAILED", "DATA_DAMAGED", "RULES_FAILED", "MATCH_INCOMPATIBLE")
        ),
        (no_fact, "TilthNoFacts"),
        (no_worker, "TilthWorkersMissing"),
        (replaced, "TilthWorkersReplaced"),
        (bot_failed, "TilthBotsFail"),
        (failed, "TilthCallsFail"),
        (expires, "TilthCertificateExpires"),
    ],
)
def test_the_first_fault_wakes_somebody(tmp_path: Path, fault: Callable[[Metrics], None], alert: str) -> None:
    metrics = Metrics(CODES, [METHOD])
    metrics.certificate_days = lambda: 60.0
    before = scraped(metrics)
    fault(metrics)
    assert fired(tmp_path, before, scraped(metrics)) == {alert}


@promtool
@pytest.mark.parametrize(("seconds", "alerts"), [(0.09, set()), (0.12, {"TilthSlowDisk"})])
def test_a_disk_that_stays_slow_wakes_somebody(tmp_path: Path, seconds: float, alerts: set[str]) -> None:
    metrics = Metrics(CODES, [METHOD])
    scrapes = []
    for _ in range(MINUTES):
        for _ in range(10):
            metrics.committed(1, seconds)
        scrapes.append(scraped(metrics))
    assert fired_by(tmp_path, scrapes, at=15) == alerts


@promtool
def test_a_disk_that_is_slow_for_a_moment_wakes_nobody(tmp_path: Path) -> None:
    metrics = Metrics(CODES, [METHOD])
    before = scraped(metrics)
    for _ in range(10):
        metrics.committed(1, 2.0)
    assert fired(tmp_path, before, scraped(metrics)) == set()


@promtool
@pytest.mark.parametrize(
    ("job", "at", "alerts"),
    [
        ("tilth", 12, {"TilthDown"}),
        ("tilth-two", 12, {"TilthDown"}),
        ("tilth", 10, set()),
        ("other", 12, set()),
    ],
)
def test_a_server_that_does_not_answer_wakes_somebody_after_a_minute(
    tmp_path: Path, job: str, at: int, alerts: set[str]
) -> None:
    up = f'up{{job="{job}"}}'
    assert fired_by(tmp_path, [{up: 1.0}] * 10 + [{up: 0.0}] * (MINUTES - 10), at) == alerts


@promtool
def test_nothing_wakes_anybody_while_all_is_well(tmp_path: Path) -> None:
    metrics = Metrics(CODES, [METHOD])
    before = scraped(metrics)
    metrics.answers += 1000
    metrics.refusals["DECISION_CLOSED"] += 5
    metrics.calls[METHOD, "OK"] += 5
    metrics.committed(64, 0.003)
    assert fired(tmp_path, before, scraped(metrics)) == set()


@promtool
def test_promtool_finds_the_rules_in_order() -> None:
    ran = subprocess.run(
        ["promtool", "check", "rules", str(RULES)], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_alerts_ask_for_metrics_that_are_served() -> None:
    served = {name.partition("{")[0] for name in scraped(Metrics(CODES, [METHOD]))} | {
        "tilth_certificate_days"
    }
    asked = set(re.findall(r"\btilth_\w+", "".join(re.findall(r"expr: (.*)", RULES.read_text()))))
    assert asked <= served
    for reason in re.findall(r'reason=~"([^"]+)"', RULES.read_text())[0].split("|"):
        assert reason in CODES
