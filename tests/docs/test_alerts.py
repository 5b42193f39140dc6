"""docs/prometheus/tilth-alerts.yml, run by promtool on what the server tells before and after a first fault."""

import asyncio
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest

from tests.docs.pages import DOCS
from tests.e2e.serving import own_port
from tests.server.serve.certificates import Certificates
from tests.server.serve.process import serving
from tests.server.serve.test_process import scraped as scraped_text
from tilth_server.api.status_codes import CODES
from tilth_server.link_traffic import Traffic
from tilth_server.metrics import Metrics
from tilth_server.node_metrics import NodeCounts
from tilth_server.store.disk_use import DiskUse

RULES = DOCS / "prometheus" / "tilth-alerts.yml"
METHOD = "tilth.v1.LobbyService/GetMatch"
MINUTES = 20

promtool = pytest.mark.skipif(
    shutil.which("promtool") is None, reason="promtool is missing; it comes with Debian's package prometheus"
)


def scraped(metrics: Metrics) -> dict[str, float]:
    registry = CollectorRegistry()
    registry.register(metrics)
    ProcessCollector(registry=registry)
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
    expectations = [{"eval_time": f"{at}m", "alertname": alert, "exp_alerts": []} for alert in alerts()]
    rule_test = {"interval": "1m", "input_series": series, "alert_rule_test": expectations}
    test = tmp_path / "test.yml"
    test.write_text(json.dumps({"rule_files": [str(RULES)], "tests": [rule_test]}))
    ran = subprocess.run(
        ["promtool", "test", "rules", str(test)], capture_output=True, text=True, check=False
    )
    firing = set(re.findall(r"alertname: (\w+), time", ran.stdout + ran.stderr))
    assert (ran.returncode != 0) == bool(firing), ran.stdout + ran.stderr
    return firing


def alerts() -> list[str]:
    return re.findall(r"- alert: (\w+)", RULES.read_text())


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
    metrics.certificate_days["links"] = lambda: 3.5


NODE = NodeCounts(members=3, links_up=2, heartbeat_age=0.5, owned=100, taken_over=0, traffic=Traffic())


def well() -> Metrics:
    """Return the metrics of a node that has its certificate, a backup and room on its disk."""
    metrics = Metrics(CODES, [METHOD])
    metrics.certificate_days = {use: lambda: 60.0 for use in ("clients", "links")}
    metrics.backup_age = lambda: 3600.0
    metrics.disk_use = lambda: DiskUse(database=4 << 20, wal=1 << 20, free=50 << 30)
    metrics.node = lambda: NODE
    return metrics


def disk_is_full(metrics: Metrics) -> None:
    metrics.disk_use = lambda: DiskUse(database=4 << 20, wal=1 << 20, free=900_000_000)


def log_grows(metrics: Metrics) -> None:
    metrics.disk_use = lambda: DiskUse(database=4 << 20, wal=1_100_000_000, free=50 << 30)


def backup_ages(metrics: Metrics) -> None:
    metrics.backup_age = lambda: 37 * 3600.0


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
    metrics = well()
    before = scraped(metrics)
    fault(metrics)
    assert fired(tmp_path, before, scraped(metrics)) == {alert}


def link_is_down(metrics: Metrics) -> None:
    metrics.node = lambda: NODE._replace(links_up=1)


def no_heartbeat(metrics: Metrics) -> None:
    metrics.node = lambda: NODE._replace(heartbeat_age=30.0)


def report_waits(metrics: Metrics) -> None:
    metrics.open_reports = lambda: ({"player": 1, "name": 0, "title": 0}, 25 * 3600.0)


@promtool
@pytest.mark.parametrize(
    ("fault", "alert"),
    [
        (disk_is_full, "TilthDiskFull"),
        (log_grows, "TilthLogGrows"),
        (backup_ages, "TilthBackupOld"),
        (report_waits, "TilthReportsWait"),
        (no_heartbeat, "TilthHeartbeatMissing"),
        (link_is_down, "TilthLinkDown"),
    ],
)
def test_a_state_that_lasts_wakes_somebody(
    tmp_path: Path, fault: Callable[[Metrics], None], alert: str
) -> None:
    metrics = well()
    before = scraped(metrics)
    fault(metrics)
    after = scraped(metrics)
    assert fired_by(tmp_path, [before] * 5 + [after] * 5, at=6) == set(), "a moment wakes nobody"
    assert fired_by(tmp_path, [after] * MINUTES, at=18) == {alert}


@promtool
@pytest.mark.parametrize(("days", "alerts"), [(13, {"TilthCertificateExpires"}), (15, set())])
async def test_a_certificate_that_expires_wakes_somebody(tmp_path: Path, days: int, alerts: set[str]) -> None:
    """The number is that of a server with such a certificate."""
    tls, port = Certificates(tmp_path).server("server", lasts=timedelta(days=days)), own_port()
    words = ("--tls-cert", str(tls.certificate), "--tls-key", str(tls.key), "--metrics", f"127.0.0.1:{port}")
    async with serving(tmp_path / "data", *words):
        lines = (await asyncio.to_thread(scraped_text, port)).splitlines()
    (line,) = [line for line in lines if line.startswith("tilth_certificate_days{")]
    name, _, value = line.partition(" ")
    scrapes = [{name: float(value)}] * MINUTES
    assert await asyncio.to_thread(fired_by, tmp_path, scrapes, at=12) == alerts


@promtool
def test_a_disk_that_will_be_full_in_a_day_wakes_somebody(tmp_path: Path) -> None:
    scrapes = []
    metrics = well()
    for minute in range(MINUTES):
        metrics.disk_use = lambda free=(30 << 30) - minute * (100 << 20): DiskUse(0, 0, free)  # type: ignore[misc]
        scrapes.append(scraped(metrics))
    assert fired_by(tmp_path, scrapes, at=15) == {"TilthDiskFull"}


@promtool
@pytest.mark.parametrize(("seconds", "alerts"), [(0.04, set()), (0.06, {"TilthLoopLate"})])
def test_a_loop_that_stays_late_wakes_somebody(tmp_path: Path, seconds: float, alerts: set[str]) -> None:
    metrics = well()
    scrapes = []
    for _ in range(MINUTES):
        metrics.loop_delay.observe(seconds, 240)
        scrapes.append(scraped(metrics))
    assert fired_by(tmp_path, scrapes, at=15) == alerts


@promtool
@pytest.mark.parametrize(("opened", "alerts"), [(700.0, set()), (900.0, {"TilthFilesRunOut"})])
def test_files_that_run_out_wake_somebody(tmp_path: Path, opened: float, alerts: set[str]) -> None:
    scrape = {'process_open_fds{job="tilth"}': opened, 'process_max_fds{job="tilth"}': 1000.0}
    assert fired_by(tmp_path, [scrape] * MINUTES, at=12) == alerts


def test_every_alert_says_what_to_do() -> None:
    parts = RULES.read_text().split("- alert: ")[1:]
    assert len(parts) >= 14
    for part in parts:
        assert re.search(r'description: ".{20,}"', part), part


@promtool
@pytest.mark.parametrize(("seconds", "alerts"), [(0.09, set()), (0.12, {"TilthSlowDisk"})])
def test_a_disk_that_stays_slow_wakes_somebody(tmp_path: Path, seconds: float, alerts: set[str]) -> None:
    metrics = well()
    scrapes = []
    for _ in range(MINUTES):
        for _ in range(10):
            metrics.committed(1, seconds)
        scrapes.append(scraped(metrics))
    assert fired_by(tmp_path, scrapes, at=15) == alerts


@promtool
def test_a_disk_that_is_slow_for_a_moment_wakes_nobody(tmp_path: Path) -> None:
    metrics = well()
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
@pytest.mark.parametrize(("other", "alerts"), [(3.0, set()), (2.0, {"TilthNodesDisagree"})])
def test_nodes_that_know_different_members_wake_somebody(
    tmp_path: Path, other: float, alerts: set[str]
) -> None:
    scrape = {
        'tilth_members{job="tilth",node="one"}': 3.0,
        'tilth_members{job="tilth",node="two"}': other,
    }
    assert fired_by(tmp_path, [scrape] * MINUTES, at=10) == alerts


@promtool
def test_nothing_wakes_anybody_while_all_is_well(tmp_path: Path) -> None:
    metrics = well()
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
    served = {name.partition("{")[0] for name in scraped(well())}
    asked = set(re.findall(r"\b(?:tilth|process)_\w+", "".join(re.findall(r"expr: (.*)", RULES.read_text()))))
    assert asked <= served
    for reason in re.findall(r'reason=~"([^"]+)"', RULES.read_text())[0].split("|"):
        assert reason in CODES
