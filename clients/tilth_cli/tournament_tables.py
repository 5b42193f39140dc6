"""Tournaments in the terminal: settings, standings, crosstable, games and ratings as tables."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from betterproto2 import which_one_of
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tilth_cli.draw_context import seat_mark, seat_style
from tilth_cli.messages import language, tr
from tilth_cli.terminal_table import local_time, terminal_table
from tilth_dataclasses.tilth.v1 import (
    GetStandingsResponse,
    HeadToHead,
    Pairing,
    PairingState,
    Rating,
    SprtDecision,
    Standing,
    Tournament,
    TournamentState,
)
from tilth_report.columns import Column, pick, without_empty
from tilth_report.conduct import CONDUCT, has_conduct, under_text, warnings
from tilth_report.figures import share
from tilth_report.messages import translator
from tilth_report.texts import elo_text, format_name, game_text, reason_text, settings_rows
from tilth_report.tournament_columns import (
    RATING,
    STANDING,
    crosstable_columns,
    has_several_games,
    pairing_columns,
    strength_columns,
    tie_break_columns,
)

Row = TypeVar("Row")

TOURNAMENT: tuple[Column[Tournament], ...] = (
    Column("title", lambda one: one.settings.title if one.settings else "", is_left=True, is_wrapped=True),
    Column(
        "format",
        lambda one: which_one_of(one.settings, "format")[0] if one.settings else "",
        lambda one: format_name(one.settings, translator(language())) if one.settings else "",
        is_left=True,
    ),
    Column("games", lambda one: " | ".join(map(game_text, one.settings.game_setups)) if one.settings else ""),
    Column("id", heading="column-tournament", is_left=True),
    Column("state", is_left=True),
    Column(
        "created_at",
        text=lambda one: local_time(one.created_at) if one.settings else "",
        heading="column-created",
        is_left=True,
    ),
    Column("started_at"),
    Column("ended_at"),
    Column(
        "entrant_count",
        text=lambda one: str(one.entrant_count) if one.settings else "",
        heading="column-entrants",
    ),
    Column("round"),
    Column("round_count"),
    Column(
        "finished_pairings",
        text=lambda one: f"{one.finished_pairings}/{one.pairing_count}" if one.settings else "",
    ),
    Column("running_pairings"),
    Column("pairing_count"),
    Column("organiser_id"),
    Column("cancel_reason"),
    Column("blocked_reason"),
    Column("damage"),
)
"""The columns of tournaments: all of them are in CSV, in this order. A damaged log's tournament has no settings."""
STATE_STYLES = {
    TournamentState.ENTRY: "yellow",
    TournamentState.RUNNING: "green",
    TournamentState.PAUSED: "yellow",
    TournamentState.CANCELLED: "red",
}
GAME_STYLES = {
    PairingState.RUNNING: "green",
    PairingState.ADJUDICATED: "yellow",
    PairingState.VOID: "red",
    PairingState.SCHEDULED: "dim",
}
SPARKS = "▁▂▃▄▅▆▇█"
SPARK_WIDTH = 16
CELL_SPACE = 2


def state_text(state: TournamentState) -> Text:
    """Return the name of a tournament's state in its colour."""
    name = (TournamentState(state).name or "unspecified").lower()
    return Text(translator(language())(f"state-{name}"), style=STATE_STYLES.get(state, ""))


def list_table(found: Sequence[Tournament]) -> Table:
    """Return a table of tournaments."""

    def state(tournament: Tournament) -> Text:
        if tournament.settings is None:
            return Text(tournament.damage, style="red")
        return state_text(tournament.state)

    columns = pick(
        TOURNAMENT, "id", "state", "format", "entrant_count", "finished_pairings", "created_at", "title"
    )
    return terminal_table(columns, found, {"state": state})


def tournament_text(tournament: Tournament) -> RenderableType:
    """Return a description of a tournament: title, state, settings, progress, seed and entrants, with those who are
    missing, but without standings."""
    settings = tournament.settings
    title = settings.title if settings else ""
    head = Text.assemble((tournament.id, "bold"), "  ", state_text(tournament.state), f"  {title}")
    rows = Table(box=None, padding=(0, 2, 0, 2), show_header=False)
    for name, value in settings_rows(tournament, translator(language())):
        rows.add_row(Text(name[:1].lower() + name[1:], style="dim"), Text(value))
    details = {
        "round": _of(tournament.round, tournament.round_count),
        "finished_pairings": _of(tournament.finished_pairings, tournament.pairing_count),
        "running_pairings": str(tournament.running_pairings or ""),
        "blocked_reason": tournament.blocked_reason,
        "cancelled": tournament.cancel_reason,
        "commitment": tournament.seed_commitment.hex(),
        "seed": tournament.seed.hex(),
        "seed_given": tr("show-seed_given") if tournament.seed_given else "",
    }
    for name, value in details.items():
        if value:
            rows.add_row(Text(tr(f"tournament-{name}"), style="dim"), Text(value))
    entrants = Text(", ").join(
        Text(" ".join(filter(None, (entrant.player_name, entrant.version))))
        if not entrant.withdrawn
        else Text(entrant.player_name, style="dim strike")
        for entrant in tournament.entrants
    )
    rows.add_row(Text(tr("tournament-entrants"), style="dim"), entrants)
    missing = [each for each in tournament.entrants if not (each.attending or each.withdrawn)]
    if missing and tournament.ended_at is None:
        names = ", ".join(entrant.player_name for entrant in missing)
        rows.add_row(Text(tr("tournament-missing"), style="dim"), Text(names, style="yellow"))
    return Group(head, rows)


def _of(number: int, of: int) -> str:
    """Return a count as text: `3/9` with a known total, otherwise `3`, or an empty text for 0."""
    return f"{number}/{of}" if of else str(number or "")


def standings_table(found: GetStandingsResponse, max_rows: int = 0) -> Table:
    """Return the standings as a table with at most `max_rows` rows, or all for 0; optional columns without values are
    left out."""
    columns = [
        *pick(STANDING, "place", "player_name", "stage", "points", "games", "won_drawn_lost"),
        *pick(STANDING, "forfeits", "byes"),
        *tie_break_columns(found),
        *strength_columns(found),
    ]
    shown = found.standings[:max_rows] if max_rows else found.standings
    return terminal_table(without_empty(columns, found.standings), shown, {"player_name": _entrant})


def conduct_table(found: GetStandingsResponse) -> Table | None:
    """Return a table of how the entrants played: versions, thinking times and forfeits by cause; None if nothing of
    it is known."""
    if not has_conduct(found):
        return None
    columns = [*pick(STANDING, "player_name"), *CONDUCT]
    return terminal_table(without_empty(columns, found.standings), found.standings, {"player_name": _entrant})


def under_lines(found: GetStandingsResponse) -> Text:
    """Return under which builds and rules the matches were played, and warnings if they differ."""
    translate = translator(language())
    lines = [Text(under_text(under, translate), style="dim") for under in found.played_under]
    lines += [Text(warning, style="yellow") for warning in warnings(found, translate)]
    return Text("\n").join(lines)


def _entrant(standing: Standing) -> Text:
    """Return an entrant's name: struck out if withdrawn, bold in the first place."""
    style = "dim strike" if standing.withdrawn else "bold" if standing.place == 1 else ""
    return Text(standing.player_name, style=style)


def seats_text(found: GetStandingsResponse) -> Text:
    """Return a line for each seat that was played: its wins, its games, its share of wins and the 95% interval."""
    lines = []
    for record in found.seats:
        if record.games:
            part = share(record.wins, record.games)
            line = tr(
                "tournament-seat_wins",
                wins=record.wins,
                games=record.games,
                share=f"{part.value:.0%}",
                low=f"{part.low:.0%}",
                high=f"{part.high:.0%}",
            )
            lines.append(Text.assemble((f"{seat_mark(record.seat)} ", seat_style(record.seat)), line))
    return Text("\n").join(lines)


def standings_duel(found: GetStandingsResponse, names: Mapping[int, str]) -> Text | None:
    """Return the head-to-head result that the standings hold, or None if there is none with games. `names` are those of
    the entrants; servers of earlier builds do not say which two are compared: the first two."""
    duel = found.head_to_head
    if duel is None or not duel.games:
        return None
    first, second = duel.entrants or (0, 1)
    return duel_text(duel, names.get(first, ""), names.get(second, ""))


def duel_text(duel: HeadToHead, first: str, second: str) -> Text:
    """Return the head-to-head result of two players: wins, draws and losses, the Elo difference, and the sequential
    test if there is one."""
    text = Text.assemble((first, "bold"), " – ", (second, "bold"), "  ")
    text.append(tr("tournament-duel_score", wins=duel.wins, draws=duel.draws, losses=duel.losses))
    elo = tr(
        "tournament-duel_elo",
        elo=elo_text(duel.elo),
        low=elo_text(duel.elo_low),
        high=elo_text(duel.elo_high),
        superiority=f"{duel.superiority:.1%}",
    )
    text.append(f"\n{elo}")
    if duel.sprt is not None:
        decision = (SprtDecision(duel.sprt.decision).name or "unspecified").lower()
        sprt = tr(
            "tournament-sprt",
            ratio=f"{duel.sprt.log_likelihood_ratio:.2f}",
            low=f"{duel.sprt.lower_bound:.2f}",
            high=f"{duel.sprt.upper_bound:.2f}",
            decision=translator(language())(f"sprt-{decision}"),
        )
        text.append(f"\n{sprt}")
    return text


def crosstables(found: GetStandingsResponse, width: int) -> Iterator[Table]:
    """Yield the crosstable, in parts if it is too wide: the points of the row's entrant against the column's, and
    the games."""
    rows = list(enumerate(found.crosstable))
    number, player, *opponents = crosstable_columns(found)
    cell_width = _width(opponents, rows) + CELL_SPACE
    name_width = _width([player], rows) + len(str(len(rows))) + 2 * CELL_SPACE
    at_once = max(1, (width - name_width) // max(cell_width, len(str(len(rows))) + CELL_SPACE))
    for first in range(0, len(rows), at_once):
        yield terminal_table([number, player, *opponents[first : first + at_once]], rows)


def _width(columns: Iterable[Column[Row]], rows: Sequence[Row]) -> int:
    """Return the width of the widest cell."""
    return max((Text(column.text_of(row)).cell_len for column in columns for row in rows), default=0)


def games_table(games: Sequence[Pairing], tournament: Tournament) -> Table:
    """Return a table of games with their seats, states and matches."""
    names = {entrant.number: entrant.player_name for entrant in tournament.entrants}
    translate = translator(language())
    declared = pairing_columns(tournament, translate)
    kind = ["game_setup"] if has_several_games(tournament) else []
    (state,) = pick(declared, "state")

    def state_and_reason(game: Pairing) -> Text:
        text = Text(state.text_of(game), style=GAME_STYLES.get(game.state, ""))
        if game.reason:
            text.append(f" ({reason_text(game, translate)})", style="dim")
        return text

    columns = [
        *pick(declared, "number", "round", "table", *kind),
        Column[Pairing]("seats", is_left=True, is_wrapped=True),
        *pick(declared, "state", "record_count", "duration", "match_id"),
    ]
    drawn = {"state": state_and_reason, "seats": lambda game: seats_of(game, names)}
    return terminal_table(columns, games, drawn)


def seats_of(game: Pairing, names: Mapping[int, str]) -> Text:
    """Return the players of a pairing by seat, with places and scores if there are any; winners are bold."""
    details = []
    for seat, entrant in enumerate(game.seats):
        text = Text.assemble((seat_mark(seat), seat_style(seat)), " ")
        place = game.result.places[seat] if game.result is not None else 0
        text.append(names.get(entrant, str(entrant)), style="bold" if place == 1 else "")
        if game.result is not None and place:
            text.append(f" {place}", style="dim")
            if seat < len(game.result.scores):
                text.append(f" ({game.result.scores[seat]})", style="dim")
        if seat in game.forfeits:
            text.append(" ×", style="red")
        details.append(text)
    return Text("  ").join(details)


def ratings_table(ratings: Sequence[Rating], history: bool) -> Table:
    """Return a table of ratings, with their history if wanted."""
    places = {rating.player_id: place for place, rating in enumerate(ratings, 1)}
    columns = [
        Column[Rating]("place", lambda rating: places[rating.player_id]),
        *pick(RATING, "player_name", "mu", "sigma", "ordinal", "games", "wins"),
    ]
    if history:
        columns.append(
            Column("history", text=lambda one: sparks([point.mu for point in one.history]), is_left=True)
        )
    return terminal_table(columns, ratings)


def sparks(values: Sequence[float]) -> str:
    """Return a line of blocks that draws the values; the lowest value has the lowest block."""
    if not values:
        return ""
    step = max(1, math.ceil(len(values) / SPARK_WIDTH))
    kept = [*values[:-1:step], values[-1]]
    low, high = min(kept), max(kept)
    return "".join(SPARKS[round((value - low) / ((high - low) or 1) * (len(SPARKS) - 1))] for value in kept)
