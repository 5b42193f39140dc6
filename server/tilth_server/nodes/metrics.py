"""The metrics of a node. A server that runs alone has their names, without values."""

from collections.abc import Iterator
from typing import NamedTuple

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from tilth_server.nodes.traffic import Traffic


class NodeCounts(NamedTuple):
    """The counts of a node at one moment."""

    members: int
    links_up: int
    heartbeat_age: float
    """Seconds since the database has answered a heartbeat."""
    owned: int
    taken_over: int
    traffic: Traffic


def collect_node(counts: NodeCounts | None) -> Iterator[Metric]:
    """Yield the metrics of a node; without `counts`, empty ones."""
    traffic = Traffic() if counts is None else counts.traffic
    gauges = (
        ("tilth_members", "Nodes that this node knows, itself included.", counts and counts.members),
        ("tilth_links_up", "Links to other nodes that are up.", counts and counts.links_up),
        (
            "tilth_links_missing",
            "Other nodes to which there is no link.",
            counts and counts.members - 1 - counts.links_up,
        ),
        (
            "tilth_heartbeat_age_seconds",
            "Seconds since the database answered a heartbeat.",
            counts and counts.heartbeat_age,
        ),
        ("tilth_matches_owned", "Matches in memory that this node owns.", counts and counts.owned),
    )
    for name, text, value in gauges:
        gauge = GaugeMetricFamily(name, text)
        if value is not None:
            gauge.add_metric([], value)
        yield gauge
    counters: tuple[tuple[str, str, dict[str, int]], ...] = (
        (
            "tilth_match_calls",
            "Calls and commands of clients about matches, by where they are done.",
            {"here": traffic.match_calls - traffic.forwarded, "owner": traffic.forwarded},
        ),
        (
            "tilth_link_bytes",
            "Bytes on links.",
            {"sent": traffic.sent_bytes, "received": traffic.received_bytes},
        ),
        (
            "tilth_link_messages",
            "Messages on links.",
            {"sent": traffic.sent_messages, "received": traffic.received_messages},
        ),
        (
            "tilth_link_flows",
            "Flows on links, by who has opened them.",
            {"here": traffic.flows, "others": traffic.served},
        ),
        ("tilth_link_waits", "Messages that had to wait for a slow receiver.", {"": traffic.window_waits}),
        (
            "tilth_matches_taken_over",
            "Matches loaded that another node owned before the members changed.",
            {"": 0 if counts is None else counts.taken_over},
        ),
    )
    labels = {"tilth_match_calls": "done_by", "tilth_link_flows": "opened_by"}
    for name, text, values in counters:
        is_labelled = "" not in values
        counter = CounterMetricFamily(
            name, text, labels=[labels.get(name, "direction")] if is_labelled else []
        )
        for label, count in values.items() if counts is not None else ():
            counter.add_metric([label] if is_labelled else [], count)
        yield counter
