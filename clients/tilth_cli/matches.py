"""A match of the lobby: fetched, told, and whose seat is whose."""

import csv
from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from typing import TextIO

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tilth_cli.connection import Server
from tilth_cli.lexicon import Lexicon
from tilth_cli.looks import seat_text
from tilth_cli.scene import Scene
from tilth_cli.troubles import Trouble
from tilth_cli.words import say, spoken
from tilth_dataclasses.tilth.v1 import (
    Cause,
    GetMatchRequest,
    GetMeRequest,
    ListWordsRequest,
    Match,
    MatchState,
    TimeoutRule,
    Told,
)

STATE_STYLES = {MatchState.OPEN: "yellow", MatchState.RUNNING: "green", MatchState.CANCELLED: "red"}
LONG_SETTING = 60
"""Characters of an option's value that are shown."""


async def get_match(server: Server, match_id: str) -> Match:
    return present((await server.ask(server.lobby.get_match, GetMatchRequest(match_id=match_id))).match)


async def with_names(server: Server, scene: Scene, frames: AsyncIterator[Told]) -> AsyncIterator[Told]:
    """The same frames; whoever sits down meanwhile is known by name when it is told."""
    async for told in frames:
        cause = told.happened.cause if told.happened is not None else Cause.UNSPECIFIED
        if cause in (Cause.SEAT_TAKEN, Cause.STARTED) and not all(scene.names):
            await _learn_names(server, scene)
        yield told
        if cause is Cause.SEAT_LEFT and scene.caught_up:
            await _learn_names(server, scene)


async def _learn_names(server: Server, scene: Scene) -> None:
    scene.names = [held.player_name for held in (await get_match(server, scene.match_id)).seats]


async def learn_words(server: Server, scene: Scene) -> None:
    """What the match's game calls its numbers, for whoever draws it. A server that tells no words, or has that game no
    more, still tells the match."""
    request = ListWordsRequest(game=scene.game, language=spoken())
    try:
        scene.words = Lexicon.of((await server.ask(server.lobby.list_words, request)).words)
    except Trouble as trouble:
        if trouble.reason not in ("unimplemented", "no_game"):
            raise


def present(match: Match | None) -> Match:
    """A reply about a match holds one; a server that leaves it out is none of ours."""
    if match is None:
        raise Trouble(say("trouble.no_match"), "protocol")
    return match


async def own_id(server: Server) -> str:
    """Who the token belongs to."""
    me = (await server.ask(server.players.get_me, GetMeRequest())).player
    return me.id if me else ""


async def own_seat(server: Server, match: Match, wanted: int | None) -> int:
    """The seat to act for: the one that was named, or the only one that this player holds."""
    me = await own_id(server)
    own = [seat for seat, held in enumerate(match.seats) if held.player_id == me]
    if wanted is not None and wanted not in own:
        raise Trouble(say("seat.not_yours", seat=wanted, match=match.id), "not_your_seat")
    if not own:
        raise Trouble(say("seat.none", match=match.id), "not_your_seat")
    if wanted is None and len(own) > 1:
        raise Trouble(say("seat.several", seats=", ".join(map(str, own)), match=match.id), "several_seats")
    return own[0] if wanted is None else wanted


def state_text(state: MatchState) -> Text:
    return Text(say(f"state.{(state.name or 'unspecified').lower()}"), style=STATE_STYLES.get(state, ""))


def list_table(matches: Sequence[Match]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in ("match", "game", "state", "seats", "created", "title"):
        table.add_column(say(f"list.{column}"), no_wrap=column in ("match", "game", "state", "created"))
    for match in matches:
        table.add_row(
            match.id, match.game, state_text(match.state), _seats(match), _when(match.created_at), match.title
        )
    return table


COLUMNS = (
    *("id", "game", "rules_version", "state", "title", "created_at", "started_at", "ended_at", "seats"),
    *("players", "player_ids", "places", "scores", "resigned", "settings", "record_count", "tournament_id"),
)
"""Of a table for spreadsheets; what there is one of a seat stands in one cell, seat after seat."""


def write_csv(file: TextIO, matches: Sequence[Match]) -> None:
    rows = csv.writer(file, lineterminator="\n")
    rows.writerow(COLUMNS)
    for match in matches:
        times = (match.created_at, match.started_at, match.ended_at)
        result = match.result
        rows.writerow(
            (
                *(match.id, match.game, match.rules_version, (match.state.name or "").lower(), match.title),
                *(time.isoformat() if time else "" for time in times),
                len(match.seats),
                " | ".join(seat.player_name for seat in match.seats),
                " ".join(seat.player_id or "-" for seat in match.seats),
                " ".join(map(str, result.places)) if result else "",
                " ".join(map(str, result.scores)) if result else "",
                " ".join(str(seat) for seat, held in enumerate(match.seats) if held.resigned),
                " ".join(f"{name}={value}" for name, value in sorted(match.settings.items())),
                *(match.record_count, match.tournament_id),
            )
        )


def match_text(match: Match) -> RenderableType:
    """All that is to know of a match before, while and after it is played."""
    head = Text.assemble((match.id, "bold"), f"  {match.game}  ", state_text(match.state), f"  {match.title}")
    rows = Table(box=None, padding=(0, 2, 0, 2), show_header=False)
    rows.add_row(Text(say("show.settings"), style="dim"), _settings(match))
    if match.clock is not None and (match.clock.decision_ms or match.clock.bank_ms):
        rows.add_row(Text(say("show.clock"), style="dim"), _clock(match))
    if match.cancelled:
        rows.add_row(Text(say("state.cancelled"), style="dim"), match.cancelled)
    rows.add_row(Text(say("show.records"), style="dim"), str(match.record_count))
    if match.seed_given:
        rows.add_row(Text(say("show.seed"), style="dim"), say("show.seed_given"))
    for seat, held in enumerate(match.seats):
        name = (
            seat_text(seat, held.player_name) if held.player_name else Text(say("show.free"), style="yellow")
        )
        if held.resigned:
            name.append(f" {say('show.resigned')}", style="red")
        if match.result is not None:
            name.append(
                f"   {say('show.place', place=match.result.places[seat], points=match.result.scores[seat])}"
            )
        rows.add_row(Text(say("seat", seat=seat), style="dim"), name)
    return Group(head, rows)


def _settings(match: Match) -> str:
    """A whole file of values would fill the screen; `--json` has it."""
    shown = (f"{name}={_shortened(value)}" for name, value in sorted(match.settings.items()))
    return " ".join(shown) or say("show.defaults")


def _shortened(value: str) -> str:
    line = " ".join(value.split())
    return line if len(line) <= LONG_SETTING else f"{line[:LONG_SETTING]}…"


def _clock(match: Match) -> str:
    clock = match.clock
    assert clock is not None
    rule = "resign" if clock.on_timeout is TimeoutRule.RESIGN else "default"
    return say(
        f"show.clock_{rule}",
        decision=clock.decision_ms / 1000,
        bank=clock.bank_ms / 1000,
        increment=clock.increment_ms / 1000,
    )


def _seats(match: Match) -> Text:
    parts = [
        seat_text(seat, held.player_name) if held.player_name else Text(say("show.free"), style="yellow")
        for seat, held in enumerate(match.seats)
    ]
    return Text(", ").join(parts)


def _when(at: datetime | None) -> str:
    return at.astimezone().strftime("%Y-%m-%d %H:%M") if at else ""
