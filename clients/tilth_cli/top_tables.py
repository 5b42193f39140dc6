"""The parts of the operator's screen: some lines about the server, and one list."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final, TypeVar
from urllib.parse import unquote

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from tilth_cli.known_names import names_with_bots
from tilth_cli.messages import tr
from tilth_dataclasses.tilth.v1 import (
    ActiveCall,
    GetStatusResponse,
    MatchActivity,
    PlayerActivity,
    WatchServerResponse,
)

T = TypeVar("T")

LISTS = ("matches", "players", "calls")
AROUND = 4
"""Lines of the screen that are neither of the header nor of the list's rows."""
NODES_SHARE = 4
"""The lines about nodes take at most this part of the screen: one in four."""


UNITS = ("B", "KB", "MB", "GB")


def _players(match: MatchActivity) -> str:
    """Return a match's player names; pending seats are in brackets, and ‖ marks a paused match."""
    names = [
        f"[{name or '-'}]" if seat in match.pending_seats else name or "-"
        for seat, name in enumerate(names_with_bots(match.player_names, match.bots))
    ]
    return ("‖ " if match.paused else "") + ", ".join(names)


def _player(player: PlayerActivity) -> str:
    """Return a player's name, with a remark if it is a bot of the server; or the address of a stranger."""
    return names_with_bots([player.player_name], [player.bot])[0]


def _method(name: str) -> str:
    """Return a method's short name: Play/Attend for tilth.v1.PlayService/Attend."""
    return name.rpartition(".")[2].replace("Service/", "/")


def _address(peer: str) -> str:
    """Return the address of gRPC's ipv4:127.0.0.1:5555 or ipv6:%5B::1%5D:5555 as people write it."""
    return unquote(peer.partition(":")[2]) if peer.startswith("ip") else peer


def _age(call: ActiveCall) -> timedelta | None:
    """Return how long a call has run; None if that is unknown."""
    return None if call.since is None else max(timedelta(), datetime.now(UTC) - call.since)


def _rate(value: float) -> str:
    """Return a number per second as text."""
    return f"{value:.0f}" if value >= 10 or not value else f"{value:.1f}"


def _milliseconds(value: float) -> str:
    """Return milliseconds as text, with one decimal place below 10."""
    return f"{value:.1f}" if 0 < value < 10 else f"{value:.0f}"


def time_text(span: timedelta | None) -> str:
    """Return a span of time as text: `7s`, `3:07`, `2:03:07`, `5d 2:03:07`."""
    seconds = 0 if span is None else int(span.total_seconds())
    days, seconds = divmod(seconds, 86_400)
    hours, minutes, seconds = seconds // 3600, seconds // 60 % 60, seconds % 60
    if days or hours:
        return (f"{days}d " if days else "") + f"{hours}:{minutes:02}:{seconds:02}"
    return f"{minutes}:{seconds:02}" if minutes else f"{seconds}s"


def _size(count: int) -> str:
    """Return a number of bytes as text: `12 MB`."""
    size, unit = float(count), 0
    while size >= 1000 and unit < len(UNITS) - 1:
        size, unit = size / 1024, unit + 1
    return f"{size:.0f} {UNITS[unit]}"


@dataclass(frozen=True)
class Column:
    """A column of a list: its name, the function for a cell's text (`shown`), and the one for its sort key (`sorts`).
    Words are sorted upwards, numbers downwards."""

    name: str
    shown: Callable[[Any], str]
    sorts: Callable[[Any], Any]
    wide: bool = False
    """True for a column that takes the remaining width."""

    @property
    def is_number(self) -> bool:
        """True if the column's values are numbers, which are aligned right."""
        return not self.wide and self.name not in ("match", "game", "id", "method", "peer", "state", "node")


COLUMNS: dict[str, tuple[Column, ...]] = {
    "matches": (
        Column("match", lambda one: one.match_id, lambda one: one.match_id),
        Column("game", lambda one: one.game, lambda one: one.game),
        Column("answers", lambda one: _rate(one.answers_per_second), lambda one: -one.answers_per_second),
        Column("records", lambda one: str(one.record_count), lambda one: -one.record_count),
        Column("channels", lambda one: str(one.channels), lambda one: -one.channels),
        Column(
            "idle", lambda one: time_text(one.idle), lambda one: -(one.idle or timedelta()).total_seconds()
        ),
        Column("players", _players, lambda one: one.player_names, wide=True),
    ),
    "players": (
        Column("name", _player, lambda one: one.player_name, wide=True),
        Column("answers", lambda one: _rate(one.answers_per_second), lambda one: -one.answers_per_second),
        Column("calls", lambda one: _rate(one.calls_per_second), lambda one: -one.calls_per_second),
        Column("refusals", lambda one: str(one.refusals), lambda one: -one.refusals),
        Column("thinking", lambda one: _milliseconds(one.mean_answer_ms), lambda one: -one.mean_answer_ms),
        Column("matches", lambda one: str(one.matches), lambda one: -one.matches),
        Column("streams", lambda one: str(one.streams), lambda one: -one.streams),
        Column("channels", lambda one: str(one.channels), lambda one: -one.channels),
    ),
    "calls": (
        Column("since", lambda one: time_text(_age(one)), lambda one: one.since or datetime.now(UTC)),
        Column("method", lambda one: _method(one.method), lambda one: one.method),
        Column("name", lambda one: one.player_name, lambda one: one.player_name, wide=True),
        Column("peer", lambda one: _address(one.peer), lambda one: one.peer),
        Column("channels", lambda one: str(one.channels), lambda one: -one.channels),
        Column("waiting", lambda one: _size(one.queued_bytes), lambda one: -one.queued_bytes),
    ),
}


NODE: Final = Column("node", lambda one: one.node, lambda one: one.node)
"""The column that lists of several nodes have besides."""


@dataclass
class TopState:
    """The state of the operator's screen: the latest snapshot and calls, the name of the list shown, its sorting and
    scrolling. `stopped` means that new snapshots are not drawn; `note` is a line such as that on a lost connection."""

    address: str
    snapshot: WatchServerResponse | None = None
    calls: list[ActiveCall] = field(default_factory=list)
    list: str = LISTS[0]
    sorted_by: dict[str, int] = field(default_factory=lambda: {"matches": 2, "players": 1, "calls": 0})
    """The index of the column by which each list is sorted."""
    first: int = 0
    """The index of the first row shown."""
    stopped: bool = False
    note: str = ""

    def sort_by(self, step: int) -> None:
        """Sort the shown list by the next column to the right, or to the left."""
        columns = len(COLUMNS[self.list])
        self.sorted_by[self.list] = (self.sorted_by[self.list] + step) % columns

    def rows(self) -> Sequence[MatchActivity | PlayerActivity | ActiveCall]:
        """Return the shown list's rows, sorted; equal rows keep the server's order, the busiest first."""
        if self.snapshot is None:
            return []
        found: dict[str, Sequence[MatchActivity | PlayerActivity | ActiveCall]] = {
            "matches": self.snapshot.matches,
            "players": self.snapshot.players,
            "calls": self.calls,
        }
        return sorted(found[self.list], key=COLUMNS[self.list][self.sorted_by[self.list]].sorts)


def picture(drawn: TopState, console: Console) -> RenderableType:
    """Return the operator's screen, as high as the terminal."""
    if drawn.snapshot is None:
        return Text(drawn.note or tr("waiting-server", address=drawn.address), style="dim")
    header = _header(drawn, drawn.snapshot, console)
    room = max(1, console.height - AROUND - len(header))
    rows = drawn.rows()
    drawn.first = min(drawn.first, max(0, len(rows) - room))
    shown = rows[drawn.first : drawn.first + room]
    columns = COLUMNS[drawn.list]
    table = _table(columns, shown, sorted_by=drawn.sorted_by[drawn.list])
    lines = [*header, _tabs(drawn, len(rows)), table]
    lines += [Text("")] * (room - len(shown))
    keys = Text(tr("top-keys_stopped" if drawn.stopped else "top-keys"), style="dim")
    if drawn.note:
        keys = Text(drawn.note, style="bold red")
    for line in (*lines, keys):
        if isinstance(line, Text):
            line.truncate(console.width, overflow="ellipsis")
    return Group(*lines, keys)


def calls_table(calls: Sequence[ActiveCall]) -> Table:
    """Return a table of all active calls, the oldest first, with the player's id, which other commands take."""
    player = Column("player_id", lambda one: one.player_id, lambda one: one.player_id)
    number = Column("id", lambda one: str(one.id), lambda one: one.id)
    since, method, *others = COLUMNS["calls"]
    nodes = [NODE] if any(call.node for call in calls) else []
    return _table((number, since, method, player, *others, *nodes), calls, sorted_by=None)


def summary(snapshot: WatchServerResponse) -> Text:
    """Return a snapshot in one line."""
    status = snapshot.status or GetStatusResponse()
    at = datetime.now().astimezone().strftime("%H:%M:%S")
    return Text.assemble((f"{at}  ", "dim"), tr("top-line", **_numbers(snapshot, status)))


def _header(drawn: TopState, snapshot: WatchServerResponse, console: Console) -> list[RenderableType]:
    """Return the lines about the server above the tables: address, version, uptime, and the counts and rates of a
    snapshot."""
    status = snapshot.status or GetStatusResponse()
    numbers = _numbers(snapshot, status)
    first = Text.assemble((f"tilth {drawn.address}", "bold"), f"  {status.version}  ")
    first.append(tr("top-up", time=time_text(status.uptime)))
    if status.draining:
        first.append("  ").append(f" {tr('top-draining')} ", style="bold reverse yellow")
    if drawn.stopped:
        first.append("  ").append(f" {tr('top-stopped')} ", style="bold reverse")
    others = [Text(tr(f"top-{name}", **numbers)) for name in ("matches", "people", "rates", "machine")]
    others += _node_lines(snapshot, console.width)[: max(1, console.height // NODES_SHARE)]
    if status.silent_nodes:
        others.append(Text(tr("nodes-silent", nodes=", ".join(status.silent_nodes)), style="bold yellow"))
    return [first, *others]


def _node_lines(snapshot: WatchServerResponse, width: int) -> list[Text]:
    """Return lines with the rates of each node, as many nodes in a line as there is room for."""
    lines: list[str] = []
    for one in snapshot.nodes:
        answers, cpu = _rate(one.answers_per_second), f"{one.cpu_percent:.0f}"
        shown = tr("top-node", node=one.node, answers=answers, cpu=cpu)
        if lines and len(lines[-1]) + 2 + len(shown) <= width:
            lines[-1] += f", {shown}"
        else:
            lines.append(shown)
    return [Text(line) for line in lines]


def _numbers(snapshot: WatchServerResponse, status: GetStatusResponse) -> dict[str, object]:
    """Return the numbers of the header's lines by name: matches, players, streams and channels from the status, rates
    and latencies from the snapshot."""
    return {
        "open": status.open_matches,
        "running": status.running_matches,
        "paused": status.paused_matches,
        "finished": status.finished_matches,
        "loaded": status.loaded_matches,
        "tournaments": status.tournaments,
        "players": status.players,
        "streams": status.streams,
        "channels": status.channels,
        "answers": _rate(snapshot.answers_per_second),
        "calls": _rate(snapshot.calls_per_second),
        "refusals": _rate(snapshot.refusals_per_second),
        "records": _rate(snapshot.records_per_second),
        "half": f"{snapshot.latency_p50_ms:.1f}",
        "most": f"{snapshot.latency_p99_ms:.1f}",
        "cpu": f"{snapshot.cpu_percent:.0f}",
        "memory": _size(snapshot.resident_bytes),
    }


def _tabs(drawn: TopState, count: int) -> Text:
    """Return the line of the lists' names, the shown one marked."""
    line = Text()
    for name in LISTS:
        line.append(f" {tr(f'top-list-{name}')} ", style="bold reverse" if name == drawn.list else "dim")
        line.append(" ")
    return line.append(f"  {tr('top-count', count=count)}", style="dim")


def _table(columns: Sequence[Column], rows: Sequence[T], sorted_by: int | None) -> Table:
    """Return a table of rows with these columns; the header of the column that it is sorted by is marked."""
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim", expand=sorted_by is not None)
    for number, column in enumerate(columns):
        header = Text(tr(f"top-column-{column.name}"))
        if number == sorted_by:
            header.append(" ▾")
            header.stylize("bold not dim")
        table.add_column(
            header,
            no_wrap=True,
            overflow="ellipsis",
            justify="right" if column.is_number else "left",
            ratio=1 if column.wide and sorted_by is not None else None,
        )
    for row in rows:
        table.add_row(*(Text(column.shown(row)) for column in columns))
    return table
