"""What the operator's screen is made of: some lines about the server, and one list."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar
from urllib.parse import unquote

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from tilth_cli.words import say
from tilth_dataclasses.tilth.v1 import GetStatusResponse, LiveMatch, LivePlayer, OpenCall, WatchServerResponse

T = TypeVar("T")

LISTS = ("matches", "players", "calls")
AROUND = 9
"""Lines of the screen that are not of the list's rows."""


UNITS = ("B", "KB", "MB", "GB")


def _players(match: LiveMatch) -> str:
    """Whom it waits for stands in brackets; ‖ is a match that is paused."""
    names = [
        f"[{name or '-'}]" if seat in match.waiting else name or "-"
        for seat, name in enumerate(match.player_names)
    ]
    return ("‖ " if match.paused else "") + ", ".join(names)


def _method(name: str) -> str:
    """tilth.v1.PlayService/Attend as Play/Attend."""
    return name.rpartition(".")[2].replace("Service/", "/")


def _address(peer: str) -> str:
    """ipv4:127.0.0.1:5555 and ipv6:%5B::1%5D:5555 as people write them."""
    return unquote(peer.partition(":")[2]) if peer.startswith("ip") else peer


def _age(call: OpenCall) -> timedelta | None:
    return None if call.since is None else max(timedelta(), datetime.now(UTC) - call.since)


def _rate(value: float) -> str:
    return f"{value:.0f}" if value >= 10 or not value else f"{value:.1f}"


def _milliseconds(value: float) -> str:
    return f"{value:.1f}" if 0 < value < 10 else f"{value:.0f}"


def _time(span: timedelta | None) -> str:
    """`7s`, `3:07`, `2:03:07`, `5d 2:03:07`."""
    seconds = 0 if span is None else int(span.total_seconds())
    days, seconds = divmod(seconds, 86_400)
    hours, minutes, seconds = seconds // 3600, seconds // 60 % 60, seconds % 60
    if days or hours:
        return (f"{days}d " if days else "") + f"{hours}:{minutes:02}:{seconds:02}"
    return f"{minutes}:{seconds:02}" if minutes else f"{seconds}s"


def _size(count: int) -> str:
    """Bytes, in what people read."""
    size, unit = float(count), 0
    while size >= 1000 and unit < len(UNITS) - 1:
        size, unit = size / 1024, unit + 1
    return f"{size:.0f} {UNITS[unit]}"


@dataclass(frozen=True)
class Column:
    """What stands in it, and by what it is sorted. Words go up, numbers go down."""

    name: str
    shown: Callable[[Any], str]
    sorts: Callable[[Any], Any]
    wide: bool = False
    """It takes the room that is left."""

    @property
    def is_number(self) -> bool:
        return not self.wide and self.name not in ("match", "game", "id", "method", "peer", "state")


COLUMNS: dict[str, tuple[Column, ...]] = {
    "matches": (
        Column("match", lambda one: one.match_id, lambda one: one.match_id),
        Column("game", lambda one: one.game, lambda one: one.game),
        Column("answers", lambda one: _rate(one.answers_per_second), lambda one: -one.answers_per_second),
        Column("records", lambda one: str(one.record_count), lambda one: -one.record_count),
        Column("followers", lambda one: str(one.followers), lambda one: -one.followers),
        Column("idle", lambda one: _time(one.idle), lambda one: -(one.idle or timedelta()).total_seconds()),
        Column("players", _players, lambda one: one.player_names, wide=True),
    ),
    "players": (
        Column("name", lambda one: one.player_name, lambda one: one.player_name, wide=True),
        Column("answers", lambda one: _rate(one.answers_per_second), lambda one: -one.answers_per_second),
        Column("calls", lambda one: _rate(one.calls_per_second), lambda one: -one.calls_per_second),
        Column("refusals", lambda one: str(one.refusals), lambda one: -one.refusals),
        Column("thinking", lambda one: _milliseconds(one.thinking_ms), lambda one: -one.thinking_ms),
        Column("matches", lambda one: str(one.matches), lambda one: -one.matches),
        Column("streams", lambda one: str(one.streams), lambda one: -one.streams),
        Column("channels", lambda one: str(one.channels), lambda one: -one.channels),
    ),
    "calls": (
        Column("since", lambda one: _time(_age(one)), lambda one: one.since or datetime.now(UTC)),
        Column("method", lambda one: _method(one.method), lambda one: one.method),
        Column("name", lambda one: one.player_name, lambda one: one.player_name, wide=True),
        Column("peer", lambda one: _address(one.peer), lambda one: one.peer),
        Column("channels", lambda one: str(one.channels), lambda one: -one.channels),
        Column("waiting", lambda one: _size(one.waiting_bytes), lambda one: -one.waiting_bytes),
    ),
}


@dataclass
class Picture:
    """What is seen, and how it is looked at."""

    address: str
    snapshot: WatchServerResponse | None = None
    calls: list[OpenCall] = field(default_factory=list)
    list: str = LISTS[0]
    sorted_by: dict[str, int] = field(default_factory=lambda: {"matches": 2, "players": 1, "calls": 0})
    """By list, the number of the column."""
    first: int = 0
    """The first row that is seen."""
    stopped: bool = False
    note: str = ""

    def sort_by(self, step: int) -> None:
        """The next column to the right, or to the left."""
        columns = len(COLUMNS[self.list])
        self.sorted_by[self.list] = (self.sorted_by[self.list] + step) % columns

    def rows(self) -> Sequence[LiveMatch | LivePlayer | OpenCall]:
        """In the order that was asked for; what is equal in it stays as the server gave it: the busiest first."""
        if self.snapshot is None:
            return []
        found: dict[str, Sequence[LiveMatch | LivePlayer | OpenCall]] = {
            "matches": self.snapshot.matches,
            "players": self.snapshot.players,
            "calls": self.calls,
        }
        return sorted(found[self.list], key=COLUMNS[self.list][self.sorted_by[self.list]].sorts)


def picture(drawn: Picture, console: Console) -> RenderableType:
    """All of it, as high as the terminal."""
    if drawn.snapshot is None:
        return Text(drawn.note or say("waiting.server", address=drawn.address), style="dim")
    room = max(1, console.height - AROUND)
    rows = drawn.rows()
    drawn.first = min(drawn.first, max(0, len(rows) - room))
    shown = rows[drawn.first : drawn.first + room]
    columns = COLUMNS[drawn.list]
    table = _table(columns, shown, sorted_by=drawn.sorted_by[drawn.list])
    lines = [*_header(drawn, drawn.snapshot), _tabs(drawn, len(rows)), table]
    lines += [Text("")] * (room - len(shown))
    keys = Text(say("top.keys_stopped" if drawn.stopped else "top.keys"), style="dim")
    if drawn.note:
        keys = Text(drawn.note, style="bold red")
    for line in (*lines, keys):
        if isinstance(line, Text):
            line.truncate(console.width, overflow="ellipsis")
    return Group(*lines, keys)


def calls_table(calls: Sequence[OpenCall]) -> Table:
    """All of them, the oldest first, with the player's id: what other commands take."""
    player = Column("player_id", lambda one: one.player_id, lambda one: one.player_id)
    number = Column("id", lambda one: str(one.id), lambda one: one.id)
    since, method, *others = COLUMNS["calls"]
    return _table((number, since, method, player, *others), calls, sorted_by=None)


def summary(snapshot: WatchServerResponse) -> Text:
    """A snapshot in one line."""
    status = snapshot.status or GetStatusResponse()
    at = datetime.now().astimezone().strftime("%H:%M:%S")
    return Text.assemble((f"{at}  ", "dim"), say("top.line", **_numbers(snapshot, status)))


def _header(drawn: Picture, snapshot: WatchServerResponse) -> list[RenderableType]:
    status = snapshot.status or GetStatusResponse()
    numbers = _numbers(snapshot, status)
    first = Text.assemble((f"tilth {drawn.address}", "bold"), f"  {status.version}  ")
    first.append(say("top.up", time=_time(status.uptime)))
    if status.draining:
        first.append("  ").append(f" {say('top.draining')} ", style="bold reverse yellow")
    if drawn.stopped:
        first.append("  ").append(f" {say('top.stopped')} ", style="bold reverse")
    others = [Text(say(f"top.{name}", **numbers)) for name in ("matches", "people", "rates", "machine")]
    return [first, *others]


def _numbers(snapshot: WatchServerResponse, status: GetStatusResponse) -> dict[str, object]:
    return {
        "open": status.open_matches,
        "running": status.running_matches,
        "paused": status.paused_matches,
        "over": status.over_matches,
        "live": status.live_matches,
        "tournaments": status.tournaments,
        "players": status.players,
        "streams": status.streams,
        "watchers": status.watchers,
        "answers": _rate(snapshot.answers_per_second),
        "calls": _rate(snapshot.calls_per_second),
        "refusals": _rate(snapshot.refusals_per_second),
        "records": _rate(snapshot.records_per_second),
        "half": f"{snapshot.latency_p50_ms:.1f}",
        "most": f"{snapshot.latency_p99_ms:.1f}",
        "cpu": f"{snapshot.cpu_percent:.0f}",
        "memory": _size(snapshot.resident_bytes),
    }


def _tabs(drawn: Picture, count: int) -> Text:
    line = Text()
    for name in LISTS:
        line.append(f" {say(f'top.list.{name}')} ", style="bold reverse" if name == drawn.list else "dim")
        line.append(" ")
    return line.append(f"  {say('top.count', count=count)}", style="dim")


def _table(columns: Sequence[Column], rows: Sequence[T], sorted_by: int | None) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim", expand=sorted_by is not None)
    for number, column in enumerate(columns):
        header = Text(say(f"top.column.{column.name}"))
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
