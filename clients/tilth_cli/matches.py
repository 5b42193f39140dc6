"""Matches of the lobby: fetching them, showing them, and finding the player's own seat."""

from collections.abc import AsyncIterator, Sequence
from datetime import datetime

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tilth_cli.connection import Server
from tilth_cli.draw_context import seat_text
from tilth_cli.errors import UserError
from tilth_cli.known_names import seat_name
from tilth_cli.labels import Labels
from tilth_cli.messages import language, tr
from tilth_cli.scene import Scene
from tilth_cli.solo import solo_text
from tilth_cli.terminal_table import local_time, terminal_table
from tilth_dataclasses.tilth.v1 import (
    Cause,
    Frame,
    GetMatchRequest,
    GetMeRequest,
    GetServerInfoRequest,
    ListLabelsRequest,
    Match,
    MatchState,
    ReadLogRequest,
    Record,
    Seat,
    SoloResult,
    TimeoutRule,
)
from tilth_report.columns import Column, pick

STATE_STYLES = {MatchState.OPEN: "yellow", MatchState.RUNNING: "green", MatchState.CANCELLED: "red"}
LONG_SETTING = 60
"""Characters of an option's value that are shown."""


async def get_match(server: Server, match_id: str) -> Match:
    """Return a match of the lobby, fetched from the server; raise UserError if there is none with this id."""
    return require_match((await server.ask(server.lobby.get_match, GetMatchRequest(match_id=match_id))).match)


async def with_names(server: Server, scene: Scene, frames: AsyncIterator[Frame]) -> AsyncIterator[Frame]:
    """Yield the same frames; the scene learns the names of players who sit down before their frames are shown."""
    async for frame in frames:
        cause = frame.update.cause if frame.update is not None else Cause.UNSPECIFIED
        if cause in (Cause.SEAT_TAKEN, Cause.STARTED) and not all(scene.names):
            await _fetch_names(server, scene)
        yield frame
        if cause is Cause.SEAT_LEFT and scene.caught_up:
            await _fetch_names(server, scene)


async def _fetch_names(server: Server, scene: Scene) -> None:
    """Fetch the names of the match's players into the scene."""
    scene.names = list(map(seat_name, (await get_match(server, scene.match_id)).seats))


async def fetch_labels(server: Server, scene: Scene) -> None:
    """Fetch the words of the match's game into the scene. If the server lists no words, or no longer has the game, the
    scene keeps its empty labels."""
    request = ListLabelsRequest(game=scene.game, language=language())
    try:
        scene.labels = Labels.of((await server.ask(server.lobby.list_labels, request)).labels)
    except UserError as error:
        if error.reason not in ("UNIMPLEMENTED", "GAME_NOT_FOUND"):
            raise


def require_match(match: Match | None) -> Match:
    """Return the match; raise UserError if a server's reply holds none."""
    if match is None:
        raise UserError(tr("error-no_match"), "REPLY_INCOMPLETE")
    return match


async def own_id(server: Server) -> str:
    """Return the id of the player whose token is used, asked from the server; "" if the reply names none."""
    me = (await server.ask(server.players.get_me, GetMeRequest())).player
    return me.id if me else ""


async def own_seat(server: Server, match: Match, wanted: int | None) -> int:
    """Return the seat to act for: the one that was named, or the only one that this player holds."""
    me = await own_id(server)
    own = [seat for seat, held in enumerate(match.seats) if held.player_id == me]
    if wanted is not None and wanted not in own:
        raise UserError(tr("seat-not_yours", seat=wanted, match=match.id), "NOT_YOUR_SEAT")
    if not own:
        raise UserError(tr("seat-none", match=match.id), "NOT_YOUR_SEAT")
    if wanted is None and len(own) > 1:
        raise UserError(tr("seat-several", seats=", ".join(map(str, own)), match=match.id), "SEVERAL_SEATS")
    return own[0] if wanted is None else wanted


def state_text(state: MatchState) -> Text:
    """Return the name of a match's state in its colour."""
    return Text(tr(f"state-{(state.name or 'unspecified').lower()}"), style=STATE_STYLES.get(state, ""))


def _solo(match: Match) -> SoloResult:
    """Return the result against a solo match's opponent; an empty one if there is none."""
    return (match.result.solo if match.result else None) or SoloResult()


def _forfeit_name(seat: Seat) -> str:
    """Return the name of the cause for which a seat has resigned; "other" if this build does not know it."""
    return (seat.forfeit_cause.name or "other").lower()


MATCH: tuple[Column[Match], ...] = (
    Column("id", heading="list-match", is_left=True),
    Column("game", heading="list-game", is_left=True),
    Column("rules_version"),
    Column("state", lambda match: (match.state.name or "").lower(), heading="list-state", is_left=True),
    Column("title", heading="list-title", is_left=True, is_wrapped=True),
    Column(
        "created_at",
        text=lambda match: local_time(match.created_at),
        heading="list-created",
        is_left=True,
    ),
    Column("started_at"),
    Column("ended_at"),
    Column("seats", lambda match: len(match.seats), heading="list-seats", is_left=True, is_wrapped=True),
    Column("players", lambda match: " | ".join(seat.player_name for seat in match.seats)),
    Column("player_ids", lambda match: " ".join(seat.player_id or "-" for seat in match.seats)),
    Column("places", lambda match: " ".join(map(str, match.result.places)) if match.result else ""),
    Column("scores", lambda match: " ".join(map(str, match.result.scores)) if match.result else ""),
    Column(
        "resigned",
        lambda match: " ".join(str(seat) for seat, held in enumerate(match.seats) if held.resigned),
    ),
    Column(
        "settings",
        lambda match: " ".join(f"{name}={value}" for name, value in sorted(match.settings.items())),
    ),
    Column("record_count"),
    Column("tournament_id"),
    Column(
        "name_sources",
        lambda match: " ".join((seat.name_source.name or "").lower() for seat in match.seats),
    ),
    Column("opponent", lambda match: _solo(match).opponent),
    Column("opponent_points", lambda match: _solo(match).points),
    Column("won", lambda match: "" if (won := _solo(match).won) is None else str(won).lower()),
    Column("forfeits", lambda match: " ".join(_forfeit_name(seat) for seat in match.seats if seat.resigned)),
    Column("rating_surprise", heading="list-surprise"),
    Column(
        "last_record_at",
        text=lambda match: local_time(match.last_record_at),
        heading="list-last_record",
        is_left=True,
    ),
)
"""The columns of matches: all of them are in CSV, in this order; values of the seats stand in one cell, in the order of
seats."""


def list_table(matches: Sequence[Match]) -> Table:
    """Return a table of matches with their id, game, state, players, time of creation and title, and with the surprise
    or the last record if the list is about it.
    """
    wanted = ["id", "game", "state", "seats", "created_at", "title"]
    if any(match.rating_surprise is not None for match in matches):
        wanted.insert(1, "rating_surprise")
    if any(match.last_record_at is not None for match in matches):
        wanted.insert(1, "last_record_at")
    columns = pick(MATCH, *wanted)
    drawn = {"state": lambda match: state_text(match.state), "seats": _seats}
    return terminal_table(columns, matches, drawn)


def match_text(match: Match) -> RenderableType:
    """Return a description of a match: settings, clock, records and players and, after its end, places and points."""
    head = Text.assemble((match.id, "bold"), f"  {match.game}  ", state_text(match.state), f"  {match.title}")
    rows = Table(box=None, padding=(0, 2, 0, 2), show_header=False)
    rows.add_row(Text(tr("show-settings"), style="dim"), _settings(match))
    if match.clock is not None and (match.clock.decision_ms or match.clock.bank_ms):
        rows.add_row(Text(tr("show-clock"), style="dim"), _clock(match))
    if match.cancel_reason:
        rows.add_row(Text(tr("state-cancelled"), style="dim"), match.cancel_reason)
    if match.adjudication_reason is not None:
        rows.add_row(Text(tr("show-adjudicated"), style="dim"), match.adjudication_reason)
    rows.add_row(Text(tr("show-records"), style="dim"), str(match.record_count))
    if match.seed_given:
        rows.add_row(Text(tr("show-seed"), style="dim"), tr("show-seed_given"))
    for seat, held in enumerate(match.seats):
        name = seat_text(seat, seat_name(held)) if held.player_name else Text(tr("show-free"), style="yellow")
        if held.resigned:
            name.append(f" {tr('show-resigned')}", style="red")
            if held.forfeit_cause:
                name.append(f" ({tr(f'forfeit-{_forfeit_name(held)}')})", style="red")
        if match.result is not None:
            name.append(
                f"   {tr('show-place', place=match.result.places[seat], points=match.result.scores[seat])}"
            )
        rows.add_row(Text(tr("seat", seat=seat), style="dim"), name)
    if match.result is not None and match.result.solo is not None:
        rows.add_row("", Text(solo_text(match.result.solo), style="bold"))
    return Group(head, rows)


def _settings(match: Match) -> str:
    """Return the match's settings in one line, long values cut off; a text that there are none if all are defaults."""
    shown = (f"{name}={_shortened(value)}" for name, value in sorted(match.settings.items()))
    return " ".join(shown) or tr("show-defaults")


def _shortened(value: str) -> str:
    """Return a value in one line, cut off after LONG_SETTING characters."""
    line = " ".join(value.split())
    return line if len(line) <= LONG_SETTING else f"{line[:LONG_SETTING]}…"


def _clock(match: Match) -> str:
    """Return the clock settings of a match as text."""
    clock = match.clock
    assert clock is not None
    rule = "resign" if clock.on_timeout is TimeoutRule.RESIGN else "default"
    return tr(
        f"show-clock_{rule}",
        decision=f"{clock.decision_ms / 1000:g}",
        bank=f"{clock.bank_ms / 1000:g}",
        increment=f"{clock.increment_ms / 1000:g}",
    )


def _seats(match: Match) -> Text:
    """Return the names of a match's players by seat, separated by commas; a free seat is marked as free."""
    parts = [
        seat_text(seat, seat_name(held)) if held.player_name else Text(tr("show-free"), style="yellow")
        for seat, held in enumerate(match.seats)
    ]
    return Text(", ").join(parts)


async def idle_end(server: Server, match: Match) -> datetime | None:
    """Return when the server cancels the match if nobody plays; None if it does not."""
    if match.state not in (MatchState.OPEN, MatchState.RUNNING) or match.tournament_id:
        return None
    info = (await server.ask(server.lobby.get_server_info, GetServerInfoRequest())).server
    if info is None or info.idle_match is None or match.pause_reason is not None:
        return None
    last = info.idle_match_since
    request = ReadLogRequest(match_id=match.id, from_record=match.record_count - 1, limit=1)
    async for reply in server.stream(server.archive.read_log, request):
        for entry in reply.entries:
            at = Record.parse(entry.record).at
            last = max(last, at) if last is not None and at is not None else at
    return None if last is None else last + info.idle_match
