"""Replies of all nodes to one call, as one reply: counts are added up, and rows say which node they come from.

A part is one node's reply with the node's address. The first part is that of the node that was called.
"""

from collections.abc import Callable, Mapping, Sequence
from heapq import nlargest
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from tilth.v1 import moderation_pb2, operations_pb2
from tilth_server.api.load_lists import most_of
from tilth_server.api.row_limits import DEFAULT_IDLE_ROWS, DEFAULT_ROWS, MAX_ROWS

SUMMED_COUNTS: Final = ("loaded_matches", "streams", "channels", "answers", "refusals")
"""Fields of GetStatusResponse that each node counts for itself. The others are the same at all nodes."""
SUMMED_RATES: Final = (
    "answers_per_second",
    "calls_per_second",
    "refusals_per_second",
    "records_per_second",
    "cpu_percent",
    "resident_bytes",
)
SUMMED_OF_PLAYERS: Final = ("streams", "channels", "answers_per_second", "calls_per_second", "refusals")


class Part(NamedTuple):
    """The reply of one node."""

    node: str
    reply: Any


class Parts(NamedTuple):
    """The replies of all nodes to one request."""

    request: Any
    answered: Sequence[Part]
    silent: Sequence[str]
    """The addresses of the nodes that did not answer."""


def merged_status(parts: Parts) -> operations_pb2.GetStatusResponse:
    """Return the status of all nodes: the counts of each one, and their sums."""
    total = operations_pb2.GetStatusResponse()
    total.CopyFrom(parts.answered[0].reply)
    for name in SUMMED_COUNTS:
        setattr(total, name, sum(getattr(part.reply, name) for part in parts.answered))
    for node, status in parts.answered:
        row = total.nodes.add(node=node, version=status.version, draining=status.draining)
        row.uptime.CopyFrom(status.uptime)
        for name in SUMMED_COUNTS:
            setattr(row, name, getattr(status, name))
        total.draining |= status.draining
        if status.uptime.ToNanoseconds() > total.uptime.ToNanoseconds():
            total.uptime.CopyFrom(status.uptime)
    total.silent_nodes.extend(parts.silent)
    return total


def merged_activity(parts: Parts) -> operations_pb2.WatchServerResponse:
    """Return what all nodes do per second, and the busiest matches and players of all."""
    max_rows = min(parts.request.max_rows or DEFAULT_ROWS, MAX_ROWS)
    total = operations_pb2.WatchServerResponse(since=parts.answered[0].reply.since)
    status = Parts(parts.request, [Part(node, one.status) for node, one in parts.answered], parts.silent)
    total.status.CopyFrom(merged_status(status))
    for name in SUMMED_RATES:
        setattr(total, name, sum(getattr(part.reply, name) for part in parts.answered))
    players: dict[str, operations_pb2.PlayerActivity] = {}
    matches = []
    for node, reply in parts.answered:
        total.latency_p50_ms = max(total.latency_p50_ms, reply.latency_p50_ms)
        total.latency_p99_ms = max(total.latency_p99_ms, reply.latency_p99_ms)
        total.nodes.add(
            node=node,
            answers_per_second=reply.answers_per_second,
            calls_per_second=reply.calls_per_second,
            latency_p99_ms=reply.latency_p99_ms,
            cpu_percent=reply.cpu_percent,
            resident_bytes=reply.resident_bytes,
        )
        for match in reply.matches:
            match.node = node
            matches.append(match)
        for player in reply.players:
            known = players.setdefault(player.player_id or player.player_name, player)
            if known is not player:
                _add_player(known, player)
    total.matches.extend(nlargest(max_rows, matches, key=lambda one: one.answers_per_second))
    total.players.extend(
        nlargest(
            max_rows,
            players.values(),
            key=lambda one: (one.answers_per_second, one.calls_per_second, one.streams, one.refusals),
        )
    )
    return total


def _add_player(known: operations_pb2.PlayerActivity, other: operations_pb2.PlayerActivity) -> None:
    """Add what a player does at another node. The answers are taken at the owners of the matches."""
    if other.answers_per_second > known.answers_per_second:
        known.mean_answer_ms = other.mean_answer_ms
    for name in SUMMED_OF_PLAYERS:
        setattr(known, name, getattr(known, name) + getattr(other, name))


def merged_calls(parts: Parts) -> operations_pb2.ListCallsResponse:
    """Return the calls that are under way at all nodes, in the order in which they began."""
    calls = []
    for node, reply in parts.answered:
        for call in reply.calls:
            call.node = node
            calls.append(call)
    calls.sort(key=lambda call: call.since.ToNanoseconds())
    return operations_pb2.ListCallsResponse(calls=calls, silent_nodes=parts.silent)


def merged_kick(parts: Parts) -> operations_pb2.KickPlayerResponse:
    """Return the number of streams that were ended at all nodes."""
    streams = sum(part.reply.streams for part in parts.answered)
    return operations_pb2.KickPlayerResponse(streams=streams, silent_nodes=parts.silent)


def merged_drain(parts: Parts) -> operations_pb2.DrainResponse:
    """Return whether the nodes drain, which is the same at all that answered."""
    return operations_pb2.DrainResponse(draining=parts.answered[0].reply.draining, silent_nodes=parts.silent)


def merged_idle_matches(parts: Parts) -> operations_pb2.ListIdleMatchesResponse:
    """Return the matches of all nodes, the one without a record for the longest time first. Each node has listed those
    that it owns.
    """
    rows = [row for part in parts.answered for row in part.reply.matches]
    rows.sort(key=lambda row: (row.last_record_at.ToNanoseconds(), row.match.id))
    return operations_pb2.ListIdleMatchesResponse(
        matches=rows[: min(parts.request.max_rows or DEFAULT_IDLE_ROWS, MAX_ROWS)],
        match_count=sum(part.reply.match_count for part in parts.answered),
        silent_nodes=parts.silent,
    )


def merged_load(parts: Parts) -> moderation_pb2.ListLoadResponse:
    """Return the players or addresses that caused most at all nodes together."""
    clients: dict[str, moderation_pb2.ClientLoad] = {}
    for part in parts.answered:
        for row in part.reply.clients:
            known = clients.setdefault(row.player_id or row.address, row)
            if known is not row:
                _add_load(known, row)
    max_rows = min(parts.request.max_rows or DEFAULT_ROWS, MAX_ROWS)
    order = most_of(by_refusals=parts.request.by_refusals)
    return moderation_pb2.ListLoadResponse(
        clients=nlargest(max_rows, clients.values(), key=order),
        since=max((part.reply.since for part in parts.answered), key=lambda since: since.ToNanoseconds()),
        silent_nodes=parts.silent,
    )


def _add_load(known: moderation_pb2.ClientLoad, other: moderation_pb2.ClientLoad) -> None:
    """Add what a client has caused at another node."""
    known.calls += other.calls
    known.refusals += other.refusals
    known.players = max(known.players, other.players)
    known.work.FromNanoseconds(known.work.ToNanoseconds() + other.work.ToNanoseconds())
    for reason, count in other.refusals_by_reason.items():
        known.refusals_by_reason[reason] += count


def merged_nodes(parts: Parts) -> operations_pb2.ListNodesResponse:
    """Return the nodes as the one that was called lists them, each described by itself."""
    total = operations_pb2.ListNodesResponse()
    total.CopyFrom(parts.answered[0].reply)
    described = {}
    for node, reply in parts.answered:
        # A node that was started again has the address of the one before, whose last heartbeat is older.
        same = [row for row in reply.nodes if row.address == node]
        if same:
            own = min(same, key=lambda row: row.silence.ToNanoseconds())
            described[own.id] = own
    rows = []
    for row in total.nodes:
        own = described.get(row.id)
        if own is not None:
            own.state = row.state
            row.CopyFrom(own)
        row.silent = row.address in parts.silent and row.state != operations_pb2.NODE_STATE_GONE
        rows.append(row)
    rows.sort(key=lambda row: (row.state, row.address, row.silence.ToNanoseconds()))
    return operations_pb2.ListNodesResponse(
        nodes=rows, standbys=total.standbys, standbys_known=total.standbys_known
    )


MERGED: Final[Mapping[str, Callable[[Parts], Any]]] = MappingProxyType(
    {
        "GetStatus": merged_status,
        "ListCalls": merged_calls,
        "KickPlayer": merged_kick,
        "Drain": merged_drain,
        "ListIdleMatches": merged_idle_matches,
        "ListLoad": merged_load,
        "ListNodes": merged_nodes,
    }
)
"""The calls that ask all nodes, with what makes one reply of theirs. WatchServer, which streams, does so too."""
