"""docs/grafana/tilth.json asks for what the server measures, and shows all of it."""

import json
import re
from typing import Any

from prometheus_client import ProcessCollector

from tests.docs.pages import DOCS
from tilth_server.metrics import Metrics

DASHBOARD: dict[str, Any] = json.loads((DOCS / "grafana" / "tilth.json").read_text())
EXPRESSIONS = [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]


def served() -> set[str]:
    """Return every name that a scrape can have, without the labels."""
    names = set()
    for metric in (*Metrics().collect(), *ProcessCollector(registry=None).collect()):
        suffixes = {"counter": ["_total"], "histogram": ["_bucket", "_sum", "_count"]}.get(metric.type, [""])
        names |= {metric.name + suffix for suffix in suffixes}
    return names


def asked(expression: str) -> set[str]:
    return set(re.findall(r"\b(?:tilth|process)_\w+", expression))


def test_every_panel_asks_for_something_that_is_served() -> None:
    for expression in EXPRESSIONS:
        assert asked(expression), expression
        assert asked(expression) <= served(), expression


def test_every_metric_is_in_some_panel() -> None:
    shown = {re.sub(r"_(total|bucket|sum|count)$", "", name) for each in EXPRESSIONS for name in asked(each)}
    assert {name for name in shown if name.startswith("tilth_")} == {
        metric.name for metric in Metrics().collect()
    }


def test_its_labels_are_those_of_the_metrics() -> None:
    labels = {label for metric in Metrics().collect() for label in getattr(metric, "_labelnames", ())}
    used = set(re.findall(r"by \((\w+)\)", " ".join(EXPRESSIONS)))
    used |= set(re.findall(r"[{,](\w+)=?[~!]?=", " ".join(EXPRESSIONS)))
    assert used - {"instance", "le"} <= labels


def test_its_panels_lie_beside_each_other_and_not_over() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        at = panel["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert at["x"] + at["w"] <= 24
        assert not cells & taken, panel["title"]
        taken |= cells
